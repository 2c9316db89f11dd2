r"""Lemma E.1 [lemma:QBP_bias]: the four constants of least squares from points that are conditioned on S_δ.

S_δ is that of an orthonormal basis, as Section 3.3 says before the event is defined: with φ = 2b it is another event,
whose constants are larger. On T the estimate is the identity given S_δ, so that the bias inequality of (BBV) holds for
all g iff the mean of P^n on the complement of T has a norm of at most c_bias,2.
"""

from dataclasses import replace

import numpy as np

from checks.hypotheses import orthonormal, possible_event
from checks.instances.finite_systems import values
from checks.instances.stable_samples import STABLE
from checks.theory.finite import Finite
from checks.theory.forms import dominated, nonnegative
from checks.theory.non_projection import variance_bound
from checks.theory.stable_least_squares import Drawn, Event, Setting, Stable, c_var1, c_var2, squared_bias2
from theorytest import claim


def twice_the_function(_):
    """φ = 2b with b² = (1/4, 7/4) at two points: Ĝ_φ = 1 at the first, so that S_δ has p = 1/2 for every δ."""
    half = np.array([0.5, 0.5])
    two = Stable(Finite(half, half, values(np.sqrt([1 / 4, 7 / 4]))), 1)
    first: Drawn = two.samples[0]
    return [Event(two.system, Setting(7 / 4, 1, 0.0, 0.5), [first])]


def has_the_constants(events, bias1, bias2, var1, var2):
    """(BBV) for all g at once, for every event; `bias2` is the square of c_bias,2."""
    for event in events:
        s, system, name = event.setting, event.system, f"δ = {float(event.setting.delta):.6g}"
        P, B = system.projector, event.bias
        yield nonnegative(P @ (event.mean + event.mean.T) @ P / 2 - bias1 * P / 1000, f"{name}: c_bias,1", digits=9)
        yield dominated(B.T @ B, bias2(s) * system.identity, f"{name}: c_bias,2")
        yield dominated(event.second_moment, variance_bound(system, var1(s), var2(s)), f"{name}: variance")


@claim(
    "lemma:QBP_bias",
    also=["x:display-lemE.1-constants"],
    says="If P(S_δ) > 0 for an orthonormal basis, least squares given S_δ satisfies (BBV) with the four constants of "
    "Lemma E.1.",
    formula=r"c_{\mathrm{bias},1} = 1,\ c_{\mathrm{bias},2} = \tfrac{\sqrt{k_t}}{(1-\delta)\sqrt{pn}},\ "
    r"c_{\mathrm{var},1} = \tfrac{1}{(1-\delta)^2p}\tfrac{n-1+k_t}{n},\ "
    r"c_{\mathrm{var},2} = \tfrac{1}{(1-\delta)^2p}\tfrac{k_t}{n}",
    forall={"T, n, δ": STABLE},
    given=[possible_event, orthonormal],
    tight="attained in c_bias,1, approached in the variance constants as δ tends to 0, in c_bias,2 as p and δ do",
    premises=["eq:stability", "eq:least-squares-projection/onto-corrected"],
    mutants={
        "c_bias,1 = 1.001": {"bias1": 1001},
        "two per cent less c_bias,2": {"bias2": lambda s: 96 * squared_bias2(s) / 100},
        "c_bias,2 without the probability": {"bias2": lambda s: s.p * squared_bias2(s)},
        "c_bias,2 without k": {"bias2": lambda s: squared_bias2(replace(s, k=1))},
        "c_bias,2 of order 1/n": {"bias2": lambda s: squared_bias2(s) / s.n},
        "c_bias,2 without delta": {"bias2": lambda s: squared_bias2(replace(s, delta=0))},
        "c_var,1 = c_var,2": {"var1": c_var2},
        "two per cent less variance": {"var1": lambda s: 98 * c_var1(s) / 100, "var2": lambda s: 98 * c_var2(s) / 100},
        "c_var,2 without the probability": {"var2": lambda s: s.p * c_var2(s)},
        "c_var,2 without k": {"var2": lambda s: c_var2(replace(s, k=1))},
        "c_var,2 with n + 1": {"var2": lambda s: c_var2(replace(s, n=s.n + 1))},
        "c_var,2 without delta": {"var2": lambda s: c_var2(replace(s, delta=0))},
        "the event of a system that is not orthonormal": {"of": twice_the_function},
    },
)
def least_squares_has_the_printed_constants(
    stable, *, of=lambda stable: stable.events, bias1=1000, bias2=squared_bias2, var1=c_var1, var2=c_var2
):
    """Enumerated, for every δ < 1: all g at once, as matrix inequalities."""
    yield from has_the_constants(of(stable), bias1, bias2, var1, var2)


def without_k(s):
    """1/((1 - δ) p)."""
    return 1 / ((1 - s.delta) * s.p)


@claim(
    "lemma:QBP_bias/without-k",
    voice="ours",
    says="If P(S_δ) > 0, least squares given S_δ satisfies (BBV) with c_bias,1 = 1 and c_bias,2² = c_var,1 = c_var,2 = "
    "1/((1 - δ)p), without k and n.",
    formula=r"c_{\mathrm{bias},1} = 1,\quad c_{\mathrm{bias},2} = \tfrac{1}{\sqrt{(1-\delta)p}},\quad "
    r"c_{\mathrm{var},1} = c_{\mathrm{var},2} = \tfrac{1}{(1-\delta)p}",
    forall={"T, n, δ": STABLE},
    given=[possible_event, orthonormal],
    tight="approached in c_bias,2 by one draw with a rare point",
    premises=["eq:stability", "eq:least-squares-projection/onto-corrected"],
    mutants={
        "no probability": {"variance": lambda s: 1 / (1 - s.delta)},
        "no delta": {"variance": lambda s: 1 / s.p},
        "two per cent less c_bias,2": {"bias": lambda s: 96 * without_k(s) / 100},
    },
)
def constants_without_k(stable, *, bias=without_k, variance=without_k):
    """P^n g is the best approximation in the empirical norm, so that on S_δ

    (1 - δ) ‖P^n g‖² ≤ ‖P^n g‖_n² ≤ ‖g‖_n², and E[‖g‖_n²; S_δ] ≤ ‖g‖².
    """
    yield from has_the_constants(stable.events, 1000, bias, variance, variance)
