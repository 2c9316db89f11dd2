"""What a claim is made of: a change of what its file imports changes its hash, a change of anything else does not."""

import pytest

from theorytest.claims.imports import sources_of

FILES = {
    "one": "from checks.helpers.first import value\n",
    "two": "import checks.helpers\n",
    "three": "def later():\n    from . import alone\n    return alone\n",
    "four": "import numpy\nfrom theorytest.decisions.means import mean_at_most\n",
    "alone": "",
    "helpers/__init__": "",
    "helpers/first": "from .second import value\nfrom ..alone import nothing\n",
    "helpers/second": "value = 1\n",
}
USERS = {  # of each file, among the four
    "one": {"one"},
    "alone": {"one", "three"},
    "helpers/__init__": {"one", "two"},
    "helpers/first": {"one"},
    "helpers/second": {"one"},
}


@pytest.fixture
def checks(tmp_path):
    root = tmp_path / "checks"
    for name, text in FILES.items():
        (root / f"{name}.py").parent.mkdir(parents=True, exist_ok=True)
        (root / f"{name}.py").write_text(text)
    return root


def hashes(root):
    files = [root / f"{name}.py" for name in ("one", "two", "three", "four")]
    return {file.stem: each for file, each in sources_of(root, files).items()}


@pytest.mark.parametrize("changed", USERS)
def test_a_change_reaches_those_that_import_it(checks, changed):
    before = hashes(checks)
    (checks / f"{changed}.py").write_text(FILES[changed] + "more = 2\n")
    after = hashes(checks)
    assert {name for name in before if before[name] != after[name]} == USERS[changed]


def test_hashes_do_not_depend_on_the_place(checks, tmp_path):
    before = hashes(checks)
    (tmp_path / "elsewhere").mkdir()
    assert hashes(checks.rename(tmp_path / "elsewhere" / "checks")) == before
