"""What PostgreSQL keeps: claimed events, conversations, turns and their answer messages."""
