"""theorytest constants: every combination that is defined answers, every other is refused in one sentence."""

import itertools
import json
from pathlib import Path

import command_line
import numpy as np
import pytest
from toys import theorytest

from theorytest.cli import main
from theorytest.commands import constants as constants_command
from theorytest.commands.named import ESTIMATORS

CELLS = ["c_bias1", "c_bias2", "c_var1", "c_var2"]
QUICK = ("--replicas", "200", "--complement", "3")
QUASI = ("--estimator", "quasi", "--dim", "3", "--samples", "6", *QUICK)


def constants(*words):
    return main(["constants", *map(str, words)])


def answer(capsys, *words):
    """The JSON of a command that succeeds."""
    return command_line.answer(capsys, "constants", *words)


def refusal(capsys, *words):
    """The one sentence of a command that fails."""
    return command_line.refusal(capsys, "constants", *words)


def defined():
    """Every estimator, measure, space and sampling; volume sampling has a law of its own and lives in L²."""
    words = itertools.product(ESTIMATORS, ("uniform", "gaussian"), ("l2", "h1"), ("rho", "optimal", "trace"))
    return [each for each in words if each[0] != "volume" or (each[2] == "l2" and each[3] != "rho")]


@pytest.mark.parametrize(("estimator", "measure", "space", "sampling"), defined())
def test_what_is_defined_answers(capsys, estimator, measure, space, sampling):
    words = ("--estimator", estimator, "--measure", measure, "--space", space, "--sampling", sampling)
    found = answer(capsys, *words, "--dim", 3, "--samples", 12, "--delta", 0.9, *QUICK)
    told = {"inputs", "k", "tabulated", "exact", "measured", "stability", "judged", "contradicted"}
    assert set(found) == told
    assert list(found["tabulated"]) == list(found["measured"]) == CELLS
    unbounded = (measure, sampling) == ("gaussian", "rho")
    assert (found["k"] == "Infinity") == unbounded  # a word, since JSON has no infinity
    assert float(found["k"]) >= 1
    for interval in found["measured"].values():
        assert set(interval) == {"value", "low", "high"}
        assert interval["low"] <= interval["value"] <= interval["high"]
    assert (found["exact"] is None) == (estimator in ("lsq", "volume", "conditioned-quasi"))
    assert (found["stability"] is None) == (estimator not in ("lsq", "conditioned-quasi"))
    assert (found["tabulated"]["c_bias1"] is None) == (estimator == "conditioned-quasi")


def test_numbers_of_the_table_by_hand(capsys):
    """d = 3, n = 6, k = 3: (1, 0, 8/6, 1/2), true as well; d² = 9 for plain samples."""
    found = answer(capsys, *QUASI)
    for column in ("tabulated", "exact"):
        assert [found[column][cell] for cell in CELLS] == pytest.approx([1, 0, 8 / 6, 0.5])
    assert answer(capsys, *QUASI, "--sampling", "rho")["k"] == pytest.approx(9)
    monomials = answer(capsys, *QUASI, "--basis", "monomials")
    assert [monomials["exact"][cell] for cell in CELLS] == pytest.approx([1, 0, 8 / 6, 0.5])


@pytest.mark.parametrize("space", ["l2", "h1"])
@pytest.mark.parametrize("measure", ["uniform", "gaussian"])
def test_the_orthonormal_basis_makes_non_and_quasi_the_same(capsys, measure, space):
    words = ("--measure", measure, "--space", space, "--dim", 3, "--samples", 6, *QUICK)
    non, quasi = (answer(capsys, "--estimator", name, *words) for name in ("non", "quasi"))
    for column in ("tabulated", "exact"):
        assert non[column] == pytest.approx(quasi[column], abs=1e-9)
    assert non["measured"]["c_var1"] == pytest.approx(quasi["measured"]["c_var1"])


def test_the_seed_decides_what_is_measured(capsys):
    words = ("--estimator", "lsq", "--dim", 3, "--samples", 6, "--delta", 0.8, "--replicas", 2000, "--complement", 3)
    one, again, other = (answer(capsys, *words, "--seed", seed) for seed in (1, 1, 2))
    assert one == again
    assert one["measured"] != other["measured"]
    assert one["tabulated"] != other["tabulated"]  # by P(S_delta)


def test_the_answer_holds_all_that_it_was_made_from(capsys):
    """Given as words again, its inputs give the same numbers."""
    first = answer(capsys, "--estimator", "lsq", "--dim", 3, "--samples", 9, "--delta", 0.8, *QUICK, "--seed", 5)
    assert first["inputs"]["seed"] == 5
    assert (first["inputs"]["basis"], first["inputs"]["sampling"]) == ("orthonormal", "optimal")
    words = [word for name, value in first["inputs"].items() for word in (f"--{name}", value)]
    assert answer(capsys, *words) == first


