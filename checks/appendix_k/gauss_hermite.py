r"""Appendix K.2 [x:appK.2-quadrature-1d, x:appK.2-quadrature-2d]: Gauss-Hermite quadrature of ridge functions.

The paper says that the reduced integrals are computable so. They are, at a speed that depends on σ: the kink of
max(z, 0)^p costs all but the rate N^(-(p+1)/2), the poles of the logistic function at distance d/‖α‖ all but
exp(-2 d √N / ‖α‖). References are the closed formulas for RePU and the trapezoidal rule for analytic activations.

Near 0 the nodes are π/√N apart, with weights as of the trapezoidal rule: by Euler and Maclaurin the kink costs
(π/√N)^(p+1) B_(p+1)(θ) / ((p+1) √(2π)) if θ ∈ [0, 1] is where it lies between two nodes. Poles at the distance y with
the residue ϱ cost, as for that rule, at most 4π |ϱ ρ(iy)| exp(-2 Φ_N(y)), where Φ_N(y) = ∫_0^y √(N + 1/2 + s²/4) ds is
the phase of the nodes, y√N + (y/4 + y³/24)/√N up to O(N^(-3/2)).
"""

from __future__ import annotations

import numpy as np
from scipy import special

from checks.scaling import scaled
from theorytest import at_least, at_most, claim, equal
from theorytest.claims.plots import Panel, Series
from theorytest.descent.models.shallow.activations import Logistic, RePU, Tanh
from theorytest.descent.models.shallow.ridges import Ridges
from theorytest.descent.models.shallow.smooth import POLES

NODES = np.array([8, 16, 32, 64, 128])
MANY = np.array([256, 1024])
BIASES = np.linspace(-1, 1, 81)
KINKED = {RePU(2): (0.19, 0.22), RePU(3): (0.31, 0.36)}  # error · N^((p+1)/2), between
STEEP = (Logistic(), Tanh())
LAST = np.array([64, 128])
PLANE = (0.35, 0.65)  # for RePU(2) in two dimensions
ANGLES = (0.3, 1.0, 2.0)


def hermite(n):
    """The n nodes and weights of the standard Gaussian."""
    x, w = special.roots_hermitenorm(n)
    return x, w / w.sum()


def line_error(activation, length, n, biases=BIASES):
    """max over β of the error of N nodes for E σ(‖α‖ x + β)."""
    true, (x, w) = Ridges(activation, np.full((len(biases), 1), length), biases).means(0)[0], hermite(n)
    return np.abs(w @ activation.value(length * x[:, None] + biases) - true).max()


def line_errors(activation, length):
    """The same for every N."""
    return np.array([line_error(activation, length, n) for n in NODES])


def pole_errors(activation, length):
    """For the last N, with the pole at 400 places between two nodes."""
    places = (np.linspace(0, length * np.pi / np.sqrt(n), 401) for n in LAST)
    return np.array([line_error(activation, length, n, each) for n, each in zip(LAST, places, strict=True)])


def pole_constant(y, length):
    """4π |ϱ| |ρ(iy)| for ϱ = 1/‖α‖, the residue of σ(‖α‖ x) for the logistic function and tanh."""
    return 4 * np.pi / length * np.exp(y**2 / 2) / (2 * np.pi) ** 0.5


def from_the_phase(y):
    """exp(-2 Φ_N(y) + 2 y √N) to first order in 1/√N."""
    return np.exp(-(y / 2 + y**3 / 12) / np.sqrt(LAST))


def kink_errors(activation):
    """For many nodes, with the kink at 400 places between three of them."""
    return np.array([line_error(activation, 1.0, n, np.linspace(0, 2 * np.pi / np.sqrt(n), 401)) for n in MANY])


def kink_constant(p):
    """π^(p+1) max |B_(p+1)| / ((p+1) √(2π)): 0.198 for p = 2, 0.324 for p = 3."""
    largest = {2: 3**0.5 / 36, 3: 1 / 30}[p]
    return np.pi ** (p + 1) * largest / ((p + 1) * (2 * np.pi) ** 0.5)


def powers(p, nodes=NODES):
    """N^(-(p+1)/2)."""
    return nodes ** (-(p + 1) / 2)


def root_exponential(activation, length, nodes=NODES):
    """exp(-2 d √N / ‖α‖) with the distance d of the poles."""
    return np.exp(-2 * POLES[type(activation)] / length * np.sqrt(nodes))


def faster(power):
    """The same to a power."""
    return lambda activation, length, nodes=NODES: root_exponential(activation, length, nodes) ** power


def curves(errors, guides):
    """Errors over N with the rates beside them."""
    return tuple(Series(f"{name}", "points", NODES, error) for name, error in errors.items()) + tuple(
        Series(name, "guide", NODES, rate) for name, rate in guides.items()
    )


