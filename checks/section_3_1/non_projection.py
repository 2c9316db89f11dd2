r"""Section 3.1 [eq:non-projection]: what is said of P_t^n g = Σ_k (g, φ_k)_n φ_k with any generating system φ."""

import numpy as np

from checks.hypotheses import independent_system, not_orthonormal
from checks.instances.finite_systems import SIZES, SYSTEMS
from checks.instances.paired_systems import GRADIENTS, PAIRED
from checks.instances.spaces import FOUR_POINTS
from checks.theory.finite import orthonormalised, times
from checks.theory.forms import pseudo_inverse
from theorytest import claim, equal, more_than, repair
from theorytest.approximation import NonProjection, QuasiProjection, project


@claim(
    "eq:non-projection",
    also=["eq:quasi-projection"],
    kind="definition",
    says="The non-projection of g is the sum of (g, φ_k)ₙ φ_k over the generating system φ; for an orthonormal basis "
    "it is the quasi-projection.",
    formula=r"P_t^n g := \sum_{k=1}^d \hat\zeta_k\varphi_k,\qquad \hat\zeta_k := (g, \varphi_k)_n",
    forall={"φ, μ": PAIRED, "g": GRADIENTS, "n": SIZES},
    reading="The package's estimators are compared with the definition for all samples of n points.",
    mutants={
        "exchanged": {"kinds": (QuasiProjection, NonProjection)},
        "one per cent more": {"percent": 101},
    },
)
def estimators_are_computed_as_defined(pair, gradient, n, *, kinds=(NonProjection, QuasiProjection), percent=100):
    """The jets of the finite systems are typed in, and so is that of g."""
    x, space = FOUR_POINTS.points, pair.sampler.space
    jet, g = gradient.jet(space.jet_size), gradient.at_the_points(space.jet_size)
    root = np.repeat(np.sqrt(pair.system.rho), space.jet_size)
    samples = [list(draws) for _, draws in pair.system.samples(n)]
    for kind, system in zip(kinds, (pair.system, orthonormalised(pair.system)), strict=True):
        found = [np.einsum("j,xjl->xl", project(kind(pair.sampler, n), jet, x[s]), space.jets(x)) for s in samples]
        estimates = (percent / 100 * system.estimator(np.array(s)) for s in samples)
        defined = [(P @ (root * g.ravel()) / root).reshape(g.shape) for P in estimates]
        yield equal(found, defined, name=kind.__name__, digits=10, symbol="Pⁿ g")


@claim(
    "x:sec3.1-not-a-projection",
    also=["x:sec3.2-not-projection-unbiased"],
    says="Neither the non-projection Pⁿ nor the quasi-projection is a projection.",
    formula=r"P_t^nP_t^n \ne P_t^n",
    forall={"φ, μ": SYSTEMS},
    reading="For every generating system, and every basis, some sample has PⁿPⁿ ≠ Pⁿ. True as `in general`.",
    gravity="fails only when read literally",
    finding="projections-by-chance",
    controls={"Pⁿ − I for Pⁿ": {"shift": 1}},  # λ² − λ + 1 > 0 for the real eigenvalues λ of Pⁿ
)
def non_projection_is_no_projection(system, *, shift=0):
    """With φ = 1 and w = 1 it is the sample mean, which reproduces constants."""
    for name, each in (("the system", system), ("a basis", orthonormalised(system))):
        estimators = [each.estimator(draws) for n in (1, 2) for _, draws in each.samples(n)]
        largest = max(np.abs(P @ P - P + shift * np.eye(len(P), dtype=int)).max() for P in estimators)
        yield more_than(largest, 0, name, symbol="max |PⁿPⁿ - Pⁿ|")


@repair(
    "x:sec3.1-biased/corrected",
    "x:sec3.1-biased",
    says="If φ is linearly independent and not orthonormal, the non-projection is a biased estimate of the projection.",
    formula=r"G \text{ regular},\ G\ne I \implies \mathbb{E} P_t^n \ne P_t",
    given=[not_orthonormal, independent_system],
    mutants={"the true Gramian inverted": {"inverse": pseudo_inverse}},
)
@claim(
    "x:sec3.1-biased",
    says="If φ is not an orthonormal basis, the non-projection is a biased estimate of the projection.",
    formula=r"\mathcal{B}_t \text{ not orthonormal} \implies \mathbb{E} P_t^n \ne P_t",
    forall={"φ, μ": SYSTEMS},
    given=[not_orthonormal],
    gravity="missing hypothesis",
    finding="parseval-frames",
)
def non_projection_is_biased(system, *, inverse=lambda G: np.eye(len(G), dtype=int)):
    """The constants split into 3/5 and 4/5 refute it, 9/25 + 16/25 = 1. The mean does not depend on n."""
    kernel = system.scaled.T @ inverse(system.gramian) @ system.scaled
    mean = sum(p * kernel * system.empirical(draws) for p, draws in system.samples(1))
    return more_than(np.abs(mean - system.projector).max(), 0, symbol="max |E Pⁿ - P|")


@claim(
    "x:sec3.1-gramian-dependence",
    says="The constants c_bias,1, c_var,1 and c_var,2 of the non-projection depend on the Gramian of the system.",
    formula=r"c_{\mathrm{bias},1},\ c_{\mathrm{var},1},\ c_{\mathrm{var},2} \text{ depend on } G",
    forall={"φ, μ": SYSTEMS, "n": SIZES},
    reading="The best constants of the estimator itself: with 2φ for φ the Gramian is 4G and T the same, c_bias,1 is 4 "
    "times and both variance constants are 16 times as large, or 0 as before.",
    mutants={"one per cent more": {"percent": 202}},
)
def constants_depend_on_the_gramian(system, n, *, percent=200):
    """The constants compare E(g, Pⁿg) and E‖Pⁿg‖² with ‖Pg‖² and ‖(I - P)g‖², which do not change."""
    larger = times(system, percent, 100)
    yield equal(larger.projector, system.projector, name="T", digits=10, symbol="an entry of P")
    yield equal(larger.mean(n), 4 * system.mean(n), name="mean", digits=10, symbol="an entry of E Pⁿ")
    S = 16 * system.second_moment(n)
    yield equal(larger.second_moment(n), S, name="variance", digits=10, symbol="an entry of E (Pⁿ)ᵀPⁿ")
    yield more_than(np.trace(system.mean(n)), 0, name="not zero", symbol="tr E Pⁿ")
