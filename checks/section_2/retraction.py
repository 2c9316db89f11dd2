r"""Section 2 [eq:C-retraction]: the controlled retraction error (CR)."""

from __future__ import annotations

from fractions import Fraction

from checks.instances.smooth_problems import HALF_TANGENTS, arc, root, two_axes, vector, whole_space
from theorytest import at_least, at_most, claim, equal, repair


@claim(
    "eq:C-retraction",
    kind="definition",
    says="For every u_t, every u of the class and g in T_t, some map to the class has a loss below that at u + g.",
    formula=r"\mathcal{L}(R_t(u_t+g)) \le \mathcal{L}(u+g) + \tfrac{C_R}{2}\|g\|^2 + \beta, \quad "
    r"g\in\mathcal{T}_t,\ \beta > 0, \text{ and, as printed, any } u\in\mathcal{M}",
    expected="refuted",
    gravity="misprint",
    premises=["x:display-loss-infima"],
)
def retraction_is_controlled_as_printed(*, constants=(1, 100, 10**6)):
    """The two axes refute it for every C_R and every map to M, although the identity needs no C_R when u = u_t.

    From u = (1, 0) a step of length 1/(1 + C_R) along the axis of u_t = (0, 1) leads below L_min,M = 1/2 by more than
    C_R/2 ‖g‖² + β. With a retraction that leaves M fixed, g = 0 alone would make the loss constant on M.
    """
    problem = two_axes()
    (_, basis), u = problem.points[-1], vector(1, 0)
    for C_R in constants:
        g = Fraction(1, 1 + C_R) * basis[0]
        beta = Fraction(1, 4 * (1 + C_R))
        upper = problem.loss(u + g) + Fraction(C_R, 2) * problem.inner(g, g) + beta
        yield at_most(problem.lowest_on_class, upper, name=f"C_R = {C_R}", symbol="L(R_t(u_t + g))")


def identity(v):
    """R_t for a class that contains u_t + T_t."""
    return v


def nearest_on_circle(v):
    """The metric projection v / |v|, in rational numbers where |v| is."""
    return v / root(v @ v)


def tangent_steps():
    """Steps τ with √(1 + τ²) rational."""
    return [2 * m / (1 - m**2) for m in HALF_TANGENTS]


def linear_steps(problem):
    """(u_t, g) for both signs and two lengths."""
    lengths = (-3, Fraction(1, 2), 4)
    return [(u, length * b) for u, basis in problem.points for b in basis for length in lengths]


def circle_steps(problem):
    return [(u, step * basis[0]) for u, basis in problem.points for step in tangent_steps()]


def controlled():
    """name: problem, steps, retraction and the best C_R."""
    inside, outside = arc(Fraction(1, 2)), arc(4)
    return {
        "two axes": (two_axes(), linear_steps(two_axes()), identity, 0),
        "whole space": (whole_space(), linear_steps(whole_space()), identity, 0),
        "circle, target inside": (inside, circle_steps(inside), nearest_on_circle, 0),
        "circle, target outside": (outside, circle_steps(outside), nearest_on_circle, 3),
    }


@repair(
    "eq:C-retraction/corrected",
    "eq:C-retraction",
    kind="definition",
    says="Retracting a tangent step raises the loss by at most C_R/2 times its squared length plus beta.",
    formula=r"\mathcal{L}(R_t(u_t+g)) \le \mathcal{L}(u_t+g) + \tfrac{C_R}{2}\|g\|^2 + \beta, \quad "
    r"g\in\mathcal{T}_t,\ C_R \ge 0,\ \beta \ge 0",
    mutants={
        "C_R x 0.98": {"C_R": lambda known: 0.98 * (known)},
        "C_R for C_R/2": {"half": Fraction(1, 4)},
        "away from the target": {"retraction": lambda _: lambda v: -nearest_on_circle(v)},
    },
)
def retraction_is_controlled_from_the_iterate(
    *, C_R=lambda known: known, half=Fraction(1, 2), retraction=lambda printed: printed
):
    """With β = 0, in rational numbers. C_R = 0 is a constant that the paper uses, so it must be allowed.

    On the circle C_R = max(U - 1, 0) for every U: it is approached by short steps towards the target.
    """
    for name, (problem, steps, printed, known) in controlled().items():
        R = printed if printed is identity else retraction(printed)
        rises = [problem.loss(R(u + g)) - problem.loss(u + g) for u, g in steps]
        upper = [half * C_R(known) * problem.inner(g, g) for _, g in steps]
        yield at_most(rises, upper, name=name, symbol="the rise of the loss")
        if known:
            best = max(2 * rise / problem.inner(g, g) for rise, (_, g) in zip(rises, steps, strict=True))
            yield at_least(best, Fraction(999, 1000) * known, name=f"{name}: best", symbol="C_R")


# v = u_t + g, g and β for which the root is rational, with C_R = 3
SATURATED = (
    (Fraction(1), Fraction(1), Fraction(0)),
    (Fraction(-1), Fraction(4), Fraction(0)),
    (Fraction(11), Fraction(5), Fraction(0)),
    (Fraction(1), Fraction(1), Fraction(5, 2)),
    (Fraction(-2), Fraction(0), Fraction(5, 2)),
)


@repair(
    "eq:C-retraction/saturated",
    "eq:C-retraction",
    kind="identity",
    says="On the line a retraction exists that uses up both C_R and beta, so neither term can be left out.",
    formula=r"\mathcal{L}(v) = \tfrac12v^2,\ R_t(v) = \operatorname{sign}(v)\sqrt{v^2+C_R\,g^2+2\beta}: "
    r"\quad \mathcal{L}(R_t(v)) = \mathcal{L}(v) + \tfrac{C_R}{2}g^2 + \beta",
    premises=["eq:C-retraction/corrected"],
    mutants={"C_R x 0.98": {"C_R": 0.98 * 3}, "no beta": {"share": 0}},
)
def retraction_can_use_up_the_bound(*, C_R=3, share=1):
    for v, g, beta in SATURATED:
        retracted = (1 if v > 0 else -1) * root(v**2 + 3 * g**2 + 2 * beta)
        value, bound = retracted**2 / 2, v**2 / 2 + Fraction(C_R) / 2 * g**2 + share * beta
        yield equal(value, bound, name=f"{v}, {g}, {beta}", symbol="L(R(v))")