@claim(
    "x:appK.2-quadrature-1d",
    kind="rate",
    says="Gauss-Hermite quadrature computes the integral of a ridge function: with many nodes N to "
    "0.198 N^(-3/2) for RePU(2), to 0.324 N^(-2) for RePU(3) and, for ridges of length 3, to 2.89 exp(-2 d √N) for the "
    "logistic function and 1.92 exp(-2 d √N) for tanh, for poles at d = π/3 and π/6.",
    formula=r"\max_{|\beta| \le 1}\Bigl|\sum_{i=1}^N w_i\sigma(x_i + \beta) - \int\sigma(x + \beta)\rho(x)\,\mathrm{d}x"
    r"\Bigr| \sim \frac{\pi^{p+1}\max|B_{p+1}|}{(p+1)\sqrt{2\pi}}N^{-(p+1)/2}\ \text{or}\ "
    r"\frac{4\pi e^{d^2/2}}{\|\alpha\|\sqrt{2\pi}}\,e^{-2d\sqrt N}",
    expected="computed",
    tight="approached as N grows: kinks have the constants of Euler and Maclaurin, poles that of their residue",
    mutants={
        "constant x 0.98": {"constant": scaled(kink_constant, 0.98)},
        "residue x 0.98": {"residue": scaled(pole_constant, 0.98)},
        "one order more for RePU": {"rate": lambda p, nodes=NODES: powers(p + 1, nodes)},
        "half an order less": {"rate": lambda p, nodes=NODES: powers(p - 0.5, nodes)},
        "an exponent of 0.01 more": {"rate": lambda p, nodes=NODES: powers(p + 0.02, nodes)},
        "a fifth faster": {"decay": faster(1.2)},
        "one hundredth faster": {"decay": faster(1.01)},
        "one hundredth slower": {"decay": faster(0.99)},
    },
)
def hermite_quadrature_on_the_line(
    *, rate=powers, decay=root_exponential, constant=kink_constant, residue=pole_constant
):
    """Kinks and poles from both sides, and to 1 %: kinks for many nodes, poles for the last ones with their phase."""
    errors, guides = {}, {}
    for activation, (low, high) in KINKED.items():
        errors[activation], guides[f"rate of {activation}"] = line_errors(activation, 1.0), rate(activation.power)
        yield from sided(errors[activation] / rate(activation.power), low, high, f"{activation}")
        p, name = activation.power, f"{activation}: many nodes"
        scaled = kink_errors(activation) / rate(p, MANY)
        yield equal(scaled, constant(p), name=name, digits=2, symbol="error / rate")
    for activation in STEEP:
        errors[activation], guides[f"rate of {activation}"] = line_errors(activation, 3.0), decay(activation, 3.0)
        yield from poles_decide(activation, errors[activation], decay, residue)
    yield Panel(
        "Gauss-Hermite",
        "Gauss-Hermite quadrature of ridge functions",
        "nodes N",
        "largest error over |β| ≤ 1",
        curves(errors, guides),
        note="With 128 nodes RePU(2) has less than four digits: the closed formulas of truncated moments have all.",
    )


def poles_decide(activation, errors, decay, residue, length=3.0):
    """The errors are 3/4 of the constant of the residue times the rate to all of it, and with the phase equal to it."""
    y, name = POLES[type(activation)] / length, f"{activation}, ‖α‖ = {length:g}"
    C, scaled = residue(y, length), errors / decay(activation, length)
    yield from sided(scaled, 0.75 * C, C, name)
    scaled = pole_errors(activation, length) / (decay(activation, length, LAST) * from_the_phase(y))
    yield equal(scaled, C, name=f"{name}: last nodes", digits=2, symbol="error / rate")


def sided(values, low, high, name):
    """low ≤ values ≤ high."""
    yield at_most(values, high, name=f"{name}: at most", digits=None, symbol="error / rate")
    yield at_least(values, low, name=f"{name}: at least", digits=None, symbol="error / rate")


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


@claim(
    "x:appK.2-quadrature-2d",
    kind="rate",
    says="Two-dimensional Gauss-Hermite quadrature computes the product of ridge functions: with N x N nodes to "
    "about N^(-3/2) / 2 for RePU(2), and to 12 digits with N = 128 for the logistic function.",
    formula=r"\Bigl|\sum_{i,j=1}^N w_iw_j\sigma(x_i + \beta)\sigma(\gamma_1x_i + \gamma_2x_j + \beta') - "
    r"(\sigma, \sigma')\Bigr| \sim N^{-3/2}\ \text{or}\ e^{-2d\sqrt N}",
    expected="computed",
    mutants={
        "one order more": {"rate": powers(3)},
        "half an order less": {"rate": powers(1)},
        "RePU as precise as the logistic function": {"smooth": RePU(2)},
    },
)
def hermite_quadrature_in_the_plane(*, rate=powers(2), smooth=Logistic()):  # noqa: B008 (a frozen object)
    yield from sided(plane_errors(RePU(2)) / rate, *PLANE, "RePU(2)")
    last = plane_errors(smooth)[-1]
    yield at_most(last, 1e-12, name="logistic", digits=None, symbol="the error of 128 x 128 nodes")
