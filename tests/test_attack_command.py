"""`theorytest attack` searches claims in rounds, goes on where it stopped, and says what it found."""

import json

import pytest
from clusters import Cluster, wait_until, workers
from toys import PAPER, write_toy

from theorytest.cli import main

ATTACKED = r"""
from theorytest import at_most, claim, family, reals

LINE = family([2, 3], "real numbers", search=reals())


@claim("lem:mean", says="2a is at most a² + 1.", forall={"a": LINE}, mutants={"no": {"one": 0}})
def young(a, *, one=1):
    return at_most(2 * a, a * a + one)


@claim("thm:sum", says="A number is at most its square.", forall={"a": LINE}, mutants={"no": {"one": 10}})
def below_its_square(a, *, one=1):
    return at_most(one * a, a * a)


@claim("def:mean", says="Three is three.", expected="exact", mutants={"four": {"right": 4}})
def three(*, right=3):
    return at_most(3, right) if right == 3 else at_most(right, 3)
"""


@pytest.fixture
def paper(tmp_path):
    return write_toy(tmp_path, paper=PAPER, attacked=ATTACKED)


def attack(paper, *words):
    return main(["attack", *words, "--checks", str(paper), "--jobs", "1"])


def test_what_holds_is_attacked_and_carried_on(paper, capsys):
    assert attack(paper, "lem:mean", "--evaluations", "300") == 0
    out = capsys.readouterr().out
    assert out.startswith("not refuted    lem:mean: 300 evaluations, closest approach")
    assert out.rstrip().replace("\n", " ").endswith("searched: a: real numbers (searched up to 81,000)")
    attack(paper, "lem:mean", "--evaluations", "300")
    assert "lem:mean: 600 evaluations" in capsys.readouterr().out
    attack(paper, "lem:mean", "--evaluations", "300", "--anew")
    assert "lem:mean: 300 evaluations" in capsys.readouterr().out


def test_what_fails_is_refuted_with_its_instance(paper, capsys, tmp_path):
    assert attack(paper, "*", "--evaluations", "300", "--json", str(tmp_path / "found.json")) == 1
    out = capsys.readouterr().out
    assert "refuted        thm:sum: a = 1/2: the value = 1/2 > 1/4 (rational)" in out
    assert "(expected: corroborated)" in out
    assert "1 of 3 claims have no family with a region to search" in out
    found = {each["claim"]: each for each in json.loads((tmp_path / "found.json").read_text())}
    assert found["thm:sum"]["refuted"]
    assert found["lem:mean"]["evaluations"] == 300


def test_time_ends_an_attack(paper, capsys):
    assert attack(paper, "lem:mean", "--seconds", "1") == 0
    assert "lem:mean: " in capsys.readouterr().out


def test_a_claim_without_a_region_is_a_sentence(paper, capsys):
    assert attack(paper, "def:mean") == 2
    assert "none has a family with a region to search" in capsys.readouterr().err


def test_the_same_seed_finds_the_same_whatever_the_number_of_workers(paper, capsys):
    found = []
    for jobs in ("1", "2"):
        main(["attack", "lem:mean", "--checks", str(paper), "--jobs", jobs, "--evaluations", "1500", "--anew"])
        found.append(capsys.readouterr().out)
    assert found[0] == found[1]


DROPPED = r"""
from theorytest import Hypothesis, at_most, claim, family, reals

LINE = family([2, 3], "real numbers", search=reals())
large = Hypothesis("a ≥ 1", lambda a: a >= 1)
real = Hypothesis("a² ≥ 0", lambda a: a * a >= 0)
known = Hypothesis("a is known")


@claim("lem:mean", says="A number is at most its square.", forall={"a": LINE}, given=[large, real, known],
       mutants={"ten": {"one": 10}})
def young(a, *, one=1):
    return at_most(one * a, a * a)


@claim("thm:sum", says="a² ≤ 2a².", forall={"a": LINE}, given=[large], mutants={"no": {"two": 0}})
def twice(a, *, two=2):
    return at_most(a * a, two * a * a)


@claim("def:mean", says="Three is three.", expected="exact", mutants={"four": {"right": 4}})
def three(*, right=3):
    return at_most(3, right) if right == 3 else at_most(right, 3)
"""

WITHOUT = {
    "lem:mean": ("a ≥ 1", "needed         lem:mean: a ≥ 1: without it a = 1/2"),
    "thm:sum": ("a ≥ 1", "not found      thm:sum: a ≥ 1: no failure without it in 100 evaluations"),
}


@pytest.fixture
def dropped(tmp_path):
    return write_toy(tmp_path, paper=PAPER, dropped=DROPPED)


@pytest.mark.parametrize("name", WITHOUT)
def test_a_hypothesis_is_needed_or_not_shown_to_be(dropped, capsys, name):
    hypothesis, line = WITHOUT[name]
    assert attack(dropped, name, "--evaluations", "100", "--without", hypothesis) == 0
    assert line in capsys.readouterr().out


def test_a_hypothesis_that_always_holds_is_not_attacked(dropped, capsys):
    assert attack(dropped, "lem:mean", "--evaluations", "100", "--without", "a² ≥ 0") == 0
    assert "not attacked   lem:mean: a² ≥ 0: the region" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "said"), [("b = 2", "has no hypothesis 'b = 2'"), ("a is known", "cannot be evaluated")]
)
def test_only_hypotheses_that_can_be_evaluated_are_dropped(dropped, capsys, name, said):
    assert attack(dropped, "lem:mean", "--without", name) == 2
    assert said in capsys.readouterr().err


def test_an_attack_without_a_hypothesis_leaves_nothing_behind(dropped, capsys):
    attack(dropped, "lem:mean", "--evaluations", "100", "--without", "a ≥ 1")
    capsys.readouterr()
    attack(dropped, "lem:mean", "--evaluations", "100")
    assert "not refuted    lem:mean: 100 evaluations" in capsys.readouterr().out


def test_a_cluster_finds_the_same(paper, capsys, tmp_path):
    pytest.importorskip("distributed", reason="needs the extra `cluster`")
    words = ("attack", "*", "--checks", str(paper), "--evaluations", "2500", "--anew", "--json")
    main([*words, str(tmp_path / "here.json"), "--jobs", "1"])
    with Cluster(tmp_path) as cluster:
        wait_until(lambda: workers(cluster.address) == 2)
        main([*words, str(tmp_path / "there.json"), "--backend", "dask", "--scheduler", cluster.address])
    assert (tmp_path / "there.json").read_text() == (tmp_path / "here.json").read_text()
    assert "refuted        thm:sum" in capsys.readouterr().out
