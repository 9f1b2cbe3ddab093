"""Exact tools: questions about contrast, specificity and browser support, computed and told word for word."""
