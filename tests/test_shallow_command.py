"""theorytest descend --model shallow: networks answer as linear spaces do, and nonsense is refused in one sentence."""

import json
import re

import pytest
from own_estimators import own_file

from theorytest.cli import main

KEYS = {"t", "mean", "stderr", "median", "q10", "q90", "exact_mean", "loss_min", "diverged"}
QUICK = [
    "descend",
    "--model",
    "shallow",
    "--width",
    "4",
    "--target",
    "sin",
    "--samples",
    "20",
    "--steps",
    "4",
    "--replicas",
    "3",
]


@pytest.mark.parametrize("estimator", ["lsq", "quasi", "non"])
@pytest.mark.parametrize("sampling", ["optimal", "rho"])
@pytest.mark.parametrize("step", ["adaptive", "robbins-monro", "constant:1/9", "optimal"])
def test_networks_answer_like_other_models(capsys, estimator, sampling, step):
    words = [*QUICK, "--estimator", estimator, "--sampling", sampling, "--step", step, "--json"]
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    found = json.loads(out)
    assert set(found) == KEYS
    assert (found["exact_mean"], found["loss_min"], found["diverged"]) == (None, 0, 0)
    assert found["t"][0] == 1
    assert found["t"][-1] == 5
    for key in ("mean", "stderr", "median", "q10", "q90"):
        assert len(found[key]) == len(found["t"])
    assert all(
        low <= middle <= high for low, middle, high in zip(found["q10"], found["median"], found["q90"], strict=True)
    )


def said(capsys, *words):
    assert main([*QUICK, *words]) == 0
    return capsys.readouterr().out


def test_a_seed_repeats_and_another_does_not(capsys):
    words = ("--estimator", "quasi", "--seed", "4")
    assert said(capsys, *words) == said(capsys, *words)
    assert said(capsys, *words) != said(capsys, "--estimator", "quasi", "--seed", "5")


def test_what_became_of_the_stability_is_said(capsys, tmp_path):
    plot = tmp_path / "curve.svg"
    words = ("--estimator", "lsq", "--delta", "0.01", "--tries", "2", "--interval", "0,1", "--initial", "uniform")
    out = " ".join(said(capsys, *words, "--tolerance", "1e-8", "--power", "3", "--plot", str(plot)).split())
    assert "of 13 tangents" in out
    assert re.search(r"S_delta held in \d+% of the observed steps, with up to 2 draws each; 0 replicas diverged", out)
    assert "the columns show L(u_t)" in out
    assert "L_min" not in out
    assert plot.read_text().startswith("<")


@pytest.mark.parametrize("estimator", ["volume", "debiased", "own.py:Half"])
def test_every_estimator_runs_on_networks(capsys, tmp_path, monkeypatch, estimator):
    own_file(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert "0 replicas diverged" in " ".join(said(capsys, "--estimator", estimator, "--step", "optimal").split())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--estimator", "best"), "--estimator must be one of lsq, quasi, non, volume, debiased or FILE.py:CLASS with"),
        (("--estimator", "none.py:Own"), "--estimator none.py:Own: there is no file none.py"),
        (("--estimator", "lsq", "--dim", "3"), "--dim belongs to --model linear"),
        (("--estimator", "lsq", "--basis", "monomials"), "--basis belongs to --model linear"),
        (("--estimator", "lsq", "--measure", "gaussian"), "--measure gaussian: networks run on an interval"),
        (("--estimator", "lsq", "--sampling", "trace"), "--sampling trace: with --model shallow it is optimal or rho"),
        (("--estimator", "quasi", "--delta", "0.5"), "--delta: only lsq and debiased are conditioned on S_delta"),
        (("--estimator", "lsq", "--delta", "2"), "--delta must lie in (0, 1), got 2.0"),
        (("--estimator", "lsq", "--interval", "1"), "--interval must be two numbers such as -1,1, got '1'"),
        (("--estimator", "lsq", "--interval", "1,0"), "--interval must be two numbers, the smaller first, got '1,0'"),
        (("--estimator", "lsq", "--tolerance", "1"), "tolerance must lie in [1e-14, 1), got 1.0"),
        (("--estimator", "lsq", "--tolerance", "0"), "tolerance must lie in [1e-14, 1), got 0.0"),
        (("--estimator", "lsq", "--power", "51"), "--power must be at most 50, got 51"),
        (("--estimator", "lsq", "--interval", "0,51"), "--interval must not be longer than 50, got '0,51'"),
        (("--estimator", "lsq", "--interval=-1e308,1e308"), "--interval must not be longer than 50"),
        (("--estimator", "lsq", "--power", "1"), "power must be an integer of at least 2"),
        (("--estimator", "lsq", "--step", "fast"), "--step must be constant:S"),
        (("--estimator", "lsq", "--replicas", "100000000"), "are too much for the memory"),
        (("--estimator", "lsq", "--steps", "9" * 30), "steps never end: lower --steps"),
        (("--model", "linear", "--estimator", "lsq"), "arguments are required: --dim (or --model shallow)"),
        (("--model", "linear", "--estimator", "lsq", "--dim", "3"), "--width belongs to --model shallow"),
    ],
)
def test_nonsense_is_refused(capsys, words, sentence):
    assert main([*QUICK, *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("theorytest: ")
    assert err.count("\n") == 1
    assert sentence in err


def test_adaptive_steps_belong_to_networks(capsys):
    words = ["descend", "--estimator", "quasi", "--dim", "3", "--samples", "4", "--step", "adaptive"]
    assert main(words) == 2
    assert "--step adaptive bounds the error of a retraction: it needs --model shallow" in capsys.readouterr().err
