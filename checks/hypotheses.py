"""The hypotheses of the paper and of our repairs: one vocabulary, each a predicate on the instances that it speaks of.

A predicate's parameters are called like those of the checks: `space`, `sampler`, `n`, `d`, `delta`, `step`, `beta`,
`problem`, `world`, `pair`.
"""

from itertools import combinations
from typing import Any

import numpy as np

from checks.theory.forms import exact, rank
from theorytest import Hypothesis


def _covers(space: Any) -> bool:
    """Whether K is positive at the nodes of a rule."""
    return bool(np.all(np.sum(space.jets(space.measure.quadrature(6).nodes) ** 2, axis=(-2, -1)) > 0))


# Spaces, measures and samples (Section 3)
scalar_jets = Hypothesis("scalar jets", lambda space: space.jet_size == 1, "l = 1, as in L²: K is a sum of squares")
full_support = Hypothesis("K > 0 on X", lambda space: _covers(space), "the functions of T have no common zero")
fewer_points = Hypothesis("n ≤ d − 1", lambda space, n: n <= space.dim - 1)
enough_points = Hypothesis("n ≥ d", lambda space, n: n >= space.dim)
several_dimensions = Hypothesis(
    "d ≥ 2",
    (
        lambda space: space.dim >= 2,
        lambda system: system.dim >= 2,
        lambda d: d >= 2,
        lambda world: world[0].space.dim >= 2,
    ),
)
orthonormal = Hypothesis("the system is orthonormal")
standard_gaussian = Hypothesis("ρ is the standard Gaussian")
optimal_points = Hypothesis("points from the optimal density")
continuous_jets = Hypothesis("x ↦ L_x v is continuous", lambda v: v.continuous)
independent_system = Hypothesis("φ is linearly independent", lambda system: system.independent)
not_orthonormal = Hypothesis("φ is not an orthonormal basis", lambda system: not system.is_orthonormal)
orthonormal_system = Hypothesis("φ is an orthonormal basis", lambda system: system.is_orthonormal)
some_regular_sample = Hypothesis(
    "Ĝ is regular",
    lambda system, n: any(system.determines(draws) for _, draws in system.samples(n)),
    "only these samples count",
)
enough_for_lemma_f1 = Hypothesis("n ≥ max{2d + 2, 4dδ⁻² log(dn²)}", lambda case: case.meets_the_condition)
delta_below_one = Hypothesis("δ < 1", lambda sample: sample.delta < 1)
delta_not_one = Hypothesis("δ ≠ 1", lambda sample: sample.delta != 1)
spread_functions = Hypothesis(
    "no v ≠ 0 in T vanishes outside of n points",
    lambda space, n: (
        n < len(space.p)
        and all(
            rank(exact(space.phi[list(rest)].T @ space.phi[list(rest)])) == space.dim
            for rest in combinations(range(len(space.p)), len(space.p) - n)
        )
    ),
)
one_in_the_space = Hypothesis("u ∈ T_t", lambda pair: pair.inside)

# Losses and parametrisations of Appendix A, projections of Appendix G
differentiable_loss = Hypothesis("ℓ̃ is differentiable in its first argument")
regular_loss = Hypothesis("ℓ̃ is sufficiently regular", says="here smooth losses on finitely many points of mass")
leibniz_conditions = Hypothesis("conditions 1 to 3 of Proposition A.1")
lipschitz_slope = Hypothesis("ℓ̃'(•; x) has the Lipschitz constant Λ for every x")
finite_somewhere = Hypothesis("ℓ(v₀; •) is integrable and ℓ̃'(v₀(•); •) square integrable for one v₀ in L²(ρ)")
values_differentiable = Hypothesis(
    "the values at the sample are differentiable",
    lambda curve: curve.values_differentiable,
    "θ ↦ F(θ)(x_i) has the partial derivatives φ_k(x_i) at every sample point x_i",
)
plain_points = Hypothesis("points from ρ, w = 1")
independent_members = Hypothesis(
    "the tangent functions are linearly independent", lambda tangents: tangents.independent
)
more_points = Hypothesis("n > d", lambda space, n: n > space.dim)
lemma_f_1_size = Hypothesis(
    "n ≥ max{2d + 2, 4dδ⁻² log(d²n/ζ)}",
    lambda known: known.meets_the_condition,
    "the sample size condition of Lemma F.1",
)
onto = Hypothesis("P̃ is onto T", lambda problem: problem.onto, "P̃v = v for every v in T")
optimal_and_scalar = Hypothesis("optimal points in L²", lambda problem: problem.saturated)
independent_correction = Hypothesis("Q is independent of P̃")
unbiased_correction = Hypothesis("Q is unbiased", says="E Qv = Pv for every v")
all_jets = Hypothesis("H holds all jets on finitely many points")
possible_event = Hypothesis("P(S_δ) > 0", lambda stable: stable.possible)

