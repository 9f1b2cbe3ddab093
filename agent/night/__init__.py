"""Movie nights: the movie agent chooses the next step of an evening, the search agent searches for it."""
