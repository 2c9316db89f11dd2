r"""Section 2 [eq:lower_bound]: the two infima of the loss, and (B) as a necessary condition for a minimum."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
from sympy.calculus.util import function_range

from checks.instances.smooth_problems import problems
from theorytest import at_most, claim, equal


def printed_infima(problem):
    """L_min over H and L_min,M over M."""
    return problem.lowest, problem.lowest_on_class


def best_histogram():
    """min over a, b of ½ ∫ (x - v)² dx with v = a on the first and b on the second half of [0, 1], by calculus."""
    a, b, t = sp.symbols("a b t")
    half = sp.Rational(1, 2)
    loss = (sp.integrate((t - a) ** 2, (t, 0, half)) + sp.integrate((t - b) ** 2, (t, half, 1))) / 2
    lowest = sp.Rational(loss.subs(sp.solve([loss.diff(a), loss.diff(b)], [a, b])))
    return Fraction(int(lowest.p), int(lowest.q))


@claim(
    "x:display-loss-infima",
    kind="definition",
    says="There are two infima of the loss: over the whole space and over the model class, which is never lower.",
    formula=r"\mathcal{L}_{\min} := \inf_{u\in\mathcal{H}}\mathcal{L}(u) \le "
    r"\mathcal{L}_{\min,\mathcal{M}} := \inf_{u\in\mathcal{M}}\mathcal{L}(u)",
    expected="computed",
    mutants={
        "the other way round": {"infima": lambda problem: printed_infima(problem)[::-1]},
        "the infimum over the class twice": {"infima": lambda problem: 2 * (problem.lowest_on_class,)},
        "one per cent higher": {
            "infima": lambda problem: (problem.lowest, Fraction(101, 100) * problem.lowest_on_class)
        },
        "one per cent lower": {"infima": lambda problem: (problem.lowest, Fraction(99, 100) * problem.lowest_on_class)},
    },
)
def both_infima_are_as_defined(*, infima=printed_infima):
    """Lower bounds at every point that is tried, and attained or approached at a point of the set in question."""
    for name, problem in problems().items():
        low, low_on_class = infima(problem)
        losses = [problem.loss(u) for u, _ in problem.points]
        for where, value, point in zip(("H", "M"), (low, low_on_class), problem.near, strict=True):
            reached = problem.loss(point)
            yield equal(
                float(reached), float(value), name=f"{name}: {where}", digits=6, scale=1.0, symbol="the lowest loss"
            )
        yield at_most(low, low_on_class, name=f"{name}: order", symbol="L_min")
        yield at_most(low, losses, name=f"{name}: below", symbol="L_min")
    _, low_on_class = infima(problems()["histogram"])
    yield equal(best_histogram(), low_on_class, name="histogram: integral", symbol="L")


@claim(
    "eq:lower_bound",
    kind="definition",
    says="The loss is bounded below on the model class by its infimum there.",
    formula=r"\mathcal{L}_{\min,\mathcal{M}} \le \mathcal{L}(u) \quad\text{for all } u\in\mathcal{M}",
    premises=["x:display-loss-infima"],
    mutants={
        "one per cent higher": {"bound": lambda problem: Fraction(101, 100) * problem.lowest_on_class},
        "a bound on the whole space": {"points": lambda problem: (*_on_class(problem), problem.near[0])},
    },
)
def losses_are_bounded_below_on_the_class(
    *, bound=lambda problem: problem.lowest_on_class, points=lambda problem: _on_class(problem)
):
    """A statement about M alone: outside M the same loss may be lower."""
    for name, problem in problems().items():
        losses = [problem.loss(u) for u in points(problem)]
        yield at_most(bound(problem), losses, name=name, symbol="L_min,M")


def _on_class(problem):
    return (*(u for u, _ in problem.points), problem.near[1])


x = sp.Symbol("x", real=True)
HALF_LINE = sp.Interval(0, sp.oo)

# loss, model class, a minimiser or None
LOSSES = {
    "square": (x**2, sp.Reals, 0),
    "double well": (x**4 - 2 * x**2, sp.Reals, 1),
    "cosine": (sp.cos(x), sp.Reals, sp.pi),
    "identity on the half line": (x, HALF_LINE, 0),
    "identity": (x, sp.Reals, None),
    "concave": (-(x**2), sp.Reals, None),
    "cubic": (x**3 - x, sp.Reals, None),
    "exponential": (sp.exp(x), sp.Reals, None),
    "decreasing on the half line": (1 / (1 + x), HALF_LINE, None),
}


def necessary(has_minimum, bounded):
    """has_minimum ⟹ bounded, as an order of truth values."""
    return has_minimum, bounded


@claim(
    "x:sec2-b-necessary",
    kind="remark",
    says="A loss that has a minimum on the model class is bounded below there; the converse fails.",
    formula=r"\mathcal{L}(u_*) = \min_{\mathcal{M}}\mathcal{L} \implies \mathcal{L}_{\min,\mathcal{M}} \in \mathbb{R}",
    expected="computed",
    premises=["eq:lower_bound"],
    mutants={
        "sufficient as well": {"implication": lambda has_minimum, bounded: (bounded, has_minimum)},
        "bounded above": {"side": "sup"},
    },
)
def minima_need_a_lower_bound(*, implication=necessary, side="inf"):
    """The range of the loss is found symbolically; a minimiser, where there is one, attains its lower end."""
    for name, (loss, model_class, minimiser) in LOSSES.items():
        values = function_range(loss, x, model_class)
        bounded = getattr(values, side).is_finite
        has_minimum = minimiser is not None
        yield equal(values.inf in values, has_minimum, name=f"{name}: attained", symbol="attained")
        if has_minimum:
            lowest = loss.subs(x, minimiser)
            yield equal(float(lowest), float(values.inf), name=f"{name}: value", symbol="the minimum")
        first, second = implication(has_minimum, bounded)
        yield at_most(first, second, name=name, symbol="has a minimum")
