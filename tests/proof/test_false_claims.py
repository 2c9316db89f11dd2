"""False sentences of a hostile pack: each was proved once, by what the statement assumed and the sentence did not."""

import math
from dataclasses import dataclass
from fractions import Fraction

import pytest
import sympy as sp

from theorytest import Hypothesis, at_least, at_most, claim, equal, family, finite, horizon, integers, more_than
from theorytest import positive as above
from theorytest.claims.mutants import ClaimError
from theorytest.proof import (
    Term,
    along,
    as_checked,
    compared,
    for_all,
    function,
    integer,
    mean,
    nonnegative,
    positive,
    real,
    square,
    squared,
    statement,
    use,
    vector,
)
from theorytest.proof.assuming import rearranged
from theorytest.proof.finder import find
from theorytest.proof.stating import statement_of
from theorytest.proof.ties import tie

F = Fraction
a, b, x, y = real("a b x y")
NUMBERS = family([1, 2, 3], "real numbers")
PAIRS = family([(1, 2), (2, 2)], "pairs of real numbers")
X, t, j = function("X"), integer("t"), integer("j")
FALLING = family([(3, 2, 2), (5, 4, 0)], "sequences")
ANYTHING = Hypothesis("a is a number", lambda a: True)  # noqa: ARG005 - all of them


@dataclass(frozen=True)
class Two:
    """Two numbers."""

    one: object
    other: object


TWOS = family([Two(F(1), F(2)), Two(F(4), F(4))], "pairs of numbers")


def one(n, *, k=1):
    return at_least(k * n, 1)


def nonnegative_product(p, *, k=1):
    return at_least(k * p[0] * p[1], 0)


def cube(a, *, k=1):
    return at_least(k * a**3, 0)


def logarithms(a, *, k=1):
    return equal(k * sp.expand_log(sp.log(a**2), force=True), 2 * sp.log(a))


def floors(p, *, k=1):
    return equal(k * (p.one if isinstance(p.one, Term) else math.floor(p.one)), p.one)


def first_is_positive(p, *, k=1):
    return at_least(k * p.one, 0)


def not_negative(n, *, k=1):
    return at_least(k * n, 0)


def floor(x, *, k=1):
    return equal(k * (x if isinstance(x, Term) else math.floor(x)), x)


def first_of_two(p, *, k=1):
    return at_least(k * p[0], 0)


def cancelled(n, *, k=1):
    return equal(k * n / n, 1)


def grows(n, *, k=1):
    return at_least(k * n**2, n)


def is_zero_or_one(n, *, k=1):
    return equal(k * n**2, n)


def at_four_times(*, k=1):
    return at_least([k * (5 - time) for time in range(1, 5)], [0] * 4, until=4)


def in_the_ball(u, *, k=1):
    return at_most(square(u) if isinstance(u, Term) else sum(part * part for part in u), k)


def sequences(values, *, k=0):
    return at_most(values, [values[0] + k] * 3, until=3)


def beside(relation, by=None, **given):
    return lambda *, k=1: statement(relation(k), given=given, by=by)


