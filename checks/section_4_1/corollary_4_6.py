r"""Corollary 4.6 [cor:convergence_up_to_precision]: quasi-best up to eps after logarithmically many iterations."""

from dataclasses import replace
from fractions import Fraction as F

from checks.hypotheses import LINEAR_QUASI_PROJECTION, OPTIMAL_LINEAR, plane_or_more
from checks.instances.linear_scheme import ANY_PLAIN, ANY_WEIGHTS, SCHEMES
from checks.theory import symbolic_linear as linear
from checks.theory.mean_square_error import quasi_best, steps_needed
from checks.theory.rational_volume import rounded
from theorytest import at_most, claim, family, integers, reals, repair
from theorytest.proof import compared, integer, lemma, mean, nonnegative, statement, use

SCOPE = {
    "(M, u, n)": SCHEMES,
    "ε": family(
        [F(3, 2), F(9, 10), F(1, 2), F(1, 3), F(1, 9), F(1, 1000)],
        "positive numbers",
        search=reals(F(1, 100), 2).map(lambda eps: rounded(eps)[()] + F(1, 100)),
    ),
}


def precision_on_symbols(*, shift=-1, inside=2, constant=quasi_best):
    """‖u - u_{t+1}‖² = ‖u - Pu‖² + ‖e_{t+1}‖², ‖u‖² = ‖u - Pu‖² + ‖e_1‖², and ε is (1 + c)^-t or more; k = d."""
    t, first = integer("τ", 0), mean(linear.error(1))
    eps, (bound, by) = inside * linear.power(t) + nonnegative("more"), linear.unrolled(t)
    relative = constant(linear.k, linear.n) * linear.best + eps * (linear.best + first)
    return statement(
        at_most(linear.best + mean(linear.error(t + 1 + shift)), relative),
        given=linear.conditions(),
        by=lemma("the distance", bound, by=by, then=[use("the distance")]),
    )


def precision_at(scheme, epsilon):
    """After as many steps as needed, with k = d; ε may be more than a^t."""
    t = steps_needed(scheme.c, epsilon, 1)
    return linear.numbers(scheme, t, scheme.d) | {"more": epsilon - (1 / (1 + scheme.c)) ** t}


@repair(
    "cor:convergence_up_to_precision/corrected",
    "cor:convergence_up_to_precision",
    by={"shift": 0, "inside": 1},
    says="For optimal quasi-projections, d ≥ 2, u₁ = 0, c = n/(d−1) and the optimal step, E‖u−u_{t+1}‖²/‖u‖² ≤ "
    "(1+d/(n+d−1))‖u−Pu‖²/‖u‖² + ε for t ≥ ln(1/ε)/ln(1+c).",
    formula=r"\mathbb{E}\frac{\|u-u_{t+1}\|^2}{\|u\|^2} \le \bigl(1+\tfrac d{n+d-1}\bigr)"
    r"\frac{\|u-Pu\|^2}{\|u\|^2} + \varepsilon, \quad "
    r"t \ge \tfrac{\ln(\varepsilon^{-1})}{\ln(1+n/(d-1))},\ n\ge1,\ d\ge2,\ u_1 = 0",
    reading="By Lemma B.3; t ≥ ln(1/ε)/ln(1+c) says that (1+c)^−t ≤ ε.",
    tight="attained by targets in the class",
    premises=["thm:convergence_in_expectation"],
    proof=compared(precision_on_symbols, precision_at, per=linear.best + mean(linear.error(1))),
    mutants={
        "one step less": {"shift": -1},
        "five per cent less": {"constant": lambda d, n: 1 + F(95, 100) * d / (n + d - 1)},
    },
)
@claim(
    "cor:convergence_up_to_precision",
    also=["x:display-cor4.6-bound", "x:cor4.6-iterations"],
    says="The quasi-projection from u₁ = 0 with n = c(d−1) and the best step has E‖u−u_t‖²/‖u‖² ≤ "
    "(1+d/((1+c)(d−1)))‖u−Pu‖²/‖u‖² + ε for t = ln(2/ε)/ln(1+c).",
    formula=r"\mathbb{E}\frac{\|u-u_t\|^2}{\|u\|^2} \le \bigl(1+\tfrac1{1+c}\tfrac d{d-1}\bigr)"
    r"\frac{\|u-P_tu\|^2}{\|u\|^2} + \varepsilon, \quad t = \tfrac{\ln(2\varepsilon^{-1})}{\ln(1+c)},\ u_1 = 0",
    forall=SCOPE,
    given=OPTIMAL_LINEAR,
    gravity="misprint",
    finding="iterate-index",
    reading="t is rounded up. Counted in iterations, for u_{t+1}, the bound holds: u_t has seen t − 1 steps.",
)
def error_is_quasi_best(scheme, epsilon, *, shift=-1, inside=2, constant=quasi_best):
    """d = n = 2, so c = 2; u in the class, ε = 2/9, t = 2: one step has been made, and 1/3 is not below 2/9."""
    t = steps_needed(scheme.c, epsilon, inside) + shift
    error = scheme.errors(max(t, 0))[-1] / scheme.size
    bound = constant(scheme.d, scheme.n) * scheme.best / scheme.size + epsilon
    return at_most(error, bound, symbol="the relative error")


