"""Appendix K.3 [x:sec-local-linearisation]: the tangent space of a shallow network, its dimension and its elements.

Derivatives are taken by sympy from the formula of the network; with whole parameters and RePU all numbers are rational.
A network with max(z, 0)^p is p - 1 times continuously differentiable; the derivative by an inner weight need not be.
"""

import functools

import numpy as np
import sympy

from checks.hypotheses import kink_is_seen
from checks.instances.networks import ACTIVATIONS, NEURONS, Blend, small_network, small_points
from theorytest import at_most, claim, equal, family, integers, more_than, repair
from theorytest.descent.models.shallow import RePU, Tanh


def symbolic(activation, z):
    """σ(z) as an expression that is right for z ≠ 0."""
    if isinstance(activation, RePU):
        return z**activation.power * sympy.Heaviside(z)
    if isinstance(activation, Blend):
        smooth = activation.tanh * sympy.tanh(activation.scale * z) + activation.logistic / (1 + sympy.exp(-z))
        return smooth + activation.sine * sympy.sin(z)
    return sympy.tanh(z) if isinstance(activation, Tanh) else 1 / (1 + sympy.exp(-z))


@functools.cache
def by_sympy(activation, m, n):
    """∂_θ Φ_θ at the points, in the order of θ, by differentiation of the formula."""
    network, x = small_network(activation, m, 1, n), sympy.symbols(f"x0:{n}")
    A, B, C, D = (sympy.symbols(f"{name}0:{size}") for name, size in (("a", m), ("s", 1), ("w", n * m), ("b", m)))
    z = [sum(c * each for c, each in zip(C[n * i : n * (i + 1)], x, strict=True)) + D[i] for i in range(m)]
    phi = sum(a * symbolic(activation, zi) for a, zi in zip(A, z, strict=True)) + B[0]
    theta = (*A, *B, *C, *D)
    at = dict(zip(theta, [sympy.Rational(float(t)) for t in network.theta], strict=True))
    # the Dirac terms of Heaviside's derivative stand beside z^p and vanish
    slopes = [sympy.diff(phi, t).replace(sympy.DiracDelta, lambda *_: sympy.Integer(0)) for t in theta]
    rows = []
    for point in small_points(n):
        here = at | dict(zip(x, map(sympy.Integer, point.tolist()), strict=True))
        rows.append([float(each.subs(here).evalf(30)) for each in slopes])
    return network, np.array(rows)


WIDTHS = family([1, 2, 3], "widths; here one network of each with each n", search=integers(1, 6), effort=6)
INPUTS = family([1, 2, 3], "inputs", search=integers(1, 4), effort=6)


def as_printed(network, x, outer=lambda a: a, coordinates=lambda x: x):
    """The four displayed derivatives at one point."""
    z = network.inner @ x + network.bias
    values, slopes = network.activation.value(z), outer(network.outer) * network.activation.slope(z)
    return np.concatenate([values, [1.0], np.outer(slopes, coordinates(x)).ravel(), slopes])


@claim(
    "x:display-appK.3-derivatives",
    also=["x:display-appK.3-linearisation"],
    says="If σ is differentiable, the partial derivatives of a shallow network are the four displayed ones.",
    formula=r"\partial_{A_{1,1j}}\Phi = \sigma(A_0x + b_0)_j,\ \partial_{b_1}\Phi = 1,\ \partial_{A_{0,ij}}\Phi = "
    r"A_{1,1i}\sigma'(A_0x + b_0)_ix_j,\ \partial_{b_{0,i}}\Phi = A_{1,1i}\sigma'(A_0x + b_0)_i",
    forall={"σ": ACTIVATIONS, "m": WIDTHS, "n": INPUTS},
    reading="At four points x; the display and the package against sympy.",
    mutants={
        "without the outer weight": {"printed": functools.partial(as_printed, outer=np.ones_like)},
        "one per cent more of it": {"printed": functools.partial(as_printed, outer=lambda a: 1.01 * a)},
        "the coordinates exchanged": {"printed": functools.partial(as_printed, coordinates=lambda x: x[::-1])},
    },
)
def derivatives_of_a_network(activation, m, n, *, printed=as_printed):
    (network, true), points = by_sympy(activation, m, n), small_points(n)
    yield equal([printed(network, x) for x in points], true, name="display", symbol="a derivative")
    yield equal(network.tangents(points), true, name="package", symbol="a derivative")


