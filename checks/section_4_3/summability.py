r"""The proof of Theorem 4.21, second case: what a finite sum Σ s_t x_t gives when Σ s_t = ∞ [x:thm4.21-proof-limit]."""

from fractions import Fraction

import theorytest as tt
from checks.hypotheses import positive
from theorytest import at_most, claim, equal, family, horizon, repair, threshold

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
SEQUENCES = {
    "x_t, ‖P_tg_t‖, s_t": family(PAIRS, "positive differences, projected gradients of at least γ, steps; s_t = 1/t"),
    "t": horizon,
}


PERIODIC = tt.same_size(tt.vectors((1, 2, 3), 0, 10), tt.vectors((1, 2, 3), 0, 10)).map(
    lambda x, more: (lambda t: x[t % len(x)], lambda t: GAMMA + more[t % len(more)])
)


@claim(
    "x:display-thm4.21-proof-weighted-sum",
    also=["x:thm4.21-proof-case2", "x:display-thm4.21-proof-positive"],
    says="If ‖P_tg_t‖ ≥ γ > 0 and all differences are positive, then Σs_t(c_bias,1‖P_tg_t‖ - c_bias,2‖(I-P_t)g_t‖) is "
    "at most ΣX_t/γ.",
    formula=r"\|P_tg_t\| \ge \gamma \implies \sum_ts_t(c_{\mathrm{bias},1}\|P_tg_t\| - c_{\mathrm{bias},2}"
    r"\|(I-P_t)g_t\|) \le \gamma^{-1}\sum_tX_t",
    forall={
        "x_t, ‖P_tg_t‖, s_t": family(PAIRS, "positive differences, projected gradients of at least γ", search=PERIODIC),
        "t": horizon,
    },
    given=[positive],
    reading="If 0 is not an accumulation point of ‖P_tg_t‖, such a γ exists from some time on.",
    tight="approached when the projected gradients stay near γ",
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
    says="If x_t ≥ 0, ‖P_tg_t‖ ≥ γ > 0, Σs_tx_t < ∞ and Σs_t = ∞, then liminf x_t = 0, and f(u_t) tends to 1/c along a "
    "subsequence.",
    formula=r"\min_{t\le\tau}x_t \le \frac{\sum_{t\le\tau}s_tx_t}{\sum_{t\le\tau}s_t}, \qquad "
    r"|f(u_t)-c^{-1}| = \frac{x_t}{c\|P_tg_t\|} \le \frac{x_t}{c\gamma}",
    mutants={"the sum of x_t without weights": {"step": lambda _: F(1)}, "f without c": {"scale": F(1)}},
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
def differences_vanish(pair, *, extreme=max, step=lambda t: F(1, t), scale=C):
    """x_t = 1 at t = 2^k returns for ever, and f with it to 0 instead of 1/c = 4/3."""
    (x, p), times = pair, range(1, N + 1)
    total = sum(step(t) * x(t) for t in times)
    yield at_most(total, threshold(4), "a finite sum", until=N, symbol="Σs_tx_t")
    late = times[N // 2 :]
    yield at_most(extreme(x(t) for t in late), threshold(F(1, 100)), "late", until=N, symbol="x_t, late")
    distance = [abs((p(t) - x(t)) / (C * p(t)) - 1 / C) for t in late]  # |f - 1/c|
    yield at_most(extreme(distance), threshold(F(1, 50)), "the ratio", until=N, symbol="|f - 1/c|, late")
    yield equal(distance, [x(t) / (scale * p(t)) for t in late], "f", symbol="|f - 1/c|")
