"""Appendix K.2 [x:sec-inner-products]: inner products of networks from inner products of ridge functions."""

from collections import Counter
from fractions import Fraction

import numpy as np

from checks.hypotheses import ridge_functions_in_l2
from theorytest import claim, equal, family, product, repair, vectors
from theorytest.proof import compared, inner, real, square, statement, use, vector

POINTS = ((0, 0, 0), (1, 0, -1), (-1, 2, 0), (2, 1, 1), (0, -1, 3), (1, 1, 1))
MASSES = tuple(Fraction(k, 21) for k in range(1, 7))
# A network on R^3 as outer weights, outer bias and pairs of inner weights and inner bias; σ(z) = max(z, 0)².
CONSTANT = ((0,), 1, (((1, 0, 0), 0),))
NETWORKS = (
    ((2, -1), 3, (((1, 0, 2), -1), ((0, -1, 1), 2))),
    ((1, 1, -2), -1, (((1, 1, 1), 0), ((-1, 2, 0), 1), ((0, 0, 3), -2))),
)


def dot(alpha, x):
    """α'x."""
    return sum(a * t for a, t in zip(alpha, x, strict=True))


def sigma(z):
    """max(z, 0)²."""
    return max(z, 0) ** 2


def mean(f):
    """∫ f dρ."""
    return sum(p * f(x) for p, x in zip(MASSES, POINTS, strict=True))


def value(network, x):
    """Φ(x) by its formula."""
    outer, shift, ridges = network
    return shift + sum(a * sigma(dot(alpha, x) + beta) for a, (alpha, beta) in zip(outer, ridges, strict=True))


def three_sums(network, other):
    """The right-hand side as printed."""
    (A, b, ridges), (A_, b_, ridges_) = network, other
    return (
        sum(A[k] * A_[m] * integral(ridges[k], ridges_[m]) for k in range(len(A)) for m in range(len(A_)))
        + sum(A[k] * b_ * integral(ridges[k]) for k in range(len(A)))
        + sum(b * A_[m] * integral(ridges_[m]) for m in range(len(A_)))
    )


def integral(ridge, other=None):
    """(σ(α'x + β), σ(α''x + β')), or the product with 1."""
    (alpha, beta) = ridge
    if other is None:
        return mean(lambda x: sigma(dot(alpha, x) + beta))
    return mean(lambda x: sigma(dot(alpha, x) + beta) * sigma(dot(other[0], x) + other[1]))


def pairs():
    """The smallest pair, two constants, and all pairs of two proper networks."""
    found = {"two constants": (CONSTANT, CONSTANT)}
    return found | {f"networks {i}, {j}": (a, b) for i, a in enumerate(NETWORKS) for j, b in enumerate(NETWORKS)}


def made(m, x):
    """A network of width m from 5m + 1 numbers."""
    ridges = tuple((tuple(x[3 * k : 3 * k + 3]), x[4 * m + k]) for k in range(m))
    return tuple(x[3 * m : 4 * m]), x[5 * m], ridges


