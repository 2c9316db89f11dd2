"""A test that keeps its certificates elsewhere replaces a function of the judge; the next test has the judge itself."""

import pytest

from theorytest.runs.replaced import functions_of_the_judge


@pytest.fixture(autouse=True)
def _the_judge_looks_again():
    yield
    functions_of_the_judge.cache_clear()
