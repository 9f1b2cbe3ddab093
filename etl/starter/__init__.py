"""The starter catalogue: one TOML file a theme, one `[[title]]` a film or series, read by etl.sources.starter.

Every description is written for Matinee; facts are checked against public records where the tests can reach them. Keys:
`title`, `original_title`?, `aliases`?, `year` (of the first showing), `type` ("movie" or "series"), `directors` of a film or
`creators` of a series, `genres` (names of etl.genres.GENRES, the most telling first), `cast`, `runtime` of a film in minutes or
`seasons` of a series, `countries`, `certificate`? (US code), `description` (two or three sentences, 120 to 420 characters).

`essence` (two or three sentences, 160 to 420 characters) says how the title feels: mood, pace, look, who it is for and when to
watch it, in the words that people type. It is searched and never shown, so it tells no plot.
"""
