"""Section 5.3, experiment (d): the non-projection from uniform points is standard SGD (Appendix A)."""

import numpy as np

from checks.instances.network_experiments import PRINTED, SAMPLES, WIDTH, Experiment
from theorytest import claim, equal, finite
from theorytest.descent.models.shallow import NetworkEstimator, tangents

NETWORKS, SMALL = 4, 1e-30


def target(x):
    """u."""
    return np.sin(2 * np.pi * x)


def value(theta, x):
    """Φ_θ at points (n,), neuron by neuron; θ = (A_1, b_1, A_0, b_0)."""
    outer, shift, inner, bias = np.split(theta, [WIDTH, WIDTH + 1, 2 * WIDTH + 1])
    arguments = [c * x + b for c, b in zip(inner, bias, strict=True)]
    return sum(a * np.where(z.real > 0, z, 0) ** 2 for a, z in zip(outer, arguments, strict=True)) + shift


def empirical_loss(theta, x):
    """½‖u - Φ_θ‖_n²."""
    return np.mean((target(x) - value(theta, x)) ** 2) / 2


def derivatives(theta, x):
    """Of the empirical loss by each parameter: F(θ + ih e_k) = F(θ) + ih ∂_k F(θ) + O(h²), without cancellation."""
    return np.array([empirical_loss(theta + 1j * h, x).imag / SMALL for h in SMALL * np.eye(len(theta))])


@claim(
    "x:sec5.3-experiment-d",
    kind="definition",
    says="Experiment (d) is standard SGD: from uniform points the coefficients of the non-projection are the "
    "derivatives of ½‖u − Φ_θ‖_n² by the parameters.",
    formula=r"P_t^n g_t = \sum_k \partial_{\theta_k}\bigl(\tfrac12\|u-\Phi_\theta\|_n^2\bigr) "
    r"\partial_{\theta_k}\Phi_\theta",
    forall={"initial networks": finite(["published", "uniform"])},
    reading="At four initial networks of each kind, 200 points each, against complex steps of the loss; the "
    "first step of the scheme moves the parameters along them. The length of the steps is another claim's. "
    "Floating point: networks and points are drawn.",
    expected="computed",
    mutants={
        "the quasi-projection": {"kind": "quasi"},
        "points from the optimal density": {"sampling": "optimal"},
        "one per cent longer": {"share": 1.01},
    },
)
def coefficients_are_derivatives(initial, *, kind="non", sampling="rho", share=1.0):
    process = Experiment("d", initial=initial).process(np.random.default_rng(5), NETWORKS)
    start = process.initial
    space, estimator = tangents(start, PRINTED, 1e-12), NetworkEstimator(kind, SAMPLES, sampling)
    sample = estimator.sample(space, PRINTED.optimal(space), PRINTED, np.random.default_rng(6))
    found, _ = estimator.direction(space, sample, start(sample.x) - target(sample.x[..., 0]))
    yield equal(share * found, slopes(start, sample.x), digits=8, name="coefficients", symbol="ϑ")
    state = process.start(NETWORKS)
    moved, _ = process.step(state, np.random.default_rng(7), 0, 1.0)
    x = PRINTED.sample(np.random.default_rng(7), NETWORKS, SAMPLES)
    p = start.theta.shape[1]
    yield equal(share * (state - moved)[:p].T, slopes(start, x), digits=8, name="first step", symbol="θ_1 - θ_2")


def slopes(start, points):
    """The derivatives at each network, from its points."""
    return np.array([derivatives(theta, each[:, 0]) for theta, each in zip(start.theta, points, strict=True)])
