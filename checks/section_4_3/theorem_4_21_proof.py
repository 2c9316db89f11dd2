r"""The proof of Theorem 4.21, its first half: descent, Robbins-Siegmund, and what summability gives [x:thm-biased].

L = ½‖v‖² in R², T_t the first axis: g = (t, 1). Both estimates are a t + b with two equally likely (a, b).
"""

from fractions import Fraction

import theorytest as tt
from checks.hypotheses import (
    bias_and_variance,
    bounded_gradients,
    controlled_retraction,
    finite_kappa,
    no_error,
    smooth_loss,
)
from checks.instances.biased_worlds import BIASED as OUTCOMES
from checks.instances.biased_worlds import BIASED_CONSTANTS
from checks.instances.gradient_parts import GRADIENTS
from theorytest import at_least, at_most, claim, equal, family, repair

F = Fraction
COIN = ((1, 1), (1, -1)), (F(1), F(0), F(1), F(1))  # the law and the constants; no bias
BIASED = OUTCOMES, BIASED_CONSTANTS  # c = 1/2
DESCENT = [smooth_loss, controlled_retraction, bias_and_variance, no_error]


def bound(constants, step, t):
    """The right-hand side of the display without L(u_t), at (t, 1)."""
    b1, b2, v1, v2 = constants
    return -step * (b1 * abs(t) - b2) * abs(t) + step**2 / 2 * (v1 * t**2 + v2)


def moves(law, t, step):
    """The next t for both draws."""
    return [t - step * (a * t + b) for a, b in law]


def loss(t):
    """½‖(t, 1)‖²."""
    return (t**2 + 1) / F(2)


def second_steps():
    """By estimate and draw: u_1 after s = 1/2 from (1, 1), the other u_1, and the estimate."""
    found = {}
    for name, (law, constants) in {"coin": COIN, "biased": BIASED}.items():
        for t in (first := moves(law, F(1), F(1, 2))):
            found[f"{name}, u_1 = ({t}, 1)"] = t, first, law, constants
    return found


def any_second_step(a, b):
    """Two equally likely (a, b), with the constants of checks/instances/any_steps.py, after one draw from (1, 1)."""
    law, both = tuple(zip(a, b, strict=True)), abs(sum(a * b)) / 2
    constants = sum(a) / 2, abs(sum(b)) / 2, sum(a**2) / 2 + both, sum(b**2) / 2 + both
    first = moves(law, F(1), F(1, 2))
    return first[0], first, law, constants


LAWS = tt.product(tt.vectors(2, -5, 5), tt.vectors(2, -5, 5)).where(lambda a, _: sum(a) > 0, "c_bias1 > 0")
SECOND = {"Pⁿ, u_t": family(second_steps, "estimators and iterates", search=LAWS.map(any_second_step))}


@repair(
    "x:display-thm4.21-proof-descent/corrected",
    "x:display-thm4.21-proof-descent",
    by={"past": lambda u_t, _: [u_t]},
    says="E[L(u_{t+1}) | F_t] is at most L(u_t) plus the printed terms.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{t+1})\mid\mathcal{F}_t] \le \mathcal{L}(u_t) - s_t("
    r"c_{\mathrm{bias},1}\|P_tg_t\| - c_{\mathrm{bias},2}\|(I-P_t)g_t\|)\|P_tg_t\| + \dots",
    tight="attained by least squares",
    premises=["thm:descent_quasi_projection"],
    mutants={"the other iterate": {"past": lambda u_t, every: [t for t in every if t != u_t]}},
)
@claim(
    "x:display-thm4.21-proof-descent",
    says="E[L(u_{t+1}) | F_0] is at most L(u_t) plus the printed terms.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{t+1})\mid\mathcal{F}_0] \le \mathcal{L}(u_t) - \dots",
    forall=SECOND,
    given=DESCENT,
    gravity="misprint",
    finding="f0-for-ft",
)
def descent(state, *, past=lambda _, every: every):
    """t = 1 and s = 1/4; the coin at (0, 1) has the bound 17/32 against 43/64 given F_0."""
    u, every, law, constants = state
    s, known = F(1, 4), past(u, every)
    mean = sum(loss(t) for each in known for t in moves(law, each, s)) / (2 * len(known))
    return at_most(mean, loss(u) + bound(constants, s, u), symbol="the mean of L(u_2)")


