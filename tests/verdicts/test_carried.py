"""Evidence carried on: it adds up over runs, never counts twice, and keeps the false-alarm rate of the whole chain."""

import json
import math
from pathlib import Path

import jsonschema
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from toys import write_toy

from theorytest import Decision, Verdict
from theorytest.cli import main
from theorytest.verdicts.budget import Setting
from theorytest.verdicts.carried import carry_on
from theorytest.verdicts.directions import matrix_at_most
from theorytest.verdicts.eprocess import EProcess, counted, stored_processes
from theorytest.verdicts.evidence import Evidence
from theorytest.verdicts.means import mean_at_least, mean_at_most, mean_equals
from theorytest.verdicts.probability import probability_at_least, probability_at_most, probability_equals
from theorytest.verdicts.records import SCHEMA_FILE, checksum, read_record

CLAIMS = r"""
from theorytest import claim
from theorytest.verdicts.means import mean_at_most
from theorytest.verdicts.probability import probability_at_least

from checks.worlds import narrow


@claim(
    "lem:mean", kind="inequality", statement="The mean is at most one.", expected="confirmed",
    mutants={"far less": {"bound": 0.7}},
)
def mean_is_bounded(evidence, *, bound=1.0):
    options = {"upper": 1.4, "resolution": 0.1, "max_draws": 5000}
    evidence.sampled(mean_at_most, narrow, bound=bound, name="uniform", **options)


@claim(
    "thm:sum", kind="inequality", statement="A coin shows heads.", expected="confirmed",
    mutants={"more": {"p": 0.9}},
)
def coin(evidence, *, p=0.5):
    options = {"resolution": 0.3, "max_draws": 5000}
    evidence.sampled(probability_at_least, lambda rng, n: rng.random(n) < 0.55, bound=p, name="coin", **options)
"""
# 1 % above the claimed mean of 1, where 10 % are looked for
WORLDS = "def narrow(rng, size):\n    return rng.uniform(0.66, 1.36, size)\n"


