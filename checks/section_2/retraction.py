r"""Section 2 [eq:C-retraction]: the controlled retraction error (CR)."""

from fractions import Fraction

from checks.instances.smooth_problems import two_axes, vector
from checks.instances.tangent_pairs import RETRACTED
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


@repair(
    "eq:C-retraction/corrected",
    "eq:C-retraction",
    kind="definition",
    says="(CR) at u_t: for some C_R ≥ 0, all u_t ∈ M, g ∈ T_t, β > 0 have L(R_t(u_t+g)) ≤ L(u_t+g) + C_R‖g‖²/2 + β.",
    forall={"L, M, R_t": RETRACTED},
    reading="An assumption. Tried with β = 0, which implies all β > 0: the C_R of each named problem, approached to (1 "
    "+ C_R)/1000.",
    mutants={"two per cent less of C_R": {"half": Fraction(49, 100)}},
)
def retraction_is_controlled_from_the_iterate(case, *, half=Fraction(1, 2)):
    problem, steps, R, C_R = case
    rises = [problem.loss(R(u + g)) - problem.loss(u + g) for u, g in steps]
    squares = [problem.inner(g, g) for _, g in steps]
    yield at_most(rises, [half * C_R * s for s in squares], "bound", symbol="the rise of the loss")
    best = max(0, *(2 * rise / s for rise, s in zip(rises, squares, strict=True)))
    yield at_least(best, threshold(C_R - (1 + C_R) / Fraction(1000)), "best", symbol="the least C_R")
