r"""The proof of Theorem 4.21, its first half: descent and the processes of Robbins and Siegmund [x:thm-biased]."""

from fractions import Fraction as F

import theorytest as tt
from checks.hypotheses import bias_and_variance, controlled_retraction, finite_kappa, no_error, smooth_loss
from checks.instances.biased_coins import BIASED, COIN, LAWS, SHORT, any_law, bound, loss, moves, sums, tree
from checks.instances.pl_steps import GRADIENTS, Gradient
from theorytest import Hypothesis, at_least, at_most, claim, equal, family, horizon, proof

DESCENT = [smooth_loss, controlled_retraction, bias_and_variance]


def second_steps():
    """By estimate and draw: u_1 after s = 1/2 from (1, 1), the other u_1, and the estimate."""
    found = {}
    for name, (law, constants) in {"coin": COIN, "biased": BIASED}.items():
        for t in (first := moves(law, F(1), F(1, 2))):
            found[f"{name}, u_1 = ({t}, 1)"] = t, first, law, constants
    return found


def any_second_step(a, b):
    """The same after one draw from (1, 1)."""
    law, constants = any_law(a, b)
    first = moves(law, F(1), F(1, 2))
    return first[0], first, law, constants


SECOND = {"Pⁿ, u_t": family(second_steps, "estimators and iterates", search=LAWS.map(any_second_step))}


@claim(
    "x:display-thm4.21-proof-descent",
    says="E[L(u_{t+1}) | F_0] is at most L(u_t) plus the printed terms.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{t+1})\mid\mathcal{F}_0] \le \mathcal{L}(u_t) - \dots",
    forall=SECOND,
    given=DESCENT,
    gravity="misprint",
    finding="f0-for-ft",
    reading="Given F_t for F_0, the sentence is Theorem 4.1.",
    controls={"given F_t": {"past": lambda u_t, _: [u_t]}},
)
def descent(state, *, past=lambda _, every: every):
    """t = 1, s = 1/4 and β = 0; the coin at (0, 1) has the bound 17/32 against 43/64 given F_0."""
    u, every, law, constants = state
    s, known = F(1, 4), past(u, every)
    mean = sum(loss(t) for each in known for t in moves(law, each, s)) / (2 * len(known))
    return at_most(mean, loss(u) + bound(constants, s, u), symbol="the mean of L(u_2)")


PARTS = Gradient(None, proof.positive("‖Pg‖²"), proof.nonnegative("‖(I−P)g‖²"))


def both_criteria(tangent, normal, c, b1, by_f):
    """Two numbers of one sign."""
    return c * b1 * normal - b1 * tangent, c * b1 * tangent * by_f(normal / tangent, c)


CYCLES = {  # iterates that come again and again; the last ones are not quasi-critical
    "on the boundary for c = 3": ((F(3), F(1)), (F(9), F(-1))),
    "on the boundary for c = 1/2": ((F(5), F(0)), (F(1), F(-2)), (F(2), F(1))),
    "through the minimum": ((F(0), F(0)), (F(-4), F(1))),
    "a critical point": ((F(1), F(0)), (F(0), F(7)), (F(22), F(7))),
}
PLANE = tt.vectors(2, -5, 5)
CONSTANTS = {"1 and 3": (F(1), F(3)), "3/4 and 3/8": (F(3, 4), F(3, 8))}
infinitely_often = Hypothesis(
    "c_bias,1‖P_tg_t‖ ≤ c_bias,2‖(I-P_t)g_t‖ for infinitely many t",
    lambda cycle, constants: any(constants[0] * abs(x) <= constants[1] * abs(z) for x, z in cycle),
)


@claim(
    "x:thm4.21-proof-infinitely-often",
    says="If c_bias,1‖P_tg_t‖ ≤ c_bias,2‖(I-P_t)g_t‖ for infinitely many t, the c-quasi-critical points, "
    "c = c_bias,2/c_bias,1, are an accumulation set of the iterates.",
    formula=r"c_{\mathrm{bias},1}\|P_tg_t\| \le c_{\mathrm{bias},2}\|(I-P_t)g_t\| \text{ for infinitely many } t "
    r"\implies \liminf_t d(u_t, \{u : \|P_u\nabla\mathcal{L}(u)\| \le c\|(I-P_u)\nabla\mathcal{L}(u)\|\}) = 0",
    forall={
        "(u_t)": family(
            CYCLES,
            "sequences of iterates, here periodic ones of the plane",
            search=tt.product(PLANE, PLANE, PLANE).map(lambda *points: points),
        ),
        "c_bias,1, c_bias,2": family(
            CONSTANTS, "positive numbers", search=tt.product(tt.positive(), tt.positive()).map(lambda *both: both)
        ),
        "t": horizon,
    },
    given=[infinitely_often],
    reading="Tried for L = ½‖v‖² on M = R², T_t the first axis, where g_t = u_t = (x, z), and the distance to the "
    "double cone |x| ≤ c|z| is (|x| - c|z|)/√(1 + c²) outside of it.",
    premises=["x:def-accumulation-set", "def:c_critical_point"],
    mutants={
        "once, not infinitely often": {"again": lambda t, n: min(t, n - 1)},
        "c for 1/c": {"c": lambda b1, b2: b1 / b2},
        "1 % less": {"c": lambda b1, b2: F(99, 100) * b2 / b1},
    },
)
def points_come_again(cycle, constants, *, again=lambda t, n: t % n, c=lambda b1, b2: b2 / b1):
    """By Definition 4.19 with ε = 0: from every T on, within a period, an iterate has the distance 0."""
    c, n = c(*constants), len(cycle)
    squares = [max(abs(x) - c * abs(z), 0) ** 2 / (1 + c**2) for x, z in cycle]
    least = [min(squares[again(t, n)] for t in range(T, T + n)) for T in (1, 10, 300)]
    return at_most(least, 0, until=300, symbol="the least d(u_t, A)² from T on")


