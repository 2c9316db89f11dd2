r"""The assumptions of Section 2 on sparse vectors, low-rank matrices and tensors: a constant, and where none is."""

from fractions import Fraction
from functools import reduce
from itertools import combinations_with_replacement

import numpy as np

from checks.hypotheses import tangent_spaces
from checks.instances.rational_steps import half_square, matrix_steps
from checks.instances.smooth_problems import on_circle, vector
from theorytest import at_least, claim, equal, family, more_than


def needed(steps, target):
    """The smallest C_R that serves these steps (x, R(x), ‖g‖²) with β = 0."""
    return max(2 * (half_square(R - target) - half_square(x - target)) / g for x, R, g in steps)


@claim(
    "eq:C-retraction/low-rank",
    voice="ours",
    says="For least squares with target -3e₂e₂ᵀ, the truncated SVD on the 2 x 2 matrices of rank one satisfies (CR) "
    "with β = 0 for no constant C_R.",
    formula=r"\sup_{v\in\mathcal{M}_1,\, g\in\mathbb{T}_v} "
    r"\frac{2(\mathcal{L}(R_v(v+g)) - \mathcal{L}(v+g))}{\|g\|^2} = \infty",
    forall={"C_R": family([1, 100, 10**6], "C_R > 0")},
    given=[tangent_spaces],
    reading="The larger C_R, the smaller the singular value σ = C_R⁻² of v at which it fails: 3/σ is needed.",
    premises=["x:display-appI-no-beta"],
    mutants={"singular values of at least one": {"s": lambda _: Fraction(1)}, "the target 0": {"size": 0}},
)
def low_rank_has_no_constant(C_R, *, s=lambda C_R: Fraction(1, C_R), size=3):
    target = np.array([[0, 0], [0, Fraction(-size)]], dtype=object)
    return more_than(needed(matrix_steps(s(C_R)), target), C_R, symbol="the C_R needed")


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


ANGLES = {"θ = 0": Fraction(0), "cos θ = 4/5": Fraction(1, 3), "cos θ = 3/5": Fraction(1, 2)}  # tan(θ/2)


@claim(
    "eq:mu-PL_strong/rank-one",
    voice="ours",
    says="For least squares with a target of rank one, (SPL) holds with the displayed λ on the rank-one tensors "
    "whose factors make angles ≤ θ < π/2 with the target's.",
    formula=r"\lambda = \frac{D A^{D-1}}{1 + A + \cdots + A^{D-1}}, \quad A = \cos^2\theta; \qquad "
    r"D = 2:\ \lambda = \frac{2\cos^2\theta}{1+\cos^2\theta}",
    forall={"D": family([2, 3, 4], "orders D ≥ 2"), "θ": family(ANGLES, "0 ≤ θ < π/2")},
    given=[tangent_spaces],
    reading="Factors in the plane at the angles 0, θ and one between, all combinations, with six sizes of both signs.",
    tight="attained with all angles equal",
    mutants={
        "the constant of matrices for all orders": {"lam": lambda _, c: rank_one_constant(2, c)},
        "all angles": {"extra": (vector(0, 1),)},
        "one per cent more": {"lam": lambda D, c: Fraction(101, 100) * rank_one_constant(D, c)},
    },
)
def rank_one_has_strong_pl(D, half_tangent, *, lam=rank_one_constant, extra=()):
    """Attained at ‖v‖ = ‖u‖ cos^D θ; for orthogonal factors no constant is left."""
    target, squares, gaps = 2 * outer([vector(1, 0)] * D), [], []
    choices = [*map(on_circle, (Fraction(0), half_tangent / 2, half_tangent)), *extra]
    for factors in combinations_with_replacement(choices, D):  # the modes are alike
        best = (outer(factors) * target).sum()
        for alpha in (best, best / 2, Fraction(1), Fraction(3), Fraction(1, 1000), Fraction(-1)):
            squares.append(projected_square(alpha, factors, target))
            gaps.append(half_square(alpha * outer(factors) - target))
    bound = [2 * lam(D, on_circle(half_tangent)[0]) * gap for gap in gaps]
    return at_least(squares, bound, symbol="‖P∇L‖²")


@claim(
    "eq:mu-PL_strong/sparse",
    voice="ours",
    says="For least squares with target (1, 2) on 1-sparse vectors, T_t the support of u_t, (SPL) fails at e₁: "
    "the projected gradient is 0, the gap 3/2.",
    formula=r"u = (1, 2),\ s = 1: \quad P_t\nabla\mathcal{L}(e_1) = 0,\ "
    r"\mathcal{L}(e_1) - \mathcal{L}_{\min,\mathcal{M}} = \tfrac32",
    premises=["x:appI-example-ii"],
    mutants={"two equal entries": {"target": vector(1, 1)}, "T_t the plane": {"support": (0, 1)}},
)
def sparse_vectors_have_no_strong_pl(*, target=vector(1, 2), support=(0,)):  # noqa: B008 (never changed)
    u = vector(target[0], 0)
    yield equal([(u - target)[k] for k in support], 0, name="stationary", symbol="P_t ∇L(e₁)")
    lowest = min(Fraction(a) ** 2 for a in target) / 2  # over both axes
    yield equal(half_square(u - target) - lowest, Fraction(3, 2), name="gap", symbol="L(e₁) - L_min,M")
