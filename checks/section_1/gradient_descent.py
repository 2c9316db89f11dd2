r"""Section 1: exact gradient descent is exponentially fast under (LS) and (PL), and not for merely convex losses."""

from fractions import Fraction

from flint import arb

from checks.hypotheses import full_class, has_pl, smooth_loss
from checks.instances.tangent_pairs import ON_HILBERT_SPACES
from theorytest import at_least, at_most, choices, claim, family, horizon, less_than, repair, threshold
from theorytest.proof import compared, positive, real, square, statement, use, vector

TIME = 40_000


@claim(
    "x:sec1-gd-exponential",
    kind="rate",
    says="Under the same convexity assumptions, deterministic gradient descent has the rate O(aᵗ) for some a ∈ (0, 1).",
    formula=r"\mathcal{L} \text{ convex} \implies \mathcal{L}(u_t)-\mathcal{L}_{\min} \le C a^t",
    forall={"p": family((2, 4), "convex losses v^p, p even", search=choices([2, 4, 6, 8]), effort=4), "t": horizon},
    reading="From v = 1 with the step 1/16, the loss v⁴ is at least (1 + 7t/9)⁻² for ever, since 1/v² grows by at most "
    "7/9 in a step. Whatever C and a are, C aᵗ falls below that; a loss with this rate has done so, too.",
    gravity="missing hypothesis",
    finding="gradient-descent-needs-pl",
    controls={"the loss v² alone": {"power": lambda _: 2}},
)
def gradient_descent_is_exponential_as_printed(p, *, power=lambda p: p):
    """All steps in ball arithmetic; as a product a step hardly widens the ball.

    With z = v²/4 ≤ 1/4 the step multiplies 1/v² by (1 - z)⁻² ≤ 1 + 28z/9, that is, adds at most 7/9.
    """
    p, v = power(p), arb(1)
    for _ in range(TIME):
        v *= 1 - p * v ** (p - 2) / 16
    return less_than(v**p, threshold((1 + arb(7 * TIME) / 9) ** -2), until=TIME, symbol="L(u_t)")


def contraction_on_symbols(*, factor=lambda lam, L: 1 - lam / L, length=1):
    """(LS) at u - ∇L/L, and (PL)."""
    (lam, L), (now, after, low), g = positive("λ L"), real("now after L_min"), vector("g")
    s = length / L
    return statement(
        at_most(after - low, factor(lam, L) * (now - low)),
        given={
            "(LS)": at_most(after, now - s * square(g) + L / 2 * s**2 * square(g)),
            "(PL)": at_least(square(g), 2 * lam * (now - low)),
        },
        by=[use("(LS)"), use("(PL)", 1 / (2 * L))],
    )


def contraction_at(problem):
    g = vector("g")
    for u, _ in problem.points:
        slope = problem.gradient(u)
        gaps = {"now": problem.gap(u) + 1, "after": problem.gap(u - slope / problem.L) + 1, "L_min": 1}
        yield gaps | {"λ": problem.lam, "L": problem.L, square(g): problem.inner(slope, slope)}


@repair(
    "x:sec1-gd-exponential/corrected",
    "x:sec1-gd-exponential",
    kind="rate",
    says="The step u ↦ u - ∇ℒ(u)/L multiplies the gap to L_min by at most 1 - λ/L.",
    forall={"ℒ": ON_HILBERT_SPACES},
    given=[full_class, smooth_loss, has_pl],
    reading="Not attained by the losses that are tried: in their flattest direction squares contract by (1 - λ/L)².",
    premises=["eq:L-smooth", "eq:mu-PL"],
    proof=compared(contraction_on_symbols, contraction_at),
    mutants={
        "two per cent more than twice the rate": {"factor": lambda lam, L: 1 - Fraction(51, 25) * lam / L},
        "a step of 1/(50L)": {"length": Fraction(1, 50)},
    },
)
def gradient_descent_contracts(problem, *, factor=lambda lam, L: 1 - lam / L, length=1):
    """L(u - ∇L/L) ≤ L(u) - ‖∇L‖²/(2L) and (PL). Quadratic losses contract by (1 - λ/L)² in their flattest direction."""
    starts = [u for u, _ in problem.points]
    after = [problem.gap(u - length / problem.L * problem.gradient(u)) for u in starts]
    lam = problem.lam
    return at_most(after, [factor(lam, problem.L) * problem.gap(u) for u in starts], symbol="the gap after a step")
