r"""Section 4.1: how many points Corollary 4.6 needs for the error of the best approximation, in integers.

With c = 1 a step halves the excess: after t steps E‖u - u_{t+1}‖² = (1 + f) ‖u - Pu‖² + 2^-t (‖Pu‖² - f ‖u - Pu‖²)
with f = d/(2 (d - 1)) [x:sec4.1-only-up-to-bias], in L² where K > 0. N = (d - 1) t.
"""

from fractions import Fraction as F

from checks import hypotheses as assume
from checks.instances.linear_scheme import DECAYING, DECAYS
from theorytest import at_least, at_most, claim, equal, family, integers, repair, threshold

# d from 16 on and exponents r from 1/2 to 10: the constants of ≲ and ≳ depend on r, and small d need no step at all
SCOPE = {
    "u": DECAYING,
    "d": family(
        {f"2^{j}": j for j in (4, 16, 256)},
        "dimensions; c = 1, here powers of 4 from 16 on",
        search=integers(2, 200).map(lambda half: 2 * half),
    ),
}
# where the error after t steps is known
KNOWN = [
    *assume.LINEAR_QUASI_PROJECTION,
    assume.optimal_points,
    assume.scalar_jets.stated,
    assume.full_support.stated,
]
C = 20  # the constant that ≲ and ≳ are held to


def steps(digits, j):
    """The fewest steps t with 2^-t (1 - eps (1 + f)) ≤ eps = 2^-digits, hence an error of (1 + f) eps + eps.

    It is digits, or one less while eps (1 + f) ≥ 1/2, which f ≤ 1 makes impossible for eps < 1/4.
    """
    if digits > 2:
        return digits
    epsilon, share = F(1, 2**digits), F(2**j, 2 * (2**j - 1))
    return next(t for t in range(digits + 1) if 1 - epsilon * (1 + share) <= epsilon * 2**t)


FEW = 100  # digits up to which the recursion is run


def by_recursion(digits, j, s):
    """The same number from one step after the other: n = d - 1 points of the quasi-projection, from u_1 = 0."""
    d, epsilon, t = 2**j, F(1, 2**digits), 0
    n, excess, share = d - 1, 1 - epsilon, F(d, 2 * (d - 1))
    while excess > (share + 1) * epsilon:
        excess, t = (1 - 2 * s + s**2 * F(n + d - 1, n)) * excess + s**2 * F(d, n) * epsilon, t + 1
    return t


@repair(
    "x:footnote-2-sample-count/corrected",
    "x:footnote-2-sample-count",
    says="If ε = ‖u−P_du‖²/‖u‖² decays like a power of d, Corollary 4.6 with c = 1 takes N = Θ(d ln d) points.",
    formula=r"\tfrac{\|u-P_du\|^2}{\|u\|^2} = d^{-r} \implies N \in \Theta(d\ln d)",
    given=[*KNOWN, assume.algebraic_decay],
    reading="Tried for powers d^−r, r from 1/2 to 10, and d ≥ 16, with the constants 20 and 1/20.",
    premises=["x:sec4.1-only-up-to-bias"],
    mutants={
        "an exponential decay": {"of": lambda _: DECAYS["ε = 4^−d"]},
        "a slow decay": {"of": lambda _: DECAYS["ε = 1/log₂ d"]},
        "a step of 0.48 for 1/2": {"step": F(48, 100)},
    },
)
@claim(
    "x:footnote-2-sample-count",
    also=["x:sec4.1-log-factor", "x:sec4.1-d-log-d"],
    kind="rate",
    says="If ε is the relative best error ‖u−Pu‖²/‖u‖², Corollary 4.6 takes N ≲ d ln d points, and N ≳ d ln d.",
    formula=r"\varepsilon = \tfrac{\|u-Pu\|^2}{\|u\|^2} \implies N \in \Theta(d\ln d)",
    forall=SCOPE,
    given=KNOWN,
    gravity="missing hypothesis",
    finding="decay-of-best-error",
    reading="≲ is held to the constant 20, ≳ to 1/20. “Optimal up to a logarithmic factor” says the same.",
)
def of_the_order_d_log_d(decay, j, *, of=lambda decay: decay, step=F(1, 2)):
    """A fast best approximation needs more: eps = 4^-d, an analytic target, gives N = 2 d (d - 1). A slow one needs
    fewer: eps = 1/log_2 d gives N = (d - 1) log_2 log_2 d.
    """
    digits = of(decay).digits(j)
    found = steps(digits, j)  # N/(d − 1)
    if digits <= FEW:
        yield equal(by_recursion(digits, j, step), found, name="the recursion", symbol="N/(d − 1)")
    yield at_most(found, threshold(C * j), name="at most", symbol="N/(d − 1)")
    yield at_least(C * found, threshold(j), name="at least", symbol="20 N/(d − 1)")
