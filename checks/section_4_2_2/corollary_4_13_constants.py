r"""The proof of Corollary 4.13: the coefficients of a_t for s_t = c t^(δ-1)."""

from fractions import Fraction as F

import theorytest as tt
from checks.instances.constants_of_steps import SCHEMES, Scheme
from theorytest import claim, equal, family, proof, repair


def printed_coefficients(scheme):
    """α = 2λ and β = 2λ (L + C_R)/2 (1 - 1/n)."""
    return 2 * scheme.lam, scheme.lam * scheme.smoothness * (1 - F(1, scheme.n))


def coefficients(scheme, less=0):
    """α = 2λ c_bias1 c and β = λ (L + C_R) c_var1 c²."""
    beta = scheme.lam * scheme.smoothness * (scheme.c_var1 - less) * scheme.c**2
    return 2 * scheme.lam * scheme.c_bias1 * scheme.c, beta


STEPS = family([F(1), F(1, 3), F(4, 5)], "t^(δ−1)", search=tt.positive())


SYMBOLIC = Scheme(*proof.positive("c_var1 λ L+C_R c_bias1 c")), proof.positive("t^(δ−1)")


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
    mutants={
        "c_var,1 − 1 for c_var,1": {"of": lambda scheme: coefficients(scheme, less=1)},
        "two per cent more": {"of": lambda scheme: tuple(F(51, 50) * each for each in coefficients(scheme))},
    },
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
    return equal(scheme.a(scheme.c * s), 1 + beta * s**2 - alpha * s, digits=9, symbol="a_t")
