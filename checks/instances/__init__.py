"""Worlds in which the constants of the theory are known, each defined once, under a name of its own."""
