"""Web documentation, data in: pinned sources, one loader a dialect, chunks that cite the heading they stand under."""
