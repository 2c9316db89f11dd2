r"""Section 4.1: on linear spaces with least squares E X_{T+1} = ∏a_t X_1 + ξ̄_T, with ξ_t = s_t² ½ c_var,2 ‖u - Pu‖²."""

from dataclasses import replace
from fractions import Fraction as F
from math import prod

from checks import hypotheses as assume
from checks.instances.linear_scheme import TARGET_OUTSIDE
from checks.instances.trees import accumulated as collected_by
from checks.theory import symbolic_linear as linear
from checks.theory.series import accumulated, last, multiplied, nothing
from theorytest import at_least, claim, equal, family, integers, more_than, positive, proof

MOMENTS = "E Pⁿg = Pg", "E‖Pⁿg‖² = ((n−1)‖Pg‖² + d‖g‖²)/n"  # with ‖Pg_t‖² = ‖e_t‖², ‖g_t‖² = ‖e_t‖² + ‖u − Pu‖²


def known_gap_on_symbols(*, c_var2=1, length=1):
    """By induction over T; the bound holds as a_t = (1 - s)² + s² (d - 1)/n ≥ 0 for every step."""
    s, best, d, n, T = proof.function("s", ">0"), linear.best, *(proof.integer(name) for name in "dnT")
    now, X = proof.use(proof.HYPOTHESIS), lambda t: proof.mean(linear.error(t)) / 2
    factor = lambda t: 1 - 2 * s(t) + s(t) ** 2 * (n + d - 1) / n  # noqa: E731
    Z, of_z = accumulated("ξ̄", factor, lambda t: s(t) ** 2 / 2 * c_var2 * d / n * best)
    A, of_a = multiplied("∏a", factor)

    def one_step(t):
        at, moved = {"t": t}, length * s(t)
        both = [proof.use(MOMENTS[0], -moved, at=at), proof.use(MOMENTS[1], moved**2 / 2, at=at)]
        return [proof.use("M = T_t is linear", F(1, 2), at=at, mean=True), *both]

    def kept(t, what):
        """Times a_t."""
        return [proof.product(what, proof.squared(1 - s(t))), proof.product(what, times=s(t) ** 2 * (d - 1) / n)]

    first = [*one_step(1), last("ξ̄", 0, -1), nothing("ξ̄", -factor(1))]
    later = [*one_step(T + 1), last("ξ̄", T, -1)]
    base = [*first, last("∏a", 0, -X(1)), nothing("∏a", -X(1) * factor(1))]
    begin = kept(1, {"times": X(1).tree, "of": []})
    outside = {"‖(I−P_t)g_t‖ ≥ c > 0": more_than(best, 0)}
    return proof.statement(
        [equal(X(T + 1), A(T) * X(1) + Z(T)), at_least(X(T + 1), Z(T)), more_than(Z(T), 0)],
        given=linear.moments(lambda t: length * s(t), d, n, MOMENTS, equal) | of_z | of_a | outside,
        by=[
            proof.induction(
                T, base=base, step=[*later, last("∏a", T, -X(1)), proof.use(proof.HYPOTHESIS, factor(T + 1))]
            ),
            proof.induction(T, base=[*first, *begin], step=[*later, *kept(T + 1, now)]),
            proof.induction(T, base=[last("ξ̄", 0), nothing("ξ̄", factor(1))], step=[last("ξ̄", T), *kept(T + 1, now)]),
        ],
    )


def known_gap_at(scheme, share, T):
    d, n = scheme.d, scheme.n
    s = [share(t) * F(n, n + d - 1) for t in range(1, T + 1)]
    a, noise = [1 - 2 * x + x**2 * (n + d - 1) / n for x in s], [F(d, 2 * n) * scheme.best * x**2 for x in s]
    errors = replace(scheme, steps=lambda t: s[t - 1]).distances(T)
    return {
        **{"d": d, "n": n, "T": T, "t": T, "j": T - 1, "‖u−Pu‖²": scheme.best},
        **{"s": proof.along(s), "‖e‖²": proof.along(errors)},
        "∏a": proof.along([prod(a[:t]) for t in range(T + 1)], 0),
        "ξ̄": proof.along([collected_by(a[:t], noise[:t]) for t in range(T + 1)], 0),
    }


@claim(
    "x:sec4.1-only-up-to-bias",
    says="If ‖(I−P_t)g_t‖ ≥ c > 0, no gap below ξ̄_T > 0 can be guaranteed: optimal quasi-projections in L² with K > 0 "
    "have E X_{T+1} = ∏a_tX₁ + ξ̄_T.",
    formula=r"\|(I-P_t)g_t\| \ge c > 0: \quad \mathbb{E}X_{T+1} = \prod_{t=1}^Ta_t\,X_1 + \bar\xi_T \ge "
    r"\bar\xi_T > 0",
    forall={
        "(M, u, n)": TARGET_OUTSIDE,
        "s_t": family(
            {"the best for σ": lambda _: 1, "three times as long": lambda _: 3, "1/t": lambda t: F(1, t)},
            "positive steps, by their share of the best one, also those that are too long, with σ_t ≤ 0",
            search=positive(3).map(lambda share: lambda _: share),
        ),
        "T": family([1, 2, 12], "positive integers", search=integers(1, 9)),
    },
    given=[
        *assume.LINEAR_QUASI_PROJECTION,
        *(assume.fixed_steps, assume.optimal_scheme, assume.scalar_jets.stated, assume.full_scheme),
    ],
    reading="“Can only guarantee” is shown by schemes that attain the bound of Theorem 4.2; with s_t → 0 also ξ̄_T → "
    "0. Proved from E Pⁿg = Pg and E‖Pⁿg‖² = ((n−1)‖Pg‖² + d‖g‖²)/n, and M = T_t is linear.",
    tight="approached as T grows",
    premises=["thm:convergence_in_expectation"],
    proof=proof.compared(known_gap_on_symbols, known_gap_at),
    mutants={
        "two per cent more of c_var2": {"c_var2": F(51, 50)},
        "half of the step": {"length": F(1, 2)},
    },
)
def gap_stays_above_the_accumulated_term(scheme, share, T, *, c_var2=1, length=1):
    d, n = scheme.d, scheme.n
    s = [share(t) * F(n, n + d - 1) for t in range(1, T + 1)]
    factors, noise = [1 - 2 * x + x**2 * (n + d - 1) / n for x in s], F(d, 2 * n) * scheme.best
    collected = collected_by(factors, [c_var2 * noise * x**2 for x in s])
    first, *_, gap = replace(scheme, steps=lambda t: length * s[t - 1]).distances(T)
    yield equal(gap / 2, prod(factors) * first / 2 + collected, symbol="E X_{T+1}")
    yield at_least(gap / 2, collected, name="bound", symbol="E X_{T+1}")
    yield more_than(collected, 0, name="positive", symbol="ξ̄_T")
