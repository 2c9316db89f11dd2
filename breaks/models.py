"""Errors in the model classes: curves, low rank, sparsity, tensors and shallow networks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from breaks.breaking import Break, Part, after, around, scaled
from breaks.worlds import rng
from theorytest.descent import Circle, CurveDescent, Ellipse, EmbeddedDescent, LowRank, MovingEstimator, Sparse, Sphere
from theorytest.descent.models.shallow import estimators, ridges, sequential, smooth
from theorytest.descent.models.shallow.activations import RePU, Tanh
from theorytest.descent.models.shallow.estimators import NetworkEstimator
from theorytest.descent.models.shallow.interval import Interval
from theorytest.descent.models.shallow.network import Network
from theorytest.descent.models.shallow.retraction import Retraction
from theorytest.descent.models.shallow.tangent import tangents
from theorytest.descent.models.tensors import Tensors, train

M = "theorytest.descent.models."
S = M + "shallow."
Y = np.array([[1.0, 0.2, 0.0, 0.5]])


def _unretracted(right: Any, self: Any, state: Any, drawn: Any, k: int, size: float) -> Any:  # noqa: ARG001
    return state - size * self.update(drawn[k], state.T).T, np.zeros(state.shape[1])


def _half_way(right: Any, self: Any, phi: Any, onto: Any) -> Any:
    turn = right(self, phi, onto) - phi
    return phi + np.arctan2(np.sin(turn), np.cos(turn)) / 2


def _turned(basis: Any) -> Any:
    c, s = np.cos(0.1), np.sin(0.1)
    return np.array([[c, -s], [s, c]]) @ basis


def _bias_shorter(right: Any, self: Any, x: Any) -> Any:
    """The last columns are the derivatives in b_0."""
    found = right(self, x)
    found[..., -self.width :] *= 0.9
    return found


def _opposite(network: Network) -> Network:
    return replace(network, outer=-network.outer)


def _uniform(right: Any, self: Any, trace: Any) -> Any:  # noqa: ARG001 (what is replaced)
    return right(self, lambda x: np.ones(x.shape[:-1]))


def _heavier(found: Any) -> Any:
    return found[0], 1.01 * found[1]


def _network(activation: Any = None) -> Network:
    outer, inner = np.array([[1.0, -0.5]]), np.array([[[1.0], [-1.0]]])
    return Network(activation or RePU(2), outer, np.zeros(1), inner, np.array([[0.3, 0.4]]))


def _tangents() -> Any:
    return _network(Tanh()).tangents(np.array([[[0.2], [0.7]]]))


def _sphere_step() -> Any:
    process = EmbeddedDescent(Sphere(2), [2.0, 0.0], [0.0, 1.0], MovingEstimator("exact"))
    return process.step(process.start(1), process.draw(rng(), 1, 1), 0, 0.5)[0]


def _curve_step() -> Any:
    process = CurveDescent(Circle(), [2.0, 0.0], 1.0)
    return process.step(process.start(3), process.draw(rng(), 3, 1), 0, 0.3)[0]


def _retraction_error() -> Any:
    network = _network()
    move = Retraction(Interval(), network, np.ones_like(network.theta), np.ones(1), np.ones(1))
    return move.error(np.full(1, 0.1))


def _network_coefficients() -> Any:
    space, estimator = tangents(_network(), Interval(), 1e-6), NetworkEstimator("quasi", 2)
    sample = estimator.sample(space, Interval().optimal(space), Interval(), rng())
    return estimators.direction(sample.estimator, sample.x, np.ones((1, 2)))[0]


def _moving() -> Any:
    basis = np.array([[[0.6], [0.8]]])
    return MovingEstimator("quasi", 20)(rng(), basis, np.array([[1.0, 3.0]]))


def _tensor() -> Any:
    return Tensors((2, 2, 2), train(3), (1, 1)).truncate(np.arange(1.0, 9.0)[None])


CLASSES = (
    Break(
        "retraction-skipped",
        "A step on a curved class in R^N is not retracted.",
        (Part(M + "embedded:EmbeddedDescent.step", around(_unretracted)),),
        _sphere_step,
    ),
    Break(
        "circle-half-way",
        "The retraction onto the circle turns half of the angle.",
        (Part(M + "curves:Circle.retract", around(_half_way)),),
        _curve_step,
    ),
    Break(
        "curve-scaled",
        "The quasi-projection onto the tangent of a curve is 1.1 times too large.",
        (Part(M + "curves:CurveDescent.coefficient", scaled(1.1)),),
        _curve_step,
    ),
    Break(
        "moving-scaled",
        "The values of functions on moving spaces are 5 % too large.",
        (Part("theorytest.approximation.on_points:OnPoints.jets", scaled(1.05)),),
        _moving,
    ),
    Break(
        "moving-plain",
        "On moving spaces points are drawn uniformly where the optimal law is asked for.",
        (Part("theorytest.approximation.on_points:OnPoints.trace_law", around(_uniform)),),
        _moving,
    ),
    Break(
        "ellipse-tangent",
        "The tangents of ellipses are turned by 0.1.",
        (Part(M + "ellipses:Ellipse.basis", after(_turned)),),
        lambda: Ellipse(2.0, 1.0).basis(np.array([[0.0, 1.0]])),
    ),
    Break(
        "reach-doubled",
        "The reach of ellipses, spheres and matrices of low rank is twice as large.",
        tuple(
            Part(M + where, scaled(2.0))
            for where in (
                "ellipses:Ellipse.reach",
                "ellipses:Ellipse.local_reach",
                "spheres:Sphere.reach",
                "low_rank:LowRank.local_reach",
            )
        ),
        lambda: Ellipse(2.0, 1.0).reach,
    ),
    Break(
        "retraction-constant",
        "The retraction constant of spheres and matrices of low rank is 10 % too small.",
        (Part(M + "spheres:Sphere.C_R", scaled(0.9)), Part(M + "low_rank:LowRank.C_R", scaled(0.9))),
        lambda: Sphere(2).C_R(3.0),
    ),
    Break(
        "tangent-dropped",
        "Tangent spaces of matrices of low rank miss a direction.",
        (Part(M + "low_rank:LowRank.basis", after(lambda basis: basis[:, :, :-1])),),
        lambda: float(LowRank(2, 2, 1).basis(Y).shape[2]),
    ),
    Break(
        "truncation-short",
        "The truncated SVD, of matrices and of tensors, is 1 % too small.",
        (Part(M + "low_rank:LowRank.retract", scaled(0.99)), Part(M + "tensors:Tensors.truncate", scaled(0.99))),
        _tensor,
    ),
    Break(
        "sparse-support",
        "The support of a sparse vector has its smallest entries.",
        (Part(M + "sparse:Sparse.support", around(lambda right, self, y: right(self, 1 / (1 + np.abs(y))))),),
        lambda: Sparse(4, 2).threshold(Y),
    ),
)

NETWORKS = (
    Break(
        "activation-value",
        "Activation functions are 1.1 times too large.",
        tuple(Part(f"{S}activations:{name}.value", scaled(1.1)) for name in ("RePU", "Logistic", "Tanh")),
        lambda: _network()(np.array([[[0.2], [0.7]]])),
    ),
    Break(
        "network-sum",
        "The sum of two networks has the outer weights of the first one with the opposite sign.",
        (Part(S + "network:Network.__add__", around(lambda right, one, other: right(_opposite(one), other))),),
        lambda: (_network() + _network())(np.array([[[0.2], [0.7]]])),
    ),
    Break(
        "parameters-reversed",
        "The vector of the parameters of a network is read backwards.",
        (Part(S + "network:Network.theta", after(lambda theta: theta[..., ::-1])),),
        lambda: _network().theta,
    ),
    Break(
        "activation-slope",
        "Derivatives of activation functions are 1.1 times too large.",
        tuple(Part(f"{S}activations:{name}.slope", scaled(1.1)) for name in ("RePU", "Logistic", "Tanh")),
        _tangents,
    ),
    Break(
        "bias-derivative",
        "The derivatives of a network in its biases are 10 % too small.",
        (Part(S + "network:Network.tangents", around(_bias_shorter)),),
        _tangents,
    ),
    Break(
        "network-rule",
        "The weights of the quadrature under networks on an interval are 1 % too large.",
        (Part(S + "interval:Interval.quadrature", after(_heavier)),),
        lambda: Interval().nodes(_network())[1],
    ),
    Break(
        "network-gramian",
        "Gaussian Gramians of ridge functions and of tangents of networks are 1 % too large.",
        (Part(S + "ridges:Ridges.products", scaled(1.01)), Part(S + "ridges:tangent_gramian", scaled(1.01))),
        lambda: ridges.tangent_gramian(_network(Tanh())),
    ),
    Break(
        "trapezoid-weights",
        "The weights of the trapezoidal rule for Gaussian integrals are 1 % too large.",
        (Part(S + "smooth:trapezoid", after(_heavier)),),
        lambda: smooth.trapezoid(0.5, 1e-10)[1],
    ),
    Break(
        "network-backwards",
        "Estimated projections onto tangent spaces of networks are multiplied by -3.",
        (Part(S + "estimators:direction", after(lambda found: (-3.0 * found[0], found[1]))),),
        _network_coefficients,
    ),
    Break(
        "quantiles-scaled",
        "Numerical inverses of distribution functions are 1 % too large.",
        (Part(S + "sequential:inverted", scaled(1.01)),),
        lambda: sequential.inverted(np.array([[0.0, 1.0]]), np.ones((1, 3)), np.array([0.3])),
    ),
    Break(
        "retraction-error",
        "The error of the retraction of networks is 10 % too small.",
        (Part(S + "retraction:Retraction.error", scaled(0.9)),),
        _retraction_error,
    ),
)

BREAKS = (*CLASSES, *NETWORKS)
