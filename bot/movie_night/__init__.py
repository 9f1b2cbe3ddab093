"""Movie night: a group finds its film in a thread."""
