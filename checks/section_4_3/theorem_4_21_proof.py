r"""The proof of Theorem 4.21, its first half: descent and the processes of Robbins and Siegmund [x:thm-biased]."""

from fractions import Fraction as F

import theorytest as tt
from checks.hypotheses import bias_and_variance, controlled_retraction, finite_kappa, no_error, smooth_loss
from checks.instances.biased_coins import (
    BIASED,
    COIN,
    LAWS,
    SHORT,
    added,
    any_law,
    bound,
    loss,
    moves,
    spent,
    sums,
    tree,
)
from checks.instances.pl_steps import GRADIENTS, Gradient
from checks.theory import symbolic_step as one
from theorytest import at_least, at_most, claim, equal, family, more_than, proof, repair

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


def descent_on_symbols(*, past=lambda _, every: every, share=1):
    """Theorem 4.1; the mean over other iterates than u_t is any number."""
    K, parts = one.L + one.C_R, (one.s, one.tangent, one.normal)
    means = [(proof.mean(one.after), proof.real("E[L(u_{t+1})|u']"))[i] for i in past(0, [0, 1])]
    change = share * added(one.constants, K, *parts) - spent(one.constants, *parts) + one.beta
    given = {"(CR)": one.retracted(), "(LS)": one.smooth(), "(BBV): bias": one.aligned()}
    return proof.statement(
        at_most(sum(means) / len(means), one.now + change),
        given=given | {"(BBV): variance": one.of_bounded_variance()},
        by=[
            *(proof.use(name, mean=True) for name in ("(CR)", "(LS)")),
            proof.use("(BBV): bias", one.s),
            proof.use("(BBV): variance", one.s**2 * K / 2),
        ],
    )


def descent_at(state):
    (u, _, law, constants), s = state, F(1, 4)
    known = dict(zip(one.constants, constants, strict=True)) | {one.L: F(1, 3), one.C_R: F(2, 3), one.beta: 0, one.s: s}
    after = sum(loss(t) for t in moves(law, u, s)) / 2
    return known | {one.tangent: abs(u), one.normal: 1, one.now: loss(u), proof.mean(one.after): after}


@repair(
    "x:display-thm4.21-proof-descent/corrected",
    "x:display-thm4.21-proof-descent",
    by={"past": lambda u_t, _: [u_t]},
    says="E[L(u_{t+1}) | F_t] is at most L(u_t) plus the printed terms.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{t+1})\mid\mathcal{F}_t] \le \mathcal{L}(u_t) - s_t("
    r"c_{\mathrm{bias},1}\|P_tg_t\| - c_{\mathrm{bias},2}\|(I-P_t)g_t\|)\|P_tg_t\| + s_t^2\tfrac{L+C_R}2("
    r"c_{\mathrm{var},1}\|P_tg_t\|^2 + c_{\mathrm{var},2}\|(I-P_t)g_t\|^2) + \beta_t",
    tight="attained by least squares",
    premises=["thm:descent_quasi_projection"],
    proof=proof.compared(descent_on_symbols, descent_at),
    mutants={
        "the other iterate": {"past": lambda u_t, every: [t for t in every if t != u_t]},
        "two per cent less of the terms of order s_t²": {"share": F(49, 50)},
    },
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
def descent(state, *, past=lambda _, every: every, share=1):
    """t = 1, s = 1/4 and β = 0; the coin at (0, 1) has the bound 17/32 against 43/64 given F_0."""
    u, every, law, constants = state
    s, known = F(1, 4), past(u, every)
    mean = sum(loss(t) for each in known for t in moves(law, each, s)) / (2 * len(known))
    change = bound(constants, s, u) + (share - 1) * added(constants, 1, s, abs(u), 1)
    return at_most(mean, loss(u) + change, symbol="the mean of L(u_2)")


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


def processes_on_symbols(*, floor=lambda _: 0, c_bias2=None):
    """(B), and what it means not to be c-quasi-critical."""
    (b1, b2, *_), lowest = one.constants, proof.real("L_min")
    parts, b2_of_x = (one.s, one.tangent, one.normal), b2 if c_bias2 is None else c_bias2
    name = "u_t is not c-quasi-critical"
    return proof.statement(
        [
            at_least(one.now - floor(lowest), 0),
            at_least(spent((b1, b2_of_x), *parts), 0),
            at_least(added(one.constants, one.L + one.C_R, *parts) + one.beta, 0),
        ],
        given={"(B)": at_least(one.now, lowest), name: more_than(b1 * one.tangent, b2 * one.normal)},
        by=[[proof.use("(B)")], [proof.use(name, one.s * one.tangent)], None],
    )


def processes_at(lowered):
    """Every seventh Y_t, X_t and Z_t of the check; L + C_R = 1."""
    law, known = BIASED
    paths, lowest = tree(law, SHORT), proof.real("L_min")
    Y = [{one.now: loss(t) - lowered, lowest: loss(0) - lowered} for path in (*paths, (0,)) for t in path]
    steps = [(s, abs(t)) for path in paths for s, t in zip(SHORT, path[:-1], strict=True)]
    common = dict(zip(one.constants, known, strict=True)) | {one.L: F(1, 3), one.C_R: F(2, 3), one.beta: 0}
    rows = [common | {one.s: s, one.tangent: t, one.normal: 1} for s, t in steps]
    return [None if i % 7 else each for part in (Y, rows, rows) for i, each in enumerate(part)]


@repair(
    "x:display-thm4.21-proof-processes/corrected",
    "x:display-thm4.21-proof-processes",
    by={"floor": lambda lowest: lowest},
    says="Y_t = L(u_t) - L_min,M and Z_t are nonnegative, and so is X_t before the first c-quasi-critical iterate.",
    formula=r"Y_t := \mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \ge 0, \quad X_t \ge 0, \quad Z_t \ge 0",
    reading="By (B), and for X_t as long as u_t is not c-quasi-critical.",
    tight="attained at the minimum",
    proof=proof.compared(processes_on_symbols, processes_at),
    mutants={"2 more than L_min,M": {"floor": lambda lowest: lowest + 2}, "c_bias,2 = 50": {"c_bias2": F(50)}},
)
@claim(
    "x:display-thm4.21-proof-processes",
    says="The processes Y_t = L(u_t), X_t and Z_t are nonnegative.",
    formula=r"Y_t := \mathcal{L}(u_t) \ge 0",
    forall={"L": family(LOWERED, "losses that are bounded below", search=tt.reals(0), effort=20)},
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
