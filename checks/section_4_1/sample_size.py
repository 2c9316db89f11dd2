r"""Section 4.1: how many points Corollary 4.6 needs for the error of the best approximation.

With n = c (d - 1) points a step divides the excess by 1 + c: E‖u - u_{t+1}‖² = (1 + f) ‖u - Pu‖² +
(1 + c)^-t (‖Pu‖² - f ‖u - Pu‖²) with f = d/(n + d - 1) [x:sec4.1-only-up-to-bias], in L² where K > 0. N = n t.
"""

import mpmath
from flint import arb

from checks import hypotheses as assume
from checks.instances.linear_scheme import DECAYING, DECAYS
from theorytest import at_least, at_most, claim, equal, family, integers, reals, repair, threshold
from theorytest.attacks.balls import precision

# d from 16 on and exponents r from 1/2 to 10: the constants of ≲ and ≳ depend on r, and small d need no step at all
SCOPE = {
    "u": DECAYING,
    "n": family(
        {"c = 1": lambda d: d - 1, "n = 1": lambda _: 1, "c = 5": lambda d: 5 * (d - 1)},
        "points per step, n = c(d − 1) with c ≤ 5",
        search=reals(0, 1).map(lambda share: lambda d: 1 + int(share * (5 * d - 6))),
        effort=60,
    ),
    "d": family([16, 17, 1000, 2**256], "dimensions from 16 on", search=integers(16)),
}
# where the error after t steps is known
KNOWN = [
    *assume.LINEAR_QUASI_PROJECTION,
    assume.optimal_points,
    assume.scalar_jets.stated,
    assume.full_support.stated,
]
LEAST, MOST = 0.1, 40.0  # the constants that ≳ and ≲ are held to
DIGITS = 200  # 1 + c is 1 + 10⁻⁷⁷ for n = 1 and d = 2²⁵⁶
FEW = 8000  # steps up to which the recursion is run


def steps(log, n, d):
    """The fewest steps t with (1 + c)^-t (1 - ε (1 + f)) ≤ ε = e^-log, hence an error of (1 + f) ε + ε."""
    rest = 1 - mpmath.exp(-log) * (1 + mpmath.mpf(d) / (n + d - 1))
    return int(mpmath.ceil(max(0, (log + mpmath.log(rest)) / mpmath.log1p(mpmath.mpf(n) / (d - 1))))) if rest > 0 else 0


def printed_in_balls(log, n, d):
    """N/(d ln d) for the printed number of steps, which is not rounded there."""
    with precision():
        total = n * (log(arb(d)) + arb(2).log()) / (1 + arb(n) / (d - 1)).log()
        return total / (d * arb(d).log())


def by_recursion(log, n, d, share):
    """The same number from one step after the other, for shares of the best step, from u_1 = 0."""
    epsilon, best, t = mpmath.exp(-log), mpmath.mpf(n) / (n + d - 1), 0
    s, excess, bound = share * best, 1 - epsilon, (mpmath.mpf(d) / (n + d - 1) + 1) * epsilon
    factor, noise = 1 - 2 * s + s**2 / best, s**2 * d / n * epsilon
    while excess > bound and t <= 2 * FEW:
        excess, t = factor * excess + noise, t + 1
    return t


@repair(
    "x:footnote-2-sample-count/corrected",
    "x:footnote-2-sample-count",
    says="If ε = ‖u−P_du‖²/‖u‖² decays like a power of d, Corollary 4.6 with n = c(d−1) takes N = Θ(d ln d) points.",
    formula=r"\tfrac{\|u-P_du\|^2}{\|u\|^2} \asymp d^{-r} \implies N \in \Theta(d\ln d)",
    given=[*KNOWN, assume.algebraic_decay],
    reading="Tried for A d^−r, r from 1/2 to 10, A from 1/10 to 1, and d ≥ 16, with the constants 40 and 1/10, for the "
    "printed number of steps and for the fewest that suffice.",
    premises=["x:sec4.1-only-up-to-bias"],
    mutants={
        "an exponential decay": {"of": lambda _: DECAYS["ε = 4^−d"]},
        "a slow decay": {"of": lambda _: DECAYS["ε = 1/log₂ d"]},
        "steps two per cent shorter": {"share": 0.98},
    },
)
@claim(
    "x:footnote-2-sample-count",
    also=["x:sec4.1-log-factor", "x:sec4.1-d-log-d"],
    kind="rate",
    says="If ε is the relative best error ‖u−Pu‖²/‖u‖², Corollary 4.6 takes N ≲ d ln d points, and N ≳ d ln d.",
    formula=r"\varepsilon = \tfrac{\|u-Pu\|^2}{\|u\|^2} \implies N = c(d-1)\tfrac{\ln(2\varepsilon^{-1})}{\ln(1+c)} "
    r"\in \Theta(d\ln d)",
    forall=SCOPE,
    given=KNOWN,
    gravity="missing hypothesis",
    finding="decay-of-best-error",
    reading="≲ is held to the constant 40, ≳ to 1/10. “Optimal up to a logarithmic factor” says the same.",
)
def of_the_order_d_log_d(decay, points, d, *, of=lambda decay: decay, share=1):
    """A fast best approximation needs more: eps = 4^-d, an analytic target, gives N = 2 d (d - 1) for c = 1. A slow one
    needs fewer: eps = 1/log_2 d gives N = (d - 1) log_2 log_2 d.
    """
    with mpmath.workdps(DIGITS):
        log, n = of(decay).log(mpmath.mpf(d)), points(d)
        found = steps(log, n, d)
        printed = mpmath.ceil((log + mpmath.log(2)) / mpmath.log1p(mpmath.mpf(n) / (d - 1)))
        orders = [float(n * t / (d * mpmath.log(d))) for t in (found, printed)]
        run = by_recursion(log, n, d, share) if found <= FEW else None
    if run is not None:
        yield equal(run, found, name="the recursion", symbol="the fewest steps")
    if (enclosed := of(decay).enclosed) is not None:
        order = printed_in_balls(enclosed, n, d)
        yield at_most(order, threshold(arb(MOST)), name="as printed, in balls", symbol="N/(d ln d)")
    yield at_most(orders, threshold(MOST), name="at most", symbol="N/(d ln d)")
    yield at_least(orders, threshold(LEAST), name="at least", symbol="N/(d ln d)")
