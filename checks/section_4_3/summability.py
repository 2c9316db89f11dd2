r"""The proof of Theorem 4.21: sums of X_t and Z_t, and what a finite sum Σ s_t x_t gives when Σ s_t = ∞."""

from fractions import Fraction
from itertools import accumulate

import theorytest as tt
from checks.hypotheses import (
    bias_and_variance,
    bounded_gradients,
    controlled_retraction,
    no_error,
    positive,
    smooth_loss,
)
from checks.instances.biased_coins import (
    BIASED,
    COIN,
    FAR,
    LAWS,
    LONG,
    SHORT,
    added,
    any_law,
    loss,
    spent,
    sums,
    tree,
)
from checks.theory import symbolic_step as one
from checks.theory.sums import last, nothing, summed
from theorytest import at_least, at_most, claim, family, horizon, proof, repair, threshold

F = Fraction
N = 512
GAMMA, C = F(1, 2), F(3, 4)  # the lower bound of ‖P g‖, and c = c_bias2 / c_bias1


def returning(t):
    """x_t = 1 at the powers of two and 1/t elsewhere: Σ x_t / t ≤ Σ 2^-k + Σ t^-2 < 4."""
    return F(1) if t & (t - 1) == 0 else F(1, t)


# x_t = ‖P g‖ - c ‖(I - P) g‖ > 0 and p_t = ‖P g‖ ≥ γ, from some time on; s_t = 1/t
PAIRS = {
    "falling": (lambda t: F(1, t), lambda t: GAMMA + F(1, t)),
    "near gamma": (lambda t: F(1, t), lambda t: GAMMA + F(1, t**4)),
    "returning": (returning, lambda _: F(1)),
    "back and forth": (lambda t: F(1, t**2), lambda t: GAMMA + F(t % 2)),
}
# not searched: which sums are finite is known by hand
SEQUENCES = {
    "x_t, ‖P_tg_t‖, s_t": family(PAIRS, "positive differences, projected gradients of at least γ, steps; s_t = 1/t"),
    "t": horizon,
}


PERIODIC = tt.same_size(tt.vectors((1, 2, 3), 0, 10), tt.vectors((1, 2, 3), 0, 10)).map(
    lambda x, more: (lambda t: x[t % len(x)], lambda t: GAMMA + more[t % len(more)])
)


def weighted_sum_on_symbols(*, gamma=GAMMA):
    """Σ s_t x_t (‖P_tg_t‖/γ - 1) is nonnegative, by induction."""
    least, n, k = proof.positive("γ"), proof.integer("T", 0), proof.integer("k")
    s, x, p = (proof.function(name, "≥0") for name in ("s", "x", "‖Pg‖"))
    V, of_v = summed("V", lambda t: s(t) * x(t))
    X, of_x = summed("X", lambda t: s(t) * x(t) * p(t))
    now = proof.use("‖P_tg_t‖ ≥ γ", s(n + 1) * x(n + 1) / least, at={"k": n + 1})
    return proof.statement(
        at_most(V(n), X(n) / (gamma / GAMMA * least)),
        given=of_v | of_x | {"‖P_tg_t‖ ≥ γ": proof.for_all(k, at_least(p(k), least))},
        by=proof.induction(
            n,
            base=[nothing("V", -1), nothing("X", 1 / least)],
            step=[proof.use(proof.HYPOTHESIS), last("V", n, -1), last("X", n, 1 / least), now],
        ),
    )


def weighted_sum_at(pair):
    (x, p), times = pair, range(5, N)
    totals = sum(x(t) / t for t in times), sum(x(t) * p(t) / t for t in times)
    V, X = (proof.along([total], N) for total in totals)
    return {"T": N, "V": V, "X": X, "γ": GAMMA}


@claim(
    "x:display-thm4.21-proof-weighted-sum",
    also=["x:thm4.21-proof-case2", "x:display-thm4.21-proof-positive"],
    says="If ‖P_tg_t‖ ≥ γ > 0 and all differences are positive, then Σs_t(c_bias,1‖P_tg_t‖ - c_bias,2‖(I-P_t)g_t‖) is "
    "at most ΣX_t/γ.",
    formula=r"\|P_tg_t\| \ge \gamma \implies \sum_ts_t(c_{\mathrm{bias},1}\|P_tg_t\| - c_{\mathrm{bias},2}"
    r"\|(I-P_t)g_t\|) \le \gamma^{-1}\sum_tX_t",
    forall={
        "x_t, ‖P_tg_t‖, s_t": family(
            PAIRS, "positive differences, projected gradients of at least γ = 1/2, steps; s_t = 1/t", search=PERIODIC
        ),
        "t": horizon,
    },
    given=[positive],
    reading="If 0 is not an accumulation point of ‖P_tg_t‖, such a γ exists from some time on.",
    tight="approached when the projected gradients stay near γ",
    proof=proof.compared(weighted_sum_on_symbols, weighted_sum_at),
    mutants={"γ 5 % larger": {"gamma": F(21, 20) * GAMMA}},
)
def weighted_sum_is_finite(pair, *, gamma=GAMMA):
    (x, p), times = pair, range(5, N)
    weighted, X = sum(x(t) / t for t in times), sum(x(t) * p(t) / t for t in times)
    return at_most(weighted, X / gamma, until=N, symbol="the weighted sum")


