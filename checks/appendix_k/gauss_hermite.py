r"""Appendix K.2 [x:appK.2-quadrature-1d, x:appK.2-quadrature-2d]: Gauss-Hermite quadrature of ridge functions.

Near 0 the nodes are π/√N apart, with weights as of the trapezoidal rule: by Euler and Maclaurin the kink of max(z, 0)^p
costs (π/√N)^(p+1) B_(p+1)(θ) / ((p+1) √(2π)) if θ ∈ [0, 1] is where it lies between two nodes. Poles at the distance y
with the residue ϱ cost, as for that rule, at most 4π |ϱ ρ(iy)| exp(-2 Φ_N(y)), where Φ_N(y) is the phase of the nodes,
the integral of √(N + 1/2 + s²/4) from 0 to y: y√N + (y/4 + y³/24)/√N up to O(N^(-3/2)). References are the closed
formulas for RePU and the trapezoidal rule for analytic activations.
"""

import numpy as np
from scipy import special

from theorytest import at_most, claim, equal, family, threshold
from theorytest.descent.models.shallow import POLES, Logistic, RePU, Ridges, Tanh

PLACES = np.linspace(0, 1, 401)
NODES = np.array([8, 16, 32, 64, 128])
ANGLES = (0.3, 1.0, 2.0)


def hermite(n):
    """The n nodes and weights of the standard Gaussian."""
    x, w = special.roots_hermitenorm(n)
    return x, w / w.sum()


def line_error(activation, length, n):
    """max over β of the error of N nodes for E σ(‖α‖ x + β), with the kink or pole at 401 places between nodes."""
    biases = 2 * np.pi * length / np.sqrt(n) * PLACES
    true, (x, w) = Ridges(activation, np.full((len(biases), 1), length), biases).means(0)[0], hermite(n)
    return np.abs(w @ activation.value(length * x[:, None] + biases) - true).max()


def kink(p):
    """‖α‖^p π^(p+1) max |B_(p+1)| / ((p+1) √(2π)) N^(-(p+1)/2), as a function of ‖α‖ and N."""
    largest = {2: 3**0.5 / 36, 3: 1 / 30}[p]
    constant = np.pi ** (p + 1) * largest / ((p + 1) * (2 * np.pi) ** 0.5)
    return lambda length, n: length**p * constant * n ** (-(p + 1) / 2)


def pole(activation):
    """4π |ϱ ρ(iy)| exp(-2 Φ_N(y)) with the residue 1/‖α‖ at the distance y = d/‖α‖."""

    def predicted(length, n):
        y = POLES[type(activation)] / length
        constant = 4 * np.pi / length * np.exp(y**2 / 2) / (2 * np.pi) ** 0.5
        return constant * np.exp(-2 * y * np.sqrt(n) - (y / 2 + y**3 / 12) / np.sqrt(n))

    return predicted


# No region: what an error is compared with belongs to the kink or pole of one activation.
CASES = {  # activation, ‖α‖, numbers of nodes, the error
    "RePU(2), ‖α‖ = 1": (RePU(2), 1.0, (256, 1024), kink(2)),
    "RePU(2), ‖α‖ = 2": (RePU(2), 2.0, (256, 1024), kink(2)),
    "RePU(3), ‖α‖ = 1": (RePU(3), 1.0, (256, 1024), kink(3)),
    "logistic, ‖α‖ = 3": (Logistic(), 3.0, (64, 128), pole(Logistic())),
    "tanh, ‖α‖ = 3": (Tanh(), 3.0, (64, 128), pole(Tanh())),
}


@claim(
    "x:appK.2-quadrature-1d",
    kind="rate",
    says="Gauss–Hermite quadrature computes the reduced integral ∫ σ(‖α‖x + β) dρ(x): as the number N of nodes grows, "
    "its error tends to 0.",
    formula=r"\max_{0\le\beta\le2\pi\|\alpha\|/\sqrt N}\Bigl|\sum_{i=1}^N w_i\sigma(\|\alpha\|x_i + \beta) - "
    r"\int\sigma(\|\alpha\|x + \beta)\rho(x)\,\mathrm{d}x\Bigr| \to 0",
    forall={"σ, ‖α‖, β": family(CASES, "continuous activations of polynomial growth, lengths and biases")},
    reading="The largest error over 0 ≤ β ≤ 2π‖α‖/√N equals to 1 per cent what kinks cost by Euler and Maclaurin, of "
    "order N^(-(p+1)/2) for RePU(p), and what poles at y = d/‖α‖ cost by their residue, of order exp(-2y√N).",
    mutants={
        "an exponent of 0.01 more": {"times": lambda n: n**-0.01},
        "two per cent more": {"times": lambda _: 1.02},
        "two per cent less": {"times": lambda _: 0.98},
    },
)
def hermite_quadrature_on_the_line(case, *, times=lambda _: 1.0):
    activation, length, nodes, predicted = case
    shares = [line_error(activation, length, n) / (times(n) * predicted(length, n)) for n in nodes]
    return equal(shares, threshold(1.0), digits=2, symbol="the error over its prediction")


def plane_errors(activation):
    """max over angles and biases of the error of N × N nodes for E σ(x_1 + β) σ(cos t x_1 + sin t x_2 + β')."""
    b = np.linspace(-1, 1, 9)
    worst = np.zeros(len(NODES))
    for angle in ANGLES:
        c, s = np.cos(angle), np.sin(angle)
        inner = np.array([[1.0, 0.0]] * len(b) + [[c, s]] * len(b))
        true = Ridges(activation, inner, np.tile(b, 2)).products(0)[0, 0][: len(b), len(b) :]
        for k, n in enumerate(NODES):
            x, w = hermite(n)
            first = activation.value(x[:, None] + b) * w[:, None]
            second = activation.value((c * x[:, None] + s * x)[..., None] + b)
            values = first.T @ np.einsum("xyb,y->xb", second, w)
            worst[k] = max(worst[k], np.abs(values - true).max())
    return worst


PLANE = {
    "RePU(2)": (RePU(2), 0.65 * NODES**-1.5),
    "logistic": (Logistic(), np.exp(-4 * np.sqrt(NODES)) + 1e-14),
}


@claim(
    "x:appK.2-quadrature-2d",
    kind="rate",
    says="Two-dimensional Gauss–Hermite quadrature computes the reduced integral of a product of ridge functions: with "
    "N x N nodes, its error tends to 0.",
    formula=r"\Bigl|\sum_{i,j=1}^N w_iw_j\sigma(x_i + \beta)\sigma(\gamma_1x_i + \gamma_2x_j + \beta') - "
    r"(\sigma, \sigma')\Bigr| \to 0",
    forall={"σ, α, α', β, β'": family(PLANE, "activations, with our bounds")},
    reading="‖α‖ = ‖α'‖ = 1 at three angles, |β|, |β'| ≤ 1 and N from 8 to 128. The error stays below 0.65 N^(-3/2) "
    "for RePU(2) and below exp(-4√N) for the logistic function, up to 1e-14.",
    mutants={
        "one order more for RePU": {"times": lambda n: n**-0.5},
        "half of it": {"times": lambda _: 0.5},
    },
)
def hermite_quadrature_in_the_plane(case, *, times=lambda _: 1.0):
    activation, most = case
    return at_most(plane_errors(activation) / (times(NODES) * most), threshold(1.0), symbol="the error over our bound")
