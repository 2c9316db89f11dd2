"""Errors in constants."""


def shrunk(index, factor):
    """The constants with one of them made too good."""
    return lambda constants: tuple(c * factor if i == index else c for i, c in enumerate(constants))
