r"""Lemma G.1 [lem:debiased_P_bounded] and its proof: the constants of P̄ = P̃ + Q (I - P̃) for a known P̃ with ‖P̃‖ < B.

"A projection H → T" is read as printed: idempotent and into T. The proof needs one onto T, that is P̃ P = P. Projections
onto less occur: with fewer than d earlier points least squares is one, and without any earlier point it is P̃ = 0.
The premise writes P for P_t, and the bound is ‖P̃‖ < B in the lemma and ≤ B in its proof; both give the same constants.
"""

import itertools

from checks.hypotheses import independent_correction, onto, unbiased_correction
from checks.instances.debiased_problems import KNOWN
from checks.instances.two_points import SQUARE, C, U, debiased, least_squares, quasi, second_moment, size, tangent
from checks.instances.two_points import inner as inner_of
from checks.theory import symbolic_debiasing as on
from theorytest import at_least, at_most, claim, equal, family, integers, product, reals, repair
from theorytest.proof import inner, mean, nonnegative, square, statement, use

C_VAR1 = second_moment(quasi, U) / SQUARE  # of Q on T: 34/25


def printed_c_var2(c1, c2, B):
    """(c_var1(Q) - 1) B² + c_var2(Q)."""
    return (c1 - 1) * B**2 + c2


def interpolating(g):
    """P̃ = least squares from the first of two points, a projection onto T."""
    return least_squares(g, 0)


def projections(rank, tilt):
    """All projections into T = span{u}: 0, and P plus a multiple of the part across T."""
    return lambda g: rank * (tangent(g) + tilt * inner_of(g, C))


@claim(
    "lem:debiased_P_bounded",
    also=[
        "x:display-lemG.1-constants",
        "x:display-lemG.1-proof-chain",
        "x:display-lemG.1-proof-final",
        "x:display-lemG.2-proof-start",
        "x:tab2-debiased-var1",
    ],
    says="For every projection P̃: H → T with ‖P̃‖ < B the debiased projection satisfies (BBV) with the "
    "constants of Lemma G.1.",
    formula=r"\|(P_t-\tilde P_t)v\|^2 = \|\tilde P_t(I-P_t)v\|^2, \quad \mathbb{E}\|\bar P_tv\|^2 \le \|P_tv\|^2 + "
    r"\big((c_{\mathrm{var},1}(Q_t)-1)B^2 + c_{\mathrm{var},2}(Q_t)\big)\|(I-P_t)v\|^2 "
    r"\quad\text{for every projection } \tilde P_t:\mathcal{H}\to\mathcal{T}_t",
    forall={
        "P̃": family(
            {"least squares": interpolating, "P̃ = 0": lambda _: 0},
            "projections H → T; here on two points",
            search=product(integers(0, 1), reals()).map(projections),
        )
    },
    reading="A projection H → T: idempotent and into T. Read as onto T the sentence, and the last step of its proof, "
    "are true.",
    gravity="fails only when read literally",
    finding="projection-onto-T",
    controls={"projections onto T": {"instead": interpolating}},
)
def constants_for_a_projection_into_the_space(projection, *, instead=None):
    """P̃ = 0 and v = u on two points: P̄ = Q, and E‖Qu‖² = 17/5 against ‖u‖² = 5/2; (I - P)u = 0."""
    tilted = instead or projection
    moment = second_moment(lambda g, x: debiased(g, tilted(g), x), U)
    yield at_most(moment, SQUARE, name="the lemma", symbol="E‖P̄u‖²")
    completed = SQUARE + (C_VAR1 - 1) * size(tangent(U) - tilted(U))
    yield equal(completed, SQUARE, name="the last step", symbol="the line before the last")


KNOWN_SYMBOLS = on.Debiased(random=False)


