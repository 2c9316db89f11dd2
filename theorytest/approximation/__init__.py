"""Section 3: from a measure to an estimated projection."""

from theorytest.approximation.christoffel import Christoffel
from theorytest.approximation.functions import Functions
from theorytest.approximation.integrals import Integral, integrate, reference
from theorytest.approximation.measures import Discrete, Gaussian, Measure, Product, Quadrature, Uniform
from theorytest.approximation.oblique import Oblique
from theorytest.approximation.sampling import GradientDependent, Optimal, Plain, Sampler, Trace
from theorytest.approximation.spaces import Rank, Space
from theorytest.approximation.stability import Conditioned, deviation, empirical_gramian
from theorytest.approximation.suprema import Supremum
from theorytest.approximation.systems import Fourier, Hermite, Histogram, Legendre, Monomials, System
from theorytest.approximation.tensor import TensorProduct, full_grid, hyperbolic_cross, total_degree
from theorytest.approximation.volume import ProjectionDPP, TridiagonalDPP, VolumeRescaled

__all__ = [
    "Christoffel",
    "Conditioned",
    "Discrete",
    "Fourier",
    "Functions",
    "Gaussian",
    "GradientDependent",
    "Hermite",
    "Histogram",
    "Integral",
    "Legendre",
    "Measure",
    "Monomials",
    "Oblique",
    "Optimal",
    "Plain",
    "Product",
    "ProjectionDPP",
    "Quadrature",
    "Rank",
    "Sampler",
    "Space",
    "Supremum",
    "System",
    "TensorProduct",
    "Trace",
    "TridiagonalDPP",
    "Uniform",
    "VolumeRescaled",
    "deviation",
    "empirical_gramian",
    "full_grid",
    "hyperbolic_cross",
    "integrate",
    "reference",
    "total_degree",
]
