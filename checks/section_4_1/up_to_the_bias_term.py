r"""Section 4.1: on linear spaces with least squares E X_{T+1} = ∏a_t X_1 + ξ̄_T, with ξ_t = s_t² ½ c_var,2 ‖u - Pu‖²."""

from dataclasses import replace
from fractions import Fraction
from math import prod

from checks.hypotheses import (
    LINEAR_QUASI_PROJECTION,
    fixed_steps,
    full_scheme,
    optimal_scheme,
    scalar_jets,
)
from checks.instances.linear_scheme import TARGET_OUTSIDE
from checks.instances.trees import accumulated as collected_by
from checks.theory import symbolic_linear as linear
from checks.theory.series import accumulated, last, nothing
from theorytest import at_least, claim, equal, family, integers, more_than, positive, proof

F = Fraction
BIAS, MOMENT = "E Pⁿg = Pg", "E‖Pⁿg‖² = ((n−1)‖Pg‖² + d‖g‖²)/n"


def known_gap_on_symbols(*, c_var2=1, length=1):
    """By induction over T; the bound holds as a_t = (1 - s)² + s² (d - 1)/n ≥ 0 for every step."""
    s, best = proof.function("s", ">0"), proof.positive("‖u−Pu‖²")
    error, (aligned, size) = linear.error, (linear.aligned, linear.size)
    d, n, T, k = proof.integer("d"), proof.integer("n"), proof.integer("T"), proof.integer("k")
    now, X = proof.use(proof.HYPOTHESIS), lambda t: proof.mean(error(t)) / 2
    factor = lambda s: 1 - 2 * s + s**2 * (n + d - 1) / n  # noqa: E731
    Z, of_z = accumulated("ξ̄", lambda t: factor(s(t)), lambda t: s(t) ** 2 / 2 * c_var2 * d / n * best)
    A, j = proof.function("∏a"), proof.integer("j", 0)
    step, a_1, a_T = length * s(k), factor(s(1)), factor(s(T + 1))
    second = ((n - 1) * proof.mean(error(k)) + d * (proof.mean(error(k)) + best)) / n

    def one_step(t):
        """From the two moments of Pⁿg_t, where ‖Pg_t‖² = ‖e_t‖² and ‖g_t‖² = ‖e_t‖² + ‖u − Pu‖²."""
        moved = proof.use("M = T_t is linear", F(1, 2), at={"k": t}, mean=True)
        return [
            moved,
            proof.use(BIAS, -length * s(t), at={"k": t}),
            proof.use(MOMENT, (length * s(t)) ** 2 / 2, at={"k": t}),
        ]

    def kept(t, what):
        """Times a_t."""
        return [proof.product(what, proof.squared(1 - s(t))), proof.product(what, times=s(t) ** 2 * (d - 1) / n)]

    first = [*one_step(1), last("ξ̄", 0, -1), nothing("ξ̄", -a_1)]
    later = [*one_step(T + 1), last("ξ̄", T, -1)]
    base, begin = [*first, last("∏a", 0, -X(1)), nothing("∏a", -X(1) * a_1)], kept(1, {"times": X(1).tree, "of": []})
    return proof.statement(
        [equal(X(T + 1), A(T) * X(1) + Z(T)), at_least(X(T + 1), Z(T)), more_than(Z(T), 0)],
        given=of_z
        | {"∏a: none": proof.defined(equal(A(0), 1)), "∏a": proof.defined(equal(A(j + 1), factor(s(j + 1)) * A(j)), j)}
        | {
            "M = T_t is linear": proof.for_all(
                k, equal(error(k + 1), error(k) - 2 * step * aligned(k) + step**2 * size(k))
            ),
            BIAS: proof.for_all(k, equal(proof.mean(aligned(k)), proof.mean(error(k)))),
            MOMENT: proof.for_all(k, equal(proof.mean(size(k)), second)),
        },
        by=[
            proof.induction(T, base=base, step=[*later, last("∏a", T, -X(1)), proof.use(proof.HYPOTHESIS, a_T)]),
            proof.induction(T, base=[*first, *begin], step=[*later, *kept(T + 1, now)]),
            proof.induction(T, base=[last("ξ̄", 0), nothing("ξ̄", a_1)], step=[last("ξ̄", T), *kept(T + 1, now)]),
        ],
    )


