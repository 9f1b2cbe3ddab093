"""Data in: sources are read, cleaned, unified and loaded into the catalogue."""
