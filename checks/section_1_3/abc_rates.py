r"""Section 1.3: what the constant C of the ABC condition E‖ĝ‖² ≤ A (L - L_min) + B ‖∇L‖² + C says about rates.

C = 0 hides noise wherever L - L_min stays positive: at a local minimum, and on a class M that does not reach L_min.
Everything runs over X_{t+1} = (1 - 2s + m s²) X_t + s² v, whose best steps are known (see best_steps).
"""

from __future__ import annotations

import itertools

import numpy as np

from checks.theory.best_steps import noiseless_problems, noisy_problems
from theorytest import at_least, at_most, claim, equal, repair
from theorytest.approximation.enumeration import draws
from theorytest.approximation.measures import Discrete
from theorytest.approximation.sampling import Optimal
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import empirical_gramian
from theorytest.approximation.systems import Monomials
from theorytest.descent.steps import Constant

HORIZON = 100_000
LATE = 20_000


LOSSES = {  # L and its derivative, both with the smoothness 1: convex, with many stationary points, and without any
    "square": (lambda v: v**2 / 2, lambda v: v),
    "waves": (lambda v: 1 - np.cos(v), np.sin),
    "a slope": (lambda v: 4 * np.logaddexp(0, v), lambda v: 4 / (1 + np.exp(-v))),
}


def mean_after(loss, v, s, spread, additive=0.0):
    """E L(v - s ĝ) for ĝ = (1 ± spread) L'(v) ± additive, with equal probabilities."""
    value, slope = loss
    return sum(value(v - s * ((1 + sign * spread) * slope(v) + sign * additive)) for sign in (1, -1)) / 2


@claim(
    "x:sec1.3-abc-c-zero",
    kind="inequality",
    says="Read for A = 0, as the paper goes on: with C = 0 the step 1/(LB) descends in the mean as gradient "
    "descent does for the smoothness LB, so that all its rates hold for SGD; attained.",
    formula=r"A = C = 0,\ s = \tfrac1{LB} \implies "
    r"\mathbb{E}\,\mathcal{L}(u_{t+1}) \le \mathcal{L}(u_t) - \tfrac1{2LB}\|\nabla\mathcal{L}(u_t)\|^2",
    expected="computed",
    tight="attained by the square",
    mutants={
        "share x 1.02": {"share": 1.02},
        "noise that stays": {"additive": 0.1},
        "the step of gradient descent": {"step": lambda B: 1 / B**0},
        "without B": {"guarantee": lambda _: 0.5},
    },
)
def c_zero_descends_like_gradient_descent(
    *, share=1.0, additive=0.0, step=lambda B: 1 / B, guarantee=lambda B: 1 / (2 * B)
):
    """Estimates that are a random multiple of the gradient, 1 ± √(B - 1), on three losses with L = 1; both signs."""
    v = np.linspace(-7, 7, 141)
    for (name, loss), B in itertools.product(LOSSES.items(), (1.0, 2.0, 5.0)):
        after = mean_after(loss, v, step(B), (B - 1) ** 0.5, additive)
        bound = loss[0](v) - share * guarantee(B) * loss[1](v) ** 2
        yield at_most(after, bound, name=f"{name}, B = {B:g}", digits=12, symbol="E L(u_{t+1})")


def best_in_the_well(n_steps, A=1.0, depth=1.0):
    """The least X_t = E v² with L = v²/2 for |v| ≤ 3 and L_min = -depth elsewhere, ĝ = v ± √(A (L - L_min)), v_1 = 1.

    Then X_{t+1} = (1 - s)² X + s² A (X/2 + depth). With A = depth = 1 no path leaves |v| ≤ 3: (1 - s) 3 + s √5.5 < 3.
    """
    X, m = 1.0, 1 + A / 2
    for _ in range(n_steps - 1):
        X -= X**2 / (m * X + A * depth)
    return X


@claim(
    "x:sec1.3-abc-c-zero/any-a",
    kind="rate",
    says="Read for every A, as the condition is introduced: with C = 0 SGD converges at the rate of gradient descent.",
    formula=r"C = 0 \implies \mathbb{E}\,\mathcal{L}(u_t)-\mathcal{L}(u_\infty) \le K a^t "
    r"\text{ where gradient descent does}",
    expected="refuted",
    gravity="misprint",
    premises=["x:display-abc-condition/whole-space"],
)
def c_zero_gives_the_rate_of_gradient_descent_as_printed(*, a=0.999, K=1e6):
    """M = H = R and A = 1, B = 1: a well v²/2 above a deeper one. Gradient descent from v = 1 is 4^-t for s = 1/2.

    SGD with steps up to 1 is 1/t at best. It takes A > 0: the noise A (L - L_min) stays where L > L_min. The paper
    itself goes on with A = 0, where the sentence is true: `x:sec1.3-abc-c-zero`.
    """
    limit = K * a**HORIZON
    value = best_in_the_well(HORIZON) / 2
    yield at_most(value, limit, name="a well", digits=None, symbol="the mean gap")


