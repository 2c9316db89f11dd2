r"""Appendix K.3 [x:sec-local-linearisation]: the tangent space of a shallow network, its dimension and its elements.

Derivatives are taken by sympy from the formula of the network; with whole parameters and RePU all numbers are rational.
"""

from __future__ import annotations

import functools

import numpy as np
import sympy

from checks.appendix_k.addition import POINTS, small_network
from theorytest import at_least, at_most, claim, equal
from theorytest.descent.models.shallow.activations import Logistic, RePU, Tanh
from theorytest.descent.models.shallow.ridges import tangent_gramian

ACTIVATIONS = (RePU(2), RePU(3), Logistic(), Tanh())
DIGITS = 30


@claim(
    "x:appK.3-dimension",
    also=["x:sec-local-linearisation"],
    kind="value",
    says="A network of width m on R^n has m (n + 2) + 1 parameters.",
    formula=r"\theta\in\mathbb{R}^{1\times m}\times\mathbb{R}\times\mathbb{R}^{m\times n}\times\mathbb{R}^m, "
    r"\quad d = m(n + 2) + 1",
    expected="computed",
    mutants={
        "without the outer bias": {"d": lambda m, n: m * (n + 2)},
        "without the inner biases": {"d": lambda m, n: m * (n + 1) + 1},
    },
)
def number_of_parameters(*, d=lambda m, n: m * (n + 2) + 1):
    """The sizes of the four arrays added up, symbolically and in the package."""
    m, n = sympy.symbols("m n")
    rest = sympy.expand(1 * m + 1 + m * n + m - d(m, n))
    yield equal(float(rest != 0), 0.0, name="all sizes", digits=None, symbol="a difference")
    for width in (1, 2, 20):
        network = small_network(Tanh(), width, 1)
        yield equal(len(network.theta), d(width, 2), name=f"width {width}", symbol="parameters")


def symbolic(activation, z):
    """σ(z) as an expression that is right for z ≠ 0."""
    if isinstance(activation, RePU):
        return z**activation.power * sympy.Heaviside(z)
    return sympy.tanh(z) if isinstance(activation, Tanh) else 1 / (1 + sympy.exp(-z))


@functools.cache
def by_sympy(activation, m=2):
    """∂_θ Φ_θ at the points, in the order of θ, by differentiation of the formula."""
    network, x = small_network(activation, m, 1), sympy.symbols("x0:2")
    A, B, C, D = (sympy.symbols(f"{name}0:{size}") for name, size in (("a", m), ("s", 1), ("w", 2 * m), ("b", m)))
    z = [C[2 * i] * x[0] + C[2 * i + 1] * x[1] + D[i] for i in range(m)]
    phi = sum(a * symbolic(activation, zi) for a, zi in zip(A, z, strict=True)) + B[0]
    theta = (*A, *B, *C, *D)
    at = dict(zip(theta, [sympy.Rational(float(t)) for t in network.theta], strict=True))
    rows = []
    for point in POINTS:
        here = at | dict(zip(x, map(sympy.Integer, point.tolist()), strict=True))
        rows.append([float(_regular(sympy.diff(phi, t)).subs(here).evalf(DIGITS)) for t in theta])
    return network, np.array(rows)


def _regular(expression):
    """Without the Dirac terms of Heaviside's derivative: they stand beside z^p and vanish."""
    return expression.replace(sympy.DiracDelta, lambda *_: sympy.Integer(0))


def as_printed(network, x, outer=lambda a: a, coordinates=lambda x: x):
    """The four displayed derivatives at one point."""
    z = network.inner @ x + network.bias
    values, slopes = network.activation.value(z), outer(network.outer) * network.activation.slope(z)
    return np.concatenate([values, [1.0], np.outer(slopes, coordinates(x)).ravel(), slopes])


