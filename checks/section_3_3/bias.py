r"""Section 3.3: the bias of the least squares projection, E P_t^n against P_t, and how fast it vanishes.

On E = T ⊕ C the estimator is [I, Ĝ⁻¹ BᵀC] wherever Ĝ is regular, so that all bias is A₁₂ = E[Ĝ⁻¹ BᵀC], and the smallest
c_bias,2 is ‖A₁₂‖. Its part of order 1/n is -∫ w BᵀB BᵀC dρ; in L² this is -∫ w K BᵀC dρ, which is 0 for w K constant.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from checks.theory.least_squares import Finite, every_sample, finite_problems, mean, problems, tabulated
from theorytest import at_least, claim, equal, repair
from theorytest.approximation.estimators import LeastSquares
from theorytest.approximation.measures import Discrete
from theorytest.approximation.moments import enumerated
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import Conditioned
from theorytest.approximation.systems import Monomials

DISTINGUISHABLE = 1e-6  # a bias that is no rounding


def cells():
    """Two cells of two points each: the projection is the mean over each cell."""
    return Finite(tabulated((0.1, 0.3, 0.2, 0.4), (1, 1, 0, 0), (0, 0, 1, 1)))


def without_bias():
    """Spaces where least squares from optimal points is unbiased: any single function, in L² and H¹, and cells."""
    constants, one = finite_problems()["constants"][0], finite_problems()["one function, plain points"][0]
    slope = Finite(Space(Monomials(1), Discrete(np.array([0.0, 1.0]), np.array([0.5, 0.5])), "H1"), extra=2)
    return {
        "constants": (constants, 2),
        "one function": (Finite(one.space), 2),
        "one function in H1": (slope, 2),
        "two cells": (cells(), 3),
    }


def bias(problem, n, delta, law=lambda samples: samples.probability):
    """E[P^n | S_δ] - P on E."""
    samples = every_sample(problem, n).stable(delta)
    return mean(law(samples), samples.operators) - np.eye(samples.dim, samples.rows.shape[-1])


@claim(
    "x:sec3.3-biased",
    kind="remark",
    says="The least squares projection is not an unbiased estimate of the projection, read for every space.",
    formula=r"\mathbb{E}[P_t^n g \mid \mathcal{F}_t] \ne P_t g \quad\text{for some } g",
    expected="refuted",
    gravity="misprint",
)
def least_squares_is_biased_as_printed(*, least=DISTINGUISHABLE):
    """For constants it is the sample mean, which is unbiased; on cells it is the sample mean of each cell.

    The sentence has no quantifier; who reads `in general` reads the corrected form.
    """
    for name, (problem, n) in (without_bias() | problems()).items():
        gap = np.abs(bias(problem, n, 0.95)).max()
        yield at_least(gap, least, name=name, digits=None, symbol="the bias")


# Lines on the points -1, 0, 2 of masses 1/2, 1/4, 1/4. Two points a, b give the line through them, so that x² becomes
# (a + b) x - a b. With G = [[1, 0], [0, 3/2]] for (1, x), K = 1 + 2x²/3; all three pairs are stable for δ = 9/10.
X = (-1, 0, 2)
RHO = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
MU = tuple(p * (1 + Fraction(2, 3) * x * x) / 2 for p, x in zip(RHO, X, strict=True))


def squared_bias():
    """‖E[P^2 x² | S_δ] - P x²‖² in rational arithmetic; P x² = 3/2 + x, from (x², 1) = 3/2 and (x², x) = 3/2."""
    pairs = [(i, j) for i in range(3) for j in range(i)]
    total = sum(MU[i] * MU[j] for i, j in pairs)
    constant = sum(MU[i] * MU[j] * -X[i] * X[j] for i, j in pairs) / total - Fraction(3, 2)
    slope = sum(MU[i] * MU[j] * (X[i] + X[j]) for i, j in pairs) / total - 1
    return constant**2 + Fraction(3, 2) * slope**2


def by_volume(samples):
    """The law of volume-rescaled points, under which least squares is unbiased."""
    return samples.probability * np.linalg.det(samples.gramian)


@repair(
    "x:sec3.3-biased/corrected",
    "x:sec3.3-biased",
    kind="value",
    says="Least squares can be biased: lines through two optimal points miss x^2 in the mean by a known fraction. "
    "For a single function and for cells it is unbiased with optimal points.",
    formula=r"\|\mathbb{E}[P_t^2 x^2 \mid \mathcal{S}_\delta] - P_t x^2\| > 0",
    expected="computed",
    premises=["eq:least-squares-projection"],
    mutants={
        "volume-rescaled points": {"law": by_volume},
        "plain points": {"plain": True},
        "one function from plain points": {
            "unbiased": lambda: {"plain": (finite_problems()["one function, plain points"][0], 2)}
        },
    },
)
def least_squares_is_biased(*, law=lambda samples: samples.probability, plain=False, unbiased=without_bias):
    """The rational value is positive, and the enumeration over all samples has it."""
    exact = squared_bias()
    yield at_least(exact, Fraction(1, 1000), name="positive", symbol="squared bias")
    lines = Finite(finite_problems()["lines"][0].space, plain=plain)
    x, rho = lines.space.measure.points, lines.space.measure.weights
    g = np.einsum("i,ik->k", rho * x[:, 0] ** 2, lines.hull.jets(x)[..., 0])
    value = np.sum((bias(lines, 2, 0.9, law) @ g) ** 2)
    yield equal(value, float(exact), name="lines on three points", digits=11, symbol="squared bias")
    for name, (problem, n) in unbiased().items():
        gap = bias(problem, n, 0.95, law)
        yield equal(gap, 0.0, name=name, digits=11, symbol="the bias")


@claim(
    "x:sec3.3-bias2-positive",
    kind="remark",
    says="Least squares has c_bias,2 > 0, read for every space and the smallest constant that serves.",
    formula=r"c_{\mathrm{bias},2} > 0",
    expected="refuted",
    gravity="misprint",
)
def smallest_bias_constant_is_positive_as_printed(*, least=DISTINGUISHABLE):
    """For constants and cells the smallest one is 0.

    Who means the constant of Lemma E.1, which is positive for every space, says nothing of the estimate; who reads `in
    general` reads the corrected form.
    """
    for name, (problem, n) in (without_bias() | problems()).items():
        value = np.linalg.norm(bias(problem, n, 0.95)[:, problem.space.dim :], 2)
        yield at_least(value, least, name=name, digits=None, symbol="the smallest c_bias,2")


def first_order(problem):
    """‖∫ w BᵀB BᵀC dρ‖ with B and C the jets of the bases of T and its complement."""
    x, p, d = problem.space.measure.points, problem.space.measure.weights, problem.space.dim
    jets = problem.hull.jets(x)
    B, C = jets[:, :d], jets[:, d:]
    return np.linalg.norm(np.einsum("i,ikl,iml,imj,ipj->kp", p * problem.weight, B, B, B, C), 2)


@cache
def scaled_bias(problem, n):
    """n ‖A₁₂‖ with δ so close to 1 that S_δ is almost certain."""
    return n * enumerated(LeastSquares(Conditioned(problem.sampler, 0.999), n), problem.hull).c_bias2


def extrapolated(problem, n):
    """The limit of n ‖A₁₂‖, from n/2 and n points."""
    return 2 * scaled_bias(problem, n) - scaled_bias(problem, n // 2)


@repair(
    "x:sec3.3-bias2-positive/corrected",
    "x:sec3.3-bias2-positive",
    kind="value",
    says="The smallest c_bias,2 can be positive and falls like 1/n, with a limit of n c_bias,2 that is known: "
    "it is 0 for optimal points in L2, where the bias falls faster. The printed constant falls like the root of 1/n.",
    formula=r"n\,\|A_{12}\| \to \Big\|\int w_t B^\intercal B B^\intercal C\,\mathrm{d}\rho\Big\|",
    expected="computed",
    premises=["eq:least-squares-projection/onto-corrected"],
    mutants={
        "five per cent less": {"limit": lambda problem: 0.95 * first_order(problem)},
        "the limit of plain points": {"limit": lambda problem: first_order(Finite(problem.space, True, problem.extra))},
        "the root of n": {"extrapolated": lambda problem, n: extrapolated(problem, n) / np.sqrt(n)},
    },
)
def bias_falls_like_one_over_n(*, limit=first_order, extrapolated=extrapolated):
    """Enumerated with up to 60 points and extrapolated once, to two digits."""
    for name, n in (
        ("one function, plain points", 60),
        ("lines", 60),
        ("H1 lines", 24),
        ("H1 lines, plain points", 24),
    ):
        problem = finite_problems()[name][0]
        value = extrapolated(problem, n)
        yield equal(value, limit(problem), name=name, digits=2, scale=1.0, symbol="the limit of n c_bias,2")
    value = scaled_bias(finite_problems()["lines"][0], 60)
    yield at_least(value, DISTINGUISHABLE, name="positive", digits=None, symbol="n c_bias,2")


@claim(
    "x:rmk-basis-for-sampling",
    kind="remark",
    says="All currently known methods need an orthonormal basis for an exact sample from the optimal measure.",
    expected="not executable",
    why="a sentence about all methods known when it was written; no computation can list them",
)
def basis_is_needed_for_sampling():
    """Nothing to run."""
