"""Appendix K.4: conditional densities, and points of the optimal law drawn one coordinate after the other.

Densities in rational numbers for polynomials on the cube [-1, 1]³. Points of the package for two tanh neurons, and
ψ = 1 and three of the orthonormal basis of their tangents, whose integrals are compared with those of Gauss-Legendre
panels.
"""

import functools
import itertools
from fractions import Fraction
from math import prod

import numpy as np

from checks.instances.conditional_laws import CONDITIONALS, MIXTURES, Conditional
from checks.instances.networks import GAUSSIAN_EVENTS, NETWORK, coefficients, grid
from theorytest import claim, equal, family, finite, reals, repair, sampled, vectors
from theorytest.decisions.probability import probability_equals
from theorytest.descent.models.shallow import (
    Ridges,
    StandardGaussian,
    Tanh,
    from_theta,
    inverted,
    on_panels,
    tangent_gramian,
    tangents,
)

BOOLE = {Fraction(k, 2): Fraction(w, 45) for k, w in zip(range(-2, 3), (7, 32, 12, 32, 7), strict=True)}  # degree ≤ 5


@repair(
    "x:display-appK.4-marginals/corrected",
    "x:display-appK.4-marginals",
    by={"divisor": lambda each: each.displayed(each.last - 1, each.point[: each.last - 1])},
    also=["x:display-appK.4-chain"],
    says="For l ≥ 2, the displayed integral over x_n, ..., x_{l+1}, divided by that over x_n, ..., x_l where it is "
    "positive, is the conditional density of x_l.",
    formula=r"p_k(x_l \mid x_{l-1},\ldots,x_1) = \frac{\int\psi_k^2\rho\,\mathrm{d}(x_n,\ldots,x_{l+1})}"
    r"{\int\psi_k^2\rho\,\mathrm{d}(x_n,\ldots,x_l)}, \quad p_k(x) = p_k(x_n \mid x_{n-1},\ldots,x_1)\cdots p_k(x_1)",
    reading="The conditional densities have mass 1 and multiply to p_k.",
    mutants={"divided by the density under ρ": {"divisor": lambda each: Fraction(1, 2 ** (each.last - 1))}},
)
@claim(
    "x:display-appK.4-marginals",
    says="The conditional density of x_l given x_{l-1}, ..., x_1 is the integral of ψ_k² ρ over x_n, ..., x_{l+1}.",
    formula=r"p_k(x_l \mid x_{l-1},\ldots,x_1) = \int\psi_k^2(x)\rho(x)\,\mathrm{d}(x_n,\ldots,x_{l+1})",
    forall={"ψ_k, l, x": CONDITIONALS},
    gravity="wrong constant",
    finding="conditional-density-not-normalised",
    reading="The display is the joint density of x_1, ..., x_l; for l = 1 it is right.",
)
def conditional_density(each, *, divisor=lambda _: 1):
    """For ψ = 1 the printed density of x_2 given x_1 has the mass 1/2. Masses by Boole's rule, which is exact here."""
    fixed = each.point[: each.last - 1]
    mass = sum(w * each.displayed(each.last, (*fixed, x)) for x, w in BOOLE.items())
    yield equal(mass / divisor(each), 1, name="mass", symbol="the mass of p_k(x_l | x_{l-1}, ..., x_1)")
    later = [Conditional(each.psi, last, each.point) for last in (2, 3)]
    product_of = prod(c.displayed(c.last, c.point[: c.last]) / divisor(c) for c in later)
    found, true = each.displayed(1, each.point[:1]) * product_of, each.displayed(3, each.point)
    yield equal(found, true, name="chain", digits=8, symbol="the product of the conditional densities")


MEASURE, BASIS = StandardGaussian(2), coefficients(tangent_gramian(NETWORK))
COMPONENTS = finite({"ψ = 1": None, "ψ_1": 0, "ψ_5": 4, "ψ_9": 8})
X1 = family([-1.3, 0.0, 0.8], "values of x_1", search=reals(-2.5, 2.5), effort=30)


