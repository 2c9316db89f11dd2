r"""Table 2, row "Quasi-proj.": the four constants of the quasi-projection, and how sharp they are."""

from __future__ import annotations

from functools import cache

import numpy as np

from checks.instances.finite_systems import christoffel, finite_systems, lighter, orthonormalised
from checks.scaling import scaled
from checks.table_2.drawn import agree, pairs, same_row
from checks.theory.galerkin import bound, second_moment
from checks.theory.worst_gradient import worst_gradient
from theorytest import at_least, at_most, claim, equal
from theorytest.approximation.estimators import QuasiProjection
from theorytest.approximation.exact_moments import on_all
from theorytest.approximation.measures import Gaussian, Uniform
from theorytest.approximation.sampling import Optimal, Plain, Trace
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Fourier, Hermite, Histogram, Legendre

SIZES = (1, 2, 3)
ABOVE = 1.001  # at c_var2 = sup w K / n itself the Schur complement is a limit


def _largest(system):
    """sup w K from the members of the system."""
    return system.weighted(christoffel(system.phi)).max()


def on_points():
    """Every finite system with an orthonormal basis for its system, and its k."""
    for name, system in finite_systems().items():
        quasi = orthonormalised(system)
        for n in SIZES:
            yield f"{name}, n = {n}", quasi, n, _largest(quasi)


@cache
def on_intervals():
    """Samplers of four points in L² with k in closed form."""
    three, ten = Space(Legendre(3), Uniform()), Space(Legendre(10), Uniform())
    hermite, waves = Space(Hermite(7), Gaussian()), Space(Fourier((1, 3)), Uniform(0, 1))
    return {
        "Legendre 3, plain": (Plain(three), 9.0),
        "Legendre 3, optimal": (Optimal(three), 3.0),
        "Legendre 10, plain": (Plain(ten), 100.0),
        "Hermite 7, optimal": (Optimal(hermite), 7.0),
        "Fourier, plain": (Plain(waves), 4.0),
        "cells, plain": (Plain(Space(Histogram((0.0, 0.1, 0.3, 1.0)), Uniform(0, 1))), 10.0),
    }


@cache
def four_points(sampler):
    """The true constants of four points, with all of the complement."""
    return on_all(QuasiProjection(sampler, 4))


@cache
def c_var1_with(sampler, c_var2):
    """The smallest c_var1 of four points that holds together with c_var2."""
    return four_points(sampler).c_var1_with(c_var2)


@cache
def in_sobolev():
    """The second moments of four points in H¹ on [-1, 1], with k as the largest w K of a fine grid with both ends."""
    x, found = np.linspace(-1, 1, 2001)[:, None], {}
    for d in (1, 2, 3, 6):
        space = Space(Legendre(d), Uniform(), "H1")
        jets = space.jets(x)
        K = np.linalg.eigvalsh(np.swapaxes(jets, -1, -2) @ jets)[:, -1]
        for sampler in (Plain(space), Optimal(space), Trace(space)):
            S, k = second_moment(space, sampler.weight, 4, 12), (sampler.weight(x) * K).max()
            found[f"H1 Legendre {d}, {type(sampler).__name__}"] = d, S, k
    return found


@claim(
    "x:tab2-quasiprojection-bias1",
    kind="constant",
    says="Quasi-projection: c_bias1 is one, and no larger one holds.",
    formula=r"c_{\mathrm{bias},1} = 1",
    expected="computed",
    tight="attained by every g in the space",
    premises=["x:lemB.1-equality"],
    mutants={"least x 0.95": {"least": 0.95}, "any system": {"change": lambda system: system}},
)
def bias1_of_the_quasi_projection(*, least=1.0, change=orthonormalised):
    for name, system in finite_systems().items():
        b = system.basis
        for n in SIZES:
            A = b @ change(system).mean(n) @ b.T
            value = np.linalg.eigvalsh((A + A.T) / 2)[0]
            yield equal(value, least, name=f"{name}, n = {n}", digits=12, symbol="c_bias1")


@claim(
    "x:tab2-quasiprojection-bias2",
    kind="constant",
    says="Quasi-projection: c_bias2 is zero.",
    formula=r"c_{\mathrm{bias},2} = 0",
    expected="computed",
    tight="attained: the estimator is unbiased",
    mutants={
        "no weight": {"weigh": lambda system: lighter(system, 1.0)},
        "the weight to the power 0.99": {"weigh": lambda system: lighter(system, 0.01)},
    },
)
def bias2_of_the_quasi_projection(*, weigh=lambda _: 1.0):
    for name, system, n, _ in on_points():
        outside = np.eye(len(system.projector)) - system.projector
        value = np.linalg.norm(system.basis @ (system.mean(n) * weigh(system)) @ outside, 2)
        yield equal(value, 0.0, name=name, digits=12, scale=1.0, symbol="c_bias2")


def both_constants(c_var1, c_var2):
    """diag(c_var1, c_var2) - S ⪰ 0: on points for all g, in L² with all of the complement, in H¹ for polynomials."""
    for name, system, n, k in on_points():
        P = system.projector
        claimed = c_var1(n, k) * P + c_var2(n, k) * (np.eye(len(P)) - P)
        lowest = np.linalg.eigvalsh(claimed - system.second_moment(n))[0]
        yield at_least(lowest, 0.0, name=name, digits=11, scale=1.0, symbol="the least gap")
    for name, (sampler, k) in on_intervals().items():
        found = [four_points(sampler).c_var2, c_var1_with(sampler, ABOVE * c_var2(4, k))]
        claimed = [c_var2(4, k), c_var1(4, k)]
        yield at_most(found, claimed, name=name, digits=5, symbol="a constant")
    for name, (d, S, k) in in_sobolev().items():
        lowest = np.linalg.eigvalsh(bound(d, len(S), c_var1(4, k), c_var2(4, k)) - S)[0]
        yield at_least(lowest, 0.0, name=name, digits=6, scale=1.0, symbol="the least gap")


