r"""Section 5.3: the network, its parameters, and the retraction in parameter space."""

from fractions import Fraction

import numpy as np
import sympy as sp
from numpy.polynomial import Polynomial

from checks.hypotheses import lipschitz_slope_3
from checks.instances.one_neuron import THETA, tangents
from checks.instances.one_neuron import network as neuron
from theorytest import at_most, choices, claim, equal, family, integers, positive, product, reals, repair, threshold
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
    mutants={"m (D + 1) + 1": {"per_neuron": 1}, "no outer shift": {"rest": 0}},
)
def count_of_the_parameters(sizes, *, per_neuron=2, rest=1):
    """Entries of A_1, b_1, A_0 and b_0 one by one; the package's network from that many numbers, neuron by neuron."""
    m, D = sizes
    count = sum(1 for shape in ((1, m), (1,), (m, D), (m,)) for _ in np.ndindex(shape))
    yield equal(count, m * (D + per_neuron) + rest, name="count", symbol="the number of parameters")
    network = from_theta(RePU(2), np.sin(np.arange(1.0, count + 1)), D)
    x = np.cos(np.arange(1.0, D + 1))
    value = rest * network.shift
    for i in range(m):
        z = sum(network.inner[i, j] * x[j] for j in range(D)) + network.bias[i]
        value = value + network.outer[i] * max(z, 0.0) ** 2
    yield equal(float(network(x[None])[0]), float(value), name="value", symbol="Φ(x)")


UNIT = reals(-1, 1)  # the inner weight stays at 1/2 at least, so that the neuron keeps its direction
POWERS = {"max(x, 0)^(5/4)": sp.Rational(5, 4), "max(x, 0)²": 2, "max(x, 0)³": 3}
DIRECTIONS = {"the bias": (0, 0, 1), "the bias, backwards": (0, 0, -1), "both weights": (1, 1, 0), "all": (-1, 1, 1)}
EVERY = {
    "σ": family(
        POWERS,
        "continuously differentiable functions, here one neuron max(x, 0)^p",
        search=choices([2, 3, sp.Rational(3, 2), sp.Rational(5, 4)], says="p = 2, 3, 3/2 or 5/4"),
    ),
    "ϑ": family(DIRECTIONS, "directions of A_1, A_0 and b_0", search=product(UNIT, reals(Fraction(-1, 2), 1), UNIT)),
    "s": family([Fraction(1), Fraction(1, 10**30)], "0 < s ≤ 1", search=reals(0, 1, open=True, log=True), effort=400),
}


def squared_error(p, direction, s):
    """‖Φ_{θ+sϑ} - Φ_θ - s Σ ϑ_k ∂_kΦ‖² for Φ = max(x, 0)^p; where p is not whole, the part from x < 0 alone."""
    (outer, inner, bias), s = map(Fraction, direction), Fraction(s)
    outer, slope, shift = 1 + s * outer, 1 + s * inner, s * bias  # A_1, A_0 and b_0 after the step
    ends = [sp.Rational(max(z, 0)) ** (2 * p + 1) for z in (shift, shift - slope)]  # at 0 and at -1
    left = sp.Rational(outer**2 / slope) * (ends[0] - ends[1]) / (2 * p + 1)
    if p not in (2, 3):
        return left / 2
    x, kink = Polynomial([Fraction(0), Fraction(1)]), min(max(-shift / slope, Fraction(0)), Fraction(1))
    tangent = x**p * outer + x ** (p - 1) * (x * (slope - 1) + shift) * p
    before, after = ((part * part).integ() for part in (tangent, (x * slope + shift) ** p * outer - tangent))
    return (left + sp.Rational(before(kink) + after(Fraction(1)) - after(kink))) / 2


