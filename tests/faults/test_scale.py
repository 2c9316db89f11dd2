"""Large papers: no recursion, nothing quadratic, and what is absurdly long is refused before any work.

No test is timed; what would be quadratic would take hours here.
"""

import pytest
from toys import PAPER, claim_text, source, write_toy

from theorytest import claim
from theorytest.claims.ledger import load_ledger
from theorytest.claims.mutants import ClaimError
from theorytest.runs.budget import Setting
from theorytest.runs.results import Task, judge
from theorytest.runs.runner import run

MANY = 10_000
CHAIN = f"""

def made(i):
    before = [f"lem:mean/{{i - 1}}"] if i else []

    @claim(f"lem:mean/{{i}}", says="Three is three.", premises=before, mutants={{"four": {{"right": 4}}}})
    def check(*, right=3):
        yield same(3, right, name="three")

    return check


checks = [made(i) for i in range({MANY})]
"""


@pytest.fixture(scope="module")
def ledger(tmp_path_factory):
    """Ten thousand claims, each resting on the one before."""
    return load_ledger(write_toy(tmp_path_factory.mktemp("large"), one=source(CHAIN)))


def test_a_chain_of_ten_thousand_premises_is_walked(ledger):
    assert len(ledger.claims) == MANY
    assert len(ledger.foundations(ledger[f"lem:mean/{MANY - 1}"])) == MANY - 1


def test_a_chosen_claim_of_ten_thousand_is_run(ledger):
    assert [each.id for each in ledger.select(["lem:mean/77"])] == ["lem:mean/77"]
    (found,) = run(ledger, [Task("lem:mean/77")], Setting()).values()
    assert found.verdict == "exact"


def test_a_circle_through_ten_thousand_premises_is_one_sentence(tmp_path):
    closed = CHAIN.replace("if i else []", f"if i else ['lem:mean/{MANY - 1}']")
    with pytest.raises(ClaimError, match="the premises go round in a circle: "):
        load_ledger(write_toy(tmp_path, one=source(closed)))


def test_a_hundred_thousand_decisions_of_one_claim(tmp_path):
    many = claim_text("lem:mean", body="yield from (same(3, right, name=str(i)) for i in range(100_000))")
    ledger = load_ledger(write_toy(tmp_path, one=source(many)))
    found = judge(ledger["lem:mean"], None, 1e-3, Setting())
    assert (found.verdict, len(found.evidence)) == ("exact", 100_000)


def test_names_of_a_megabyte_are_refused_in_a_short_sentence():
    long = "x" * 10**6
    for words in ({"id": "lem:" + long}, {"says": long}, {"formula": long}, {"mutants": {long: {"right": 4}}}):
        with pytest.raises(ClaimError, match=r"1,000,0\d\d characters, at most") as refused:
            claim(words.pop("id", "lem:mean"), **({"says": "It is so."} | words))(lambda *, right=3: right)
        assert len(str(refused.value)) < 200


def test_a_list_of_ten_thousand_items_is_read(tmp_path):
    item = '\n[[item]]\nlabel = "l:{0}"\nnumber = "{0}"\nkind = "lemma"\ntitle = "t"\n'
    paper = PAPER + "".join(item.format(i) for i in range(MANY))
    assert len(load_ledger(write_toy(tmp_path, paper=paper)).paper.items) == MANY + 5