@claim(
    "x:display-appK.3-derivatives",
    also=["x:display-appK.3-linearisation"],
    kind="identity",
    says="The derivatives of a shallow network by its outer weights and bias and its inner weights and biases.",
    formula=r"\partial_{A_{1,1j}}\Phi = \sigma(A_0x + b_0)_j,\ \partial_{b_1}\Phi = 1,\ "
    r"\partial_{A_{0,ij}}\Phi = A_{1,1i}\sigma'(A_0x + b_0)_ix_j,\ "
    r"\partial_{b_{0,i}}\Phi = A_{1,1i}\sigma'(A_0x + b_0)_i",
    expected="computed",
    mutants={
        "without the outer weight": {"printed": functools.partial(as_printed, outer=np.ones_like)},
        "the coordinates exchanged": {"printed": functools.partial(as_printed, coordinates=lambda x: x[::-1])},
    },
)
def derivatives_of_a_network(*, printed=as_printed):
    """The display and the package against sympy."""
    for activation in ACTIVATIONS:
        network, true = by_sympy(activation)
        values = [printed(network, x) for x in POINTS]
        yield equal(values, true, name=f"{activation}", digits=13, symbol="a derivative")
        tangents = network.tangents(POINTS)
        yield equal(tangents, true, name=f"{activation}: package", digits=13, symbol="a derivative")


def numerical_rank(network):
    """The rank of the exact Gramian of the tangents, normalised."""
    G = tangent_gramian(network)
    scale = np.sqrt(np.diag(G))
    eigenvalues = np.linalg.eigvalsh(G / np.outer(scale, scale))
    return int(np.sum(eigenvalues > 1e-11))


@claim(
    "x:appK.3-contains-network",
    kind="remark",
    says="The tangent space of a network has at most d dimensions and contains the network itself.",
    formula=r"\dim\mathcal{T}_{\Phi_\theta} \le d, \quad \Phi_\theta = \sum_j A_{1,1j}\partial_{A_{1,1j}}\Phi_\theta "
    r"+ b_1\partial_{b_1}\Phi_\theta \in \mathcal{T}_{\Phi_\theta}",
    expected="computed",
    premises=["x:display-appK.3-derivatives", "x:appK.3-dimension"],
    mutants={
        "one dimension less": {"largest": lambda m, n: m * (n + 2)},
        "the network without its bias": {"bias": 0.0},
        "inner parameters as coordinates": {"coordinates": lambda network: network.theta},
    },
)
def tangent_space_contains_the_network(
    *, largest=lambda m, n: m * (n + 2) + 1, bias=1.0, coordinates=lambda network: outer_only(network)
):
    """Whole numbers are exact in double precision. The dimension d is attained for tanh."""
    for activation in ACTIVATIONS:
        network = small_network(activation, 2, 1)
        combined = network.tangents(POINTS) @ (coordinates(network) * np.where(np.arange(9) == 2, bias, 1.0))
        yield equal(combined, network(POINTS), name=f"{activation}: inside", digits=14, symbol="the combination")
    gentle = scaled_down(small_network(Tanh(), 2, 1))
    rank = numerical_rank(gentle)
    yield at_most(rank, largest(2, 2), name="tanh: dimension", symbol="dim T")


def outer_only(network):
    """θ with the inner parameters set to 0."""
    c = network.theta.copy()
    c[network.width + 1 :] = 0.0
    return c


def scaled_down(network):
    """Inner parameters divided by 4: ridges that are not saturated are told apart by the Gaussian."""
    return type(network)(network.activation, network.outer, network.shift, network.inner / 4, network.bias / 4)


