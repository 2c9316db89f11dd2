r"""Abstract: the scheme achieves the rates of deterministic descent under a condition: no noise at the minimiser.

Exponential: least squares with u* in T. Sublinear: a smooth loss without a minimiser on all functions on two points;
one optimal point moves one of two values, and the number of its moves is binomial.
"""

import numpy as np
from scipy.stats import binom

from checks.hypotheses import least_squares_loss, linear_class, no_retraction, optimal_points, target_in_class
from checks.theory.best_steps import SCALAR, noiseless_problems
from theorytest import at_most, claim, equal, family, horizon, repair, threshold
from theorytest.descent import Constant

Q = 0.1
L = Q * (Q + 1)  # the largest second derivative of h
STEP = 1 / (2 * L)  # c_bias1 / (L c_var1) with c_var1 = (n - 1 + d)/n = 2
HORIZON = 10_000


WITHOUT_NOISE = {
    "forall": {"T, n, u*": family(noiseless_problems, "spaces T, numbers of points and targets in T"), "t": horizon},
    "given": [least_squares_loss, linear_class, no_retraction, target_in_class, optimal_points, SCALAR],
    "mutants": {
        "the factor of exact gradients": {"factor": lambda d, n: ((d - 1) / (n - 1 + d)) ** 2},
        "two per cent faster": {"factor": lambda d, n: 0.98 * (d - 1) / (n - 1 + d)},
    },
}


@repair(
    "x:sec1.2-unbiased-vs-biased/rate-corrected",
    "x:sec1.2-unbiased-vs-biased/rate",
    kind="rate",
    says="If the target lies in T, the quasi-projection with step n/(n - 1 + d) multiplies the mean squared error "
    "by (d - 1)/(n - 1 + d).",
    formula=r"\frac{X_t}{X_1} = \Big(\frac{d-1}{n-1+d}\Big)^{t-1}",
    **WITHOUT_NOISE,
)
@claim(
    "x:abs-deterministic-rates",
    kind="rate",
    says="Under suitable conditions, the stochastic scheme achieves the exponential rate of deterministic first-order "
    "descent methods.",
    formula=r"\mathbb{E}\,\mathcal{L}(u_t)-\mathcal{L}_{\min} = \Big(\tfrac{d-1}{n-1+d}\Big)^{t-1}"
    r"(\mathcal{L}(u_1)-\mathcal{L}_{\min})",
    reading="`Suitable conditions` are those listed; with s = n/(n - 1 + d) the quasi-projection has its mean "
    "gap multiplied by (d - 1)/(n - 1 + d) in every step. The factor is ours.",
    **WITHOUT_NOISE,
)
def exponential_without_noise(problem, *, factor=lambda d, n: (d - 1) / (n - 1 + d)):
    times, d, n = np.arange(1, 40), problem.space.dim, problem.n
    X = problem.errors(Constant(n / (n - 1 + d)), times) / problem.start
    return equal(X, float(factor(d, n)) ** (times - 1), digits=10, scale=1.0, until=39, symbol="X_t / X_1")


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


@claim(
    "x:abs-deterministic-rates/sublinear",
    kind="rate",
    voice="ours",
    says="For L(v) = (h(v_1) + h(v_2))/2, h(v) = (1 + v)^(-1/10), u_1 = 0, one optimal point and s = 50/11, "
    "E‖g_t‖² ≤ 2(L(u_1) - inf L)/(st).",
    reading="Here 50/11 is 1/(2L) for the smoothness L = 11/100. At t = 10⁴ the mean is within one per cent of exact "
    "descent with this step.",
    formula=r"\mathbb{E}\|g_t\|^2 \le \frac{\mathcal{L}(u_1)-\inf\mathcal{L}}{\sigma t}, \quad \sigma = \tfrac s2",
    forall={"t": horizon},
    mutants={"values that move half as far": {"length": 1.0}, "a bound for t²": {"power": 2}},
)
def sublinear_without_minimiser(*, length=2.0, power=1):
    """A drawn value moves by 2s h', and has been drawn B(t - 1, 1/2) times; σ = s - s² L c_var1/2 = s/2."""
    times = np.array([1, 10, 100, 1000, HORIZON])
    found = squared_slopes(HORIZON, length * STEP)
    random = np.array([binom.pmf(np.arange(t), t - 1, 0.5) @ found[:t] for t in times])
    yield at_most(random * STEP / 2 * times**power, 1.0, "bound", digits=None, until=HORIZON, symbol="σ t E‖g_t‖²")
    ratio = random[-1] / squared_slopes(HORIZON, STEP)[-1]
    yield equal(ratio, threshold(1.0), "as exact descent", digits=2, until=HORIZON, symbol="random / exact")
