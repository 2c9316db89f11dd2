r"""The proof of Theorem 4.8 [thm:stationary_point]: descent, summability, and the running minimum."""

import itertools
from dataclasses import replace
from fractions import Fraction as F

import theorytest as tt
from checks.hypotheses import conditions_of_4_8, some_late_weight, some_weight
from checks.instances.linear_scheme import ANY_WEIGHTS, SCHEMES
from checks.theory.series import last, nothing, summed
from theorytest import at_least, at_most, claim, equal, family, horizon, proof, repair, threshold

BESIDE = [(F(1), -(10**k)) for k in range(13)]
ON_THE_CLASS = [(F(k, 4), 0) for k in range(-8, 9)]


@claim(
    "x:display-thm4.8-proof-descent",
    says="Under (B) the gap L(u_t) − L_min is finite, and it descends in the mean by σ_t η_t up to ξ_t.",
    formula=r"0 \le Y_t := \mathcal{L}(u_t)-\mathcal{L}_{\min} < \infty, \quad "
    r"\mathcal{L}_{\min} = \inf_{\mathcal{H}}\mathcal{L}",
    reading="(B) bounds the loss on M only: any number, here −10⁹, would have to bound it on H. With L_min,M the "
    "descent is that of the proof of Theorem 4.9.",
    gravity="misprint",
    finding="thm4.8-L-min",
    controls={"over the model class": {"points": ON_THE_CLASS}},
)
def gap_to_the_infimum_over_the_space(*, points=BESIDE, bound=-(10**9)):
    """L(x, y) = x²/2 + y on R² with M = T_t the first axis and R_t = I: (B), (LS) and (CR) hold with L_min,M = 0."""
    return at_least([x**2 / 2 + y for x, y in points], threshold(bound), symbol="L(x, y)")


HORIZON = 8


def summable_on_symbols(*, exponent=1, noise=lambda total: total):
    """E Y_{T+1} + Σ E[σ_t η_t] ≤ E Y_1 + Σ ξ_t by induction; steps of any length, with Σ ξ_t ≤ total."""
    Y, spent, xi = (proof.function(name, "≥0") for name in ("EY", "E[ση]", "ξ"))
    (S, of_s), (X, of_x) = summed("S", spent), summed("X", xi)
    T, k, j, total = proof.integer("T", 0), proof.integer("k"), proof.integer("n", 0), proof.nonnegative("Σξ")
    known, descent = "conditions of Theorem 4.8: Σ ξ_t < ∞", "conditions of Theorem 4.8: descent"
    steps = [last("S", T, -1), last("X", T), proof.use(descent, at={"k": T + 1}), proof.use(proof.HYPOTHESIS)]
    growing = 0 if 2 * exponent > 1 else j
    return proof.statement(
        at_most(S(T), Y(1) + noise(total)),
        given={
            **of_s,
            **of_x,
            known: proof.for_all(j, at_most(X(j), total + growing)),
            descent: proof.for_all(k, at_most(Y(k + 1), Y(k) - spent(k) + xi(k))),
        },
        by=proof.lemma(
            "the sum",
            at_most(Y(T + 1) + S(T), Y(1) + X(T)),
            by=proof.induction(T, base=[nothing("S", -1), nothing("X")], step=steps),
            then=[proof.use("the sum"), proof.use(known, at={"n": T})],
        ),
    )


def summable_at(scheme):
    """The second relation of the check is a step of the proof."""
    longest, each = F(scheme.n) / (scheme.n + scheme.k - 1), scheme.k * scheme.best / (2 * scheme.n)
    s = [longest / t for t in range(1, HORIZON + 1)]
    squares = replace(scheme, steps=lambda t: s[t - 1]).distances(HORIZON)
    terms = [(x - x**2 / (2 * longest)) * square for x, square in zip(s, squares, strict=False)]
    return {
        **{"T": HORIZON, "k": HORIZON, "n": HORIZON, "j": HORIZON - 1, "Σξ": 2 * each * longest**2},
        **{"EY": proof.along([each / 2 for each in squares]), "E[ση]": proof.along(terms)},
        **{"ξ": proof.along([each * x**2 for x in s]), "S": proof.along([0, *itertools.accumulate(terms)], 0)},
        "X": proof.along([0, *itertools.accumulate(each * x**2 for x in s)], 0),
    }, None


