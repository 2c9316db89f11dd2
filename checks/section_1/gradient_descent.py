r"""Section 1: exact gradient descent is exponentially fast under (LS) and (PL), and not for merely convex losses."""

from fractions import Fraction

import numpy as np
import sympy

from checks.hypotheses import full_class, has_pl, smooth_loss
from checks.instances.smooth_problems import Problem, flat_direction, never_stationary, whole_space
from checks.instances.tangent_pairs import QUADRATICS
from checks.theory.identities import rest
from theorytest import at_least, at_most, claim, equal, family, horizon, repair, symbol, threshold
from theorytest.proof import positive, real, square, statement, use, vector

V, Z = sympy.Symbol("v", positive=True), sympy.Symbol("z", nonnegative=True)
LOW, HIGH, STEP = sympy.Rational(1, 2), sympy.Rational(7, 9), sympy.Rational(1, 16)


@claim(
    "x:sec1-gd-exponential/convex",
    kind="rate",
    voice="ours",
    says="From v_0 = 1, gradient descent on v⁴ with step 1/16 has (1 + 7t/9)⁻² ≤ v_t⁴ ≤ (1 + t/2)⁻² for every t.",
    forall={"t": symbol("a natural number, by induction: 1/v² grows by 1/2 to 7/9 in every step")},
    tight="attained in the first step from below",
    mutants={
        "a slope above one half": {"low": sympy.Rational(51, 100)},
        "a slope below 7/9": {"high": sympy.Rational(76, 100)},
        "a step of 1/15": {"step": sympy.Rational(1, 15)},
    },
)
def gradient_descent_is_algebraic(*, low=LOW, high=HIGH, step=STEP):
    """With z = v²/4 ∈ (0, 1/4]: v ↦ v (1 - z), and 1/v² grows by ((1 - z)⁻² - 1)/(4z) = (2 - z)/(4 (1 - z)²).

    That is increasing in z, so that its range is that of its ends; z stays in the interval, as v falls.
    """
    after = V - step * sympy.diff(V**4, V)
    growth = sympy.cancel(1 / after**2 - 1 / V**2).subs(V, 2 * sympy.sqrt(Z))
    slope = sympy.cancel(growth.diff(Z) * 4 * (1 - Z) ** 3)
    yield equal(rest(slope, 3 - Z, Z), 0, "increasing", symbol="a coefficient of its slope times 4(1 - z)³ less 3 - z")
    yield at_least(growth.subs(Z, 0), low, "least", symbol="the growth of 1/v²")
    yield at_most(growth.subs(Z, sympy.Rational(1, 4)), high, "largest", symbol="the growth of 1/v²")


TIME = 10**5
QUADRATIC = 2 * TIME * sympy.log(sympy.Rational(8, 7))  # -ln L(u_t) on v², where the step 1/16 multiplies v by 7/8
DECAYS = {"v²": QUADRATIC, "v⁴": 2 * sympy.log(1 + HIGH * TIME)}  # at least -ln L(u_t), from u_0 = 1


@claim(
    "x:sec1-gd-exponential",
    kind="rate",
    says="Under the same convexity assumptions, deterministic gradient descent has the rate O(aᵗ) for some a ∈ (0, 1).",
    formula=r"\mathcal{L} \text{ convex} \implies \mathcal{L}(u_t)-\mathcal{L}_{\min} \le C a^t",
    forall={"L": family(DECAYS, "convex losses"), "t": horizon},  # not searched: bounds by hand for two losses
    reading="The loss v⁴ is of order t⁻² for ever, so that no C and no a serve; shown for C = 10⁶, a = 999/1000.",
    gravity="missing hypothesis",
    finding="gradient-descent-needs-pl",
    premises=["x:sec1-gd-exponential/convex"],
    controls={"the loss v² alone": {"found": lambda _: QUADRATIC}},
)
def gradient_descent_is_exponential_as_printed(decay, *, found=lambda decay: decay):
    needed = TIME * sympy.log(sympy.Rational(1000, 999)) - 6 * sympy.log(10)
    return at_least(found(decay), threshold(needed), until=TIME, symbol="-ln L(u_t)")


def waves():
    """v² + 3 sin² v, not convex: smooth with L = 8 and (PL) with λ = 0.1755."""
    at = tuple((np.array([v]), ()) for v in np.linspace(-10, 10, 2001))
    value, slope = (lambda v: v[0] ** 2 + 3 * np.sin(v[0]) ** 2), (lambda v: 2 * v + 3 * np.sin(2 * v))
    return Problem(value, slope, at, 0, 0, (), L=8, lam=0.1755)


def losses():
    """M = T_t = H, a loss without (PL) among them."""
    whole = {"flat direction": flat_direction(), "whole space": whole_space(), "waves": waves()}
    return {"never stationary": never_stationary()} | whole


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


@repair(
    "x:sec1-gd-exponential/corrected",
    "x:sec1-gd-exponential",
    kind="rate",
    says="The step u ↦ u - ∇ℒ(u)/L multiplies the gap to L_min by at most 1 - λ/L.",
    forall={"ℒ": family(losses, "differentiable losses on Hilbert spaces", search=QUADRATICS)},
    given=[full_class, smooth_loss, has_pl],
    premises=["eq:L-smooth", "eq:mu-PL"],
    proof=contraction_on_symbols,
    mutants={
        "two per cent more than twice the rate": {"factor": lambda lam, L: 1 - Fraction(51, 25) * lam / L},
        "a step of 1/(50L)": {"length": Fraction(1, 50)},
        "a step of 2/L": {"length": 2},
    },
)
def gradient_descent_contracts(problem, *, factor=lambda lam, L: 1 - lam / L, length=1):
    """L(u - ∇L/L) ≤ L(u) - ‖∇L‖²/(2L) and (PL). Quadratic losses contract by (1 - λ/L)² in their flattest direction."""
    starts = [u for u, _ in problem.points]
    after = [problem.gap(u - length / problem.L * problem.gradient(u)) for u in starts]
    lam = problem.lam
    return at_most(after, [factor(lam, problem.L) * problem.gap(u) for u in starts], symbol="the gap after a step")
