r"""Remark 3.3 [rmk:optimal_sampling]: the integral behind the variance bound, and weights that know the gradient.

Everything is a statement about (1/n) ∫ w K ‖L_x g‖² dρ; on finitely many points all suprema over g are finite maxima.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import numpy as np

from checks.instances.spaces import all_spaces
from checks.section_3_2.optimal_weight import on_the_nodes
from checks.theory.christoffel import largest_eigenvalue
from theorytest import at_least, at_most, claim, equal
from theorytest.approximation.christoffel import Christoffel
from theorytest.approximation.sampling import GradientDependent, Optimal, Plain, Trace

WEIGHTS = {"plain": Plain, "optimal": Optimal, "trace": Trace}


def finite_problems():
    """Every space on quadrature nodes, with K, the masses and each weight of the package."""
    for name, space in all_spaces().items():
        finite = on_the_nodes(space)
        x, p = finite.measure.points, finite.measure.weights
        K = largest_eigenvalue(finite, x)
        for word, sampler in WEIGHTS.items():
            yield f"{name}, {word}", finite, K, p, sampler(finite).weight(x)


def gradients(w, K, p):
    """Squared jets ‖L_x g‖² of gradients: at one point where w K is largest, everywhere w⁻¹, and growing."""
    worst = np.argmax(w * K)
    return {
        "peaked": np.eye(len(K))[worst] / p[worst],
        "balanced": 1 / w,
        "growing": np.linspace(0.5, 2.0, len(K)) ** 2,
    }


@claim(
    "eq:tigther_variance_bound",
    kind="inequality",
    says="The gradient-weighted integral of w K is at most k times the squared norm of the gradient.",
    formula=r"\frac1n\int w_t\mathfrak{K}_t\|L_xg\|_2^2\,\mathrm{d}\rho \le \tfrac{k_t}{n}\|g\|^2",
    expected="computed",
    tight="attained where w K is constant",
    premises=["eq:def:christoffel/k"],
    mutants={
        "bound x 0.9": {"bound": lambda space, word: 0.9 * (Christoffel(space).k(_package(word)).value)},
        "the mean of w K": {"bound": lambda space, word: _mean_of_w_K(space, word)},
    },
)
def weighted_integral_is_at_most_k(*, bound=lambda space, word: Christoffel(space).k(_package(word)).value):
    """The supremum over g is the largest w K, attained by a gradient that lives where it is."""
    for name, finite, K, p, w in finite_problems():
        k = bound(finite, name.rsplit(", ", 1)[1])
        for word, jet in gradients(w, K, p).items():
            value, limit = p @ (w * K * jet), k * (p @ jet)
            yield at_most(value, limit, name=f"{name}, {word}", digits=9, symbol="the integral")


def _package(word):
    return "constant" if word == "plain" else word


def _mean_of_w_K(space, word):
    x = space.measure.points
    return space.measure.weights @ (WEIGHTS[word](space).weight(x) * largest_eigenvalue(space, x))


@claim(
    "x:display-gradient-dependent-bound",
    kind="inequality",
    says="The same integral is at most the integral of K, and so the dimension, times the largest w times jet.",
    formula=r"\int w_t\mathfrak{K}_t\|L_xg\|_2^2\,\mathrm{d}\rho \le "
    r"\int\mathfrak{K}_t\,\mathrm{d}\rho\;\sup_x w_t\|L_xg\|_2^2 \le d_t\sup_x w_t\|L_xg\|_2^2",
    expected="computed",
    tight="attained where w times the jet is constant",
    premises=["lem:optimal_sampling_density/inequality", "lem:optimal_sampling_density/integral"],
    mutants={
        "dimension x 0.9": {"dimension": lambda space: 0.9 * (float(space.dim))},
        "the mean for the supremum": {"size": lambda p, jets: p @ jets},
        "one per cent less of the integral": {"share": 0.99},
    },
)
def weighted_integral_is_at_most_the_dimension(
    *, dimension=lambda space: float(space.dim), size=lambda _, jets: np.max(jets), share=1.0
):
    """Both steps. The first is attained for a gradient with w ‖L_x g‖² constant, the second for scalar jets."""
    for name, finite, K, p, w in finite_problems():
        for word, jet in gradients(w, K, p).items():
            value, largest = p @ (w * K * jet), size(p, w * jet)
            middle, outer = share * (p @ K) * largest, dimension(finite) * largest
            yield at_most(value, middle, name=f"{name}, {word}: first", digits=9, symbol="the integral")
            yield at_most(middle, outer, name=f"{name}, {word}: second", digits=9, symbol="the middle")


@claim(
    "x:rmk-importance-bounded-jets",
    kind="remark",
    says="If the jets of the gradient are at most B times its norm, the integral stays bounded without a weight.",
    formula=r"\|L_xg\|_2 \le B\|g\|,\ w_t\equiv 1 \implies "
    r"\frac1n\int\mathfrak{K}_t\|L_xg\|_2^2\,\mathrm{d}\rho \le \frac{d_t}{n}B^2\|g\|^2",
    expected="computed",
    premises=["x:display-gradient-dependent-bound"],
    mutants={"bound x 0.9": {"bound": lambda space: 0.9 * (float(space.dim))}, "B unsquared": {"power": 1}},
)
def bounded_jets_bound_the_integral(*, bound=lambda space: float(space.dim), power=2):
    """B is taken as small as the gradient allows; attained for gradients of constant modulus and scalar jets."""
    for name, finite, K, p, w in finite_problems():
        if not name.endswith("plain"):
            continue
        for word, jet in gradients(w, K, p).items():
            B = np.sqrt(np.max(jet) / (p @ jet))
            value, limit = p @ (K * jet), bound(finite) * B**power * (p @ jet)
            yield at_most(value, limit, name=f"{name}, {word}", digits=9, symbol="the integral")


# Two points of mass 1/2, T the constants, so K = 1; the gradient is seen at the first point only.
MASS = (Fraction(1, 2), Fraction(1, 2))
ONE_SIDED = (Fraction(1), Fraction(0))


@claim(
    "x:rmk-importance-k-not-optimal",
    also=["rmk:optimal_sampling"],
    kind="remark",
    says="For a given gradient the weight that minimises k need not minimise the integral.",
    formula=r"\min_w \int w\,\mathfrak{K}_t\|L_xg\|_2^2\,\mathrm{d}\rho < "
    r"\int w_t\mathfrak{K}_t\|L_xg\|_2^2\,\mathrm{d}\rho",
    expected="computed",
    mutants={
        "a gradient of constant modulus": {"g": (Fraction(1), Fraction(-1))},
        "a sampler without the root": {"root": lambda K: K},
    },
)
def optimal_weight_ignores_the_gradient(*, g=ONE_SIDED, root=np.sqrt):
    """On two points w = 1 gives 1/2 and the adapted weights tend to half of it, which none attains: g vanishes at one.

    Everywhere else the package's gradient-dependent weight does better than its other weights, and attains the
    lower bound (∫ √K ‖Lg‖ dρ)² that Cauchy-Schwarz sets for all weights.
    """
    plain = sum(p * v**2 for p, v in zip(MASS, g, strict=True))
    adapted = sum(p * abs(v) for p, v in zip(MASS, g, strict=True)) ** 2
    yield at_least(plain, 2 * adapted, name="two points", symbol="the integral")
    for name, finite, K, p, w in finite_problems():
        sampler, jet = GradientDependent(finite, partial(_growing, finite)), gradients(w, K, p)["growing"]
        x = finite.measure.points
        best = p @ (sampler.weight(x) * K * jet)
        lower = (p @ (root(K) * np.sqrt(jet))) ** 2
        yield at_most(best, p @ (w * K * jet), name=name, digits=9, symbol="the integral")
        yield equal(best, lower, name=f"{name}: least", digits=9, symbol="the integral")


def _growing(space, x):
    """Jets of the gradient `growing` at the points of the finite space: all in the first component."""
    size = np.linspace(0.5, 2.0, len(x))
    return np.pad(size[:, None], ((0, 0), (0, space.jet_size - 1)))