# Losses, classes and retractions (Section 2)
least_squares_loss = Hypothesis("least squares loss")
linear_class = Hypothesis("M = T_t is linear", says="one space, which holds all iterates")
full_class = Hypothesis("M = T_t = H")
target_in_class = Hypothesis("the target lies in M")
closed_class = Hypothesis("M is closed", lambda approach: approach.closed)
without_boundary = Hypothesis("M has no boundary")
continuous_gradient = Hypothesis("v ↦ P_v ∇L(v) is continuous")
tangent_spaces = Hypothesis("T_t is the tangent space of M at u_t")
retraction_in_parameters = Hypothesis("R_t(F(θ) − s Σ ζ_k ∂_kF(θ)) = F(θ − s ζ)")
no_retraction = Hypothesis("R_t = I")
iterate_in_space = Hypothesis("u_t ∈ T_t", lambda state: all(state[0].project(state[2], state[1]) == state[1]))
target_outside_space = Hypothesis(
    "u ∉ T_t", lambda state: any(state[0].project(state[2], state[0].near[0]) != state[0].near[0])
)
LINEAR_LEAST_SQUARES = [least_squares_loss, linear_class, no_retraction]
no_perturbation = Hypothesis("β_t = 0", lambda beta: beta == 0)

# Estimators and steps (Section 4)
unbiased = Hypothesis("the estimator is unbiased")
quasi_projection = Hypothesis("P_t^n is the quasi-projection")
LINEAR_QUASI_PROJECTION = [*LINEAR_LEAST_SQUARES, quasi_projection]
fixed_steps = Hypothesis("steps fixed before the run")
bounded_below = Hypothesis("(B)")
smooth_loss = Hypothesis("(LS)")
polyak_lojasiewicz = Hypothesis("(PL)")
strong_polyak_lojasiewicz = Hypothesis("(SPL)")
controlled_retraction = Hypothesis("(CR)")
bias_and_variance = Hypothesis("(BBV)")
no_bias = Hypothesis("c_bias,2 = 0", lambda steps: abs(steps.constants[1]) < 1e-10)
no_error = Hypothesis("β_t = 0 for all t")
DESCENT_WITHOUT_ERROR = [smooth_loss, controlled_retraction, no_error, bias_and_variance, no_bias]
PL_DESCENT = [*DESCENT_WITHOUT_ERROR, polyak_lojasiewicz]  # of Theorem 4.16
positive_sigma_tilde = Hypothesis("σ̃_t > 0", lambda steps: steps.contracts)
finite_kappa = Hypothesis("P_t g_t ≠ 0", lambda gradient: gradient.tangent != 0, "κ_t is finite")
stays_compact = Hypothesis("the iterates stay in a compact subset of M", lambda world: world.compact)
continuous_projector = Hypothesis("u ↦ P_u is continuous")
robbins_monro = Hypothesis("Σ s_t = ∞, Σ s_t² < ∞")
square_summable = Hypothesis("Σ s_t² < ∞")
summable_errors = Hypothesis("Σ β_t < ∞")
bounded_gradients = Hypothesis("‖g_t‖ ≤ G for all t")
bounded_orthogonal_part = Hypothesis("‖(I - P_t) g_t‖ is bounded")
no_orthogonal_part = Hypothesis("(I - P_t) g_t = 0 for all t")
biased = Hypothesis("c_bias,2 > 0", lambda world: world.c_bias2 > 0)
reproduces = Hypothesis("Pⁿ v = v for v in T", says="a projection, as least squares with a regular Gramian")
contracting = Hypothesis("a_t ∈ (0, 1)", lambda instance: instance.contracts)
steps_known = Hypothesis("s_t and ξ_t are F_1-measurable")
nonzero_factors = Hypothesis(
    "no a_t is 0",
    lambda constants: all(t**2 - constants[0] * t + constants[1] for t in range(1, 10)),
    "a_t = 1 - c_1/t + c_2/t²",
)
printed_factor_in_unit = Hypothesis(
    "a ∈ (0, 1)",
    lambda world: 0 < 2 * world.constants[0] * world.constants[2] < world.constants[1] * world.constants[3],
    "a = 1 - 2 λ c_bias1 / ((L + C_R) c_var1)",
)
repaired_factor_in_unit = Hypothesis(
    "a ∈ (0, 1) as repaired",
    lambda world: 0 < world.constants[0] * world.constants[2] ** 2 < world.constants[1] * world.constants[3],
    "a = 1 − λ c_bias,1²/((L + C_R) c_var,1)",
)
# Linear schemes (Corollary 4.6)
optimal_scheme = Hypothesis("points from the optimal density", lambda scheme: scheme.optimal, "w K = d wherever K > 0")
plane_or_more = Hypothesis("d ≥ 2", lambda scheme: scheme.d >= 2)
full_scheme = Hypothesis("K > 0 on X", lambda scheme: scheme.full_support)
OPTIMAL_LINEAR = [*LINEAR_QUASI_PROJECTION, optimal_scheme, plane_or_more]

