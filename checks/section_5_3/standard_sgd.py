"""Section 5.3, experiment (d): the non-projection from uniform points is standard SGD (Appendix A)."""

import numpy as np

from checks.instances.network_experiments import PRINTED, SAMPLES, TOLERANCE, WIDTH
from theorytest import claim, equal, family, vectors
from theorytest.descent import TARGETS
from theorytest.descent.models.shallow import INITIAL, NetworkEstimator, RePU, ShallowDescent, from_theta, tangents

SMALL = 1e-30
NETWORKS = family(
    {
        f"{kind} start, network {k + 1}": tuple(INITIAL[kind](np.random.default_rng(5 + k), RePU(2), 1, WIDTH).theta[0])
        for kind in ("published", "uniform")
        for k in range(4)
    },
    "parameters of networks of RePU neurons on the line",
    search=vectors([4, 7, 10, 31], -2, 2),
    effort=50,
)


def target(x):
    """u."""
    return np.sin(2 * np.pi * x)


def value(theta, x):
    """Φ_θ at points (n,), neuron by neuron; θ = (A_1, b_1, A_0, b_0)."""
    m = len(theta) // 3
    outer, shift, inner, bias = np.split(theta, [m, m + 1, 2 * m + 1])
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
    forall={"θ": NETWORKS},
    reading="At 200 points, in floating point against complex steps of the loss; the first step of the scheme moves "
    "the parameters along them. The length of the steps is another claim's.",
    mutants={
        "the quasi-projection": {"kind": "quasi"},
        "points from the optimal density": {"sampling": "optimal"},
        "one per cent longer": {"share": 1.01},
    },
)
def coefficients_are_derivatives(theta, *, kind="non", sampling="rho", share=1.0):
    start = from_theta(RePU(2), np.array([theta], dtype=float))
    space, estimator = tangents(start, PRINTED, TOLERANCE), NetworkEstimator(kind, SAMPLES, sampling)
    sample = estimator.sample(space, PRINTED.optimal(space), PRINTED, np.random.default_rng(6))
    found, _ = estimator.direction(space, sample, start(sample.x) - target(sample.x[..., 0]))
    yield equal(share * found[0], derivatives(start.theta[0], sample.x[0, :, 0]), digits=8, symbol="ϑ")
    process = ShallowDescent(PRINTED, TARGETS["sin"], estimator, start, TOLERANCE, "absolute")
    state = process.start(1)
    moved, _ = process.step(state, np.random.default_rng(7), 0, 1.0)
    x = PRINTED.sample(np.random.default_rng(7), 1, SAMPLES)
    step = (state - moved)[: start.theta.shape[1]].T
    yield equal(share * step[0], derivatives(start.theta[0], x[0, :, 0]), digits=8, symbol="θ_1 - θ_2")
