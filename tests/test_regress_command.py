"""`theorytest regress`: a baseline is written once, a quiet run passes, a drift is named and fails."""

import json

import pytest
from toys import write_toy

from theorytest.cli import main

SUM = """
from theorytest import claim, equal, sampled
from theorytest.decisions.means import mean_equals


@claim("lem:mean", says="The mean is one half.", expected="confirmed", mutants={"more": {"p": 0.6}})
def mean(*, p=0.5):
    draw = lambda rng, size: rng.random(size) + SHIFT
    options = {"support": (0.0, 1.5), "resolution": 0.1, "max_draws": 100_000}
    yield sampled(mean_equals, draw, value=p, name="mean", **options)


@claim("thm:sum", says="1 + 2 = 3.", expected="computed", mutants={"more": {"value": 4.0}})
def total(*, value=3.0):
    yield equal(3.0 + TINY, value, digits=3, name="sum")
"""


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Verify the toy with changed numbers, then call regress; returns exit code and output."""

    def verify_and_regress(*words, seed=0, shift=0.0, tiny=0.0, name="sum", drift=0.0):
        folder = tmp_path / f"{shift}-{tiny}-{name}"  # a module is loaded once
        first = SUM.replace("SHIFT", repr(shift)).replace("TINY", repr(tiny)).replace('"sum"', repr(name))
        write_toy(folder, first=first)
        monkeypatch.chdir(folder)
        main(["verify", "--jobs", "1", "--seed", str(seed), "--drift", str(drift)])
        capsys.readouterr()
        code = main(["regress", "--baseline", str(tmp_path / "baseline.json"), *words])
        said = capsys.readouterr()
        return code, said.out or said.err

    return verify_and_regress


def test_a_quiet_run_passes_and_a_drift_is_named(run):
    code, out = run("--update")
    assert (code, out.splitlines()[-1].split(": ")[-1]) == (0, "2 quantities of 2 claims")
    code, out = run(seed=1)
    assert code == 0
    assert "0 verdicts changed, 0 of 2 quantities moved (1 of them sampled" in out
    code, out = run(seed=1, tiny=1e-4)
    assert code == 1
    assert "moved: thm:sum: sum: its distance from the claim was 0 and is 0.0001" in out


def test_a_changed_verdict_comes_first(run):
    run("--update")
    code, out = run(shift=0.2)
    assert code == 1
    assert out.startswith("verdict changed: lem:mean was confirmed, is refuted")


def test_a_drift_of_three_per_cent_is_seen_where_draws_were_planned_for_it(run):
    """Within the resolution both times, so that no verdict changes."""
    run("--update")
    code, out = run(seed=1, shift=0.015)
    assert code == 0
    assert "1 sampled quantity cannot show a drift of 3 % with probability 0.99 (lem:mean: mean sees" in out
    run("--update", drift=0.03)
    code, out = run(seed=1, drift=0.03)
    assert code == 0
    assert "cannot show" not in out
    code, out = run(seed=1, shift=0.015, drift=0.03)
    assert code == 1
    assert "moved: lem:mean: mean" in out
    assert "0 verdicts changed" in out


def test_json_and_update(run):
    run("--update")
    code, out = run("--json", tiny=1e-4)
    assert code == 1
    assert json.loads(out)["moved"][0]["name"] == "thm:sum: sum"
    assert run("--update", tiny=1e-4)[0] == 0
    assert run(tiny=1e-4)[0] == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "there is no baseline"),
        (("--false-alarm", "2"), "--false-alarm must lie between 0 and 1, got 2.0"),
        (("--drift", "0"), "--drift must be positive, such as 0.03, got 0.0"),
    ],
)
def test_errors_are_one_sentence(run, words, sentence):
    code, said = run(*words)
    assert code == 2
    assert sentence in said


def test_a_run_of_some_claims_is_no_baseline(tmp_path, monkeypatch, capsys):
    write_toy(tmp_path)
    monkeypatch.chdir(tmp_path)
    main(["verify", "lem:mean", "--jobs", "1"])
    assert main(["regress", "--update"]) == 2
    assert "this record holds 1 of the 5 claims, and a baseline needs all of them" in capsys.readouterr().err
    assert not (tmp_path / "reports").exists()


def test_claims_that_were_not_run_have_not_vanished(run, capsys):
    run("--update")
    code, _ = run(shift=0.0)
    main(["verify", "thm:sum", "--jobs", "1"])
    capsys.readouterr()
    assert main(["regress", "--baseline", "../baseline.json"]) == code == 0
    said = capsys.readouterr().out
    assert "claims not run (this record holds 1 of the 2 claims): 1 (lem:mean)" in said
    assert "vanished" not in said
    main(["regress", "--baseline", "../baseline.json", "--json"])
    facts = json.loads(capsys.readouterr().out)
    assert (facts["vanished"], facts["not_run"], facts["compared"]) == ([], ["lem:mean"], 1)


def test_a_quantity_that_its_claim_no_longer_measures_is_named(run):
    run("--update")
    code, out = run(name="another sum")
    assert code == 1
    assert run("--allow-vanished", name="another sum")[0] == 0
    assert "new: 1 (thm:sum: another sum)" in out
    assert "vanished: 1 (thm:sum: sum)" in out


def test_a_missing_record_is_one_sentence(tmp_path, monkeypatch, capsys):
    write_toy(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(["regress"]) == 2
    assert "cannot be read: No such file or directory (theorytest verify writes one)" in capsys.readouterr().err
