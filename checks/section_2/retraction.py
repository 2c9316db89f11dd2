r"""Section 2 [eq:C-retraction]: the controlled retraction error (CR)."""

from __future__ import annotations

from fractions import Fraction

from checks.instances.smooth_problems import HALF_TANGENTS, arc, root, two_axes, vector, whole_space
from checks.instances.tangent_pairs import linear_steps
from theorytest import at_least, at_most, claim, family, positive, repair, threshold


@claim(
    "eq:C-retraction",
    kind="definition",
    says="(CR): for all u_t ∈ M, g ∈ T_t, β > 0 a retraction has L(R_t(u_t + g)) ≤ L(u + g) + C_R‖g‖²/2 + β.",
    formula=r"\mathcal{L}(R_t(u_t+g)) \le \mathcal{L}(u+g) + \tfrac{C_R}{2}\|g\|^2 + \beta, \quad u\in\mathcal{M}",
    forall={"C_R": family((1, 100, 10**6), "C_R > 0; β = 1/(4 + 4C_R)", search=positive())},
    reading="u is read as any point of M, as printed. On the two axes no map to M does it, for no C_R.",
    gravity="misprint",
    finding="cr-u-for-iterate",
    premises=["x:display-loss-infima"],
    controls={"u = u_t": {"u": vector(0, 2)}},
)
def retraction_is_controlled_as_printed(C_R, *, u=vector(1, 0)):  # noqa: B008 (never written to)
    """From u = (1, 0) a step of length 1/(1 + C_R) along the axis of u_t = (0, 2) leads below L_min,M = 1/2."""
    problem = two_axes()
    share = Fraction(1) / (1 + C_R)
    g = share * problem.points[-1][1][0]
    upper = problem.loss(u + g) + Fraction(1, 2) * C_R * problem.inner(g, g) + share / 4
    return at_most(problem.lowest_on_class, upper, symbol="the lowest loss on M")


def _circle(U):
    """Steps τ with √(1 + τ²) rational; C_R = max(U - 1, 0) is approached by short steps towards the target."""
    problem, lengths = arc(Fraction(U)), [2 * m / (1 - m**2) for m in HALF_TANGENTS]
    steps = [(u, length * basis[0]) for u, basis in problem.points for length in lengths]
    return problem, steps, lambda v: v / root(v @ v), max(Fraction(U) - 1, 0)


def retracted():
    """A problem, steps (u_t, g), a retraction and the best C_R; the paper uses C_R = 0, so it must be allowed."""
    return {
        "two axes": (two_axes(), linear_steps(two_axes()), lambda v: v, 0),
        "whole space": (whole_space(), linear_steps(whole_space()), lambda v: v, 0),
        "circle, target inside": _circle(Fraction(1, 2)),
        "circle, target outside": _circle(4),
    }


@repair(
    "eq:C-retraction/corrected",
    "eq:C-retraction",
    kind="definition",
    says="(CR) at u_t: for some C_R ≥ 0, all u_t ∈ M, g ∈ T_t, β > 0 have L(R_t(u_t+g)) ≤ L(u_t+g) + C_R‖g‖²/2 + β.",
    forall={
        "L, M, R_t": family(
            retracted, "losses and classes with the best C_R known by hand", search=positive().map(_circle)
        )
    },
    reading="An assumption. Tried with β = 0, which implies all β > 0: the C_R of each named problem, approached to "
    "(1 + C_R)/1000.",
    mutants={
        "two per cent less of C_R": {"half": Fraction(49, 100)},
    },
)
def retraction_is_controlled_from_the_iterate(case, *, half=Fraction(1, 2)):
    problem, steps, R, C_R = case
    rises = [problem.loss(R(u + g)) - problem.loss(u + g) for u, g in steps]
    squares = [problem.inner(g, g) for _, g in steps]
    yield at_most(rises, [half * C_R * s for s in squares], "bound", symbol="the rise of the loss")
    best = max(0, *(2 * rise / s for rise, s in zip(rises, squares, strict=True)))
    yield at_least(best, threshold(C_R - (1 + C_R) / Fraction(1000)), "best", symbol="the least C_R")
