r"""Section 3.2 [eq:quasi-projection]: what is said of the quasi-projection P_t^n g = Σ_k (g, b_k)_n b_k itself.

On finitely many points with masses p every draw can be enumerated. A function is the vector of its values, and n draws
give the matrix P^n of the estimator; on the coefficients of the space it acts as the empirical Gramian.
"""

from __future__ import annotations

import itertools

import numpy as np

from checks.instances.spaces import FOUR_POINTS, all_spaces
from theorytest import at_least, claim, equal, repair
from theorytest.approximation.measures import Discrete
from theorytest.approximation.sampling import Optimal, Plain, Trace
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Monomials

TWO_POINTS = Discrete(np.array([-1.0, 1.0]), np.array([0.5, 0.5]))
DISTINGUISHABLE = 1e-6  # a difference that is no rounding


def constants():
    """The smallest space: constants on two points."""
    return Space(Monomials(1), TWO_POINTS)


def parabolas():
    """Polynomials below degree 3 on four points of unequal mass."""
    return Space(Monomials(3), FOUR_POINTS)


def basis_values(space):
    """b_k at the points, an array (points, dim)."""
    return space.jets(space.measure.points)[..., 0]


def estimator(b, weight, draws):
    """The matrix of P^n for the drawn points: column i holds (w_i / n) Σ_k b_k(x_i) b_k for every time i is drawn."""
    counts = np.bincount(draws, minlength=len(b))
    return (b @ b.T) * (counts * weight / len(draws))


def all_draws(space, n):
    """Every ordered sample of n points."""
    return [np.array(draws) for draws in itertools.product(range(len(space.measure.points)), repeat=n)]


@claim(
    "x:sec3.2-gramian-identity",
    kind="identity",
    says="An orthonormal basis has both extreme eigenvalues of its Gramian equal to one.",
    formula=r"\lambda_*(G) = \lambda^*(G) = 1",
    expected="computed",
    mutants={"any generating system": {"jets": lambda space, x: space.system_jets(x)}},
)
def orthonormal_gramian_is_the_identity(*, jets=lambda space, x: space.jets(x)):
    """With a quadrature of higher degree than the one that the basis was made with."""
    for name, space in all_spaces().items():
        rule = _finer_rule(space)
        values = jets(space, rule.nodes)
        G = np.einsum("i,ikl,ijl->kj", rule.weights, values, values)
        extremes = np.linalg.eigvalsh(G)[[0, -1]]
        yield equal(extremes, 1.0, name=name, digits=10, symbol="an extreme eigenvalue")


def _finer_rule(space):
    knots = space.system.knots[0]
    return space.measure.quadrature(70, knots) if space.ndim == 1 else space.measure.quadrature(20)


@claim(
    "x:sec3.2-not-projection-unbiased/unbiased",
    label="x:sec3.2-not-projection-unbiased",
    also=["eq:quasi-projection"],
    kind="identity",
    says="The quasi-projection is an unbiased estimate of the orthogonal projection.",
    formula=r"\mathbb{E}[P_t^n g \mid \mathcal{F}_t] = P_t g",
    expected="computed",
    premises=["x:sec3-empirical-inner-product-unbiased/in-the-space"],
    mutants={
        "no weight": {"weight": lambda sampler, x: np.ones(len(x))},  # noqa: ARG005 (a weight for any sampler)
        "a system that is not orthonormal": {"values": lambda space: space.system.values(space.measure.points)},
    },
)
def quasi_projection_is_unbiased(*, weight=lambda sampler, x: sampler.weight(x), values=basis_values):
    """The mean over all pairs of points, each with its probability under μ, is the matrix of the projection."""
    for space in (constants(), parabolas()):
        b, p, x = basis_values(space), space.measure.weights, space.measure.points
        projection = (b @ b.T) * p
        for sampler in (Plain(space), Optimal(space), Trace(space)):
            mu = p / sampler.weight(x)
            mean = sum(
                np.prod(mu[draws]) * estimator(values(space), weight(sampler, x), draws)
                for draws in all_draws(space, 2)
            )
            name = f"dimension {space.dim}, {type(sampler).__name__}"
            yield equal(mean, projection, name=name, digits=12, symbol="E P^n")


