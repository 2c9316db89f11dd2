"""Integrals over ρ of functions that no finite rule integrates exactly: adaptive with an error, or to 30 digits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import mpmath as mp
import numpy as np
import scipy

from theorytest.approximation.measures import Discrete, Gaussian, Measure, Uniform
from theorytest.approximation.panels import (
    ATOL,
    SAFETY,
    Panel,
    box,
    by_factor,
    continuous,
    panels,
    points,
    refined,
)
from theorytest.arguments import Array, finite
from theorytest.signatures import checked

_SUBDIVISIONS = 2_000  # beyond these the error is reported as it is: a kink that is no knot costs all of them
_FEWEST = 5  # for each panel
_ROUNDS = {1: 6, 2: 1}  # of cuts before scipy takes over, by dimension: enough for waves, while kinks are for scipy


@dataclass(frozen=True)
class Integral:
    """A value with a bound on its absolute error, estimated by the adaptive rule (0 for finite sums).

    The bound holds where the pieces between the knots are smooth and no peak is narrower than a thousandth of them;
    a kink that is no knot may hide from it. Then the value still has about the relative accuracy that was asked, unless
    the kink lies next to an edge of a panel, beyond its outermost node at 0.002 of its width: name it as a knot. The
    error of an integrable singularity holds up to |x|^-0.9; nearer to 1/|x| it is too small.
    """

    value: Any
    error: float


@checked
def integrate(
    f: Callable[[Array], Array], measure: Measure, *, knots: Sequence[Sequence[float]] = (), rtol: float = 1e-12
) -> Integral:
    """∫ f dρ, adaptively, for f that maps points (N, D) to values (N, ...); `knots` lists the kinks per dimension."""
    first, ndim = panels(measure, knots), continuous(measure)
    if ndim not in _ROUNDS:
        return _one_by_one(f, measure, first, rtol, [ATOL] * len(first))

    def sums(x: Array, fine: Array, coarse: Array) -> tuple[Array, Array, Array]:
        values = finite("f(x)", f(x.reshape(-1, x.shape[-1])))
        rows, m, shape = values.reshape(*x.shape[:2], -1), fine.shape[1], (len(x), *values.shape[1:])
        best = (fine[:, None] @ rows[:, :m]).reshape(shape)
        other = (coarse[:, None] @ rows[:, m:]).reshape(shape)
        return best, np.abs(best - other), np.abs(best)

    found = refined(sums, measure, first, rtol, rounds=_ROUNDS[ndim])
    rest = _one_by_one(f, measure, found.left, rtol, [max(ATOL, float(entries.min())) for entries in found.allowed])
    return Integral(found.value + rest.value, found.error + rest.error)


def _one_by_one(
    f: Callable[[Array], Array], measure: Measure, left: list[Panel], rtol: float, atols: list[float]
) -> Integral:
    """The panels by scipy, which share its subdivisions: where many are left, f is noise that no cut resolves."""
    most = max(_FEWEST, _SUBDIVISIONS // max(1, len(left)))
    parts = [_panel_integral(f, measure.factors, *each, rtol, most) for each in zip(left, atols, strict=True)]
    return Integral(sum(part.value for part in parts), float(sum(part.error for part in parts)))


def _panel_integral(
    f: Callable[[Array], Array], factors: Sequence[Measure], panel: Panel, atol: float, rtol: float, most: int
) -> Integral:
    def integrand(z: Array) -> Array:
        """The function times the density of the continuous factors, at the points of the discrete ones."""
        x, density = points(factors, panel, z)
        values = finite("f(x)", f(x))
        product: Array = values * density.reshape(-1, *[1] * (values.ndim - 1))
        return product

    ends = box(factors, panel)
    if not ends:
        return Integral(integrand(np.zeros((1, 0)))[0], 0.0)
    low, high = np.transpose(ends)
    rule = "gk21" if len(ends) <= 2 else "genz-malik"
    limits = {"rtol": rtol / SAFETY, "atol": atol, "max_subdivisions": most if len(ends) <= 2 else most // 10}
    result = scipy.integrate.cubature(integrand, low, high, rule=rule, **limits)
    return Integral(result.estimate, SAFETY * float(np.max(result.error)))


@checked
def reference(
    f: Callable[..., Any], measure: Measure, *, digits: int = 30, knots: Sequence[Sequence[float]] = ()
) -> Any:
    """∫ f dρ to `digits` digits in mpmath, for f that takes the coordinates as mpf: f(x_1, ..., x_D); `knots` as above.

    Raises ArithmeticError when the error estimate does not reach the digits asked.
    """
    breaks = by_factor(knots, measure)
    with mp.workdps(digits + 15):
        value, error = _reference(f, list(measure.factors), breaks)
        if error > mp.mpf(10) ** -digits * max(1, abs(value)):
            reached = mp.nstr(error, 3)
            raise ArithmeticError(f"{digits} digits asked, but the error estimate is {reached}: give the knots of f")
    return value


def _reference(f: Callable[..., Any], factors: Sequence[Measure], knots: Sequence[Sequence[float]]) -> tuple[Any, Any]:
    if not factors:
        return mp.mpf(f()), mp.mpf(0)
    factor, rest = factors[0], factors[1:]
    worst = [mp.mpf(0)]

    def inner(*x: Any) -> Any:
        value, error = _reference(lambda *y: f(*x, *y), rest, knots[1:])
        worst[0] = max(worst[0], error)
        return value

    if isinstance(factor, Discrete):
        terms = [mp.mpf(w) * inner(*map(mp.mpf, p)) for p, w in zip(factor.points, factor.weights, strict=True)]
        return mp.fsum(terms), worst[0]
    value, error = _line_reference(inner, factor, knots[0])
    return value, error + worst[0]


def _line_reference(f: Callable[[Any], Any], factor: Measure, knots: Sequence[float]) -> tuple[Any, Any]:
    if isinstance(factor, Uniform):
        low, high = mp.mpf(factor.low), mp.mpf(factor.high)
        inside = sorted(mp.mpf(k) for k in knots if factor.low < k < factor.high)
        value, error = mp.quad(f, [low, *inside, high], error=True, maxdegree=12)
        return value / (high - low), error / (high - low)
    if not isinstance(factor, Gaussian):
        raise ValueError(f"measure must be built from Uniform, Gaussian and Discrete, got {factor!r}")
    m, s = mp.mpf(factor.mean), mp.mpf(factor.std)
    integrand: Callable[[Any], Any] = lambda z: f(m + s * z) * mp.exp(-z * z / 2) / mp.sqrt(2 * mp.pi)  # noqa: E731
    if not knots:
        return _trapezoidal(integrand)
    splits = sorted({mp.mpf(j) for j in range(-24, 25, 3)} | {(mp.mpf(k) - m) / s for k in knots})
    return mp.quad(integrand, [-mp.inf, *splits, mp.inf], error=True, maxdegree=12)  # type: ignore[no-any-return]


def _trapezoidal(integrand: Callable[[Any], Any]) -> tuple[Any, Any]:
    """The trapezoidal rule on the line, which converges like exp(-2π²/h²) for an entire function times exp(-z²/2)."""
    reach = int(mp.sqrt(2 * mp.mp.dps * mp.log(10))) + 16  # leaves room for polynomials of degree 200
    h, total = mp.mpf(1) / 2, mp.mpf(0)
    estimate, error = mp.mpf(0), mp.inf
    for level in range(7):
        step = 1 if level == 0 else 2  # later levels add the midpoints only
        first = -2 * reach if level == 0 else -int(reach / h) + 1
        total += mp.fsum(integrand(j * h) for j in range(first, int(reach / h) + 1, step))
        estimate, error = h * total, abs(h * total - estimate)
        if level and error < mp.mpf(10) ** (10 - mp.mp.dps) * max(1, abs(estimate)):
            break
        h /= 2
    return estimate, error
