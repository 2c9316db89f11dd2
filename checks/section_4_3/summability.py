r"""The proof of Theorem 4.21, second case: what a finite sum Σ s_t x_t gives when Σ s_t = ∞ [x:thm4.21-proof-limit]."""

from __future__ import annotations

from fractions import Fraction

from theorytest import at_most, claim, equal, repair
from theorytest.decisions.horizon import on_horizon

F = Fraction
N = 512
GAMMA, C = F(1, 2), F(3, 4)  # the lower bound of ‖P g‖, and c = c_bias2 / c_bias1


def is_power(t):
    """Whether t = 1, 2, 4, 8, ..."""
    return t & (t - 1) == 0


def returning(t):
    """x_t = 1 at the powers of two and 1/t elsewhere: Σ x_t / t ≤ Σ 2^-k + Σ t^-2 < 4."""
    return F(1) if is_power(t) else F(1, t)


# x_t = ‖P g‖ - c ‖(I - P) g‖ > 0 and p_t = ‖P g‖ ≥ γ, from some time on
PAIRS = {
    "falling": (lambda t: F(1, t), lambda t: GAMMA + F(1, t)),
    "near gamma": (lambda t: F(1, t), lambda t: GAMMA + F(1, t**4)),
    "returning": (returning, lambda _: F(1)),
    "back and forth": (lambda t: F(1, t**2), lambda t: GAMMA + F(t % 2)),
}


@claim(
    "x:display-thm4.21-proof-weighted-sum",
    also=["x:thm4.21-proof-case2", "x:display-thm4.21-proof-positive"],
    kind="inequality",
    says="Projected gradients without the accumulation point 0 are at least some gamma > 0 from a time on; then "
    "the weighted sum of the differences is at most the sum of X over gamma c_bias1.",
    formula=r"\|P_tg_t\| \ge \gamma \implies \sum_ts_t(c_{\mathrm{bias},1}\|P_tg_t\| - c_{\mathrm{bias},2}"
    r"\|(I-P_t)g_t\|) \le \gamma^{-1}\sum_tX_t",
    tight="approached when the projected gradients stay near gamma",
    mutants={
        "share x 0.9": {"share": 0.9},
        "0 is an accumulation point": {"pairs": {"falling": (lambda t: F(1, t), lambda t: F(1, t))}},
        "a larger gamma": {"gamma": F(3, 4)},
    },
)
def weighted_sum_is_finite(*, pairs=PAIRS, gamma=GAMMA, share=1):
    """s_t = 1/t, c_bias1 = 1, in rational numbers, from t = 5 on; approached when ‖P g‖ stays near γ."""
    for name, (x, p) in pairs.items():
        times = range(5, N)
        yield at_most(gamma, min(p(t) for t in times), name=f"{name}: gamma")
        weighted, X = sum(x(t) / t for t in times), sum(x(t) * p(t) / t for t in times)
        yield at_most(weighted, F(share) * X / gamma, name=name, symbol="the sum")


def ratio(x, p):
    """f = ‖(I - P) g‖ / ‖P g‖ when ‖P g‖ - c ‖(I - P) g‖ = x."""
    return (p - x) / (C * p)


@claim(
    "x:thm4.21-proof-limit",
    also=["x:thm4.21-proof-ratio-limit"],
    kind="remark",
    says="A finite sum of s_t x_t with a divergent sum of s_t means that x_t tends to zero, and f to 1/c.",
    formula=r"\sum_ts_tx_t < \infty,\ \sum_ts_t = \infty \implies x_t \to 0",
    expected="refuted",
    gravity="gap in a proof",
)
def differences_vanish_as_printed(*, close=F(1, 2)):  # noqa: B008 (immutable)
    """s_t = 1/t and x_t = 1 at t = 2^k, 1/t elsewhere: the sum stays below 4, and x_t returns to 1 for ever.

    As x_t = ‖P g‖ - c ‖(I - P) g‖ with ‖P g‖ = 1, the ratio f returns to 0 instead of tending to 1/c = 4/3.
    """
    total = sum(returning(t) / t for t in range(1, N + 1))
    yield at_most(total, 4, name="the sum is finite", symbol="the sum of s x")
    late = max(returning(t) for t in range(N // 2, N + 1))
    yield at_most(late, close, name="the difference", symbol="x_t, late")
    furthest = max(abs(ratio(returning(t), F(1)) - 1 / C) for t in range(N // 2, N + 1))
    yield at_most(furthest, close, name="the ratio", symbol="|f - 1/c|, late")


# 1/100 as far as the horizon goes: the smallest x_t is then their weighted mean
WITH_CONSTANT = PAIRS | {"constant for long": (lambda _: F(1, 100), lambda _: GAMMA)}


@repair(
    "x:thm4.21-proof-limit/corrected",
    "x:thm4.21-proof-limit",
    kind="almost sure",
    says="Only the lower limit of x_t is zero, at the rate one over the sum of the steps; along the same times f "
    "tends to 1/c.",
    formula=r"\min_{t\le\tau}x_t \le \frac{\sum_{t\le\tau}s_tx_t}{\sum_{t\le\tau}s_t}, \qquad "
    r"|f(u_t)-c^{-1}| = \frac{x_t}{c\|P_tg_t\|} \le \frac{x_t}{c\gamma}",
    expected="consistent",
    tight="attained by differences that are constant for long",
    mutants={
        "share x 0.99": {"share": 0.99},
        "summable steps": {"step": lambda t: F(1, t**3), "pairs": {"constant": (lambda _: F(1), lambda _: F(1))}},
        "all times": {"extreme": max},
        "f without c": {"scale": 1},
        "one hundredth more of c": {"scale": F(101, 100) * C},
        "one hundredth more of gamma": {"gamma": F(101, 100) * GAMMA},
    },
)
def lower_limit_vanishes(*, step=lambda t: F(1, t), pairs=WITH_CONSTANT, extreme=min, scale=C, gamma=GAMMA, share=1):
    """On a compact class x_t is uniformly continuous along the path, and then all of x_t vanishes, as s_t does."""
    times, decide = range(1, N + 1), on_horizon(at_most, N)
    for name, (x, p) in pairs.items():
        total, steps = sum(step(t) * x(t) for t in times), sum(step(t) for t in times)
        yield decide(total, 4, name=f"{name}: the sum", symbol="the sum of s x")
        found, mean = extreme(x(t) for t in times), F(share) * total / steps
        yield decide(found, mean, name=f"{name}: rate", symbol="the smallest x")
        late = extreme(x(t) for t in times[N // 2 :])
        yield decide(late, F(1, 100), name=f"{name}: late", symbol="the smallest x, late")
        distance = [abs(ratio(x(t), p(t)) - 1 / C) for t in times]
        claimed = [x(t) / (scale * p(t)) for t in times]
        yield equal(distance, claimed, name=f"{name}: f", symbol="|f - 1/c|")
        bound = [x(t) / (C * gamma) for t in times]
        yield at_most(distance, bound, name=f"{name}: gamma", symbol="|f - 1/c|")