@claim(
    "x:thm4.21-proof-infinitely-often",
    also=["x:thm4.21-proof-criterion"],
    says="If P_tg_t ≠ 0 and c > 0, then c_bias,1‖P_tg_t‖ ≤ c_bias,2‖(I-P_t)g_t‖ if and only if f(u_t) ≥ 1/c, that is, "
    "u_t is c-quasi-critical.",
    formula=r"c_{\mathrm{bias},1}\|Pg\| - c_{\mathrm{bias},2}\|(I-P)g\| \le 0 \iff \|Pg\| \le c\|(I-P)g\| \iff "
    r"f \ge c^{-1} \ (Pg\ne0,\ c>0)",
    forall={
        "u_t, L, T": GRADIENTS,
        "c": family((F(1, 3), F(1), F(5, 2)), "c_bias,2/c_bias,1 > 0", search=tt.positive()),
        "c_bias,1": family((F(1), F(3, 4)), "positive numbers", search=tt.positive()),
    },
    given=[finite_kappa],
    reading="Points that are visited for ever make an accumulation set, as their distance to the set is 0.",
    premises=["x:def-accumulation-set", "def:c_critical_point"],
    mutants={"f ≤ 1/c": {"by_f": lambda f, c: f <= 1 / c}, "f ≥ c": {"by_f": lambda f, c: f >= c}},
)
def criteria_agree(gradient, c, b1, *, by_f=lambda f, c: f >= 1 / c):
    """With squares, so that everything stays rational."""
    _, tangent, normal = gradient
    return equal(by_f(normal / tangent, c**2), b1**2 * tangent <= (c * b1) ** 2 * normal, symbol="whether it is one")


FAR = F(20)  # where the paths start, far from quasi-critical points
SHORT = [F(1, 40 * (k + 1)) for k in range(6)]
LONG = [F(1, k + 1) for k in range(6)]  # with the coin u_{T+1} is the mean of T signs: E Y_{T+1} = 1/(2T)


def tree(law, steps):
    """All paths of six steps, lists of t of probability 2^-6 each."""
    paths = [(FAR,)]
    for s in steps:
        paths = [(*path, t) for path in paths for t in moves(law, path[-1], s)]
    return paths


def sums(paths, constants, steps):
    """All X_t and Z_t."""
    b1, b2, v1, v2 = constants
    rows = [(s, abs(t)) for path in paths for s, t in zip(steps, path[:-1], strict=True)]
    return [s * (b1 * t - b2) * t for s, t in rows], [s**2 / 2 * (v1 * t**2 + v2) for s, t in rows]


LOWERED = {"½‖v‖²": 0, "½‖v‖² - 300": 300}
BOUNDED = {"L": family(LOWERED, "losses that are bounded below", search=tt.reals(0))}


@repair(
    "x:display-thm4.21-proof-processes/corrected",
    "x:display-thm4.21-proof-processes",
    by={"floor": lambda lowest: lowest},
    says="Y_t = L(u_t) - L_min,M and Z_t are nonnegative, and so is X_t before the first c-quasi-critical iterate.",
    formula=r"Y_t := \mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \ge 0, \quad X_t \ge 0, \quad Z_t \ge 0",
    tight="attained at the minimum",
    mutants={"2 more than L_min,M": {"floor": lambda lowest: lowest + 2}, "c_bias,2 = 50": {"c_bias2": F(50)}},
)
@claim(
    "x:display-thm4.21-proof-processes",
    says="The processes Y_t = L(u_t), X_t and Z_t are nonnegative.",
    formula=r"Y_t := \mathcal{L}(u_t) \ge 0",
    forall=BOUNDED,
    gravity="fails only when read literally",
    finding="y-nonnegative",
    reading="(B) says L ≥ L_min,M, which may be negative; adding a constant to L mends it.",
)
def processes_are_nonnegative(lowered, *, floor=lambda _: 0, c_bias2=None):
    """All paths of the biased estimate from (20, 1), and the minimum (0, 1) of M."""
    law, (b1, b2, *v) = BIASED
    paths = tree(law, SHORT)
    X, Z = sums(paths, (b1, b2 if c_bias2 is None else c_bias2, *v), SHORT)
    lowest = loss(0) - lowered
    yield at_least([loss(t) - lowered - floor(lowest) for path in (*paths, (0,)) for t in path], 0, "Y", symbol="Y_t")
    yield at_least(X, 0, "X", symbol="X_t")
    yield at_least(Z, 0, "Z", symbol="Z_t")