@claim(
    "x:thm4.21-proof-criterion",
    says="If P_tg_t ≠ 0 and c = c_bias,2/c_bias,1 > 0, then u_t is c-quasi-critical, that is, c_bias,1‖P_tg_t‖ ≤ "
    "c_bias,2‖(I-P_t)g_t‖, if and only if f(u_t) ≥ 1/c.",
    formula=r"c_{\mathrm{bias},2}\|(I-P)g\| - c_{\mathrm{bias},1}\|Pg\| = c_{\mathrm{bias},2}\|Pg\|(f - c^{-1}), \quad "
    r"f = \tfrac{\|(I-P)g\|}{\|Pg\|},\ c = \tfrac{c_{\mathrm{bias},2}}{c_{\mathrm{bias},1}}",
    forall={
        "u_t, L, T": GRADIENTS,
        "c": family((F(1, 3), F(1), F(5, 2)), "c_bias,2/c_bias,1 > 0", search=tt.positive()),
        "c_bias,1": family((F(1), F(3, 4)), "positive numbers", search=tt.positive()),
    },
    given=[finite_kappa],
    reading="Both criteria are compared as numbers of one sign, here of squares. The proof has ‖P_tg_t‖ ≥ γ > 0 there; "
    "where P_tg_t = 0, f is not defined.",
    premises=["def:c_critical_point"],
    proof=proof.as_checked(PARTS, *proof.positive("c c_bias1")),
    mutants={"c for 1/c": {"by_f": lambda f, c: f - c}, "1 % less": {"by_f": lambda f, c: f - F(99, 100) / c}},
)
def criteria_agree(gradient, c, b1, *, by_f=lambda f, c: f - 1 / c):
    """With squares, so that everything stays rational."""
    return equal(*both_criteria(gradient.tangent, gradient.normal, c**2, b1**2, by_f), symbol="of that sign")


LOWERED = {"½‖v‖²": 0, "½‖v‖² - 300": 300}


@claim(
    "x:display-thm4.21-proof-processes",
    says="The processes Y_t = L(u_t), X_t and Z_t are nonnegative.",
    formula=r"Y_t := \mathcal{L}(u_t) \ge 0",
    forall={"L": family(LOWERED, "losses that are bounded below", search=tt.reals(0), effort=20)},
    gravity="fails only when read literally",
    finding="y-nonnegative",
    reading="(B) says L ≥ L_min,M, which may be negative; with Y_t = L(u_t) − L_min,M the sentence holds. X_t is not "
    "negative as long as u_t is not c-quasi-critical.",
    controls={"less L_min,M": {"floor": lambda lowest: lowest}},
)
def processes_are_nonnegative(lowered, *, floor=lambda _: 0):
    """All paths of the biased estimate from (20, 1), and the minimum (0, 1) of M."""
    law, constants = BIASED
    paths = tree(law, SHORT)
    X, Z = sums(paths, constants, SHORT)
    lowest = loss(0) - lowered
    yield at_least([loss(t) - lowered - floor(lowest) for path in (*paths, (0,)) for t in path], 0, "Y", symbol="Y_t")
    yield at_least(X, 0, "X", symbol="X_t")
    yield at_least(Z, 0, "Z", symbol="Z_t")


@claim(
    "x:display-thm4.21-proof-processes/given-the-future",
    says="From the time T on after which no iterate is c-quasi-critical, X_t, Y_t and Z_t satisfy the descent bound of "
    "Robbins and Siegmund.",
    formula=r"\mathbb{E}[Y_{t+1}\mid\mathcal{F}_t, u_{t+1} \text{ not } c\text{-quasi-critical}] \le Y_t - X_t + Z_t",
    forall={
        "u_t": family(
            [F(1), F(2), F(20)],
            "iterates (t, 1) that are not c-quasi-critical, c = 1/2",
            search=tt.reals(F(1, 2), 100, open=True),
        )
    },
    given=[*DESCENT, no_error],
    gravity="gap in a proof",
    finding="random-T",
    reading="T depends on the future. Checked is one step, given that the next iterate is not c-quasi-critical. "
    "Stopped at the first c-quasi-critical iterate, which is adapted, the processes have the bound.",
    controls={"stopped: all draws count": {"kept": lambda _: True}},
)
def future_breaks_the_bound(u, *, kept=lambda t: abs(t) > F(1, 2)):
    """From (1, 1) with s = 1/4 one biased draw leads to (0, 1), which is quasi-critical, the other to (7/4, 1)."""
    law, constants = BIASED
    after = [loss(each) for each in moves(law, u, F(1, 4)) if kept(each)]
    return at_most(sum(after) / len(after), loss(u) + bound(constants, F(1, 4), u), symbol="the mean of Y_{t+1}")
