"""`verify --carry`: what a run takes over from the one before, what starts anew, and what is refused."""

import json
from pathlib import Path

import jsonschema
import pytest
from toys import write_toy

from theorytest.cli import main
from theorytest.runs.records import SCHEMA_FILE, checksum, read_record

CLAIMS = r"""
from theorytest import claim, sampled
from theorytest.decisions.means import mean_at_most
from theorytest.decisions.probability import probability_at_least

from checks.worlds import narrow


@claim(
    "lem:mean", says="The mean is at most one.", expected="confirmed",
    mutants={"far less": {"bound": 0.7}},
)
def mean_is_bounded(*, bound=1.0):
    options = {"upper": 1.4, "resolution": 0.1, "max_draws": 1000}  # too few for one night to see one per cent
    yield sampled(mean_at_most, narrow, bound=bound, name="uniform", **options)


@claim(
    "thm:sum", says="A coin shows heads.", expected="confirmed",
    mutants={"more": {"p": 0.9}},
)
def coin(*, p=0.5):
    options = {"resolution": 0.3, "coarse": "a toy needs no more", "max_draws": 5000}
    yield sampled(probability_at_least, lambda rng, n: rng.random(n) < 0.55, bound=p, name="coin", **options)
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
    return read_chain_record().verdict(claim).evidence[0].statistics


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
    assert 1 < seed < 39  # no single night resolves it
    assert out.splitlines()[0].startswith(f"refuted        lem:mean: the bets of {seed} runs with ")
    assert "(expected: confirmed)" in out
    entry = read_chain_record().verdict("lem:mean")
    assert entry.witness["runs"] == seed
    assert entry.witness["draws"] == numbers()["e_draws"] > 1000  # more than one night has
    assert read_chain_record().run.carried.seeds == tuple(range(1, seed))
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
    assert read_chain_record().verdict("lem:mean").broken
    night(3)
    assert numbers()["e_runs"] == 2


@pytest.mark.usefixtures("paper")
def test_mutants_start_anew(capsys):
    night(1, "--mutants")
    night(2, "--mutants")
    assert capsys.readouterr().out.splitlines()[-1] == "2 of 2 claims as expected, 2 of 2 mutants refuted"


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
        (lambda _, it: it.update(log_wealth_0="Infinity"), "log_wealth_0 is inf"),
        (lambda _, it: it.update(e_draws=None), "is incomplete: Expected `float | str`, got `null`"),
        (lambda _, it: it.update(e_draws=-1), "no bets lead to these"),
        (lambda _, it: it.update(e_runs=0), "no bets lead to these"),
        (lambda _, it: it.update({f"log_wealth_{k}": 50.0 for k in range(14)}), "no bets lead to these"),
        (lambda data, _: data["run"].update(carried=[1]), "is incomplete: Expected `object | null`, got `array`"),
        (lambda data, _: data["run"].update(carried={"seeds": "12", "anew": {}, "kept": {}}), "is incomplete"),
        (lambda data, _: data["run"].update(carried={"seeds": [1], "anew": {}, "kept": {}}), "the seeds are [1, 1]"),
        (lambda data, _: data["run"].update(carried={"seeds": [], "anew": {}, "kept": {"thm:x": 3}}), "is incomplete"),
        (
            lambda data, _: data["run"]["carried"].update(
                kept={"thm:x": {"sources": "", "decisions": {"it": {"e_bound": 1.0}}}}
            ),
            "are missing",
        ),
        (lambda data, _: data["run"].pop("seed"), "missing required field `seed`"),
        (lambda data, _: data.update(run=None), "is incomplete"),
        (lambda data, _: data.update(verdicts="abc"), "is incomplete"),
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
    assert err.startswith("theorytest: ")
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
