"""Seeds and exact binomial tests for runs."""

from promises import at_least, at_most, generators

__all__ = ["at_least", "at_most", "generators"]