# ridge functions on R⁴: three of a network and of its difference quotients
INNER = np.array([[0.4, -0.2, 0.3, 0.1], [0.1, 0.4, -0.2, 0.3], [0.65, -0.2, 0.3, 0.1]])
INNER_BIAS = np.array([0.4, -0.2, 0.4])


def shifted_bias(x):
    """b + α_1 x_1 + ... + α_l x_l."""
    return INNER_BIAS + INNER[:, : len(x)] @ x


@claim(
    "x:appK.4-two-dimensional",
    says="Under the standard Gaussian, for fixed x_1, ..., x_l the integrals of products of ridge functions over the "
    "other coordinates are two-dimensional, with biases moved by the fixed ones.",
    formula=r"\int\phi_i\phi_j\,\rho\,\mathrm{d}(x_n,\ldots,x_{l+1}) = \rho(x_1)\cdots\rho(x_l)\,(\sigma(\alpha_{>l}^"
    r"\intercal y + \beta + \alpha_{\le l}^\intercal x_{\le l}), \sigma(\alpha_{>l}'^\intercal y + \beta' + \ldots))",
    forall={
        "l": finite([1, 2, 3]),
        "x": family(
            [(-1.3, 0.5, -1.0), (0.0, 0.0, 0.0), (0.8, 0.5, -1.0)],
            "values of x_1, x_2, x_3, for products of three tanh ridges on R⁴",
            search=vectors([3], -2.5, 2.5),
            effort=30,
        ),
    },
    reading="On a grid of the other coordinates and in the planes of the ridge functions. For l = 3 one coordinate is "
    "left, and the plane is a line.",
    premises=["x:display-appK.2-rotation-2d/corrected"],
    mutants={
        "biases that stay": {"moved": lambda _: INNER_BIAS},
        "one weight more": {"more": 1},
    },
)
def later_coordinates_are_two_dimensional(fixed, x, *, moved=shifted_bias, more=0):
    (y, w), x = grid(4 - fixed), np.array(x[:fixed])
    values = np.tanh(np.hstack([np.tile(x, (len(y), 1)), y]) @ INNER.T + INNER_BIAS)
    true = values.T @ (w[:, None] * values)
    found = Ridges(Tanh(), INNER[:, fixed - more :], moved(x)).products(0)[0, 0]
    return equal(found, true, digits=10, symbol="∫ φ_i φ_j dρ(x_4, ..., x_{l+1})")


@functools.cache
def optimal_points():
    """The optimal law of the tangent space of the network, in the package."""
    batch = from_theta(Tanh(), NETWORK.theta[None], 2)
    return MEASURE.optimal(tangents(batch, MEASURE, 1e-7))


def package_draws(rng, size):
    """Points of the package."""
    return optimal_points().draw(rng, size)[0]


def torn_apart(rng, size):
    """An error: both marginal laws are right, but x_2 belongs to another point."""
    x = package_draws(rng, size)
    return np.column_stack([x[:, 0], rng.permutation(x[:, 1])])


def rho(t):
    """The standard normal density."""
    return np.exp(-(t**2) / 2) / np.sqrt(2 * np.pi)


def probability(event):
    """∫_A p from a fine grid."""
    t = np.linspace(-9, 9, 1201)
    x = np.stack(np.meshgrid(t, t, indexing="ij"), axis=-1).reshape(-1, 2)
    psi = NETWORK.tangents(x) @ BASIS
    p = np.mean(psi**2, axis=-1) * rho(x[:, 0]) * rho(x[:, 1])
    return float(np.sum(p[event(x)]) / np.sum(p))


def one_by_one(each):
    """The density of x when k is drawn once, and then every coordinate from a conditional density of p_k."""
    r = len(each.parts)
    return sum(prod(each.conditional(k, last) for last in (1, 2, 3)) for k in range(r)) / Fraction(r)


def drawn_anew(each):
    """An error: another k for each coordinate."""
    r = len(each.parts)
    return prod(sum(each.conditional(k, last) for k in range(r)) / Fraction(r) for last in (1, 2, 3))


