"""Shallow networks as a model class (Section 5.3, Appendix K)."""

from theorytest.descent.models.shallow.activations import Logistic, RePU, Tanh
from theorytest.descent.models.shallow.descent import ShallowDescent
from theorytest.descent.models.shallow.differences import moved_ridges, quotients
from theorytest.descent.models.shallow.estimators import NetworkEstimator
from theorytest.descent.models.shallow.gaussian import StandardGaussian
from theorytest.descent.models.shallow.initial import INITIAL
from theorytest.descent.models.shallow.interval import Interval
from theorytest.descent.models.shallow.network import Network, from_theta
from theorytest.descent.models.shallow.pieces import on_panels
from theorytest.descent.models.shallow.retraction import Retraction
from theorytest.descent.models.shallow.ridges import Ridges, tangent_gramian
from theorytest.descent.models.shallow.sequential import inverted
from theorytest.descent.models.shallow.smooth import POLES, trapezoid
from theorytest.descent.models.shallow.tangent import SINGLE, tangents

__all__ = [
    "INITIAL",
    "POLES",
    "SINGLE",
    "Interval",
    "Logistic",
    "Network",
    "NetworkEstimator",
    "RePU",
    "Retraction",
    "Ridges",
    "ShallowDescent",
    "StandardGaussian",
    "Tanh",
    "from_theta",
    "inverted",
    "moved_ridges",
    "on_panels",
    "quotients",
    "tangent_gramian",
    "tangents",
    "trapezoid",
]
