r"""Appendix F, Sections 1.3 and 3.3: least squares with volume-rescaled points is unbiased and quasi-optimal.

The samples with singular Ĝ, where least squares is no projection, have probability 0 under γ_n.
"""

from fractions import Fraction

import numpy as np

from checks.hypotheses import enough_points
from checks.instances.volume_spaces import RATIONAL_SIZES, RATIONAL_SPACES
from checks.theory import rational_volume as volume
from checks.theory.forms import nonnegative
from theorytest import claim, equal


def regular_independent(space, n):
    """Independent points, given that least squares is defined."""
    det = volume.determinants(space, n)
    law = {x: q for x, q in volume.independent(space.mu, n).items() if q and det[x]}
    total = sum(law.values())
    return {x: q / total for x, q in law.items()}


@claim(
    "x:appF-unbiased",
    also=["x:sec3.3-volume-removes-bias", "x:tab2-volume-bias1", "x:tab2-volume-bias2"],
    says="In L² and under γₙ with n ≥ d the least squares projection is unbiased: E[Pⁿg] = Pg for every g, so that "
    "c_bias,1 = 1 and c_bias,2 = 0.",
    formula=r"\boldsymbol x\sim\gamma_n^{\mu_t} \implies \mathbb{E}[P_t^n g] = P_t g,\quad g\in L^2(\rho)",
    forall={"T": RATIONAL_SPACES, "n": RATIONAL_SIZES},
    given=[enough_points],
    premises=["x:display-appF-volume-density", "x:appF-mixture/corrected"],
    mutants={
        "independent points": {"law": regular_independent},
        "no weight": {"weight": lambda space: volume.fractions([1] * len(space.p))},
        "further points from rho": {
            "law": lambda space, n: volume.composed(space, n, lambda space: space.p, volume.shuffled)
        },
    },
)
def volume_sampling_is_unbiased(space, n, *, law=volume.volume_law, weight=lambda _: None):
    mean = volume.mean_estimate(space, law(space, n), weight(space))
    return equal(mean, space.projection, symbol="an entry of E Pⁿ")


def mean_error(space, law):
    """E (I - Pⁿ)ᵀ D (I - Pⁿ) over the samples that the law allows, with the masses D: the form E‖v - Pⁿv‖²."""
    identity, drawn = volume.fractions(np.eye(len(space.p), dtype=int)), volume.unordered(law)
    rest = [(q, identity - space.estimate(x)[0]) for x, q in drawn.items() if q]
    return sum(q * (A.T * space.p) @ A for q, A in rest)


@claim(
    "x:sec1.3-volume-sampling-both",
    says="In L² volume-rescaled least squares is unbiased and quasi-optimal in expectation: E‖v - Pⁿv‖² ≤ (1 + d)‖v - "
    "Pv‖² for every n ≥ d.",
    formula=r"\mathbb{E}[P_t^n v] = P_t v,\qquad \mathbb{E}\|v - P_t^n v\|^2 \le (1 + d_t)\|v - P_t v\|^2 "
    r"\quad\text{for all } n\ge d_t",
    forall={"T": RATIONAL_SPACES, "n": RATIONAL_SIZES},
    given=[enough_points],
    reading="Section 1.3 has the factor 1 + cd/n with a constant c; 1 + d is ours. For n = d lines on three points "
    "have 1 + d, so that c ≥ d there; for large n Lemma F.1 has such a c. For all v at once.",
    tight="attained by lines on three points and n = d",
    premises=["x:appF-unbiased"],
    mutants={
        "independent points": {"law": regular_independent},
        "one per cent less than 1 + d": {"constant": lambda d: Fraction(99, 100) * (1 + d)},
    },
)
def volume_sampling_is_quasi_optimal(space, n, *, constant=lambda d: 1 + d, law=volume.volume_law):
    """P^n averages interpolations. For n = d, E‖v - I v‖² is at most (d + 1)!/d! Gram(b, v), not attained by cells."""
    chosen = law(space, n)
    yield equal(volume.mean_estimate(space, chosen), space.projection, name="bias", symbol="an entry of E Pⁿ")
    normal = volume.fractions(np.eye(len(space.p), dtype=int)) - space.projection
    gap = constant(space.dim) * (normal.T * space.p) @ normal - mean_error(space, chosen)
    yield nonnegative(gap, "error")
