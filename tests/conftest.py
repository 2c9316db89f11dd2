"""Property tests run as many examples as fit into a minute; a slow machine is no failure."""

from hypothesis import settings

settings.register_profile("tests", max_examples=40, deadline=None)
settings.load_profile("tests")
