"""The chat application: conversations, turns and delivery. Names no vendor."""
