r"""Section 5.3: the network, its parameters, and the retraction in parameter space."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np

from checks.hypotheses import lipschitz_slope_3
from theorytest import at_most, claim, equal, family, integers, positive, product, repair, threshold
from theorytest.descent.models.shallow import RePU, from_theta

SIZES = family(
    {f"m = {m}, D = {D}": (m, D) for m, D in ((1, 1), (20, 1), (3, 4), (7, 2))},
    "positive integers",
    search=product(integers(1, 9), integers(1, 5)),
)


@claim(
    "x:sec5.3-parameter-count",
    also=[
        "x:display-shallow-network",
        "x:display-shallow-class",
        "x:sec5.3-one-dimensional",
        "x:appK.3-dimension",
        "x:sec-local-linearisation",
    ],
    says="A shallow network of width m on ℝ^D has m(D + 2) + 1 parameters and the value A_1 σ(A_0 x + b_0) + b_1.",
    formula=r"\Theta \simeq \mathbb{R}^{m(D+2)+1}",
    forall={"m, D": SIZES},
    mutants={"m (D + 1) + 1": {"per_neuron": 1}, "no outer shift": {"rest": 0}, "b_0 outside of σ": {"inside": False}},
)
def count_of_the_parameters(sizes, *, per_neuron=2, rest=1, inside=True):
    """Entries of A_1, b_1, A_0 and b_0 one by one; the package's network from that many numbers, neuron by neuron."""
    m, D = sizes
    count = sum(1 for shape in ((1, m), (1,), (m, D), (m,)) for _ in np.ndindex(shape))
    yield equal(count, m * (D + per_neuron) + rest, name="count", symbol="the number of parameters")
    network = from_theta(RePU(2), np.sin(np.arange(1.0, count + 1)), D)
    x = np.cos(np.arange(1.0, D + 1))
    shift = network.bias if inside else 0 * network.bias
    value = network.shift if inside else network.shift + network.bias.sum()
    for i in range(m):
        z = sum(network.inner[i, j] * x[j] for j in range(D)) + shift[i]
        value = value + network.outer[i] * max(z, 0.0) ** 2
    yield equal(float(network(x[None])[0]), float(value), name="value", symbol="Φ(x)")


@dataclass(frozen=True)
class Activation:
    """σ and σ', whose only kink may be at 0."""

    value: Any
    slope: Any

    @property
    def lipschitz(self):
        """Whether the slope changes by less than 10 h in h = 10^-2, ..., 10^-8 from 0."""
        return all(
            abs(self.slope(h) - self.slope(mpmath.mpf(0))) <= 10 * h for h in (mpmath.mpf(10) ** -k for k in (2, 8))
        )


ACTIVATIONS = {
    "max(x, 0)²": Activation(lambda x: max(x, 0) ** 2, lambda x: 2 * max(x, 0)),
    "max(x, 0)³": Activation(lambda x: max(x, 0) ** 3, lambda x: 3 * max(x, 0) ** 2),
    "tanh": Activation(mpmath.tanh, lambda x: mpmath.sech(x) ** 2),
    "|x|^(5/4)": Activation(lambda x: abs(x) ** 1.25, lambda x: 1.25 * mpmath.sign(x) * abs(x) ** 0.25),
}
DIRECTIONS = {
    "the bias": (0, 0, 0, 1),
    "the bias, backwards": (0, 0, 0, -1),
    "both weights": (1, 0, 1, 0),
    "all parameters": (1, -1, 2, 1),
}
# No region: a growth of the error over s² between three steps, our threshold, says nothing where terms nearly cancel.
EVERY = {
    "σ": family(ACTIVATIONS, "continuously differentiable functions"),
    "ϑ": family(DIRECTIONS, "directions in parameter space"),
}


@repair(
    "x:display-shallow-taylor/corrected",
    "x:display-shallow-taylor",
    says="If σ′ is locally Lipschitz and s ≤ 1, then the retraction in parameter space has on [−1, 1] an error of at "
    "most a constant times s².",
    given=[lipschitz_slope_3],
    mutants={"of the order s^2.1": {"order": 2.1}},
)
@claim(
    "x:display-shallow-taylor",
    kind="rate",
    also=["x:display-appK.5-taylor"],
    says="If σ is continuously differentiable, then the retraction in parameter space has an error of at most a "
    "constant times s².",
    formula=r"\Phi_{\theta_t} + s_t P_t^n g_t = \Phi_{\theta_t + s_t\vartheta_t} + \mathcal{O}(s_t^2)",
    forall=EVERY,
    reading="In L² of the uniform law on [−1, 1], for one neuron σ(x) whose parameters move by sϑ with s = 10⁻¹, 10⁻³ "
    "and 10⁻⁵: the error over s² must not grow by half, a threshold of ours.",
    gravity="missing hypothesis",
    finding="taylor-needs-lipschitz-slope",
)
def second_order(activation, direction, *, order=2):
    """σ(x) = |x|^(5/4) has an error of the order s^(7/4), where the bias moves."""
    outer, shift, inner, bias = direction

    def error(s):
        kink = -s * bias / (1 + s * inner)
        marks = sorted({-1, kink, 0, 1, *(sign * s * 4**k for k in range(1, 9) for sign in (-1, 1) if s * 4**k < 1)})

        def gap(x):
            moved = (1 + s * outer) * activation.value((1 + s * inner) * x + s * bias) + s * shift
            tangent = outer * activation.value(x) + shift + activation.slope(x) * (inner * x + bias)
            return moved - activation.value(x) - s * tangent

        return mpmath.sqrt(mpmath.quad(lambda x: gap(x) ** 2, marks) / 2)

    ratios = [float(error(s) / s**order) for s in (mpmath.mpf(10) ** -k for k in (1, 3, 5))]
    return at_most(ratios[1:], threshold(1.5 * np.array(ratios[:-1])), digits=None, symbol="error / s²")


