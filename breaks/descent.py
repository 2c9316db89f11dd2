"""Errors in Section 4: the scheme, losses, step rules, exact moments and rates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from breaks.breaking import Break, Part, after, around, scaled
from breaks.worlds import NUMPY, descent, loss, rng
from theorytest.approximation import Optimal, QuasiProjection
from theorytest.descent import (
    TABLE_1,
    Constant,
    Flat,
    Mixed,
    Power,
    State,
    by_quadrature,
    in_l2,
    optimal,
    scalar_gap,
    scheme,
    window_slope,
)

D = "theorytest.descent."


@dataclass(frozen=True)
class _Times:
    """A step rule times a number."""

    steps: Any
    factor: float

    @property
    def exponent(self) -> float:
        return float(self.steps.exponent)

    def __call__(self, t: Any) -> Any:
        return self.factor * self.steps(t)


def _steps_of_scheme(factor: float) -> Any:
    return around(lambda right, process, steps, *a, **o: right(process, _Times(steps, factor), *a, **o))


def _steps_of_moments(factor: float) -> Any:
    return around(lambda right, move, z, steps, grid: right(move, z, _Times(steps, factor), grid))


def _steps_of_recursion(factor: float) -> Any:
    return around(lambda right, loss, n, steps, *rest: right(loss, n, _Times(steps, factor), *rest))


def _without_noise(maps: Any) -> Any:
    """The entries of A₂ that ψ_0 alone makes."""
    first, second = maps[0], maps[1].copy()
    second[:, 0] = 0.0
    return first, second


def _table_1(cells: Any) -> Any:
    """Each power is faster by t^-0.1."""

    def faster(right: Any) -> Any:
        return lambda eps: right(eps) + 0.1

    return {
        label: each if each.exponent is None else replace(each, exponent=faster(each.exponent))
        for label, each in cells.items()
    }


def _gaps() -> Any:
    return scheme.descend(descent(), Constant(0.1), 5, rng(), 4).gap


def _exact() -> Any:
    L = loss()
    return by_quadrature(QuasiProjection(Optimal(L.space), 2), L)


def _exact_gap() -> Any:
    return _exact().gap(Constant(0.1), [1, 5])


def _recursion() -> Any:
    return scalar_gap(loss(), 2, Constant(0.1), 5, 1.0)


SCHEME = (
    Break(
        "uphill",
        "The scheme goes uphill, sampled or in its exact moments.",
        (
            Part(D + "scheme:descend", _steps_of_scheme(-1.0)),
            Part(D + "moments:_moved", _steps_of_moments(-1.0)),
            Part(D + "moments:scalar_gap", _steps_of_recursion(-1.0)),
        ),
        _gaps,
    ),
    Break(
        "uphill-compiled",
        "The compiled loops go uphill.",
        (
            Part(
                D + "kernel:Kernel.walk",
                around(lambda right, self, state, drawn, first, sizes: right(self, state, drawn, first, -sizes)),
            ),
        ),
        _gaps,
    ),
    Break(
        "step-twice",
        "Sampled trajectories make steps that are twice as long as asked.",
        (Part(D + "scheme:descend", _steps_of_scheme(2.0)),),
        _gaps,
    ),
    Break(
        "step-constant",
        "Constant steps are twice as long as asked.",
        (Part(D + "steps:Constant.__call__", scaled(2.0)),),
        lambda: Constant(0.5)([1, 2]),
    ),
    Break(
        "step-late",
        "Decaying steps count from t + 1.",
        (Part(D + "steps:Power.__call__", around(lambda right, self, t: right(self, np.asarray(t) + 1))),),
        lambda: Power(1.0, 0.5)([1, 2]),
    ),
    Break(
        "mixed-late",
        "The mixed rule changes one step too late.",
        (
            Part(
                D + "steps:Mixed.__call__",
                around(lambda right, self, t: right(replace(self, t_max=self.t_max + 1), t)),
            ),
        ),
        lambda: Mixed(1.0, Power(1.0, 0.5), 2)([1, 2, 3]),
    ),
    Break(
        "optimal-step",
        "The optimal step is twice as long.",
        (Part(D + "steps:optimal", after(lambda steps: Constant(2 * steps.step))),),
        lambda: optimal(1.0, 3.0).step,
    ),
    Break(
        "summability",
        "Steps t^-1 count as summable and steps t^(-1/2) as square-summable.",
        (
            Part(D + "steps:in_l1", around(lambda _, steps: steps.exponent >= 1)),
            Part(D + "steps:in_l2", around(lambda _, steps: 2 * steps.exponent >= 1)),
        ),
        lambda: float(in_l2(Power(1.0, 0.5))),
    ),
)

LOSSES = (
    Break(
        "gradient-halved",
        "The gradient of a quadratic loss is half as large at the points.",
        (Part(D + "losses:Quadratic.gradient", scaled(0.5)), NUMPY),
        _gaps,
    ),
    Break(
        "gap-doubled",
        "The observed gap of a quadratic loss lacks its factor 1/2.",
        (Part(D + "losses:Quadratic.observe", after(lambda state: replace(state, gap=2 * state.gap))),),
        _gaps,
    ),
    Break(
        "minimiser-scaled",
        "The best coefficients in the space are 1 % too large.",
        (Part(D + "losses:Quadratic.best", scaled(1.01)),),
        lambda: loss().best,
    ),
    Break(
        "smoothness-scaled",
        "The constants L and λ of a quadratic loss are 5 % too large.",
        (Part(D + "losses:Quadratic.L", scaled(1.05)), Part(D + "losses:Quadratic.lam", scaled(1.05))),
        lambda: loss().L,
    ),
    Break(
        "kappa",
        "κ lacks its summand 1.",
        (Part(D + "losses:State.kappa", after(lambda kappa: kappa - 1)),),
        lambda: State(np.ones(1), np.ones(1), np.ones(1)).kappa,
    ),
    Break(
        "flat-slope",
        "The slope of the flat loss is 1.1 times too steep.",
        (Part(D + "smooth_losses:Flat.slope", scaled(1.1)),),
        lambda: Flat(loss().space, lambda x: x[..., 0], 2.0).slope(np.ones(1)),
    ),
)

RATES = (
    Break(
        "exact-gradient",
        "The exact moments halve the gradient.",
        (Part(D + "moments:_gradients", scaled(0.5)),),
        _exact_gap,
    ),
    Break(
        "noise-missing",
        "The exact second moments lack the noise of the residual.",
        (Part(D + "moments:ExactDescent.maps", after(_without_noise)),),
        _exact_gap,
    ),
    Break(
        "drift-short",
        "The linear part of the exact second moments is 10 % too small.",
        (Part(D + "moments:ExactDescent.maps", after(lambda maps: (0.9 * maps[0], maps[1]))),),
        _exact_gap,
    ),
    Break(
        "recursion-points",
        "The scalar recursion counts one point too many.",
        (Part(D + "moments:scalar_gap", around(lambda right, loss, n, *rest: right(loss, n + 1, *rest))),),
        _recursion,
    ),
    Break(
        "rate-sign",
        "Fitted exponents and slopes have the wrong sign.",
        (Part(D + "rates:Fit.exponent", scaled(-1.0)), Part(D + "moments:window_slope", scaled(-1.0))),
        lambda: window_slope(np.array([1.0, 2.0, 4.0]), np.array([4.0, 2.0, 1.0])),
    ),
    Break(
        "table-1",
        "The exponents of Table 1 are larger by 0.1.",
        (Part(D + "table_1:TABLE_1", _table_1),),
        lambda: [each.bound([2.0]) for each in TABLE_1.values() if not each.is_exponential],
    ),
)

CONTROL = Break(
    "control: numpy",
    "Control, no error: numpy makes the steps that compiled loops would make.",
    (NUMPY,),
    lambda: float(descent().path == "numpy"),
    harmless=True,
)

BREAKS = (*SCHEME, *LOSSES, *RATES)
