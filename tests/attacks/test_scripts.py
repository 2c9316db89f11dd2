"""The script of a counterexample runs without this package and shows the failure."""

import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

from theorytest import (
    at_most,
    attack,
    definite,
    equal,
    laws,
    less_than,
    more_than,
    positive,
    product,
    reals,
    same_size,
    vectors,
)
from theorytest.attacks.scripts import script_of

F = Fraction
FACTOR = F(205, 100)


def symmetric_part(A, B):
    x = np.array([1, 0])
    return more_than(x @ A @ B @ x, 0)


ATTACKS = {
    "numbers": lambda: attack(lambda a, b: at_most(FACTOR * a * b, a * a + b * b), product(reals(), reals())),
    "one number": lambda: attack(lambda a: less_than(a, a * a), positive()),
    "vectors": lambda: attack(lambda x: equal(np.sum(x) ** 2, np.sum(x * x)), vectors([1, 2, 3])),
    "laws": lambda: attack(lambda x, p: at_most(p @ (x * x), (p @ x) ** 2), laws([1, 2, 3])),
    "matrices": lambda: attack(symmetric_part, same_size(definite([2]), definite([2]))),
    "roots, in floats": lambda: attack(lambda x: at_most(np.sqrt(x), x), reals(0)),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_a_script_shows_the_failure_without_this_package(name, tmp_path):
    found = ATTACKS[name]()
    assert found.certified
    assert "theorytest" not in found.script
    (tmp_path / "script.py").write_text(found.script, encoding="utf-8")
    ran = subprocess.run([sys.executable, "-S", "-c", RUN, str(tmp_path)], capture_output=True, text=True, check=False)
    assert ran.stdout.rstrip().endswith(": False"), ran.stderr + found.script


# The packages of this interpreter, but not this one.
RUN = f"""
import sys
sys.path[:0] = {[each for each in sys.path if "packages" in each]!r}
sys.modules["theorytest"] = None
exec(compile(open(sys.argv[1] + "/script.py", encoding="utf-8").read(), "script.py", "exec"))
"""


def test_what_is_not_plain_has_no_script():
    helper = script_of
    assert script_of(lambda a: at_most(helper(a), a), (F(1),), True) is None  # something of ours
    assert script_of(len, (F(1),), True) is None  # no source
    mapped = attack(lambda made: at_most(made["a"], 0), reals(0, 1).map(lambda a: {"a": a}))
    assert mapped.certified
    assert mapped.script is None  # an instance that is no number


def test_two_lambdas_of_one_line_are_told_apart():
    first, second = (lambda a: at_most(a, 0)), (lambda a: at_most(a, 1))
    assert "at_most(a, 0)" in script_of(first, (F(1),), True)
    assert "at_most(a, 1)" in script_of(second, (F(2),), True)
