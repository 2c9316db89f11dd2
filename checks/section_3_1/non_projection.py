r"""Section 3.1 [eq:non-projection]: what is said of P_t^n g = Σ_k (g, φ_k)_n φ_k with any generating system φ."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np

from checks.instances.finite_systems import finite_systems
from checks.instances.spaces import FOUR_POINTS
from theorytest import at_least, claim, equal, repair
from theorytest.approximation.estimators import NonProjection, project
from theorytest.approximation.exact_moments import on_all
from theorytest.approximation.functions import Functions
from theorytest.approximation.measures import Uniform
from theorytest.approximation.sampling import Optimal, Plain, Trace
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Monomials

DISTINGUISHABLE = 1e-6  # a difference that is no rounding
SIZES = (1, 2)


def printed_estimate(sampler, x, gradient, at, *, weight=None, divisor=len):
    """P^n g at the points `at`, by loops over the sample and the system."""
    space, total = sampler.space, 0.0
    w = sampler.weight(x) if weight is None else weight(x)
    for k in range(space.system.size):
        zeta = 0.0
        for i, point in enumerate(x):
            zeta += w[i] * gradient(point) @ space.system_jets(point)[k] / divisor(x)
        total = total + zeta * space.system_jets(at)[..., k, :]
    return total


def quartic_jet(space):
    """The jet of x⁴ - x."""

    def jet(x):
        t = x[..., 0]
        return np.stack([t**4 - t, 4 * t**3 - 1][: space.jet_size], axis=-1)

    return jet


def estimators():
    """Monomials in L² and H¹ and a system of rank 2 with 3 members, with every sampler."""
    redundant = Functions((lambda x: 1 + 0 * x[..., 0], lambda x: x[..., 0], lambda x: 2 * x[..., 0]))
    spaces = {
        "monomials": Space(Monomials(3), FOUR_POINTS),
        "H1 monomials": Space(Monomials(3), FOUR_POINTS, "H1"),
        "redundant lines": Space(redundant, FOUR_POINTS),
    }
    for (name, space), sampler in itertools.product(spaces.items(), (Plain, Optimal, Trace)):
        yield f"{name}, {sampler.__name__}", sampler(space)


@claim(
    "eq:non-projection",
    kind="definition",
    says="The non-projection is the sum of the system weighted by its empirical inner products with g.",
    formula=r"P_t^n g := \sum_{k=1}^d \hat\zeta_k\varphi_k,\qquad \hat\zeta_k := (g, \varphi_k)_n",
    expected="computed",
    mutants={
        "no weight": {"options": {"weight": lambda x: np.ones(len(x))}},
        "not divided by n": {"options": {"divisor": lambda _: 1}},
    },
)
def non_projection_is_computed_as_defined(*, options=None):
    """The estimator of the package against loops, for every sample of two points."""
    x = FOUR_POINTS.points
    for name, sampler in estimators():
        jet, space = quartic_jet(sampler.space), sampler.space
        samples = [x[list(draws)] for draws in itertools.product(range(4), repeat=2)]
        found = [project(NonProjection(sampler, 2), jet, sample) for sample in samples]
        values = [np.einsum("j,xjl->xl", c, space.jets(x)) for c in found]
        claimed = [printed_estimate(sampler, sample, jet, x, **(options or {})) for sample in samples]
        yield equal(values, claimed, name=name, digits=10, symbol="P^2 g")


def operators(system):
    """P^n and the empirical Gramian of an orthonormal basis, for every sample of one or two points."""
    for n in SIZES:
        for _, draws in system.samples(n):
            P, b = system.estimator(draws), system.basis
            yield P, (b * system.empirical(draws)) @ b.T


def is_zero(matrix):
    return bool(np.abs(matrix).max() < DISTINGUISHABLE)


@claim(
    "x:sec3.1-not-a-projection",
    kind="remark",
    says="The non-projection is not a projection, read for every generating system.",
    formula=r"P_t^nP_t^n \ne P_t^n",
    expected="refuted",
    gravity="misprint",
)
def non_projection_is_no_projection_as_printed(*, least=DISTINGUISHABLE):
    """The constants refute it: with φ = 1 and w = 1 it is the sample mean, which reproduces constants.

    The sentence has no qualification; a reader may mean that it is no projection in general, which is true.
    """
    for name, system in finite_systems().items():
        defect = max(np.linalg.norm(P @ P - P, 2) for P, _ in operators(system))
        yield at_least(defect, least, name=name, digits=None, symbol="the defect")


def generalised_inverse(G, M):
    """Ĝ M Ĝ = Ĝ."""
    return is_zero(G @ M @ G - G)


@repair(
    "x:sec3.1-not-a-projection/corrected",
    "x:sec3.1-not-a-projection",
    kind="remark",
    says="The non-projection is a projection for exactly those samples whose empirical Gramian, of an orthonormal "
    "basis, has the mean of the non-projection for a generalised inverse.",
    formula=r"P_t^nP_t^n = P_t^n \iff \hat G M\hat G = \hat G,\qquad "
    r"\hat G_{kl} = (b_k, b_l)_n,\ M_{kl} = \sum_j (b_k, \varphi_j)(\varphi_j, b_l)",
    mutants={
        "never": {"criterion": lambda G, M: False},  # noqa: ARG005 (a criterion that looks at nothing)
        "the Gramian is the identity": {"criterion": lambda G, _: is_zero(G - np.eye(len(G)))},
        "the Gramian is a projection": {"criterion": lambda G, _: is_zero(G @ G - G)},
    },
)
def non_projection_is_seldom_a_projection(*, criterion=generalised_inverse):
    """Both occur: always for the constant 1, for some samples of one cell of two, never for parabolas."""
    for name, system in finite_systems().items():
        M = system.basis @ system.scaled.T @ system.scaled @ system.basis.T
        idempotent = [is_zero(P @ P - P) for P, _ in operators(system)]
        predicted = [criterion(G, M) for _, G in operators(system)]
        yield equal(idempotent, predicted, name=name, symbol="whether P^n P^n = P^n")


def bias(system):
    """‖E P^n - P‖."""
    return np.linalg.norm(system.mean(1) - system.projector, 2)


@claim(
    "x:sec3.1-biased",
    kind="remark",
    says="With a system that is not an orthonormal basis the non-projection is a biased estimate.",
    formula=r"\mathcal{B}_t \text{ not orthonormal} \implies \mathbb{E} P_t^n \ne P_t",
    expected="refuted",
    gravity="misprint",
)
def non_projection_is_biased_as_printed(*, least=DISTINGUISHABLE):
    """The constants split into 3/5 and 4/5 refute it, 9/25 + 16/25 = 1; so do three lines at equal angles."""
    split = (Fraction(3, 5), Fraction(4, 5))
    exact = abs(sum(c * c for c in split) - 1)
    yield at_least(exact, least, name="3/5 and 4/5", digits=None, symbol="the bias")
    for name, system in finite_systems().items():
        if is_zero(system.gramian - np.eye(len(system.gramian))):
            continue
        yield at_least(bias(system), least, name=name, digits=None, symbol="the bias")


@repair(
    "x:sec3.1-biased/corrected",
    "x:sec3.1-biased",
    kind="identity",
    says="The bias of the non-projection is the largest distance of a positive Gramian eigenvalue from one: it is "
    "unbiased for Parseval frames and for no other system.",
    formula=r"\|\mathbb{E} P_t^n - P_t\| = \max_{\lambda\in\sigma(G),\ \lambda>0} |\lambda - 1|",
    expected="computed",
    mutants={
        "all eigenvalues": {"spectrum": lambda system: np.linalg.eigvalsh(system.gramian)},
        "the smallest alone": {"spectrum": lambda system: system.eigenvalues[:1]},
        "the largest alone": {"spectrum": lambda system: system.eigenvalues[-1:]},
    },
)
def non_projection_is_unbiased_for_parseval_frames(*, spectrum=lambda system: system.eigenvalues):
    for name, system in finite_systems().items():
        claimed = np.abs(spectrum(system) - 1).max()
        yield equal(bias(system), claimed, name=name, digits=12, scale=1.0, symbol="the bias")


def gramian_of_monomials(d):
    """(x^i, x^j) on [-1, 1]: 1/(i + j + 1) where i + j is even."""
    i = np.arange(d)
    return np.where((i[:, None] + i) % 2 == 0, 1 / (i[:, None] + i + 1.0), 0.0)


@claim(
    "x:sec3.1-gramian-dependence",
    kind="remark",
    says="The true constants of the non-projection in L² follow the Gramian: c_bias1 is its smallest eigenvalue, "
    "c_var1 at least its largest one squared, c_var2 at least the sum of all squared over n.",
    formula=r"c_{\mathrm{bias},1} = \lambda_*(G),\quad c_{\mathrm{var},1} \ge \lambda^*(G)^2,\quad "
    r"n\,c_{\mathrm{var},2} \ge \|G\|_F^2",
    expected="computed",
    mutants={
        "the Gramian of a basis": {"gramian": np.eye},
        "one monomial more": {"gramian": lambda d: gramian_of_monomials(d + 1)},
        "two per cent more": {"gramian": lambda d: 1.02 * gramian_of_monomials(d)},
    },
)
def constants_follow_the_gramian(*, gramian=gramian_of_monomials):
    """So a bad system has bad constants, not only bad bounds: for eight monomials c_bias1 is 2e-5.

    E‖P^n g‖² ≥ ‖E P^n g‖², and sup h ≥ ∫ h dμ = ∫ bᵀM²b dρ for h = w bᵀM²b, whose supremum is n c_var2.
    """
    n = 3
    for d in (1, 2, 4, 8):
        space = Space(Monomials(d), Uniform())
        eigenvalues = np.linalg.eigvalsh(gramian(d))
        for sampler in (Plain(space), Optimal(space)):
            true, name = on_all(NonProjection(sampler, n)), f"{d} monomials, {type(sampler).__name__}"
            yield equal(true.c_bias1, eigenvalues[0], name=name, digits=9, scale=1.0, symbol="c_bias1")
            least = [eigenvalues[-1] ** 2, np.sum(eigenvalues**2)]
            found = [true.c_var1, n * true.c_var2]
            yield at_least(found, least, name=f"{name}: variance", digits=9, symbol="a constant")