@pytest.fixture
def paper(tmp_path, monkeypatch):
    write_toy(tmp_path, claims=CLAIMS, worlds=WORLDS, other="unrelated = 1\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def night(seed, *words):
    return main(["verify", "--jobs", "1", "--seed", str(seed), "--carry", "chain.json", "--json", "chain.json", *words])


def numbers(claim="lem:mean"):
    """What the chain knows of a claim's only decision."""
    return read_chain_record().verdict(claim)["evidence"][0]["statistics"]


def read_chain_record():
    return read_record(Path("chain.json"))


def test_a_claim_false_by_a_tenth_of_its_resolution_is_refuted_in_the_end(paper, capsys):
    for seed in range(1, 40):
        code = night(seed)
        out, err = capsys.readouterr()
        assert (seed == 1) == ("evidence starts with this run" in err)
        assert (seed == 1) == ("of 2 decisions is carried on" not in err)
        if code:
            break
        assert out.startswith("confirmed")
        assert numbers()["e_runs"] == seed
    assert 3 < seed < 39
    assert out.splitlines()[0].startswith(f"refuted        lem:mean: the bets of {seed} runs with ")
    assert "(registered: confirmed)" in out
    entry = read_chain_record().verdict("lem:mean")
    assert entry["witness"]["runs"] == seed
    assert entry["witness"]["draws"] == numbers()["e_draws"] > 3000
    assert read_chain_record().data["run"]["carried"]["seeds"] == list(range(1, seed))
    assert night(99) == 1  # it stays refuted
    jsonschema.validate(json.loads((paper / "chain.json").read_text()), json.loads(SCHEMA_FILE.read_text()))
    assert main(["show", "lem:mean"]) == 0
    assert f"--carry record-of-seed-{seed}.json" in capsys.readouterr().out


def test_a_seed_counts_once(paper, capsys):
    for seed in (3, 4):
        assert night(seed) == 0
    capsys.readouterr()
    before = (paper / "chain.json").read_bytes()
    for seed in (3, 4):
        assert night(seed) == 2
        assert capsys.readouterr().err == (
            f"theorytest: --carry chain.json: the seed {seed} is in its chain of 2 runs already: "
            "evidence counts once, so take another --seed\n"
        )
    assert (paper / "chain.json").read_bytes() == before


def test_what_a_claim_is_made_of_decides_whether_it_starts_anew(paper, capsys):
    night(1)
    (paper / "checks" / "other.py").write_text("unrelated = 2\n")
    night(2)
    assert numbers()["e_runs"] == 2
    (paper / "checks" / "worlds.py").write_text(WORLDS.replace("0.66", "0.65"))
    capsys.readouterr()
    night(3)
    assert numbers()["e_runs"] == 1
    said = capsys.readouterr().err
    assert (
        "of 0 decisions is carried on from 2 runs; 2 claims start anew, since sources changed: lem:mean, thm:sum"
        in said
    )
    night(4)
    assert numbers()["e_runs"] == 2


@pytest.mark.usefixtures("paper")
def test_what_a_run_leaves_alone_is_kept():
    night(1)
    before = numbers("thm:sum")
    night(2, "lem:mean")  # some claims only
    assert read_chain_record().verdict("thm:sum") is None
    night(3)
    assert numbers("thm:sum")["below_e_runs"] == 2
    assert numbers("thm:sum")["below_e_draws"] > before["below_e_draws"]
    assert numbers("lem:mean")["e_runs"] == 3


@pytest.mark.usefixtures("paper")
def test_a_run_that_broke_loses_no_evidence():
    night(1)
    night(2, "--time-limit", "1e-9")
    assert read_chain_record().verdict("lem:mean")["broken"]
    night(3)
    assert numbers()["e_runs"] == 2


@pytest.mark.usefixtures("paper")
def test_mutants_start_anew(capsys):
    night(1, "--mutants")
    night(2, "--mutants")
    assert capsys.readouterr().out.splitlines()[-1] == "2 of 2 claims as registered, 2 of 2 mutants refuted"


def test_other_records_are_not_used(paper, capsys):
    assert main(["verify", "--jobs", "1", "--seed", "8", "--json", "chain.json"]) == 0
    capsys.readouterr()
    assert night(9) == 0
    assert (
        "2 claims start anew, since the record was written without --carry: lem:mean, thm:sum"
        in capsys.readouterr().err
    )
    (paper / "chain.json").write_text((paper / "chain.json").read_text().replace("e_draws", "e_drawn"))
    assert night(10) == 2
    assert "chain.json was changed after it was written" in capsys.readouterr().err


def reseal(change):
    """Change the record as somebody would who knows how checksums are made."""
    data = json.loads(Path("chain.json").read_text())
    data.pop("sha256")
    change(data, data["verdicts"][0]["evidence"][0]["statistics"])
    Path("chain.json").write_text(json.dumps(data | {"sha256": checksum(data)}))


@pytest.mark.usefixtures("paper")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda _, it: it.update(log_wealth_0="Infinity"), "log_wealth_0 is 'Infinity'"),
        (lambda _, it: it.update(e_draws=None), "e_draws is None"),
        (lambda _, it: it.update(e_draws=-1), "no bets lead to these"),
        (lambda _, it: it.update(e_runs=0), "no bets lead to these"),
        (lambda _, it: it.update({f"log_wealth_{k}": 50.0 for k in range(14)}), "no bets lead to these"),
        (lambda data, _: data["run"].update(carried=[1]), "TypeError"),
        (lambda data, _: data["run"].update(carried={"seeds": "12", "kept": {}}), "the seeds are ['1', '2', 1]"),
        (lambda data, _: data["run"].update(carried={"seeds": [1], "kept": {}}), "the seeds are [1, 1]"),
        (lambda data, _: data["run"].update(carried={"seeds": [], "kept": {"thm:x": 3}}), "TypeError"),
        (
            lambda data, _: data["run"]["carried"].update(
                kept={"thm:x": {"sources": "", "decisions": {"it": {"e_bound": 1.0}}}}
            ),
            "are missing",
        ),
        (lambda data, _: data["run"].pop("seed"), "'seed'"),
        (lambda data, _: data.update(run=None), "AttributeError"),
        (lambda data, _: data.update(verdicts="abc"), "TypeError"),
    ],
)
def test_evidence_that_cannot_be_is_one_sentence(change, words, capsys):
    night(1)
    reseal(change)
    before = Path("chain.json").read_bytes()
    capsys.readouterr()
    assert night(2) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("theorytest: --carry chain.json: its evidence cannot be read (")
    assert words in err
    assert err.count("\n") == 1
    assert Path("chain.json").read_bytes() == before


