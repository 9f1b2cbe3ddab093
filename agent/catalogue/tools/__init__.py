"""Exact tools: questions whose answer is computed over the catalogue and told word for word."""
