"""How well-known films feel, for catalogues that have these films from another source than the starter: read by etl.essence.

One TOML file a group of films, one entry a film: `"Name (year)" = "essence"`, the name as the source's table writes it or as
etl/aliases.toml knows it. An essence is two sentences of our own, 80 to 420 characters: mood, pace and look, themes and whom
it is for, in the words that people type. It is searched and never shown, so it tells no plot.
"""
