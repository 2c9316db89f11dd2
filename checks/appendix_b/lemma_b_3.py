r"""Lemma B.3 [lem:sgd_bias_variance]: the constants of (BBV) for the non-projection, from λ_*(G), λ*(G) and k_t."""

import math
from fractions import Fraction
from operator import attrgetter

import numpy as np

from checks.instances.finite_systems import SIZES, SYSTEMS
from checks.theory import symbolic_members as on
from checks.theory.finite import of_the_space, rational_system
from checks.theory.forms import compared_at, ordered
from checks.theory.members_at import moments
from checks.theory.non_projection import Printed, largest, of_all_members, printed, variance_bound
from theorytest import at_least, at_most, claim, equal, family, product, reals
from theorytest.proof import compared, statement, use

ON_SYMBOLS = Printed(on.least, on.lam, on.k, on.n)
LEAST, FIRST, SECOND = map(attrgetter, ("least", "c_var1", "c_var2"))


def constants_on_symbols(*, least=LEAST, first=FIRST, second=SECOND):
    """Both lines of (BBV), from the coefficients."""
    bound = first(ON_SYMBOLS) * on.tangent + second(ON_SYMBOLS) * on.normal
    variance = [*on.IN_THE_INTEGRAL, *on.coefficients(on.share * on.lam), use("k", on.lam / on.n)]
    return statement(
        [at_least(on.aligned, least(ON_SYMBOLS) * on.tangent), at_most(on.moment, bound)],
        given=on.MEAN | on.PROJECTION | on.LEAST | on.SECOND,
        by=[on.ALIGNMENT, variance],
    )


def forms_of(system, n, found, *, least=LEAST, first=FIRST, second=SECOND):
    """Both lines of (BBV) as pairs of forms in g, the smaller one first."""
    A = system.mean(n)
    yield least(found) * system.projector, (A + A.T) / 2
    yield system.second_moment(n), variance_bound(system, first(found), second(found))


def constants_at(system, n):
    """At the g of the check."""
    gaps = [upper - lower for lower, upper in forms_of(system, n, printed(system, n))]
    return [moments(system, n, g) for gap in gaps for g in compared_at(gap)]


@claim(
    "lem:sgd_bias_variance",
    also=[
        "x:display-lemB.3-constants",
        "x:display-lemB.3-proof",
        "x:tab2-nonprojection-bias1",
        "x:tab2-nonprojection-bias2",
    ],
    says="With K from its d members the non-projection satisfies (BBV) with the four constants of Lemma B.3.",
    formula=r"c_{\mathrm{bias},1} = \lambda_*(G),\ c_{\mathrm{bias},2} = 0,\ c_{\mathrm{var},1} = "
    r"\tfrac{\lambda^*(G)^2(n-1) + \lambda^*(G)k_t}{n},\ c_{\mathrm{var},2} = \tfrac{\lambda^*(G)k_t}{n}",
    forall={"B": SYSTEMS, "n": SIZES},
    reading="Proved from E (g, b_k)ₙ = (g, b_k), the second moments of the members, and the definitions of λ_*(G), "
    "λ*(G), k and θ = G⁺η, the coefficients of Pg.",
    tight="attained by tight frames whose w K is constant",
    premises=["lem:quasi-projection_unbiased", "lem:quasi-projection_norm/corrected"],
    proof=compared(constants_on_symbols, constants_at),
    mutants={
        "k of an orthonormal basis": {"K": of_the_space},
        "one per cent more of c_bias,1": {"least": lambda found: 101 * found.least / 100},
        "one per cent less of c_var,1": {"first": lambda found: 99 * found.c_var1 / 100},
        "one per cent less of c_var,2": {"second": lambda found: 99 * found.c_var2 / 100},
    },
)
def constants_of_the_non_projection(system, n, *, K=of_all_members, least=LEAST, first=FIRST, second=SECOND):
    """(BBV) for all g, by enumeration."""
    scale, constants = float(largest(system)) ** 2, {"least": least, "first": first, "second": second}
    for name, pair in zip(("bias", "variance"), forms_of(system, n, printed(system, n, K), **constants), strict=True):
        yield from ordered(*pair, name, scale=scale)