def test_a_table_for_people(capsys):
    assert constants(*QUASI) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "quasi, uniform, L2, d = 3, n = 6: k = 3"
    assert lines[1].split()[:3] == ["tabulated", "exact", "measured"]
    assert [line.split()[0] for line in lines[2:6]] == CELLS
    assert lines[4].split()[1:3] == ["1.3333", "1.3333"]
    assert judged("\n".join(lines)) == ["attained", "attained", "attained, with its c_var2", "attained"]
    assert "exact: by quadrature, with all of the orthogonal complement" in lines
    assert "measured: 200 draws on T and 3 more functions, intervals of level 0.001 each" in lines
    assert lines[-1] == "formulas: c_bias1 = 1, c_bias2 = 0, c_var1 = (k + n - 1)/n, c_var2 = k/n"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--estimator", "conditioned-quasi"), "tabulated: Table 2 has no row for this estimator"),
        (
            ("--estimator", "volume"),
            "tabulated: Lemma F.1 asks for more samples than these",
        ),
        (("--estimator", "debiased"), "debiased is the oblique projection of norm B = 1.4142"),
        (("--estimator", "quasi", "--space", "h1"), "exact: by quadrature, with 3 functions of it"),
        (("--estimator", "lsq"), "P(S_delta) = 0."),
        (("--estimator", "quasi", "--measure", "gaussian", "--sampling", "rho"), "d = 3, n = 12: k = inf"),
        (("--estimator", "non", "--basis", "monomials", "--measure", "gaussian"), "violated by a factor"),
    ],
)
def test_remarks(capsys, words, line):
    assert constants(*words, "--dim", 3, "--samples", 12, "--delta", 0.9, *QUICK) == 0
    assert line in capsys.readouterr().out


def asked(*changes):
    """The words of a command that works, with changes."""
    given = {"--estimator": "quasi", "--dim": "3", "--samples": "6", "--replicas": "200", "--complement": "3"}
    given |= dict(zip(changes[::2], changes[1::2], strict=True))
    return [word for pair in given.items() for word in pair]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (("--estimator", "volume", "--space", "h1"), "space must be an L2 space, got norm 'H1'"),
        (("--estimator", "volume", "--sampling", "rho"), "--sampling rho: volume sampling draws from its own law"),
        (("--estimator", "volume", "--samples", "2"), "--samples must be an integer of at least 3, got 2"),
        (("--estimator", "lsq", "--samples", "2"), "--samples must be an integer of at least 3, got 2"),
        (
            ("--estimator", "lsq", "--samples", "1", "--space", "h1"),
            "--samples must be an integer of at least 2, got 1",
        ),
        (("--estimator", "lsq", "--samples", "4", "--delta", "0.001"), "P(S_delta) is below 0.0"),
        (("--estimator", "conditioned-quasi", "--delta", "1e-9"), "P(S_delta) is below 0.0"),
        (("--delta", "0"), "--delta must lie in (0, 1), got 0.0"),
        (("--delta", "1"), "--delta must lie in (0, 1), got 1.0"),
        (("--delta", "nan"), "--delta must lie in (0, 1), got nan"),
        (("--delta", "half"), "argument --delta: invalid float value: 'half'"),
        (
            ("--estimator", "best"),
            "--estimator must be one of non, quasi, lsq, volume, debiased, cond",
        ),
        (("--estimator", "nowhere.py:Own"), "--estimator nowhere.py:Own: there is no file nowhere.py"),
        (("--estimator", "README.md:Own"), "--estimator README.md:Own: README.md is no Python file"),
        (("--complement", "0"), "argument --complement: must be a whole number of at least 1, got '0'"),
        (("--replicas", "19"), "--replicas must be an integer of at least 20, got 19"),
        (("--samples", "0"), "argument --samples: must be a whole number of at least 1, got '0'"),
        (("--dim", "x"), "argument --dim: must be a whole number of at least 1, got 'x'"),
        (("--dim", "60", "--samples", "80", "--basis", "monomials"), ""),
        (
            ("--dim", "400", "--replicas", "20000"),
            "20,000 matrices of 400 x 403 are too much for the memory: lower --replicas to ",
        ),
        (
            ("--samples", "1000000000"),
            "6 functions at 1,000,000,000 points are too much for the memory",
        ),
        (("--complement", "100000"), "100003 functions are too much for the memory: lower --dim or --complement"),
    ],
)
def test_what_is_not_defined_is_refused_in_one_sentence(capsys, changes, sentence):
    assert refusal(capsys, *asked(*changes)).startswith(sentence)


def test_required_options_are_named(capsys):
    assert "--estimator, --dim, --samples" in refusal(capsys)


