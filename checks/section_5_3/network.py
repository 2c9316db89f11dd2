r"""Section 5.3: the network, its parameters, and the retraction in parameter space.

Everything here is rational or of known order, with σ(x) = max(x, 0)² on [0, 1] unless another σ is named.
"""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np

from theorytest import at_least, at_most, claim, equal, repair
from theorytest.descent.models.shallow.activations import RePU
from theorytest.descent.models.shallow.interval import Interval
from theorytest.descent.models.shallow.network import Network, from_theta
from theorytest.descent.models.shallow.retraction import Retraction


def parameters(m, D, *, inner_bias=True):
    """Entries of A_1 in R^{1×m}, b_1 in R, A_0 in R^{m×D} and b_0 in R^m, counted one by one."""
    shapes = [(1, m), (1,), (m, D), (m,) if inner_bias else (0,)]
    return sum(1 for shape in shapes for _ in np.ndindex(shape))


@claim(
    "x:sec5.3-parameter-count",
    kind="value",
    also=["x:display-shallow-network", "x:display-shallow-class", "x:sec5.3-one-dimensional"],
    says="A shallow network of width m on R^D has m (D + 2) + 1 parameters, 61 for m = 20 and D = 1, and the "
    "value A_1 sigma(A_0 x + b_0) + b_1.",
    formula=r"\Theta \simeq \mathbb{R}^{m(D+2)+1}",
    expected="computed",
    mutants={
        "m (D + 1) + 1": {"per_neuron": 1},
        "no outer shift": {"rest": 0},
        "b_0 outside of sigma": {"inside": False},
    },
)
def count_of_the_parameters(*, per_neuron=2, rest=1, inside=True):
    """The vector of the package has this length and gives the printed value, neuron by neuron."""
    for m, D in (1, 1), (20, 1), (3, 4), (7, 2):
        claimed = m * (D + per_neuron) + rest
        yield equal(float(parameters(m, D)), float(claimed), name=f"m = {m}, D = {D}")
        network = from_theta(RePU(2), np.sin(np.arange(1.0, parameters(m, D) + 1)), D)
        x = np.cos(np.arange(1.0, D + 1))
        shift = network.bias if inside else 0 * network.bias
        value = network.shift if inside else network.shift + network.bias.sum()
        for i in range(m):
            z = sum(network.inner[i, j] * x[j] for j in range(D)) + shift[i]
            value = value + network.outer[i] * max(z, 0.0) ** 2
        yield equal(float(network(x[None])[0]), float(value), name=f"value, m = {m}, D = {D}")


def remainder(alpha, s):
    r"""‖σ(x + s) - σ(x) - s σ'(x)‖ on [-1, 1] for σ(x) = |x|^(1 + α): one neuron whose bias moves."""

    def gap(x):
        return abs(x + s) ** (1 + alpha) - abs(x) ** (1 + alpha) - s * (1 + alpha) * mpmath.sign(x) * abs(x) ** alpha

    marks = sorted({-1, -s, 0, 1, *(sign * s * 4**k for k in range(1, 14) for sign in (-1, 1) if s * 4**k < 1)})
    return float(mpmath.sqrt(mpmath.quad(lambda x: gap(x) ** 2, marks) / 2))


@claim(
    "x:display-shallow-taylor",
    kind="rate",
    also=["x:display-appK.5-taylor"],
    says="For a continuously differentiable activation the retraction in parameter space is of second order: its "
    "error is at most a constant times s^2.",
    formula=r"\Phi_{\theta_t} + s_t P_t^n g_t = \Phi_{\theta_t + s_t\vartheta_t} + \mathcal{O}(s_t^2)",
    expected="refuted",
    gravity="misprint",
)
def second_order_for_every_activation(*, alpha=0.25):
    """σ(x) = |x|^(5/4) is continuously differentiable, and the error of one neuron is of the order s^(7/4)."""
    s = [mpmath.mpf(10) ** -k for k in (1, 3, 5)]
    ratios = [remainder(alpha, each) / float(each) ** 2 for each in s]
    yield at_most(ratios[1:], 1.5 * np.array(ratios[:-1]), name="error / s^2, s = 0.1, 1e-3, 1e-5", symbol="ratio")


