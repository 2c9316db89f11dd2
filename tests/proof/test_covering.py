"""The pack of a new user: false sentences whose proof runs on the wrong symbols, or assumes more than it names."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from kept_certificates import keep_certificates_in

from theorytest import Hypothesis, at_least, claim, equal, family, integers
from theorytest import positive as region
from theorytest.claims.mutants import ClaimError
from theorytest.decisions.decision import Verdict
from theorytest.proof import as_checked, integer, positive, real, squared, statement, vector
from theorytest.proof.certificates import write_certificate
from theorytest.proof.finder import find
from theorytest.proof.stating import statement_of
from theorytest.proof.ties import CHECK, TERMS, tie
from theorytest.runs.budget import Setting
from theorytest.runs.results import judge

F = Fraction
a, b = real("a b")
NUMBERS = family([1, 2], "real numbers")
POSITIVE = family([1, 2], "positive numbers", search=region())
WRONG = {"the other sign": {"sign": -1}}


def product(*on, numbers=NUMBERS, **words):
    """ab ≥ 0 for all real a and b, which is false, tried where it is true."""

    @claim("lem:p", says="ab ≥ 0", forall={"a": numbers, "b": numbers}, proof=as_checked(*on, **words), mutants=WRONG)
    def check(a, b, *, sign=1):
        return at_least(sign * a * b, 0)

    return check.__claims__[0]


def single(proof, says="a ≥ 0", given=(), domain=NUMBERS):
    @claim("lem:s", says=says, forall={"a": domain}, given=given, proof=proof, mutants=WRONG)
    def check(a, *, sign=1):
        return at_least(sign * a, 0)

    return check.__claims__[0]


def tied(made):
    return tie(made, statement_of(made), find(statement_of(made))["proof"])


def verdict(made, monkeypatch, tmp_path):
    keep_certificates_in(tmp_path, monkeypatch)
    write_certificate(made, find(statement_of(made)))
    return judge(made, None, 1e-3, Setting())


def test_one_symbol_for_two_quantifiers_is_refused(monkeypatch, tmp_path):
    with pytest.raises(ClaimError, match="does not cover b: a also stands for another part"):
        tied(product(a, a))
    assert verdict(product(a, a), monkeypatch, tmp_path).verdict is Verdict.UNDECIDED


def test_a_number_or_a_formula_is_no_symbol():
    with pytest.raises(ClaimError, match="does not cover b: 1 is no symbol"):
        tied(product(positive("a"), F(1)))
    with pytest.raises(ClaimError, match="does not cover a: a² is a formula"):
        tied(single(as_checked(a**2)))
    with pytest.raises(ClaimError, match="does not cover a: None is no symbol"):
        tied(nothing())


def nothing():
    @claim("lem:n", says="b² ≥ 0", forall={"a": NUMBERS, "b": NUMBERS}, proof=as_checked(None, b), mutants=WRONG)
    def check(a, b, *, sign=1):  # noqa: ARG001
        return at_least(sign * b**2, 0)

    return check.__claims__[0]


def test_numbers_do_not_stand_for_matrices():
    matrices = family([np.eye(2), 2 * np.eye(2)], "square matrices")

    @claim(
        "lem:m",
        says="(A + B)² = A² + 2AB + B²",
        forall={"A": matrices, "B": matrices},
        proof=as_checked(*real("A B")),
        mutants={"3": {"c": 3}},
    )
    def check(A, B, *, c=2):
        def times(x, y):
            return x @ y if isinstance(x, np.ndarray) else x * y

        return equal(times(A + B, A + B), times(A, A) + c * times(A, B) + times(B, B))

    with pytest.raises(ClaimError, match="does not cover A: A is not of the type of the instances, such as ndarray"):
        tied(check.__claims__[0])


def test_conditions_on_symbols_hold_at_the_instances_and_are_shown(monkeypatch, tmp_path):
    with pytest.raises(ClaimError, match="assumes more than holds at a = 0: a >0"):
        tied(single(as_checked(positive("a")), domain=family([0, 1], "real numbers")))
    found = verdict(single(as_checked(positive("a")), domain=POSITIVE), monkeypatch, tmp_path)
    assert found.sentence.startswith("proved: for a > 0: a ≥ 0 (statement made by the check on symbols, compared with")


def test_a_check_that_says_something_else_on_symbols_is_refused():
    @claim("lem:o", says="a ≥ 1", forall={"a": NUMBERS}, proof=as_checked(a), mutants=WRONG)
    def check(a, *, sign=1):
        return at_least(sign * a, 1) if isinstance(a, int) else at_least(sign * a**2, 0)

    with pytest.raises(ClaimError, match="at a = 1 the check compares other sides"):
        tied(check.__claims__[0])


@dataclass(frozen=True)
class Two:
    """Two numbers."""

    one: object
    other: object


def two(made):
    pairs = family([Two(F(1), F(1)), Two(F(4), F(4))], "pairs of numbers")

    @claim("lem:t", says="x² + y² ≥ 2xy", forall={"x, y": pairs}, proof=as_checked(made), mutants={"3": {"c": 3}})
    def check(pair, *, c=2):
        return at_least(pair.one**2 + pair.other**2, c * pair.one * pair.other)

    return check.__claims__[0]


def test_parts_of_a_dataclass_have_symbols_of_their_own():
    with pytest.raises(ClaimError, match="does not cover other of x, y: a also stands for another part"):
        tied(two(Two(a, a)))
    with pytest.raises(ClaimError, match="does not cover one of x, y: u is not of the type"):
        tied(two_vectors())
    assert statement_of(two(Two(a, b))).tree["claim"]


def two_vectors():
    u, v = vector("u v")

    @claim("lem:v", says="(x, y) = (y, x)", forall={"x, y": family([Two(1, 2)], "pairs")}, proof=as_checked(Two(u, v)))
    def check(pair):
        return equal(pair.one @ pair.other, pair.other @ pair.one) if not isinstance(pair.one, int) else equal(1, 1)

    return check.__claims__[0]


def test_a_formula_in_a_dataclass_is_not_every_number():
    @claim(
        "lem:q",
        says="x ≥ 0",
        forall={"x, y": family([Two(F(1), F(1))], "squares")},
        proof=as_checked(Two(a**2, b), by=[squared(a)]),
        mutants=WRONG,
    )
    def check(pair, *, sign=1):
        return at_least(sign * pair.one, 0)

    with pytest.raises(ClaimError, match="the check compares other sides"):
        tied(check.__claims__[0])


def test_the_formula_of_a_hypothesis_is_compared_with_its_predicate():
    regular = Hypothesis("a is regular", lambda a: a != 0)
    for proof in (
        as_checked(a, given={"a is regular": at_least(a, 1)}),
        lambda *, sign=1: statement(at_least(sign * a, 0), given={"a is regular": at_least(a, 1)}),
    ):
        with pytest.raises(ClaimError, match="'a is regular' in the proof is not its predicate: at a = -"):
            tied(single(proof, given=[regular]))
    large = Hypothesis("a is large", lambda a: a >= 2)
    assert tied(single(as_checked(a, given={"a is large": at_least(a, 1)}), given=[large])).startswith(CHECK)


def test_the_formula_of_a_hypothesis_stands_in_the_verdict(monkeypatch, tmp_path):
    stated = Hypothesis("a is regular")
    found = verdict(
        single(as_checked(a, given={"a is regular": at_least(a, 1)}), given=[stated]), monkeypatch, tmp_path
    )
    assert "a ≥ 0, given a is regular [a ≥ 1] (" in found.sentence


def test_the_number_of_arguments_names_the_remedy():
    with pytest.raises(ClaimError, match=r"1 arguments and the check 2 instances: write as_checked\(a, b\), one for"):
        statement_of(product((a, b)))


def test_terms_with_numbers_at_the_instances_are_no_symbols_for_all_of_them():
    """x ≥ 0 is false; on a² it is proved, and the words do not say that a² is every number."""

    def made(at):
        @claim(
            "lem:q",
            says="x ≥ 0",
            forall={"x, y": family([Two(F(1), F(1)), Two(F(4), F(0))], "numbers")},
            proof=as_checked(Two(a**2, b), by=[squared(a)], at=at),
            mutants=WRONG,
        )
        def check(pair, *, sign=1):
            return at_least(sign * pair.one, 0)

        return check.__claims__[0]

    assert tied(made(lambda pair: {a**2: pair.one})) == f"{TERMS}, compared with the check at 2 instances"
    with pytest.raises(ClaimError, match="compares other sides"):
        tied(made(lambda pair: {a**2: pair.one + 1}))


def test_a_statement_by_hand_does_not_say_that_the_quantifier_is_proved(monkeypatch, tmp_path):
    y = positive("y")
    made = single(lambda *, sign=1: statement(at_least(sign * y, 0)))
    (reach,) = verdict(made, monkeypatch, tmp_path).scope
    assert reach.coverage == "2 named instances, not attacked"
    (other,) = verdict(single(as_checked(positive("a")), domain=POSITIVE), monkeypatch, tmp_path).scope
    assert other.coverage.startswith("proved for a > 0 (region: numbers above 0 ")


@pytest.mark.parametrize(
    "branch",
    [lambda a: 0 if a == 0 else 1, lambda a: 1 if a else 0, lambda a: 0 if a in (0, 1) else 1, lambda a: a == b],
)
def test_a_check_that_branches_on_a_symbol_has_no_statement(branch):
    @claim("lem:b", says="a² + 1 ≥ 1", forall={"a": NUMBERS}, proof=as_checked(a), mutants=WRONG)
    def check(a, *, sign=1):
        return at_least(a**2 + branch(a), sign)

    with pytest.raises((ClaimError, TypeError), match="would be proved in one branch only"):
        statement_of(check.__claims__[0])


def test_the_quantifier_says_for_which_symbols_it_is_proved(monkeypatch, tmp_path):
    found = verdict(single(as_checked(positive("p")), domain=POSITIVE), monkeypatch, tmp_path)
    assert found.scope[0].sentence.startswith(
        "for all a (positive numbers): proved for p > 0 (region: numbers above 0 "
    )
    from_one = family([1, 2], "numbers", search=integers(1, 9))
    (reach,) = verdict(single(as_checked(integer("p")), domain=from_one), monkeypatch, tmp_path).scope
    assert reach.sentence.startswith(
        "for all a (numbers): proved for integer p ≥ 1 (region: integers from 1 to 9), and"
    )


def test_a_proof_for_positive_numbers_is_none_for_real_ones(monkeypatch, tmp_path):
    found = verdict(single(as_checked(positive("p"))), monkeypatch, tmp_path)
    assert found.verdict is Verdict.UNDECIDED
