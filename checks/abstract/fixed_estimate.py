r"""Abstract, lines 193-194: the risk is replaced by an estimate, then gradient descent is employed; that is SGD?

Constants on two points of mass 1/2 with the targets ±1: L(v) = (v² + 1)/2, an estimate from n points with mean ȳ has
the gradient v - ȳ. Drawn once, gradient descent tends to ȳ, at the mean square distance 1/n from the minimiser 0: the
generalisation error of line 194. Drawn anew in every step it is SGD, and with s_t = 1/t its error 1/(n t) vanishes.
"""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np

from theorytest import claim, equal, repair

SIZES, N_STEPS = (1, 2), 4


def drawn_once(sample, n_steps):
    """The same n points in every step."""
    return [sample[0]] * n_steps


def drawn_anew(sample, n_steps):
    """New points in every step."""
    return sample[:n_steps]


def error(rule, n, n_steps, step=lambda t: Fraction(1, t)):
    """E u_t² after n_steps from u = 1, over all samples, where a rule says which points a step sees."""
    total, paths = Fraction(0), itertools.product((1, -1), repeat=n * n_steps)
    for points in paths:
        u = Fraction(1)
        for t, batch in enumerate(rule(np.reshape(points, (n_steps, n)).tolist(), n_steps), start=1):
            u -= step(t) * (u - Fraction(sum(batch), n))
        total += u**2
    return total / 2 ** (n * n_steps)


@claim(
    "x:abs-fixed-estimate",
    kind="remark",
    says="Read as `before` says, for an estimate that is drawn once: gradient descent on it is SGD, so that their "
    "iterates have the same mean square distance from the minimiser.",
    formula=r"\mathbb{E}\,\|u_t^{\mathrm{GD},\,\mathcal{L}_n}\|^2 = \mathbb{E}\,\|u_t^{\mathrm{SGD}}\|^2",
    expected="refuted",
    gravity="misprint",
    premises=["x:abs-fixed-estimate/corrected"],
)
def descent_on_an_estimate_is_sgd_as_printed(*, steps=(1, 2, 3)):
    """They agree in the first step only: 1/n against 1/(2n) after the second. The steps 1/t are those of both."""
    for n, t in itertools.product(SIZES, steps):
        once, anew = (error(rule, n, t) for rule in (drawn_once, drawn_anew))
        yield equal(once, anew, name=f"n = {n}, step {t}", symbol="the error")


@repair(
    "x:abs-fixed-estimate/corrected",
    "x:abs-fixed-estimate",
    kind="value",
    says="With a new estimate in every step gradient descent is SGD and its error 1/(nt) tends to zero; on an "
    "estimate that is drawn once the error 1/n stays, which is the generalisation error.",
    formula=r"s_t = \tfrac1t: \quad \mathbb{E}\,u_t^2 = \tfrac{1}{nt} \text{ drawn anew}, \qquad "
    r"\mathbb{E}\,u_t^2 = \tfrac1n \text{ drawn once}",
    mutants={
        "drawn once for SGD": {"sgd": drawn_once},
        "drawn anew for the estimate": {"fixed": drawn_anew},
        "new points in every other step": {"sgd": lambda sample, n_steps: [sample[t // 2] for t in range(n_steps)]},
        "two per cent shorter steps": {"step": lambda t: Fraction(49, 50 * t)},
    },
)
def new_estimates_make_sgd(*, sgd=drawn_anew, fixed=drawn_once, step=lambda t: Fraction(1, t)):
    """All samples; so line 193 holds for estimates that are drawn anew, and line 194 for one that is drawn once."""
    for n, t in itertools.product(SIZES, range(1, N_STEPS + 1)):
        anew, once = error(sgd, n, t, step), error(fixed, n, t)
        yield equal(anew, Fraction(1, n * t), name=f"SGD, n = {n}, t = {t}", symbol="error")
        yield equal(once, Fraction(1, n), name=f"once, n = {n}, t = {t}", symbol="error")
