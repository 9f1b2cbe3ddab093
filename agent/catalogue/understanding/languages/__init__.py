"""Requests in other languages than English: a table of words and patterns for each, read by one engine."""
