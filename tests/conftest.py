"""Property tests run as many examples as fit into a minute; a slow machine is no failure.

The same examples each time, so that a change is judged by what it changes; THEORYTEST_EXPLORE=1 looks for new ones, as
the nightly run does.
"""

import os

import pytest
from hypothesis import settings
from own_estimators import own_file

from theorytest.runs.replaced import the_judge

settings.register_profile("tests", max_examples=40, deadline=None, derandomize=not os.environ.get("THEORYTEST_EXPLORE"))
settings.load_profile("tests")


@pytest.fixture(autouse=True)
def _the_judge_looks_again():
    """A test may replace a function of the judge; the next test has the judge itself."""
    yield
    the_judge.cache_clear()


@pytest.fixture
def own(tmp_path):
    """A file with estimators of a user's own."""
    return own_file(tmp_path)
