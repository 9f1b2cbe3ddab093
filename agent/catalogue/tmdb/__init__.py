"""What TMDB (themoviedb.org) adds to cards where a key is set: posters, and with JustWatch's data where to watch."""
