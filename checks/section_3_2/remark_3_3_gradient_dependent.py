r"""Remark 3.3 [rmk:optimal_sampling]: the integral behind the variance bound, and weights that know the gradient.

Everything is a statement about (1/n) ∫ w K ‖L_x g‖² dρ; on finitely many points all suprema over g are finite maxima.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial

import numpy as np

from checks.instances.nodes import on_the_nodes
from checks.instances.spaces import all_spaces
from checks.theory.christoffel import largest_eigenvalue
from theorytest import at_most, claim, equal, family, less_than, more_than
from theorytest.approximation import Christoffel, GradientDependent, Optimal, Plain, Space, Trace


@dataclass(frozen=True, eq=False)
class Weighted:
    """A space on quadrature nodes with masses p, K and the weight w of a sampler."""

    space: Space
    sampler: type

    @property
    def p(self):
        return self.space.measure.weights

    @property
    def K(self):
        return largest_eigenvalue(self.space, self.space.measure.points)

    @property
    def w(self):
        return self.sampler(self.space).weight(self.space.measure.points)

    @property
    def k(self):
        """As the package finds it."""
        return Christoffel(self.space).k({Plain: "constant", Optimal: "optimal", Trace: "trace"}[self.sampler]).value


@cache
def on_nodes():
    return {name: on_the_nodes(space) for name, space in all_spaces().items()}


def weighted(samplers=(Plain, Optimal, Trace)):
    """Every space with every weight."""
    return {f"{name}, {s.__name__}": Weighted(space, s) for name, space in on_nodes().items() for s in samplers}


def peaked(case):
    """All of ‖L_x g‖² where w K is largest."""
    worst = np.argmax(case.w * case.K)
    return np.eye(len(case.p))[worst] / case.p[worst]


GRADIENTS = family(  # ‖L_x g‖² at the nodes
    {
        "peaked": peaked,
        "balanced": lambda case: 1 / case.w,
        "growing": lambda case: np.linspace(0.5, 2.0, len(case.p)) ** 2,
    },
    "gradients",
)
WEIGHTED = family(weighted, "spaces and weights")


@claim(
    "eq:tigther_variance_bound",
    says="The integral of w K ‖L_x g‖² over ρ is at most k‖g‖².",
    formula=r"\frac1n\int w_t\mathfrak{K}_t\|L_xg\|_2^2\,\mathrm{d}\rho \le \tfrac{k_t}{n}\|g\|^2",
    forall={"T, w": WEIGHTED, "g": GRADIENTS},
    tight="attained by gradients that live where w K is largest",
    premises=["eq:def:christoffel/k"],
    mutants={"the mean of w K": {"bound": lambda case: case.p @ (case.w * case.K)}},
)
def weighted_integral_is_at_most_k(case, gradient, *, bound=lambda case: case.k):
    jet = gradient(case)
    return at_most(case.p @ (case.w * case.K * jet), bound(case) * (case.p @ jet), digits=9, symbol="the integral")


@claim(
    "x:display-gradient-dependent-bound",
    says="The integral of w K ‖L_x g‖² is at most the integral of K, and hence d, times the supremum of w‖L_x g‖².",
    formula=r"\int w_t\mathfrak{K}_t\|L_xg\|_2^2\,\mathrm{d}\rho \le "
    r"\int\mathfrak{K}_t\,\mathrm{d}\rho\;\sup_x w_t\|L_xg\|_2^2 \le d_t\sup_x w_t\|L_xg\|_2^2",
    forall={"T, w": WEIGHTED, "g": GRADIENTS},
    tight="attained for scalar jets where w‖L_x g‖² is constant",
    premises=["lem:optimal_sampling_density/inequality", "lem:optimal_sampling_density/integral"],
    mutants={
        "the mean for the supremum": {"size": lambda p, jets: p @ jets},
        "one dimension less": {"dimension": lambda space: space.dim - 1.0},
    },
)
def weighted_integral_is_at_most_the_dimension(
    case, gradient, *, dimension=lambda space: float(space.dim), size=lambda _, jets: np.max(jets)
):
    jet = gradient(case)
    largest = size(case.p, case.w * jet)
    middle = (case.p @ case.K) * largest
    yield at_most(case.p @ (case.w * case.K * jet), middle, name="first", digits=9, symbol="the integral")
    yield at_most(middle, dimension(case.space) * largest, name="second", digits=9, symbol="the middle")


@claim(
    "x:rmk-importance-bounded-jets",
    says="If ‖L_x g‖ ≤ B‖g‖ and w = 1, the integral of K‖L_x g‖² is at most dB²‖g‖².",
    formula=r"\|L_xg\|_2 \le B\|g\|,\ w_t\equiv 1 \implies "
    r"\frac1n\int\mathfrak{K}_t\|L_xg\|_2^2\,\mathrm{d}\rho \le \frac{d_t}{n}B^2\|g\|^2",
    forall={"T": family(partial(weighted, (Plain,)), "spaces"), "g": GRADIENTS},
    reading="`The bias terms remain bounded` is read as the variance terms: those of the bias are 1 and 0 in any case. "
    "That the class is compact is not used.",
    tight="attained by gradients of constant modulus, for scalar jets",
    premises=["x:display-gradient-dependent-bound"],
    mutants={"B unsquared": {"power": 1}, "one dimension less": {"bound": lambda space: space.dim - 1.0}},
)
def bounded_jets_bound_the_integral(case, gradient, *, bound=lambda space: float(space.dim), power=2):
    jet = gradient(case)
    B = np.sqrt(np.max(jet) / (case.p @ jet))
    limit = bound(case.space) * B**power * (case.p @ jet)
    return at_most(case.p @ (case.K * jet), limit, digits=9, symbol="the integral")


# Two points of mass 1/2, T the constants, so K = 1. The weight 1 minimises k: max w ≥ 1/∫ w⁻¹ dρ = 1 for any other.
HALF = Fraction(1, 2)
ONE_SIDED = (Fraction(1), Fraction(0))
ADAPTED = (Fraction(2, 3), Fraction(2))  # 1/w has the mean 1


@claim(
    "x:rmk-importance-k-not-optimal",
    also=["rmk:optimal_sampling"],
    says="For some gradient the weight that minimises k does not minimise the integral of w K ‖L_x g‖².",
    formula=r"\int w\,\mathfrak{K}_t\|L_xg\|_2^2\,\mathrm{d}\rho < "
    r"\int w_t\mathfrak{K}_t\|L_xg\|_2^2\,\mathrm{d}\rho \quad\text{for some } w",
    mutants={"a gradient of constant modulus": {"g": (Fraction(1), Fraction(-1))}},
)
def optimal_weight_ignores_the_gradient(*, g=ONE_SIDED):
    """A gradient that is seen at the first of two points only: 1/3 with w = (2/3, 2), and 1/2 with w = 1."""
    yield equal(sum(HALF / w for w in ADAPTED), 1, name="admissible", symbol="∫ 1/w dρ")
    yield more_than(max(ADAPTED), 1, name="k is larger", symbol="k")
    adapted = sum(HALF * w * v**2 for w, v in zip(ADAPTED, g, strict=True))
    yield less_than(adapted, sum(HALF * v**2 for v in g), name="smaller", symbol="the integral")


def _growing(space, x):
    """Jets of the gradient `growing` at the nodes: all in the first component."""
    size = np.linspace(0.5, 2.0, len(x))
    return np.pad(size[:, None], ((0, 0), (0, space.jet_size - 1)))


@claim(
    "x:rmk-importance-k-not-optimal/least",
    voice="ours",
    says="If K and ‖L_x g‖ are positive, the weight proportional to 1/(√K ‖L_x g‖) minimises the integral of "
    "w K ‖L_x g‖²; the minimum is (∫ √K ‖L_x g‖ dρ)².",
    formula=r"\min_w \int w\,\mathfrak{K}_t\|L_xg\|_2^2\,\mathrm{d}\rho = "
    r"\Big(\int\sqrt{\mathfrak{K}_t}\|L_xg\|_2\,\mathrm{d}\rho\Big)^2",
    forall={"T, w": WEIGHTED},
    reading="For one gradient, the value is compared with the bound of Cauchy and Schwarz for all weights.",
    mutants={"K without the root": {"root": lambda K: K}},
)
def gradient_dependent_weight_is_best(case, *, root=np.sqrt):
    jet, x = np.linspace(0.5, 2.0, len(case.p)) ** 2, case.space.measure.points
    best = case.p @ (GradientDependent(case.space, partial(_growing, case.space)).weight(x) * case.K * jet)
    yield equal(best, (case.p @ (root(case.K) * np.sqrt(jet))) ** 2, name="value", digits=9, symbol="the integral")
    yield at_most(best, case.p @ (case.w * case.K * jet), name="others", digits=9, symbol="the integral")
