"""From a request to ranked titles: one opened generation, its filters, its ranking and its gate."""
