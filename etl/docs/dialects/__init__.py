"""One module a dialect, each with a pure `load(file) -> Page | LeftOut`."""
