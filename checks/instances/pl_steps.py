r"""Single steps under (LS), (PL) and (CR) with known constants, for Theorem 4.16.

Estimators of Table 2 on finitely many points, all draws counted, with three losses; the circle seen from three
targets; the spirals, in rational numbers. P_t g_t ≠ 0 in all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from checks.instances.any_steps import UNBIASED, AnyStep
from checks.instances.known_steps import on_the_circle
from checks.instances.one_step import change, estimates, least_squares, losses, parts, radial, stay
from checks.instances.spirals import Spiral, largest_sigma_step, sigma, spirals
from theorytest import family

F = Fraction
LAMBDA = {"least squares": 1.0, "elongated": 1.0, "wavy": 0.5}  # of (PL)


class Row(NamedTuple):
    """λ, L + C_R, s_t, κ_t, ‖g_t‖², L(u_t) - L_min and E[L(u_{t+1}) - L_min | F_t]."""

    lam: Any
    smoothness: Any
    step: Any
    kappa: Any
    square: Any
    gap: Any
    after: Any


@dataclass(frozen=True)
class Steps:
    """The constants of (BBV) and what single steps do."""

    constants: tuple[Any, ...]
    rows: tuple[Row, ...]

    @property
    def contracts(self) -> bool:
        """Whether σ̃_t > 0 in all of them."""
        return all(sigma(self.constants, each.smoothness, each.step, each.kappa) > 0 for each in self.rows)


def _counted(estimate: Any, shares: Sequence[float]) -> Iterator[Row]:
    worlds = [(word, loss, 0.0) for word, loss in losses(*estimate.matrices.shape[1:]).items()]
    for word, loss, C_R in (*worlds, ("least squares", least_squares(), 0.75)):
        for g in estimate.worst():
            tangent, normal = parts(estimate, g)
            if tangent < 1e-9:
                continue  # κ_t is not finite
            kappa, gap, K = 1 + (normal / tangent) ** 2, loss.value(loss.state(g)), loss.L + C_R
            for s in largest_sigma_step(estimate.constants, K, kappa) * np.array(shares):
                after = gap + change(estimate, loss, g, s, radial(C_R, 0.0) if C_R else stay)
                yield Row(LAMBDA[word], K, s, kappa, tangent**2 + normal**2, gap, after)


def _known(known: Any) -> Iterator[Row]:
    for s, tangent, normal, moved in known.steps:
        square = tangent**2 + normal**2
        yield Row(1.0, known.L + known.C_R, s, square / tangent**2, square, square / 2, square / 2 + moved)


def _on_spiral(spiral: Spiral, share: Fraction) -> Row:
    s, kappa = share * spiral.best_step(), spiral.kappa
    return Row(F(1), spiral.smoothness, s, kappa, F(2), F(1), spiral.mean_factor(s))


def _tilted() -> Steps:
    """R², ½‖v‖², T_t the first axis, P g = (g_1 - g_2) e_1 at (1, 1), s = 1/4: constants 1, 1, 2, 2; nothing moves."""
    return Steps((F(1), F(1), F(2), F(2)), (Row(F(1), F(1), F(1, 4), F(2), F(2), F(1), F(1)),))


@cache
def pl_steps() -> dict[str, Steps]:
    """By name: steps with σ̃_t > 0, and then longer ones with σ̃_t < 0; some estimators are biased."""
    found = {"tilted": _tilted()}
    for name, each in spirals().items():
        rows = tuple(_on_spiral(each, share) for share in (F(1, 10), F(1), F(19, 10)))
        found[f"spiral, {name}"] = Steps(each.constants, rows)
    for word, shares in (("", (0.1, 1.0, 1.9)), (", long steps", (2.5,))):
        for name, estimate in estimates().items():
            found[name + word] = Steps(tuple(estimate.constants), tuple(_counted(estimate, shares)))
    for name, known in on_the_circle():
        for row in _known(known):
            found[f"{name}, s = {row.step:g}, κ = {row.kappa:.3g}"] = Steps(tuple(known.constants), (row,))
    return found


def _pl_step(one: AnyStep) -> Steps:
    """With the gap to L_min = 0 and all of the gradient."""
    gap, tangent, normal, _, after = one.seen()
    rest, square = one.curvatures[2] * one.state[2] ** 2 / 2, tangent + normal
    row = Row(min(one.curvatures), one.constants["L"] + one.C_R, one.step, square / tangent, square, gap + rest, after)
    return Steps(one.moments, (row._replace(after=after + rest),))


def _without_error(one: AnyStep) -> AnyStep:
    return replace(one, beta=0 * one.beta)


PL_STEPS = UNBIASED.where(lambda one: one.seen()[1] > 0, "P_t g_t ≠ 0").map(_without_error).map(_pl_step)
STEPS = family(pl_steps, "losses, classes, estimators and steps", search=PL_STEPS)
