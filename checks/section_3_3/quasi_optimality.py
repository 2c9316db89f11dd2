r"""Section 3.3 [eq:Ptn-quasi-opt]: the quasi-optimality of least squares, and what conditioning on S_δ does for it."""

from checks.hypotheses import delta_below_one, delta_not_one
from checks.instances.finite_systems import BASES, SAMPLES, SIZES
from checks.theory import symbolic_sampling as on
from checks.theory.finite import Sample
from checks.theory.forms import compared_at, ordered, rounded
from theorytest import at_least, at_most, claim, equal, repair
from theorytest.proof import compared, inner, positive, square, squared, statement, use, vector

h, q, hn, qn = vector("h q hₙ qₙ")


def optimality_on_symbols(*, factor=lambda delta: 1 / (1 - delta)):
    """With h = g − Pg and q = Pⁿh in T: g − Pⁿg = h − q, and hₙ, qₙ are h and q with the empirical inner product."""
    times = 1 / (1 - on.delta)
    return statement(
        at_most(square(h - q), square(h) + factor(on.delta) * square(hn)),
        given={
            "g − P g: orthogonal to T": equal(inner(h, q), 0),
            "δ": at_most((1 - on.delta) * square(q), square(qn)),
            "Pⁿ: least squares": equal(inner(hn - qn, qn), 0),
        },
        by=[
            use("g − P g: orthogonal to T", 2),
            use("δ", times),
            use("Pⁿ: least squares", 2 * times),
            squared(hn - qn, times),
        ],
    )


def errors(sample, factor=lambda delta: 1 / (1 - delta)):
    """‖g − Pⁿg‖² and ‖g − Pg‖² + ‖g − Pg‖²ₙ/(1 − δ), as forms."""
    system, draws = sample.system, sample.draws
    normal, error = system.identity - system.projector, system.identity - system.least_squares(draws)
    seen = system.empirical(draws)[:, None] * normal
    return error.T @ error, normal + factor(sample.delta) * (normal @ seen)


def optimality_at(sample):
    """At the g of the check."""
    system, (found, bound) = sample.system, errors(sample)
    C, fit = system.empirical(sample.draws), system.least_squares(sample.draws)

    def numbers(g):
        far = g - system.projector @ g
        near = fit @ far
        products = {inner(h, q): far @ near, square(q): near @ near, square(hn): far @ (C * far)}
        products |= {square(qn): near @ (C * near), inner(hn - qn, qn): (far - near) @ (C * near)}
        return {h: far, q: near, on.delta: sample.delta} | {each: rounded(x) for each, x in products.items()}

    return [numbers(g) for g in compared_at(bound - found)]


@repair(
    "eq:Ptn-quasi-opt/corrected",
    "eq:Ptn-quasi-opt",
    says="If δ < 1, the squared error of Pⁿg is at most ‖g − P g‖² plus ‖g − P g‖²ₙ/(1 − δ).",
    formula=r"\|I - \hat G\| =: \delta < 1 \implies \|g - P_t^n g\|^2 \le \|g - P_t g\|^2 + \tfrac{1}{1-\delta}\|g - "
    r"P_t g\|_n^2",
    given=[delta_below_one],
    tight="attained by samples whose smallest eigenvalue is 1 - δ",
    premises=["eq:least-squares-projection/onto-corrected"],
    proof=compared(optimality_on_symbols, optimality_at),
    mutants={"one per cent less": {"factor": lambda delta: 99 / (100 * (1 - delta))}},
)
@claim(
    "eq:Ptn-quasi-opt",
    says="The squared error of Pⁿg is at most ‖g − P g‖² plus ‖g − P g‖²ₙ/(1 − δ), where δ = ‖I − Ĝ‖.",
    formula=r"\|g - P_t^n g\|^2 \le \|g - P_t g\|^2 + \tfrac{1}{1-\delta}\|g - P_t g\|_n^2, \qquad \delta := \|I - "
    r"\hat G\|",
    forall={"T, μ, sample": SAMPLES},
    given=[delta_not_one],
    reading="δ is what the sample gives; the sentence before the event S_δ does not say that it is below 1.",
    gravity="fails only when read literally",
    finding="delta-below-one",
    premises=["eq:least-squares-projection"],
)
def least_squares_is_quasi_optimal(sample, *, factor=lambda delta: 1 / (1 - delta)):
    """Above 1 the factor is negative."""
    yield from ordered(*errors(sample, factor), digits=8)


@claim(
    "x:sec3.3-conditioning-well-defined",
    says="Conditioning on S_δ makes the least squares projection well defined: some samples lie in S_δ.",
    formula=r"\mathbb{P}(\mathcal{S}_\delta) > 0",
    forall={"T, μ": BASES, "n": SIZES},
    reading="For every number of points, with δ = 95/100. Lemma E.1 assumes that the event is possible; Section 3.3 "
    "does not say so.",
    gravity="fails only when read literally",
    finding="too-few-points-for-least-squares",
    premises=["eq:stability"],
    controls={"a large δ": {"percent": 10**4}},
)
def conditioning_is_possible(system, n, *, percent=95):
    """With fewer than d/l points ‖I - Ĝ‖ ≥ 1 for every sample, and there is nothing to condition on."""
    least = min(Sample(system, draws).delta for _, draws in system.samples(n))
    return at_most(100 * least, percent, symbol="100 min ‖I - Ĝ‖ over the samples")


def condition_on_symbols(*, bound=lambda delta: (1 + delta) / (1 - delta)):
    """On S_δ all eigenvalues lie between 1 − δ and 1 + δ."""
    least, largest = positive("λ_min λ_max")
    above, below = (1 + on.delta) / (1 - on.delta) / least, 1 / least
    return statement(
        at_most(largest / least, bound(on.delta)),
        given={"S_δ: below": at_least(least, 1 - on.delta), "S_δ: above": at_most(largest, 1 + on.delta)},
        by=[use("S_δ: below", above), use("S_δ: above", below)],
    )


def condition_at(sample):
    least, largest = sample.system.spectrum(sample.draws)
    return {"λ_min": least, "λ_max": largest, on.delta: sample.delta}


@repair(
    "x:sec3.3-conditioning-well-defined/corrected",
    "x:sec3.3-conditioning-well-defined",
    says="If δ < 1, the condition number of Ĝ is at most (1 + δ)/(1 − δ) on S_δ.",
    formula=r"\delta < 1 \implies \kappa(\hat G) \le \tfrac{1+\delta}{1-\delta} \quad\text{on } \mathcal{S}_\delta",
    forall={"T, μ, sample": SAMPLES},
    given=[delta_below_one],
    reading="With δ = ‖I − Ĝ‖ of the sample, the smallest δ for which it lies in S_δ.",
    tight="attained by planes whose eigenvalues are 1 - δ and 1 + δ",
    premises=["eq:stability"],
    proof=compared(condition_on_symbols, condition_at),
    mutants={"one per cent less": {"bound": lambda delta: 99 * (1 + delta) / (100 * (1 - delta))}},
)
def conditioning_bounds_the_condition(sample, *, bound=lambda delta: (1 + delta) / (1 - delta)):
    """Attained: the trace of Ĝ is 2 for optimal points of a plane, so that its eigenvalues are 1 ± δ."""
    least, largest = sample.system.spectrum(sample.draws)
    return at_most(largest / least, bound(sample.delta), digits=8, symbol="κ(Ĝ)")
