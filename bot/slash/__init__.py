"""The bot's commands, one file each: what it is called, and what it does."""
