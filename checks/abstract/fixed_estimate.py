r"""Abstract, lines 193-194: the risk is replaced by an estimate, then gradient descent is employed; that is SGD?

Constants on two points of mass 1/2 with the targets ±1: L(v) = (v² + 1)/2, and an estimate from n points with mean ȳ
has the gradient v - ȳ. Drawn once, gradient descent tends to ȳ: the generalisation error of line 194.
"""

import itertools
from fractions import Fraction

from theorytest import claim, equal, family, integers, repair

ALL = {
    "n": family((1, 2), "positive integers", search=integers(1, 3)),
    "t": family((1, 2, 3, 4), "positive integers", search=integers(1, 4), effort=12),  # all pairs
}


def drawn_once(batches):
    """The same n points in every step."""
    return batches[:1] * len(batches)


def error(rule, n, t, step=lambda t: Fraction(1, t)):
    """E u_t² from u_0 = 1 over all samples, where a rule says which points a step sees."""
    total = Fraction(0)
    for points in itertools.product((1, -1), repeat=n * t):
        u, batches = Fraction(1), [points[i : i + n] for i in range(0, n * t, n)]
        for i, batch in enumerate(rule(batches), start=1):
            u -= step(i) * (u - Fraction(sum(batch), n))
        total += u**2
    return total / 2 ** (n * t)


@repair(
    "x:abs-fixed-estimate/corrected",
    "x:abs-fixed-estimate",
    by={"rule": list},
    says="With targets ±1 on two points, constants, u_0 = 1 and s_t = 1/t, estimates drawn anew give E u_t² = 1/(nt).",
    forall=ALL,
    mutants={
        "drawn once": {"rule": drawn_once},
        "new points in every other step": {"rule": lambda sample: [sample[t // 2] for t in range(len(sample))]},
        "two per cent shorter steps": {"step": lambda t: Fraction(49, 50 * t)},
    },
)
@claim(
    "x:abs-fixed-estimate",
    says="Gradient descent on a Monte Carlo estimate of the risk is classical stochastic gradient descent.",
    formula=r"\mathbb{E}\,\|u_t^{\mathrm{GD},\,\mathcal{L}_n}\|^2 = \mathbb{E}\,\|u_t^{\mathrm{SGD}}\|^2",
    forall=ALL,
    reading="`Before` is read as: the estimate is drawn once. Then the error 1/n stays, the generalisation error.",
    gravity="fails only when read literally",
    finding="fixed-estimate-is-not-sgd",
)
def descent_on_an_estimate_is_sgd(n, t, *, rule=drawn_once, step=lambda t: Fraction(1, t)):
    return equal(error(rule, n, t, step), Fraction(1, n * t), symbol="E u_t²")
