"""The hypotheses of the paper and of our repairs: one vocabulary, each a predicate on the instances that it speaks of.

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
enough_points = Hypothesis("n ≥ d", lambda space, n: n >= space.dim)
several_dimensions = Hypothesis("d ≥ 2", lambda space: space.dim >= 2)
orthonormal = Hypothesis("the system is orthonormal")
optimal_points = Hypothesis("points from the optimal density")

# Losses, classes and retractions (Section 2)
least_squares_loss = Hypothesis("least squares loss")
linear_class = Hypothesis("M is linear")
target_in_class = Hypothesis("the target lies in M")
closed_class = Hypothesis("M is closed")
without_boundary = Hypothesis("M has no boundary")
connected = Hypothesis("M is connected")
continuous_gradient = Hypothesis("v ↦ P_v ∇L(v) is continuous")
no_retraction = Hypothesis("R_t = I")
no_perturbation = Hypothesis("β_t = 0", lambda beta: beta == 0)

# Estimators and steps (Section 4)
unbiased = Hypothesis("the estimator is unbiased")
no_noise = Hypothesis("exact projections")

# Almost sure convergence (Sections 4.2.1 and 4.2.2)
stays_compact = Hypothesis("the iterates stay in a compact subset of M", lambda world: world.compact)
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
