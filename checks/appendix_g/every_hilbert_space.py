r"""Section 3.3 [x:sec3.3-debiasing-general]: debiasing removes c_bias,2 of least squares in every Hilbert space.

Every H of the paper has (u, v) = ∫ (L_x u)ᵀ(L_x v) dρ, so that the quasi-projection is an unbiased Q in each of them.
"""

from __future__ import annotations

import itertools
from functools import cache

import numpy as np

from checks.appendix_g.lemma_g_2 import from_the_same_points, independently
from checks.instances.finite_problems import matrix_of, random_problems
from theorytest import at_least, claim, equal, sampled
from theorytest.approximation.estimators import Debiased, Given, LeastSquares, QuasiProjection
from theorytest.approximation.hull import hull
from theorytest.approximation.measures import Gaussian, Product, Uniform
from theorytest.approximation.moments import matrices
from theorytest.approximation.sampling import Optimal, Trace
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Fourier, Hermite, Legendre
from theorytest.approximation.tensor import TensorProduct, total_degree
from theorytest.decisions.means import mean_equals

PLANE = TensorProduct((Legendre(3), Hermite(3)), total_degree(2, 2))


@cache
def hulls():
    """Continuous measures, bounded and unbounded, in one and two dimensions; jets of one, two and three numbers."""
    plane = Product((Uniform(), Gaussian()))
    spaces = {
        "Legendre": Space(Legendre(3), Uniform()),
        "Hermite": Space(Hermite(3), Gaussian()),
        "plane": Space(PLANE, plane),
        "H1 Legendre": Space(Legendre(3), Uniform(), "H1"),
        "H1 Hermite": Space(Hermite(3), Gaussian(), "H1"),
        "H1 Fourier": Space(Fourier((0, 1)), Uniform(0, 1), "H1"),
        "H1 plane": Space(PLANE, plane, "H1"),
    }
    return {name: hull(space, 2) for name, space in spaces.items()}


@cache
def mean_given(name, of, correction):
    """E_Q P̄ on the hull, for least squares from two points per dimension and one new point, by quadrature."""
    E = hulls()[name]
    sampler = of(E.space)
    earlier = E.space.measure.sample(np.random.default_rng(3), (2 * E.space.dim,))
    projection = Given(LeastSquares(sampler, len(earlier)), earlier)
    nodes, weights = E.larger.rule.nodes, E.larger.rule.weights
    known = np.broadcast_to(earlier, (len(nodes), *earlier.shape))
    P = matrices(correction(projection, sampler), E, np.concatenate([known, nodes[:, None]], axis=1))
    tilted = matrix_of(projection, E)  # apart, since the rule need not integrate 1/w = dμ/dρ to 1
    return tilted + np.tensordot(weights / sampler.weight(nodes), P - tilted, 1)


def printed_debiased(projection, sampler):
    """P̃ + Q (I - P̃) with one new point."""
    return Debiased(projection, QuasiProjection(sampler, 1))


def least_squares_again(projection, sampler):
    """Least squares from earlier and new points together, for a mutant."""
    return LeastSquares(sampler, projection.n_samples + 1)


@claim(
    "x:sec3.3-debiasing-general",
    kind="remark",
    says="Debiasing gives the least squares projection c_bias,2 = 0 in every Hilbert space, L2 and H1.",
    formula=r"c_{\mathrm{bias},2}(P_t^n) > 0, \qquad c_{\mathrm{bias},2}(\bar P_t) = 0 "
    r"\quad\text{and}\quad c_{\mathrm{bias},1}(\bar P_t) = 1",
    expected="confirmed",
    premises=["x:display-appG-unbiased", "lemma:debiased_P/corrected"],
    mutants={
        "the same points": {"moments": from_the_same_points},
        "least squares with one point more": {"correction": least_squares_again},
        "drawn without the correction": {"drawn": lambda projection, _: projection},
    },
)
def debiasing_works_in_every_space(*, moments=independently, correction=printed_debiased, drawn=Debiased):
    """Enumerated on atoms, by quadrature for known points of continuous measures, and drawn."""
    for name, each in random_problems().items():
        if "conditioned" in name:
            bias = each.random.c_bias2
            yield at_least(bias, 0.05, name=f"{name}: before", digits=None, symbol="c_bias,2")
        yield equal(moments(each).A, each.P, name=name, digits=10, symbol="E P-bar")
    for name, sampler in itertools.product(hulls(), (Trace, Optimal)):
        mean, where = mean_given(name, sampler, correction), f"{name}, {sampler.__name__}"
        yield equal(mean, np.eye(*mean.shape), name=where, digits=9, symbol="E_Q P-bar")
    yield from _sampled(random_problems()["H1 lines, conditioned, optimal n = 2"], drawn)


def _sampled(each, drawn):
    """The part of P̄g in the direction where least squares has most bias, for the worst g of the complement."""
    along, _, worst = np.linalg.svd(each.random.A[:, each.d :])
    c, g = along[:, 0], np.concatenate([np.zeros(each.d), worst[0]])
    estimator = drawn(each.projection, each.correction)

    def draw(rng, size):
        x = estimator.sample(rng, size)
        return c @ estimator.coefficients(x, np.einsum("e,...el->...l", g, each.hull.jets(x))[..., None])[..., 0].T

    options = {"value": 0.0, "scale": 1.0, "variance": g @ each.debiased.S @ g, "symbol": "E(c, P-bar g)"}
    yield sampled(mean_equals, draw, name="drawn", resolution=0.1, max_draws=50_000, **options)
