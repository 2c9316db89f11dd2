"""Section 5: stochastic gradients, with every expectation a finite sum."""

import itertools
from fractions import Fraction as F

import numpy as np
from worlds import MU, STRONG

from theorytest import at_most, claim, equal, family, integers, matrices, reals, vectors
from theorytest.attacks.exact import eigenvalues
from theorytest.proof import compared, inner, mean, number, square, squared, statement, use, vector
from theorytest.proof import product as times_each

NOISE = family([F(0), F(1), F(1, 2)], "noise ±σ with equal probabilities", search=reals(0, 3))
SHORT = family([F(1, 4), F(1)], "steps in (0, 1/L]", search=reals(0, 1, open=True))
FEW = family([1, 2, 4], "numbers of steps", search=integers(1, 5))


def sgd_step_on_symbols(*, factor=1):
    """Unbiased noise, strong convexity and cocoercivity in one inequality, and s ≤ 1/L."""
    s, L, mu, sigma = number("s", ">0"), number("L", ">0"), number("mu", ">0"), number("sigma", "≥0")
    d, g, e = vector("d"), vector("g"), vector("e", random=True)  # x - x*, ∇f(x), the noise
    given = {
        "unbiased": equal(mean(inner(d - s * g, e)), 0),
        "variance": at_most(mean(square(e)), sigma**2),
        "convex": at_most(square(g) / L, inner(g, d)),
        "strongly convex": at_most(mu * square(d), inner(g, d)),
        "s ≤ 1/L": at_most(s * L, 1),
    }
    after = mean(square(d - s * (g + e)))
    claimed = at_most(after, (1 - s * mu) * square(d) + factor * s**2 * sigma**2)
    by = [
        use("unbiased", 2 * s),
        use("variance", s**2),
        use("strongly convex", s),
        use("convex", s),
        times_each(use("s ≤ 1/L"), squared(g), times=s / L),
    ]
    return statement(claimed, given=given, by=by)


def sgd_step_at(world, s, sigma):
    """With L = 1, and the noise ±σ."""
    x, g = world.start, world.gradient(world.start)
    d, v, e = vector("d"), vector("g"), vector("e", random=True)
    step = number("s", ">0")
    after = sum((x - s * (g + sign * sigma)) ** 2 for sign in (1, -1)) / 2
    means = {mean(inner(d - step * v, e)): 0, mean(square(e)): sigma**2, mean(square(d - step * (v + e))): after}
    return {"s": s, "L": 1, "mu": MU, "sigma": sigma, "d": (x,), "g": (g,)} | means


@claim(
    "lem:sgd",
    says="A stochastic step s ≤ 1/L satisfies E‖x₁ − x*‖² ≤ (1 − sμ)‖x₀ − x*‖² + s²σ².",
    formula=r"\mathbb E\|x_1-x^*\|^2 \le (1-s\mu)\|x_0-x^*\|^2 + s^2\sigma^2",
    forall={"f, x₀": STRONG, "s": SHORT, "σ": NOISE},
    mutants={"a third of the noise": {"factor": F(1, 3)}},
    proof=compared(sgd_step_on_symbols, sgd_step_at),
    reading="the noise is unbiased with a variance of at most σ²; f is strongly convex and its gradient is "
    "cocoercive with 1/L, since f is convex; named instances have L = 1 and μ = 1/4",
)
def one_stochastic_step(world, s, sigma, *, factor=1):
    x, g = world.start, world.gradient(world.start)
    after = sum((x - s * (g + sign * sigma)) ** 2 for sign in (1, -1)) / 2
    return at_most(after, (1 - s * MU) * x**2 + factor * s**2 * sigma**2)


def expectation(world, s, sigma, T, value):
    """Of value(x_T), over all signs of the noise."""
    total = 0
    for signs in itertools.product((1, -1), repeat=T):
        x = world.start
        for sign in signs:
            x = x - s * (world.gradient(x) + sign * sigma)
        total = total + value(x)
    return total / 2**T


@claim(
    "thm:sgd-constant",
    says="With constant steps s ≤ 1/L, E‖x_T − x*‖² is at most (1 − sμ)^T ‖x₀ − x*‖² + sσ²/μ.",
    formula=r"\mathbb E\|x_T-x^*\|^2 \le (1-s\mu)^T\|x_0-x^*\|^2 + \tfrac{s\sigma^2}{\mu}",
    forall={"f, x₀": STRONG, "s": SHORT, "σ": NOISE, "T": FEW},
    mutants={"45 per cent of the noise": {"factor": F(9, 20)}},
)
def constant_steps(world, s, sigma, T, *, factor=1):
    found = expectation(world, s, sigma, T, lambda x: x * x)
    return at_most(found, (1 - s * MU) ** T * world.start**2 + factor * s * sigma**2 / MU)


@claim(
    "thm:sgd-average",
    says="On convex functions with E‖g‖² ≤ G², the average of T steps s has E f(x̄) − f* ≤ ‖x₀ − x*‖²/(2sT) + sG²/2.",
    formula=r"\mathbb E f(\bar x_T)-f^* \le \tfrac{\|x_0-x^*\|^2}{2sT} + \tfrac{sG^2}{2}",
    forall={
        "x₀": family([F(1), F(3)], "starting points for f = |x|", search=reals(-4, 4)),
        "s": SHORT,
        "σ": NOISE,
        "T": FEW,
    },
    mutants={"one per cent less": {"factor": F(99, 100)}},
    tight="attained without noise from 1 for s = 1/4 and T = 4",
    reading="for f(x) = |x| and noise ±σ on the subgradient, so that G² = 1 + σ²",
)
def averaged_steps(start, s, sigma, T, *, factor=1):
    total = 0
    for signs in itertools.product((1, -1), repeat=T):
        x, summed = start, 0
        for sign in signs:
            summed = summed + x
            x = x - s * ((1 if x > 0 else -1 if x < 0 else 0) + sign * sigma)
        total = total + abs(summed) / T
    bound = start**2 / (2 * s * T) + s * (1 + sigma**2) / 2
    return at_most(total / 2**T, factor * bound)


