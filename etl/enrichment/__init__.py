"""Essences written by a language model: which titles lack one, what it costs, writing, keeping, and serving them."""
