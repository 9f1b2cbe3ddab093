"""What somebody asks for: names, genres, years, lengths and negations read from their words."""
