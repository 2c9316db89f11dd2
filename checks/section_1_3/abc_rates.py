r"""Section 1.3: what the constant C of the ABC condition E‖ĝ‖² ≤ A (L - L_min) + B ‖∇L‖² + C says about rates.

C = 0 hides noise wherever L - L_min stays positive: at a local minimum, and on a class M that does not reach L_min.
"""

import numpy as np

from checks.hypotheses import (
    full_class,
    least_squares_loss,
    linear_class,
    no_retraction,
    optimal_points,
    polyak,
    short,
    smooth_loss,
    unbiased,
)
from checks.theory.best_steps import FIXED_STEPS, SEEN, noisy_problems
from theorytest import at_least, at_most, claim, equal, family, horizon, repair, threshold

HORIZON, LATE = 100_000, 20_000
TIMES = np.array([1, 2, 10, 100, 1000])

# L, its derivative, L_min and the constant of (PL), all with the smoothness 1
LOSSES = {
    "square": (lambda v: v**2 / 2, lambda v: v, 0.0, 1.0),
    "waves": (lambda v: 1 - np.cos(v), np.sin, 0.0, None),
    "a slope": (lambda v: 4 * np.logaddexp(0, v), lambda v: 4 / (1 + np.exp(-v)), 0.0, None),
    "a wavy square": (
        lambda v: (v**2 + 3 * np.sin(v) ** 2) / 8,
        lambda v: (2 * v + 3 * np.sin(2 * v)) / 8,
        0.0,
        0.1755 / 8,
    ),
}
V = np.linspace(-7, 7, 141)


def mean_after(loss, s, spread):
    """E L(v - s ĝ) for ĝ = L'(v) ± spread, with equal probabilities."""
    value, slope, *_ = loss
    return sum(value(V - s * (slope(V) + sign * spread)) for sign in (1, -1)) / 2


@claim(
    "x:sec1.3-abc-c-zero",
    kind="rate",
    says="In the best case C = 0, the resulting algorithm exhibits the same convergence rate as classical gradient "
    "descent.",
    formula=r"C = 0 \implies \mathbb{E}\,\mathcal{L}(u_t)-\mathcal{L}(u_\infty) \le K a^t "
    r"\text{ where gradient descent does}",
    forall={"A": family((0.0, 1.0), "A ≥ 0"), "t": horizon},
    given=[FIXED_STEPS],
    reading="The condition is introduced for every A ≥ 0; the paper then goes on with A = 0.",
    expected="refuted",
    gravity="missing hypothesis",
    finding="abc-rate-needs-a-zero",
    controls={"a minimum that is global": {"depth": 0.0}},
)
def c_zero_is_as_fast_as_printed(A, *, depth=1.0):
    """L = v²/2 for |v| ≤ 3 above a well with L_min = -depth, ĝ = v ± √(A (L - L_min)), v_1 = 1, B = 1.

    X_{t+1} = (1 - s)² X + s² A (X/2 + depth), and no path leaves |v| ≤ 3, as (1 - s) 3 + s √5.5 < 3 for steps up to 1.
    The best steps are those of the recursion X - X²/(mX + A depth); gradient descent is 4^-t for s = 1/2.
    """
    X, m = 1.0, 1 + A / 2
    for _ in range(HORIZON - 1):
        X -= X**2 / (m * X + A * depth) if X else 0.0
    return at_most(X / 2, threshold(1e6 * 0.999**HORIZON), digits=None, until=HORIZON, symbol="the mean gap")


@repair(
    "x:sec1.3-abc-c-zero/a-zero",
    "x:sec1.3-abc-c-zero",
    says="If A = C = 0 and s = 1/(LB), one step lowers the mean loss by at least ‖∇ℒ(u_t)‖²/(2LB).",
    formula=r"A = C = 0,\ s = \tfrac1{LB} \implies "
    r"\mathbb{E}\,\mathcal{L}(u_{t+1}) \le \mathcal{L}(u_t) - \tfrac1{2LB}\|\nabla\mathcal{L}(u_t)\|^2",
    forall={"ℒ": family(LOSSES, "losses on H = R with L = 1"), "B": family((1.0, 2.0, 5.0), "B ≥ 1")},
    given=[full_class, smooth_loss, unbiased],
    reading="The paper goes on with A = 0. Then the mean descends as gradient descent does for the smoothness LB; the "
    "factor of an exponential rate differs.",
    tight="attained by the square",
    mutants={
        "noise that stays": {"additive": 0.1},
        "the step of gradient descent": {"step": lambda B: 1 / B**0},
        "without B": {"guarantee": lambda _: 0.5},
    },
)
def c_zero_descends(loss, B, *, additive=0.0, step=lambda B: 1 / B, guarantee=lambda B: 1 / (2 * B)):
    """Estimates that are a random multiple of the gradient, 1 ± √(B - 1)."""
    after = mean_after(loss, step(B), (B - 1) ** 0.5 * loss[1](V) + additive)
    return at_most(after, loss[0](V) - guarantee(B) * loss[1](V) ** 2, digits=12, symbol="E L(u_{t+1})")