THETA = (Fraction(1), Fraction(0), Fraction(1), Fraction(0))  # Φ = max(x, 0)²
OUTER, INNER, NULL = (
    tuple(map(Fraction, each)) for each in ((1, 0, 0, 0), (0, 0, Fraction(1, 2), 0), (2, 0, -1, 0))
)  # both give the tangent x², and differ by a multiple of NULL, which gives 0
PLACES = (Fraction(1, 5), Fraction(1, 2), Fraction(1))  # quadratics that agree here agree for all x > 0


def landed(direction, s, x):
    """Φ_{θ + sϑ}(x)."""
    outer, shift, inner, bias = (a + s * c for a, c in zip(THETA, direction, strict=True))
    return outer * max(inner * x + bias, Fraction(0)) ** 2 + shift


def derivative(direction, x):
    """Σ ϑ_k ∂_k Φ at THETA and x > 0: (x², 1, 2x², 2x)."""
    return sum(c * t for c, t in zip(direction, (x**2, Fraction(1), 2 * x**2, 2 * x), strict=True))


def shortest(direction, part=1):
    """The coefficients without their part along NULL."""
    along = part * sum(c * k for c, k in zip(direction, NULL, strict=True)) / 5
    return tuple(c - along * k for c, k in zip(direction, NULL, strict=True))


STEPS = {"s": family([Fraction(1, 3), Fraction(1), Fraction(2)], "steps", search=positive())}


@repair(
    "x:sec5.3-retraction/corrected",
    "x:sec5.3-retraction",
    by={"chosen": shortest},
    says="If ϑ is the shortest vector of coefficients of v = sPⁿg, then R_t(u_t + v) = Φ(θ_t + ϑ) is a function of v, "
    "for given θ_t.",
    formula=r"\vartheta(v) := \operatorname{argmin}\{\|\vartheta\| : \textstyle\sum_k \vartheta_k \partial_k \Phi = "
    r"v\}",
    mutants={"nine tenths of the way to the shortest": {"chosen": lambda each: shortest(each, Fraction(9, 10))}},
)
@claim(
    "x:sec5.3-retraction",
    kind="definition",
    also=["x:display-appK.5-retraction"],
    says="The retraction R_t(u_t + sPⁿg) := Φ(θ_t + sϑ) is a function: coefficients ϑ of the same Pⁿg give the same "
    "network.",
    formula=r"R_t(u_t + s_t P_t^n g_t) := \Phi_{\theta_t + s_t\vartheta_t}",
    forall=STEPS,
    reading="Equal functions are written with two choices of coefficients, at one neuron max(x, 0)² on x > 0.",
    gravity="fails only when read literally",
    finding="retraction-not-a-function",
)
def the_retraction_is_a_function(s, *, chosen=lambda direction: direction):
    """x² is the derivative by A_1, and half of that by A_0; the networks are (1 + s) x² and (1 + s/2)² x²."""
    both = [chosen(each) for each in (OUTER, INNER)]
    yield equal([[derivative(each, x) for x in PLACES] for each in both], [x**2 for x in PLACES], name="one direction")
    found = [[landed(each, s, x) for x in PLACES] for each in both]
    yield equal(*found, name="one network", symbol="Φ(x)")


@claim(
    "x:sec5.3-analytic-norms",
    says="The estimated projection of the gradient is a shallow network with the activation max(x, 0)².",
    formula=r"P_t^n g_t \in \{\Phi_\theta : \theta\in\Theta\}",
    reading="Networks of any width have a continuous slope; it is asked of the derivative by an inner bias, a tangent. "
    "For D = 1 all norms are integrals of polynomials between knots.",
    gravity="fails only when read literally",
    finding="tangent-is-no-network",
    controls={"the derivative by an outer weight": {"power": 2}},
)
def tangents_are_networks(*, power=1):
    """∂Φ/∂b_0 = 2 A_1 max(z, 0), z = A_0 x + b_0, has a kink: the jump of its slope does not vanish with h."""

    def jump(h):
        tangent = {z: 2 * max(z, Fraction(0)) ** power for z in (-h, Fraction(0), h)}
        return (tangent[h] - 2 * tangent[Fraction(0)] + tangent[-h]) / h

    return at_most([jump(Fraction(1, 10**k)) for k in (3, 6)], [Fraction(1, 10**k) * 2 for k in (3, 6)], symbol="jump")
