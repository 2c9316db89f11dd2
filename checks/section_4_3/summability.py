r"""The proof of Theorem 4.21: what a finite sum Σ s_t x_t gives when Σ s_t = ∞."""

from fractions import Fraction as F
from itertools import accumulate

import theorytest as tt
from checks.hypotheses import positive
from checks.theory.series import last, nothing, summed
from theorytest import at_least, at_most, claim, family, horizon, proof, repair, threshold

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


def lonely(a, base, more):
    """x_t = a at the powers of a number and 1/t elsewhere, so that Σ x_t/t ≤ 2a + π²/6 < 4 for a ≤ 1."""
    powers = {base**k for k in range(10)}
    return lambda t: a if t in powers else F(1, t), lambda _: GAMMA + more


SEQUENCES = {
    "x_t, ‖P_tg_t‖, s_t": family(
        PAIRS,
        "positive differences, projected gradients of at least γ, steps; s_t = 1/t",
        search=tt.product(tt.reals(0, 1), tt.integers(2, 5), tt.reals(0)).map(
            lonely, says="1/t, but for one value at the powers of 2, 3, 4 or 5"
        ),
        effort=50,
    ),
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


ENDS = (6, N // 10, N)


def partial_sums(pair, end):
    """Σ s_t x_t and Σ X_t from t = 5 on."""
    (x, p), times = pair, range(5, end)
    return sum(x(t) / t for t in times), sum(x(t) * p(t) / t for t in times)


def weighted_sum_at(pair):
    """At the ends of the sums."""
    for end in ENDS:
        V, X = (proof.along([total], end) for total in partial_sums(pair, end))
        yield {"T": end, "V": V, "X": X, "γ": GAMMA}


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
    sums = [partial_sums(pair, end) for end in ENDS]
    weighted, bounds = [each for each, _ in sums], [X / gamma for _, X in sums]
    return at_most(weighted, bounds, until=N, symbol="the weighted sum")


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