@repair(
    "x:thm4.21-proof-limit/corrected",
    "x:thm4.21-proof-limit",
    by={"extreme": min},
    kind="almost sure",
    says="Let x_t = ‖P_tg_t‖−c‖(I−P_t)g_t‖ ≥ 0, c > 0, ‖P_tg_t‖ ≥ γ > 0. If Σs_tx_t < ∞ = Σs_t, a "
    "subsequence has x_t → 0 and f(u_t) → 1/c.",
    formula=r"\min_{t\le\tau}x_t \le \frac{\sum_{t\le\tau}s_tx_t}{\sum_{t\le\tau}s_t}, \qquad "
    r"|f(u_t)-c^{-1}| \le \frac{x_t}{c\gamma}",
    mutants={
        "the sum of x_t without weights": {"step": lambda _: F(1)},
        "f without c": {"scale": F(1)},
        "two per cent less of the mean": {"share": F(49, 50)},
    },
)
@claim(
    "x:thm4.21-proof-limit",
    also=["x:thm4.21-proof-ratio-limit"],
    says="If x_t > 0, Σs_tx_t < ∞ and Σs_t = ∞, then x_t tends to 0, and f(u_t) to 1/c.",
    formula=r"\sum_ts_tx_t < \infty,\ \sum_ts_t = \infty \implies x_t \to 0",
    forall=SEQUENCES,
    given=[positive],
    gravity="gap in a proof",
    finding="sum-no-limit",
    reading="x_t = ‖P_tg_t‖ - c‖(I-P_t)g_t‖.",
)
def differences_vanish(pair, *, extreme=max, step=lambda t: F(1, t), scale=C, share=1):
    """x_t = 1 at t = 2^k returns for ever, and f with it to 0 instead of 1/c = 4/3."""
    (x, p), times = pair, range(1, N + 1)
    totals = list(accumulate(step(t) * x(t) for t in times))
    yield at_most(totals[-1], threshold(4), "a finite sum", until=N, symbol="Σs_tx_t")
    means = [share * total / weight for total, weight in zip(totals, accumulate(map(step, times)), strict=True)]
    yield at_most(list(accumulate(map(x, times), min)), means, "the least", until=N, symbol="the least x_t so far")
    late = times[N // 2 :]
    yield at_most(extreme(x(t) for t in late), threshold(F(1, 100)), "late", until=N, symbol="x_t, late")
    distance = [abs((p(t) - x(t)) / (C * p(t)) - 1 / C) for t in late]  # |f - 1/c|
    yield at_most(extreme(distance), threshold(F(1, 50)), "the ratio", until=N, symbol="|f - 1/c|, late")
    yield at_most(distance, [x(t) / (scale * GAMMA) for t in late], "f", until=N, symbol="|f - 1/c|")


def sums_on_symbols(*, share=1, most=lambda G: G, weight=1):
    """Both by induction over T; p = ‖P_tg_t‖ and q = ‖(I-P_t)g_t‖ are random."""
    b, K, G2, T, k = one.constants, one.L + one.C_R, proof.nonnegative("G²"), proof.integer("T", 0), proof.integer("k")
    Y, p, q = (proof.function(name, "≥0", random=True) for name in ("Y", "p", "q"))
    s, top, before = proof.function("s", ">0"), proof.maximum(b[2], b[3]), proof.use(proof.HYPOTHESIS)
    x, z = (lambda t: spent(b, s(t), p(t), q(t))), (lambda t: added(b, K, s(t), p(t), q(t)))
    (X, of_x), (Z, of_z) = summed("ΣX", x, random=True), summed("ΣZ", z, random=True)
    S, of_s = summed("Σs²", lambda t: s(t) ** 2)
    half, whole = s(T + 1) ** 2 * K / 2, K / 2 * top * G2
    largest = [
        proof.fact("max left", b[2], b[3], times=half * p(T + 1) ** 2),
        proof.fact("max right", b[2], b[3], times=half * q(T + 1) ** 2),
        proof.use("‖g_t‖ ≤ G", half * top, at={"k": T + 1}),
    ]
    both = [last("ΣX", T, -1, mean=True), last("ΣZ", T, mean=True), proof.use("the descent bound", at={"k": T + 1})]
    return proof.statement(
        [
            at_most(Z(T), K / 2 * top * most(G2) * S(T)),
            at_most(proof.mean(Y(T + 1) + weight * X(T)), proof.mean(Y(1) + share * Z(T))),
        ],
        given={
            **(of_x | of_z | of_s),
            "the descent bound": proof.for_all(k, at_most(proof.mean(Y(k + 1)), proof.mean(Y(k) - x(k) + z(k)))),
            "‖g_t‖ ≤ G": proof.for_all(k, at_most(p(k) ** 2 + q(k) ** 2, G2)),
        },
        by=[
            proof.induction(
                T,
                base=[nothing("ΣZ", -1), nothing("Σs²", whole)],
                step=[before, last("ΣZ", T, -1), last("Σs²", T, whole), *largest],
            ),
            proof.induction(T, base=[nothing("ΣX", -1, mean=True), nothing("ΣZ", mean=True)], step=[before, *both]),
        ],
    )


def sums_at(scheme):
    """Every path, and the mean over all."""
    (law, constants), steps = scheme
    paths, T = tree(law, steps), len(steps)
    known = dict(zip(one.constants, constants, strict=True)) | {one.L: F(1, 3), one.C_R: F(2, 3), "T": T}
    known |= {"G²": max(t**2 + 1 for path in paths for t in path), "Σs²": proof.along([sum(s**2 for s in steps)], T)}
    for path in paths:
        yield known | {"ΣZ": proof.along([sum(sums([path], constants, steps)[1])], T)}
    spent_, added_ = (sum(each) / len(paths) for each in sums(paths, constants, steps))
    gaps = {1: loss(FAR) - loss(0), T + 1: sum(loss(path[-1]) - loss(0) for path in paths) / len(paths)}
    yield {"T": T, "Y": gaps.__getitem__, "ΣX": proof.along([spent_], T), "ΣZ": proof.along([added_], T)}


@claim(
    "x:thm4.21-proof-x-summable",
    says="If ‖g_t‖ ≤ G and β_t = 0, then ΣZ_t ≤ (L+C_R)/2 max{c_var,1, c_var,2} G² Σs_t², and, for Y_t ≥ 0, "
    "EΣX_t ≤ Y_1 + EΣZ_t.",
    formula=r"\sum_tZ_t \le \tfrac{L+C_R}2\max\{c_{\mathrm{var},1},c_{\mathrm{var},2}\}G^2\sum_ts_t^2, "
    r"\qquad \mathbb{E}\,Y_{T+1} + \mathbb{E}\sum_{t\le T}X_t \le Y_1 + \mathbb{E}\sum_{t\le T}Z_t",
    forall={
        "Pⁿ, s": family(
            {"biased": (BIASED, SHORT), "coin": (COIN, LONG)},
            "estimators and steps",
            search=tt.product(LAWS.map(any_law), tt.vectors((1, 2, 3), 0, 2, open=True)),
        ),
    },
    given=[smooth_loss, controlled_retraction, bias_and_variance, no_error, bounded_gradients],
    reading="From the descent bound E[Y_{t+1}|F_t] ≤ Y_t - X_t + Z_t. Errors β_t add Σβ_t to both bounds; all sums are "
    "up to T. Only these bounds are proved: where X_t ≥ 0 and s ∈ ℓ², monotone convergence then gives ΣX_t < ∞ almost "
    "surely, as the paper says.",
    tight="attained without a bias, with E Y_{T+1}",
    premises=["x:display-thm4.21-proof-descent/corrected", "prop:RobbinsSiegmund"],
    proof=proof.compared(sums_on_symbols, sums_at),
    mutants={"half of the squared bound": {"most": lambda G: G / 2}, "X and one twentieth": {"weight": F(21, 20)}},
)
def sums_are_bounded(scheme, *, share=1, most=lambda G: G, weight=1):
    """All paths of six steps. The coin spends its gap: 400.8 of the 400.9 that Y_1 and Z allow are X."""
    (law, constants), steps = scheme
    paths = tree(law, steps)
    X, Z = (sum(each) / len(paths) for each in sums(paths, constants, steps))
    squared = most(max(t**2 + 1 for path in paths for t in path))  # G²
    bounds = squared / 2 * max(constants[2:]) * sum(s**2 for s in steps)
    own = [sum(sums([path], constants, steps)[1]) for path in paths]
    yield at_most(own, bounds, "Z", symbol="ΣZ_t along a path")
    left = sum(loss(path[-1]) - loss(0) for path in paths) / len(paths)
    yield at_most(left + weight * X, loss(FAR) - loss(0) + share * Z, "X", symbol="EY_{T+1} + EΣX_t")
