"""Section 3: from a measure to an estimated projection."""

from theorytest.approximation.christoffel import Christoffel
from theorytest.approximation.combinations import Combinations, orthonormalised
from theorytest.approximation.comparison import Comparison, compare
from theorytest.approximation.constants import Constants, exact, numbers, tabulated
from theorytest.approximation.enumeration import Draws, draws, estimator_draws, stable_draws
from theorytest.approximation.estimators import (
    Debiased,
    Estimator,
    Exact,
    Given,
    LeastSquares,
    NonProjection,
    QuasiProjection,
    project,
)
from theorytest.approximation.exact_moments import on_all, on_hull
from theorytest.approximation.functions import Functions
from theorytest.approximation.hull import Hull, Indicators
from theorytest.approximation.integrals import Integral, integrate, reference
from theorytest.approximation.measured import Interval, Measured
from theorytest.approximation.measures import Discrete, Gaussian, Measure, Product, Quadrature, Uniform
from theorytest.approximation.moments import Moments, enumerated, frontier, matrices
from theorytest.approximation.oblique import Oblique
from theorytest.approximation.on_points import OnPoints
from theorytest.approximation.sampling import GradientDependent, Optimal, Plain, Sampler, Trace
from theorytest.approximation.spaces import Rank, Space
from theorytest.approximation.stability import Conditioned, deviation, empirical_gramian, is_stable
from theorytest.approximation.suprema import Supremum, supremum
from theorytest.approximation.systems import Fourier, Hermite, Histogram, Legendre, Monomials, System
from theorytest.approximation.table_2 import SYMBOLS, TABLE_2
from theorytest.approximation.tensor import TensorProduct, full_grid, hyperbolic_cross, total_degree
from theorytest.approximation.volume import ProjectionDPP, TridiagonalDPP, VolumeRescaled

__all__ = [
    "SYMBOLS",
    "TABLE_2",
    "Christoffel",
    "Combinations",
    "Comparison",
    "Conditioned",
    "Constants",
    "Debiased",
    "Discrete",
    "Draws",
    "Estimator",
    "Exact",
    "Fourier",
    "Functions",
    "Gaussian",
    "Given",
    "GradientDependent",
    "Hermite",
    "Histogram",
    "Hull",
    "Indicators",
    "Integral",
    "Interval",
    "LeastSquares",
    "Legendre",
    "Measure",
    "Measured",
    "Moments",
    "Monomials",
    "NonProjection",
    "Oblique",
    "OnPoints",
    "Optimal",
    "Plain",
    "Product",
    "ProjectionDPP",
    "Quadrature",
    "QuasiProjection",
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
    "compare",
    "deviation",
    "draws",
    "empirical_gramian",
    "enumerated",
    "estimator_draws",
    "exact",
    "frontier",
    "full_grid",
    "hyperbolic_cross",
    "integrate",
    "is_stable",
    "matrices",
    "numbers",
    "on_all",
    "on_hull",
    "orthonormalised",
    "project",
    "reference",
    "stable_draws",
    "supremum",
    "tabulated",
    "total_degree",
]
