"""Property tests run as many examples as fit into a minute; a slow machine is no failure."""

import pytest
from hypothesis import settings
from own_estimators import own_file

settings.register_profile("tests", max_examples=40, deadline=None)
settings.load_profile("tests")


@pytest.fixture
def own(tmp_path):
    """A file with estimators of a user's own."""
    return own_file(tmp_path)
