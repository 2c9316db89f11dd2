r"""Appendix I: the condition without β [x:display-appI-no-beta], what it ensures, and what β adds."""

from fractions import Fraction

import numpy as np

from checks.instances.rational_steps import SPHERES, half_square, matrix_steps, on_sphere, pole, sphere_steps
from checks.instances.smooth_problems import vector as column
from checks.theory.forms import rounded
from checks.theory.roots import sqrt
from theorytest import at_least, at_most, claim, equal, family, more_than, positive, reals
from theorytest.proof import compared, inner, nonnegative, real, square, statement, use, vector
from theorytest.proof import positive as above_zero


def instances():
    """name: steps (x, R(x), ‖g‖²), target and the best C_R.

    Sphere: max(U - 1, 0). Matrices with smallest singular value σ_r: ‖target‖_2 / σ_r in the spectral norm.
    """
    far = {f"sphere in R^{n}, U = {U}": (list(sphere_steps(n)), U * pole(n), U - 1) for n in (2, 3, 5) for U in (1, 4)}
    inside = {"sphere in R^3, U = 1/2": (list(sphere_steps(3)), pole(3) / 2, 0)}
    sizes, across = (Fraction(1), Fraction(1, 3)), np.array([[0, 0], [0, Fraction(-3)]], dtype=object)
    matrices = {f"rank one, sigma = {s**2}": (list(matrix_steps(s)), across, 3 / s**2) for s in sizes}
    return far | inside | matrices


def rises(steps, target):
    """L(R(x)) - L(x) for L(v) = ½ ‖v - target‖²."""
    return [half_square(R - target) - half_square(x - target) for x, R, _ in steps]


RETRACTIONS = family(
    instances,
    "retractions, with their targets and constants C_R",
    search=SPHERES.map(lambda problem: (*problem[:2], max(problem[2] - 1, 0))),
)


@claim(
    "x:display-appI-no-beta",
    also=["eq:C-retraction"],
    kind="definition",
    says="Without β, (CR) asks that retracting a step g of T_u raises the loss by at most C_R‖g‖²/2.",
    formula=r"\mathcal{L}(R_u(u+g)) \le \mathcal{L}(u+g) + \tfrac{C_R}{2}\|g\|^2",
    forall={"R": RETRACTIONS},
    reading="Metric projections and least squares with target u: C_R = max(‖u‖ - 1, 0) on the unit sphere, ‖u‖₂/σ at "
    "a matrix of rank one with singular value σ; no constant serves all of these.",
    tight="approached by short steps",
    mutants={
        "one hundredth less of C_R": {"C_R": lambda known: Fraction(99, 100) * known},
        "the same constant for all singular values": {"C_R": lambda known: min(known, 3)},
    },
)
def retraction_is_controlled_without_beta(instance, *, C_R=lambda known: known):
    steps, target, known = instance
    bound = [C_R(known) * g / 2 for *_, g in steps]
    return at_most(rises(steps, target), bound, symbol="the rise of the loss")


(Pg, rest), (now, moved, after) = vector("Pg (I−P)g"), real("L(u) L(u−sPg) L(R(u−sPg))")


def second_order_on_symbols(*, L=1, C_R=1):
    """(LS) at −sPg, where (g, Pg) = ‖Pg‖², and then the condition; L and C_R as shares of their symbols."""
    s, (smooth, cost) = above_zero("s"), nonnegative("L C_R")
    step, square_of = s * inner(Pg + rest, Pg), s**2 * square(Pg)
    gain = s * square(Pg) - L * smooth / 2 * square_of
    by = [use("(LS)"), use("(LS): P is orthogonal", s)]
    return statement(
        [at_least(now - moved, gain), at_least(now - after, gain - C_R * cost / 2 * square_of)],
        given={
            "(LS)": at_most(moved, now - step + smooth / 2 * square_of),
            "(LS): P is orthogonal": equal(inner(rest, Pg), 0),
            "the condition without β": at_most(after, moved + cost / 2 * square_of),
        },
        by=[by, [*by, use("the condition without β")]],
    )


def circle_step(at, s, power=2):
    """u, the unit tangent, the slope, and the losses of u, of u - sPg and of its retraction; the target is (4, 0)."""
    u, target = on_sphere([at]), column(4, 0)
    tangent = np.array([-u[1], u[0]])
    slope = tangent @ (u - target)
    x = u - s * slope * tangent
    return u, tangent, slope, [half_square(v - target) for v in (u, x, x / sqrt(1 + abs(s * slope) ** power))]


