"""Spaces and samplers of every kind, an estimator of each kind for them, and points with arbitrary jets."""

import numpy as np

from theorytest.approximation.estimators import Debiased, LeastSquares, NonProjection, QuasiProjection
from theorytest.approximation.functions import Functions
from theorytest.approximation.measures import Discrete, Gaussian, Product, Uniform
from theorytest.approximation.sampling import Optimal, Plain, Trace
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import Conditioned
from theorytest.approximation.systems import Hermite, Legendre, Monomials
from theorytest.approximation.tensor import TensorProduct, total_degree
from theorytest.approximation.volume import VolumeRescaled


def line(x):
    """The only coordinate."""
    return x[..., 0]


SQUARE = Product((Uniform(), Gaussian()))
REDUNDANT = Functions((lambda x: 1 + 0 * line(x), line, lambda x: 2 + line(x), lambda x: line(x) ** 2), degree=2)
SPACES = {
    "Legendre": Space(Legendre(4), Uniform()),
    "monomials": Space(Monomials(3), Uniform(0, 1)),
    "Hermite": Space(Hermite(3), Gaussian()),
    "redundant": Space(REDUNDANT, Uniform()),  # four functions, three dimensions
    "atoms": Space(Monomials(2), Discrete(np.array([-1.0, 0.0, 0.5, 2.0]), np.array([0.1, 0.2, 0.3, 0.4]))),
    "H1": Space(Monomials(3), Uniform(), "H1"),
    "plane": Space(TensorProduct((Legendre(3), Hermite(3)), total_degree(2, 1)), SQUARE),
    "plane, H1": Space(TensorProduct((Monomials(3), Hermite(3)), total_degree(2, 1)), SQUARE, "H1"),
}
SAMPLERS = {
    **{f"{kind.__name__}, {name}": kind(space) for name, space in SPACES.items() for kind in (Plain, Trace)},
    "Optimal, H1": Optimal(SPACES["H1"]),
    "Conditioned": Conditioned(Optimal(SPACES["Legendre"]), 0.9),
    "VolumeRescaled": VolumeRescaled(SPACES["Legendre"]),
}
PARTS = (NonProjection, QuasiProjection, LeastSquares)
N = 12


def estimators(sampler):
    """One of each kind, all for N points."""
    debiased = Debiased(LeastSquares(sampler, N - 4), QuasiProjection(sampler, 4))
    return [*(kind(sampler, N) for kind in PARTS), debiased]


def drawn(sampler, seed, gradients=2, replicas=()):
    """Points of the sampler and arbitrary jets of gradients there."""
    rng = np.random.default_rng(seed)
    x = sampler.sample(rng, int(np.prod(replicas)), N)
    x = x.reshape(*replicas, *x.shape[1:])
    return x, rng.standard_normal((*x.shape[:-1], sampler.space.jet_size, gradients))


def function(space, coefficients, y):
    """The jets of Σ_k c_k b_k at the points y."""
    return np.einsum("k,ykl->yl", coefficients, space.jets(y))