def known_gap_at(scheme, share, T):
    d, n = scheme.d, scheme.n
    s = [share(t) * Fraction(n, n + d - 1) for t in range(1, T + 1)]
    a, noise = [1 - 2 * x + x**2 * (n + d - 1) / n for x in s], [Fraction(d, 2 * n) * scheme.best * x**2 for x in s]
    errors = replace(scheme, steps=lambda t: s[t - 1]).distances(T)
    return {
        **{
            "d": d,
            "n": n,
            "T": T,
            "k": T,
            "j": T - 1,
            "‖u−Pu‖²": scheme.best,
            "s": proof.along(s),
            "‖e‖²": proof.along(errors),
        },
        "∏a": proof.along([prod(a[:t]) for t in range(T + 1)], 0),
        "ξ̄": proof.along([collected_by(a[:t], noise[:t]) for t in range(T + 1)], 0),
    }


@claim(
    "x:sec4.1-only-up-to-bias",
    says="If ‖(I−P_t)g_t‖ ≥ c > 0, no gap below ξ̄_T > 0 can be guaranteed: optimal points in L² with K > 0 have "
    "E X_{T+1} = ∏a_tX₁ + ξ̄_T.",
    formula=r"\|(I-P_t)g_t\| \ge c > 0: \quad \mathbb{E}X_{T+1} = \prod_{t=1}^Ta_t\,X_1 + \bar\xi_T \ge "
    r"\bar\xi_T > 0",
    forall={
        "(M, u, n)": TARGET_OUTSIDE,
        "s_t": family(
            {"the best for σ": lambda _: 1, "three times as long": lambda _: 3, "1/t": lambda t: Fraction(1, t)},
            "positive steps, by their share of the best one, also those that are too long, with σ_t ≤ 0",
            search=positive(3).map(lambda share: lambda _: share),
        ),
        "T": family([1, 2, 12], "positive integers", search=integers(1, 9)),
    },
    given=[*LINEAR_QUASI_PROJECTION, fixed_steps, optimal_scheme, scalar_jets.stated, full_scheme],
    reading="“Can only guarantee” is shown by schemes that attain the bound of Theorem 4.2; with s_t → 0 also ξ̄_T → "
    "0. Proved from E Pⁿg = Pg and E‖Pⁿg‖² = ((n−1)‖Pg‖² + d‖g‖²)/n, and M = T_t is linear.",
    tight="approached as T grows",
    premises=["thm:convergence_in_expectation"],
    proof=proof.compared(known_gap_on_symbols, known_gap_at),
    mutants={
        "two per cent more of c_var2": {"c_var2": Fraction(51, 50)},
        "half of the step": {"length": Fraction(1, 2)},
    },
)
def gap_stays_above_the_accumulated_term(scheme, share, T, *, c_var2=1, length=1):
    d, n = scheme.d, scheme.n
    s = [share(t) * Fraction(n, n + d - 1) for t in range(1, T + 1)]
    factors, noise = [1 - 2 * x + x**2 * (n + d - 1) / n for x in s], Fraction(d, 2 * n) * scheme.best
    collected = collected_by(factors, [c_var2 * noise * x**2 for x in s])
    first, *_, gap = replace(scheme, steps=lambda t: length * s[t - 1]).distances(T)
    yield equal(gap / 2, prod(factors) * first / 2 + collected, symbol="E X_{T+1}")
    yield at_least(gap / 2, collected, name="bound", symbol="E X_{T+1}")
    yield more_than(collected, 0, name="positive", symbol="ξ̄_T")
