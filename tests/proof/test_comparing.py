"""A statement beside a check is compared with it at the instances; one with an error is refused at some of them."""

from fractions import Fraction

import pytest
from toys import REPOSITORY
from wrong_statements import wrong

from theorytest import at_least, at_most, claim, equal, family, horizon, positive, product
from theorytest.claims.ledger import load_ledger
from theorytest.claims.mutants import ClaimError
from theorytest.proof import (
    HYPOTHESIS,
    along,
    compared,
    for_all,
    function,
    induction,
    integer,
    mean,
    nonnegative,
    real,
    statement,
    use,
)
from theorytest.proof.finder import find
from theorytest.proof.statement import Compared
from theorytest.proof.stating import statement_of
from theorytest.proof.ties import compare, tie

F, HALF = Fraction, Fraction(1, 2)
CHECKS = REPOSITORY / "checks"
STEPS = family(
    [(F(1, 2), F(3), F(5)), (F(1, 3), F(1), F(7))],
    "s, L and g",
    search=product(positive(9), positive(9), positive(9)),
)
s, L, g = nonnegative("s L ‖g‖")
after = real("L(u⁺)", random=True)


def descent(*, half=HALF):
    bound = at_most(mean(after), -s * g**2 + half * L * s**2 * g**2)
    return statement(bound, given={"(LS)": at_most(mean(after), -s * g**2 + L / 2 * s**2 * g**2)}, by=[use("(LS)")])


def numbers(step):
    return {s: step[0], L: step[1], g: step[2], mean(after): value(step)}


def value(step):
    return -step[0] * step[2] ** 2 + step[1] / 2 * (step[0] * step[2]) ** 2 - 1


def stepping(at=numbers, beside=descent, per=1, unit=lambda step: 1):  # noqa: ARG005
    @claim(
        "lem:step",
        says="(LS) gives descent",
        forall={"step": STEPS},
        proof=compared(beside, at, per=per),
        mutants={"a third": {"half": F(1, 3)}},
    )
    def check(step, *, half=HALF):
        x, K, size = step
        return at_most(value(step) / unit(step), (half * K * x**2 - x) * size**2 / unit(step))

    return check.__claims__[0]


def tied(made):
    return tie(made, statement_of(made), find(statement_of(made))["proof"])


def test_named_instances_and_draws_are_compared():
    assert tied(stepping()) == "compared with the check at 26 instances; it is (LS), rearranged"


def test_a_named_scale_counts_as_rounding_and_no_more():
    """1 - (1 + h) cancels: what is left is rounding of the scale 1, and a millionth is not."""
    x = real("x")

    def cancelled(left, scale=1.0):
        @claim(
            "lem:x",
            says="x ≥ 0",
            forall={"x": family([0.0, 1.0], "numbers")},
            proof=compared(lambda *, c=1: statement(at_least(c * x**2, 0)), lambda n: {x: n}),
            mutants={"-1": {"c": -1}},
        )
        def check(n, *, c=1):
            return at_least(c * n**2 + left, 0, scale=scale)

        return check.__claims__[0]

    assert tied(cancelled(1e-16)).startswith("compared")
    for left in (1e-6, 1e-9):
        with pytest.raises(ClaimError, match="compares other sides"):
            tied(cancelled(left))
    with pytest.raises(ClaimError, match="no instance says anything"):
        tied(cancelled(0.1, scale=1e12))


def test_every_error_of_the_statement_is_refused():
    made = stepping()
    errors = list(wrong(statement_of(made).tree))
    assert len(errors) == 9
    for each in errors:
        with pytest.raises((ClaimError, ArithmeticError, TypeError)):
            compare(made, made.proof, each)


def test_what_the_check_divides_by_is_named():
    with pytest.raises(ClaimError, match="compares other sides"):
        tied(stepping(unit=lambda step: step[0]))
    assert tied(stepping(unit=lambda step: step[0], per=s)).startswith("compared")


def test_hypotheses_are_evaluated_or_named():
    with pytest.raises(ClaimError, match=r"assumes more than holds at .*: small"):
        tied(stepping(beside=lambda *, half=HALF: narrowed(half)))
    hidden = {each: number for each, number in numbers((F(1), F(1), F(1))).items() if each is not L}
    with pytest.raises(ClaimError, match="compares other sides"):
        tied(stepping(at=lambda _: hidden))


def narrowed(half):
    made = descent(half=half)
    return statement(made.claim, given=dict(made.given) | {"small": at_most(s, F(1, 2))}, by=made.by[0])


