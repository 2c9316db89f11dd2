r"""Section 3.1 [eq:non-projection]: what is said of P_t^n g = Σ_k (g, φ_k)_n φ_k with any generating system φ."""

import numpy as np

from checks.hypotheses import independent_system, not_orthonormal
from checks.instances.finite_systems import SIZES, SYSTEMS
from checks.theory.finite import orthonormalised, times
from checks.theory.forms import pseudo_inverse
from theorytest import claim, equal, more_than, repair


@claim(
    "x:sec3.1-not-a-projection",
    also=["x:sec3.2-not-projection-unbiased"],
    says="Neither the non-projection Pⁿ nor the quasi-projection is a projection.",
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
    bias, spectrum = mean - system.projector, system.eigenvalues.astype(float)
    yield more_than(np.abs(bias).max(), 0, name="biased", symbol="max |E Pⁿ - P|")
    norm, largest = np.linalg.norm(bias.astype(float), 2), np.abs(spectrum - 1).max()  # positive eigenvalues of G
    yield equal(norm, largest, name="size", digits=9, scale=1 + spectrum.max(), symbol="‖E Pⁿ - P‖")


@claim(
    "x:sec3.1-gramian-dependence",
    says="The constants c_bias,1, c_var,1 and c_var,2 of the non-projection depend on the Gramian of the system.",
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
