r"""The mean gaps of Section 5.1 in ball arithmetic: exp on the quadratic polynomials of [-1, 1], u_1 = 0, n = 1.

Optimal points have w K = 3, so that E[gap'] = (1 - 2s + 3s²) E[gap] + 3s² L_min,M. With uniform points the coefficients
c of the Legendre polynomials change by -s (2k + 1) P_k(x) (y·φ)(x), where y = (c, -1) and φ = (P_0, P_1, P_2, exp).
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import sympy as sp
from flint import arb, arb_mat

from checks.instances.exponentials import EXP, INTERVAL, Function
from theorytest.attacks.balls import precision

D = INTERVAL.d
SIZES = np.array([2 * k + 1 for k in range(D)])  # 1/‖P_k‖²


def ball(x: Any) -> Any:
    """A rational number."""
    return arb(int(x.numerator)) / int(x.denominator)


def powers(c: Fraction, n_steps: int, exponent: Fraction = Fraction(9, 10)) -> Iterator[Any]:
    """c t^-exponent for t = 1, ..., n_steps."""
    return (ball(c) * arb(t) ** -ball(exponent) for t in range(1, n_steps + 1))


@cache
def _moment(k: int, a: int) -> Any:
    """The mean of x^k e^(ax), integrated by parts."""
    if a == 0:
        return arb((k + 1) % 2) / (k + 1)
    ends = (arb(a).exp() - (-1) ** k * arb(-a).exp()) / (2 * a)
    return ends - _moment(k - 1, a) * k / a if k else ends


def _mean(*factors: Function) -> Any:
    """The mean of a product."""
    whole: Function = {(0, 0): sp.Integer(1)}
    for f in factors:
        terms, whole = list(product(whole.items(), f.items())), {}
        for ((k, a), c), ((m, b), d) in terms:
            whole[k + m, a + b] = whole.get((k + m, a + b), 0) + c * d
    return sum((ball(c) * _moment(*key) for key, c in whole.items()), arb(0))


@cache
def _integrals() -> tuple[Any, Any]:
    """(2k + 1)(P_k, φ_a) and (2k + 1)(2m + 1) ∫ P_k P_m φ_a φ_b dρ."""
    with precision(160):
        p = INTERVAL.basis(D)
        phi = [*p, EXP]
        first = np.array([[_mean(f, g) for g in phi] for f in p])
        second = np.array([[[[_mean(f, g, a, b) for b in phi] for a in phi] for g in p] for f in p])
        return first * SIZES[:, None], second * np.multiply.outer(SIZES, SIZES)[..., None, None]


def start_and_floor() -> tuple[Any, Any]:
    """L(0) - L_min,M and L_min,M."""
    best = _integrals()[0][:, D]
    start = np.sum(best * best / SIZES) / 2
    return start, _mean(EXP, EXP) / 2 - start


def mean_gaps(points: str, steps: Iterable[Any], start: Any = None) -> Iterator[Any]:
    """E[L(u_t)] - L_min,M for t = 1, 2, ...; optimal points may start from another gap."""
    return _uniform(steps) if points == "uniform" else _optimal(steps, start)


def _optimal(steps: Iterable[Any], start: Any) -> Iterator[Any]:
    known, floor = start_and_floor()
    gap = known if start is None else start
    yield gap
    for s in steps:
        gap = (1 - 2 * s + D * s * s) * gap + D * s * s * floor
        yield gap


def _uniform(steps: Iterable[Any]) -> Iterator[Any]:
    first, second = _integrals()
    Y = np.array([[arb(0)] * (D + 1)] * (D + 1))
    Y[D, D] = arb(1)
    yield _gap(Y)
    for s in steps:
        A, Q = s * (first @ Y), s * s * np.tensordot(second, Y)
        Y[:D], Y[:, :D] = Y[:D] - A, Y[:, :D] - A.T
        Y[:D, :D] = Y[:D, :D] - A[:, :D] + Q
        yield _gap(Y)


def _gap(Y: Any) -> Any:
    """½ Σ E(Pg)_k² / (2k + 1)."""
    first, _ = _integrals()
    return np.sum(np.diag(first @ Y @ first.T) / SIZES) / 2


def level(points: str, s: Any) -> Any:
    """The limit of the mean gap for a constant step; E = E[eeᵀ] solves 2E = s (second · E + the noise of u - Pu)."""
    first, second = _integrals()
    if points == "optimal":
        return s * D * start_and_floor()[1] / (2 - s * D)
    rest = np.array([*first[:, D], arb(-1)])  # Pu - u in terms of φ
    noise = np.tensordot(np.tensordot(second, rest, 1), rest, 1).reshape(-1)
    move = second[..., :D, :D].reshape(D * D, D * D)
    system = [[2 * arb(int(i == j)) - s * move[i, j] for j in range(D * D)] for i in range(D * D)]
    E = arb_mat(system).solve(arb_mat([[s * each] for each in noise]))
    return sum((E[k * (D + 1), 0] / (2 * int(SIZES[k])) for k in range(D)), arb(0))
