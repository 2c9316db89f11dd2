r"""Lemma E.1 [lemma:QBP_bias]: the four constants of least squares from points that are conditioned on S_δ.

S_δ is that of an orthonormal basis, as Section 3.3 says before the event is defined: with φ = 2b it is another event,
whose constants are larger. Between the δ at which S_δ grows only the factors 1/(1 - δ) change, and they grow.
"""

from dataclasses import replace

import numpy as np

from checks.hypotheses import orthonormal, possible_event
from checks.theory.least_squares import Finite, every_sample, levels, tabulated
from checks.theory.stable_least_squares import STABLE, c_bias2, c_var1, c_var2, conditioned_moments
from theorytest import at_least, at_most, claim


def of_each_delta(stable):
    """The settings and moments of the instance."""
    return stable.settings


def twice_the_function(_):
    """φ = 2b with b² = (1/4, 7/4) at two points: Ĝ_φ = 1 at the first, so that S_δ has p = 1/2 for every δ."""
    two = Finite(tabulated((0.5, 0.5), np.sqrt([1 / 4, 7 / 4])), plain=True)
    samples = every_sample(two, 1)
    deviations = np.abs(1 - 4 * samples.gramian[:, 0, 0])
    return conditioned_moments(two.k, 1, samples, deviations, levels(deviations))


def largest_ratio(S, dim, c1, c2):
    """sup over g of gᵀ S g / (c1 ‖t‖² + c2 ‖c‖²) with t and c the parts of g in T and its complement."""
    root = np.sqrt(np.where(np.arange(len(S)) < dim, c1, c2))
    return float(np.linalg.eigvalsh(S / np.outer(root, root))[-1])


def has_the_constants(pairs, bias1, bias2, var1, var2):
    """(BBV) for all g at once, for every setting with its moments."""
    yield at_least([m.c_bias1 for _, m in pairs], bias1, name="c_bias,1", digits=9, symbol="c_bias,1")
    needed = [m.c_bias2 for _, m in pairs]
    yield at_most(needed, [bias2(s) for s, _ in pairs], name="c_bias,2", digits=9, symbol="needed c_bias,2")
    ratios = [largest_ratio(m.S, m.dim, var1(s), var2(s)) for s, m in pairs]
    yield at_most(ratios, 1.0, name="variance", digits=9, symbol="E‖Pⁿg‖² over its bound")


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
        "c_bias,1 = 1.001": {"bias1": 1.001},
        "no probability": {"var2": lambda s: c_var2(s) * s.p},
        "root of the probability": {"bias2": lambda s: c_bias2(s) * s.p**0.25},
        "c_bias,2 without k": {"bias2": lambda s: c_bias2(replace(s, k=1.0))},
        "c_bias,2 of order 1/n": {"bias2": lambda s: c_bias2(s) / np.sqrt(s.n)},
        "c_bias,2 without delta": {"bias2": lambda s: c_bias2(replace(s, delta=0.0))},
        "c_var,1 = c_var,2": {"var1": c_var2},
        "c_var,2 without k": {"var2": lambda s: c_var2(replace(s, k=1.0))},
        "c_var,2 with n + 1": {"var2": lambda s: c_var2(replace(s, n=s.n + 1))},
        "c_var,2 without delta": {"var2": lambda s: c_var2(replace(s, delta=0.0))},
        "c_var,2 with the root of 1 - delta": {"var2": lambda s: c_var2(s) * (1 - s.delta) ** 1.5},
        "the event of a system that is not orthonormal": {"of": twice_the_function},
    },
)
def least_squares_has_the_printed_constants(
    stable, *, of=of_each_delta, bias1=1.0, bias2=c_bias2, var1=c_var1, var2=c_var2
):
    """Enumerated, for every δ < 1: all g at once, the variance as a matrix inequality on all of E."""
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
        "five per cent less c_bias,2": {"bias": lambda s: 0.95 * np.sqrt(without_k(s))},
    },
)
def constants_without_k(stable, *, bias=lambda s: np.sqrt(without_k(s)), variance=without_k):
    """P^n g is the best approximation in the empirical norm, so that on S_δ

    (1 - δ) ‖P^n g‖² ≤ ‖P^n g‖_n² ≤ ‖g‖_n², and E[‖g‖_n²; S_δ] ≤ ‖g‖².
    """
    yield from has_the_constants(stable.settings, 1.0, bias, variance, variance)