@repair(
    "x:display-shallow-taylor/corrected",
    "x:display-shallow-taylor",
    says="If σ′ is locally Lipschitz and s ≤ 1, then the retraction in parameter space has on [−1, 1] an error of at "
    "most a constant times s².",
    given=[lipschitz_slope_3],
    mutants={"of the order s^2.1": {"order": sp.Rational(21, 10)}},
)
@claim(
    "x:display-shallow-taylor",
    kind="rate",
    also=["x:display-appK.5-taylor"],
    says="If σ is continuously differentiable, then the retraction in parameter space has an error of at most a "
    "constant times s².",
    formula=r"\Phi_{\theta_t} + s_t P_t^n g_t = \Phi_{\theta_t + s_t\vartheta_t} + \mathcal{O}(s_t^2)",
    forall=EVERY,
    reading="In L² of the uniform law on [−1, 1], for one neuron σ(x) whose parameters move by sϑ with |ϑ_k| ≤ 1: the "
    "constant is 16, a number of ours.",
    gravity="missing hypothesis",
    finding="taylor-needs-lipschitz-slope",
)
def second_order(power, direction, s, *, order=2):
    """σ(x) = max(x, 0)^(5/4) has an error of the order s^(7/4), where the bias moves."""
    ratio = squared_error(power, direction, s) / sp.Rational(Fraction(s)) ** (2 * order)
    return at_most(ratio, threshold(16**2), symbol="error² / s⁴")


OUTER, INNER, NULL = (
    tuple(map(Fraction, each)) for each in ((1, 0, 0, 0), (0, 0, Fraction(1, 2), 0), (2, 0, -1, 0))
)  # both give the tangent x², and differ by a multiple of NULL, which gives 0
PLACES = (Fraction(1, 5), Fraction(1, 2), Fraction(1))  # quadratics that agree here agree for all x > 0


def shortest(direction):
    """The coefficients without their part along NULL."""
    along = sum(c * k for c, k in zip(direction, NULL, strict=True)) / 5
    return tuple(c - along * k for c, k in zip(direction, NULL, strict=True))


@claim(
    "x:sec5.3-retraction",
    kind="definition",
    also=["x:display-appK.5-retraction"],
    says="The retraction R_t(u_t + sPⁿg) := Φ(θ_t + sϑ) is a function: coefficients ϑ of the same Pⁿg give the same "
    "network.",
    formula=r"R_t(u_t + s_t P_t^n g_t) := \Phi_{\theta_t + s_t\vartheta_t}",
    forall={"s": family([Fraction(1, 3), Fraction(1), Fraction(2)], "steps", search=positive())},
    reading="Equal functions are written with two choices of coefficients, at one neuron max(x, 0)² on x > 0. With the "
    "shortest coefficients it is a function.",
    gravity="fails only when read literally",
    finding="retraction-not-a-function",
    controls={"the shortest coefficients": {"chosen": shortest}},
)
def the_retraction_is_a_function(s, *, chosen=lambda direction: direction):
    """x² is the derivative by A_1, and half of that by A_0; the networks are (1 + s) x² and (1 + s/2)² x²."""
    both = [chosen(each) for each in (OUTER, INNER)]
    along = [[sum(c * t for c, t in zip(each, tangents(x), strict=True)) for x in PLACES] for each in both]
    yield equal(along, [x**2 for x in PLACES], name="one direction")
    moved = [[a + s * c for a, c in zip(THETA, each, strict=True)] for each in both]
    found = [[neuron(theta, x) for x in PLACES] for theta in moved]
    yield equal(*found, name="one network", symbol="Φ(x)")


@claim(
    "x:sec5.3-analytic-norms",
    says="The estimated projection of the gradient is a shallow network with the activation max(x, 0)².",
    formula=r"P_t^n g_t \in \{\Phi_\theta : \theta\in\Theta\}",
    reading="Networks of any width have a continuous slope; tangents by inner biases have none. For difference "
    "quotients, as in Appendix K.3, it is true. For D = 1 all norms are integrals of polynomials between knots.",
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
