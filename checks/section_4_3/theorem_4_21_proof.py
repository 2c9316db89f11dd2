r"""The proof of Theorem 4.21, its first half: descent and the processes of Robbins and Siegmund [x:thm-biased]."""

from fractions import Fraction as F

import theorytest as tt
from checks.hypotheses import bias_and_variance, controlled_retraction, finite_kappa, no_error, smooth_loss
from checks.instances.biased_coins import BIASED, COIN, LAWS, SHORT, any_law, bound, loss, moves, sums, tree
from checks.instances.pl_steps import GRADIENTS, Gradient
from theorytest import at_least, at_most, claim, equal, family, proof

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


@claim(
    "x:thm4.21-proof-infinitely-often",
    also=["x:thm4.21-proof-criterion"],
    says="If P_tg_t ≠ 0 and c > 0, then c_bias,1‖P_tg_t‖ ≤ c_bias,2‖(I-P_t)g_t‖ if and only if f(u_t) ≥ 1/c, that is, "
    "u_t is c-quasi-critical.",
    formula=r"c_{\mathrm{bias},2}\|(I-P)g\| - c_{\mathrm{bias},1}\|Pg\| = c_{\mathrm{bias},2}\|Pg\|(f - c^{-1}), \quad "
    r"f = \tfrac{\|(I-P)g\|}{\|Pg\|},\ c = \tfrac{c_{\mathrm{bias},2}}{c_{\mathrm{bias},1}}",
    forall={
        "u_t, L, T": GRADIENTS,
        "c": family((F(1, 3), F(1), F(5, 2)), "c_bias,2/c_bias,1 > 0", search=tt.positive()),
        "c_bias,1": family((F(1), F(3, 4)), "positive numbers", search=tt.positive()),
    },
    given=[finite_kappa],
    reading="Both criteria are compared as numbers of one sign, here of squares. Points that are visited for ever make "
    "an accumulation set, as their distance to the set is 0; where P_tg_t = 0 the first criterion and the definition "
    "hold, and f is not defined.",
    premises=["x:def-accumulation-set", "def:c_critical_point"],
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
