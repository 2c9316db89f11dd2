"""The claims of this paper as a whole: one vocabulary, claims that know their error, and files that stand alone."""

import ast
import itertools
import sys
from inspect import signature

import pytest
from toys import REPOSITORY
from worlds import plain, told, world

from theorytest import Hypothesis
from theorytest.claims.domains import within
from theorytest.claims.ledger import load_ledger
from theorytest.claims.words import Voice
from theorytest.decisions.decision import Verdict

CHECKS = REPOSITORY / "checks"


@pytest.fixture(scope="module")
def ledger():
    return load_ledger(CHECKS)


def imported(file):
    """The modules of checks that a file imports."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("checks."):
            yield node.module


def test_no_file_of_claims_imports_another_one(ledger):
    modules = {".".join(file.relative_to(CHECKS.parent).with_suffix("").parts) for file in ledger.files.values()}
    files = [file for file in CHECKS.rglob("*.py") if "witnesses" not in file.parts]
    assert {f"{file.name} imports {name}" for file in files for name in imported(file) if name in modules} == set()


@pytest.fixture(scope="module")
def domains(ledger):
    """Every domain whose instances are handed to a check, with these."""
    found = {id(each): each for claim in ledger.claims for each in claim.forall.values() if each.tried}.values()
    return [(each, list(each.make())) for each in found]


@pytest.fixture(scope="module")
def instances(domains):
    """Every instance, with the file that defines its domain."""
    return [(within(each.place, CHECKS.parent).rpartition(":")[0], one) for each, made in domains for one in made]


def of_two_worlds(instances):
    """Names that two worlds share of which neither is a part of the other."""
    known = {}
    for _, each in instances:
        if not plain(each.value):
            known.setdefault(each.name, set()).add(told(world(each.value)))
    pairs = ((name, pair) for name, found in known.items() for pair in itertools.combinations(found, 2))
    return {name for name, (one, other) in pairs if one not in other and other not in one}


def test_one_name_is_one_world(instances):
    assert of_two_worlds(instances) == set()


def test_one_description_is_one_family_of_worlds(domains):
    """Ranges of numbers are described by what they range over, and may list other numbers in each claim."""
    known = {}
    for each, made in domains:
        if each.says and not all(plain(one.value) for one in made):
            known.setdefault(each.says, set()).add(each.place)
    assert {says: places for says, places in known.items() if len(places) > 1} == {}


def test_two_worlds_of_one_name_are_found():
    class Named:
        name = "a world"

        def __init__(self, value):
            self.value = value

    assert of_two_worlds([("", Named(lambda x: x)), ("", Named(lambda x: 2 * x))]) == {"a world"}
    assert of_two_worlds([("", Named(lambda x: x)), ("", Named((lambda x: x, 3)))]) == set()


def test_claims_define_no_worlds(ledger, instances):
    """What can be seen of that: no class, and no family of objects; a world that is a function is not seen."""
    own = {file.relative_to(CHECKS.parent).as_posix() for file in ledger.files.values()}
    trees = {name: ast.parse((CHECKS.parent / name).read_text(encoding="utf-8")) for name in own}
    assert {name for name, tree in trees.items() for node in tree.body if isinstance(node, ast.ClassDef)} == set()
    assert {
        f"{each.name} in {file}" for file, each in instances if file in own and made_of_objects(each.value)
    } == set()


def made_of_objects(value):
    """Whether it has parts that are neither numbers nor functions."""
    parts = value if isinstance(value, (tuple, list)) else [value]
    return any(not plain(each) and not callable(each) and not isinstance(each, (tuple, list)) for each in parts)


def test_one_name_is_one_hypothesis(ledger):
    """Hypotheses of one name are about different parameters, such as a space and the problem that has it."""
    known = {}
    for given in {id(given): given for each in ledger.claims for given in each.given}.values():
        for about in {tuple(signature(each).parameters) for each in given.predicates}:
            known.setdefault((given.name, about), []).append(given)
    assert {key for key, found in known.items() if len(found) > 1} == set()


def test_no_word_of_the_vocabulary_is_defined_twice():
    tree = ast.parse((CHECKS / "hypotheses.py").read_text(encoding="utf-8"))
    names = [node.targets[0].id for node in tree.body if isinstance(node, ast.Assign)]
    assert sorted(names) == sorted(set(names))


def test_the_vocabulary_is_used(ledger):
    used = {id(given) for each in ledger.claims for given in each.given}
    words = vars(sys.modules["checks.hypotheses"])
    assert [
        name
        for name, value in words.items()
        if isinstance(value, Hypothesis) and not {id(value), id(value.stated)} & used
    ] == []


def test_what_is_refuted_is_the_papers_and_knows_its_error(ledger):
    refuted = [each for each in ledger.claims if each.expected is Verdict.REFUTED]
    assert [each.id for each in refuted if each.gravity is None or not each.finding] == []
    assert [each.id for each in refuted if each.voice is not Voice.PAPER] == []


def test_every_refuted_claim_has_a_control(ledger):
    """A repair by the same check, or a variant that must hold: a check that refutes everything shows nothing."""
    repaired = {each.check for each in ledger.claims if each.repairs and ledger[each.repairs].check is each.check}
    refuted = [each for each in ledger.claims if each.expected is Verdict.REFUTED]
    bare = [each for each in refuted if each.check not in repaired and not any(m.must_hold for m in each.mutants)]
    assert [each.id for each in bare] == []


def test_every_repair_belongs_to_a_refuted_sentence(ledger):
    repairs = [each for each in ledger.claims if each.voice is Voice.REPAIR]
    assert [each.id for each in repairs if ledger[each.repairs].expected is not Verdict.REFUTED] == []


def test_whatever_is_said_for_all_is_never_called_exact(ledger):
    assert [
        each.id for each in ledger.claims if each.most is Verdict.CORROBORATED and each.expected is Verdict.EXACT
    ] == []


def test_everything_that_the_paper_states_is_covered(ledger):
    """Headings state nothing."""
    kinds = {item.label: item.kind for item in ledger.paper.items}
    assert [label for label in ledger.coverage.missing if kinds[label] != "section"] == []