def constants_on_symbols(*, c_var1=1, c_var2=printed_c_var2):
    """The mean, the lines of the chain one after the other, and ‖P̃(I - P)v‖ ≤ B ‖(I - P)v‖."""
    B, known, normal = nonnegative("B"), KNOWN_SYMBOLS, square(on.v - on.Pv)
    head = square(known.tilted) + 2 * mean(inner(known.tilted, known.difference))
    lines = [
        known.value(),
        square(known.tilted) + 2 * mean(inner(known.tilted, known.corrected)) + mean(square(known.corrected)),
        head + mean(square(known.corrected)),
        head + known.variance(),
        known.completed(known.difference),
        known.completed(known.rest),
        c_var1 * square(on.Pv) + c_var2(on.c1, on.c2, B) * normal,
    ]
    relations = [at_most if i in (2, 5) else equal for i in range(6)]
    last = [use("‖P̃‖ ≤ B", on.c1 - 1)]
    middle = [use("P̃ is onto T", on.c1 - 1, at=known.onto())]
    return statement(
        [known.aligned(), *(relate(*pair) for relate, pair in zip(relations, itertools.pairwise(lines), strict=True))],
        given=known.given() | known.bias() | on.ABOVE_ONE | {"‖P̃‖ ≤ B": at_most(square(known.rest), B**2 * normal)},
        by=[on.ALIGNED, [], [use("Q is unbiased", 2)], [use("Q is unbiased: its variance")], [], middle, last],
    )


@repair(
    "lem:debiased_P_bounded/corrected",
    "lem:debiased_P_bounded",
    also=["x:display-lemG.1-constants", "x:display-lemG.1-proof-final", "x:display-lemG.1-premise"],
    says="If P̃ is a projection onto T with ‖P̃‖ ≤ B, the debiased projection satisfies (BBV) with the "
    "constants of Lemma G.1.",
    formula=r"\tilde P_tP_t = P_t \implies \mathbb{E}\|\bar P_tv\|^2 \le \|P_tv\|^2 + "
    r"\big((c_{\mathrm{var},1}(Q_t)-1)\|\tilde P_t\|^2 + c_{\mathrm{var},2}(Q_t)\big)\|(I-P_t)v\|^2",
    reading="c_var,1(Q) ≥ 1, as the mean of Q implies unless T = {0}. Each line of the proof follows from the one "
    "before.",
    forall={"P̃, Q": KNOWN},
    given=[onto, independent_correction, unbiased_correction],
    finding="projection-onto-T",
    tight="approached by optimal points in L² and large B; B² - 1 for B² will do",
    premises=["x:display-appG-unbiased"],
    proof=constants_on_symbols,
    mutants={
        "B unsquared": {"c_var2": lambda c1, c2, B: (c1 - 1) * B + c2},
        "without the term of Q": {"c_var2": lambda c1, c2, B: (c1 - 1) * B**2},  # noqa: ARG005 (a bound's signature)
        "B^2 - 2": {"c_var2": lambda c1, c2, B: (c1 - 1) * (B**2 - 2) + c2},
        "one per cent less than c_var,1 = 1": {"c_var1": 0.99},
    },
)
def constants_for_a_projection_onto_the_space(problem, *, c_var1=1, c_var2=printed_c_var2):
    """For two pairs of constants of Q: all functions on the points, L² and H¹, one and two dimensions."""
    found, pairs = problem.debiased, problem.pairs
    premise = [problem.moments.slack(*pair) for pair in pairs]
    yield at_least(premise, 0.0, name="premise", digits=10, scale=1.0, symbol="the slack of Q")
    yield equal(found.A, problem.P, name="mean", digits=9, scale=max(1.0, problem.B), symbol="an entry of E P̄")
    bounds = [c_var2(c1, c2, problem.B) for c1, c2 in pairs]
    slack = [found.slack(c_var1, bound) for bound in bounds]
    yield at_least(slack, 0.0, name="variance", digits=10, scale=max(1.0, *bounds), symbol="the slack of P̄")
    yield at_most(found.c_var2, bounds[0], name="c_var,2", digits=9, symbol="the smallest c_var,2")