STEPS = family([0, 1, 2, 3, 5], "numbers of steps", search=integers(0, 5))


def distance_on_symbols(*, size=lambda scheme: scheme.d, leading=2):
    """Induction over t: the last term is the fixed point of one step."""
    t, K = integer("τ", 0), size(linear.SCHEME)
    bound = leading * linear.power(t) * mean(linear.error(1)) + K / (linear.n + K - 1) * linear.best
    return statement(at_most(mean(linear.error(t + 1)), bound), given=linear.conditions(), by=linear.unrolled(t)[1])


@repair(
    "x:cor4.6-setting/corrected",
    "x:cor4.6-setting",
    by={"size": lambda scheme: scheme.k, "leading": 1},
    says="For quasi-projections, u₁ = 0, k = sup wK < ∞ and s = n/(n+k−1), E‖Pu−u_{t+1}‖² ≤ ((k−1)/(n+k−1))^t‖Pu‖² + "
    "(k/(n+k−1))‖u−Pu‖².",
    formula=r"s_t = \tfrac{n}{n+k_t-1}:\quad \mathbb{E}\|Pu-u_{t+1}\|^2 \le "
    r"\bigl(\tfrac{k_t-1}{n+k_t-1}\bigr)^t\|Pu\|^2 + \tfrac{k_t}{n+k_t-1}\|u-Pu\|^2",
    forall={"(M, u, n, w)": replace(SCHEMES, search=ANY_WEIGHTS), "t": STEPS},
    given=LINEAR_QUASI_PROJECTION,
    tight="attained by targets in the class",
    premises=["thm:descent_quasi_projection"],
    reading="k, the supremum of wK, makes the constants of Lemma B.3; k ≥ 1.",
    proof=compared(distance_on_symbols, lambda scheme, t: linear.numbers(scheme, t, scheme.k)),
    mutants={
        "d for k": {"size": lambda scheme: scheme.d},
        "five per cent less": {"size": lambda scheme: F(95, 100) * scheme.k},
    },
)
@claim(
    "x:cor4.6-setting",
    says="For any points whose estimator has the bounds of Lemma B.3, and u₁ = 0, the best step for these bounds gives "
    "E‖Pu−u_{t+1}‖² ≤ 2(1+c)^{−t}‖Pu‖² + (d/((1+c)(d−1)))‖u−Pu‖².",
    formula=r"s_t = \tfrac{n}{n+k_t-1}:\quad \mathbb{E}\|Pu-u_{t+1}\|^2 \le 2(1+c)^{-t}\|Pu\|^2 + "
    r"\tfrac1{1+c}\tfrac d{d-1}\|u-Pu\|^2, \quad n = c(d-1)",
    forall={"(M, u, n, w)": replace(SCHEMES, search=ANY_PLAIN), "t": STEPS},
    given=[*LINEAR_QUASI_PROJECTION, plane_or_more],
    gravity="missing hypothesis",
    finding="points-must-be-optimal",
    reading="The corollary asks of the points only the bounds of Lemma B.3, which have k_t; the proof puts d for k_t.",
)
def distance_is_bounded(scheme, t, *, size=lambda scheme: scheme.d, leading=2):
    """Two cells, plain points, the indicator of the small one, n = 1: (2/3)^t after t steps, 8/27 against 2/8."""
    n, k, found = scheme.n, F(size(scheme)), scheme.distances(t)
    bound = leading * ((k - 1) / (n + k - 1)) ** t * found[0] + k / (n + k - 1) * scheme.best
    return at_most(found[-1], bound, symbol="E‖Pu − u_{t+1}‖²")
