r"""Definitions 4.19 and 4.20 [x:def-accumulation-set, def:c_critical_point], in rational numbers."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from checks.instances.smooth_problems import problems
from checks.section_4.discussion_of_bias import distance_to_projection, in_spaces
from theorytest import claim, equal

F = Fraction
LATE, CLOSE = (1, 10, 300), (F(1), F(1, 4), F(1, 100))


def distance_to(*points):
    """d(x, A) for a finite A on the line; inf for none."""
    return lambda x: min((abs(x - a) for a in points), default=float("inf"))


# name: x_t, d(., A) and whether A is an accumulation set
CASES = {
    "back and forth, one end": (lambda t: F((-1) ** t), distance_to(1), True),
    "back and forth, a larger set": (lambda t: F((-1) ** t), distance_to(1, 7), True),
    "a limit": (lambda t: F(1, t), distance_to(0), True),
    "to infinity": (lambda t: F(t), distance_to(0), False),
    "to infinity along an axis": (lambda t: (F(t), F(1, t)), lambda x: x[1], True),
    "to infinity, a point of the axis": (lambda t: (F(t), F(1, t)), lambda x: max(abs(x[0] - 5), x[1]), False),
    "visited and left": (lambda t: F(1) if t < 6 else F(3), distance_to(1), False),
    "the empty set": (lambda t: F(1, t), distance_to(), False),
}


def by_definition(x, distance, times):
    """For all ε and T there is a t ≥ T with d(x_t, A) ≤ ε; seen up to t = 2T + 200."""
    return all(any(distance(x(t)) <= eps for t in times(T)) for eps in CLOSE for T in LATE)


@claim(
    "x:def-accumulation-set",
    kind="definition",
    says="A is an accumulation set if the sequence comes arbitrarily close to it arbitrarily late: a point is one "
    "if it is an accumulation point, sets that contain one are, and the empty set never is.",
    formula=r"\forall\varepsilon, T\ \exists t\ge T: d(x_t, A) \le \varepsilon \iff \liminf_t d(x_t, A) = 0",
    mutants={
        "for all late times": {"decide": lambda x, d, times: all(d(x(t)) <= F(1, 100) for t in times(300))},
        "once": {"decide": lambda x, d, _: any(d(x(t)) <= F(1, 100) for t in range(1, 900))},
        "not arbitrarily close": {"decide": lambda x, d, times: any(d(x(t)) <= 400 for t in times(300))},
    },
)
def accumulation_sets(*, decide=by_definition):
    """An accumulation set need not contain an accumulation point: the axis for (t, 1/t)."""
    for name, (x, distance, claimed) in CASES.items():
        found = decide(x, distance, lambda T: range(T, 2 * T + 200))
        yield equal(int(found), int(claimed), name=name, symbol="whether it is one")


CONSTANTS = (F(0), F(1, 3), F(1), F(5, 2))


def squared_parts():
    """(‖g‖², ‖Pg‖², ‖(I - P)g‖²) at all points of all classes of Section 2."""
    found = []
    for problem in problems().values():
        for u, basis in problem.points:
            g = problem.gradient(u)
            t = problem.project(basis, g)
            found.append(tuple(F(problem.inner(v, v)) for v in (g, t, g - t)))
    return found


def quasi_critical(c, tangent, normal):
    """‖Pg‖ ≤ c ‖(I - P)g‖, squared, as printed."""
    return tangent <= c**2 * normal


def by_kappa(c, g, tangent):
    """g = 0, or Pg = 0, or κ ≥ 1 + 1/c²."""
    return tangent == 0 or (c > 0 and g / tangent >= 1 + 1 / c**2)


@claim(
    "def:c_critical_point",
    kind="definition",
    says="A point is c-quasi-critical if and only if kappa is at least 1 + 1/c^2 or the projected gradient is "
    "zero; for least squares and u_t in T_t, if the distance to Pu is at most c times the best error.",
    formula=r"\|P_tg_t\| \le c\|(I-P_t)g_t\| \iff P_tg_t = 0 \text{ or } \kappa_t \ge 1+c^{-2}; \qquad "
    r"\|u_t-P_tu\| \le c\|u-P_tu\|",
    mutants={
        "without equality": {"decide": lambda c, t, n: t < c**2 * n},
        "c without its square": {"decide": lambda c, t, n: t <= c * n},
        "the whole gradient": {"decide": lambda c, t, n: t <= c**2 * (t + n)},
    },
)
def quasi_critical_points(*, decide=quasi_critical):
    """In rational numbers. In recovery, where (I - P)g = 0, only critical points are quasi-critical, whatever c is."""
    for c in CONSTANTS:
        rows = squared_parts()
        found = [int(decide(c, tangent, normal)) for _, tangent, normal in rows]
        claimed = [int(by_kappa(c, g, tangent)) for g, tangent, _ in rows]
        yield equal(found, claimed, name=f"c = {c}", symbol="whether it is one")
        linear = [(distance_to_projection(*state), _parts(*state)) for state in in_spaces()]
        found = [int(decide(c, *parts)) for _, parts in linear]
        claimed = [int(distance <= c**2 * best) for (distance, best), _ in linear]
        yield equal(found, claimed, name=f"c = {c}, linear", symbol="whether it is one")


def _parts(problem, u, basis):
    g = problem.gradient(u)
    t = problem.project(basis, g)
    return problem.inner(t, t), problem.inner(g - t, g - t)


x = sp.Symbol("x", real=True)
CURVES = {  # a curve and a target
    "line beside": ((x, sp.Integer(1)), (2, 3)),
    "parabola": ((x, x**2), (0, 3)),
    "circle": (((1 - x**2) / (1 + x**2), 2 * x / (1 + x**2)), (4, 0)),
    "cubic": ((x, x**3 - x), (1, 1)),
}


def along(curve):
    """The tangent vector."""
    return [sp.diff(part, x) for part in curve]


@claim(
    "x:sec4.3-zero-quasi-critical",
    kind="identity",
    says="If T_t is the tangent space, the 0-quasi-critical points are the critical points of the loss on the class.",
    formula=r"P_v\nabla\mathcal{L}(v) = 0 \iff (\mathcal{L}\circ\gamma)'(0) = 0 \text{ for all curves } \gamma "
    r"\text{ in } \mathcal{M} \text{ through } v",
    mutants={
        "another line for T_t": {"space": lambda _: [sp.Integer(1), sp.Integer(0)]},
        "the normal": {"space": lambda curve: [-along(curve)[1], along(curve)[0]]},
    },
)
def zero_is_critical(*, space=along):
    """The roots of the derivative of the loss along the curve against those of (g, τ), all real ones, by sympy."""
    for name, (curve, target) in CURVES.items():
        g = [part - aim for part, aim in zip(curve, target, strict=True)]
        slope = sp.diff(sum(part**2 for part in g) / 2, x)
        projected = sum(part * tau for part, tau in zip(g, space(curve), strict=True))
        roots = [sp.real_roots(sp.Poly(sp.numer(sp.together(each)), x)) for each in (slope, projected)]
        yield equal(int(roots[0] == roots[1]), 1, name=name, symbol="the same points")