@claim(
    "x:thm4.8-proof-summable",
    kind="almost sure",
    says="Under the conditions of Theorem 4.8, Σ σ_t ‖P_t g_t‖² < ∞ almost surely.",
    formula=r"\mathbb{E}\sum_t\sigma_t\|P_tg_t\|^2 \le \mathcal{L}(u_1)-\mathcal{L}_{\min,\mathcal{M}} + "
    r"\sum_t\xi_t < \infty",
    reading="From the descent in the mean, which the display before it states. ξ_t is a sequence of numbers, s_t may "
    "be random: the mean of the sum is at most L(u_1) − L_min,M + Σ ξ_t.",
    forall={"(M, u, n, w)": replace(SCHEMES, search=ANY_WEIGHTS), "t": horizon},
    given=[conditions_of_4_8],
    premises=["prop:RobbinsSiegmund", "x:display-thm4.9-proof-descent/corrected"],
    proof=proof.compared(summable_on_symbols, summable_at),
    mutants={
        "steps that are not square summable": {"exponent": 0},
        "one hundredth less of the noise": {"noise": lambda total: F(99, 100) * total},
    },
)
def weighted_squares_are_summable(scheme, *, exponent=1, noise=lambda total: total):
    """E Σ_{t≤T} σ_t η_t + E gap_{T+1} ≤ gap_1 + Σ_{t≤T} ξ_t for s_t = s̄/t, where Σ 1/t² ≤ 2; all draws counted."""
    longest, each = F(scheme.n) / (scheme.n + scheme.k - 1), scheme.k * scheme.best / (2 * scheme.n)
    s = [longest / t**exponent for t in range(1, HORIZON + 1)]
    *squares, last = replace(scheme, steps=lambda t: s[t - 1]).distances(HORIZON)
    spent = sum((x - x**2 / (2 * longest)) * square for x, square in zip(s, squares, strict=True))
    seen, total, sums = each * sum(x**2 for x in s), 2 * each * longest**2, "E Σ σ_t ‖P_t g_t‖²"
    yield at_most(spent, squares[0] / 2 + noise(total), name="bounded", until=HORIZON, symbol=sums)
    yield at_most(spent + last / 2, squares[0] / 2 + noise(seen), name="spent and left", until=HORIZON, symbol=sums)


def sequences():
    """Weights and squares (σ, η) in rational numbers: constant, decaying, with gaps in the weights."""
    T = range(1, 41)
    return {
        "constant": ([F(1, 3)] * 40, [F(2)] * 40),
        "decaying": ([F(1, t) for t in T], [F(1, t * t) for t in T]),
        "idle steps": ([F(t % 3, 2) for t in T], [F((7 * t) % 11 + 1, 5) for t in T]),
        "idle at first": ([F(int(t > 9)) for t in T], [F(1, t) for t in T]),
    }


PAIRS = tt.same_size(tt.vectors(range(1, 6), 0), tt.vectors(range(1, 6), 0))
SEQUENCES = family(sequences, "η_t ≥ 0 and weights σ_t ≥ 0", search=PAIRS)
TIMES = family([1, 2, 3, 9, 10, 25, 40], "times", search=tt.integers(1, 5))


def tail(pair, T=1):
    """Σ_{t≥T} σ_t η_t."""
    return sum(s * e for s, e in zip(*(each[T - 1 :] for each in pair), strict=True))


