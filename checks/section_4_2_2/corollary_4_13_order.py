r"""The proof of Corollary 4.13: equal order of two sides does not carry an inequality over."""

from fractions import Fraction as F

import sympy as sp

from theorytest import at_most, claim, threshold


@claim(
    "x:display-cor4.13-proof-asymptotic/order",
    says="From a_t χ_{t+1} ≤ y_t, y_t ≍ z_t and z_t ≤ χ_t it follows that a_t χ_{t+1} ≤ χ_t from some time on.",
    formula=r"a_t\chi_{t+1} \le y_t \asymp z_t \le \chi_t \implies a_t\chi_{t+1} \le \chi_t, \quad "
    r"z_t = (1-\alpha t^{\delta-1})t^{1-\epsilon}",
    reading="The inference as printed, at δ = 0, where the same lines are just as close; the conclusion itself holds "
    "for δ > 0. t (a_t χ_{t+1}/χ_t − 1) has a positive limit, so that it fails at all late t.",
    gravity="gap in a proof",
    finding="cor4.13-asymp",
    controls={"α = 2": {"alpha": F(2)}},
)
def order_and_inequality(*, alpha=F(4, 25), beta=F(3, 5), eps=F(3, 10)):
    """a_t = 1 + β/t² - α/t and χ_t = t^(7/10) at t = 10^k, in tenth powers; the premises hold, y_t/z_t within 4/t."""
    times = [10**k for k in range(1, 13)]
    a = [1 + beta / t**2 - alpha / t for t in times]
    left = [each**10 * F(t + 1, t) ** 7 for each, t in zip(a, times, strict=True)]
    y = [each * (1 + (1 - eps) / t) for each, t in zip(a, times, strict=True)]
    z = [1 - alpha / t for t in times]
    yield at_most(left, [each**10 for each in y], name="line 2", symbol="(a_t χ_{t+1} / χ_t)^10")
    apart = [t * abs(above / below - 1) for t, above, below in zip(times, y, z, strict=True)]
    yield at_most(apart, threshold(4), name="line 3", symbol="t |y_t / z_t − 1|")
    yield at_most(z, 1, name="line 4", symbol="z_t / χ_t")
    t = sp.Symbol("t", positive=True)
    ratio = (1 + sp.Rational(beta) / t**2 - sp.Rational(alpha) / t) * (1 + 1 / t) ** sp.Rational(1 - eps)
    found = sp.limit(t * (ratio - 1), t, sp.oo)
    yield at_most(found, 0, name="the conclusion, at late times", symbol="lim t (a_t χ_{t+1} / χ_t − 1)")