def test_an_instance_without_numbers_for_a_hypothesis_says_so():
    X = function("X")

    def falling(*, more=0):
        name = "X_2"
        return statement(at_most(X(2), X(1) + more), given={name: at_most(X(2) + X(3), X(1) + X(3))}, by=[use(name)])

    @claim(
        "lem:X",
        says="X_2 ≤ X_1",
        forall={"t": family([1, 2], "times")},
        proof=compared(falling, lambda n: [{X: along([n, n])}, None]),
        mutants={"less": {"more": -1}},
    )
    def check(n, *, more=0):
        yield at_most(n, n + more)
        yield equal(n, n)

    words = (
        "compared with the check at 2 instances (2 of 4 comparisons), X_2 not evaluated there; it is X_2, rearranged"
    )
    assert tied(check.__claims__[0]) == words


def test_zero_equal_to_zero_says_nothing():
    x = real("x")

    @claim(
        "lem:0",
        says="x² ≥ 0",
        forall={"x": family([0], "numbers")},
        proof=compared(lambda *, c=1: statement(at_least(c * x**2, 0)), lambda n: {x: n}),
        mutants={"-1": {"c": -1}},
    )
    def check(n, *, c=1):
        return equal(c * n, 0)

    with pytest.raises(ClaimError, match="compares other sides"):
        tied(check.__claims__[0])


def test_a_part_that_no_instance_speaks_of_is_refused():
    """At its only instance nothing is compared with the second part."""
    x = real("x")

    @claim(
        "lem:parts",
        says="x² ≥ 0 and (x - 1)² ≥ 0",
        forall={"x": family([1], "numbers")},
        proof=compared(
            lambda *, c=1: statement([at_least(c * x**2, 0), at_least(c * (x - 1) ** 2, 0)]), lambda n: [{x: n}, None]
        ),
        mutants={"-1": {"c": -1}},
    )
    def check(n, *, c=1):
        return at_least(c * n**2, 0), at_least(c * (n - 1) ** 2, 0)

    with pytest.raises(ClaimError, match="no instance says anything about a part"):
        tied(check.__claims__[0])


def test_points_and_entries_are_as_many():
    with pytest.raises(ClaimError, match="2 points for 1 entries"):
        tied(stepping(at=lambda step: [numbers(step)] * 2))


@pytest.mark.parametrize(
    "id",
    [
        "thm:convergence_in_expectation",
        "eq:retracted_empirical_step",
        "eq:L-smooth_expectation",
        "eq:a_t_bounds",
        "lem:quasi-projection_unbiased",
        "lem:quasi-projection_norm/corrected",
        "lem:sgd_bias_variance",
        "x:display-abc-condition",
        "x:display-quasi-projection-error/corrected",
        "eq:Ptn-quasi-opt/corrected",
        "eq:Pn_b_estimate",
        "lem:optimal_sampling_density/equal-corrected",
        "x:rmk-complexity-sgd-depends",
        "eq:g_strong_convexity_minimum",
        "x:display-appK.2-inner-product/corrected",
        "x:cor4.13-proof-from-t",
        "x:sec5.1.3-unit-step",
    ],
)
def test_errors_in_statements_of_the_paper_are_refused(id):  # noqa: A002
    made = load_ledger(CHECKS)[id]
    assert isinstance(made.proof, Compared)
    for each in wrong(statement_of(made).tree):
        with pytest.raises((ClaimError, ArithmeticError, TypeError)):
            compare(made, made.proof, each)


def growing(at, falls):
    """X_t ≤ X_1 for all t, tried up to 3."""

    @claim(
        "lem:t",
        says="X_t ≤ X_1, as X falls",
        forall={"X": family([(3, 2, 2), (5, 4, 0)], "sequences"), "t": horizon},
        proof=compared(falls, at),
        mutants={"less": {"more": -1}},
    )
    def check(X, *, more=0):
        yield at_most(X, [X[0] + more] * 3, until=3)

    return check.__claims__[0]


def test_one_time_is_not_all_times():
    """A statement about t = 1 alone agrees with the first comparison, and proves nothing about the others."""
    X, t, k = function("X"), integer("t"), integer("k")

    def first(*, more=0):
        return statement(at_most(X(1), X(1) + more))

    def every(*, more=0):
        given = {"X falls": for_all(k, at_most(X(k + 1), X(k)))}
        step = [use("X falls", at={"k": t}), use(HYPOTHESIS)]
        return statement(at_most(X(t), X(1) + more), given=given, by=induction(t, step=step))

    with pytest.raises(ClaimError, match="no symbol that moves with t"):
        tied(growing(lambda x: [{X: along(x)}, None, None], first))
    assert tied(growing(lambda x: [{X: along(x), t: i} for i in (1, 2, 3)], every)).startswith("compared")