@pytest.mark.usefixtures("paper")
def test_a_run_that_was_killed_between_its_two_files_loses_no_evidence():
    night(1)
    Path("chain.npz").write_bytes(b"of the next run")
    night(2)
    assert numbers()["e_runs"] == 2


@pytest.mark.usefixtures("paper")
def test_a_journal_belongs_to_its_chain(capsys):
    night(1)
    assert main(["verify", "--jobs", "1", "--seed", "2", "--resume", "--carry", "none.json"]) == 2
    assert "was written with seed 1" in capsys.readouterr().err
    night(2)
    assert main(["verify", "--jobs", "1", "--seed", "2", "--resume"]) == 2
    assert "was written with evidence of earlier runs" in capsys.readouterr().err


def chained(rule, draw, nights, chain, fresh=True, **options):
    """The decisions of a chain of runs, each with its own seed; the budget of one is 0.05."""
    stored = {}
    for k in range(nights):
        setting = Setting(seed=1000 * chain + (k if fresh else 0))
        evidence = Evidence("lem:x", 0.05 * math.pi**2 / 6, setting, carried={"it": stored})
        decision = evidence.sampled(rule, draw, name="it", resolution=0.5, max_draws=300, **options)
        stored = decision.statistics
        yield decision


def is_refuted_by_bets(decision):
    """Whether the chain refutes, whatever the run itself says; it may spend half of the budget."""
    bets = stored_processes(decision.statistics).values()
    return any(each.rejects(0.025 / len(bets)) for each in bets)


def alarms(*words, **options):
    """Of 200 chains, those that ever refute by their bets."""
    return sum(any(map(is_refuted_by_bets, chained(*words, chain, **options))) for chain in range(200))


def uniform(rng, size):
    return 2 * rng.random(size)


def outer(rng, size):
    """Matrices with the mean I."""
    x = rng.choice([-1.0, 1.0], (size, 2)) * np.sqrt(2) * np.eye(2)[rng.integers(0, 2, size)]
    return np.einsum("ti,tj->tij", x, x)


def heads(rng, size):
    return rng.random(size) < 0.3


