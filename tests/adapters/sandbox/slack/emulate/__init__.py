"""emulate (npm, Apache-2.0): a local Slack that others wrote, as a judge of ours."""
