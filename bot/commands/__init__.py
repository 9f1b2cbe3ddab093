"""What each command of `matinee` does. Part of the composition root: a command wires its parts and imports them lazily."""
