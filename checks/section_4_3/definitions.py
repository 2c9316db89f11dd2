r"""Definitions 4.19 and 4.20 [x:def-accumulation-set, def:c_critical_point], in rational numbers."""

from fractions import Fraction as F

import numpy as np
import sympy as sp

import theorytest as tt
from checks.instances.curves_and_ends import PLANE_CURVES, x
from checks.instances.pl_steps import GRADIENTS
from theorytest import claim, equal, family, horizon

LATE, CLOSE = (1, 10, 300), (F(1), F(1, 4), F(1, 100))


def distance_to(*points):
    """d(x, A) for a finite A on the line; inf for none."""
    return lambda x: min((abs(x - a) for a in points), default=float("inf"))


CASES = {  # x_t, d(., A) and whether A is an accumulation set
    "back and forth, a larger set": (lambda t: F((-1) ** t), distance_to(1, 7), True),
    "a limit": (lambda t: F(1, t), distance_to(0), True),
    "to infinity along an axis": (lambda t: (F(t), F(1, t)), lambda x: x[1], True),
    "to infinity, a point of the axis": (lambda t: (F(t), F(1, t)), lambda x: max(abs(x[0] - 5), x[1]), False),
    "visited and left": (lambda t: F(1) if t < 6 else F(3), distance_to(1), False),
    "the empty set": (lambda t: F(1, t), distance_to(), False),
}


def going_round(values, c, point):
    """A periodic sequence of whole numbers, moved by c/t, comes near to those that it takes."""
    return lambda t: values[t % len(values)] + c / t, distance_to(point), bool(np.any(values == point))


def by_definition(x, distance, times):
    """For all ε and T there is a t ≥ T with d(x_t, A) ≤ ε."""
    return all(any(distance(x(t)) <= eps for t in times(T)) for eps in CLOSE for T in LATE)


@claim(
    "x:def-accumulation-set",
    kind="definition",
    says="A set A is an accumulation set of (x_t) if for all ε > 0 and T some t ≥ T has d(x_t, A) ≤ ε.",
    formula=r"\forall\varepsilon, T\ \exists t\ge T: d(x_t, A) \le \varepsilon \iff \liminf_t d(x_t, A) = 0",
    forall={
        "(x_t), A": family(
            CASES,
            "sequences and sets whose lower limit is known",
            search=tt.product(tt.vectors([1, 2, 3, 4], 0, 3, whole=True), tt.reals(-1, 1), tt.integers(0, 3)).map(
                going_round, says="periodic sequences beside c/t"
            ),
        ),
        "t": horizon,
    },
    reading="d(x, ∅) = ∞. An accumulation set need not contain an accumulation point: the axis for (t, 1/t).",
    mutants={
        "for all late times": {"decide": lambda x, d, times: all(d(x(t)) <= F(1, 100) for t in times(300))},
        "once": {"decide": lambda x, d, _: any(d(x(t)) <= F(1, 100) for t in range(1, 900))},
    },
)
def accumulation_sets(case, *, decide=by_definition):
    x, distance, claimed = case
    found = decide(x, distance, lambda T: range(T, 2 * T + 200))
    return equal(found, claimed, until=800, symbol="whether A is one")


@claim(
    "def:c_critical_point",
    kind="definition",
    says="A point u_t is c-quasi-critical if ‖P_t∇L(u_t)‖ ≤ c‖(I-P_t)∇L(u_t)‖.",
    formula=r"\|P_tg_t\| \le c\|(I-P_t)g_t\| \iff P_tg_t = 0 \text{ or } \kappa_t \ge 1+c^{-2}",
    forall={
        "u_t, L, T": GRADIENTS,
        "c": family((F(1, 3), F(1), F(5, 2)), "positive numbers", search=tt.positive()),
    },
    reading="For c > 0 the definition is compared with P_tg_t = 0 or κ_t ≥ 1 + 1/c², which is ours.",
    mutants={
        "without equality": {"decide": lambda c, t, n: t < c**2 * n},
        "c without its square": {"decide": lambda c, t, n: t <= c * n},
    },
)
def quasi_critical_points(gradient, c, *, decide=lambda c, tangent, normal: tangent <= c**2 * normal):
    """Where (I - P)g = 0, as in recovery, only critical points are quasi-critical, whatever c is."""
    square, tangent, normal = gradient
    by_kappa = tangent == 0 or square / tangent >= 1 + 1 / c**2
    return equal(decide(c, tangent, normal), by_kappa, symbol="whether it is one")


def along(curve):
    """The tangent vector."""
    return [sp.diff(part, x) for part in curve]


@claim(
    "x:sec4.3-zero-quasi-critical",
    says="If P_t projects onto the tangent space, then the 0-quasi-critical points are the critical points of L on M.",
    formula=r"P_v\nabla\mathcal{L}(v) = 0 \iff (\mathcal{L}\circ\gamma)'(0) = 0 \text{ for all curves } \gamma "
    r"\text{ in } \mathcal{M} \text{ through } v",
    forall={"M, L": PLANE_CURVES},
    mutants={
        "the first axis for T_t": {"space": lambda _: [sp.Integer(1), sp.Integer(0)]},
        "the normal": {"space": lambda curve: [-along(curve)[1], along(curve)[0]]},
    },
)
def zero_is_critical(world, *, space=along):
    """The real roots of the derivative of the loss along the curve against those of (g, τ), by sympy."""
    curve, target = world
    g = [part - aim for part, aim in zip(curve, target, strict=True)]
    slope = sp.diff(sum(part**2 for part in g) / 2, x)
    projected = sum(part * tau for part, tau in zip(g, space(curve), strict=True))
    roots = [set(sp.real_roots(sp.Poly(sp.numer(sp.together(each)), x))) for each in (slope, projected)]
    return equal(len(roots[0] ^ roots[1]), 0, symbol="the number of points in one of the two sets only")
