r"""Section 3: the weighted empirical inner product (u, v)_n estimates (u, v) without bias [eq:measure_equality]."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import sympy as sp

from checks.hypotheses import one_in_the_space
from theorytest import claim, equal, family, repair, sampled
from theorytest.approximation import (
    Christoffel,
    Gaussian,
    GradientDependent,
    Hermite,
    Legendre,
    Optimal,
    Plain,
    Product,
    Space,
    TensorProduct,
    Trace,
    Uniform,
    integrate,
    total_degree,
)
from theorytest.decisions.means import mean_equals


@dataclass(frozen=True)
class Sampling:
    """Masses ρ, probabilities μ and weights w of a few points, and functions that span T: at each point a jet."""

    rho: tuple
    mu: tuple
    weight: tuple
    space: tuple

    def mean(self, n, product):
        """The mean over all samples of n points of (1/n) Σ_i w(x_i) product(x_i)."""
        total = Fraction(0)
        for draws in itertools.product(range(len(self.mu)), repeat=n):
            probability = math.prod(self.mu[x] for x in draws)
            total += probability * sum(Fraction(self.weight[x]) * product(x) for x in draws) / n
        return total


def scalar(*values):
    """The jets of a function in L²."""
    return tuple((value,) for value in values)


@dataclass(frozen=True)
class Pair:
    """Two functions, by their jets at the points."""

    sampling: Sampling
    u: tuple
    v: tuple

    @property
    def inside(self):
        """Whether u lies in T."""
        rows = [[a for jet in f for a in jet] for f in (*self.sampling.space, self.u)]
        return sp.Matrix(rows).rank() == sp.Matrix(rows[:-1]).rank()

    def product(self, x):
        """(L_x u)ᵀ (L_x v)."""
        return sum(a * b for a, b in zip(self.u[x], self.v[x], strict=True))


F, FIRST, THIRD = scalar(1, 1, 0), scalar(1, 0, 0), scalar(0, 0, 1)
MASSES = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
# The optimal measure of T = span{f} draws the first two points only, and w dμ = dρ holds on supp(T) only.
OPTIMAL = Sampling(MASSES, (Fraction(2, 3), Fraction(1, 3), 0), (Fraction(3, 4), Fraction(3, 4), 1), (F,))
# The third point is drawn as well; its weight is free.
ELSEWHERE = Sampling(
    MASSES, (Fraction(1, 3), Fraction(1, 6), Fraction(1, 2)), (Fraction(3, 2), Fraction(3, 2), 7), (F,)
)
EVERYTHING = Sampling(
    (Fraction(1, 4), Fraction(3, 4)),
    (Fraction(1, 3), Fraction(2, 3)),
    (Fraction(3, 4), Fraction(9, 8)),
    (scalar(1, 0), scalar(0, 1)),
)
LINE, SQUARE = ((-1, 1), (2, 1)), ((1, -2), (4, 4))  # values and slopes of x and x² at -1 and 2
SLOPES = Sampling(EVERYTHING.rho, EVERYTHING.mu, EVERYTHING.weight, (LINE,))


def pairs():
    """Functions in T and outside, points that T does not see, and vector jets."""
    return {
        "f, f": Pair(OPTIMAL, F, F),
        "f, first": Pair(OPTIMAL, F, FIRST),
        "f, third": Pair(OPTIMAL, F, THIRD),
        "third": Pair(OPTIMAL, THIRD, THIRD),
        "f, f, with a point outside supp(T)": Pair(ELSEWHERE, F, F),
        "f, third, with a point outside supp(T)": Pair(ELSEWHERE, F, THIRD),
        "two points": Pair(EVERYTHING, scalar(1, -3), scalar(2, 5)),
        "H¹, x and x²": Pair(SLOPES, LINE, SQUARE),
    }


PAIRS = {
    "T, μ, u, v": family(pairs, "spaces, sampling measures with w dμ = dρ on supp(T), and pairs of functions"),
    "n": family([1, 2, 3], "positive integers"),
}


@repair(
    "x:sec3-empirical-inner-product-unbiased/in-the-space",
    "x:sec3-empirical-inner-product-unbiased",
    says="If u lies in T and v in H, then the mean of (u, v)ₙ is (u, v).",
    formula=r"\mathbb{E}\,(u, v)_n = (u, v) \quad\text{for all } u \in \mathcal{T}_t,\ v \in \mathcal{H}",
    forall=PAIRS,
    given=[one_in_the_space],
    premises=["eq:measure_equality"],
    mutants={
        "no weight": {"weight": lambda sampling: (1,) * len(sampling.rho)},
        "one per cent more": {"weight": lambda sampling: [Fraction(101, 100) * w for w in sampling.weight]},
    },
)
@claim(
    "x:sec3-empirical-inner-product-unbiased",
    also=["x:display-empirical-inner-product"],
    says="For all u and v in H the mean of the empirical inner product (u, v)ₙ is (u, v).",
    formula=r"\mathbb{E}\,(u, v)_n = (u, v) \quad\text{for all } u, v \in \mathcal{H}",
    forall=PAIRS,
    gravity="missing hypothesis",
    finding="inner-products-outside-the-support",
    premises=["eq:measure_equality"],
)
def inner_product_is_unbiased(pair, n, *, weight=lambda sampling: sampling.weight):
    """A function that lives outside supp(T) is never seen: E = 0 against 1/4."""
    sampling = replace(pair.sampling, weight=tuple(weight(pair.sampling)))
    true = sum(p * pair.product(x) for x, p in enumerate(sampling.rho))
    return equal(sampling.mean(n, pair.product), true, symbol="E (u, v)_n")


@dataclass(frozen=True)
class Drawn:
    """A sampler, one basis function b of the space and one function v of the Hilbert space."""

    sampler: object
    v: object  # points (..., D) to jets (..., l)
    member: int = 1

    def products(self, x):
        """(L_x b)ᵀ (L_x v)."""
        return np.sum(self.sampler.space.jets(x)[..., self.member, :] * self.v(x), axis=-1)

    def moments(self):
        """The mean (b, v) and the variance of w (L b)ᵀ (L v) under μ, by quadrature over ρ."""
        measure = self.sampler.space.measure
        mean = integrate(self.products, measure).value
        second = integrate(lambda x: self.sampler.weight(x) * self.products(x) ** 2, measure).value
        return float(mean), float(second - mean**2)


def value_jet(x):
    """L² jet of exp, in the first coordinate."""
    return np.exp(x[..., :1])


def value_and_slope(x):
    """H¹ jet of exp in the first coordinate: value, derivative, and zeros for the other directions."""
    return np.concatenate([value_jet(x), value_jet(x), 0 * x[..., 1:]], axis=-1)


def samplers():
    """Independent points on bounded and unbounded domains, with scalar and vector jets."""
    legendre, hermite = Space(Legendre(3), Uniform()), Space(Hermite(4), Gaussian())
    sobolev = Space(Legendre(4), Uniform(), "H1")
    system = TensorProduct((Legendre(3), Hermite(3)), total_degree(2, 2))
    plane, sobolev_plane = (Space(system, Product((Uniform(), Gaussian())), norm) for norm in ("L2", "H1"))
    return {
        "plain, Legendre": Drawn(Plain(legendre), value_jet),
        "optimal, Legendre": Drawn(Optimal(legendre), value_jet),
        "optimal, Hermite": Drawn(Optimal(hermite), value_jet),
        "optimal, H1": Drawn(Optimal(sobolev), value_and_slope),
        "trace, H1": Drawn(Trace(sobolev), value_and_slope),
        "optimal, two dimensions": Drawn(Optimal(plane), value_jet, member=3),
        "optimal, H1 in two dimensions": Drawn(Optimal(sobolev_plane), value_and_slope, member=3),
        "gradient-dependent": Drawn(GradientDependent(legendre, value_jet), value_jet),
    }


@claim(
    "eq:measure_equality/drawn",
    voice="ours",
    says="For one basis function b and v = exp, plain, optimal, surrogate and gradient-dependent points of the package "
    "give (b, v)ₙ the mean (b, v).",
    formula=r"\mathbb{E}\,(b, \exp)_n = (b, \exp)",
    forall={"w, μ": family(samplers, "samplers and spaces")},
    expected="confirmed",
    mutants={
        "no weight": {"weight": lambda _, x: np.ones(x.shape[:-1])},
        "weights 10 % too large": {"weight": lambda sampler, x: 1.1 * sampler.weight(x)},
    },
)
def drawn_inner_product_is_unbiased(case, *, weight=lambda sampler, x: sampler.weight(x)):
    mean, variance = case.moments()

    def draw(rng, size):
        x = case.sampler.sample(rng, size, 1)[:, 0]
        return weight(case.sampler, x) * case.products(x)

    options = {"value": mean, "variance": 1.01 * variance, "symbol": "E (b, v)_n"}
    return sampled(mean_equals, draw, resolution=0.05, max_draws=600_000, **options)


def lines_of_sight():
    """Spaces with an optimal law that is a table."""
    return {
        "Legendre": Space(Legendre(5), Uniform()),
        "Hermite": Space(Hermite(5), Gaussian()),
        "H1": Space(Legendre(5), Uniform(), "H1"),
    }


@claim(
    "eq:measure_equality",
    kind="definition",
    says="The weight w and the sampling measure μ satisfy w dμ = dρ on the support of T.",
    formula=r"w_t \,\mathrm{d}\mu_t = \mathrm{d}\rho \quad\text{on } \operatorname{supp}(\mathcal{T}_t)",
    forall={"T": family(lines_of_sight, "spaces with optimal samples")},
    reading="A requirement on w and μ; the optimal samples of the package are asked whether they meet it.",
    mutants={"the surrogate's weight": {"weight": lambda space, x: Christoffel(space).trace_weight(x)}},
)
def weights_belong_to_their_measures(space, *, weight=lambda space, x: Optimal(space).weight(x)):
    """The density is that of the table that the draws come from."""
    x = space.measure.quadrature(12).nodes
    density = Optimal(space).law.distribution.density(x[:, 0]) / space.measure.density(x)
    return equal(weight(space, x) * density, 1.0, digits=10, symbol="w dμ/dρ")