@pytest.mark.parametrize(
    ("rule", "draw", "options", "nights"),
    [
        (probability_at_most, heads, {"bound": 0.3}, 20),
        (probability_equals, heads, {"value": 0.3}, 20),
        (mean_at_most, uniform, {"bound": 1.0, "upper": 2.0}, 3),
        (matrix_at_most, outer, {"bound": np.eye(2), "norm_bound": 2.0}, 3),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_true_tight_claims_keep_the_false_alarm_rate_over_whole_chains(at_most, rule, draw, options, nights):
    assert at_most(alarms(rule, draw, nights, **options), 200, 0.025)


def test_evidence_that_counts_twice_would_break_that_rate(at_most):
    assert not at_most(alarms(probability_at_most, heads, 20, fresh=False, bound=0.3), 200, 0.025)


def test_a_single_run_of_a_chain_keeps_its_budget(at_most):
    refuted = [d.verdict is Verdict.REFUTED for d in chained(probability_at_most, heads, 400, 5, bound=0.3)]
    assert at_most(sum(refuted), 400, 0.05)


@pytest.mark.parametrize(
    ("rule", "draw", "options"),
    [
        (probability_at_most, lambda rng, n: rng.random(n) < 0.35, {"bound": 0.3}),
        (probability_at_least, lambda rng, n: rng.random(n) < 0.25, {"bound": 0.3}),
        (mean_at_least, lambda rng, n: 0.9 * uniform(rng, n), {"bound": 1.0, "support": (0.0, 2.0)}),
        (mean_equals, lambda rng, n: 0.9 * uniform(rng, n), {"value": 1.0, "support": (0.0, 2.0)}),
        (matrix_at_most, lambda rng, n: 1.1 * outer(rng, n), {"bound": np.eye(2), "norm_bound": 3.0}),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_false_ones_are_refuted_by_the_chain(rule, draw, options):
    first, *_, last = chained(rule, draw, 60, 7, **options)
    assert first.verdict is not Verdict.REFUTED
    assert last.verdict is Verdict.REFUTED
    assert is_refuted_by_bets(last)


def decision(process, verdict=Verdict.CONFIRMED, alpha=1e-3):
    return Decision("it", "bets", verdict, f"{verdict}: so", alpha=alpha, statistics=process.to_numbers())


def test_another_bound_starts_anew_and_says_so():
    old, new = (EProcess(bound).update(np.full(10, 2.0)) for bound in (1.2, 1.0))
    found = carry_on(decision(new), old.to_numbers())
    assert found.statistics["e_runs"] == 1
    assert found.statistics["e_draws"] == 10
    assert found.sentence == "confirmed: so; evidence starts anew: earlier runs bet against 1.2, this one against 1"
    same = carry_on(decision(new), EProcess(1.0 + 1e-15).update(np.full(10, 0.5)).to_numbers())
    assert same.statistics["e_runs"] == 2
    assert same.sentence == "confirmed: so; with earlier runs 20 draws over 2 runs"


def test_a_peak_is_carried_and_the_budget_is_shared():
    won = EProcess(1.0).update(np.full(30, 2.0))
    assert won.rejects(1e-3)
    lost = won.update(np.zeros(1000))
    found = carry_on(decision(EProcess(1.0).update(np.zeros(5))), lost.to_numbers())
    assert found.verdict is Verdict.REFUTED
    assert found.alpha == pytest.approx(2e-3)
    assert found.sentence.endswith("more than 10^3.0; this run alone: so")


def test_decisions_without_bets_are_left_alone():
    exact = Decision("it", "comparison", Verdict.EXACT, "exact: so")
    assert carry_on(exact, {}) is exact


@given(arrays(float, st.integers(0, 30), elements=st.floats(0, 1e6)), st.integers(0, 30))
def test_joined_runs_are_one_run(draws, cut):
    whole = EProcess(2.0).update(draws)
    parts = [EProcess(2.0).update(part) for part in (draws[:cut], draws[cut:])]
    joined = parts[0].joined(parts[1])
    assert (joined.n, joined.runs) == (whole.n, 2)
    assert joined.log_wealths == pytest.approx(whole.log_wealths, abs=1e-9)
    assert joined.log_peak >= joined.log_wealth
    for side in (+1, -1):
        assert stored_processes(json.loads(json.dumps(joined.to_numbers(side)))) == {side: joined}


@given(st.lists(st.booleans(), max_size=40), st.floats(0.01, 0.99))
def test_counted_events_are_drawn_ones(events, p):
    x = np.array(events, dtype=float)
    for side, process in (+1, EProcess(p).update(x)), (-1, EProcess(1 - p).update(1 - x)):
        found = counted(int(x.sum()), len(x), p, side)
        assert found.log_wealths == pytest.approx(process.log_wealths, abs=1e-9)
        assert (found.n, found.bound) == (len(x), process.bound)


def test_different_bounds_do_not_join():
    with pytest.raises(ValueError, match=r"one e-process bets against 1.0, the other against 2.0"):
        EProcess(1.0).joined(EProcess(2.0))
