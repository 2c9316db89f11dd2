r"""Section 4.2.1 before Theorem 4.8: what the orthogonal part (I - P_t) g_t of the gradient does to the descent."""

import itertools
from dataclasses import replace
from fractions import Fraction

import numpy as np

import theorytest as tt
from checks import hypotheses as assume
from checks.instances.linear_scheme import SCHEMES
from checks.instances.near_stationary_points import APPROACHED
from checks.instances.saturated import RESTING
from checks.instances.volume_spaces import SPACES_ON_MORE_POINTS
from checks.theory import near_stationary as arriving
from checks.theory.forms import exact, rank
from theorytest import at_least, at_most, claim, equal, family, proof, repair

SIZES = family([1, 2, 3], "positive integers", search=tt.integers(1, 2))


def free_values(space, n):
    """The least rank of I - P at n points: n if the values of g there can be any numbers, whatever Pg is."""
    rest = exact(np.eye(len(space.p), dtype=int)) - exact(space.projection)
    chosen = (rest[list(points)] for points in itertools.combinations(range(len(space.p)), n))
    return min(rank(part @ part.T) for part in chosen)


@claim(
    "x:sec4.2.1-orthogonal-part-matters",
    says="An estimate from n values of g_t that depends on P_t g_t alone is constant: whatever P_t g_t is, those "
    "values can be any numbers.",
    formula=r"\{(g(x_1),\ldots,g(x_n)) : P_tg = v\} = \mathbb{R}^n \quad\text{for all } v\in\mathcal{T}_t",
    reading="So an estimate must depend on g_t itself. The hypothesis always holds without atoms; where a v ≠ 0 of T "
    "vanishes outside of n points, (v, g) is known from values there.",
    forall={"T": SPACES_ON_MORE_POINTS, "n": SIZES},
    given=[assume.spread_functions],
    mutants={"one point more": {"more": 1}},
)
def values_say_nothing_of_the_projection(space, n, *, more=0):
    """g ↦ (Pg, values) is onto T × ℝⁿ if and only if (I - P)g has any values at the points."""
    return equal(free_values(space, n + more), n + more, symbol="the dimension of the values for one P_t g_t")


@claim(
    "x:sec4.2.1-orthogonal-part-matters/size",
    voice="ours",
    says="With optimal points the part (I − P_t) g_t raises E‖P_t^n g_t‖² of a quasi-projection by "
    "(d/n) ‖(I − P_t) g_t‖².",
    formula=r"\mathbb{E}\|P_t^ng\|^2 - \mathbb{E}\|P_t^nP_tg\|^2 = \tfrac{d_t}n\|(I-P_t)g\|^2",
    reading="E‖P_t^n g_t‖² is compared with E‖P_t^n P_t g_t‖².",
    forall={"(T, g_t, n)": SCHEMES},
    given=[assume.scalar_jets.stated, assume.full_scheme, assume.optimal_scheme],
    mutants={
        "one per cent less": {"rise": lambda d, n: Fraction(99 * d, 100 * n)},
        "without the dimension": {"rise": lambda _, n: Fraction(1, n)},
    },
)
def the_orthogonal_part_is_seen(scheme, *, rise=Fraction):
    """By enumeration of all samples."""
    added = scheme.mean_square(scheme.u) - scheme.mean_square(scheme.projected)
    return equal(added, rise(scheme.d, scheme.n) * scheme.best, symbol="the excess")


HALF = Fraction(1, 2)


@repair(
    "x:sec4.2.1-nonzero-limit/corrected",
    "x:sec4.2.1-nonzero-limit",
    by={"share": HALF},
    says="If ∇L and u ↦ P_u∇L(u) have the Lipschitz constant Λ and P∇L(u_∞) = 0, then ‖(I−P_t)g_t‖² ≥ ½‖∇L(u_∞)‖² "
    "wherever Λ‖u_t−u_∞‖ ≤ ‖∇L(u_∞)‖/4.",
    formula=r"\Lambda\|u_t-u_\infty\| \le \tfrac14\|\nabla\mathcal{L}(u_\infty)\| "
    r"\implies \|(I-P_t)g_t\|^2 \ge \tfrac12\|\nabla\mathcal{L}(u_\infty)\|^2",
    reading="As u_t → u_∞, this is so from some step on.",
    given=[arriving.lipschitz, arriving.close],
    tight="attained by P_tg_t and g_t − ∇L(u_∞) of the largest norms",
    proof=proof.as_checked(arriving.ANY, given=arriving.CLOSE, by=arriving.half()),
    mutants={"51 % of the square": {"share": Fraction(51, 100)}},
)
@claim(
    "x:sec4.2.1-nonzero-limit",
    says="If u_t → u_∞ with P ∇L(u_∞) = 0 and ∇L(u_∞) ≠ 0, then ‖(I − P_t) g_t‖ ≥ c for some constant c > 0.",
    formula=r"u_t\to u_\infty,\ P_{u_\infty}\nabla\mathcal{L}(u_\infty) = 0 \ne \nabla\mathcal{L}(u_\infty) \implies "
    r"\|(I-P_t)g_t\| \ge c > 0",
    reading="From some step on, here with c = ‖∇L(u_∞)‖/2: where T_t jumps in the limit, the part is 0 for ever.",
    forall={"u_t": APPROACHED},
    gravity="missing hypothesis",
    finding="nonzero-limit-continuity",
)
def orthogonal_part_is_bounded_below(near, *, share=Fraction(1, 4)):
    """On two axes g_t = (1, 0) is tangent at every (a, 0), however small a is, and normal at (0, 0)."""
    return at_least(near.normal @ near.normal, share * (near.limit @ near.limit), symbol="‖(I − P_t) g_t‖²")


