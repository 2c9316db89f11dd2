r"""Section 3: the weighted empirical inner product (u, v)_n estimates (u, v) without bias [eq:measure_equality]."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from theorytest import claim, equal, repair, sampled
from theorytest.approximation.christoffel import Christoffel
from theorytest.approximation.integrals import integrate
from theorytest.approximation.measures import Gaussian, Product, Uniform
from theorytest.approximation.sampling import GradientDependent, Optimal, Plain, Trace
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Hermite, Legendre
from theorytest.approximation.tensor import TensorProduct, total_degree
from theorytest.decisions.means import mean_equals

# Three points with masses 1/2, 1/4, 1/4; T = span{f} with f = (1, 1, 0), so that supp(T) leaves the third point out.
# The optimal measure draws the first two points with probabilities 2/3 and 1/3, and w dμ = dρ holds on supp(T) only.
RHO = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
MU = (Fraction(2, 3), Fraction(1, 3), Fraction(0))
WEIGHT = (Fraction(3, 4), Fraction(3, 4), Fraction(1))
F, FIRST, THIRD = (1, 1, 0), (1, 0, 0), (0, 0, 1)


def inner_product(u, v):
    """(u, v) = Σ ρ_i u_i v_i."""
    return sum(p * a * b for p, a, b in zip(RHO, u, v, strict=True))


def expected_estimate(u, v, weight):
    """E (u, v)_n = Σ μ_i w_i u_i v_i, the same for every n."""
    return sum(m * w * a * b for m, w, a, b in zip(MU, weight, u, v, strict=True))


def compare(pairs, weight):
    for name, (u, v) in pairs.items():
        value = expected_estimate(u, v, weight)
        yield equal(value, inner_product(u, v), name=name, symbol="E (u, v)_n")


IN_THE_SPACE = {"f, f": (F, F), "f, first": (F, FIRST), "f, third": (F, THIRD)}
ANYWHERE = {"third, third": (THIRD, THIRD)}


@claim(
    "x:sec3-empirical-inner-product-unbiased",
    also=["x:display-empirical-inner-product"],
    kind="identity",
    says="The weighted empirical inner product is unbiased, read for all functions of the Hilbert space.",
    formula=r"\mathbb{E}\,(u, v)_n = (u, v) \quad\text{for all } u, v \in \mathcal{H}",
    expected="refuted",
    gravity="misprint",
    premises=["eq:measure_equality"],
)
def inner_product_is_unbiased_everywhere(*, weight=WEIGHT):
    """Three points refute it: a function that lives outside supp(T) is never seen, E = 0 against 1/4."""
    yield from compare(ANYWHERE | IN_THE_SPACE, weight)


@dataclass(frozen=True)
class Instance:
    """A sampler, one basis function of the space and one function of the Hilbert space."""

    sampler: object
    v: object  # points (..., D) to jets (..., l)
    member: int = 1

    def products(self, x):
        """(L_x b)ᵀ (L_x v)."""
        return np.sum(self.sampler.space.jets(x)[..., self.member, :] * self.v(x), axis=-1)

    def moments(self, weight):
        """The mean (b, v) and the variance of w (L b)ᵀ (L v) under μ, by quadrature over ρ."""
        measure = self.sampler.space.measure
        mean = integrate(self.products, measure).value
        second = integrate(lambda x: weight(self.sampler, x) * self.products(x) ** 2, measure).value
        return float(mean), float(second - mean**2)


def value_jet(x):
    """L² jet of exp, in the first coordinate."""
    return np.exp(x[..., :1])


def value_and_slope(x):
    """H¹ jet of exp in the first coordinate: value, derivative, and zeros for the other directions."""
    return np.concatenate([value_jet(x), value_jet(x), 0 * x[..., 1:]], axis=-1)


def printed_weight(sampler, x):
    """w with w dμ = dρ."""
    return sampler.weight(x)


def instances():
    """Every sampler on a bounded or an unbounded domain, with scalar or vector jets."""
    legendre, hermite = Space(Legendre(3), Uniform()), Space(Hermite(4), Gaussian())
    sobolev = Space(Legendre(4), Uniform(), "H1")
    system = TensorProduct((Legendre(3), Hermite(3)), total_degree(2, 2))
    plane, sobolev_plane = (Space(system, Product((Uniform(), Gaussian())), norm) for norm in ("L2", "H1"))
    return {
        "plain, Legendre": Instance(Plain(legendre), value_jet),
        "optimal, Legendre": Instance(Optimal(legendre), value_jet),
        "optimal, Hermite": Instance(Optimal(hermite), value_jet),
        "optimal, H1": Instance(Optimal(sobolev), value_and_slope),
        "trace, H1": Instance(Trace(sobolev), value_and_slope),
        "optimal, two dimensions": Instance(Optimal(plane), value_jet, member=3),
        "optimal, H1 in two dimensions": Instance(Optimal(sobolev_plane), value_and_slope, member=3),
        "gradient-dependent": Instance(GradientDependent(legendre, value_jet), value_jet),
    }


@repair(
    "x:sec3-empirical-inner-product-unbiased/in-the-space",
    "x:sec3-empirical-inner-product-unbiased",
    kind="identity",
    says="The weighted empirical inner product is unbiased when one of the two functions lies in the space.",
    formula=r"\mathbb{E}\,(u, v)_n = (u, v) \quad\text{for all } u \in \mathcal{T}_t,\ v \in \mathcal{H}",
    expected="confirmed",
    premises=["eq:measure_equality"],
    mutants={
        "no weight": {"weight": (1, 1, 1), "sampled_weight": lambda _, x: np.ones(x.shape[:-1])},
        "weights 10 % too large": {"sampled_weight": lambda sampler, x: 1.1 * sampler.weight(x)},
        "functions outside the space": {"pairs": ANYWHERE},
    },
)
def inner_product_is_unbiased_on_the_space(*, pairs=IN_THE_SPACE, weight=WEIGHT, sampled_weight=printed_weight):
    """Exact on three points; for the samplers of the package the drawn mean agrees with quadrature."""
    yield from compare(pairs, weight)
    for name, instance in instances().items():
        mean, variance = instance.moments(printed_weight)

        def draw(rng, size, instance=instance):
            x = instance.sampler.sample(rng, size, 1)[:, 0]
            return sampled_weight(instance.sampler, x) * instance.products(x)

        options = {"value": mean, "variance": 1.01 * variance, "symbol": "E (u, v)_n"}
        yield sampled(mean_equals, draw, name=name, resolution=0.05, max_draws=600_000, **options)


@claim(
    "eq:measure_equality",
    kind="definition",
    says="The weight times the sampling measure is the reference measure on the support of the space.",
    formula=r"w_t \,\mathrm{d}\mu_t = \mathrm{d}\rho \quad\text{on } \operatorname{supp}(\mathcal{T}_t)",
    expected="computed",
    mutants={"the surrogate's weight": {"weight": lambda space, x: Christoffel(space).trace_weight(x)}},
)
def weights_belong_to_their_measures(*, weight=lambda space, x: Optimal(space).weight(x)):
    """The drawn law's own density times the weight is 1; the law is the table that the draws come from."""
    for name, space in {
        "Legendre": Space(Legendre(5), Uniform()),
        "Hermite": Space(Hermite(5), Gaussian()),
        "H1": Space(Legendre(5), Uniform(), "H1"),
    }.items():
        x = space.measure.quadrature(12).nodes
        law = Optimal(space).law.distribution
        density = law.density(x[:, 0]) / space.measure.density(x)
        yield equal(weight(space, x) * density, 1.0, name=name, digits=10, symbol="w dμ/dρ")
