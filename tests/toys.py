"""Toy papers: small folders of checks with a decision rule of their own, written where a test wants them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from importlib.metadata import entry_points
from pathlib import Path
from textwrap import dedent

REPOSITORY = Path(__file__).parents[1]

RULES = r'''
"""Two decision rules that are valid by elementary means: comparison, and Hoeffding's inequality for [0, 1]."""

import math

from theorytest import Decision, Verdict
from theorytest.decisions.decision import Arithmetic


def same(value, other, *, name):
    verdict = Verdict.EXACT if value == other else Verdict.REFUTED
    witness = None if value == other else {"value": value, "printed": other}
    sentence = f"{value} against the claimed {other}"
    return Decision(name, "comparison", verdict, sentence, witness=witness, arithmetic=Arithmetic.RATIONAL)


def mean_at_most(draw, bound, *, name, plan, generators):
    n = plan.max_draws
    sample = draw(generators(0), n)
    estimate, slack = float(sample.mean()), math.sqrt(math.log(2 / plan.alpha) / (2 * n))
    low, high = estimate - slack, estimate + slack
    verdict = Verdict.REFUTED if low > bound else Verdict.CONFIRMED
    if verdict is Verdict.CONFIRMED and high > bound + plan.resolution:
        verdict = Verdict.UNDECIDED
    sentence = f"E X = {estimate:.4f} +- {slack:.4f} against the claimed {bound:.4f}"
    return Decision(
        name, "Hoeffding", verdict, sentence, bound, estimate, low, high, plan.alpha, plan.resolution, n,
        curves={"running mean": sample[:1000].cumsum() / range(1, len(sample[:1000]) + 1)},
    )
'''

PAPER = """
[[item]]
label = "def:mean"
number = "Definition 1"
kind = "definition"
title = "the mean of a law"
section = "1"

[[item]]
label = "lem:mean"
number = "Lemma 2"
kind = "lemma"
title = "the mean of the uniform law is one half"

[[item]]
label = "thm:sum"
number = "Theorem 3"
kind = "theorem"
title = "the sum of the first numbers"

[[item]]
label = "rem:far"
number = "Remark 4"
kind = "remark"
title = "what nobody can run"

[[item]]
label = "fig:one"
number = "Figure 1"
kind = "figure"
title = "a picture without a claim"
"""

# What a list may say beside its items: a name, a table, what a statement assumes, and what shows that it must.
RICH = """
[paper]
title = "Sums & means"
authors = ["A. Author", "B. Author"]

[[table]]
number = "Table 1"
title = "what is summed"
columns = ["mean", "sum"]

[table.rows]
"numbers" = ["lem:mean", "thm:sum"]

[table.printed]
"numbers" = ["1/2", ""]

[[needed]]
statement = "thm:sum"
assumption = "def:mean"
witness = "lem:mean[square root]"
""" + PAPER.replace(
    'title = "the sum of the first numbers"', 'title = "the sum of the first numbers"\nassumes = ["def:mean"]'
)

FIRST = r"""
from theorytest import claim, sampled

from checks.rules import mean_at_most, same


@claim("def:mean", kind="definition", says="The mean of one number is the number.", expected="exact")
def mean_of_one():
    return same(3, 3, name="one number")


@claim(
    "lem:mean", says="The mean is at most one half.", formula=r"\mathbb{E} X \le 1/2",
    premises=["def:mean"], expected="confirmed",
    mutants={"square root": {"transform": lambda x: x**0.5}, "a bound of 0.4": {"bound": 0.4}},
)
def mean_is_bounded(*, bound=0.5, transform=lambda x: x):
    for name in ("first", "second"):
        yield sampled(
            mean_at_most, lambda rng, n: transform(rng.random(n)), bound, name=name, resolution=0.05, max_draws=40_000
        )
"""

SECOND = r"""
from theorytest import Hypothesis, claim, family, repair

from checks.rules import same

positive = Hypothesis("n is positive", lambda n: n > 0)


def total(n):
    return n * (n + 1) // 2


@repair(
    "thm:sum/corrected", "thm:sum", by={"formula": total}, premises=["thm:sum"], given=[positive],
    says="The numbers up to n sum to n (n + 1) / 2.", forall={"n": family(range(10), "whole numbers")},
    mutants={"off by one": {"formula": lambda n: n}},
)
@claim(
    "thm:sum", says="The numbers up to n sum to n squared over two.", premises=["lem:mean"],
    forall={"n": family([7, 8], "whole numbers")}, expected="refuted", gravity="wrong statement", finding="half-square",
)
def sum_of_numbers(n, *, formula=lambda n: n * n // 2):
    return same(sum(range(n + 1)), formula(n), name="")


@claim("rem:far", says="The sentence holds for ever.", expected="not executable", why="for ever is long")
def for_ever():
    raise AssertionError("nothing to run")
"""


def write_toy(folder: Path, *, paper: str = PAPER, **files: str) -> Path:
    """A folder `checks` with the rules, the paper's list and the given files; `a__b` is the file b in the folder a."""
    checks = folder / "checks"
    for name, text in {"rules": RULES, **(files or {"first": FIRST, "later__second": SECOND})}.items():
        file = checks / f"{name.replace('__', '/')}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(text), encoding="utf-8")
    (checks / "paper.toml").write_text(paper, encoding="utf-8")
    return checks


def environment() -> dict[str, str]:
    """The environment in which a subprocess finds this checkout first."""
    paths = filter(None, [os.environ.get("PYTHONPATH")])
    return os.environ | {"PYTHONPATH": os.pathsep.join((str(REPOSITORY), *paths)), "COLUMNS": "200"}


def theorytest(folder: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """The command line in a process of its own."""
    command = [sys.executable, "-m", "theorytest", *map(str, words)]
    return subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True, timeout=80)


def plugin_words() -> Iterable[str]:
    """What makes pytest load the plugin when the installed metadata does not name it already."""
    installed = entry_points(group="pytest11", name="theorytest")
    return () if installed else ("-p", "theorytest.pytest_plugin")


def claim_text(name: str, *, body: str = "yield same(3, right, name='three')", **changes: object) -> str:
    """The source of one claim that is exact as written, with changes to what it registers; None leaves a word out."""
    words = {"says": "Three is three.", "expected": "exact", "mutants": {"four": {"right": 4}}}
    given = ", ".join(f"{key}={value!r}" for key, value in (words | changes).items() if value is not None)
    function = "check_" + "".join(letter if letter.isalnum() else "_" for letter in name)
    run = "run, " if "run." in body else ""
    return f"\n\n@claim({name!r}, {given})\ndef {function}({run}*, right=3):\n    {body}\n"


def source(*claims: str) -> str:
    """A file of claims."""
    return (
        "from theorytest import claim, equal, repair, sampled\nfrom checks.rules import mean_at_most, same\n"
        + "".join(claims)
    )