def second_order_at(at, s):
    """On the circle, with the losses of the check."""
    u, tangent, slope, losses = circle_step(at, s)
    parts = {Pg: slope * tangent, rest: u - column(4, 0) - slope * tangent}
    orthogonal = {inner(rest, Pg): rounded(parts[rest] @ parts[Pg])}
    return {"s": s, "L": 1, "C_R": 3} | parts | orthogonal | dict(zip((now, moved, after), losses, strict=True))


@claim(
    "x:appI-higher-order",
    says="Under (LS) and the condition without β, the step −sPg lowers the loss by at least s‖Pg‖² − Ls²‖Pg‖²/2, and "
    "its retraction costs at most C_R s²‖Pg‖²/2 of that.",
    formula=r"\mathcal{L}(u) - \mathcal{L}(u - sPg) \ge s\|Pg\|^2 - \tfrac{L}{2}s^2\|Pg\|^2, \qquad "
    r"\mathcal{L}(u) - \mathcal{L}(R_u(u - sPg)) \ge s\|Pg\|^2 - \tfrac{L+C_R}{2}s^2\|Pg\|^2",
    forall={
        "u_t": family(
            [Fraction(1, 2), Fraction(-1, 3), Fraction(1)], "tan(φ/2) of points (sin φ, -cos φ)", search=reals()
        ),
        "s": family([Fraction(1, 100), Fraction(1), Fraction(10)], "s > 0", search=positive()),
    },
    reading="Tried on the unit circle with least squares, target (4, 0), L = 1 and C_R = 3.",
    tight="attained by least squares without a retraction",
    premises=["x:display-appI-no-beta"],
    proof=compared(second_order_on_symbols, second_order_at),
    mutants={
        "a third of C_R": {"C_R": Fraction(1, 3)},
        "two per cent less of L": {"L": Fraction(49, 50)},
        "a retraction that shrinks in first order": {"power": 1},
    },
)
def rise_is_of_second_order(at, s, *, L=1, C_R=1, power=2):
    """x has the length √(1 + s²‖Pg‖²); L and C_R are shares of 1 and 3."""
    _, _, slope, (before, linear, new) = circle_step(at, s, power)
    progress, cost = s * slope**2 - L * s**2 * slope**2 / Fraction(2), 3 * C_R * s**2 * slope**2 / Fraction(2)
    yield at_least(before - linear, progress, name="progress", symbol="what the step gains")
    yield at_least(before - new, progress - cost, name="retracted", symbol="what is left of it")


@claim(
    "x:appI-weaker",
    says="The condition without β implies (CR); for fixed β > 0 some map satisfies (CR) with C_R = 0, but the "
    "condition without β for no C_R.",
    formula=r"R(v) = \operatorname{sign}(v)\sqrt{v^2 + 2\beta}: \quad "
    r"\mathcal{L}(R(u+g)) - \mathcal{L}(u+g) = \beta > \tfrac{C_R}{2}\|g\|^2 \text{ for small } g",
    forall={
        "R": RETRACTIONS,
        "β": family([Fraction(1, 100), Fraction(1)], "β > 0", search=positive()),
        "C_R": family([Fraction(1), Fraction(10**6)], "C_R > 0", search=positive()),
    },
    reading="The map acts on the line at u = 1 with L(v) = v²/2.",
    premises=["x:display-appI-no-beta"],
    mutants={"a hundredth more of β": {"factor": Fraction(101, 100)}, "a map that stays": {"factor": 0}},
)
def condition_with_beta_is_weaker(instance, beta, C_R, *, factor=1):
    """The map is known by its squares; without β the step g needs the constant 2β/g², which is above C_R."""
    given, target, known = instance
    with_beta = [known * g / 2 + beta for *_, g in given]
    yield at_most(rises(given, target), with_beta, name="follows", symbol="the rise of the loss")
    g = min(beta, 1) / (10 * (1 + C_R))
    rise = ((1 + g) ** 2 + 2 * factor * beta) / 2 - (1 + g) ** 2 / 2
    yield at_most(rise, beta, name="(CR) with C_R = 0", symbol="the rise of the loss")
    yield more_than(rise, C_R * g**2 / 2, name="not without β", symbol="the rise of the loss")
