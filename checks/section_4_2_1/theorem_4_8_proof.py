r"""The proof of Theorem 4.8 [thm:stationary_point]: descent, summability, and the running minimum."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from scipy.special import zeta

import theorytest as tt
from checks.hypotheses import conditions_of_4_8, some_late_weight, some_weight
from checks.instances.any_steps import ONE_STEPS
from checks.instances.single_steps import spent
from checks.theory.unbiased_step import DESCENDS, DESCENT, SYMBOLIC
from theorytest import at_least, at_most, claim, equal, family, horizon, repair, threshold
from theorytest.approximation import Legendre, Optimal, QuasiProjection, Space, Uniform
from theorytest.descent import Power, Quadratic, by_quadrature
from theorytest.proof import (
    HYPOTHESIS,
    defined,
    for_all,
    function,
    induction,
    integer,
    lemma,
    nonnegative,
    statement,
    use,
)

F = Fraction
BESIDE = [(F(1), -(10**k)) for k in range(13)]
ON_THE_CLASS = [(F(k, 4), 0) for k in range(-8, 9)]


@claim(
    "x:display-thm4.8-proof-descent",
    says="Under (B) the gap L(u_t) − L_min is finite, and it descends in the mean by σ_t η_t up to ξ_t.",
    formula=r"0 \le Y_t := \mathcal{L}(u_t)-\mathcal{L}_{\min} < \infty, \quad "
    r"\mathcal{L}_{\min} = \inf_{\mathcal{H}}\mathcal{L}",
    reading="(B) bounds the loss on M only: any number, here −10⁹, would have to bound it on H.",
    gravity="misprint",
    finding="thm4.8-L-min",
    controls={"over the model class": {"points": ON_THE_CLASS}},
)
def gap_to_the_infimum_over_the_space(*, points=BESIDE, bound=-(10**9)):
    """L(x, y) = x²/2 + y on R² with M = T_t the first axis and R_t = I: (B), (LS) and (CR) hold with L_min,M = 0."""
    return at_least([x**2 / 2 + y for x, y in points], threshold(bound), symbol="L(x, y)")


def descent_on_symbols(*, drop=1, part=1, with_beta=1):
    """Theorem 4.1 with c_bias,2 = 0, from (CR) and (LS) in the mean and both lines of (BBV)."""
    conclusion = gap_on_the_class_descends(SYMBOLIC, drop=drop, part=part, with_beta=with_beta)
    return statement(conclusion, given=DESCENT, by=DESCENDS)


@repair(
    "x:display-thm4.8-proof-descent/corrected",
    "x:display-thm4.8-proof-descent",
    says="Under the conditions of Theorem 4.8, E[L(u_{t+1}) − L_min,M | F_t] ≤ L(u_t) − L_min,M − σ_t ‖P_t g_t‖² + "
    "ξ_t.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{t+1})-\mathcal{L}_{\min,\mathcal{M}}\mid\mathcal{F}_t] \le "
    r"(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}) - \sigma_t\eta_t + \xi_t",
    reading="ξ_t is s_t² (L + C_R)/2 c_var,2 ‖(I − P_t) g_t‖² + β_t itself.",
    forall={"u": ONE_STEPS},
    given=[conditions_of_4_8],
    tight="attained on two points",
    proof=descent_on_symbols,
    mutants={
        "one per cent less of the orthogonal part": {"part": F(99, 100)},
        "without β": {"with_beta": 0},
        "one per cent more of σ_t": {"drop": F(101, 100)},
    },
)
def gap_on_the_class_descends(world, *, drop=1, part=1, with_beta=1):
    """For steps of any length, and all constants known."""
    gap, tangent, _, beta, after = world.seen()
    bound = gap - drop * world.sigma * tangent + spent(world, part) + with_beta * beta
    return at_most(after, bound, digits=10, symbol="E[L(u_{t+1}) − L_min,M | F_t]")


HORIZON = 3000
EXPONENT = 0.6
SIZES = {"d = 1, n = 1": (1, 1), "d = 3, n = 2": (3, 2), "d = 2, n = 5": (2, 5)}


@claim(
    "x:thm4.8-proof-summable",
    kind="almost sure",
    says="Under the conditions of Theorem 4.8, Σ σ_t ‖P_t g_t‖² < ∞ almost surely.",
    formula=r"\mathbb{E}\sum_t\sigma_t\|P_tg_t\|^2 \le \mathcal{L}(u_1)-\mathcal{L}_{\min,\mathcal{M}} + "
    r"\sum_t\xi_t < \infty",
    reading="For deterministic ξ_t the mean of the sum is at most L(u_1) − L_min,M + Σ ξ_t.",
    forall={
        "T, n": family(SIZES, "polynomials of dimension d with n optimal points, L(v) = ‖v − exp‖²/2"),
        "u_1": family({"from the best approximation": 0.0, "from afar": 5.0}, "starts"),
        "t": horizon,
    },
    given=[conditions_of_4_8],
    premises=["prop:RobbinsSiegmund", "x:display-thm4.8-proof-descent/corrected"],
    mutants={
        "steps that are not square summable": {"exponent": 0.35},
        "one fifth of the noise": {"noise": lambda total: total / 5},
        "one hundredth less of the noise": {"noise": lambda total: 0.99 * total},
    },
)
def weighted_squares_are_summable(size, shift, *, exponent=EXPONENT, noise=lambda total: total):
    """Second moments of least squares by quadrature: E Σ_{t≤T} σ_t η_t = gap_1 - E gap_{T+1} + Σ_{t≤T} ξ_t."""
    d, n = size
    space = Space(Legendre(d), Uniform())
    loss = Quadratic(space, lambda x: np.exp(x[..., 0]))
    moments = by_quadrature(QuasiProjection(Optimal(space), n), loss)
    c_var1, c_var2, times = (n + d - 1) / n, d / n, np.arange(1, HORIZON + 2)
    steps = Power(1 / c_var1, exponent)
    *gap, last = moments.gap(steps, times, loss.best + shift)
    s = steps(times[:-1])
    spent = np.sum((s - s**2 / 2 * c_var1) * 2 * np.array(gap))
    seen = c_var2 * loss.floor * np.sum(s**2)  # Σ ξ_t so far
    total = c_var2 * loss.floor * float(zeta(2 * EXPONENT)) / c_var1**2  # and over all t
    sums = "E Σ σ_t ‖P_t g_t‖²"
    yield at_most(spent, gap[0] + noise(total), name="bounded", until=HORIZON, symbol=sums)
    yield equal(spent, gap[0] + noise(seen) - last, name="what was spent", digits=9, until=HORIZON, symbol=sums)


def sequences():
    """Weights and squares (σ, η) in rational numbers: constant, decaying, with a zero, with gaps in the weights."""
    T = range(1, 41)
    return {
        "constant": ([F(1, 3)] * 40, [F(2)] * 40),
        "decaying": ([F(1, t) for t in T], [F(1, t * t) for t in T]),
        "growing weights": ([F(t) for t in T], [F(7, t) for t in T]),
        "a zero": ([F(1)] * 40, [F(int(t != 9)) for t in T]),
        "idle steps": ([F(t % 3, 2) for t in T], [F((7 * t) % 11 + 1, 5) for t in T]),
        "idle at first": ([F(int(t > 9)) for t in T], [F(1, t) for t in T]),
    }


PAIRS = tt.same_size(tt.vectors(range(1, 6), 0), tt.vectors(range(1, 6), 0))
SEQUENCES = family(sequences, "η_t ≥ 0 and weights σ_t ≥ 0", search=PAIRS)
TIMES = family([1, 2, 3, 9, 10, 25, 40], "times", search=tt.integers(1, 5))


def tail(pair, T=1):
    """Σ_{t≥T} σ_t η_t."""
    return sum(s * e for s, e in zip(*(each[T - 1 :] for each in pair), strict=True))


def stechkin_on_symbols(*, power=1):
    """m_τ Σ σ_t ≤ Σ σ_t η_t by induction over τ, for the running minimum m; the quotient is multiplied out."""
    sigma, eta, S, W, m = (function(name, "≥0") for name in ("σ", "η", "S", "W", "m"))
    k, tau, norm = integer("k"), integer("τ"), nonnegative("‖η‖")
    later = {"k": tau}
    step = [
        use(HYPOTHESIS),
        use("S", -m(tau + 1), at=later),
        use("W", at=later),
        use("min_{t ≤ τ} η_t: new", sigma(tau + 1), at=later),
        use("min_{t ≤ τ} η_t: old", S(tau), at=later),
    ]
    base = [use("S_1", -m(1)), use("W_1"), use("min_{t ≤ τ} η_t: first", sigma(1))]
    return statement(
        at_most(m(tau) * S(tau) ** power, norm),
        given={
            "S_1": defined(equal(S(1), sigma(1))),
            "S": defined(equal(S(k + 1), S(k) + sigma(k + 1)), k),
            "W_1": defined(equal(W(1), sigma(1) * eta(1))),
            "W": defined(equal(W(k + 1), W(k) + sigma(k + 1) * eta(k + 1)), k),
            "min_{t ≤ τ} η_t: first": at_most(m(1), eta(1)),
            "min_{t ≤ τ} η_t: old": for_all(k, at_most(m(k + 1), m(k))),
            "min_{t ≤ τ} η_t: new": for_all(k, at_most(m(k + 1), eta(k + 1))),
            "‖η‖_{ℓ¹_σ}": for_all(k, at_most(W(k), norm)),
        },
        by=lemma(
            "weighted minimum",
            at_most(m(tau) * S(tau), W(tau)),
            by=induction(tau, base=base, step=step),
            then=[use("weighted minimum"), use("‖η‖_{ℓ¹_σ}", at=later)],
        ),
    )


@claim(
    "x:display-thm4.8-proof-stechkin",
    also=["x:thm4.8-proof-weighted-norm"],
    says="If Σ_{t ≤ τ} σ_t > 0, then min_{t ≤ τ} η_t ≤ ‖η‖_{ℓ¹_σ} / Σ_{t ≤ τ} σ_t.",
    formula=r"\min_{t\le\tau}\eta_t \le \Big(\sum_{t\le\tau}\sigma_t\Big)^{-1}\|\eta\|_{\ell^1_\sigma}, \quad "
    r"\|\eta\|_{\ell^1_\sigma} = \sum_t|\sigma_t\eta_t|",
    forall={"(σ, η)": SEQUENCES, "τ": TIMES},
    given=[some_weight],
    tight="attained by constant sequences",
    proof=stechkin_on_symbols,
    mutants={"the largest": {"smallest": max}, "the weights squared": {"power": 2}},
)
def smallest_square_is_below_the_mean(pair, tau, *, smallest=min, power=1):
    """Attained by constant squares when τ is the whole sequence."""
    return at_most(smallest(pair[1][:tau]), tail(pair) / sum(pair[0][:tau]) ** power, symbol="min η_t")


@claim(
    "x:display-thm4.8-proof-limit/accumulation",
    says="If min_{t ≤ τ} ‖P_t g_t‖ → 0 as τ → ∞, then zero is an accumulation point of ‖P_t g_t‖.",
    formula=r"\lim_\tau\min_{t\le\tau}\|P_tg_t\| = 0 \implies \liminf_t\|P_tg_t\| = 0",
    gravity="gap in a proof",
    finding="accumulation-point",
    controls={"zeros that return": {"eta": [int(t % 10 > 0) for t in range(101)]}},
)
def running_minimum_means_accumulation(*, eta=(0, *[1] * 100)):
    """An iterate that starts at a stationary point has a running minimum of 0 for ever."""
    yield equal(min(eta), 0, name="all times", symbol="min η_t")
    yield at_most(min(eta[1:]), 0, name="late times", symbol="min η_t over t > 1")


@repair(
    "x:display-thm4.8-proof-limit/corrected",
    "x:display-thm4.8-proof-limit/accumulation",
    label="x:display-thm4.8-proof-limit",
    says="If Σ_{T ≤ t ≤ τ} σ_t > 0, then min_{T ≤ t ≤ τ} η_t ≤ Σ_{t ≥ T} σ_t η_t / Σ_{T ≤ t ≤ τ} σ_t.",
    formula=r"\min_{T\le t\le\tau}\eta_t \le \Big(\sum_{t=T}^\tau\sigma_t\Big)^{-1}\sum_{t\ge T}\sigma_t\eta_t",
    reading="If Σ σ_t η_t < ∞ = Σ σ_t, the bound tends to zero as τ → ∞ for every T: zero is an accumulation point.",
    forall={"(σ, η)": SEQUENCES, "T": family([1, 6, 21], "times", search=tt.integers(1, 5)), "τ": TIMES},
    given=[some_late_weight],
    tight="attained by constant sequences",
    premises=["x:display-thm4.8-proof-stechkin"],
    mutants={"the sum of all weights": {"first": lambda _: 1}, "the largest": {"smallest": max}},
)
def minimum_over_late_times(pair, T, tau, *, first=lambda T: T, smallest=min):
    """With the weights before T in the denominator it would be false."""
    weight = sum(pair[0][first(T) - 1 : tau])
    return at_most(smallest(pair[1][T - 1 : tau]), tail(pair, T) / weight, symbol="min η_t")
