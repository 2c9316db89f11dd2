r"""Theorem 4.2 [thm:convergence_in_expectation]: E[X_{T+1} | F_1] ≤ (∏_{t ≤ T} a_t) X_1 + ξ̄_T, by exact moments."""

from fractions import Fraction as F
from math import prod

from checks.hypotheses import contracting, steps_known, strong_pl
from checks.instances.schemes_on_trees import SCHEMES, TIMES
from checks.instances.trees import accumulated, adaptive, as_printed, factor, leaves, mean, sigma, smallest_xi, trees
from checks.theory import symbolic_scheme as scheme
from theorytest import at_most, claim
from theorytest.proof import compared


def bound_on_symbols(*, together=prod, collect=accumulated, contraction=factor):
    return scheme.unrolled(contraction, together=together, collect=collect)


def bound_at(instance, T):
    for root in trees(instance, T):
        leaf, gaps = leaves(root)[0], {1: instance.gap(root.state), T + 1: mean(root, lambda x: instance.gap(x.state))}
        known = scheme.numbers(instance, leaf.factors, leaf.steps, smallest_xi(instance, root))
        yield known | {scheme.gap: gaps.__getitem__}


@claim(
    "thm:convergence_in_expectation",
    also=[
        *("x:display-thm4.2-sigma-a", "x:display-thm4.2-xi", "x:display-thm4.2-bound", "x:thm4.2-xibar-recursion"),
        *("eq:proof_bound_01", "x:display-cor4.5-proof-xi"),
    ],
    says="If (LS), (SPL), (CR) and (BBV) with c_bias,2 = 0 hold, s_t and ξ_t are F₁-measurable and a_t ∈ (0, 1), then "
    "E[X_{T+1} | F₁] ≤ ∏a_t X₁ + ξ̄_T.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{T+1})-\mathcal{L}_{\min,\mathcal{M}}\mid\mathcal{F}_1] \le "
    r"\Bigl(\prod_{t=1}^T a_t\Bigr)(\mathcal{L}(u_1)-\mathcal{L}_{\min,\mathcal{M}}) + \bar\xi_T, \quad "
    r"\bar\xi_{t+1} = \xi_{t+1}+a_{t+1}\bar\xi_t",
    forall={
        "(L, M, P_tⁿ, R_t, s_t)": SCHEMES,
        "T": TIMES,
    },
    given=[strong_pl, steps_known, contracting],
    reading="X_t = L(u_t) − L_min,M; β ∈ ℓ¹ is assumed as printed and not needed. The proof of Corollary 4.5 repeats "
    "it with (I−P_t)g_t = 0 and ξ_t = β_t, as on the lines.",
    tight="attained on lines, where (SPL) and (LS) have the same constant and retraction and variance are used up",
    premises=["eq:C-retraction/corrected", "eq:mu-PL_strong/corrected", "eq:bbv"],
    proof=compared(bound_on_symbols, bound_at),
    mutants={
        "a_t for a_{t+1}": {"collect": lambda a, xi: accumulated([1, *a[:-1]], [*xi[1:], 0])},
        "the last factor twice": {"together": lambda a: prod(a) * a[-1]},
        "the retraction forgotten": {
            "contraction": lambda i, s: 1 - 2 * i.lam * (i.c_bias1 * s - s**2 * i.L * i.c_var1 / 2)
        },
        "two per cent less of c_var1": {
            "contraction": lambda i, s: factor(i, s) - i.lam * s**2 * (i.L + i.C_R) * i.c_var1 / 50
        },
        "two per cent more descent": {"contraction": lambda i, s: 1 - 2 * i.lam * sigma(i, s) * F(51, 50)},
        "steps that know the state": {"look": adaptive},
    },
)
def expected_gap_is_bounded(instance, T, *, together=prod, collect=accumulated, contraction=factor, look=as_printed):
    """With steps that know u_t the mean of the product is too small; for σ_t < 0 the gap grows with L + C_R, not λ."""
    values, bounds = [], []
    for root in trees(instance, T, look, contraction):
        xi, first = smallest_xi(instance, root), instance.gap(root.state)
        values.append(mean(root, lambda leaf: instance.gap(leaf.state)))
        bounds.append(mean(root, lambda leaf, x=xi, X=first: together(leaf.factors) * X + collect(leaf.factors, x)))
    return at_most(values, bounds, symbol="E X_{T+1}")
