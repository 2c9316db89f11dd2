r"""Section 3: the weighted empirical inner product (u, v)_n estimates (u, v) without bias [eq:measure_equality]."""

from dataclasses import replace

from checks.hypotheses import one_in_the_space
from checks.instances.finite_systems import SIZES
from checks.instances.pairs_of_functions import PAIRS
from checks.instances.spaces import WITH_OPTIMAL_SAMPLES
from theorytest import claim, equal, repair
from theorytest.approximation import Christoffel, Optimal


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
    forall={"T, μ, u, v": PAIRS, "n": SIZES},
    gravity="missing hypothesis",
    finding="inner-products-outside-the-support",
    premises=["eq:measure_equality"],
)
def inner_product_is_unbiased(pair, n, *, weight=lambda system: system.weight):
    """A function that lives outside supp(T) is never seen: E = 0 against 16/25."""
    system = replace(pair.system, weights=weight(pair.system))
    true = pair.system.coordinates**2 @ (pair.u * pair.v)
    return equal(replace(pair, system=system).mean(n), true, symbol="E (u, v)_n")


@claim(
    "eq:measure_equality",
    kind="definition",
    says="The weight w and the sampling measure μ are chosen such that w dμ = dρ on the support of T.",
    formula=r"w_t \,\mathrm{d}\mu_t = \mathrm{d}\rho \quad\text{on } \operatorname{supp}(\mathcal{T}_t)",
    forall={"T": WITH_OPTIMAL_SAMPLES},
    reading="A requirement on w and μ, which all that follows assumes. Tried: the package's optimal points meet it "
    "where K > 0. At an atom of ρ in supp(T) with K = 0 optimal points cannot.",
    mutants={
        "the surrogate's weight": {"weight": Christoffel.trace_weight},
        "one per cent more": {"weight": lambda K, x: 1.01 * K.optimal_weight(x)},
    },
)
def weights_belong_to_their_measures(space, *, weight=Christoffel.optimal_weight):
    """The density is that of the table that the draws come from."""
    x = space.measure.quadrature(12).nodes
    density = Optimal(space).law.distribution.density(x[:, 0]) / space.measure.density(x)
    return equal(weight(Christoffel(space), x) * density, 1.0, digits=10, symbol="w dμ/dρ")
