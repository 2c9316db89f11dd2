"""The hypotheses of the paper and of our repairs: one vocabulary, each a predicate on the instances that it speaks of.

A predicate's parameters are called like those of the checks: `space`, `sampler`, `n`, `d`, `delta`, `step`, `beta`, `problem`.
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
iterate_in_space = Hypothesis("u_t ∈ T_t", lambda state: all(state[0].project(state[2], state[1]) == state[1]))
target_outside_space = Hypothesis(
    "u ∉ T_t", lambda state: any(state[0].project(state[2], state[0].near[0]) != state[0].near[0])
)
no_perturbation = Hypothesis("β_t = 0", lambda beta: beta == 0)

# Estimators and steps (Section 4)
unbiased = Hypothesis("the estimator is unbiased")
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
