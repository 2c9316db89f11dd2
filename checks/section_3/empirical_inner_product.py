r"""Section 3: the weighted empirical inner product (u, v)_n estimates (u, v) without bias [eq:measure_equality]."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from checks.hypotheses import one_in_the_space
from checks.instances.finite_systems import ANY_SYSTEM, SIZES, in_its_numbers, rational_systems
from checks.theory.finite import Finite
from checks.theory.forms import Array, exact, is_exact
from theorytest import choices, claim, equal, family, integers, product, repair, vectors
from theorytest.approximation import Christoffel, Gaussian, Hermite, Legendre, Optimal, Space, Uniform


@dataclass(frozen=True, eq=False)
class Pair:
    """A space with its samples and two functions, by their jets at the points."""

    system: Finite
    u: Array
    v: Array

    @property
    def inside(self):
        """Whether u lies in T."""
        u = self.system.coordinates * self.u
        left = np.abs(self.system.projector @ u - u)
        return bool(np.all(left <= (0 if is_exact(u) else 1e-9)))

    def mean(self, n):
        """E (u, v)_n, over all samples."""
        product = self.system.coordinates**2 * self.u * self.v
        return sum(p * (product @ self.system.empirical(draws)) for p, draws in self.system.samples(n))


def pairs():
    """Functions in T and outside, points that T does not see, and vector jets."""
    systems, jets = rational_systems(), {"cell": [1, 0], "other": [0, 1], "one": [1, 1], "x": [-1, 2]}
    found = {
        f"{u} and {v}, {name}": Pair(systems[name], exact(jets[u]), exact(jets[v]))
        for name in ("one cell of two, optimal", "one cell of two, any weight off it", "all functions on two points")
        for u, v in (("cell", "cell"), ("cell", "other"), ("cell", "x"), ("other", "other"), ("x", "one"))
    }
    line, square = exact([-1, 1, 0, 1, "1/2", 1, 2, 1]), exact([1, -2, 0, 0, "1/4", 1, 4, 4])
    return found | {"x and x², H¹": Pair(systems["jets of redundant lines"], line, square)}


def _searched(system, kept, inside, member, other):
    """T may vanish at the last point, which then has the weight 7; u lies in T, or need not."""
    phi = system.phi * np.append(np.ones(len(system.rho) - 1, dtype=int), kept)[:, None]
    unseen = np.all(phi == 0, axis=(0, 2))
    system = replace(system, phi=phi, weights=np.where(unseen, 7 + 0 * system.rho, system.rho / system.mu))
    a, v = (in_its_numbers(system, each) for each in (member, other))
    size = len(system.coordinates)
    return Pair(system, a[: len(phi)] @ phi.reshape(len(phi), -1) if inside else a[:size], v[:size])


YES_OR_NO, JETS = choices([1, 0]), vectors([6], -3, 3)
ANY_PAIR = product(ANY_SYSTEM, YES_OR_NO, YES_OR_NO, JETS, JETS).map(_searched)
WORDS = "spaces, sampling measures with w dμ = dρ on supp(T), and pairs of functions"


@repair(
    "x:sec3-empirical-inner-product-unbiased/in-the-space",
    "x:sec3-empirical-inner-product-unbiased",
    says="If u lies in T and v in H, then the mean of (u, v)ₙ is (u, v).",
    formula=r"\mathbb{E}\,(u, v)_n = (u, v) \quad\text{for all } u \in \mathcal{T}_t,\ v \in \mathcal{H}",
    given=[one_in_the_space],
    premises=["eq:measure_equality"],
    mutants={"one per cent more": {"weight": lambda system: 101 * system.weight / 100}},
)
@claim(
    "x:sec3-empirical-inner-product-unbiased",
    also=["x:display-empirical-inner-product"],
    says="For all u and v in H the mean of the empirical inner product (u, v)ₙ is (u, v).",
    formula=r"\mathbb{E}\,(u, v)_n = (u, v) \quad\text{for all } u, v \in \mathcal{H}",
    forall={"T, μ, u, v": family(pairs, WORDS, search=ANY_PAIR), "n": SIZES},
    gravity="missing hypothesis",
    finding="inner-products-outside-the-support",
    premises=["eq:measure_equality"],
)
def inner_product_is_unbiased(pair, n, *, weight=lambda system: system.weight):
    """A function that lives outside supp(T) is never seen: E = 0 against 16/25."""
    system = replace(pair.system, weights=weight(pair.system))
    true = pair.system.coordinates**2 @ (pair.u * pair.v)
    return equal(replace(pair, system=system).mean(n), true, symbol="E (u, v)_n")


OPTIMAL = {"Hermite": Space(Hermite(5), Gaussian()), "H1": Space(Legendre(5), Uniform(), "H1")}
ANY_OPTIMAL = product(integers(1, 9), choices(["L2", "H1"])).map(lambda d, norm: Space(Legendre(d), Uniform(), norm))


@claim(
    "eq:measure_equality",
    kind="definition",
    says="The weight w and the sampling measure μ satisfy w dμ = dρ on the support of T.",
    formula=r"w_t \,\mathrm{d}\mu_t = \mathrm{d}\rho \quad\text{on } \operatorname{supp}(\mathcal{T}_t)",
    forall={"T": family(OPTIMAL, "spaces with optimal samples", search=ANY_OPTIMAL, effort=8)},
    reading="A requirement on w and μ; the optimal samples of the package are asked whether they meet it.",
    mutants={"the surrogate's weight": {"weight": Christoffel.trace_weight}},
)
def weights_belong_to_their_measures(space, *, weight=Christoffel.optimal_weight):
    """The density is that of the table that the draws come from."""
    x = space.measure.quadrature(12).nodes
    density = Optimal(space).law.distribution.density(x[:, 0]) / space.measure.density(x)
    return equal(weight(Christoffel(space), x) * density, 1.0, digits=10, symbol="w dμ/dρ")
