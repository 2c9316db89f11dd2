r"""The proof of Theorem 4.21: Σ Z_t and Σ X_t are finite, by bounded gradients and finite sums of s_t² and β_t.

X_t is nonnegative from a random time on, which need not be known at that time. So the sums end before the first X_t < 0
after any fixed time, from which t is counted: whether t is before it is known at t.
"""

from fractions import Fraction as F
from itertools import takewhile
from types import SimpleNamespace

import theorytest as tt
from checks import hypotheses as assume
from checks.instances import biased_coins as coins
from checks.instances.biased_coins import loss
from checks.instances.smooth_problems import vector
from checks.theory import symbolic_step as one
from checks.theory.series import last, nothing, summed
from theorytest import at_most, claim, family, proof
from theorytest.proof import mean

LOW = loss(0)  # on M, the points (t, y) with y ≥ 1
Y, P, Q, NOW = (proof.function(name, "≥0", random=True) for name in ("Y", "p", "q", "I"))  # ‖P_tg_t‖, ‖(I-P_t)g_t‖
# s ≥ 0, so that runs of finitely many steps are runs for all t: ‖s‖² is attained by them, where s > 0 would exceed it
(STEP, BETA), TOP = (proof.function(name, "≥0") for name in ("s", "β")), proof.maximum(*one.constants[2:])
G2, ALL_SQUARES, ALL_ERRORS = proof.nonnegative("G² ‖s‖² ‖β‖")
T, K = proof.integer("T", 0), one.L + one.C_R
WHOLE = K / 2 * TOP * G2


def x(t):
    return coins.spent(one.constants, STEP(t), P(t), Q(t))


def z(t):
    return coins.added(one.constants, K, STEP(t), P(t), Q(t)) + BETA(t)


(X, OF_X), (Z, OF_Z) = summed("ΣX", lambda t: NOW(t) * x(t), random=True), summed("ΣZ", z, random=True)
(S, OF_S), (B, OF_B) = summed("Σs²", lambda t: STEP(t) ** 2), summed("Σβ", BETA)
NONE = [nothing("Σs²", WHOLE), nothing("Σβ")]
FINITE = [proof.use("Σs_t² < ∞", WHOLE, at={"m": T}), proof.use("Σβ_t < ∞", at={"m": T})]


def known():
    """The descent bound before the stop, which is known at t; bounded gradients and finite sums."""
    k, m = proof.integer("k"), proof.integer("m", 0)
    return {
        **(OF_X | OF_Z | OF_S | OF_B),
        "the descent bound": proof.for_all(k, at_most(mean(NOW(k) * Y(k + 1)), mean(NOW(k) * (Y(k) - x(k) + z(k))))),
        "from some time on: until it ends": proof.for_all(k, at_most(NOW(k + 1), NOW(k))),
        "from some time on: or not": proof.for_all(k, at_most(NOW(k), 1)),
        "‖g_t‖ ≤ G": proof.for_all(k, at_most(P(k) ** 2 + Q(k) ** 2, G2)),
        "Σs_t² < ∞": proof.for_all(m, at_most(S(m), ALL_SQUARES)),
        "Σβ_t < ∞": proof.for_all(m, at_most(B(m), ALL_ERRORS)),
    }


def largest(mean=False):
    """Z_{T+1} ≤ (L + C_R)/2 max{c_var1, c_var2} G² s_{T+1}² + β_{T+1}, the last terms of the sums."""
    half = STEP(T + 1) ** 2 * K / 2
    return [
        proof.fact("max left", *one.constants[2:], times=half * P(T + 1) ** 2, mean=mean),
        proof.fact("max right", *one.constants[2:], times=half * Q(T + 1) ** 2, mean=mean),
        proof.use("‖g_t‖ ≤ G", half * TOP, at={"k": T + 1}, mean=mean),
        last("Σs²", T, WHOLE),
        last("Σβ", T),
    ]


def sums_on_symbols(*, share=1, most=lambda G: G, weight=1, lost=lambda total: total):
    """By induction over T: Z along every path, then the mean of X with that of Z, and with the two finite sums."""
    before, now, later = proof.use(proof.HYPOTHESIS), {"k": T + 1}, "from some time on: or not"
    descent = [
        proof.use("the descent bound", at=now),
        proof.use("from some time on: until it ends", Y(T + 2), at=now, mean=True),
        proof.use(later, z(T + 1), at=now, mean=True),
    ]
    first = proof.use(later, Y(1), at={"k": 1}, mean=True)
    no_x, last_x = nothing("ΣX", -1, mean=True), last("ΣX", T, -1, mean=True)
    along = proof.induction(T, base=[nothing("ΣZ", -1), *NONE], step=[before, last("ΣZ", T, -1), *largest()])
    both = [before, last_x, last("ΣZ", T, mean=True), *descent]
    alone = proof.induction(T, base=[first, no_x, *NONE], step=[before, last_x, *descent, *largest(mean=True)])
    upper, so_far = K / 2 * TOP * most(G2) * ALL_SQUARES + lost(ALL_ERRORS), WHOLE * S(T) + B(T)
    return proof.statement(
        [
            at_most(Z(T), upper),
            at_most(mean(NOW(T + 1) * Y(T + 1)) + weight * mean(X(T)), mean(Y(1) + share * Z(T))),
            at_most(mean(X(T)), mean(Y(1)) + upper),
        ],
        given=known(),
        by=[
            proof.lemma("so far", at_most(Z(T), so_far), by=along, then=[proof.use("so far"), *FINITE]),
            proof.induction(T, base=[first, no_x, nothing("ΣZ", mean=True)], step=both),
            proof.lemma(
                "so far",
                at_most(mean(NOW(T + 1) * Y(T + 1) + X(T)), mean(Y(1)) + so_far),
                by=alone,
                then=[proof.use("so far"), *FINITE],
            ),
        ],
    )


