"""What is said without a model: small talk, follow-ups, re-asks, and answers worded from facts."""