STEPS = family([Fraction(1, 2), Fraction(1, 10), Fraction(1, 100)], "s_t > 0", search=tt.positive())


@claim(
    "x:display-asymptotic-descent",
    says="If ‖(I − P_t) g_t‖ ≥ c and ‖P_t g_t‖ → 0, then asymptotically "
    "E[L(u_{t+1}) | F_t] ≤ L(u_t) + s_t² (L + C_R)/2 c_var,2 c² + β_t.",
    formula=r"\|(I-P_t)g_t\| \ge c \implies \mathbb{E}[\mathcal{L}(u_{t+1})\mid\mathcal{F}_t] \le \mathcal{L}(u_t) + "
    r"s_t^2\tfrac{L+C_R}2c_{\mathrm{var},2}c^2 + \beta_t",
    reading="c is any lower bound of the orthogonal part, here half of it, and P_t g_t = 0. With ‖(I − P_t) g_t‖ for c "
    "it is Theorem 4.1.",
    forall={"u": RESTING, "s": STEPS},
    given=[assume.descent_bound],
    gravity="wrong constant",
    finding="lower-bound-inserted",
    controls={"the part itself": {"c": lambda part: part}},
)
def bound_where_the_projection_vanishes(world, s, *, c=lambda part: part / 2):
    """A lower bound of the part was inserted into an upper bound of the loss."""
    bound = s**2 * (1 + world.C_R) / 2 * c(world.part) ** 2 + world.beta
    return at_most(world.rise(s), bound, symbol="E[L(u_{t+1}) | F_t] − L(u_t)")


def least_on_symbols(*, least=lambda s, d, n: s**2 * d / n):
    """E‖P g_{t+1}‖² = ((1-s)² + s² (d-1)/n) ‖P g_t‖² + s² (d/n) ‖u - P u‖² for P g_{t+1} = P g_t - s Pⁿ g_t."""
    s, (tangent, part), (d, n) = proof.positive("s"), proof.nonnegative("‖Pg‖² ‖u−Pu‖²"), proof.integer("d n")
    aligned, square = proof.real("⟨Pg|Pⁿg⟩", random=True), proof.nonnegative("‖Pⁿg‖²", random=True)
    given = {
        "points from the optimal density: mean": equal(proof.mean(aligned), tangent),
        "points from the optimal density: variance": equal(
            proof.mean(square), (n + d - 1) / n * tangent + d / n * part
        ),
    }
    by = [
        proof.use("points from the optimal density: mean", 2 * s),
        proof.use("points from the optimal density: variance", -(s**2)),
        proof.squared(1 - s, tangent),
    ]
    after = proof.mean(tangent - 2 * s * aligned + s**2 * square)
    return proof.statement(at_least(after, least(s, d, n) * part), given=given, by=by)


def least_at(scheme, s):
    """From the best approximation and from 0, as the check."""
    aligned, square = proof.real("⟨Pg|Pⁿg⟩", random=True), proof.nonnegative("‖Pⁿg‖²", random=True)
    step, tangent = proof.positive("s"), proof.nonnegative("‖Pg‖²")
    known = {"s": s, "d": scheme.d, "n": scheme.n, "‖u−Pu‖²": scheme.best}
    for target in (scheme.u - scheme.projected, scheme.u):
        first, after = replace(scheme, target=tuple(target), steps=lambda _: s).distances(1)
        yield known | {tangent: first, proof.mean(tangent - 2 * step * aligned + step**2 * square): after}


@claim(
    "x:sec4.2.1-steps-to-zero",
    says="If u ∉ T and n is fixed, s_t must converge to zero to ensure E‖P_tg_t‖² → 0 with optimal quasi-projections "
    "onto one space T.",
    formula=r"\mathbb{E}\|P_{t+1}g_{t+1}\|^2 \ge s_t^2\tfrac dn\|u-Pu\|^2",
    reading="Convergence to a stationary point is that of the mean square of the projected gradient, which is at least "
    "s_t² (d/n) ‖u − P u‖² after the step. Random steps need tend to zero in mean square only. "
    "Proved from E Pⁿg = Pg and E‖Pⁿg‖² = ((n−1)‖Pg‖² + d‖g‖²)/n.",
    forall={
        "(T, u, n)": SCHEMES,
        "s": family([Fraction(1, 1000), Fraction(1), Fraction(5, 2)], "s > 0", search=tt.positive()),
    },
    given=[
        assume.least_squares_loss,
        assume.fixed_space,
        assume.no_retraction,
        assume.fixed_steps,
        assume.scalar_jets.stated,
        assume.full_scheme,
        assume.optimal_scheme,
    ],
    tight="attained from the best approximation on",
    proof=proof.compared(least_on_symbols, least_at),
    mutants={"one per cent more": {"least": lambda s, d, n: Fraction(101, 100) * s**2 * d / n}},
)
def steps_must_tend_to_zero(scheme, s, *, least=lambda s, d, n: s**2 * d / n):
    """P g_{t+1} = u_{t+1} - Pu from u_t = 0, all samples enumerated; the target u - Pu has its best approximation 0."""
    targets = {"from the best approximation": scheme.u - scheme.projected, "from anywhere": scheme.u}
    for name, target in targets.items():
        after = replace(scheme, target=tuple(target), steps=lambda _: s).distances(1)[-1]
        yield at_least(after, least(s, scheme.d, scheme.n) * scheme.best, name, symbol="E‖P g_{t+1}‖²")
