"""Questions in parts, told by rules: several wishes, several questions for tools, and those that need another's answer."""
