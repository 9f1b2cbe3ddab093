"""The domain of web documentation: its chunks and what answers from them."""
