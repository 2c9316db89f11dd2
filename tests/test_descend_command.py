"""theorytest descend: every estimator answers, everything else is refused in one sentence and leaves nothing behind."""

import itertools
import json
import os
from xml.etree import ElementTree as ET

import command_line
import numpy as np
import pytest
from toys import theorytest

from theorytest.cli import main
from theorytest.commands import descend as descend_command
from theorytest.commands.named import ESTIMATORS
from theorytest.descent.targets import TARGETS

KEYS = {"t", "mean", "stderr", "median", "q10", "q90", "exact_mean", "loss_min", "diverged"}
QUICK = {"--estimator": "quasi", "--dim": "3", "--samples": "8", "--steps": "20", "--replicas": "10"}


def asked(*changes):
    """The words of a command that works, with changes."""
    given = QUICK | dict(zip(changes[::2], map(str, changes[1::2]), strict=True))
    return [word for pair in given.items() for word in pair]


def answer(capsys, *changes):
    """The JSON of a command that succeeds."""
    return command_line.answer(capsys, "descend", *asked(*changes))


def refusal(capsys, *words):
    """The one sentence of a command that fails."""
    return command_line.refusal(capsys, "descend", *words)


def defined():
    """Every estimator, measure and sampling; volume sampling has a law of its own."""
    words = itertools.product(ESTIMATORS, ("uniform", "gaussian"), ("rho", "optimal", "trace"))
    return [each for each in words if each[::2] != ("volume", "rho")]


@pytest.mark.parametrize(("estimator", "measure", "sampling"), defined())
def test_what_is_defined_answers(capsys, estimator, measure, sampling):
    words = ("--estimator", estimator, "--measure", measure, "--sampling", sampling, "--delta", 0.95)
    found = answer(capsys, *words, "--step", "constant:1/9")
    assert set(found) == KEYS
    n = len(found["t"])
    assert found["t"][0] == 1
    assert found["t"][-1] == 21
    for key in ("mean", "stderr", "median", "q10", "q90"):
        assert len(found[key]) == n
        assert all(float(value) >= 0 for value in found[key])
    assert found["diverged"] == 0
    assert found["loss_min"] > 0
    known = estimator in ("non", "quasi")
    assert (found["exact_mean"] is not None) == known
    assert not known or len(found["exact_mean"]) == n


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("measure", ["uniform", "gaussian"])
def test_every_target_answers(capsys, target, measure):
    found = answer(capsys, "--target", target, "--measure", measure)
    assert found["exact_mean"][0] == pytest.approx(found["mean"][0], rel=1e-9)


@pytest.mark.parametrize("estimator", [name for name in ESTIMATORS if name != "conditioned-quasi"])
@pytest.mark.parametrize("rule", ["optimal", "optimal-root", "robbins-monro"])
def test_the_optimal_step_is_known_for_the_rows_of_the_table(capsys, estimator, rule):
    found = answer(capsys, "--estimator", estimator, "--step", rule, "--delta", 0.95)
    assert found["mean"][-1] < found["mean"][0]


def test_the_numbers_by_hand(capsys):
    """d = 1, u = |x|, s = 1/2: E_{t+1} = E_t/4 + 1/4 ‖u - Pu‖², with ‖u - Pu‖² = 1/12 and E_1 = 1/4."""
    found = answer(capsys, "--dim", 1, "--samples", 1, "--target", "abs", "--step", "constant:1/2", "--steps", 2)
    assert found["t"] == [1, 2, 3]
    E = [1 / 4, 1 / 16 + 1 / 48, (1 / 16 + 1 / 48) / 4 + 1 / 48]
    assert found["exact_mean"] == pytest.approx([e / 2 for e in E])
    assert found["loss_min"] == pytest.approx(1 / 24)
    assert found["stderr"][0] == pytest.approx(0, abs=1e-15)


def test_the_mean_of_many_replicas_is_the_exact_one(capsys):
    found = answer(capsys, "--replicas", 20_000, "--step", "power:1/3,0.5", "--samples", 1)
    mean, stderr, exact = (np.array(found[key]) for key in ("mean", "stderr", "exact_mean"))
    assert np.all(np.abs(mean - exact) <= 5 * stderr + 1e-12)


def test_the_seed_decides(capsys):
    first, again, other = (answer(capsys, "--seed", seed) for seed in (3, 3, 4))
    assert first == again
    assert first["mean"] != other["mean"]
    assert first["exact_mean"] == other["exact_mean"]


