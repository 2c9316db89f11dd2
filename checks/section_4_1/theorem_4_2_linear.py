r"""Theorem 4.2 on linear spaces of functions, where the scheme has exact moments, and the level at which it stalls.

L = λ = 1, R_t = I, ξ_t = s_t² ½ c_var,2 ‖u - Pu‖². For optimal points in L² both sides agree.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from checks.instances.spaces import FOUR_POINTS
from checks.instances.trees import accumulated
from checks.scaling import scaled
from theorytest import at_least, at_most, claim, equal
from theorytest.approximation.constants import Constants, exact
from theorytest.approximation.estimators import NonProjection, QuasiProjection
from theorytest.approximation.hull import hull
from theorytest.approximation.measures import Gaussian, Uniform
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Hermite, Legendre, Monomials
from theorytest.descent.losses import Quadratic
from theorytest.descent.moments import by_enumeration, by_quadrature
from theorytest.descent.steps import Constant, Mixed, Power

ATTAINED = ("Legendre, optimal", "Hermite, optimal", "four points, optimal")


def wave(x):
    """A target outside of all spaces."""
    return np.tanh(2 * x[..., 0]) + x[..., 0] ** 2


def fifth_power(x):
    """The jets of x⁵, in the hull of the space in H¹."""
    return np.stack([x[..., 0] ** 5, 5 * x[..., 0] ** 4], axis=-1)


def estimators():
    """name: P^n with its target."""
    legendre, hermite = Space(Legendre(3), Uniform()), Space(Hermite(3), Gaussian())
    sobolev, points = Space(Legendre(3), Uniform(), "H1"), Space(Monomials(2), FOUR_POINTS)
    return {
        "Legendre, optimal": (QuasiProjection(Optimal(legendre), 2), wave),
        "Legendre, plain": (QuasiProjection(Plain(legendre), 4), wave),
        "Hermite, optimal": (QuasiProjection(Optimal(hermite), 2), wave),
        "H1 Legendre, optimal": (QuasiProjection(Optimal(sobolev), 3), fifth_power),
        "four points, optimal": (QuasiProjection(Optimal(points), 1), wave),
        "four points, non-projection": (NonProjection(Plain(points), 3), wave),
    }


@cache
def descents(names, target=None):
    """name: constants of the estimator and the exact moments of its scheme."""
    chosen = {name: estimators()[name] for name in names}
    return {name: (constants(name, P), _moments(P, Quadratic(P.space, target or u))) for name, (P, u) in chosen.items()}


def _moments(estimator, loss):
    return (by_enumeration if estimator.space.measure is FOUR_POINTS else by_quadrature)(estimator, loss)


def constants(name, estimator):
    """A pair (c_var1, c_var2) that holds for all gradients: the corner where both are attained, else beside it."""
    found = exact(estimator, hull(estimator.space, 3))
    if name in ATTAINED:
        return Constants(found.c_bias1, 0.0, found.c_var1, found.c_var2)
    c_var2 = 1.2 * found.c_var2
    return Constants(found.c_bias1, 0.0, found.c_var1_with(c_var2), c_var2)


def bounds(c, s, first, normal_square):
    """a_t, ξ̄_T and the right-hand side for T = 1, ..., for the steps s_1, ..."""
    a = 1 - 2 * (c.c_bias1 * s - s**2 / 2 * c.c_var1)
    xi = s**2 / 2 * c.c_var2 * normal_square
    collected = np.array([accumulated(a[:T], xi[:T]) for T in range(1, len(s) + 1)])
    return a, collected, np.cumprod(a) * first + collected


def rules(best):
    """Steps of every kind, none above the one that maximises σ."""
    return {
        "constant": Constant(best),
        "1/t": Power(best, 1.0),
        "root": Power(best, 0.5),
        "mixed": Mixed(best / 2, Power(best, 0.9), 4),
    }


@claim(
    "thm:convergence_in_expectation/linear",
    kind="inequality",
    says="On linear spaces in L2 and H1 the exact expected gap stays below the bound for every kind of step, and "
    "meets it for optimal points in L2.",
    formula=r"\mathbb{E}X_{T+1} \le \prod_{t=1}^T a_t\,X_1+\bar\xi_T, \qquad "
    r"\xi_t = \tfrac12s_t^2c_{\mathrm{var},2}\|u-Pu\|^2",
    expected="computed",
    tight="attained by optimal points in L2",
    premises=["thm:convergence_in_expectation"],
    mutants={
        "c_var1 x 0.999": {"c_var1": 0.999},
        "c_var2 x 0.95": {"c_var2": 0.95},
        "five per cent more bias constant": {"c_bias1": 1.05},
    },
)
def expected_gap_on_linear_spaces(*, c_bias1=1.0, c_var1=1.0, c_var2=1.0):
    """Moments by quadrature or enumeration, constants as suprema over all gradients."""
    t = np.arange(1, 13)
    for name, (c, descent) in descents(tuple(estimators())).items():
        loss = descent.loss
        told = Constants(c_bias1 * c.c_bias1, 0.0, c_var1 * c.c_var1, c_var2 * c.c_var2)
        first = descent.gap(Constant(1.0), [1])[0]
        for rule, steps in rules(c.c_bias1 / c.c_var1).items():
            gaps = descent.gap(steps, t + 1)
            a, _, upper = bounds(told, steps(t), first, 2 * (loss.floor - loss.offset))
            where = f"{name}, {rule}"
            yield at_least(np.minimum(a, 1 - a), 1e-9, name=f"{where}: a", digits=None, symbol="a_t")
            compare = equal if name in ATTAINED else at_most
            yield compare(gaps, upper, name=where, digits=9, symbol="E X_{T+1}")


def stalled(s, c, normal_square):
    """lim ξ̄_T for a constant step: ½ s c_var2 ‖u - Pu‖² / (2 c_bias1 - s c_var1)."""
    return s / 2 * c.c_var2 * normal_square / (2 * c.c_bias1 - s * c.c_var1)


@claim(
    "x:sec4.1-only-up-to-bias",
    kind="remark",
    says="With an orthogonal part that does not vanish only a gap of the accumulated term is guaranteed: "
    "for optimal points in L2 it never falls below that term, and constant steps stall at its positive limit.",
    formula=r"\|(I-P_t)g_t\| \ge c > 0: \quad \mathbb{E}X_{T+1} \ge \bar\xi_T > 0, \qquad "
    r"s_t \equiv s \implies \mathbb{E}X_T \to \lim\bar\xi_T = "
    r"\frac{s\,c_{\mathrm{var},2}\|u-Pu\|^2}{2(2c_{\mathrm{bias},1}-s\,c_{\mathrm{var},1})}",
    expected="computed",
    premises=["thm:convergence_in_expectation/linear"],
    mutants={
        "level x 0.98": {"level": scaled(stalled, 0.98)},
        "the gap falls below": {"least": lambda collected: 1.02 * collected},
        "a recovered target": {"target": lambda x: 1 + x[..., 0]},
    },
)
def gap_stalls_at_the_accumulated_term(*, level=stalled, least=lambda collected: collected, target=wave):
    """The stationary second moments against the limit of ξ̄_T, and 60 steps against ξ̄_T. With s_t → 0 also ξ̄_T → 0."""
    t = np.arange(1, 61)
    for name, (c, descent) in descents(ATTAINED, target).items():
        s, D2 = c.c_bias1 / c.c_var1, 2 * descents(ATTAINED)[name][1].loss.floor
        steady = descent.gap_of(descent.stationary(s)[None])[0]
        yield equal(steady, level(s, c, D2), name=f"{name}: limit", digits=9, symbol="the limit")
        for rule in ("constant", "root"):
            steps = rules(s)[rule]
            _, collected, _ = bounds(c, steps(t), 0.0, D2)
            gaps = descent.gap(steps, t + 1)
            yield at_least(gaps, least(collected), name=f"{name}, {rule}", digits=9, symbol="E X")
