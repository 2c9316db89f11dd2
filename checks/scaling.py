"""Ingredients multiplied by a factor."""


def scaled(printed, factor):
    """The number or function, multiplied."""
    if callable(printed):
        return lambda *args, **options: factor * printed(*args, **options)
    return factor * printed