SIZE = reals(0, 1000, open=True, log=True)
PAIRS = product(SIZE, SIZE).map(lambda a, b: (min(a, b), max(a, b)))


def two_blocks(least, lam, share):
    """√λ* and √λ_* times the normalised indicators of two cells, the first drawn with the probability `share`.

    The cells have the masses (9 + 16)/169 and 144/169.
    """
    p, (first, second) = Fraction(share), (Fraction(math.sqrt(each)) for each in (lam, least))
    law = (p * 9 / 25, p * 16 / 25, 1 - p)
    return rational_system((9, 16, 144), law, [first * 13 / 5] * 2 + [0], [0, 0, second * 13 / 12])


@claim(
    "x:lemB.3-tight",
    says="The constants of Lemma B.3 are tight: for all 0 < λ_* ≤ λ* and n some system with these eigenvalues admits "
    "no better ones.",
    formula=r"\forall\, \lambda_* \le \lambda^*, n\ \exists\, \mathcal{B}_t:\ \text{no better } c_{\mathrm{bias},1}, "
    r"c_{\mathrm{bias},2}, c_{\mathrm{var},1}, c_{\mathrm{var},2}",
    forall={
        "λ_*, λ*": family([(1, 1), (0.0625, 1), (1, 9), (0.25, 4)], "pairs with 0 < λ_* ≤ λ*", search=PAIRS),
        "n": SIZES,
    },
    premises=["lem:sgd_bias_variance"],
    mutants={"the weak block drawn too rarely": {"share": "99/100"}, "one per cent better": {"percent": 99}},
)
def constants_are_tight(pair, n, *, share="1/2", percent=100):
    """Two cells that do not meet, and w K largest on the one with λ*: each cell alone is a scaled quasi-projection."""
    system = two_blocks(*pair, share)
    S, A, b, P = (M.astype(float) for M in (system.second_moment(n), system.mean(n), system.basis, system.projector))
    outside, found = np.eye(len(S)) - P, printed(system, n)
    true = [
        np.linalg.eigvalsh(b @ (A + A.T) @ b.T / 2)[0],
        np.linalg.norm(P @ A @ outside, 2),
        np.linalg.eigvalsh(b @ S @ b.T)[-1],
        np.linalg.eigvalsh(outside @ S @ outside)[-1],
    ]
    best = [float(c) * percent / 100 for c in (found.least, 0, found.c_var1, found.c_var2)]
    return equal(true, best, symbol="the best constant")


@claim(
    "x:lemB.3-christoffel",
    kind="definition",
    says="The definitions of K_t from the generating system in Lemma B.3 and from an orthonormal basis in Section 3 "
    "give one function.",
    formula=r"\lambda^*\Big(\sum_{k=1}^{d}(L_x\varphi_k)(L_x\varphi_k)^\intercal\Big) = "
    r"\lambda^*\Big(\sum_{k=1}^{d_t}(L_xb_k)(L_xb_k)^\intercal\Big)",
    forall={"B": SYSTEMS},
    reading="One symbol for two functions: Table 2 takes its constants from this lemma and its k from Section 3. The "
    "first lies between λ_*(G) and λ*(G) times the second.",
    gravity="fails only when read literally",
    finding="two-christoffel-functions",
    controls={"between λ_* and λ* times": {"least": lambda values: values[0], "greatest": lambda values: values[-1]}},
)
def christoffel_functions_compare(system, *, least=lambda _: 1, greatest=lambda _: 1):
    """The constant 2 has K = 4 and G = 4, its space has K = 1."""
    K, of_basis = of_all_members(system), of_the_space(system)
    yield at_least(K, least(system.eigenvalues) * of_basis, name="below", digits=10, symbol="K of the system")
    yield at_most(K, greatest(system.eigenvalues) * of_basis, name="above", digits=10, symbol="K of the system")
