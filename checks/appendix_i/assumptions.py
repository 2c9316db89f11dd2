r"""The assumptions of Section 2 on sparse vectors, low-rank matrices and tensors: constants, and where none is."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from itertools import combinations_with_replacement

import numpy as np

from checks.instances.rational_steps import half_square, matrix_steps
from checks.instances.smooth_problems import on_circle, vector
from checks.scaling import scaled
from theorytest import at_least, at_most, claim, equal

CONSTANTS = (1, 100, 10**6)


def needed(steps, target):
    """The smallest C_R that serves these steps (x, R(x), ‖g‖²) with β = 0."""
    return max(2 * (half_square(R - target) - half_square(x - target)) / g for x, R, g in steps)


@claim(
    "eq:C-retraction/low-rank",
    kind="remark",
    says="On all matrices of rank one no constant C_R serves with beta = 0: near singular value 0 the truncated "
    "SVD, which is the best choice, raises the loss by more.",
    formula=r"\sup_{v\in\mathcal{M}_1,\, g\in\mathbb{T}_v} "
    r"\frac{2(\mathcal{L}(R_v(v+g)) - \mathcal{L}(v+g))}{\|g\|^2} = \infty",
    premises=["x:display-appI-no-beta"],
    mutants={"singular values of at least one": {"s": lambda _: Fraction(1)}, "the target 0": {"size": 0}},
)
def low_rank_has_no_constant(*, s=lambda C_R: Fraction(1, C_R), size=3):
    """With the target -3 e_2 e_2ᵀ the constant is 3 / σ; in rational numbers for σ = s² = C_R⁻²."""
    target = np.array([[0, 0], [0, Fraction(-size)]], dtype=object)
    for C_R in CONSTANTS:
        found = needed(matrix_steps(s(C_R)), target)
        yield at_least(found, 2 * C_R, name=f"C_R = {C_R}", symbol="the C_R needed")


SHORT = tuple(Fraction(1, 10**k) for k in range(1, 9))


def threshold():
    """(e_1 + g, its largest entry e_1, ‖g‖²) for short steps g along e_2."""
    return [(vector(1, h), vector(1, 0), h**2) for h in SHORT]


def within_support():
    """Steps along e_1 keep their place."""
    return [(vector(1 + h, 0), vector(1 + h, 0), h**2) for h in SHORT]


@claim(
    "eq:C-retraction/thresholding",
    kind="remark",
    says="Thresholding sparse vectors is no retraction in the sense of (CR) for a T_t beyond the support: the "
    "loss rises in first order of the step.",
    formula=r"u_t = e_1,\ g = he_2,\ R(u_t + g) = e_1: \quad \mathcal{L}(e_1) - \mathcal{L}(e_1 + he_2) = "
    r"hu_2 - \tfrac{h^2}{2}",
    premises=["eq:C-retraction/corrected", "x:appI-example-ii"],
    mutants={"T_t the support": {"steps": within_support}},
)
def thresholding_has_no_constant(*, steps=threshold):
    """The target (0, 1): no C_R ≥ 2/h - 1 is finite as h → 0, although e_1 is the metric projection."""
    target = vector(0, 1)
    for C_R in CONSTANTS:
        found = needed(steps(), target)
        yield at_least(found, C_R, name=f"C_R = {C_R}", symbol="the C_R needed")


def outer(factors):
    """The tensor ⊗ x_k."""
    return reduce(np.multiply.outer, factors)


def projected_square(alpha, factors, target):
    """‖P_v (v - u)‖² at v = α ⊗ x_k for unit vectors x_k of the plane, from an orthonormal basis of T_v."""
    turned = [vector(-x[1], x[0]) for x in factors]
    basis = [outer(factors)]
    basis += [outer([turned[k] if j == k else x for j, x in enumerate(factors)]) for k in range(len(factors))]
    g = alpha * outer(factors) - target
    return sum((b * g).sum() ** 2 for b in basis)


def rank_one_constant(D, c):
    """λ = D A^(D-1) / (1 + A + ... + A^(D-1)) with A = c², for angles up to arccos c."""
    A = Fraction(c) ** 2
    return D * A ** (D - 1) / sum(A**k for k in range(D))


TANGENTS = (Fraction(0), Fraction(1, 5), Fraction(1, 2))  # tan(θ/2), the last with cos θ = 3/5
COSINE = Fraction(3, 5)


@claim(
    "eq:mu-PL_strong/rank-one",
    kind="constant",
    says="Recovery of a tensor of rank one: on the tensors of rank one whose factors make angles up to theta with "
    "those of the target, strong PL holds, whatever their size, with a constant that is attained.",
    formula=r"\lambda = \frac{D A^{D-1}}{1 + A + \cdots + A^{D-1}}, \quad A = \cos^2\theta; \qquad "
    r"D = 2:\ \lambda = \frac{2\cos^2\theta}{1+\cos^2\theta}",
    tight="attained with all angles equal",
    premises=["eq:mu-PL_strong/corrected"],
    mutants={
        "lam x 1.02": {"lam": scaled(rank_one_constant, 1.02)},
        "the constant of matrices for all orders": {"lam": lambda _, c: rank_one_constant(2, c)},
        "all angles": {"extra": (vector(0, 1),)},
        "the power D of the cosine": {"lam": lambda D, c: Fraction(c) ** D},
    },
)
def rank_one_has_strong_pl(*, lam=rank_one_constant, extra=()):
    """In rational numbers, from the projection; attained at ‖v‖ = ‖u‖ cos^D θ with all angles equal to θ.

    For orthogonal factors no constant is left: the gradient at a small v is nearly normal.
    """
    for D in (2, 3, 4):
        target = 2 * outer([vector(1, 0)] * D)
        left, right = [], []
        choices = [*map(on_circle, TANGENTS), *extra]
        for factors in combinations_with_replacement(choices, D):  # the modes are alike
            best = (outer(factors) * target).sum()
            for alpha in (best, best / 2, Fraction(1), Fraction(3), Fraction(1, 1000)):
                left.append(projected_square(alpha, factors, target))
                right.append(2 * lam(D, COSINE) * half_square(alpha * outer(factors) - target))
        yield at_least(left, right, name=f"D = {D}", symbol="‖P∇L‖²")
        ratios = [a / b for a, b in zip(left, right, strict=True) if b]
        yield at_most(min(ratios), 1, name=f"D = {D}: attained", symbol="the ratio")


ONE_TWO = vector(1, 2)


@claim(
    "eq:mu-PL_strong/sparse",
    kind="remark",
    says="Sparse vectors with T_t the support have strong PL with lambda = 1 for the best support only: at the "
    "best vector of another one the projected gradient is 0 and the gap is not.",
    formula=r"u = (1, 2),\ s = 1: \quad P_t\nabla\mathcal{L}(e_1) = 0,\ "
    r"\mathcal{L}(e_1) - \mathcal{L}_{\min,\mathcal{M}} = \tfrac32",
    premises=["eq:mu-PL_strong/corrected", "x:appI-example-ii"],
    mutants={"two equal entries": {"target": vector(1, 1)}, "the other axis": {"wrong": 1}},
)
def sparse_vectors_have_no_strong_pl(*, target=ONE_TWO, wrong=0):
    """Enumerated over both supports: the scheme stops where the first one is best, at a gap of 3/2."""
    best = [Fraction(target[1 - k] ** 2, 2) for k in (0, 1)]  # min of L over the axis k
    lowest = min(best)
    u = vector(*(target[k] if k == wrong else 0 for k in (0, 1)))
    slope = (u - target)[wrong]
    yield equal(slope, 0, name="stationary", symbol="P∇L")
    gap = half_square(u - target) - lowest
    yield at_least(gap, Fraction(3, 2), name="the gap", symbol="the gap")
    k = int(np.argmin([float(b) for b in best]))
    for x in (-3, 0, 5):
        v = vector(*(x if j == k else 0 for j in (0, 1)))
        gap = half_square(v - target) - lowest
        yield equal((v - target)[k] ** 2, 2 * gap, name=f"best support, {x}", symbol="‖P∇L‖²")


def seen(mask, v):
    """The observed entries of a matrix."""
    return np.where(mask, v, Fraction(0))


DIAGONAL = np.eye(2, dtype=bool)


@claim(
    "eq:mu-PL_strong/completion",
    kind="remark",
    says="Completing a matrix of rank one from its diagonal has (PL) with lambda = 1 and no strong PL: at "
    "diag(1, 0) the gradient is normal to the class although the loss could fall to 0.",
    formula=r"\mathcal{L}(v) = \tfrac12(v_{11}-1)^2 + \tfrac12(v_{22}-1)^2: \quad P_v\nabla\mathcal{L}(v) = 0 "
    r"\text{ at } v = e_1e_1^\intercal,\ \mathcal{L}(v) = \tfrac12,\ \mathcal{L}_{\min,\mathcal{M}} = 0",
    premises=["eq:mu-PL_strong/corrected", "eq:mu-PL"],
    mutants={"all entries but one": {"mask": np.array([[True, True], [True, False]])}, "a larger constant": {"lam": 2}},
)
def completion_has_no_strong_pl(*, mask=DIAGONAL, lam=1):
    """The target [[1, 1], [1, 1]] has rank one; T_v at e_1 e_1ᵀ is the first row and column."""
    ones = np.full((2, 2), Fraction(1))
    v = np.array([[Fraction(1), Fraction(0)], [Fraction(0), Fraction(0)]])
    g = seen(mask, v - ones)
    tangent = np.array([g[0, 0], g[0, 1], g[1, 0]])
    yield equal((tangent**2).sum(), 0, name="projected", symbol="‖P∇L‖²")
    yield equal(half_square(g), Fraction(1, 2), name="loss", symbol="L(v)")
    yield equal(half_square(seen(mask, 0 * v)), 0, name="infimum", symbol="L_min,M")
    for a, b in ((Fraction(3), Fraction(-1)), (Fraction(1, 2), Fraction(7))):
        g = seen(mask, np.array([[a, a * b], [Fraction(1), b]]) - ones)
        gap = half_square(g)
        yield at_least((g * g).sum(), 2 * lam * gap, name=f"(PL) at {a}, {b}", symbol="‖∇L‖²")
