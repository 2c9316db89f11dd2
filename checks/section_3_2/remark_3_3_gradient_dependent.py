r"""Remark 3.3 [rmk:optimal_sampling]: the integral behind the variance bound, and weights that know the gradient.

Everything is a statement about (1/n) ∫ w K ‖L_x g‖² dρ; on finitely many points all suprema over g are finite maxima.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from checks.instances import all_spaces
from checks.section_3_2.optimal_weight import on_the_nodes, printed_weight
from theorytest import claim
from theorytest.approximation.christoffel import Christoffel
from theorytest.verdicts.exact import value_at_least, value_at_most, value_equals


def finite_problems():
    """K and masses of every space on quadrature nodes, with the constant and the optimal weight."""
    for name, space in all_spaces().items():
        finite = on_the_nodes(space)
        K, p = Christoffel(finite)(finite.measure.points), finite.measure.weights
        yield f"{name}, plain", finite.dim, K, p, np.ones_like(K)
        yield f"{name}, optimal", finite.dim, K, p, printed_weight(K, p)


@claim(
    "eq:tigther_variance_bound",
    kind="inequality",
    statement="The gradient-weighted integral of w K is at most k times the squared norm of the gradient.",
    formula=r"\frac1n\int w_t\mathfrak{K}_t\|L_xg\|_2^2\,\mathrm{d}\rho \le \tfrac{k_t}{n}\|g\|^2",
    expected="exact",
    premises=["eq:def:christoffel"],
    sharpness={"bound": [0.9, 0.999, 0.999999]},
    mutants={"the mean of w K": {"bound": lambda w, K, p: p @ (w * K)}},
)
def weighted_integral_is_at_most_k(evidence, *, bound=lambda w, K, p: np.max(w * K)):  # noqa: ARG005
    """The supremum over g is the largest w K: g concentrated at that point attains it."""
    for name, _, K, p, w in finite_problems():
        worst = np.argmax(w * K)
        g = np.eye(len(K))[worst] / np.sqrt(p[worst])  # ‖g‖ = 1
        value = p @ (w * K * g**2)
        evidence.exactly(value_at_most, value, bound(w, K, p), name=name, digits=12, symbol="the integral")


@claim(
    "x:display-gradient-dependent-bound",
    also=["x:rmk-importance-bounded-jets"],
    kind="inequality",
    statement="The same integral is at most the dimension times the largest weighted squared jet of the gradient.",
    formula=r"\frac1n\int w_t\mathfrak{K}_t\|L_xg\|_2^2\,\mathrm{d}\rho \le \frac{d_t}{n}\sup_x w_t\|L_xg\|_2^2",
    expected="exact",
    premises=["lem:optimal_sampling_density/inequality", "lem:optimal_sampling_density/integral"],
    sharpness={"bound": [0.9, 0.999, 0.999999]},
    mutants={"the mean for the supremum": {"size": lambda p, jets: p @ jets}},
)
def weighted_integral_is_at_most_the_dimension(
    evidence, *, bound=lambda d: float(d), size=lambda _, jets: np.max(jets)
):
    """Worst for a gradient with w ‖L_x g‖² constant: the integral is then ‖K‖₁, the dimension for scalar jets."""
    for name, d, K, p, w in finite_problems():
        for word, g in {"constant": 1 / np.sqrt(w), "peaked": np.eye(len(K))[np.argmax(w * K)]}.items():
            value, limit = p @ (w * K * g**2), bound(d) * size(p, w * g**2)
            evidence.exactly(value_at_most, value, limit, name=f"{name}, {word}", digits=12, symbol="the integral")


# Two points of mass 1/2, T the constants, so K = 1; the gradient is seen at the first point only.
MASS = (Fraction(1, 2), Fraction(1, 2))
ONE_SIDED = (Fraction(1), Fraction(0))


@claim(
    "x:rmk-importance-k-not-optimal",
    also=["rmk:optimal_sampling"],
    kind="remark",
    statement="For a given gradient the weight that minimises k need not minimise the integral.",
    formula=r"\min_w \int w\,\mathfrak{K}_t\|L_xg\|_2^2\,\mathrm{d}\rho < "
    r"\int w_t\mathfrak{K}_t\|L_xg\|_2^2\,\mathrm{d}\rho",
    expected="exact",
    mutants={"a gradient of constant modulus": {"g": (Fraction(1), Fraction(-1))}, "more than it saves": {"gain": 3}},
)
def optimal_weight_ignores_the_gradient(evidence, *, g=ONE_SIDED, gain=2):
    """w = 1 gives 1/2; drawing only where the gradient lives gives (∫ √K ‖Lg‖ dρ)² = 1/4: half of it."""
    plain = sum(p * v**2 for p, v in zip(MASS, g, strict=True))
    adapted = sum(p * abs(v) for p, v in zip(MASS, g, strict=True)) ** 2
    evidence.exactly(value_at_least, plain, gain * adapted, name="two points", digits=None, symbol="the integral")


@claim(
    "x:rmk-importance-k-not-optimal/minimiser",
    label="rmk:optimal_sampling",
    kind="identity",
    statement="The density proportional to the root of K times the jet of the gradient minimises the integral.",
    formula=r"\min_w \int w\,\mathfrak{K}_t\|L_xg\|_2^2\,\mathrm{d}\rho = "
    r"\Big(\int \sqrt{\mathfrak{K}_t}\,\|L_xg\|_2\,\mathrm{d}\rho\Big)^2",
    expected="exact",
    mutants={
        "without the root": {"density": lambda K, g: K * np.abs(g)},
        "the jet squared": {"density": lambda K, g: np.sqrt(K) * g**2},
    },
)
def root_density_minimises_the_integral(evidence, *, density=lambda K, g: np.sqrt(K) * np.abs(g)):
    """Cauchy-Schwarz gives the lower bound; the density must attain it for every gradient that is tried."""
    for name, _, K, p, _ in finite_problems():
        g = np.linspace(0.5, 2.0, len(K)) if len(K) > 1 else np.ones(1)
        f = density(K, g)
        w = (p @ f) / f
        smallest = (p @ (np.sqrt(K) * g)) ** 2
        evidence.exactly(value_equals, p @ (w * K * g**2), smallest, name=name, digits=12, symbol="the integral")
