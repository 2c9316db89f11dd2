r"""The proof of Theorem 4.8 [thm:stationary_point]: the factor σ_t in terms of s_t and s̄."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import sympy as sp

from checks.section_3_2.quasi_projection import TWO_POINTS
from theorytest import at_least, at_most, claim, equal, repair
from theorytest.approximation.combinations import Combinations
from theorytest.approximation.constants import exact
from theorytest.approximation.estimators import NonProjection
from theorytest.approximation.hull import hull
from theorytest.approximation.sampling import Plain
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Monomials

HALF = sp.Rational(1, 2)

# The non-projection of the system {b/√2} is half of the quasi-projection: c_bias1 = 1/2 and c_var1 = 1/4 for d = n = 1.
HALVED = {"c_bias1": Fraction(1, 2), "c_var1": Fraction(1, 4), "smoothness": Fraction(1)}
ORTHONORMAL = {"c_bias1": Fraction(1), "c_var1": Fraction(1), "smoothness": Fraction(1)}
OTHERS = {
    "halved": HALVED,
    "orthonormal": ORTHONORMAL,
    "doubled": {"c_bias1": Fraction(2), "c_var1": Fraction(9, 2), "smoothness": Fraction(3)},
}


def decrease(c_bias1, c_var1, smoothness, s):
    """σ_t as the theorem defines it, and s̄."""
    return c_bias1 * s - s**2 * smoothness / 2 * c_var1, c_bias1 / (smoothness * c_var1)


@claim(
    "x:thm4.8-proof-sigma",
    kind="identity",
    says="The factor sigma_t of the theorem is s_t - s_t^2 / (2 s-bar).",
    formula=r"\sigma_t = s_t - \tfrac{s_t^2}{2\bar s}",
    expected="refuted",
    gravity="misprint",
)
def sigma_without_the_bias_constant_as_printed(*, printed=lambda s, s_bar: s - s**2 / (2 * s_bar)):
    """For the non-projection of {b/√2}, which has c_bias1 = 1/2, c_var1 = 1/4 and s̄ = 2, the step 1 has σ = 3/8."""
    sigma, s_bar = decrease(**HALVED, s=Fraction(1))
    space = Space(Combinations(Monomials(1), np.array([[0.5**0.5]])), TWO_POINTS)
    found = exact(NonProjection(Plain(space), 1), hull(space, 0))
    known = [float(HALVED[name]) for name in ("c_bias1", "c_var1")]
    yield equal([found.c_bias1, found.c_var1], known, name="constants", symbol="a constant")
    yield equal(sigma, printed(Fraction(1), s_bar), name="halved", symbol="sigma")


@repair(
    "x:thm4.8-proof-sigma/corrected",
    "x:thm4.8-proof-sigma",
    kind="identity",
    says="The factor sigma_t of the theorem is c_bias1 (s_t - s_t^2 / (2 s-bar)).",
    formula=r"\sigma_t = c_{\mathrm{bias},1}\Big(s_t - \tfrac{s_t^2}{2\bar s}\Big)",
    mutants={
        "without the constant": {"scale": lambda _: 1},
        "its square": {"scale": lambda c: c**2},
        "s-bar for 2 s-bar": {"half": 1},
    },
)
def sigma_with_the_bias_constant(*, scale=lambda c: c, half=HALF):
    """As an identity of rational functions."""
    b, v, m, s = sp.symbols("b v m s", positive=True)
    sigma, s_bar = b * s - s**2 * m / 2 * v, b / (m * v)
    difference = sp.simplify(sigma - scale(b) * (s - half * s**2 / s_bar))
    yield equal(difference == 0, True, name="symbolic", symbol="the identity")


@claim(
    "x:thm4.8-proof-half",
    also=["x:thm4.8-proof-l1"],
    kind="inequality",
    says="For steps up to s-bar sigma_t is at least s_t/2, and for steps above s* at least s*/2.",
    formula=r"s_t\le\bar s \implies \sigma_t \ge \tfrac{s_t}2 \ge \tfrac{s^*}2",
    expected="refuted",
    gravity="misprint",
)
def sigma_is_half_the_step_as_printed(*, share=Fraction(1, 2)):
    """With c_bias1 = 1/2 and s̄ = 2 the step 1 has σ = 3/8; for constant steps s* = 1 the same."""
    sigma, _ = decrease(**HALVED, s=Fraction(1))
    yield at_least(sigma, share, name="halved", symbol="sigma")


@repair(
    "x:thm4.8-proof-half/corrected",
    "x:thm4.8-proof-half",
    also=["x:thm4.8-proof-l1"],
    kind="inequality",
    says="For steps up to s-bar sigma_t is at least c_bias1 s_t/2, so steps above s* make the plain sum of "
    "squares at most 2/(c_bias1 s*) times the weighted one.",
    formula=r"s^*\le s_t\le\bar s \implies \sigma_t \ge \tfrac{c_{\mathrm{bias},1}s_t}2, \quad "
    r"\|\eta\|_{\ell^1} \le \tfrac2{c_{\mathrm{bias},1}s^*}\|\eta\|_{\ell^1_\sigma}",
    tight="attained at the step s-bar",
    premises=["x:thm4.8-proof-sigma/corrected"],
    mutants={"share x 1.1": {"share": 1.1}, "steps up to 1.01 s-bar": {"longest": Fraction(101, 100)}},
)
def sigma_is_half_the_step_times_the_bias_constant(*, share=1, longest=1):
    """In rational numbers; attained at s = s̄, where also the second bound is attained by constant steps."""
    for name, constants in OTHERS.items():
        _, s_bar = decrease(**constants, s=Fraction(1))
        s = [longest * s_bar * Fraction(k, 40) for k in range(1, 41)]
        sigma = [decrease(**constants, s=each)[0] for each in s]
        half = constants["c_bias1"] / 2 * Fraction(share)
        yield at_least(sigma, [half * each for each in s], name=name, symbol="sigma")
        eta = [Fraction((7 * t) % 11 + 1, 5) for t in range(40)]
        for first in (0, 20, 39):
            weighted = sum(a * e for a, e in zip(sigma[first:], eta[first:], strict=True))
            yield at_most(
                half * s[first] * sum(eta[first:]),
                weighted,
                name=f"{name}, s* = {s[first]}",
            )
