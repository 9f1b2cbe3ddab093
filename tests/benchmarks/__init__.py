"""`make bench`: figures as ratios against a reference in the same run, since machines differ and are noisy."""
