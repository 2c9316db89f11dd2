r"""Proposition 4.7 [prop:RobbinsSiegmund]: almost supermartingales converge, and their decrements are summable.

A finite horizon can show how much Y and Σ X still move after a time t_0, against a bound of the mean.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np
import sympy as sp

from checks.instances.almost_supermartingales import ALMOST, t
from theorytest import at_most, claim, horizon, sampled, threshold
from theorytest.decisions.horizon import on_horizon
from theorytest.decisions.probability import probability_at_most

FIRST, LAST = 500, 4000  # the window in which Y and the sum of X must be at rest


@lru_cache
def infinite(process):
    """Π (1 + γ_t) and Σ z_t, as limits of their closed forms."""
    n = sp.Symbol("n", positive=True, integer=True)
    partial = (sp.product(1 + process.gamma, (t, 1, n)), sp.summation(process.z, (t, 1, n)))
    return [float(sp.limit(sp.simplify(each), n, sp.oo)) for each in partial]


def sampled_paths(process, n, rng, size):
    """Y_1, ..., Y_{n+1} and X_1, ..., X_n of `size` replicas; Y_1 is drawn with an infinite mean."""
    gamma, alpha, z, noise = process.numbers(n)
    start = rng.random(size) ** -2.0  # P(Y_1 > y) = y^(-1/2)
    Y, X = np.empty((n + 1, size)), np.empty((n, size))
    Y[0] = start
    for k in range(n):
        sign = np.where(rng.random(size) < process.up, 1.0, -1.0)
        X[k] = alpha[k] * Y[k]
        Y[k + 1] = (1 + sign * noise[k]) * ((1 + gamma[k]) * Y[k] - X[k] + z[k] * start)
    return Y, X


def movement(process, rng, size):
    """(sup |Y_t - Y_{t_0}| + |Σ X|) / Y_1 over the window."""
    Y, X = sampled_paths(process, LAST, rng, size)
    late = Y[FIRST - 1 :]
    return (np.abs(late - late[0]).max(axis=0) + np.abs(X[FIRST - 1 :].sum(axis=0))) / Y[0]


@lru_cache
def mean_movement(process):
    """A bound of its mean: Σ E(γY + 2X + Z) + 2 (Σ E noise²)^(1/2) by Doob, from the first two moments of Y."""
    gamma, alpha, z, noise = process.numbers(LAST)
    first, second, drift, square = 1.0, 1.0, 0.0, 0.0
    for k in range(LAST):
        c = 1 + gamma[k] - alpha[k]
        mean_square = c**2 * second + 2 * c * z[k] * first + z[k] ** 2
        if k >= FIRST - 1:
            drift += (gamma[k] + 2 * alpha[k]) * first + z[k]
            square += noise[k] ** 2 * mean_square
        first, second = c * first + z[k], (1 + noise[k] ** 2) * mean_square
    return drift + 2 * square**0.5


@claim(
    "prop:RobbinsSiegmund",
    also=["x:prop4.7-gamma", "x:prop4.7-cond-1", "x:prop4.7-cond-2", "x:prop4.7-cond-3", "x:prop4.7-conclusion"],
    kind="almost sure",
    says="If X, Y, Z ≥ 0 are adapted, E[Y_{t+1}|F_t] ≤ (1+γ_t)Y_t−X_t+Z_t, ∏(1+γ_t) < ∞ and Z ∈ ℓ¹ almost surely, then "
    "X ∈ ℓ¹ and Y_t converges almost surely.",
    formula=r"\mathbb{E}[Y_{t+1}\mid\mathcal{F}_t] \le (1+\gamma_t)Y_t - X_t + Z_t \implies "
    r"X\in\ell^1,\ Y_t \to Y_\infty < \infty \text{ a.s.}",
    # not searched: paths are sampled, and premises summed in closed form
    forall={"(X, Y, Z)": ALMOST, "t": horizon},
    reading=f"Tried is how much Y and Σ X still move between t = {FIRST} and {LAST:,}, against Markov's bound.",
    mutants={
        "Z is not summable": {"drawn": lambda process: replace(process, z=1 / t)},
        "the product is infinite": {"drawn": lambda process: replace(process, gamma=1 / t)},
        "X is negative": {"drawn": lambda process: replace(process, alpha=-1 / t)},
        "the mean of the next Y is larger": {"drawn": lambda process: replace(process, up=0.9)},
    },
)
def almost_supermartingales_converge(process, *, drawn=lambda process: process):
    """Premises by summation in closed form; P(the movement ≥ 5 times the bound of its mean) ≤ 1/5, for every Y_1."""
    yield at_most(infinite(process), threshold((2.0, 1.0)), name="premises", symbol="the product and the sum")
    level = 5 * mean_movement(process)
    yield sampled(
        on_horizon(probability_at_most, LAST),
        lambda rng, size: movement(drawn(process), rng, size) >= level,
        bound=0.2,
        name="at rest",
        symbol=f"P(Y or the sum of X moves by {level:.3g} Y_1 after t = {FIRST})",
        resolution=0.2,
        max_draws=400,
    )
