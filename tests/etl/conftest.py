"""Settings of the data-in tests."""

from hypothesis import settings

# No test may fail because the machine is busy.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
