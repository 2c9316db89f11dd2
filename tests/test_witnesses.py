"""Every sentence that fails has its weight and a short script that shows the failure without this package."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from theorytest.claims.ledger import load_ledger
from theorytest.claims.witnesses import FOLDER, script_by_claim, scripts
from theorytest.decisions.decision import Verdict

ROOT = Path(__file__).parents[1] / "checks"
FILES = sorted((ROOT / FOLDER).glob("*.py"))
ALLOWED = {*sys.stdlib_module_names, "numpy", "sympy", "mpmath"}


@pytest.fixture(scope="module")
def refuted():
    """The claims that are registered as refuted."""
    return [claim for claim in load_ledger(ROOT).claims if claim.expected is Verdict.REFUTED]


def imported(tree):
    """The top names of every module that the script imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or ".").split(".")[0]


def named(tree):
    """The ids of claims in the script's docstring: what stands in brackets and has a colon."""
    return re.findall(r"\[([^\[\]\s]*:[^\[\]\s]*)\]", ast.get_docstring(tree) or "")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_script_is_short_stands_alone_and_ends_with_its_verdict(file):
    text = file.read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert len(text.splitlines()) <= 25
    assert not set(imported(tree)) - ALLOWED
    assert isinstance(tree.body[-1], ast.Assert)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_script_names_refuted_claims_only(file, refuted):
    ids = named(ast.parse(file.read_text(encoding="utf-8")))
    assert ids
    assert not set(ids) - {claim.id for claim in refuted}


def complaint(printed, failed):
    """What is wrong with a run; nothing when the script prints two values that differ and its assertions hold."""
    said = dict(re.findall(r"^(printed|true): (.+)$", printed, flags=re.MULTILINE))
    differ = len(said) == 2 and said["printed"] != said["true"]
    return failed or (None if differ else printed)


def test_every_script_runs_and_shows_two_values_that_differ():
    command = [sys.executable, str(Path(__file__).with_name("script_runs.py")), *map(str, FILES)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True)
    complaints = {Path(file).name: complaint(*run) for file, run in json.loads(done.stdout).items()}
    assert list(complaints) == [file.name for file in FILES]
    assert {name: text for name, text in complaints.items() if text is not None} == {}


def test_every_refuted_claim_has_a_weight_and_a_script(refuted):
    known = script_by_claim(scripts(ROOT))
    assert [claim.id for claim in refuted if not (claim.gravity and claim.id in known)] == []