def errors(power, s):
    """ε(s) of networks of width 5 along fixed directions, by exact quadrature: an array (steps, networks)."""
    theta = np.sin(np.arange(1.0, 3 * 16 + 1)).reshape(3, 16)
    direction = np.cos(np.arange(1.0, 3 * 16 + 1) ** 1.1).reshape(3, 16)
    move = Retraction(Interval(0.0, 1.0), from_theta(RePU(power), theta), direction, np.zeros(3), np.zeros(3))
    return np.array([move.error(np.full(3, each)) for each in s])


@repair(
    "x:display-shallow-taylor/corrected",
    "x:display-shallow-taylor",
    kind="rate",
    says="Where the slope of the activation is Lipschitz, as for max(x, 0)^p with p >= 2, the error is of the "
    "order s^2 and no better, with either sign of s.",
    formula=r"\|\Phi_{\theta + s\vartheta} - \Phi_\theta - s \textstyle\sum_k \vartheta_k \partial_k \Phi_\theta\| "
    r"= \Theta(s^2)",
    expected="computed",
    mutants={"of the order s^2.1": {"order": 2.1}, "of the order s^1.9": {"order": 1.9}},
)
def second_order_for_lipschitz_slopes(*, order=2.0):
    """The ratio of the error and s² settles: it changes by less than 2 % from one to the next of five quarterings."""
    s = 4.0 ** -np.arange(4, 10)
    for power, sign in (2, 1), (2, -1), (3, 1):
        ratio = errors(power, sign * s) / s[:, None] ** order
        change = np.abs(np.diff(np.log(ratio), axis=0)).max(axis=1)
        yield at_most(change[2:], np.full(3, 0.02), name=f"p = {power}, sign {sign}", symbol="change")


def one_neuron(theta, x):
    """A_1 max(A_0 x + b_0, 0)² + b_1 in rational numbers."""
    outer, shift, inner, bias = theta
    return outer * max(inner * x + bias, Fraction(0)) ** 2 + shift


THETA = (Fraction(1), Fraction(0), Fraction(1), Fraction(0))
OUTER, INNER = (
    (Fraction(1), Fraction(0), Fraction(0), Fraction(0)),
    (Fraction(0), Fraction(0), Fraction(1, 2), Fraction(0)),
)
PLACES = (Fraction(1, 5), Fraction(1, 2), Fraction(1))  # quadratics that agree here agree for all x > 0


def derivative(direction, x):
    """Σ ϑ_k ∂_k Φ at THETA and x > 0: (x², 1, 2x², 2x)."""
    return sum(c * t for c, t in zip(direction, (x**2, Fraction(1), 2 * x**2, 2 * x), strict=True))


def landed(direction, s, x):
    """Φ_{θ + sϑ}(x)."""
    return one_neuron(tuple(a + s * c for a, c in zip(THETA, direction, strict=True)), x)


@claim(
    "x:sec5.3-retraction",
    kind="definition",
    also=["x:display-appK.5-retraction"],
    says="R_t is defined by R_t(u_t + s P^n g) = Phi of theta + s vartheta: equal functions are mapped to equal "
    "networks, whatever coefficients vartheta they are written with.",
    formula=r"R_t(u_t + s_t P_t^n g_t) := \Phi_{\theta_t + s_t\vartheta_t}",
    expected="refuted",
    gravity="misprint",
)
def the_retraction_is_a_function(*, s=Fraction(1)):
    """x² is the derivative by A_1, and half of that by A_0; the networks are (1 + s) x² and (1 + s/2)² x²."""
    same = [[derivative(direction, x) for x in PLACES] for direction in (OUTER, INNER)]
    yield equal(*same, name="the same direction")
    found = [[landed(direction, s, x) for x in PLACES] for direction in (OUTER, INNER)]
    yield equal(*found, name="the same network")