def rank(network):
    """The rank of the tangents at many places near 0, where not all ridges are saturated."""
    places = np.random.default_rng(0).standard_normal((200, network.ndim)) / 4
    values = network.tangents(places)
    return int(np.linalg.matrix_rank(values / np.maximum(np.linalg.norm(values, axis=0), 1e-300), tol=1e-9))


@claim(
    "x:appK.3-contains-network",
    says="The span of the partial derivatives of Φ_θ has at most d = m(n + 2) + 1 dimensions and contains Φ_θ.",
    formula=r"\dim\mathcal{T}_{\Phi_\theta} \le d, \quad \Phi_\theta = \sum_j A_{1,1j}\partial_{A_{1,1j}}\Phi_\theta "
    r"+ b_1\partial_{b_1}\Phi_\theta \in \mathcal{T}_{\Phi_\theta}",
    forall={"σ": ACTIVATIONS, "m": WIDTHS, "n": INPUTS},
    reading="d is attained for tanh and two neurons. For RePU Euler's formula leaves at most m(n + 1) + 1 dimensions.",
    premises=["x:display-appK.3-derivatives", "x:sec5.3-parameter-count"],
    mutants={
        "one dimension less": {"largest": lambda m, n: m * (n + 2)},
        "the network without its bias": {"bias": 0.0},
        "inner parameters as coordinates": {"inner": 1.0},
    },
)
def tangent_space_contains_the_network(activation, m, n, *, largest=lambda m, n: m * (n + 2) + 1, bias=1.0, inner=0.0):
    network, points = small_network(activation, m, 1, n), small_points(n)
    scale = np.repeat([1.0, bias, inner], [m, 1, (n + 1) * m])  # of the outer weights and bias, and the rest of θ
    combined = network.tangents(points) @ (network.theta * scale)
    yield equal(combined, network(points), name="inside", digits=13, symbol="the combination")
    yield at_most(rank(network), largest(m, n), name="dimension", symbol="dim T")


@repair(
    "x:appK.3-not-a-network/corrected",
    "x:appK.3-not-a-network",
    says="For RePU, tanh and the logistic function with A_{1,1i}, A_{0,i*} ≠ 0, the derivative by A_{0,ij} is not a "
    "network; for RePU, if x_j ≠ 0 somewhere on the kink.",
    formula=r"A_{1,1i} \ne 0,\ A_{0,i*} \ne 0,\ x_j \not\equiv 0 \text{ on } \{A_{0,i*}x + b_{0,i} = 0\} \implies "
    r"\partial_{A_{0,ij}}\Phi \ne \Phi_{\theta'}; \quad x_j\,\sigma'(\alpha x_j) = \tfrac{p}{\alpha}\sigma(\alpha x_j)",
    given=[kink_is_seen],
    reading="For RePU the derivative of order p - 1 jumps at the kink; the others have a double pole in the complex "
    "plane. Neither has a network of any width: each of its neurons is smoother there.",
    mutants={
        "α'x + β for x_j": {"factor": lambda _, z: z},
        "derivatives of lower order": {"order": 2},
    },
)
@claim(
    "x:appK.3-not-a-network",
    says="The derivative of a network by an inner weight cannot be expressed as a network.",
    formula=r"\partial_{A_{0,ij}}\Phi = A_{1,1i}\sigma'(A_0x + b_0)_ix_j \ne \Phi_{\theta'}\ \text{for all}\ \theta'",
    forall={"σ, A_0, b_0": NEURONS},
    gravity="fails only when read literally",
    finding="derivative-as-a-network",
    reading="For every neuron; the text says `directly` and means those in general position.",
)
def derivative_is_no_network(neuron, *, factor=lambda x, _: x, order=1):
    """With one input and no bias it is one: x σ'(αx) = (p/α) σ(αx) for σ(z) = max(z, 0)^p. So is every polynomial."""
    of_a_neuron = neuron.singularity(lambda *_: neuron.formula, order)
    yield equal(of_a_neuron, 0, name="a neuron", symbol="what no network has")
    yield more_than(neuron.apart(factor, order), 0, name="the derivative", symbol="what no network has")