def test_an_estimator_of_ones_own(own, capsys):
    """Half the quasi-projection: c_bias1 = 1/2 and a quarter of both variances, 1/4 · 8/6 and 1/4 · 1/2."""
    words = asked("--estimator", f"{own}:Half", "--replicas", "5000")
    found = answer(capsys, *words)
    assert found["tabulated"] == dict(zip(CELLS, (0.5, 0.0, 0.4, 0.125), strict=True))
    assert (found["exact"], found["stability"]) == (None, None)
    assert found["k"] == pytest.approx(3)
    for cell, true in zip(CELLS, (0.5, 0, 1 / 3, 1 / 8), strict=True):
        measured = found["measured"][cell]
        width = measured["high"] - measured["low"]
        assert measured["low"] - width <= true <= measured["high"] + width
    assert constants(*words) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{own}:Half, uniform, L2, d = 3, n = 6: k = 3\n")
    assert judged(out) == ["not contradicted by the draws"] * 4
    assert constants(*asked("--estimator", f"{own}:Boastful", "--replicas", "5000")) == 1
    against = "contradicted by the draws"
    assert judged(capsys.readouterr().out) == [against, f"not {against}", against, against]


def test_a_contradiction_is_an_exit_code_and_a_field(own, capsys):
    words = asked("--estimator", f"{own}:Boastful", "--replicas", "5000")
    assert constants(*words, "--json") == 1
    found = json.loads(capsys.readouterr().out)
    assert found["contradicted"] == ["c_bias1", "c_var1", "c_var2"]
    assert found["judged"]["c_bias2"] == "not contradicted by the draws"


def test_a_claimed_bias_that_is_too_small_is_called_loose(own, capsys):
    """Half the quasi-projection has c_bias1 = 1/2; one that claims 1/4 is right, and loose."""
    text = Path(own).read_text()
    Path(own).write_text(text + MODEST)
    assert constants(*asked("--estimator", f"{own}:Modest", "--replicas", "5000")) == 0
    assert judged(capsys.readouterr().out)[0].startswith("loose by the draws, which show at least 0.4")


MODEST = """

class Modest(Half):
    def claimed(self):
        return Constants(0.25, 0.0, 0.4, 0.125)
"""


def judged(out):
    """The last column of the four constants."""
    return [line.split("]")[1].strip() for line in out.splitlines() if line.startswith(("c_bias", "c_var"))]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Undefined", "coefficients(x, jets) must be finite, got nan at index (0, 0, 0)"),
        ("Flat", "coefficients(x, jets) must have shape (200, 3, 6), got (200, 3)"),
        ("Late", "--estimator {own}:Late: TypeError: not yet written"),
        ("Elsewhere", "--estimator {own}:Elsewhere: its space must be that of the sampler, got 'H'"),
        ("Undecided", "c_bias1 of claimed() must be a number, got nan"),
        ("Shapeless", "sample(rng, n_replicas) must have shape (200, 6, 1), got (200, 1)"),
        ("Alone", "--estimator {own}:Alone: TypeError: "),
        ("Empty", "--estimator {own}:Empty: Empty has no n_samples, sample, coefficients"),
        ("Missing", "--estimator {own}:Missing: {own} has no class Missing"),
        ("NUMBER", "--estimator {own}:NUMBER: {own} has no class NUMBER"),
        ("", "--estimator {own}:: {own} has no class"),
    ],
)
def test_an_estimator_that_is_wrong_is_refused_in_one_sentence(own, capsys, name, sentence):
    assert refusal(capsys, *asked("--estimator", f"{own}:{name}")).startswith(sentence.format(own=own))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import nothing_like_this", "ModuleNotFoundError: No module named 'nothing_like_this'"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("def f(:", "SyntaxError: invalid syntax"),
        ("import sys; sys.exit(0)", "SystemExit: 0"),
    ],
)
def test_a_file_that_cannot_be_imported_is_refused_in_one_sentence(tmp_path, capsys, text, reason):
    file = tmp_path / "numpy.py"  # a name that is taken
    file.write_text(text, encoding="utf-8")
    sentence = refusal(capsys, *asked("--estimator", f"{file}:Own"))
    assert sentence.startswith(f"--estimator {file}:Own: {file} cannot be imported: {reason}")
    assert np.zeros(1).shape == (1,)


def test_what_breaks_inside_shows_its_traceback_with_debug(own, capsys, monkeypatch):
    with pytest.raises(ValueError, match="TypeError: not yet written") as caught:
        constants(*asked("--estimator", f"{own}:Late"), "--debug")
    assert isinstance(caught.value.__cause__, TypeError)

    def broken(*_, **__):
        raise RuntimeError("broken")

    monkeypatch.setattr(constants_command, "compare", broken)
    assert refusal(capsys, *asked()) == "RuntimeError: broken (see --debug)"


def test_in_a_process_of_its_own(own):
    done = theorytest(own.parent, "constants", *asked("--estimator", "own.py:Half"), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["tabulated"]["c_bias1"] == 0.5
    done = theorytest(own.parent, "constants", *asked("--estimator", "own.py:Undefined"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "theorytest: coefficients(x, jets) must be finite, got nan at index (0, 0, 0)\n"