def test_divergence_is_a_result(capsys):
    found = answer(capsys, "--step", "constant:100", "--steps", 1000)
    assert found["diverged"] == 10
    assert [found[key][-1] for key in ("mean", "stderr", "median", "q10", "q90", "exact_mean")] == ["Infinity"] * 6


def test_one_replica_and_one_step(capsys):
    found = answer(capsys, "--replicas", 1, "--steps", 1)
    assert found["stderr"] == ["Infinity", "Infinity"]
    assert found["t"] == [1, 2]


def test_as_a_table(capsys):
    assert main(["descend", *asked()]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    lines = out.splitlines()
    described = "quasi, optimal points, n = 8, steps optimal, u = exp(x), s_1 = 0.8"
    assert lines[0] == f"{described}; the columns show L(u_t) - L_min,M"
    assert lines[1].endswith("0 replicas diverged")
    assert (lines[3].split()[0], lines[-1].split()[0]) == ("1", "21")
    assert main(["descend", *asked("--estimator", "lsq", "--delta", 0.95)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "; no exact mean: no quadrature reaches this estimator; 0 replicas diverged" in lines[1]
    assert " - " in lines[-1]


def test_more_functions_than_integrals_can_be_afforded_have_no_exact_mean(capsys):
    assert main(["descend", *asked("--dim", 31, "--replicas", 2, "--steps", 2)]) == 0
    assert "no exact mean: more than 30 functions take too many integrals" in capsys.readouterr().out


def test_the_plot_is_the_same_file_again(capsys, tmp_path):
    file = tmp_path / "new folder" / "curve.svg"
    file.parent.mkdir()
    answer(capsys, "--plot", file)
    first = file.read_bytes()
    assert ET.fromstring(first).tag.endswith("svg")
    answer(capsys, "--plot", file)
    assert file.read_bytes() == first
    assert os.listdir(file.parent) == ["curve.svg"]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (("--estimator", "best"), "--estimator must be one of non, quasi, lsq, volume, debiased, cond"),
        (("--estimator", "nowhere.py:Own"), "--estimator nowhere.py:Own: there is no file nowhere.py"),
        (("--estimator", "volume", "--sampling", "rho"), "--sampling rho: volume sampling draws from its own law"),
        (("--estimator", "volume", "--samples", 2), "--samples must be an integer of at least 3, got 2"),
        (("--estimator", "lsq", "--samples", 2), "--samples must be an integer of at least 3, got 2"),
        (("--estimator", "lsq", "--delta", 1e-9, "--samples", 4), "P(S_delta) is below 0.0"),
        (("--estimator", "conditioned-quasi"), "--step optimal: Table 2 has no finite c_var1 for this estimator; give"),
        (("--measure", "gaussian", "--sampling", "rho"), "--step optimal: Table 2 has no finite c_var1"),
        (("--delta", 1), "--delta must lie in (0, 1), got 1.0"),
        (("--delta", "nan"), "--delta must lie in (0, 1), got nan"),
        (("--target", "cos"), "argument --target: invalid choice: 'cos'"),
        (("--step", "constant:0"), "--step constant:0: step must be greater than 0, got 0.0"),
        (("--step", "constant:1e999"), "--step constant:1e999: '1e999' is no number such as 0.9 or 2/9"),
        (
            ("--step", "fast"),
            "--step must be constant:S, power:C,A, mixed:S,C,A,T, optimal, optimal-root, robbins-monro, "
            "or adaptive for networks, got 'fast'",
        ),
        (("--step", ""), "--step must be constant:S"),
        (("--steps", 0), "argument --steps: must be a whole number of at least 1, got '0'"),
        (("--steps", "ten"), "argument --steps: must be a whole number of at least 1, got 'ten'"),
        (("--replicas", 0), "argument --replicas: must be a whole number of at least 1, got '0'"),
        (("--seed", -1), "argument --seed: must be a whole number of at least 0, got '-1'"),
        (("--dim", 0), "argument --dim: must be a whole number of at least 1, got '0'"),
        (("--dim", 100_000), "100,000 functions are too much for the memory: lower --dim"),
        (("--samples", 10**9), "1,000,000,000 points of 10 replicas are too much for the memory: lower --samples"),
        (("--replicas", 10**10), "8 points of 10,000,000,000 replicas are too much for the memory: lower --samples"),
        (
            ("--replicas", 10**7, "--samples", 1, "--dim", 1),
            "10,000,000 replicas at ",
        ),
        (("--steps", 10**30), "1,000,000,000,000,000,000,000,000,000,000 steps never end: lower --steps"),
        (("--dim", 60, "--samples", 80, "--basis", "monomials"), ""),
    ],
)
@pytest.mark.parametrize("plot", [False, True])
def test_what_is_not_defined_is_refused_in_one_sentence(capsys, tmp_path, changes, sentence, plot):
    file = tmp_path / "curve.svg"
    words = ("--plot", str(file)) if plot else ()
    assert refusal(capsys, *asked(*changes), *words).startswith(sentence)
    assert os.listdir(tmp_path) == []


def test_required_options_are_named(capsys):
    assert "--estimator, --samples" in refusal(capsys)


def test_a_plot_that_cannot_be_written(capsys, tmp_path):
    assert refusal(capsys, *asked(), "--plot", "curve.png") == "--plot must end with .svg, got curve.png"
    (tmp_path / "file").write_text("here")
    refusal(capsys, *asked(), "--plot", str(tmp_path / "file" / "curve.svg"))
    (tmp_path / "folder.svg").mkdir()
    refusal(capsys, *asked(), "--plot", str(tmp_path / "folder.svg"))
    assert sorted(os.listdir(tmp_path)) == ["file", "folder.svg"]


def test_a_file_that_is_there_stays_whole_when_the_run_fails(capsys, tmp_path):
    file = tmp_path / "curve.svg"
    file.write_text("old")
    refusal(capsys, *asked("--step", "fast"), "--plot", str(file))
    assert file.read_text() == "old"


def test_an_estimator_of_ones_own(own, capsys):
    """Half the quasi-projection with twice the step is the quasi-projection."""
    half = answer(capsys, "--estimator", f"{own}:Half", "--step", "constant:1/2")
    quasi = answer(capsys, "--step", "constant:1/4")
    assert half["exact_mean"] is None
    assert half["mean"] == pytest.approx(quasi["mean"])
    best = answer(capsys, "--estimator", f"{own}:Half")  # 0.5 / 0.4
    assert best["mean"] == pytest.approx(answer(capsys, "--step", "constant:0.625")["mean"])


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Undefined", "coefficients(x, jets) must be finite, got nan at index"),
        ("Flat", "coefficients(x, jets) must have shape ("),
        ("Late", "--estimator {own}:Late: TypeError: not yet written"),
        ("Shapeless", "sample(rng, n_replicas) must have shape ("),
        ("Alone", "--estimator {own}:Alone: TypeError: "),
        ("Missing", "--estimator {own}:Missing: {own} has no class Missing"),
    ],
)
def test_an_estimator_that_is_wrong_is_refused_in_one_sentence(own, capsys, name, sentence):
    found = refusal(capsys, *asked("--estimator", f"{own}:{name}", "--step", "constant:0.1"))
    assert found.startswith(sentence.format(own=own))


