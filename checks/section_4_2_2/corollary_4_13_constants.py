r"""The proof of Corollary 4.13: the coefficients of a_t for s_t = c t^(δ-1)."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import theorytest as tt
from checks.instances.saturated import contraction, mean, retracted_gaps
from theorytest import claim, equal, family, proof, repair

F = Fraction


class Scheme(NamedTuple):
    """The constants of a_t, the c of s_t = c t^(δ-1), n, and a_t as a function of s_t."""

    c_var1: Any
    lam: Any  # of (SPL)
    smoothness: Any  # L + C_R
    c_bias1: Any
    c: Any
    n: int
    factor: Callable


def printed_coefficients(scheme):
    """α = 2λ and β = 2λ (L + C_R)/2 (1 - 1/n)."""
    return 2 * scheme.lam, scheme.lam * scheme.smoothness * (1 - F(1, scheme.n))


def coefficients(scheme, less=0):
    """α = 2λ c_bias1 c and β = λ (L + C_R) c_var1 c²."""
    beta = scheme.lam * scheme.smoothness * (scheme.c_var1 - less) * scheme.c**2
    return 2 * scheme.lam * scheme.c_bias1 * scheme.c, beta


def by_definition(c_var1, lam, smoothness, c_bias1, c):
    """1 - 2λ (c_bias1 s_t - s_t² (L + C_R)/2 c_var1), for n = 4."""
    factor = partial(contraction, c_var=c_var1, lam=lam, c_bias1=c_bias1, L=smoothness)
    return Scheme(c_var1, lam, smoothness, c_bias1, c, 4, factor)


def one_point(s):
    """Constants on two points, n = d = 1: the mean gap after a step over the gap before."""
    return mean(retracted_gaps(F(1), F(0), s)) * 2


SCHEMES = family(
    {
        "constants on two points, n = 1": Scheme(1, 1, 1, 1, 1, 1, one_point),
        "λ = 1/5, L + C_R = 6, c_bias,1 = 3/5": by_definition(F(2), F(1, 5), F(6), F(3, 5), F(7, 10)),
    },
    "classes, losses and estimators, and the c of s_t = c t^(δ−1)",
    search=tt.product(*[tt.positive()] * 5).map(by_definition),
)
STEPS = family([F(1), F(1, 3), F(4, 5)], "t^(δ−1)", search=tt.positive())


SYMBOLIC = by_definition(*proof.positive("c_var1 λ L+C_R c_bias1 c")), proof.positive("t^(δ−1)")


@repair(
    "x:cor4.13-proof-constants/corrected",
    "x:cor4.13-proof-constants",
    by={"of": coefficients},
    says="If s_t = c t^(δ−1), then a_t = 1 + β t^(2δ−2) − α t^(δ−1) with α = 2λ c_bias,1 c and β = λ (L + C_R) "
    "c_var,1 c².",
    formula=r"a_t = 1 + \beta t^{2\delta-2} - \alpha t^{\delta-1},\ \alpha = 2\lambda c_{\mathrm{bias},1}c,\ "
    r"\beta = \lambda(L+C_R)c_{\mathrm{var},1}c^2",
    reading="Where Theorem 4.9 is an equality, a_t is the factor of the mean gap without the orthogonal part.",
    proof=proof.as_checked(*SYMBOLIC),
    mutants={"c_var,1 − 1 for c_var,1": {"of": lambda scheme: coefficients(scheme, less=1)}},
)
@claim(
    "x:cor4.13-proof-constants",
    says="a_t = 1 + β t^(2δ−2) − α t^(δ−1) with α = 2λ and β = λ (L + C_R)(1 − 1/n).",
    formula=r"a_t = 1 + \beta t^{2\delta-2} - \alpha t^{\delta-1},\ \alpha = 2\lambda,\ "
    r"\beta = 2\lambda\tfrac{L+C_R}{2}(1-\tfrac1n)",
    forall={"u": SCHEMES, "t^(δ−1)": STEPS},
    gravity="wrong constant",
    finding="cor4.13-constants",
)
def coefficients_of_a(scheme, s, *, of=printed_coefficients):
    """One point, constants on two points, s_1 = 1: the mean gap becomes 0 = a_1, as printed it is -1."""
    alpha, beta = of(scheme)
    return equal(scheme.factor(scheme.c * s), 1 + beta * s**2 - alpha * s, digits=9, symbol="a_t")
