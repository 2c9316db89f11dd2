"""Section 4: from an estimator to trajectories and rates."""

from theorytest.descent.ensembles import Ensemble, summarise
from theorytest.descent.linear import LinearDescent
from theorytest.descent.losses import Loss, Quadratic, State, energy
from theorytest.descent.models.curves import Circle, CurveDescent, Spiral
from theorytest.descent.models.ellipses import Ellipse
from theorytest.descent.models.embedded import EmbeddedDescent, ModelClass
from theorytest.descent.models.low_rank import LowRank
from theorytest.descent.models.moving import MovingEstimator
from theorytest.descent.models.sparse import Sparse
from theorytest.descent.models.spheres import Sphere
from theorytest.descent.models.tensors import Tensors, Tree, hierarchical, train, tucker
from theorytest.descent.models.unions import UnionOfSpaces
from theorytest.descent.moments import ExactDescent, by_enumeration, by_quadrature, scalar_gap, window_slope
from theorytest.descent.rates import Fit, fit_rate
from theorytest.descent.scheme import Process, Trajectories, descend, geometric_times
from theorytest.descent.smooth_losses import Flat, Wavy
from theorytest.descent.steps import Constant, Mixed, Power, Steps, in_l1, in_l2, optimal, satisfies_robbins_monro
from theorytest.descent.table_1 import TABLE_1, Cell
from theorytest.descent.targets import TARGETS, Target

__all__ = [
    "TABLE_1",
    "TARGETS",
    "Cell",
    "Circle",
    "Constant",
    "CurveDescent",
    "Ellipse",
    "EmbeddedDescent",
    "Ensemble",
    "ExactDescent",
    "Fit",
    "Flat",
    "LinearDescent",
    "Loss",
    "LowRank",
    "Mixed",
    "ModelClass",
    "MovingEstimator",
    "Power",
    "Process",
    "Quadratic",
    "Sparse",
    "Sphere",
    "Spiral",
    "State",
    "Steps",
    "Target",
    "Tensors",
    "Trajectories",
    "Tree",
    "UnionOfSpaces",
    "Wavy",
    "by_enumeration",
    "by_quadrature",
    "descend",
    "energy",
    "fit_rate",
    "geometric_times",
    "hierarchical",
    "in_l1",
    "in_l2",
    "optimal",
    "satisfies_robbins_monro",
    "scalar_gap",
    "summarise",
    "train",
    "tucker",
    "window_slope",
]