algebraic_decay = Hypothesis("‖u - P_d u‖² decays like a power of d", lambda decay: decay.algebraic)
volume_in_l2 = Hypothesis("volume-rescaled sampling in L²", lambda E, row: E.space.jet_size == 1 or not row.scalar)
not_stationary = Hypothesis(
    "‖P_t g_t‖ ≠ 0", lambda gradient: gradient[0] != 0, "of the pair (‖P_t g_t‖, ‖(I - P_t) g_t‖)"
)
no_noise = Hypothesis("exact projections")

# Almost sure convergence (Sections 4.2.1 and 4.2.2)
continuous_along = Hypothesis("u ↦ P_u ∇L(u) is continuous", lambda world: world.continuous)
conditions_of_4_8 = Hypothesis("(B), (LS), (CR), (BBV) with c_bias,2 = 0, s_t ≤ s̄, Σ ξ_t < ∞")
not_summable = Hypothesis("Σ s_t = ∞")
descent_bound = Hypothesis("(LS), (CR), (BBV)")
strong_pl = Hypothesis("(LS), (SPL), (CR), (BBV) with c_bias,2 = 0")
positive_sigma = Hypothesis("σ_t > 0", lambda world: world.sigma > 0)
repaired_sigma = Hypothesis(
    "σ > 0", lambda tilt: tilt.base() < 1, "σ = c_bias,1 s̄ − s̄² (L + C_R)/2 (c_var,1 + c² c_var,2)"
)
bounded_part = Hypothesis("‖(I − P_t) g_t‖ ∈ ℓ^∞ almost surely")
bounded_mean_part = Hypothesis("E‖(I − P_t) g_t‖² is bounded")
small_errors = Hypothesis("β_t ∈ O(t^(2δ−2))")
model_is_v_d = Hypothesis("M = T_t = V_d")
fixed_space = Hypothesis("M = T_t = T", says="one linear space at all times; the retraction is the identity")
as_many_points = Hypothesis("n = d")
approximable = Hypothesis("‖u − P_{V_d} u‖ ≲ d^−α")
REMARK_4_15 = [least_squares_loss, model_is_v_d, no_retraction, quasi_projection]
REMARK_4_15 += [scalar_jets.stated, optimal_points, as_many_points]
manifold_with_reach = Hypothesis("M is a differentiable manifold, T_v its tangent space, R_v > 0")
proposition_j_1 = Hypothesis("Proposition J.1", says="2 R_v ‖(I − P_v) g‖ ≤ ‖g‖², a theorem of Federer")
empty_balls = Hypothesis(
    "no point of M is nearer to v + R_v ν than v, ν a unit normal of M at v", says="Federer 1959, Theorem 4.8 (12)"
)
within_reach = Hypothesis("‖u − v‖ ≤ R_v", lambda pair: pair.distance <= pair.reach)
within_twice_the_reach = Hypothesis("‖u − v‖ < 2 R_v", lambda pair: pair.distance < 4 * pair.reach)