def whole_spaces():
    """M = H: all functions on two, three and four points of unequal mass."""
    masses = ((0.3, 0.7), (0.2, 0.3, 0.5), (0.1, 0.2, 0.3, 0.4))
    return [Space(Monomials(len(p)), Discrete(np.arange(len(p), dtype=float), np.array(p))) for p in masses]


def mean_factor(space, n, s):
    """The largest and the smallest E‖e_{t+1}‖²/‖e_t‖² over all e, all samples enumerated."""
    every = draws(Optimal(space), n)
    E = np.eye(space.dim) - s * empirical_gramian(Optimal(space), every.points)
    return np.linalg.eigvalsh(np.einsum("r,rij,rik->jk", every.probability, E, E))[[0, -1]]


def contraction(d, n, s, L=1.0, lam=1.0):
    """1 - 2λ (s - s² L B/2) + s² L A/2 with A = 2d/n and B = (n - 1)/n, the constants of optimal points."""
    return 1 - 2 * lam * (s - s**2 * L * (n - 1) / n / 2) + s**2 * L * d / n


@repair(
    "x:sec1.3-abc-c-zero/any-a-corrected",
    "x:sec1.3-abc-c-zero/any-a",
    kind="rate",
    says="With C = 0, M = H and (PL) a step below 2λ/(L(A/2 + λB)) contracts the mean gap: exponential like "
    "gradient descent, with a factor that depends on A and B; attained by least squares.",
    formula=r"C = 0,\ \text{(PL)} \implies \mathbb{E}\,\mathcal{L}(u_{t+1})-\mathcal{L}_{\min} \le "
    r"\big(1-2\lambda s+s^2L(\tfrac A2+\lambda B)\big)\big(\mathcal{L}(u_t)-\mathcal{L}_{\min}\big)",
    expected="computed",
    tight="attained by least squares",
    mutants={
        "the factor of gradient descent": {"factor": lambda d, n, s: (1 - s) ** 2},  # noqa: ARG005 (any d and n)
        "without A": {"factor": lambda d, n, s: contraction(0, n, s) + 0 * d},
        "two per cent less": {"factor": lambda d, n, s: 0.98 * contraction(d, n, s)},
        "a target outside the class": {"problems": noisy_problems},
    },
)
def c_zero_contracts_on_the_whole_space(*, factor=contraction, problems=noiseless_problems):
    """All samples on whole spaces, every e contracts by the same factor; then runs on spaces that hold the target."""
    for space, n, s in itertools.product(whole_spaces(), (1, 2), (0.1, 0.4)):
        name, claimed = f"{space.dim} points, n = {n}, s = {s}", factor(space.dim, n, s)
        yield equal(mean_factor(space, n, s), claimed, name=name, digits=10, symbol="the factor")
    times = np.arange(1, 60)
    for name, problem in problems().items():
        s = 1 / (2 * problem.m)
        bound = problem.start * factor(problem.space.dim, problem.n, s) ** (times - 1)
        ratio = problem.errors(Constant(s), times) / bound
        yield at_most(ratio, 1.0, name=name, digits=9, symbol="the error / bound")


@claim(
    "x:sec1.3-abc-c-positive",
    kind="rate",
    says="Where the estimate has the noise C = v > 0 at the minimiser of a linear class, the best steps give the "
    "rate 1/t of SGD from both sides, and t X_t / v tends to one.",
    formula=r"\Big(\tfrac1{X_1}+\tfrac{t-1}{v}\Big)^{-1} \le \min_{s} X_t \le "
    r"\Big(\tfrac1{X_1}+\tfrac{t-1}{v+(m-1)X_1}\Big)^{-1}, \qquad m = \tfrac{n-1+d}{n}",
    expected="computed",
    tight="attained: t X_t / v tends to one",
    premises=["x:display-abc-condition", "x:sec1-sgd-rate"],
    mutants={
        "two per cent more noise": {"noise": lambda problem: 1.02 * problem.noise},
        "two per cent less above": {"share": 0.98},
        "a limit two per cent lower": {"limit": 0.98},
    },
)
def c_positive_gives_the_rate_of_sgd(*, noise=lambda problem: problem.noise, share=1.0, limit=1.0):
    """C is the smallest possible: a larger one is always allowed by the inequality and says nothing.

    The exact moments follow the best steps; the upper bound is attained in the first step.
    """
    times = np.array([1, 2, 10, 100, 1000])
    for name, problem in noisy_problems().items():
        steps, recursion = problem.best_steps(LATE)
        X = problem.errors(steps, times)
        yield equal(X, recursion[times - 1], name=f"{name}: moments", digits=9, symbol="X_t")
        v, upper = noise(problem), share * (problem.noise + (problem.m - 1) * problem.start)
        below, above = (1 / (1 / problem.start + (times - 1) / each) for each in (v, max(upper, 1e-300)))
        yield at_least(X / below, 1.0, name=f"{name}: below", digits=9, symbol="X_t / lower bound")
        yield at_most(X / above, 1.0, name=f"{name}: above", digits=9, symbol="X_t / upper bound")
        scaled = LATE * recursion[-1] / problem.noise
        yield equal(scaled, limit, name=f"{name}: limit", digits=2, scale=1.0, symbol="t X_t / v")