SEARCHED = vectors([6, 11], -3, 3).map(lambda x: made((len(x) - 1) // 5, x))
PAIRS = family(pairs, "pairs of networks, ρ a probability measure", search=product(SEARCHED, SEARCHED))
(one, f, f_), (b, b_) = vector("one f f'"), real("b b'")


def on_vectors(*, biases=lambda b, b_: 0):  # noqa: ARG005 (takes what the true one takes)
    """With f = Σ A_1k σ_k and f' = Σ A_1l' σ_l' the three sums are (f, f'), b_1'(f, 1) and b_1(1, f')."""
    sums = inner(f, f_) + b_ * inner(f, one) + b * inner(one, f_)
    return statement(
        equal(inner(f + b * one, f_ + b_ * one), sums + biases(b, b_)),
        given={"a probability measure": equal(square(one), 1)},
        by=[use("a probability measure", b * b_)],
    )


def on_vectors_at(networks):
    """The integrals of the products; f is a network without its outer bias."""
    p, (phi, phi_) = np.array(MASSES), (np.array([value(each, x) for x in POINTS]) for each in networks)
    ridges, ridges_ = phi - networks[0][1], phi_ - networks[1][1]
    known = {inner(f + b * one, f_ + b_ * one): p @ (phi * phi_), inner(f, f_): p @ (ridges * ridges_)}
    known |= {inner(f, one): p @ ridges, inner(one, f_): p @ ridges_, square(one): sum(MASSES)}
    return known | {b: networks[0][1], b_: networks[1][1]}


@repair(
    "x:display-appK.2-inner-product/corrected",
    "x:display-appK.2-inner-product",
    by={"biases": lambda b, b_: b * b_},
    also=["x:display-appK.2-needed-products", "x:sec-inner-products"],
    says="For a probability measure ρ, the inner product of two networks is the three displayed sums plus b_1 b_1'.",
    formula=r"(\Phi_\theta, \Phi_{\theta'}) = \sum_{k,l} A_{1,1k}A'_{1,1l}(\sigma_k, \sigma'_l) "
    r"+ \sum_k A_{1,1k}b_1'(\sigma_k, 1) + \sum_l b_1A'_{1,1l}(\sigma'_l, 1) + b_1b_1'",
    given=[ridge_functions_in_l2],
    proof=compared(on_vectors, on_vectors_at),
    mutants={
        "biases added": {"biases": lambda b, b_: b + b_},
        "one per cent more": {"biases": lambda b, b_: Fraction(101, 100) * b * b_},
        "first bias squared": {"biases": lambda b, b_: b * b},  # noqa: ARG005 (takes what the true one takes)
    },
)
@claim(
    "x:display-appK.2-inner-product",
    says="The L²(ρ) inner product of two shallow networks is the sum of the three displayed sums.",
    formula=r"(\Phi_\theta, \Phi_{\theta'}) = \sum_{k,l} A_{1,1k}A'_{1,1l}(\sigma_k, \sigma'_l) "
    r"+ \sum_k A_{1,1k}b_1'(\sigma_k, 1) + \sum_l b_1A'_{1,1l}(\sigma'_l, 1)",
    forall={"Φ, Φ'": PAIRS},
    gravity="misprint",
    finding="product-of-outer-biases",
)
def inner_product_of_networks(networks, *, biases=lambda b, b_: 0):  # noqa: ARG005 (takes what the true one takes)
    """Two networks that are 1 everywhere have the product 1, not 0."""
    a, b = networks
    true = mean(lambda x: value(a, x) * value(b, x))
    return equal(true, three_sums(a, b) + biases(a[1], b[1]), symbol="(Φ, Φ')")


def image(*directions):
    """The distribution of (α'x, α''x, ...): rational masses on the images of the points."""
    masses = Counter()
    for p, x in zip(MASSES, POINTS, strict=True):
        masses[tuple(dot(alpha, x) for alpha in directions)] += p
    return masses


def orthogonal_to(alpha):
    """Two directions that span the complement of α in R^3."""
    a, b, _ = alpha
    first = (b, -a, 0) if (a, b) != (0, 0) else (1, 0, 0)
    return first, tuple(alpha[i - 2] * first[i - 1] - alpha[i - 1] * first[i - 2] for i in range(3))


RIDGES = family(
    {f"α = {ridge[0]}": ridge for network in NETWORKS for ridge in network[2]},
    "ridge functions max(αᵀx + β, 0)²; ρ has six points of R³",
    search=vectors([4], -3, 3).map(lambda x: (tuple(x[:3]), x[3])),
)


def independent_law(a, b):
    """An error: as if both arguments were independent."""
    return Counter({(s, t): p * q for (s,), p in image(a).items() for (t,), q in image(b).items()})


@claim(
    "x:appK.2-one-dimensional",
    also=["x:appK.2-two-dimensional"],
    says="Integrals of ridge functions, which are constant orthogonally to α, are those against the law of αᵀx; "
    "integrals of products are those against the law of (αᵀx, α'ᵀx).",
    formula=r"(\sigma(\alpha^\intercal x + \beta), 1) = \int \sigma(s + \beta)\,\mathrm{d}(\alpha_*\rho)(s), \quad "
    r"(\sigma(\alpha^\intercal x + \beta), \sigma(\alpha'^\intercal x + \beta')) = "
    r"\int \sigma(s + \beta)\sigma(s' + \beta')\,\mathrm{d}((\alpha, \alpha')_*\rho)(s, s')",
    forall={"α, β": RIDGES, "α', β'": RIDGES},
    reading="The masses of ρ are rational. Where the directions coincide, the plane is a line.",
    mutants={
        "the law of another direction": {"law": lambda alpha: image(alpha[::-1])},
        "independent arguments": {"joint": independent_law},
    },
)
def ridge_functions_are_of_few_dimensions(ridge, other, *, law=image, joint=image):
    alpha, beta = ridge
    moves = [(x, move) for x in POINTS for move in orthogonal_to(alpha)]
    moved = [sigma(dot(alpha, [t + v for t, v in zip(x, move, strict=True)]) + beta) for x, move in moves]
    yield equal(moved, [sigma(dot(alpha, x) + beta) for x, _ in moves], name="across", symbol="the function")
    line = sum(p * sigma(s + beta) for (s,), p in law(alpha).items())
    yield equal(line, integral(ridge), name="line", symbol="the integral")
    plane = sum(p * sigma(s + beta) * sigma(t + other[1]) for (s, t), p in joint(alpha, other[0]).items())
    yield equal(plane, integral(ridge, other), name="plane", symbol="the integral")