# Of single sections
attained = Hypothesis("L attains its minimum on M")
differentiable = Hypothesis("L is differentiable on a neighbourhood of M in H")
rank_below_full = Hypothesis("r < min(m, n)", lambda place: len(place[1]) < min(place[0]))
compact_with_reach = Hypothesis("M is compact and of positive reach")
differentiable_loss_i = Hypothesis("L is differentiable")
no_ends = Hypothesis("M has no boundary", lambda each: not each.boundary)
no_repeated_component = Hypothesis("no component occurs twice")
within_the_reach_j = Hypothesis("g = v - u, u, v ∈ M, 0 < ‖g‖ ≤ r ≤ R_v")
no_dead_neuron = Hypothesis("no outer weight vanishes", lambda network: all(network[0]))
finite_fourth_moments = Hypothesis("ρ has finite fourth moments")
ridge_functions_in_l2 = Hypothesis("the ridge functions lie in L²(ρ)")
lipschitz_gradient_k = Hypothesis("∇L is L-Lipschitz")
kink_is_seen = Hypothesis("for RePU, x_j ≠ 0 somewhere on the kink", lambda neuron: neuron.kinked)
independent = Hypothesis("α and α' are linearly independent")
has_pl = Hypothesis("(PL)", lambda problem: problem.lam is not None, "‖∇L(u)‖² ≥ 2λ (L(u) - L_min)")
bounded_normal = Hypothesis("‖(I - P)g_t‖ ≤ c‖P g_t‖")
differentiable_3 = Hypothesis("F and ℓ are differentiable")
scalar = Hypothesis(
    "scalar jets and K > 0 on X", lambda world: world[0].space.jet_size == 1 and _covers(world[0].space)
)
twice_continuously = Hypothesis("L ∈ C²")
known_constant = Hypothesis("a λ > 0 is known by hand", lambda problem: problem.lam is not None)
has_spl = Hypothesis("(SPL)", lambda problem: problem.strong_lam is not None)
geodesics_between_points = Hypothesis(
    "every two points of M are joined by a geodesic in M", lambda landscape: landscape.joined
)
some_weight = Hypothesis("Σ_{t ≤ τ} σ_t > 0", lambda pair, tau: sum(pair[0][:tau]) > 0)
some_late_weight = Hypothesis("Σ_{T ≤ t ≤ τ} σ_t > 0", lambda pair, T, tau: sum(pair[0][T - 1 : tau]) > 0)
dominated = Hypothesis("‖(I − P_t) g_t‖ ≤ c ‖P_t g_t‖")
factor_not_negative = Hypothesis("a ≥ 0")
eps_above_twice_delta = Hypothesis("ε > 2δ", lambda delta, eps: eps > 2 * delta)
admissible_chi = Hypothesis("χ_t ≥ 0 is deterministic and a_t χ_{t+1} ≤ χ_t", says="tried with χ_{t+1} = χ_t/a_t")
lipschitz_projection = Hypothesis(
    "v ↦ P_v ∇L(v) is Lipschitz", lambda near: near.lipschitz, "‖P_v ∇L(v) - P_w ∇L(w)‖ ≤ Λ ‖v - w‖"
)
bounded_kappa = Hypothesis("κ ≤ κ̄ on M", lambda world: world[1] is not None)
contracting_3 = Hypothesis("a_t ≤ ā < 1 for all t")
projector_is_continuous = Hypothesis("u ↦ P_u is continuous", lambda curve: curve.continuous)
smooth_along = Hypothesis("(LS)", lambda curve: curve.smooth)
gradient_is_continuous = Hypothesis("∇L is continuous", lambda curve: curve.gradient)
apart_from_critical_points = Hypothesis("h(u) ≥ γ > 0", lambda curve, m: curve.h(m) > 0)
positive = Hypothesis("‖P_tg_t‖ > c‖(I-P_t)g_t‖ for all t")
wider_or_continuous = Hypothesis("ε > 0, or ∇L is continuous", lambda world, eps: eps > 0 or world.continuous)
small_errors_1 = Hypothesis("β_t = O(t^(2δ-2))")

class_is_space = Hypothesis("T_t = M", lambda world: not world.whole)
stable_gramian = Hypothesis("δ < 1", lambda world: world.delta < 1, "c_bias,1 ≥ 1 − δ is then positive")
invertible = Hypothesis("δ < 1", lambda delta: delta < 1)
possible_3 = Hypothesis("P(S_δ) > 0", lambda world, delta: len(world.law(delta)) > 0)
lipschitz_slope_3 = Hypothesis("σ′ is locally Lipschitz", lambda power: power >= 2, "σ(x) = max(x, 0)^p")
second_order = Hypothesis("c s² ≤ β_t(s) ≤ C s² for all t", None, "with 0 < c ≤ C; it fails where the loss tends to 0")
