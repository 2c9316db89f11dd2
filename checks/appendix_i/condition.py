r"""Appendix I: the condition without β [x:display-appI-no-beta], what it ensures, and what β adds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import sympy as sp

from checks.instances.rational_steps import half_square, matrix_steps, sphere_steps
from checks.instances.smooth_problems import vector
from theorytest import at_least, at_most, claim, equal


def instances():
    """name: steps (x, R(x), ‖g‖²), target and the best C_R.

    Sphere: max(U - 1, 0). Matrices with smallest singular value σ_r: ‖target‖_2 / σ_r in the spectral norm.
    """
    pole = {n: vector(*[0] * (n - 1), 1) for n in (2, 3, 5)}
    far = {f"sphere in R^{n}, U = {U}": (list(sphere_steps(n)), U * pole[n], U - 1) for n in pole for U in (1, 4)}
    inside = {"sphere in R^3, U = 1/2": (list(sphere_steps(3)), pole[3] / 2, 0)}
    across = np.array([[0, 0], [0, Fraction(-3)]], dtype=object)
    matrices = {
        f"rank one, sigma = {s**2}": (list(matrix_steps(s)), across, 3 / s**2) for s in (Fraction(1), Fraction(1, 3))
    }
    return far | inside | matrices


def rises(steps, target):
    """L(R(x)) - L(x) for L(v) = ½ ‖v - target‖²."""
    return [half_square(R - target) - half_square(x - target) for x, R, _ in steps]


@claim(
    "x:display-appI-no-beta",
    also=["eq:C-retraction"],
    kind="inequality",
    says="Without beta: on spheres and on matrices of rank one the loss rises by at most C_R/2 times the squared "
    "step, with the best constants max(U - 1, 0) and the norm of the target over the singular value.",
    formula=r"\mathcal{L}(R_u(u+g)) \le \mathcal{L}(u+g) + \tfrac{C_R}{2}\|g\|^2",
    tight="approached by short steps",
    premises=["eq:C-retraction/corrected"],
    mutants={
        "C_R x 0.9": {"C_R": lambda known: 0.9 * (known)},
        "the same constant for all singular values": {"C_R": lambda known: min(known, 3)},
        "C_R for C_R / 2": {"half": Fraction(1, 4)},
    },
)
def retraction_is_controlled_without_beta(*, C_R=lambda known: known, half=Fraction(1, 2)):
    """In rational numbers; each constant is approached within one in a thousand by short steps."""
    for name, (steps, target, known) in instances().items():
        rise, square = rises(steps, target), [g for *_, g in steps]
        bound = [half * C_R(known) * g for g in square]
        yield at_most(rise, bound, name=name, symbol="the rise of the loss")
        best = max(2 * a / g for a, g in zip(rise, square, strict=True))
        if known:
            least = Fraction(999, 1000) * known
            yield at_least(best, least, name=f"{name}: best", symbol="C_R")


@claim(
    "x:appI-higher-order",
    kind="remark",
    says="The condition ensures that what the retraction adds to the loss is of second order, while the progress "
    "of the linear step along the negative projected gradient is of first order, unless that is 0.",
    formula=r"\mathcal{L}(u - sPg) - \mathcal{L}(u) = -s\|Pg\|^2 + \tfrac{s^2}2\|Pg\|^2, \qquad "
    r"\mathcal{L}(R_u(u - sPg)) - \mathcal{L}(u - sPg) \le \tfrac{C_R}{2} s^2\|Pg\|^2",
    premises=["x:display-appI-no-beta"],
    mutants={
        "progress of second order": {"power": 2},
        "a rise of first order": {"least_power": 1},
        "at a stationary point": {"at": (1, 0)},
    },
)
def rise_is_of_second_order(*, power=1, least_power=2, at=(Fraction(3, 5), Fraction(4, 5))):
    """On the circle with the target (4, 0), by expansion in s at the point (3/5, 4/5); the rise there is positive."""
    s, target = sp.Symbol("s", positive=True), sp.Matrix([4, 0])
    u = sp.Matrix([sp.Rational(a) for a in at])
    tangent = sp.Matrix([-u[1], u[0]])
    slope = tangent.dot(u - target)
    x = u - s * slope * tangent
    loss = [(v - target).dot(v - target) / 2 for v in (u, x, x / sp.sqrt(1 + s**2 * slope**2))]
    progress, rise = (sp.series(d, s, 0, 5).removeO() for d in (loss[0] - loss[1], loss[2] - loss[1]))
    orders = [first_power(progress, s), first_power(rise, s)]
    yield equal(orders, [power, least_power], name="orders", symbol="the power of s")
    yield equal(Fraction(progress.coeff(s, 1)), Fraction(slope**2), name="progress")
    second, C_R = Fraction(rise.coeff(s, 2)), 3
    yield at_most(second, Fraction(C_R, 2) * Fraction(slope**2), name="rise")


def first_power(expansion, s):
    """The smallest power of s in a polynomial; 9 for 0."""
    return min((monomial[0] for monomial in sp.Poly(expansion, s).monoms()), default=9) if expansion != 0 else 9


SHORT = tuple(Fraction(1, 10**k) for k in range(1, 7))


@claim(
    "x:appI-higher-order/distance",
    label="x:appI-higher-order",
    kind="remark",
    says="The condition bounds what the retraction adds to the loss, not how far it moves: a map that jumps to "
    "the minimiser satisfies it with C_R = 0, and its distance from u + g does not vanish with g.",
    formula=r"\mathcal{L}(v) = \tfrac12v^2,\ R(v) = 0: \quad \mathcal{L}(R(u+g)) \le \mathcal{L}(u+g), \quad "
    r"|R(u+g) - (u+g)| \to |u| \ne 0",
    premises=["x:appI-higher-order"],
    mutants={"a map that stays": {"retraction": lambda v: v}, "a map that doubles": {"retraction": lambda v: 2 * v}},
)
def condition_does_not_bound_the_distance(*, retraction=lambda _: Fraction(0)):
    """M = H = R and u = 1, in rational numbers: read as a distance, the error would not be of second order."""
    points = [1 + g for g in SHORT]
    rise = [retraction(x) ** 2 / 2 - x**2 / 2 for x in points]
    yield at_most(rise, 0, name="the condition with C_R = 0", symbol="the rise")
    distance = [abs(retraction(x) - x) for x in points]
    yield at_least(distance, 1, name="the distance", symbol="the distance")


@claim(
    "x:appI-weaker",
    kind="remark",
    says="(CR) with beta follows from the condition without it and is strictly weaker: with a fixed beta > 0 a "
    "map may satisfy it that no constant C_R serves without.",
    formula=r"R(v) = \operatorname{sign}(v)\sqrt{v^2 + 2\beta}: \quad "
    r"\mathcal{L}(R(u+g)) - \mathcal{L}(u+g) = \beta > \tfrac{C_R}{2}\|g\|^2 \text{ for small } g",
    premises=["eq:C-retraction/corrected", "eq:C-retraction/saturated", "x:display-appI-no-beta"],
    mutants={
        "no beta": {"beta": Fraction(0)},
        "steps of one length": {"steps": (Fraction(1),)},
        "a map that stays": {"squared": lambda square, _: square},
        "twice beta": {"squared": lambda square, beta: square + 4 * beta},
    },
)
def condition_with_beta_is_weaker(
    *, beta=Fraction(1, 100), steps=SHORT, squared=lambda square, beta: square + 2 * beta
):
    """First every instance of the stronger condition; then the map from u = 1, known by its squares, for L(v) = ½ v².

    It satisfies (CR) with C_R = 0 and β; without β a step g needs C_R = 2β / g².
    """
    for name, (given, target, known) in instances().items():
        with_beta = [Fraction(known) / 2 * g + beta for *_, g in given]
        yield at_most(rises(given, target), with_beta, name=name, symbol="the rise")
    rise = [squared((1 + g) ** 2, beta) / 2 - (1 + g) ** 2 / 2 for g in steps]
    yield at_most(rise, beta, name="with beta", symbol="the rise")
    for C_R in (1, 100, 10**6):
        needed = max(2 * up / g**2 for up, g in zip(rise, steps, strict=True))
        yield at_least(needed, C_R, name=f"more than C_R = {C_R}", symbol="C_R")


def mean_loss(horizon, contraction, outcomes):
    """E L(u_T) over all outcomes of independent β_1, ..., β_{T-1}, for L(u_{t+1}) = a L(u_t) + β_t and L(u_1) = 1."""
    total = Fraction(0)
    for path in product(*(outcomes(t) for t in range(1, horizon))):
        loss, chance = Fraction(1), Fraction(1)
        for value, p in path:
            loss, chance = contraction * loss + value, chance * p
        total += chance * loss
    return total


def rare(t):
    """β_t = 1/t with probability 1/t, else 0: of mean t⁻²."""
    return ((Fraction(1, t), Fraction(1, t)), (Fraction(0), 1 - Fraction(1, t)))


@claim(
    "x:appI-random-beta",
    kind="identity",
    says="For random beta_t only the conditional means enter the mean loss: it is that of the deterministic "
    "sequence of means, which may be summable although no deterministic summable sequence bounds beta_t.",
    formula=r"\mathcal{L}(u_{t+1}) = a\,\mathcal{L}(u_t) + \beta_t,\ \beta_t = \tfrac1t \text{ with probability } "
    r"\tfrac1t: \quad \mathbb{E}\mathcal{L}(u_T) = a^{T-1} + \sum_{t<T} a^{T-1-t} t^{-2}",
    premises=["eq:C-retraction/saturated"],
    mutants={
        "the largest values": {"mean": lambda t: Fraction(1, t)},
        "one per cent more": {"mean": lambda t: Fraction(101, 100) / t**2},
    },
)
def only_means_of_beta_matter(*, mean=lambda t: Fraction(1, t**2)):
    """All 2^(T-1) paths of the line where (CR) is an equality, with a = (1 - s)² + C_R s² = 1/2 for s = 1/2, C_R = 1.

    None of the printed theorems says so itself: they are stated for sequences. The sum of the largest values passes
    every bound like a harmonic series, that of the means stays below π²/6.
    """
    for T in (2, 5, 12):
        expected = Fraction(1, 2) ** (T - 1) + sum(Fraction(1, 2) ** (T - 1 - t) * mean(t) for t in range(1, T))
        found = mean_loss(T, Fraction(1, 2), rare)
        yield equal(found, expected, name=f"T = {T}", symbol="E L(u_T)")
    largest = [sum(max(value for value, _ in rare(t)) for t in range(2**k, 2 ** (k + 1))) for k in range(1, 9)]
    yield at_least(largest, Fraction(1, 2), name="dyadic sums", symbol="the sum")
