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
from checks.theory import symbolic_stable as on
from checks.theory.finite import Finite
from checks.theory.forms import dominated, dominated_at, nonnegative
from checks.theory.non_projection import variance_bound
from checks.theory.stable_at import aligned, alignment, moments, worst_pairs
from checks.theory.stable_least_squares import Drawn, Event, Setting, Stable, c_var1, c_var2, squared_bias2
from theorytest import at_most, claim
from theorytest.proof import compared, mean, square, statement


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
        yield from aligned(event, name, bias1, bias2)


def constants_on_symbols(*, bias1=1000, bias2=squared_bias2, var1=c_var1, var2=c_var2):
    """The displays of the proof, with Pⁿv = v for v in T."""
    bound = var1(on.SETTING) * on.tangent + var2(on.SETTING) * on.normal
    return statement(
        [on.alignment(bias1 / 1000), at_most(mean(square(on.estimate)), bound)],
        given=on.MOMENTS | on.of_the_normal_part(bias2),
        by=[on.ALIGNED, on.SECOND_MOMENT],
    )


def constants_at(stable):
    """At the g of the check; c_bias,1 and c_bias,2 on their own are no part of the statement."""
    found = []
    for event in stable.events:
        bound = variance_bound(event.system, c_var1(event.setting), c_var2(event.setting))
        pairs = [alignment(event, t, c) for _, t, c in worst_pairs(event)]
        found += [None, None, moments(event, dominated_at(event.second_moment, bound)), *pairs]
    return found


@claim(
    "lemma:QBP_bias",
    also=[
        "x:display-lemE.1-constants",
        "eq:Lsmooth_empirical_linear_term",
        *(f"x:tab2-leastsquares-{cell}" for cell in ("bias1", "bias2", "var1", "var2")),
    ],
    says="If 0 < δ < 1 and P(S_δ) > 0 for an orthonormal basis, least squares given S_δ satisfies (BBV) with the four "
    "constants of Lemma E.1.",
    formula=r"c_{\mathrm{bias},1} = 1,\ c_{\mathrm{bias},2} = \tfrac{\sqrt{k_t}}{(1-\delta)\sqrt{pn}},\ "
    r"c_{\mathrm{var},1} = \tfrac{1}{(1-\delta)^2p}\tfrac{n-1+k_t}{n},\ c_{\mathrm{var},2} = "
    r"\tfrac{1}{(1-\delta)^2p}\tfrac{k_t}{n}",
    forall={"T, n, δ": STABLE},
    given=[possible_event, orthonormal],
    reading="Proved from the displays of the proof: what S_δ, k and c_bias,2 mean for g = Pg + g⊥, and Lemma B.2. The "
    "last display of the proof is the first line of (BBV): E[(g, Pⁿg) | S_δ] ≥ ‖Pg‖² - c_bias,2‖Pg‖‖(I - P)g‖.",
    tight="attained in c_bias,1, approached in the variance constants as δ tends to 0, in c_bias,2 as p and δ do",
    premises=["x:display-lemE.1-proof-variance", "x:display-lemE.1-proof-split"],
    proof=compared(constants_on_symbols, constants_at),
    mutants={
        "c_bias,1 = 1.001": {"bias1": 1001},
        "two per cent less c_bias,2": {"bias2": lambda s: 96 * squared_bias2(s) / 100},
        "no delta in c_bias,2": {"bias2": lambda s: squared_bias2(replace(s, delta=0))},
        "two per cent less c_var,1": {"var1": lambda s: 98 * c_var1(s) / 100},
        "two per cent less c_var,2": {"var2": lambda s: 98 * c_var2(s) / 100},
        "no delta in either variance": {
            "var1": lambda s: c_var1(replace(s, delta=0)),
            "var2": lambda s: c_var2(replace(s, delta=0)),
        },
        "the event of a system that is not orthonormal": {"of": twice_the_function},
    },
)
def least_squares_has_the_printed_constants(
    stable, *, of=lambda stable: stable.events, bias1=1000, bias2=squared_bias2, var1=c_var1, var2=c_var2
):
    """Enumerated, for every δ < 1: all g at once, as matrix inequalities."""
    yield from has_the_constants(of(stable), bias1, bias2, var1, var2)