def optimal_density(each):
    """p = mean of ψ_k² ρ at the point, with norms by Boole's rule."""
    r = len(each.parts)
    norms = [
        sum(prod(BOOLE[t] for t in x) * each.square(k, x) for x in itertools.product(BOOLE, repeat=3)) for k in range(r)
    ]
    return sum(each.square(k, each.point) / norm for k, norm in enumerate(norms)) / Fraction(r)


@claim(
    "x:appK.4-mixture",
    also=["x:sec-network-sampling"],
    says="Drawing k uniformly and then the coordinates one after the other from the conditional densities of p_k gives "
    "a sample of the optimal density p.",
    formula=r"k \sim U\{1,\ldots,r\},\ x_l \sim p_k(\,\cdot \mid x_{l-1},\ldots,x_1) \implies x \sim p",
    forall={"ψ, x": MIXTURES},
    reading="The density of what is drawn, in fractions on the cube [-1, 1]³.",
    premises=["x:display-appK.4-marginals/corrected", "x:appK.4-basis-from-gramian"],
    mutants={
        "another k for each coordinate": {"density": drawn_anew},
        "one per cent more": {"density": lambda each: Fraction(101, 100) * one_by_one(each)},
    },
)
def density_of_what_is_drawn(each, *, density=one_by_one):
    return equal(density(each), optimal_density(each), digits=8, symbol="the density at x")


@claim(
    "x:appK.4-mixture/package",
    voice="ours",
    says="The package's optimal points for two tanh neurons on the plane have the probabilities under p of two events, "
    "to 6 and 20 per cent.",
    forall={"A": GAUSSIAN_EVENTS},
    expected="confirmed",
    reading="|x| < 2, which is a third less likely than under ρ, and x_1 > 1, x_2 < -1.",
    premises=["x:appK.4-mixture"],
    mutants={
        "coordinates of different points": {"draws": torn_apart},
        "a probability that is 12 per cent too large": {"value": lambda event: 1.12 * probability(event)},
    },
)
def package_draws_the_mixture(event, *, draws=package_draws, value=probability):
    """Against the integrals of p over the event."""
    happens, resolution = event
    return sampled(
        probability_equals,
        lambda rng, size: happens(draws(rng, size)),
        value=value(happens),
        resolution=resolution,
        max_draws=40_000,
        symbol="the probability of the event",
    )


def joint(k, x, y):
    """p_k(x, y) = ψ_k² ρ for one x, where ψ = 1 has no k."""
    places = np.stack(np.broadcast_arrays(x, y), axis=-1)
    psi = 1.0 if k is None else NETWORK.tangents(places) @ BASIS[:, k]
    return psi**2 * rho(x) * rho(y)


def mass_up_to(k, x, y):
    """∫_{-9}^y p_k(x, t) dt by Gauss-Legendre on many panels."""
    t, w = on_panels(np.linspace(-9, y, 61))
    return joint(k, x, t) @ w


@claim(
    "x:appK.4-inverse-transform",
    says="The conditional distribution functions of one coordinate, here of x_2 given x_1 for two tanh neurons, can be "
    "computed and inverted numerically, here to six digits.",
    formula=r"F_k(F_k^{-1}(u \mid x_{l-1},\ldots,x_1) \mid x_{l-1},\ldots,x_1) = u",
    forall={"ψ_k": COMPONENTS, "x_1": X1},
    reading="x_2 given x_1 by the package's inversion at five values u.",
    premises=["x:display-appK.4-marginals/corrected"],
    mutants={"the root of the density": {"power": 0.5}, "cut at two standard deviations": {"reach": 2.0}},
)
def conditional_laws_are_inverted(k, x, *, power=1.0, reach=8.0):
    u = np.array([0.001, 0.1, 0.5, 0.9, 0.999])
    edges = np.broadcast_to(np.linspace(-reach, reach, 25), (len(u), 25))
    t = on_panels(edges)[0]
    found = inverted(edges, joint(k, x, t) ** power, u)
    F = [mass_up_to(k, x, y) / mass_up_to(k, x, 9.0) for y in found]
    return equal(F, u, digits=6, symbol="F(F⁻¹(u))")