@repair(
    "x:sec5.3-retraction/corrected",
    "x:sec5.3-retraction",
    kind="definition",
    says="With the shortest of the coefficients that give a tangent function, R_t is a function of it, for given "
    "parameters theta_t; R_t(u_t) = u_t, and two choices of coefficients differ by O(s^2).",
    formula=r"R_t(u_t + v) := \Phi_{\theta_t + \vartheta(v)}, \quad "
    r"\vartheta(v) := \operatorname{argmin}\{\|\vartheta\| : \textstyle\sum_k \vartheta_k \partial_k \Phi = v\}",
    expected="computed",
    mutants={"any coefficients": {"shortest": False}, "they differ by O(s^3)": {"order": 3}},
)
def the_shortest_coefficients(*, shortest=True, order=2):
    """ϑ(x²) = (1, 0, 2, 0)/5 from either of the two, without their part along (2, 0, -1, 0)."""
    null, s = (Fraction(2), Fraction(0), Fraction(-1), Fraction(0)), Fraction(1, 3)
    found = []
    for direction in (OUTER, INNER):
        along = dot(direction, null) / 5 if shortest else Fraction(0)
        found.append(tuple(c - along * k for c, k in zip(direction, null, strict=True)))
    for k, (theta, direction) in enumerate(zip(found, (OUTER, INNER), strict=True)):
        same = [[derivative(each, x) for x in PLACES] for each in (theta, direction)]
        yield equal(*same, name=f"the same function, {k}")
        shortest_of_both = min(dot(each, each) for each in (OUTER, INNER))
        yield at_most(dot(theta, theta), shortest_of_both, name=f"shorter, {k}")
    new = [[landed(theta, s, x) for x in PLACES] for theta in found]
    yield equal(*new, name="one network")
    rest = [landed(found[0], Fraction(0), x) - x**2 for x in PLACES]
    yield equal(rest, Fraction(0), name="R(u) = u")
    small = [Fraction(1, 10**k) for k in (2, 3, 4)]
    apart = [abs(landed(OUTER, s, Fraction(1)) - landed(INNER, s, Fraction(1))) / s**order for s in small]
    yield at_most([float(each) for each in apart], np.full(3, 0.25), name="two choices", digits=12)


def dot(a, b):
    """Σ a_k b_k."""
    return sum(c * k for c, k in zip(a, b, strict=True))


@claim(
    "x:sec5.3-analytic-norms",
    kind="remark",
    says="The estimated projection of the gradient is a shallow network, as are u_{t+1} and the linear step.",
    formula=r"P_t^n g_t \in \{\Phi_\theta : \theta\in\Theta\}",
    expected="refuted",
    gravity="misprint",
)
def tangents_are_networks(*, outer=Fraction(1)):
    """∂_{b_0} Φ = 2 A_1 max(x + b_0, 0) has a kink, where every network has a continuous slope."""
    knot, h = Fraction(1, 2), Fraction(1, 1000)

    def tangent(x):
        return 2 * outer * max(x - knot, Fraction(0))

    right, left = (tangent(knot + h) - tangent(knot)) / h, (tangent(knot) - tangent(knot - h)) / h
    yield equal(right, left, name="slopes at the knot", symbol="from the right")


@repair(
    "x:sec5.3-analytic-norms/corrected",
    "x:sec5.3-analytic-norms",
    kind="remark",
    says="The retraction error and the norm of P^n g are norms of piecewise polynomials between the knots of both "
    "networks, and p + 1 Gauss-Legendre nodes in each piece give them without error.",
    formula=r"\varepsilon(s)^2 = \textstyle\int_0^1 (u_{t+1} - \bar u_{t+1})^2 \,\mathrm{d}x",
    expected="computed",
    mutants={"the knots of the first network only": {"both": False}, "one node less": {"less": 1}},
)
def norms_between_the_knots(*, both=True, less=0):
    """Against 2000 panels of 8 nodes each, of which only a few hold a knot."""
    interval = Interval(0.0, 1.0)
    old = Network(RePU(2), np.array([[1.0, -2.0]]), np.zeros(1), np.ones((1, 2, 1)), np.array([[-0.3, -0.61]]))
    direction = np.array([[0.7, 0.4, 0.1, -0.2, 0.3, 0.9, 0.5]])
    new = from_theta(RePU(2), old.theta - 0.4 * direction)

    def square(x, w):
        gap = new(x) - old(x) + 0.4 * (old.tangents(x) @ direction[..., None])[..., 0]
        return float(np.sum(w * gap**2))

    edges = interval.edges(old, new) if both else interval.edges(old)
    reference = square(*interval.quadrature(np.linspace(0, 1, 2001)[None], 8))
    found = square(*interval.quadrature(edges, 3 - less))
    yield equal(found, reference, digits=9, name="width 2", symbol="the squared error")
    yield at_least(reference, 1e-3, name="a real step", symbol="the squared error")