def printed_var1(n, k):
    """(n - 1 + k)/n."""
    return (n - 1 + k) / n


def printed_var2(n, k):
    """k/n."""
    return k / n


@claim(
    "x:tab2-quasiprojection-var1",
    kind="constant",
    says="Quasi-projection: c_var1 is (n - 1 + k)/n together with its c_var2, for every sampling.",
    formula=r"c_{\mathrm{var},1} = \tfrac{n-1+k_t}{n}",
    expected="confirmed",
    tight="attained where w K is constant",
    premises=["lem:sgd_bias_variance"],
    mutants={
        "c_var1 x 0.95": {"c_var1": scaled(printed_var1, 0.95)},
        "no n - 1": {"c_var1": lambda n, k: k / n},
        "plain points, optimal weight": {"points": Plain},
    },
)
def var1_of_the_quasi_projection(*, c_var1=printed_var1, points=Optimal):
    """With c_var2 = k/n no smaller one holds wherever w K is largest on a set of positive mass.

    By itself c_var1 may be smaller: T = quadratics, one plain point: 5.6 against 9.
    """
    yield from both_constants(c_var1, printed_var2)
    yield from agree(QuasiProjection, points)


@claim(
    "x:tab2-quasiprojection-var2",
    kind="constant",
    says="Quasi-projection: c_var2 is k/n together with its c_var1; in L² no smaller one holds, and none at all "
    "where k is infinite.",
    formula=r"c_{\mathrm{var},2} = \tfrac{k_t}{n}",
    expected="computed",
    tight="attained where w K is constant",
    premises=["lem:sgd_bias_variance"],
    mutants={
        "c_var2 x 0.95": {"c_var2": scaled(printed_var2, 0.95)},
        "the dimension for k": {"c_var2": lambda n, k: min(k, 3.0) / n},
        "more than the concentrating functions show": {"growth": lambda R: 2 + R**2 + R},
    },
)
def var2_of_the_quasi_projection(*, c_var2=printed_var2, growth=lambda R: 1 + R**2):
    """In L² the supremum over g ⟂ T is sup w K / n: an equality that functions approach which concentrate.

    Plain Gaussian points and lines have K = 1 + x²: for g on [R, R + 1] the quotient exceeds 1 + R².
    """
    yield from both_constants(printed_var1, c_var2)
    for name, (sampler, k) in on_intervals().items():
        true = four_points(sampler).c_var2
        yield equal(true, c_var2(4, k), name=f"{name}: least", digits=9, symbol="c_var2")
        if "Legendre 3" in name:
            constants = printed_var1(4, k), printed_var2(4, k)
            yield worst_gradient(f"{name}, n = 4", QuasiProjection(sampler, 4), *constants)
    for R in (4.0, 8.0, 16.0):
        quotient, least = far_out(R), growth(R)
        yield at_least(quotient, least, name=f"lines from {R:g}", digits=None, symbol="c_var2")


def far_out(R):
    """E‖P^1 c‖²/‖c‖² for c = (I - P) g, g the indicator of [R, R + 1], T the lines, plain Gaussian points.

    With t = P g: E‖P^1 c‖² = ∫ K (g - t)² = ∫ K g² - 2 ∫ K g t + ∫ K t², moments of the normal distribution.
    """
    x = Uniform(R, R + 1).quadrature(60)
    mass = x.weights * np.exp(-(x.nodes[:, 0] ** 2) / 2 + R**2 / 2) / np.sqrt(2 * np.pi)
    basis, K = np.stack([np.ones(len(mass)), x.nodes[:, 0]], axis=1), 1 + x.nodes[:, 0] ** 2
    scale = np.exp(-(R**2) / 2)  # g is multiplied by exp(R²/4): nothing underflows
    t = basis.T @ mass
    square = np.array([[2.0, 0.0], [0.0, 4.0]])  # ∫ (1 + x²) b bᵀ dρ for b = (1, x)
    second = K @ mass - scale * (2 * (basis.T @ (K * mass)) @ t - t @ square @ t)
    return second / (np.sum(mass) - scale * t @ t)


@claim(
    "x:tab2-quasiprojection-var1/package",
    label="x:tab2-quasiprojection-var1",
    also=["x:tab2-quasiprojection-bias1", "x:tab2-quasiprojection-bias2", "x:tab2-quasiprojection-var2"],
    kind="definition",
    says="The package tabulates the four printed constants of the quasi-projection; they are infinite with k.",
    formula=r"1,\quad 0,\quad \tfrac{n-1+k_t}{n},\quad \tfrac{k_t}{n}",
    expected="computed",
    mutants={
        "one per cent less": {"c_var2": lambda n, k: 0.99 * k / n},
        "n + k": {"c_var1": lambda n, k: (n + k) / n},
        "any system": {"change": lambda system: system},
        "a little bias": {"bias": (1.0, 1e-6)},
    },
)
def package_knows_the_row(*, bias=(1.0, 0.0), c_var1=printed_var1, c_var2=printed_var2, change=orthonormalised):
    """With k in closed form on intervals, and counted on four points in L² and H¹ from systems that are no basis."""
    cases = [(name, sampler, k) for name, (sampler, k) in on_intervals().items()]
    cases += [(name, sampler, _largest(change(system))) for name, sampler, system in pairs()]
    cases.append(("Gaussian lines, plain", Plain(Space(Hermite(2), Gaussian())), np.inf))
    for name, sampler, k in cases:
        yield from same_row(name, QuasiProjection(sampler, 4), [*bias, c_var1(4, k), c_var2(4, k)])
