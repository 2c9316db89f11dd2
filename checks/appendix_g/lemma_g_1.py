"""Lemma G.1 [lem:debiased_P_bounded] and its proof: the constants of P̄ = P̃ + Q (I - P̃) for a known P̃ with ‖P̃‖ < B.

The proof needs a projection onto T, that is P̃ P = P; least squares with fewer than d earlier points is none.
"""

import itertools

from checks.hypotheses import independent_correction, onto, unbiased_correction
from checks.instances import two_points as two
from checks.instances.debiased_problems import KNOWN
from checks.theory import symbolic_debiasing as on
from theorytest import at_least, at_most, claim, equal, repair
from theorytest.proof import compared, inner, mean, nonnegative, square, statement, use

C_VAR1 = two.second_moment(two.quasi, two.U) / two.SQUARE  # of Q on T: 34/25


def printed_c_var2(c1, c2, B):
    """(c_var1(Q) - 1) B² + c_var2(Q)."""
    return (c1 - 1) * B**2 + c2


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
    forall={"P̃": two.PROJECTIONS},
    reading="A projection H → T: idempotent and into T. Read as onto T the sentence, and the last step of its proof, "
    "are true.",
    gravity="fails only when read literally",
    finding="projection-onto-T",
    controls={"projections onto T": {"instead": two.interpolating}},
)
def constants_for_a_projection_into_the_space(projection, *, instead=None):
    """P̃ = 0 and v = u on two points: P̄ = Q, and E‖Qu‖² = 17/5 against ‖u‖² = 5/2; (I - P)u = 0."""
    tilted = instead or projection
    moment = two.second_moment(lambda g, x: two.debiased(g, tilted(g), x), two.U)
    yield at_most(moment, two.SQUARE, name="the lemma", symbol="E‖P̄u‖²")
    completed = two.SQUARE + (C_VAR1 - 1) * two.size(two.tangent(two.U) - tilted(two.U))
    yield equal(completed, two.SQUARE, name="the last step", symbol="the line before the last")


KNOWN_SYMBOLS = on.Debiased(random=False)
RELATIONS = (equal, equal, at_most, equal, equal, at_most)  # of the lines of the proof


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
    last = [use("‖P̃‖ ≤ B", on.c1 - 1)]
    middle = [use("P̃ is onto T", on.c1 - 1, at=known.onto())]
    return statement(
        [known.aligned(), *(relate(*pair) for relate, pair in zip(RELATIONS, itertools.pairwise(lines), strict=True))],
        given=known.given() | known.bias() | on.ABOVE_ONE | {"‖P̃‖ ≤ B": at_most(square(known.rest), B**2 * normal)},
        by=[on.ALIGNED, [], [use("Q is unbiased", 2)], [use("Q is unbiased: its variance")], [], middle, last],
    )


def lines_of(at, c1, c2, last):
    """The lines of the proof in numbers, with the printed bound as the last."""
    tilted, corrected, first = at.tilted[:, None], at.corrected, at.difference[:, None]
    squared = at.over_first(at.tilted)
    cross, planned = at.over_both(tilted, corrected), at.over_both(tilted, first + 0 * corrected)
    size, variance = at.over_both(corrected, corrected), c1 * at.over_first(at.difference) + c2 * at.parts[1]
    return [
        at.value,
        squared + 2 * cross + size,
        squared + 2 * planned + size,
        squared + 2 * planned + variance,
        at.completed(c1, c2, at.difference),
        at.completed(c1, c2, at.rest),
        last,
    ]


def chain(problem, pair, c_var1, c_var2):
    """c_bias,1 = 1 and the lines of the proof, for the v that has least to spare."""
    at = on.Averaged(problem, problem.debiased.worst(1, printed_c_var2(*pair, problem.B)))
    tangent, normal = at.parts
    lines = lines_of(at, *pair, c_var1 * tangent + c_var2(*pair, problem.B) * normal)
    options = {"digits": 9, "scale": max(1.0, *map(abs, lines))}
    yield at_least(at.aligned, tangent, name=f"c_var,1(Q) = {pair[0]:.6g}: E(v, P̄v)", symbol="E(v, P̄v)", **options)
    for i, (relate, both) in enumerate(zip(RELATIONS, itertools.pairwise(lines), strict=True), 1):
        yield relate(*both, name=f"c_var,1(Q) = {pair[0]:.6g}: step {i}", symbol="a line of the proof", **options)


def constants_at(problem):
    """At the v of the check; the premise, the entries of the mean and the smallest constant are no part of it."""
    found = [None] * (len(problem.pairs) + problem.P.size)
    points = []
    for c1, c2 in problem.pairs:
        at = on.Averaged(problem, problem.debiased.worst(1, printed_c_var2(c1, c2, problem.B)))
        vectors = {KNOWN_SYMBOLS.tilted: problem.P.T @ at.tilted[0], KNOWN_SYMBOLS.rest: problem.P.T @ at.rest[0]}
        points.append(at.numbers(KNOWN_SYMBOLS) | vectors | {on.c1: c1, on.c2: c2, "B": problem.B})
    return [*found, *([None] * len(points)), None, *(each for each in points for _ in range(7))]


@repair(
    "lem:debiased_P_bounded/corrected",
    "lem:debiased_P_bounded",
    also=["x:display-lemG.1-constants", "x:display-lemG.1-proof-final", "x:display-lemG.1-premise"],
    says="If P̃ is a projection onto T with ‖P̃‖ ≤ B, the debiased projection satisfies (BBV) with the "
    "constants of Lemma G.1.",
    formula=r"\tilde P_tP_t = P_t \implies \mathbb{E}\|\bar P_tv\|^2 \le \|P_tv\|^2 + "
    r"\big((c_{\mathrm{var},1}(Q_t)-1)\|\tilde P_t\|^2 + c_{\mathrm{var},2}(Q_t)\big)\|(I-P_t)v\|^2",
    reading="c_var,1(Q) ≥ 1, as the mean of Q implies unless T = {0}. Each line of the proof follows from the one "
    "before, by P(I − P̃) = P − P̃ and (I − P)(I − P̃) = I − P, as P̃ maps into T.",
    forall={"P̃, Q": KNOWN},
    given=[onto, independent_correction, unbiased_correction],
    finding="projection-onto-T",
    tight="approached by optimal points in L² and large B; B² - 1 for B² will do",
    premises=["x:display-appG-unbiased"],
    proof=compared(constants_on_symbols, constants_at),
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
    for pair in pairs:
        yield from chain(problem, pair, c_var1, c_var2)