def test_what_breaks_inside_shows_its_traceback_with_debug(capsys, monkeypatch):
    def broken(*_, **__):
        raise RuntimeError("broken")

    monkeypatch.setattr(descend_command, "descend", broken)
    assert refusal(capsys, *asked()) == "RuntimeError: broken (see --debug)"
    with pytest.raises(RuntimeError, match="broken"):
        main(["descend", *asked(), "--debug"])


def test_in_a_process_of_its_own(tmp_path):
    done = theorytest(tmp_path, "descend", *asked("--plot", "curve.svg"), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert set(json.loads(done.stdout)) == KEYS
    ET.fromstring((tmp_path / "curve.svg").read_bytes())
    done = theorytest(tmp_path, "descend", *asked("--step", "fast"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("theorytest: --step must be")


def test_a_plot_that_cannot_be_written_is_refused_before_the_work(tmp_path, capsys):
    (tmp_path / "file").write_text("no folder")
    place = tmp_path / "file" / "curve.svg"
    words = ["--dim", "3", "--estimator", "quasi", "--samples", "1", "--steps", "9000000", "--plot", str(place)]
    assert main(["descend", *words]) == 2
    assert "--plot: nothing can be written into" in capsys.readouterr().err


def test_a_word_that_is_wrong_points_to_the_help_of_its_command(capsys):
    assert refusal(capsys, *asked("--dim", "x")).endswith("(theorytest descend --help lists what there is)")
