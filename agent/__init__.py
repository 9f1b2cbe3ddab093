"""Thinks: understands a question, retrieves, answers. Knows nothing of chat platforms."""