def weighted_at(pair, tau, T=1):
    """Times are counted from T on."""
    sigma, eta = (each[T - 1 :] for each in pair)
    products = [x * y for x, y in zip(sigma, eta, strict=True)]
    sums = {"S": itertools.accumulate(sigma), "W": itertools.accumulate(products), "m": itertools.accumulate(eta, min)}
    known = {"τ": min(tau - T + 1, len(eta)), "k": tau - T, "total": tail(pair, T), "Σ_{t<T}σ_t": sum(pair[0][: T - 1])}
    return known | {name: proof.along(list(each)) for name, each in (sums | {"σ": sigma, "η": eta}).items()}


WEIGHT = proof.function("S", "≥0")(proof.integer("τ"))  # by which the statement is multiplied


def stechkin_on_symbols(*, power=1, share=1):
    """The quotient is multiplied out."""
    return weighted_minimum("min_{t ≤ τ} η_t", "‖η‖_{ℓ¹_σ}", power, share=share)


def weighted_minimum(least, norm, power=1, before=0, share=1):
    """m_τ Σ σ_t ≤ Σ σ_t η_t by induction over τ, for the running minimum m; t counts from where the sums begin."""
    sigma, eta, S, W, m = (proof.function(name, "≥0") for name in ("σ", "η", "S", "W", "m"))
    k, tau, total = proof.integer("k"), proof.integer("τ"), proof.nonnegative("total")
    later, weight = {"k": tau}, proof.nonnegative("Σ_{t<T}σ_t")
    step = [
        proof.use(proof.HYPOTHESIS),
        proof.use("S", -m(tau + 1), at=later),
        proof.use("W", at=later),
        proof.use(f"{least}: new", sigma(tau + 1), at=later),
        proof.use(f"{least}: old", S(tau), at=later),
    ]
    base = [proof.use("S_1", -m(1)), proof.use("W_1"), proof.use(f"{least}: first", sigma(1))]
    return proof.statement(
        at_most(m(tau) * (before * weight + S(tau)) ** power, share * total),
        given={
            "S_1": proof.defined(equal(S(1), sigma(1))),
            "S": proof.defined(equal(S(k + 1), S(k) + sigma(k + 1)), k),
            "W_1": proof.defined(equal(W(1), sigma(1) * eta(1))),
            "W": proof.defined(equal(W(k + 1), W(k) + sigma(k + 1) * eta(k + 1)), k),
            f"{least}: first": at_most(m(1), eta(1)),
            f"{least}: old": proof.for_all(k, at_most(m(k + 1), m(k))),
            f"{least}: new": proof.for_all(k, at_most(m(k + 1), eta(k + 1))),
            norm: proof.for_all(k, at_most(W(k), total)),
        },
        by=proof.lemma(
            "weighted minimum",
            at_most(m(tau) * S(tau), W(tau)),
            by=proof.induction(tau, base=base, step=step),
            then=[proof.use("weighted minimum"), proof.use(norm, at=later)],
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
    proof=proof.compared(stechkin_on_symbols, weighted_at, per=WEIGHT),
    mutants={"the weights squared": {"power": 2}, "two per cent less": {"share": F(49, 50)}},
)
def smallest_square_is_below_the_mean(pair, tau, *, power=1, share=1):
    """Attained by constant squares when τ is the whole sequence."""
    return at_most(min(pair[1][:tau]), share * tail(pair) / sum(pair[0][:tau]) ** power, symbol="min η_t")


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


def late_minimum_on_symbols(*, first=lambda T: T, share=1):
    before = int(first(2) < 2)
    return weighted_minimum("min_{T ≤ t ≤ τ} η_t", "Σ_{t ≥ T} σ_t η_t", before=before, share=share)


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
    proof=proof.compared(late_minimum_on_symbols, lambda pair, T, tau: weighted_at(pair, tau, T), per=WEIGHT),
    mutants={"the sum of all weights": {"first": lambda _: 1}, "two per cent less": {"share": F(49, 50)}},
)
def minimum_over_late_times(pair, T, tau, *, first=lambda T: T, share=1):
    """With the weights before T in the denominator it would be false."""
    weight = sum(pair[0][first(T) - 1 : tau])
    return at_most(min(pair[1][T - 1 : tau]), share * tail(pair, T) / weight, symbol="min η_t")