def accounts(scheme):
    """ΣZ_t along every path, the means of ΣX_t and of the last gap before the first X_t < 0, and what bounds them."""
    (law, constants), steps = scheme
    normals = coins.raised(len(steps))
    paths, lost = coins.tree(law, steps, normals), sum(coins.errors(normals))
    own, spent, left = [], [], []
    for path in paths:
        X, Z = coins.sums([path], constants, steps, normals)
        last = coins.spent(constants, 1, abs(path[-1]), normals[-1])
        kept = list(takewhile(lambda each: each >= 0, [*X, last]))
        own.append(sum(Z) + lost)
        spent.append(sum(kept[: len(X)]))
        left.append(loss(path[-1], normals[-1]) - LOW if len(kept) > len(X) else 0)
    return SimpleNamespace(
        **{"own": own, "Z": sum(own) / len(paths), "X": sum(spent) / len(paths), "left": sum(left) / len(paths)},
        **{"first": loss(coins.FAR) - LOW, "lost": lost},
        squares=max(2 * loss(t, y) for path in paths for t, y in zip(path, normals, strict=True)),
    )


def sums_at(scheme):
    """Every path, and the mean over all."""
    (_, constants), steps = scheme
    of, n = accounts(scheme), len(steps)
    setting = dict(zip(one.constants, constants, strict=True)) | {one.L: F(1, 3), one.C_R: F(2, 3), "T": n}
    setting |= {"G²": of.squares, "‖s‖²": sum(s**2 for s in steps), "‖β‖": of.lost}
    for total in of.own:
        yield setting | {"ΣZ": proof.along([total], n)}
    means = {"ΣX": proof.along([of.X], n), "ΣZ": proof.along([of.Z], n), mean(NOW(T + 1) * Y(T + 1)): of.left}
    means["Y"] = {1: of.first}.__getitem__
    yield setting | means
    yield setting | means


@claim(
    "x:thm4.21-proof-x-summable",
    kind="almost sure",
    says="If ‖g_t‖ ≤ G, Σs_t² < ∞ and Σβ_t < ∞, then ΣZ_t < ∞, and ΣX_t < ∞ almost surely where X_t ≥ 0 from some time "
    "on.",
    formula=r"\sum_tZ_t \le M := \tfrac{L+C_R}2\max\{c_{\mathrm{var},1},c_{\mathrm{var},2}\}G^2\sum_ts_t^2 "
    r"+ \sum_t\beta_t < \infty, \qquad \mathbb{E}\sum_{t<\nu}X_t \le Y_1 + M < \infty, \quad \nu = \min\{t: X_t < 0\}",
    forall={
        "Pⁿ, s": family(
            {
                "one step": (coins.COIN, coins.LONG[:1]),
                "biased": (coins.BIASED, coins.SHORT),
                "coin": (coins.COIN, coins.LONG),
                "biased, some paths are stopped": (coins.any_law(vector(1, 1), vector(3, -4)), coins.LONG),
            },
            "estimators and steps",
            search=tt.product(coins.LAWS.map(coins.any_law), tt.vectors((1, 2, 3), 0, 2, open=True)),
        ),
    },
    given=[
        *(assume.smooth_loss, assume.controlled_retraction, assume.bias_and_variance, assume.square_summable),
        *(assume.summable_errors, assume.bounded_gradients),
    ],
    reading="By the descent bound, for Y_t ≥ 0; s_t and β_t are numbers. Summed is X_t before the first X_t < 0 after "
    "a fixed time: as a finite mean makes the sum finite almost surely, ΣX_t < ∞ wherever X_t is never negative after "
    "it, for every such time.",
    tight="attained in one step by Z, and without a bias by X, with E Y_{T+1}",
    premises=["thm:descent_quasi_projection", "prop:RobbinsSiegmund"],
    proof=proof.compared(sums_on_symbols, sums_at),
    mutants={
        "half of the squared bound": {"most": lambda G: G / 2},
        "X and one twentieth": {"weight": F(21, 20)},
        "the errors left out": {"lost": lambda total: 0 * total},
    },
)
def sums_are_bounded(scheme, *, share=1, most=lambda G: G, weight=1, lost=lambda total: total):
    """All paths of up to six steps, with a retraction that raises the second coordinate, which is not estimated."""
    (_, constants), steps = scheme
    of = accounts(scheme)
    upper = most(of.squares) / 2 * max(constants[2:]) * sum(s**2 for s in steps) + lost(of.lost)
    yield at_most(of.own, upper, "Z", symbol="ΣZ_t along a path")
    yield at_most(of.left + weight * of.X, of.first + share * of.Z, "X", symbol="EY_{T+1} + EΣX_t")
    yield at_most(of.X, of.first + upper, "ΣX", symbol="EΣX_t")
