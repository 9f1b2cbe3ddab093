"""One package per chat platform, and the local sandbox that speaks their protocols."""
