r"""Section 2 [eq:L-smooth, eq:C-retraction]: smoothness (LS) along T_t, and the controlled retraction error (CR)."""

from fractions import Fraction

from checks.instances.smooth_problems import NEARLY, axes, problems, two_axes, vector
from checks.instances.tangent_pairs import QUADRATICS, RETRACTED
from theorytest import at_least, at_most, claim, family, positive, repair, threshold

LENGTHS = tuple(Fraction(n, 1000) for n in (-5000, -1, 1, 1000, 7000))


def tangent_steps(problem):
    """(u_t, g) with g ∈ T_t: along each basis direction and along the sum of all."""
    for u, basis in problem.points:
        for direction in (*basis, sum(basis)):
            yield from ((u, length * direction) for length in LENGTHS)


def all_steps(problem):
    """(u_t, g) for every coordinate direction g of H."""
    for u, _ in problem.points:
        yield from ((u, length * e) for e in axes(len(u), *range(len(u))) for length in LENGTHS)


@claim(
    "eq:L-smooth",
    kind="definition",
    says="(LS): there is L > 0 such that ℒ(u_t + g) ≤ ℒ(u_t) + (∇ℒ(u_t), g) + L‖g‖²/2 for all u_t ∈ M and g ∈ T_t.",
    formula=r"\mathcal{L}(u_t+g) \le \mathcal{L}(u_t) + (\nabla\mathcal{L}(u_t), g) + \tfrac{L}{2}\|g\|^2",
    forall={"ℒ, M": family(problems, "losses and classes of finite dimension with L known by hand", search=QUADRATICS)},
    reading="An assumption, which the named problems satisfy; the constant is attained, or approached to one per cent.",
    mutants={"every direction of H": {"steps": all_steps}, "two per cent less": {"half": Fraction(49, 100)}},
)
def smoothness_holds_with_the_best_constant(problem, *, steps=tangent_steps, half=Fraction(1, 2)):
    """On the plane beside the minimum L is 3 along T_t and 5 in H, and across the ridge no constant would do."""
    pairs = list(steps(problem))
    squares = [problem.inner(g, g) for _, g in pairs]
    above = [problem.loss(u + g) - problem.loss(u) - problem.inner(problem.gradient(u), g) for u, g in pairs]
    yield at_most(above, [half * problem.L * s for s in squares], "bound", symbol="L(u + g) - L(u) - (∇L(u), g)")
    best = max(2 * e / s for e, s in zip(above, squares, strict=True))
    yield at_least(best, threshold(NEARLY * problem.L), "best", symbol="the least L")


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
