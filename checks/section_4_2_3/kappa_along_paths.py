r"""Section 4.2.3 [x:sec4.2.3-kappa-no-stuck]: κ_t along the random iterates."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from checks.instances.spirals import COIN, Spiral
from theorytest import at_most, claim, equal, repair

F = Fraction
STEPS = (F(1, 2), F(1, 4), F(1, 3))


def beside(signs, steps=STEPS, x=F(1), height=F(1)):  # noqa: B008 (immutable)
    """κ along a line at distance h from the target, for the estimates x ± h that the signs choose."""
    found = []
    for sign, s in zip(signs, steps, strict=False):
        x -= s * (x + sign * height)
        found.append(1 + height**2 / x**2 if x else float("inf"))
    return found


@claim(
    "x:sec4.2.3-kappa-no-stuck/deterministic",
    kind="remark",
    says="Read along the iterates, as Theorem 4.16 needs it: whether kappa_t stays bounded is a deterministic "
    "condition on the class and the loss.",
    formula=r"\kappa_t \text{ is the same for all draws}",
    expected="refuted",
    gravity="misprint",
)
def kappa_is_deterministic_as_printed(*, length=1):
    """Beside the target, u_1 = (1, 0) and h = 1: with s = 1/2 one draw leads to κ_2 = 2, the other to κ_2 = ∞.

    At a fixed point κ is deterministic, as the paper says; read as a bound of κ on the whole class so is the condition.
    """
    largest = [max(beside(signs)) for signs in product((1, -1), repeat=length)]
    yield equal(largest, min(largest), name="all draws", digits=None, symbol="the largest kappa")


def through(signs, slope=F(2), steps=STEPS):  # noqa: B008 (immutable)
    """κ along the line of (x, m x) through the target 0 with T_t the first axis; R_t keeps the length."""
    x, found = 1.0, []
    for sign, s in zip(signs, steps, strict=False):
        moved = (x - float(s) * (x + sign * float(slope) * x), float(slope) * x)
        length = (moved[0] ** 2 + moved[1] ** 2) ** 0.5
        x = length / float(1 + slope**2) ** 0.5
        g = (x, float(slope) * x)
        found.append((g[0] ** 2 + g[1] ** 2) / g[0] ** 2)
    return found


@repair(
    "x:sec4.2.3-kappa-no-stuck/deterministic-corrected",
    "x:sec4.2.3-kappa-no-stuck/deterministic",
    kind="remark",
    says="A bound of kappa on the whole class is such a condition: it bounds kappa_t for all draws.",
    formula=r"\kappa_t \le \sup_{v\in\mathcal{M}}\kappa(v) \quad\text{for all draws}",
    expected="computed",
    mutants={
        "bound x 0.99": {"bound": lambda spiral: 0.99 * (float(spiral.kappa))},
        "beside the target": {"path": beside},
    },
)
def kappa_is_bounded_on_the_class(*, path=through, bound=lambda spiral: float(spiral.kappa)):
    """All draws of three steps on a line through the target, where κ = 1 + m² = 5 everywhere."""
    largest = [max(path(signs)) for signs in product([sign for _, sign in COIN], repeat=len(STEPS))]
    yield at_most(largest, bound(Spiral(F(2))), name="all draws", symbol="the largest kappa")