FAR_OUT = "iterates (t, 1) that are not c-quasi-critical, c = 1/2"
OUTSIDE = {"u_t": family([F(1), F(2), F(20)], FAR_OUT, search=tt.reals(F(1, 2), 100, open=True))}


@repair(
    "x:display-thm4.21-proof-processes/stopped",
    "x:display-thm4.21-proof-processes/given-the-future",
    by={"kept": lambda _: True},
    says="Stopped at the first c-quasi-critical iterate after a fixed time, X_t, Y_t and Z_t satisfy the descent bound "
    "of Robbins and Siegmund.",
    formula=r"\mathbb{E}[Y_{t+1}\mid\mathcal{F}_t] \le Y_t - X_t + Z_t \text{ before } u_t \text{ is } "
    r"c\text{-quasi-critical}",
    reading="A stopping time is adapted: as long as u_t is not c-quasi-critical, all draws count.",
    mutants={"one draw": {"kept": lambda t: abs(t) > F(1, 2)}},
)
@claim(
    "x:display-thm4.21-proof-processes/given-the-future",
    says="From the time T on after which no iterate is c-quasi-critical, X_t, Y_t and Z_t satisfy the descent bound of "
    "Robbins and Siegmund.",
    formula=r"\mathbb{E}[Y_{t+1}\mid\mathcal{F}_t, u_{t+1} \text{ not } c\text{-quasi-critical}] \le Y_t - X_t + Z_t",
    forall=OUTSIDE,
    given=DESCENT,
    gravity="gap in a proof",
    finding="random-T",
    reading="T depends on the future. Checked is one step, given that the next iterate is not c-quasi-critical.",
)
def future_breaks_the_bound(u, *, kept=lambda t: abs(t) > F(1, 2)):
    """From (1, 1) with s = 1/4 one biased draw leads to (0, 1), which is quasi-critical, the other to (7/4, 1)."""
    law, constants = BIASED
    after = [loss(each) for each in moves(law, u, F(1, 4)) if kept(each)]
    return at_most(sum(after) / len(after), loss(u) + bound(constants, F(1, 4), u), symbol="the mean of Y_{t+1}")


@claim(
    "x:thm4.21-proof-x-summable",
    says="If ‖g_t‖ ≤ G and β_t = 0, then ΣZ_t ≤ (L+C_R)/2 max{c_var,1, c_var,2} G² Σs_t², and, for Y_t ≥ 0, "
    "EΣX_t ≤ Y_1 + EΣZ_t.",
    formula=r"\sum_tZ_t \le \tfrac{L+C_R}2\max\{c_{\mathrm{var},1},c_{\mathrm{var},2}\}G^2\sum_ts_t^2, "
    r"\qquad \mathbb{E}\,Y_{T+1} + \mathbb{E}\sum_{t\le T}X_t \le Y_1 + \mathbb{E}\sum_{t\le T}Z_t",
    forall={
        "Pⁿ, s": family({"biased": (*BIASED, SHORT), "coin": (*COIN, LONG)}, "estimators and steps"),
    },
    given=[*DESCENT, bounded_gradients],
    reading="Errors β_t add Σβ_t to both bounds; all sums are up to T.",
    tight="attained without a bias, with E Y_{T+1}",
    premises=["x:display-thm4.21-proof-descent/corrected", "prop:RobbinsSiegmund"],
    mutants={
        "without Z": {"share": 0},
        "half of the squared bound": {"most": lambda G: G / 2},
        "X and one twentieth": {"weight": F(21, 20)},
    },
)
def sums_are_bounded(scheme, *, share=1, most=lambda G: G, weight=1):
    """All paths of six steps. The coin spends its gap: 400.8 of the 400.9 that Y_1 and Z allow are X."""
    law, constants, steps = scheme
    paths = tree(law, steps)
    X, Z = (sum(each) / len(paths) for each in sums(paths, constants, steps))
    squared = most(max(t**2 + 1 for path in paths for t in path))  # G²
    bounds = squared / 2 * max(constants[2:]) * sum(s**2 for s in steps)
    own = [sum(sums([path], constants, steps)[1]) for path in paths]
    yield at_most(own, bounds, "Z", symbol="ΣZ_t along a path")
    left = sum(loss(path[-1]) - loss(0) for path in paths) / len(paths)
    yield at_most(left + weight * X, loss(FAR) - loss(0) + share * Z, "X", symbol="EY_{T+1} + EΣX_t")