@claim(
    "x:appK.3-contains-network/homogeneous",
    kind="value",
    says="For RePU the tangent space has at most m (n + 1) + 1 dimensions, m less than d: by Euler's formula each "
    "neuron is a combination of its own derivatives. The bound is attained, but not where neurons coincide.",
    formula=r"p\,\sigma(z_i) = \sum_j A_{0,ij}\,\sigma'(z_i)x_j + b_{0,i}\,\sigma'(z_i) \implies "
    r"\dim\mathcal{T}_{\Phi_\theta} \le m(n + 1) + 1",
    expected="computed",
    premises=["x:display-appK.3-derivatives"],
    mutants={
        "all d dimensions": {"dimension": lambda m, n: m * (n + 2) + 1},
        "the degree of the derivative": {"degree": lambda p: p - 1},
    },
)
def homogeneous_activations_lose_dimensions(*, dimension=lambda m, n: m * (n + 1) + 1, degree=lambda p: p):
    """With width 20 on the line: 41 dimensions, not the 61 parameters of Section 5.3."""
    for power in (2, 3):
        for m in (1, 2, 3):
            network, name = small_network(RePU(power), m, 1), f"RePU({power}), m = {m}"
            slopes = network.activation.slope(POINTS @ network.inner.T + network.bias)
            euler = slopes * (POINTS @ network.inner.T) + slopes * network.bias
            values = degree(power) * network.activation.value(POINTS @ network.inner.T + network.bias)
            yield equal(euler, values, name=f"{name}: Euler", digits=14, symbol="p σ")
            rank = numerical_rank(network)
            yield equal(rank, dimension(m, 2), name=f"{name}: rank", symbol="dim T")
            twice = numerical_rank(network + network)
            yield equal(twice, rank, name=f"{name}: every neuron twice", symbol="dim T")


# (A_1, A_0, b_0) on the line, RePU(2): two vectors of parameters of one function.
ZERO = (((0,), (1,), (0,)), ((0,), (-1,), (0,)))
ONE_OF_TWO = (((1, 1), (1, 1), (0, 0)), ((2, 0), (1, -1), (0, 1)))
EXCHANGED = (((1, -3), (1, -2), (0, 1)), ((-3, 1), (-2, 1), (1, 0)))
RESCALED = (((4, 1), (1, -1), (0, 1)), ((1, 1), (2, -1), (0, 1)))
PLACES = tuple(sympy.Rational(k, 3) for k in range(-6, 7))


def rational_tangents(theta):
    """Φ without b_1 and its derivatives at rational points: a row, and a matrix of rows."""
    neurons = [(a, [max(w * x + b, 0) for x in PLACES]) for a, w, b in zip(*theta, strict=True)]
    value = [sum(a * z[k] ** 2 for a, z in neurons) for k in range(len(PLACES))]
    rows = [[sympy.Integer(1)] * len(PLACES), *([c**2 for c in z] for _, z in neurons)]
    for a, z in neurons:
        rows += [[2 * a * c for c in z], [2 * a * c * x for c, x in zip(z, PLACES, strict=True)]]
    return value, rows


@claim(
    "x:display-appK.3-linearisation/parameters",
    kind="remark",
    says="The linear space belongs to the parameters, not to the function: two vectors of parameters of one "
    "network function may have different spaces, so that P_t is no function of u_t. The zero function has one for "
    "every ridge.",
    formula=r"\Phi_\theta = \Phi_{\theta'} \text{, yet } \mathcal{T}_{\Phi_\theta} \neq \mathcal{T}_{\Phi_{\theta'}}: "
    r"\quad 0 = 0\,\sigma(x) = 0\,\sigma(-x), \quad "
    r"\operatorname{span}\{1, \sigma(x)\} \ne \operatorname{span}\{1, \sigma(-x)\}",
    premises=["x:display-appK.3-derivatives"],
    mutants={"neurons exchanged": {"pairs": (EXCHANGED,)}, "weights rescaled": {"pairs": (RESCALED,)}},
)
def spaces_belong_to_parameters(*, pairs=(ZERO, ONE_OF_TWO)):
    """Ranks of rational matrices: equal values, and together more dimensions than the smaller space has.

    Assumptions that are made for each u_t and its T_t are to be read so; Theorem 4.21 asks for a continuous u_t to P_t.
    """
    for k, pair in enumerate(pairs):
        (first, T), (second, S) = (rational_tangents(theta) for theta in pair)
        apart = sum(int(a != b) for a, b in zip(first, second, strict=True))
        yield equal(apart, 0, name=f"pair {k}: one function", symbol="different values")
        both, least = (sympy.Matrix(T + S).rank(), min(sympy.Matrix(rows).rank() for rows in (T, S)))
        yield at_least(both, least + 1, name=f"pair {k}: spaces", symbol="dim (T + T')")
