r"""Proposition 4.7 [prop:RobbinsSiegmund]: almost supermartingales converge, and their decrements are summable.

With Γ_t = Π_{k≤t} (1 + γ_k) the sum W_t = Y_t/Γ_{t-1} + Σ_{k<t} X_k/Γ_k + Σ_{k≥t} Z_k/Γ_k is a nonnegative
supermartingale when Z is known from the start. That gives what a finite horizon can show: E W_T ≤ W_1 and
P(sup W_t ≥ K W_1) ≤ 1/K, and a bound on how much Y and Σ X still move after a time t_0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

import numpy as np
import sympy as sp

from theorytest import at_least, at_most, claim, equal, family, horizon, sampled, threshold
from theorytest.decisions.horizon import finite_horizon
from theorytest.decisions.probability import probability_at_most
from theorytest.decisions.trajectories import maximal_inequality

t = sp.Symbol("t", positive=True, integer=True)
DEPTH = 9  # steps of the trees: 512 paths
FIRST, LAST = 500, 4000  # the window in which Y and the sum of X must be at rest
HALF = Fraction(1, 2)
NOTHING, WHOLE = sp.Integer(0), sp.Integer(1)


@dataclass(frozen=True)
class Almost:
    """Y_{t+1} = (1 ± a_t) ((1 + γ_t) Y_t - X_t + Z_t) with X_t = α_t Y_t and Z_t = z_t Y_1; up with probability p."""

    gamma: sp.Expr = NOTHING
    alpha: sp.Expr = NOTHING
    z: sp.Expr = NOTHING
    noise: sp.Expr = WHOLE
    up: Fraction = HALF

    def coefficients(self, n):
        """γ, α, z and a for t = 1, ..., n, in rational numbers."""
        return [[_rational(part, k) for k in range(1, n + 1)] for part in self.parts]

    def numbers(self, n):
        """The same as arrays."""
        k = np.arange(1.0, n + 1)
        return [np.broadcast_to(sp.lambdify(t, part)(k), k.shape).astype(float) for part in self.parts]

    @property
    def parts(self):
        """γ, α, z and a as formulas."""
        return (self.gamma, self.alpha, self.z, self.noise)


def _rational(formula, k):
    value = sp.Rational(formula.subs(t, k))
    return Fraction(int(value.p), int(value.q))


GAMMA, Z = 1 / (t * (t + 2)), 1 / (t * (t + 1))  # products 2 (T + 1) / (T + 2) and sums 1 - 1/(T + 1)


def processes():
    """Inside the premises: one that doubles or dies, one that tends to 0, two that settle down."""
    return {
        "doubles or dies": Almost(),
        "wild": Almost(GAMMA, 1 / (t + 1), Z, sp.Rational(1, 2)),
        "settling": Almost(GAMMA, 1 / (t + 1) ** 2, Z, 1 / (t + 1)),
        "vanishing": Almost(GAMMA, 1 / (t + 1), Z, 1 / (t + 1)),
    }


def settling_processes():
    """Those with square summable noise."""
    return {name: processes()[name] for name in ("settling", "vanishing")}


@lru_cache
def tree(process, n):
    """All paths of n steps from Y_1 = 1: (probability, Y_{n+1}, smallest Y and X, Σ X_k/Γ_k), and Γ_n, Σ Z_k/Γ_k."""
    gamma, alpha, z, noise = process.coefficients(n)
    paths, product, inflow = [(Fraction(1), Fraction(1), Fraction(1), Fraction(0))], Fraction(1), Fraction(0)
    for g, a, zt, size in zip(gamma, alpha, z, noise, strict=True):
        product *= 1 + g
        inflow += zt / product
        grown = []
        for p, y, low, outflow in paths:
            mean, x = (1 + g - a) * y + zt, a * y
            for chance, factor in ((process.up, 1 + size), (1 - process.up, 1 - size)):
                grown.append((p * chance, factor * mean, min(low, factor * mean, x), outflow + x / product))
        paths = grown
    return paths, product, inflow


def budget(process, n, share=1):
    """E[Y_{n+1}/Γ_n + Σ X_k/Γ_k] and Y_1 + Σ Z_k/Γ_k."""
    paths, product, inflow = tree(process, n)
    return sum(p * (y / product + share * outflow) for p, y, _, outflow in paths), 1 + inflow


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
        sign = np.where(rng.random(size) < float(process.up), 1.0, -1.0)
        X[k] = alpha[k] * Y[k]
        Y[k + 1] = (1 + sign * noise[k]) * ((1 + gamma[k]) * Y[k] - X[k] + z[k] * start)
    return Y, X


def supermartingale(process, n, rng, size):
    """W_t / W_1, an array (size, n + 1)."""
    Y, X = sampled_paths(process, n, rng, size)
    gamma, _, z, _ = process.numbers(n)
    product = np.cumprod(1 + gamma)
    inflow = np.concatenate([[0.0], np.cumsum(z / product)])
    outflow = np.concatenate([np.zeros((1, size)), np.cumsum(X / product[:, None], axis=0)])
    W = Y / np.concatenate([[1.0], product])[:, None] + outflow + (inflow[-1] - inflow)[:, None] * Y[0]
    return (W / W[0]).T


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


SCOPE = "Y_{t+1} = (1 ± a_t)((1+γ_t)Y_t − X_t + Z_t) with X_t = α_tY_t, Z_t = z_tY_1 and an infinite mean of Y_1"


@claim(
    "prop:RobbinsSiegmund",
    also=["x:prop4.7-gamma", "x:prop4.7-cond-1", "x:prop4.7-cond-2", "x:prop4.7-cond-3", "x:prop4.7-conclusion"],
    kind="almost sure",
    says="If X, Y, Z ≥ 0 are adapted, E[Y_{t+1}|F_t] ≤ (1+γ_t)Y_t−X_t+Z_t, ∏(1+γ_t) < ∞ and Z ∈ ℓ¹ almost surely, then "
    "X ∈ ℓ¹ and Y_t converges almost surely.",
    formula=r"\mathbb{E}[Y_{t+1}\mid\mathcal{F}_t] \le (1+\gamma_t)Y_t - X_t + Z_t \implies "
    r"X\in\ell^1,\ Y_t \to Y_\infty < \infty \text{ a.s.}",
    forall={"(X, Y, Z)": family(settling_processes, f"{SCOPE}; here Σ a_t² < ∞"), "t": horizon},
    reading=f"Tried is how much Y and Σ X still move between t = {FIRST} and {LAST:,}, against Markov's bound.",
    mutants={
        "Z is not summable": {"drawn": lambda process: replace(process, z=1 / t)},
        "the product is infinite": {"drawn": lambda process: replace(process, gamma=1 / t)},
        "X is negative": {"drawn": lambda process: replace(process, alpha=-1 / t)},
        "the mean of the next Y is larger": {"drawn": lambda process: replace(process, up=Fraction(9, 10))},
    },
)
def almost_supermartingales_converge(process, *, drawn=lambda process: process):
    """Premises by summation in closed form; P(the movement ≥ 5 times the bound of its mean) ≤ 1/5, for every Y_1."""
    yield at_most(infinite(process), threshold((2.0, 1.0)), name="premises", symbol="the product and the sum")
    level = 5 * mean_movement(process)
    yield sampled(
        lambda *args, **options: finite_horizon(probability_at_most(*args, **options)),
        lambda rng, size: movement(drawn(process), rng, size) >= level,
        bound=0.2,
        name="at rest",
        symbol=f"P(Y or the sum of X moves by {level:.3g} Y_1 after t = {FIRST})",
        resolution=0.5,
        max_draws=400,
    )


@claim(
    "prop:RobbinsSiegmund/budget",
    voice="ours",
    says="In Proposition 4.7 with F₁-measurable Z, W_t = Y_t/Γ_{t−1} + Σ_{k<t} X_k/Γ_k + Σ_{k≥t} Z_k/Γ_k satisfies "
    "E[W_T|F₁] ≤ W_1 and, if W_1 > 0, P(sup W_t ≥ 8W_1) ≤ 1/8.",
    formula=r"\mathbb{E}[W_T\mid\mathcal{F}_1] \le W_1, \qquad \mathbb{P}(\sup_t W_t \ge KW_1\mid\mathcal{F}_1) "
    r"\le \tfrac1K \text{ for } W_1 > 0, \qquad "
    r"\Gamma_t = \prod_{k\le t}(1+\gamma_k)",
    forall={"(X, Y, Z)": family(processes, SCOPE), "t": horizon},
    reading=f"E W is counted over all paths of {DEPTH} steps, with equality because condition 2 has no slack; the "
    "supremum is sampled over 30.",
    premises=["prop:RobbinsSiegmund"],
    mutants={
        "the mean of the next Y is larger": {"drawn": lambda process: replace(process, up=Fraction(9, 10))},
        "no Z": {"inflow": lambda _: 1},
        "five per cent more of X": {"share": Fraction(21, 20)},
    },
)
def budget_is_kept(process, *, drawn=lambda process: process, inflow=lambda total: total, share=1):
    paths, *_ = tree(process, DEPTH)
    yield at_least(min(low for _, _, low, _ in paths), 0, name="signs", symbol="the least of X and Y")
    spent, available = budget(drawn(process), DEPTH, share)
    yield equal(spent, inflow(available), name="budget", symbol="E W_10")
    yield sampled(
        lambda *args, **options: finite_horizon(maximal_inequality(*args, **options)),
        lambda rng, size: supermartingale(drawn(process), 30, rng, size),
        level=8.0,
        bound=1.0,
        name="maximal inequality",
        symbol="P(sup W ≥ 8 W_1)",
        resolution=0.3,
        max_draws=16_000,
    )
