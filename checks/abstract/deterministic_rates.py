r"""Abstract: the scheme achieves the rates of deterministic descent under a condition: no noise at the minimiser.

Exponential: least squares with u* in T has X_t = q^(t-1) X_1 with q = (d - 1)/(n - 1 + d) for the step n/(n - 1 + d),
where exact gradients with the same step have q². Sublinear: a smooth loss without a minimiser on all functions on two
points; one optimal point moves one of two values, and the number of its moves is binomial.
"""

from __future__ import annotations

import numpy as np

from checks.theory.best_steps import noiseless_problems, noisy_problems
from theorytest import at_most, claim, equal
from theorytest.descent.steps import Constant

Q = 0.1
L = Q * (Q + 1)  # the largest second derivative of h
STEP = 1 / (2 * L)  # c_bias1 / (L c_var1) with c_var1 = (n - 1 + d)/n = 2
HORIZON = 10_000
EXPONENT = 2 * (Q + 1) / (Q + 2)  # v grows like t^(1/(q+2))


def slope(v):
    """h' for h(v) = (1 + v)^-q, v ≥ 0: bounded below by 0, which is not attained."""
    return -Q * (1 + v) ** (-Q - 1)


def squared_slopes(n_moves, step):
    """h'(v)² along v ↦ v - s h'(v) from v = 0."""
    v, found = 0.0, np.empty(n_moves)
    for k in range(n_moves):
        found[k] = slope(v) ** 2
        v -= step * slope(v)
    return found


def random_gradients(times, length=2.0):
    """E‖g_t‖² for L(v) = (h(v_1) + h(v_2))/2: a drawn value moves by 2s h', and has been drawn B(t - 1, 1/2) times."""
    from scipy.stats import binom  # dear to load, and needed here only

    found = squared_slopes(max(times), length * STEP)
    return np.array([binom.pmf(np.arange(t), t - 1, 0.5) @ found[:t] for t in times])


def factor(d, n):
    """(d - 1)/(n - 1 + d)."""
    return (d - 1) / (n - 1 + d)


@claim(
    "x:abs-deterministic-rates",
    kind="rate",
    says="Without noise at the minimiser the mean loss falls exponentially under strong PL, with half the "
    "exponent of exact gradients; without PL the mean squared gradient is at most (L(u_1) - inf)/(sigma t) and "
    "follows that of exact descent.",
    formula=r"\mathbb{E}\,\mathcal{L}(u_t)-\mathcal{L}_{\min} = \Big(\tfrac{d-1}{n-1+d}\Big)^{t-1}"
    r"(\mathcal{L}(u_1)-\mathcal{L}_{\min}), \qquad "
    r"\min_{\tau\le t}\mathbb{E}\|g_\tau\|^2 \le \frac{\mathcal{L}(u_1)-\inf\mathcal{L}}{\sigma t}",
    expected="computed",
    tight="attained by least squares",
    mutants={
        "noise at the minimiser": {"problems": noisy_problems},
        "the factor of exact gradients": {"factor": lambda d, n: factor(d, n) ** 2},
        "two per cent faster": {"factor": lambda d, n: 0.98 * factor(d, n)},
        "a faster sublinear rate": {"exponent": 1.2},
        "values that move half as far": {"length": 1.0},
    },
)
def rates_of_deterministic_descent(*, problems=noiseless_problems, factor=factor, exponent=EXPONENT, length=2.0):
    """Exact moments, and a binomial sum; the exponent 2 (q + 1)/(q + 2) = 1.05 is near the guaranteed one."""
    times = np.arange(1, 40)
    for name, problem in problems().items():
        d, n = problem.space.dim, problem.n
        X = problem.errors(Constant(n / (n - 1 + d)), times)
        claimed = problem.start * float(factor(d, n)) ** (times - 1)
        yield equal(X, claimed, name=name, digits=10, scale=problem.start, symbol="X_t")
    times = np.array([1, 10, 100, 1000, HORIZON])
    random, exact = random_gradients(times, length), squared_slopes(HORIZON, STEP)[times - 1]
    scaled = random * STEP / 2 * times  # σ = s - s² L c_var1/2 = s/2
    yield at_most(scaled, 1.0, name="at most 1/t", digits=None, symbol="σ t E|g_t|²")
    yield equal(random[-1] / exact[-1], 1.0, name="as exact", digits=2, symbol="random / exact")
    seen = -np.diff(np.log(random[-2:])) / np.diff(np.log(times[-2:]))
    yield equal(seen, exponent, name="exponent", digits=2, scale=1.0, symbol="the exponent")