def largest_defect(space, n, of=Optimal):
    """max over all draws of ‖P^n P^n - P^n‖."""
    b, w = basis_values(space), of(space).weight(space.measure.points)
    operators = [estimator(b, w, draws) for draws in all_draws(space, n)]
    return max(np.linalg.norm(P @ P - P, 2) for P in operators)


@claim(
    "x:sec3.2-not-projection-unbiased",
    kind="remark",
    says="The quasi-projection is not a projection, whatever the space.",
    formula=r"P_t^n P_t^n \ne P_t^n",
    expected="refuted",
    gravity="misprint",
)
def quasi_projection_is_no_projection_as_printed(*, least=DISTINGUISHABLE):
    """The constants refute it: with w = 1 the quasi-projection is the sample mean, which reproduces constants."""
    for name, space in {"constants": constants(), "parabolas": parabolas()}.items():
        yield at_least(largest_defect(space, 2), least, name=name, digits=None, symbol="the defect")


@repair(
    "x:sec3.2-not-projection-unbiased/corrected",
    "x:sec3.2-not-projection-unbiased",
    label="x:sec3.2-not-projection-unbiased",
    kind="remark",
    says="With one optimal point the empirical Gramian misses idempotence by d (d - 1): no projection for d > 1.",
    formula=r"n = 1 \implies \|\hat G^2 - \hat G\| = d_t(d_t - 1)",
    expected="computed",
    mutants={"plain points": {"sampler": Plain}, "d squared": {"defect": lambda d: d**2}},
)
def one_optimal_point_gives_no_projection(*, sampler=Optimal, defect=lambda d: float(d * (d - 1))):
    """Ĝ = w b bᵀ has the one eigenvalue w K = d, at every point."""
    for name, space in {"constants": constants(), "parabolas": parabolas()}.items():
        b, w = basis_values(space), sampler(space).weight(space.measure.points)
        G = w[:, None, None] * b[:, :, None] * b[:, None, :]
        values = np.linalg.norm(G @ G - G, ord=2, axis=(-2, -1))
        yield equal(values, defect(space.dim), name=name, digits=10, scale=1.0, symbol="the defect")


def kernels(space, rotate):
    """The matrices of P^1 for every single draw, from one orthonormal basis and from a changed one."""
    b, w = basis_values(space), Optimal(space).weight(space.measure.points)
    return [np.array([estimator(v, w, d) for d in all_draws(space, 1)]) for v in (b, b @ rotate(space.dim))]


def reflection(d):
    """An orthogonal matrix that mixes all basis functions."""
    v = np.arange(1.0, d + 1)
    return np.eye(d) - 2 * np.outer(v, v) / (v @ v)


@claim(
    "x:sec3.2-basis-independent-constants",
    kind="remark",
    says="The quasi-projection of a function depends on the choice of the orthonormal basis.",
    formula=r"\sum_k (g, b_k)_n b_k \ne \sum_k (g, b_k')_n b_k' \quad\text{for some orthonormal bases } b, b'",
    expected="refuted",
    gravity="wrong statement",
)
def quasi_projection_depends_on_the_basis_as_printed(*, least=DISTINGUISHABLE):
    """Σ_k b_k(x) b_k is the reproducing kernel of the space and knows no basis."""
    one, other = kernels(parabolas(), reflection)
    gap = np.abs(one - other).max()
    yield at_least(gap, least, name="parabolas", digits=None, symbol="the change")


@repair(
    "x:sec3.2-basis-independent-constants/corrected",
    "x:sec3.2-basis-independent-constants",
    kind="identity",
    says="The quasi-projection is the same for every orthonormal basis of the space.",
    formula=r"\sum_k (g, b_k)_n b_k = \sum_k (g, b_k')_n b_k' \quad\text{for all orthonormal bases } b, b'",
    expected="computed",
    mutants={"any basis": {"rotate": lambda d: reflection(d) + np.diag(np.arange(1.0, d + 1))}},
)
def quasi_projection_knows_no_basis(*, rotate=reflection):
    one, other = kernels(parabolas(), rotate)
    yield equal(other, one, name="parabolas", digits=12, symbol="an entry of P^1")