@claim(
    "thm:sgd-decreasing",
    says="With steps 2/(μ(t + 1)) and weights t the average satisfies E f(x̄) − f* ≤ 2G²/(μ(T + 1)).",
    formula=r"\mathbb E f(\bar x_T)-f^* \le \tfrac{2G^2}{\mu(T+1)}",
    forall={"x₀": family([F(1), F(-1, 2)], "starting points in [−1, 1]", search=reals(-1, 1)), "σ": NOISE, "T": FEW},
    mutants={"49 per cent of it": {"factor": F(49, 100)}},
    reading="for f(x) = x²/2 on [−1, 1] with noise ±σ, so that μ = 1 and G² = 1 + σ²; steps are counted from t = 1",
)
def decreasing_steps(start, sigma, T, *, factor=1):
    total = 0
    for signs in itertools.product((1, -1), repeat=T):
        x, summed = start, 0
        for t, sign in enumerate(signs, start=1):
            summed = summed + t * x
            moved = x - F(2, t + 1) * (x + sign * sigma)
            x = 1 if moved > 1 else -1 if moved < -1 else moved
        average = summed * F(2, T * (T + 1))
        total = total + average**2 / 2
    return at_most(total / 2**T, factor * 2 * (1 + sigma**2) / (T + 1))


@claim(
    "thm:interpolation",
    says="If all components have one minimiser, steps 1/L give E‖x_T − x*‖² ≤ (1 − μ/L)^T ‖x₀ − x*‖².",
    formula=r"\mathbb E\|x_T-x^*\|^2 \le (1-\tfrac\mu L)^T\|x_0-x^*\|^2",
    forall={
        "c": family(
            {"1 and 1": (F(1), F(1)), "0 and 1": (F(0), F(1)), "1/2 and 1": (F(1, 2), F(1))},
            "two quadratics with curvatures in [0, L], L = 1",
            search=vectors(2, 0, 1),
        ),
        "T": FEW,
    },
    mutants={"one per cent less": {"factor": F(99, 100)}},
    tight="attained by the curvatures 0 and L",
)
def interpolating_components(curvatures, T, *, factor=1):
    each_step = sum((1 - c) ** 2 for c in curvatures) / 2
    mu = sum(curvatures) / 2
    return at_most(each_step**T, factor * (1 - mu) ** T)


@claim(
    "thm:minibatch",
    says="The variance of the mean of b independent gradients is σ²/b.",
    formula=r"\mathbb E\bigl\|\tfrac1b\textstyle\sum_{i\le b} g_i - \mathbb E g\bigr\|^2 = \tfrac{\sigma^2}{b}",
    forall={
        "g": family(
            {"0, 1": (F(0), F(1)), "0, 1, 5": (F(0), F(1), F(5))},
            "gradients of equally likely components",
            search=vectors([2, 3], -4, 4),
        ),
        "b": family([1, 2, 3], "sizes of batches", search=integers(1, 3)),
    },
    mutants={"without replacement": {"correction": lambda n, b: F(n - b, n - 1) if n > 1 else 1}},
)
def batches(gradients, b, *, correction=lambda n, b: 1):  # noqa: ARG005 - as the mutant
    n, middle = len(gradients), sum(gradients) / len(gradients)
    variance = sum((g - middle) ** 2 for g in gradients) / n
    draws = list(itertools.product(gradients, repeat=b))
    found = sum((sum(draw) / b - middle) ** 2 for draw in draws) / len(draws)
    return equal(found, correction(n, b) * variance / b)


@claim(
    "thm:kaczmarz",
    says="A randomised Kaczmarz step satisfies E‖x₁ − x*‖² ≤ (1 − λ_min(AᵀA)/‖A‖²)‖x₀ − x*‖² with the Frobenius norm.",
    formula=r"\mathbb E\|x_1-x^*\|^2 \le \Bigl(1-\tfrac{\lambda_{\min}(A^{\mathsf T}A)}{\|A\|_F^2}\Bigr)\|x_0-x^*\|^2",
    forall={
        "A": family(
            {"the identity": ((F(1), F(0)), (F(0), F(1))), "(1, 1; 0, 1)": ((F(1), F(1)), (F(0), F(1)))},
            "2 × 2 matrices",
            search=matrices(2, -3, 3).map(lambda m: tuple(map(tuple, m))).where(lambda m: all(any(r) for r in m)),
        ),
        "x": family(
            {"(1, 0)": (F(1), F(0)), "(1, -1)": (F(1), F(-1))}, "errors x₀ − x*", search=vectors(2, -3, 3).map(tuple)
        ),
    },
    mutants={"one per cent more of the eigenvalue": {"times": F(101, 100)}},
    tight="attained by the identity",
)
def kaczmarz(A, error, *, times=1):
    """Rows are drawn with probabilities ‖a‖²/‖A‖², and the step solves the equation of its row."""
    size = sum(a * a for row in A for a in row)
    e = error[0] ** 2 + error[1] ** 2
    rows = [(r[0] ** 2 + r[1] ** 2, (r[0] * error[0] + r[1] * error[1]) ** 2) for r in A]
    after = sum(length / size * (e - hit / length) for length, hit in rows)
    gram = np.array([[sum(r[i] * r[j] for r in A) for j in range(2)] for i in range(2)])
    return at_most(after, (1 - times * eigenvalues(gram)[0] / size) * e)