def contraction(s, lam, A, B):
    """1 - 2λs + s² (A/2 + λB) with L = 1."""
    return 1 - 2 * lam * s + s**2 * (A / 2 + lam * B)


@repair(
    "x:sec1.3-abc-c-zero/contraction",
    "x:sec1.3-abc-c-zero",
    kind="rate",
    says="If C = 0, one step multiplies the mean gap by at most 1 - 2λs + s²L(A/2 + λB).",
    formula=r"\mathbb{E}\,\mathcal{L}(u_{t+1})-\mathcal{L}_{\min} \le "
    r"\big(1-2\lambda s+s^2L(\tfrac A2+\lambda B)\big)\big(\mathcal{L}(u_t)-\mathcal{L}_{\min}\big)",
    forall={
        "ℒ": family(LOSSES, "losses on H = R with L = 1"),
        "A, B": family(((3.0, 0.0), (0.0, 1.0), (1.0, 1.0), (2.0, 3.0)), "A ≥ 0, B ≥ 0"),
        "s": family((0.1, 2 / 3, 2.0), "s > 0"),
    },
    given=[full_class, smooth_loss, unbiased, polyak, short],
    tight="attained by the square",
    mutants={
        "the factor of gradient descent": {"factor": lambda s, lam, A, B: (1 - s) ** 2 + 0 * lam * A * B},
        "without A": {"factor": lambda s, lam, A, B: contraction(s, lam, 0 * A, B)},
        "two per cent less": {"factor": lambda *setting: 0.98 * contraction(*setting)},
    },
)
def c_zero_contracts(loss, constants, s, *, factor=contraction):
    """Estimates L' ± √(A gap + (B - 1) L'²)."""
    (A, B), gap = constants, loss[0](V) - loss[2]
    after = mean_after(loss, s, np.sqrt(A * gap + (B - 1) * loss[1](V) ** 2)) - loss[2]
    return at_most(after, factor(s, loss[3], A, B) * gap, digits=12, symbol="the mean gap after a step")


@claim(
    "x:sec1.3-abc-c-positive",
    kind="rate",
    says="In the typical case C > 0, the algorithm follows the classical SGD rates.",
    formula=r"\Big(\tfrac1{X_1}+\tfrac{t-1}{v}\Big)^{-1} \le \min_{s} X_t \le "
    r"\Big(\tfrac1{X_1}+\tfrac{t-1}{v+(m-1)X_1}\Big)^{-1}, \qquad m = \tfrac{n-1+d}{n}",
    forall={"T, n, u*": family(noisy_problems, "spaces, numbers of points and targets outside"), "t": horizon},
    given=[least_squares_loss, linear_class, no_retraction, optimal_points, FIXED_STEPS, *SEEN],
    reading="For the quasi-projection with C = v = d‖(I - P)u*‖²/n, the smallest possible: the best steps are of the "
    "order 1/t, and tX_t/v tends to one.",
    premises=["x:display-abc-condition", "x:sec1-sgd-rate"],
    mutants={
        "two per cent more noise": {"noise": lambda problem: 1.02 * problem.noise},
        "a limit two per cent lower": {"limit": 0.98},
    },
)
def c_positive_gives_the_rate_of_sgd(problem, *, noise=lambda problem: problem.noise, limit=1.0):
    steps, recursion = problem.best_steps(LATE)
    X, start = problem.errors(steps, TIMES), problem.start
    yield equal(X, recursion[TIMES - 1], "moments", digits=9, until=1000, symbol="X_t")
    widest = problem.noise + (problem.m - 1) * start
    below, above = (1 / (1 / start + (TIMES - 1) / each) for each in (noise(problem), widest))
    yield at_least(X / below, 1.0, "below", digits=9, until=1000, symbol="X_t / lower bound")
    yield at_most(X / above, 1.0, "above", digits=9, until=1000, symbol="X_t / upper bound")
    scaled = LATE * recursion[-1] / problem.noise
    yield equal(scaled, limit, "limit", digits=2, scale=1.0, until=LATE, symbol="t X_t / v")
