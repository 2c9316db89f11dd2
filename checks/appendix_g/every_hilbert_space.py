r"""Section 3.3 [x:sec3.3-debiasing-general]: debiasing removes c_bias,2 of least squares in every Hilbert space.

Every H of the paper has (u, v) = ∫ (L_x u)ᵀ(L_x v) dρ, so that the quasi-projection is an unbiased Q in each of them.
"""

from functools import cache

import numpy as np

from checks.hypotheses import independent_correction
from checks.instances.finite_problems import matrix_of
from theorytest import claim, equal, family
from theorytest.approximation import (
    Debiased,
    Fourier,
    Gaussian,
    Given,
    Hermite,
    LeastSquares,
    Legendre,
    Optimal,
    Product,
    QuasiProjection,
    Space,
    TensorProduct,
    Trace,
    Uniform,
    matrices,
    total_degree,
)
from theorytest.approximation.hull import hull

PLANE = TensorProduct((Legendre(3), Hermite(3)), total_degree(2, 2))


@cache
def hulls():
    """Continuous measures, bounded and unbounded, in one and two dimensions; jets of one, two and three numbers."""
    plane = Product((Uniform(), Gaussian()))
    spaces = {
        "Legendre": Space(Legendre(3), Uniform()),
        "Hermite": Space(Hermite(3), Gaussian()),
        "plane": Space(PLANE, plane),
        "H¹ Legendre": Space(Legendre(3), Uniform(), "H1"),
        "H¹ Hermite": Space(Hermite(3), Gaussian(), "H1"),
        "H¹ Fourier": Space(Fourier((0, 1)), Uniform(0, 1), "H1"),
        "H¹ plane": Space(PLANE, plane, "H1"),
    }
    return {name: hull(space, 2) for name, space in spaces.items()}


def printed_debiased(projection, sampler):
    """P̃ + Q (I - P̃) with one new point."""
    return Debiased(projection, QuasiProjection(sampler, 1))


def least_squares_again(projection, sampler):
    """Least squares from earlier and new points together, for a mutant."""
    return LeastSquares(sampler, projection.n_samples + 1)


@claim(
    "x:sec3.3-debiasing-general",
    says="In L² and H¹ least squares debiased by an independent quasi-projection has the mean P: c_bias,1 = 1 "
    "and c_bias,2 = 0.",
    formula=r"\mathbb{E}[\bar P_t] = P_t \implies c_{\mathrm{bias},2}(\bar P_t) = 0 "
    r"\quad\text{and}\quad c_{\mathrm{bias},1}(\bar P_t) = 1",
    forall={
        "H, T": family(hulls, "Hilbert spaces of functions with jets, and T"),
        "μ": family({"optimal": Optimal, "trace": Trace}, "laws of the points"),
    },
    given=[independent_correction],
    premises=["x:display-appG-unbiased", "lemma:debiased_P/corrected"],
    mutants={"least squares with one point more": {"correction": least_squares_again}},
)
def debiasing_works_in_every_space(E, sampler, *, correction=printed_debiased):
    """E_Q P̄ on the hull, for least squares from two given points per dimension and one new point, by quadrature."""
    sampler = sampler(E.space)
    earlier = E.space.measure.sample(np.random.default_rng(3), (2 * E.space.dim,))
    projection = Given(LeastSquares(sampler, len(earlier)), earlier)
    nodes, weights = E.larger.rule.nodes, E.larger.rule.weights
    known = np.broadcast_to(earlier, (len(nodes), *earlier.shape))
    P = matrices(correction(projection, sampler), E, np.concatenate([known, nodes[:, None]], axis=1))
    tilted = matrix_of(projection, E)  # apart, since the rule need not integrate 1/w = dμ/dρ to 1
    mean = tilted + np.tensordot(weights / sampler.weight(nodes), P - tilted, 1)
    return equal(mean, np.eye(*mean.shape), digits=9, symbol="an entry of E P̄")