FALSE = {
    "a ≥ 1 for all real numbers a": (one, {"n": NUMBERS}, as_checked(a, given={"real numbers": at_least(a, 1)})),
    "x/x = 1 for real x": (
        lambda n, *, k=1: equal(k * n / n, 1),
        {"n": NUMBERS},
        as_checked(sp.Symbol("x", real=True)),
    ),
    "⌊x⌋ = x for pairs (x, y)": (floors, {"p": TWOS}, as_checked(Two(a, b))),
    "x ≥ 0 for pairs (x, y)": (first_is_positive, {"p": TWOS}, as_checked(Two(a**2, b), by=[squared(a)])),
    "5 - t ≥ 0 for all t": (at_four_times, {"t": horizon}, as_checked()),
    "ab ≥ 0 for real a, b": (nonnegative_product, {"p": PAIRS}, as_checked(positive("a b"))),
    "log a² = 2 log a for real a": (logarithms, {"a": NUMBERS}, as_checked(sp.Symbol("a", positive=True))),
    "x² ≥ x for real x": (
        grows,
        {"n": NUMBERS},
        compared(beside(lambda k: at_least(k * y**2, x), real=at_least(y**2, x)), lambda n: {x: n, y: n}),
    ),
    "y ≥ x for real x": (
        grows,
        {"n": NUMBERS},
        compared(beside(lambda k: at_least(k * y, x), real=at_least(y, x)), lambda n: {x: n, y: n**2}),
    ),
    "n ≥ 0 for real n, proved for y ≥ 0": (
        not_negative,
        {"n": NUMBERS},
        compared(beside(lambda k: at_least(k * nonnegative("y"), 0)), lambda n: {"y": n}),
    ),
    "n ≥ 0 for real n, proved for y²": (
        not_negative,
        {"n": NUMBERS},
        compared(beside(lambda k: at_least(k * y**2, 0), by=[squared(y)]), lambda n: {y: sp.sqrt(n)}),
    ),
    "n ≥ 0 for real n, proved for |n|": (
        not_negative,
        {"n": NUMBERS},
        compared(beside(lambda k: at_least(k * nonnegative("y"), 0)), lambda n: {"y": abs(n)}),
    ),
    "⌊x⌋ = x for real x, with integers in the region": (
        floor,
        {"x": family([1, 2], "real numbers", search=integers(1, 9))},
        as_checked(integer("x")),
    ),
    "⌊x⌋ = x for nonnegative real x": (
        floor,
        {"x": family([1, 2], "nonnegative real numbers", search=integers(0, 9))},
        as_checked(integer("x", 0)),
    ),
    "a > 0 for a ≥ 0, with a region above 0": (
        lambda a, *, k=1: more_than(k * a, 0),
        {"a": family([1, 2], "numbers a ≥ 0", search=above(9))},
        as_checked(positive("a")),
    ),
    "y > 0 for nonnegative y, with a region above 0": (
        lambda a, *, k=1: more_than(k * a, 0),
        {"a": family([1, 2], "nonnegative numbers", search=above(9))},
        compared(beside(lambda k: more_than(k * positive("y"), 0)), lambda a: {"y": a}),
    ),
    "x ≥ 0 for pairs, proved for y ≥ 0": (
        first_of_two,
        {"p": PAIRS},
        compared(beside(lambda k: at_least(k * nonnegative("y"), 0)), lambda p: {"y": p[0]}),
    ),
    "‖u‖ ≤ 1 for vectors u": (
        in_the_ball,
        {"u": family([(F(1), F(0)), (F(3, 5), F(4, 5))], "vectors")},
        as_checked(vector("u"), given={"vectors": at_most(square(vector("u")), 1)}),
    ),
    "x² = x for every real x": (is_zero_or_one, {"x": finite([0, 1])}, as_checked(x, given={"real": equal(x**2, x)})),
    "a + b ≤ 0 for numbers a and b": (
        lambda p, *, k=1: at_most(k * p[0] + p[1], 0),
        {"a, b": family([(1, -1)], "numbers")},
        as_checked((a, b), given={"numbers": equal(a, -b)}),
    ),
    "a ≤ 5 for all a": (
        lambda a, *, k=1: at_most(a, 5 * k),
        {"a": NUMBERS},
        as_checked(a, given={"a ≤ 5": at_most(a, 5)}),
    ),
    "X_t ≤ X_1 for all t, for sequences X": (
        sequences,
        {"X": FALLING, "t": horizon},
        compared(
            lambda *, k=0: statement(
                at_most(X(t), X(1) + k),
                given={"sequences": for_all(j, at_most(X(j), X(1)))},
                by=[use("sequences", at={"j": t})],
            ),
            lambda values: [{X: along(values), t: i} for i in (1, 2, 3)],
        ),
    ),
}


def claimed(name, given=()):
    check, forall, proof = FALSE[name]
    made = claim("lem:false", says=name, forall=forall, proof=proof, given=given, mutants={"wrong": {"k": -1}})
    return made(check).__claims__[-1]


@pytest.mark.parametrize("name", FALSE)
def test_a_false_sentence_is_not_proved(name):
    made = claimed(name)
    with pytest.raises(ClaimError):
        tie(made, statement_of(made), find(statement_of(made))["proof"])


def test_a_hypothesis_that_excludes_nothing_does_not_allow_a_bound():
    proof = as_checked(positive("a"))
    made = claim(
        "lem:cube", says="a³ ≥ 0", forall={"a": NUMBERS}, given=[ANYTHING], proof=proof, mutants={"-": {"k": -1}}
    )(cube).__claims__[-1]
    with pytest.raises(ClaimError, match="the proof assumes a >0, which nothing says of 'a'"):
        tie(made, statement_of(made), find(statement_of(made))["proof"])


@pytest.mark.parametrize(
    ("assumed", "same"),
    [
        (at_least(b - a**2, 0), True),
        (at_least(3 * b, 3 * a**2), True),
        (more_than(b, a**2), True),
        (at_most(a**2 + 1, b), False),
        (at_least(a**2, b), False),
    ],
)
def test_a_hypothesis_that_is_the_claim_rearranged(assumed, same):
    """A proof may be just that: it is not refused, and the tie has the word."""
    tree = statement(at_most(a**2, b), given={"pairs": assumed}).tree
    assert rearranged(tree) == (["pairs"] if same else [])


def test_an_expectation_is_a_number_of_its_own():
    square_of_mean = at_least(mean(x) ** 2, a)
    tree = statement(at_least(mean(x**2), a), given={"moments": square_of_mean}).tree
    assert rearranged(tree) == []
    assert rearranged(statement(at_least(mean(x) ** 2 - a, 0), given={"moments": square_of_mean}).tree) == ["moments"]


@pytest.mark.parametrize("assumption", ["even", "negative", "zero", "prime", "nonzero"])
def test_what_a_statement_cannot_say_is_refused(assumption):
    """sympy would simplify (-1)ⁿ, |x| or x/x by it."""
    symbol = sp.Symbol("n", **{assumption: True})
    with pytest.raises(TypeError, match=f"assumed to be {assumption}"):
        _ = statement(at_least(symbol, 0)).tree
