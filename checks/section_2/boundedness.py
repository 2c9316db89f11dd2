r"""Section 2 [eq:lower_bound]: the two infima of the loss, and (B) as a necessary condition for a minimum."""

import itertools
from fractions import Fraction

import sympy as sp
from sympy.calculus.util import function_range

from checks.instances.landscapes import ARCS
from checks.instances.smooth_problems import problems, vector
from theorytest import at_most, choices, claim, equal, family, integers, product, threshold

PROBLEMS = family(problems, "losses and classes of finite dimension", search=ARCS.map(lambda arc: arc.problem))


def around(problem):
    """Points of H on a coarse grid."""
    m = len(problem.near[0])
    return [vector(*entries) for entries in itertools.product((-3, Fraction(-1, 2), 0, 1, Fraction(7, 3)), repeat=m)]


@claim(
    "x:display-loss-infima",
    also=["eq:lower_bound", "eq:min_problem"],
    kind="definition",
    says="L_min is the infimum of the loss over H, and L_min,M that over M; (B) says that L_min,M is finite.",
    formula=r"\mathcal{L}_{\min} := \inf_{\mathcal{H}}\mathcal{L}, \qquad \mathcal{L}_{\min,\mathcal{M}} := "
    r"\inf_{\mathcal{M}}\mathcal{L}",
    forall={"L, M": PROBLEMS},
    reading="A definition. What is tried are the infima that the other checks of this section use, to 10⁻⁶.",
    mutants={
        "the other way round": {"infima": lambda problem: (problem.lowest_on_class, problem.lowest)},
        "one per cent higher": {"infima": lambda p: (p.lowest, Fraction(101, 100) * p.lowest_on_class)},
    },
)
def both_infima_are_as_defined(problem, *, infima=lambda problem: (problem.lowest, problem.lowest_on_class)):
    low, low_on_class = infima(problem)
    on_class = [problem.loss(u) for u, _ in problem.points]
    yield at_most(low, [problem.loss(u) for u in around(problem)], "H, below", symbol="L_min")
    yield at_most(low_on_class, on_class, "M, below", symbol="L_min,M")
    for where, value, point in zip(("H", "M"), (low, low_on_class), problem.near, strict=True):
        above = problem.loss(point) - value
        yield at_most(above, threshold(Fraction(1, 10**6)), f"{where}, near", symbol="loss - infimum")


x = sp.Symbol("x", real=True)
HALF_LINE = sp.Interval(0, sp.oo)

# loss, model class, a minimiser or None
LOSSES = {
    "x²": (x**2, sp.Reals, 0),
    "identity on the half line": (x, HALF_LINE, 0),
    "x": (x, sp.Reals, None),
    "exp x": (sp.exp(x), sp.Reals, None),
    "decreasing on the half line": (1 / (1 + x), HALF_LINE, None),
}


def parabola(square, linear, half):
    """square x² + linear x on the line or the half line, with its minimiser where there is one."""
    inner = sp.Rational(-linear, 2 * square) if square > 0 else None if square or linear < 0 else 0
    on_the_line = inner if square > 0 or not (square or linear) else None
    minimiser = max(inner, 0) if half and inner is not None else None if half else on_the_line
    return square * x**2 + linear * x, HALF_LINE if half else sp.Reals, minimiser


@claim(
    "x:sec2-b-necessary",
    says="Assumption (B) is a necessary condition for the existence of a minimum.",
    formula=r"\mathcal{L}(u_*) = \min_{\mathcal{M}}\mathcal{L} \implies \mathcal{L}_{\min,\mathcal{M}} \in \mathbb{R}",
    forall={
        "L, M": family(
            LOSSES,
            "losses on the line and the half line",
            search=product(integers(-3, 3), integers(-3, 3), choices((False, True))).map(
                parabola, "parabolas and lines"
            ),
            effort=20,
        )
    },
    premises=["x:display-loss-infima"],
    mutants={
        "sufficient as well": {"implication": lambda minimum, bounded: (bounded, minimum)},
        "bounded above": {"side": "sup"},
    },
)
def minima_need_a_lower_bound(case, *, implication=lambda minimum, bounded: (minimum, bounded), side="inf"):
    """The range of the loss is found symbolically; a minimiser, where there is one, attains its lower end."""
    loss, model_class, minimiser = case
    values = function_range(loss, x, model_class)
    if minimiser is not None:
        yield equal(loss.subs(x, minimiser), values.inf, "value", symbol="the minimum")
    attained = values.inf in values
    yield equal(attained, minimiser is not None, "attained", symbol="the infimum is attained")
    first, second = implication(attained, bool(getattr(values, side).is_finite))
    yield at_most(first, second, "implication", symbol="a minimum exists")
