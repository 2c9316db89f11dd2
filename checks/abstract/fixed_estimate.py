r"""Abstract, lines 193-194: the risk is replaced by an estimate, then gradient descent is employed; that is SGD?

Constants on two points of mass 1/2 with the targets ±1: L(v) = (v² + 1)/2, and an estimate from n points with mean ȳ
has the gradient v - ȳ. Drawn once, gradient descent tends to ȳ: the generalisation error of line 194.
"""

import itertools
from fractions import Fraction

from theorytest import claim, equal, family, integers, repair
from theorytest.proof import HYPOTHESIS, along, compared, defined, function, induction, integer, statement, use


def drawn_once(batches):
    """The same n points in every step."""
    return batches[:1] * len(batches)


def harmonic(t):
    """s_t = 1/t."""
    return Fraction(1) / t


def error(rule, n, t, step=harmonic):
    """E u_t² from u_0 = 1 over all samples, where a rule says which points a step sees."""
    total = Fraction(0)
    for points in itertools.product((1, -1), repeat=n * t):
        u, batches = Fraction(1), [points[i : i + n] for i in range(0, n * t, n)]
        for i, batch in enumerate(rule(batches), start=1):
            u -= step(i) * (u - Fraction(sum(batch), n))
        total += u**2
    return total / 2 ** (n * t)


def error_on_symbols(*, step=harmonic):
    """Induction over t: X_{t+1} = (1 - s)² X_t + s²/n, as new points have E ȳ = 0 and E ȳ² = 1/n whatever u_t is."""
    X, n, t, k = function("X"), integer("n"), integer("t"), integer("k", 0)
    s = step(k + 1)
    given = {"X_0": defined(equal(X(0), 1)), "X": defined(equal(X(k + 1), (1 - s) ** 2 * X(k) + s**2 / n), k)}
    later = [use("X", at={"k": t}), use(HYPOTHESIS, (1 - step(t + 1)) ** 2)]
    by = induction(t, base=[use("X", at={"k": 0}), use("X_0", (1 - step(1)) ** 2)], step=later)
    return statement(equal(X(t), 1 / (n * t)), given=given, by=by)


def error_at(n, t):
    """New points in every step."""
    return {"n": n, "t": t, "k": t - 1, "X": along([error(list, n, k) for k in range(t + 1)], 0)}


@repair(
    "x:abs-fixed-estimate/corrected",
    "x:abs-fixed-estimate",
    by={"rule": list},
    proof=compared(error_on_symbols, error_at),
    reading="Proved from X_{t+1} = (1 - s)²X_t + s²/n for X_t = E u_t²: new points have E ȳ = 0 and E ȳ² = 1/n.",
    says="With targets ±1 on two points of mass 1/2, least squares by constants, u_0 = 1 and s_t = 1/(t + 1), n "
    "new points give E u_t² = 1/(nt).",
    mutants={
        "new points in every other step": {"rule": lambda sample: [sample[t // 2] for t in range(len(sample))]},
        "two per cent shorter steps": {"step": lambda t: Fraction(49, 50) / t},
    },
)
@claim(
    "x:abs-fixed-estimate",
    says="Gradient descent on a Monte Carlo estimate of the risk is classical stochastic gradient descent.",
    formula=r"\mathbb{E}\,\|u_t^{\mathrm{GD},\,\mathcal{L}_n}\|^2 = \mathbb{E}\,\|u_t^{\mathrm{SGD}}\|^2",
    forall={
        "n": family((1, 2), "positive integers, points per step", search=integers(1, 3)),
        "t": family((1, 2, 3, 4), "positive integers", search=integers(1, 4), effort=12),  # all pairs
    },
    reading="`Before` is read as: the estimate is drawn once. Then the error 1/n stays, the generalisation error.",
    gravity="fails only when read literally",
    finding="fixed-estimate-is-not-sgd",
)
def descent_on_an_estimate_is_sgd(n, t, *, rule=drawn_once, step=harmonic):
    return equal(error(rule, n, t, step), Fraction(1, n * t), symbol="E u_t²")
