"""The hypotheses of the paper and of our repairs: one vocabulary, each a predicate on the instances that it speaks of.

A predicate's parameters are called like those of the checks: `space`, `sampler`, `n`, `d`, `delta`, `step`, `problem`.
A predicate's parameters are called like those of the checks: `space`, `sampler`, `n`, `d`, `delta`, `step`, `beta`,
`problem`, `world`, `pair`.
"""

from __future__ import annotations

import numpy as np

from theorytest import Hypothesis

# Spaces, measures and samples (Section 3)
scalar_jets = Hypothesis("scalar jets", lambda space: space.jet_size == 1, "l = 1, as in L²: K is a sum of squares")
no_atoms = Hypothesis("ρ has no atoms", lambda space: not hasattr(space.measure, "points"))
full_support = Hypothesis(
    "K > 0 on X",
    lambda space: bool(np.all(np.sum(space.jets(space.measure.quadrature(6).nodes) ** 2, axis=(-2, -1)) > 0)),
    "the functions of T have no common zero",
)
fewer_points = Hypothesis("n ≤ d − 1", lambda space, n: n <= space.dim - 1)
enough_points = Hypothesis("n ≥ d", lambda space, n: n >= space.dim)
several_dimensions = Hypothesis("d ≥ 2", lambda space: space.dim >= 2)
orthonormal = Hypothesis("the system is orthonormal")
optimal_points = Hypothesis("points from the optimal density")
continuous_jets = Hypothesis("x ↦ L_x v is continuous", lambda v: v.continuous)
independent_system = Hypothesis("φ is linearly independent", lambda system: system.independent)
not_orthonormal = Hypothesis("φ is not an orthonormal basis", lambda system: not system.is_orthonormal)
orthonormal_system = Hypothesis("φ is an orthonormal basis", lambda system: system.is_orthonormal)
two_dimensions = Hypothesis("d ≥ 2", lambda d: d >= 2)
regular_parametrisation = Hypothesis("H is regular", lambda model: model.regular)
some_regular_sample = Hypothesis("Ĝ is regular", lambda case: case.has_regular, "only these samples count")
delta_below_one = Hypothesis("δ < 1", (lambda case: case.delta < 1, lambda boosted: boosted.delta < 1))
enough_for_lemma_f1 = Hypothesis("n ≥ max{2d + 2, 4dδ⁻² log(dn²)}", lambda case: case.enough)
onto_the_space = Hypothesis(
    "P̃ maps onto T", lambda problem: np.allclose(problem.tilted[:, : problem.d], np.eye(problem.d)), "P̃v = v on T"
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
finite_variance = Hypothesis("c_var,2(P̃) and k are finite")
all_jets = Hypothesis("H holds all jets on finitely many points")
possible_event = Hypothesis("P(S_δ) > 0", (lambda stable: stable.possible, lambda boosted: boosted.possible))
finite_k = Hypothesis("k < ∞", lambda powers: bool(np.isfinite(powers.k)))

# Losses, classes and retractions (Section 2)
least_squares_loss = Hypothesis("least squares loss")
linear_class = Hypothesis("M is linear")
target_in_class = Hypothesis("the target lies in M")
closed_class = Hypothesis("M is closed", lambda approach: approach.closed)
without_boundary = Hypothesis("M has no boundary")
connected = Hypothesis("M is connected")
continuous_gradient = Hypothesis("v ↦ P_v ∇L(v) is continuous")
retraction_in_parameters = Hypothesis("R_t(F(θ) − s Σ ζ_k ∂_kF(θ)) = F(θ − s ζ)")
no_retraction = Hypothesis("R_t = I")
iterate_in_space = Hypothesis("u_t ∈ T_t", lambda state: all(state[0].project(state[2], state[1]) == state[1]))
target_outside_space = Hypothesis(
    "u ∉ T_t", lambda state: any(state[0].project(state[2], state[0].near[0]) != state[0].near[0])
)
no_perturbation = Hypothesis("β_t = 0", lambda beta: beta == 0)

# Estimators and steps (Section 4)
unbiased = Hypothesis("the estimator is unbiased")
bounded_below = Hypothesis("(B)")
smooth_loss = Hypothesis("(LS)")
polyak_lojasiewicz = Hypothesis("(PL)")
strong_polyak_lojasiewicz = Hypothesis("(SPL)")
controlled_retraction = Hypothesis("(CR)")
bias_and_variance = Hypothesis("(BBV)")
no_bias = Hypothesis("c_bias,2 = 0", lambda steps: abs(steps.constants[1]) < 1e-10)
no_error = Hypothesis("β_t = 0 for all t")
positive_sigma_tilde = Hypothesis("σ̃_t > 0", lambda steps: steps.contracts)
finite_kappa = Hypothesis("P_t g_t ≠ 0", lambda gradient: gradient.tangent != 0, "κ_t is finite")
stays_compact = Hypothesis("the iterates stay in a compact subset of M", lambda world: world.compact)
continuous_loss_gradient = Hypothesis("∇L is continuous", lambda world: world.continuous)
continuous_projector = Hypothesis("u ↦ P_u is continuous")
robbins_monro = Hypothesis("Σ s_t = ∞, Σ s_t² < ∞")
summable_errors = Hypothesis("Σ β_t < ∞")
bounded_gradients = Hypothesis("‖g_t‖ ≤ G for all t")
bounded_orthogonal_part = Hypothesis("‖(I - P_t) g_t‖ is bounded")
no_orthogonal_part = Hypothesis("(I - P_t) g_t = 0 for all t")
biased = Hypothesis("c_bias,2 > 0", lambda world: world.c_bias2 > 0)
reproduces = Hypothesis("Pⁿ v = v for v in T", says="a projection, as least squares with a regular Gramian")
contracting = Hypothesis("a_t ∈ (0, 1)", lambda instance: instance.contracts)
above_the_minimum = Hypothesis("L(u_1) > L_min,M", lambda instance: instance.above)
steps_known = Hypothesis("s_t and ξ_t are F_1-measurable")
nonzero_factors = Hypothesis(
    "no a_t is 0",
    lambda constants: all(t**2 - constants[0] * t + constants[1] for t in range(1, 10)),
    "a_t = 1 - c_1/t + c_2/t²",
)
no_orthogonal_part = Hypothesis("(I - P_t) g_t = 0")
printed_factor_in_unit = Hypothesis(
    "a ∈ (0, 1)",
    lambda world: 0 < 2 * world.constants[0] * world.constants[2] < world.constants[1] * world.constants[3],
    "a = 1 - 2 λ c_bias1 / ((L + C_R) c_var1)",
)
uses_up_theorem_4_2 = Hypothesis(
    "the scheme uses up Theorem 4.2", lambda case: len(case.curvatures) == 1, "E X_{t+1} = a_t E X_t + ξ_t"
)
# Linear schemes (Corollary 4.6)
optimal_scheme = Hypothesis("points from the optimal density", lambda scheme: scheme.optimal, "w K = d wherever K > 0")
plane_or_more = Hypothesis("d ≥ 2", lambda scheme: scheme.d >= 2)
scalar_scheme = Hypothesis("scalar jets", lambda scheme: scheme.jet_size == 1, "l = 1, as in L²")
full_scheme = Hypothesis("K > 0 on X", lambda scheme: scheme.full_support)

algebraic_decay = Hypothesis("‖u - P_d u‖² decays like a power of d", lambda decay: decay.algebraic)
volume_in_l2 = Hypothesis("volume-rescaled sampling in L²", lambda E, row: E.space.jet_size == 1 or not row.scalar)
not_stationary = Hypothesis(
    "P_t g_t ≠ 0", lambda gradient: gradient[0] != 0, "of the pair (‖P_t g_t‖, ‖(I - P_t) g_t‖)"
)
continuous_spaces = Hypothesis("u ↦ P_u and u ↦ ∇L(u) are continuous", lambda model: model[1])
no_noise = Hypothesis("exact projections")

# Almost sure convergence (Sections 4.2.1 and 4.2.2)
continuous_along = Hypothesis("u ↦ P_u ∇L(u) is continuous", lambda world: world.continuous)
conditions_of_4_8 = Hypothesis("(B), (LS), (CR), (BBV) with c_bias,2 = 0, s_t ≤ s̄, Σ ξ_t < ∞")
not_summable = Hypothesis("Σ s_t = ∞")
descent_bound = Hypothesis("(LS), (CR), (BBV)")
strong_pl = Hypothesis("(LS), (SPL), (CR), (BBV) with c_bias,2 = 0")
positive_sigma = Hypothesis("σ_t > 0", lambda world: world.sigma > 0)
bounded_part = Hypothesis("‖(I − P_t) g_t‖ ∈ ℓ^∞ almost surely")
bounded_mean_part = Hypothesis("E‖(I − P_t) g_t‖² is bounded")
small_errors = Hypothesis("β_t ∈ O(t^(2δ−2))")
smooth_on_h = Hypothesis("the loss is L-smooth on H")
through_the_minimum = Hypothesis("L_min,M = L_min", lambda problem: problem.lowest == problem.lowest_on_class)
model_is_v_d = Hypothesis("M = T_t = V_d")
tangent_spaces = Hypothesis("M is a differentiable manifold, T_v its tangent space, R_v > 0")
within_reach = Hypothesis("‖u − v‖ ≤ R_v", lambda pair: pair.distance <= pair.reach)
within_twice_the_reach = Hypothesis("‖u − v‖ < 2 R_v", lambda pair: pair.distance < 4 * pair.reach)
