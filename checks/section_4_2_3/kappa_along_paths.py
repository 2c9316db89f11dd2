r"""Section 4.2.3 [x:sec4.2.3-kappa-short]: κ_t along the iterates, beside the target."""

from fractions import Fraction as F

import theorytest as tt
from checks.hypotheses import PL_DESCENT
from checks.instances.spirals import contraction
from theorytest import at_least, at_most, claim, family, horizon, proof, repair, threshold


def follow(steps, height, x=F(2)):
    """κ_t and the squared orthogonal part for exact steps along a line at distance h from the target."""
    for s in steps:
        g = (x, height)
        yield (g[0] ** 2 + g[1] ** 2) / g[0] ** 2, g[1] ** 2
        x -= s * x


@claim(
    "x:sec4.2.3-kappa-short",
    says="The condition κ_t ≤ κ̄ can only hold for a short sequence of steps, or when ‖(I-P_t)g_t‖ → 0.",
    formula=r"\kappa_t \le \bar\kappa \text{ for all } t \implies \|(I-P_t)g_t\| \to 0",
    forall={"t": horizon},
    gravity="fails only when read literally",
    finding="kappa-short",
    reading="For any steps. For those of Theorem 4.16, with a_t ≤ ā < 1, the sentence is true.",
    controls={"recovery": {"height": F(0)}},
)
def bounded_kappa_is_recovery_as_printed(*, height=F(1)):
    """Steps 1/(t + 1)² at distance 1 from the target: x_t = 1 + 1/t comes to rest at 1, and κ_t < 2, a_t → 1."""
    kappas, normals = zip(*follow([F(1, (t + 1) ** 2) for t in range(1, 1000)], height), strict=True)
    yield at_most(max(kappas), 2, "κ is bounded", until=999, symbol="κ_t")
    yield at_most(normals[-1], threshold(F(1, 10**6)), "the orthogonal part", until=999, symbol="‖(I-P_t)g_t‖²")


def always_contracts(step, bound, noise, x=F(100)):
    """Y_0, the floor ½, and how long a_t ≤ ā for all draws x ∓ s (x ± noise), at distance 1 from the target.

    a_t grows with κ_t = 1 + 1/x², so that the path on which x falls fastest is the first to violate it.
    """
    start, count = (x**2 + 1) / 2, 0
    while x > 0 and contraction((1, 0, 1, noise**2), 1, step, 1 + 1 / x**2) <= bound:
        x, count = x - step * (x + noise), count + 1
    return start, F(1, 2), count


BOUNDS = {f"s = {s}, ā = (1 - s)² + 1/100": (s, (1 - s) ** 2 + F(1, 100)) for s in (F(1, 20), F(3, 10), F(9, 10))} | {
    "s = 1, ā = 1/10001": (F(1), F(1, 10001)),  # 1/κ of the start, which is a_0 without noise
}


def short_on_symbols(*, more=0, power=1, share=1):
    """āᵀ times the first mean gap is at least the last one, by induction over T; E_k is the mean gap k steps before T.

    Counted backwards, as a_t ≤ ā for all later t, too, would contradict L_min,M > L_min.
    """
    a, floor = proof.number("ā", ">0", "<1"), proof.nonnegative("floor")
    T, k, E, step = proof.integer("T", 0), proof.integer("k", 0), proof.function("E", "≥0"), "a_t ≤ ā"
    earlier = [proof.use(step, a**T, at={"k": T}), proof.fact("powers", a, T, 1, times=-E(T + 1))]
    return proof.statement(
        at_least((share * a) ** (power * (T + more)) * E(T), floor),
        given={step: proof.for_all(k, at_most(E(k), a * E(k + 1))), "L_min,M > L_min": at_least(E(0), floor)},
        by=proof.lemma(
            "backwards",
            at_least(a**T * E(T), floor),
            by=proof.induction(T, base=[proof.use("L_min,M > L_min")], step=[proof.use(proof.HYPOTHESIS), *earlier]),
            then=[proof.use("backwards")],
        ),
    )


def short_at(rule, noise):
    start, floor, count = always_contracts(*rule, noise)
    return {"ā": rule[1], "floor": floor, "T": count, "E": {count: start}.__getitem__}


@repair(
    "x:sec4.2.3-kappa-short/corrected",
    "x:sec4.2.3-kappa-short",
    says="If 0 < ā < 1, a_t ≤ ā almost surely for all t < T, and L_min,M > L_min, then "
    "T ≤ log((L(u_0) - L_min)/(L_min,M - L_min)) / log(1/ā).",
    formula=r"\bar a^T(\mathcal{L}(u_0)-\mathcal{L}_{\min}) \ge \mathcal{L}_{\min,\mathcal{M}}-\mathcal{L}_{\min}",
    forall={
        "s, ā": family(BOUNDS, "steps and bounds of a_t", search=tt.product(tt.positive(1), tt.reals(0, 1, open=True))),
        "L, M, Pⁿ": family(
            {"line at distance 1, exact": 0, "line at distance 1, x ± 1": 1},
            "losses, classes and estimators",
            search=tt.reals(0, 2),
            effort=3000,
        ),
    },
    given=[each.stated for each in PL_DESCENT],
    reading="From the first part of Theorem 4.16, which gives E(L(u_{t+1}) - L_min) ≤ āE(L(u_t) - L_min) for t < T.",
    tight="attained by one exact step to the minimum",
    premises=["x:display-thm4.16-one-step"],
    proof=proof.compared(short_on_symbols, short_at),
    mutants={"one step more": {"more": 1}, "ā² for ā": {"power": 2}, "ā five per cent less": {"share": F(19, 20)}},
)
def contraction_is_short(rule, noise, *, more=0, power=1, share=1):
    """The mean gap is at most āᵀ times the first one and at least the floor."""
    step, bound = rule
    start, floor, count = always_contracts(step, bound, noise)
    return at_least((share * bound) ** (power * (count + more)) * start, floor, symbol="āᵀ(L(u_0) - L_min)")
