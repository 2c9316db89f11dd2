r"""Section 4.1: on linear spaces with least squares the gap stays above ξ̄_T, with ξ_t = s_t² ½ c_var,2 ‖u - Pu‖²."""

import numpy as np

from checks.hypotheses import full_support, least_squares_loss, linear_class, no_retraction, optimal_points, scalar_jets
from checks.instances.debiased_problems import ANY_HULL
from checks.instances.linear_descents import Descent, spaces
from checks.instances.trees import accumulated as collected_by
from checks.theory.sums import accumulated, last, nothing
from theorytest import at_least, claim, equal, family, integers, more_than, positive, proof
from theorytest.approximation import Optimal, QuasiProjection
from theorytest.descent import Constant, Mixed, Power

RULES = {  # by the step that maximises σ
    "constant": Constant,
    "twice as long": lambda best: Constant(2 * best),
    "three times as long": lambda best: Constant(3 * best),
    "1/t": lambda best: Power(best, 1.0),
    "1/√t": lambda best: Power(best, 0.5),
    "mixed": lambda best: Mixed(best / 2, Power(best, 0.9), 4),
}


def accumulation(constants, s, residual_square):
    """ξ̄_T for the steps s_1, ..., s_T."""
    c_bias1, _, c_var1, c_var2 = constants
    return collected_by(1 - 2 * (c_bias1 * s - s**2 / 2 * c_var1), s**2 / 2 * c_var2 * residual_square)


def lower_bound_on_symbols(*, c_var2=1, length=1):
    """By induction, as a_t = (1 - s)² + s² (d - 1)/n ≥ 0 for every step."""
    X, s = proof.function("X", "≥0"), proof.function("s", ">0")
    d, n, T, k = proof.integer("d"), proof.integer("n"), proof.integer("T"), proof.integer("k")
    best, name, now = (
        proof.positive("‖u−Pu‖²"),
        "points from the optimal density: one step",
        proof.use(proof.HYPOTHESIS),
    )
    factor = lambda s: 1 - 2 * s + s**2 * (n + d - 1) / n  # noqa: E731
    Z, of_z = accumulated("ξ̄", lambda t: factor(s(t)), lambda t: s(t) ** 2 / 2 * c_var2 * d / n * best)
    step = length * s(k)
    one_step = equal(X(k + 1), factor(step) * X(k) + step**2 / 2 * d / n * best)

    def kept(t, what):
        """Times a_t."""
        return [proof.product(what, proof.squared(1 - s(t))), proof.product(what, times=s(t) ** 2 * (d - 1) / n)]

    first = kept(1, {"times": X(1).tree, "of": []})
    return proof.statement(
        [at_least(X(T + 1), Z(T)), more_than(Z(T), 0)],
        given=of_z | {name: proof.for_all(k, one_step)},
        by=[
            proof.induction(
                T,
                base=[proof.use(name, at={"k": 1}), last("ξ̄", 0, -1), nothing("ξ̄", -factor(s(1))), *first],
                step=[proof.use(name, at={"k": T + 1}), last("ξ̄", T, -1), *kept(T + 1, now)],
            ),
            proof.induction(T, base=[last("ξ̄", 0), nothing("ξ̄", factor(s(1)))], step=[last("ξ̄", T), *kept(T + 1, now)]),
        ],
    )


@claim(
    "x:sec4.1-only-up-to-bias",
    says="If ‖(I−P_t)g_t‖ ≥ c > 0, no better gap than ξ̄_T > 0 can be guaranteed: optimal points in L² with K > 0 have "
    "E X_{T+1} ≥ ξ̄_T.",
    formula=r"\|(I-P_t)g_t\| \ge c > 0: \quad \mathbb{E}X_{T+1} \ge \bar\xi_T > 0",
    forall={
        "M": family(spaces, "linear classes with a target outside", search=ANY_HULL.map(lambda E: E.space), effort=30),
        "s_t": family(
            RULES,
            "positive steps, also those that are too long, with σ_t ≤ 0",
            search=positive(3).map(lambda share: lambda best: Constant(share * best)),
        ),
        "T": family([1, 2, 12, 60], "positive integers", search=integers(1, 20)),
    },
    given=[least_squares_loss, linear_class, no_retraction, optimal_points, scalar_jets, full_support],
    reading="“Can only guarantee” is shown by schemes whose gap is never below ξ̄_T; with s_t → 0 also ξ̄_T → 0.",
    tight="approached as T grows",
    premises=["thm:convergence_in_expectation"],
    proof=lower_bound_on_symbols,
    mutants={"two per cent more of c_var2": {"c_var2": 1.02}, "half of the step": {"length": 0.5}},
)
def gap_stays_above_the_accumulated_term(space, rule, T, *, c_var2=1.0, length=1.0):
    descent = Descent(QuasiProjection(Optimal(space), 2))
    c = descent.constants
    steps = rule(c[0] / c[2])
    collected = accumulation((*c[:3], c_var2 * c[3]), steps(np.arange(1, T + 1)), descent.residual_square)
    gap = descent.exact.gap(rule(length * c[0] / c[2]), [T + 1])
    yield at_least(gap, collected, digits=9, symbol="E X_{T+1}")
    yield more_than(collected, 0, name="positive", symbol="ξ̄_T")
