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
continuous_jets = Hypothesis("x ↦ L_x v is continuous", lambda v: v.continuous)
independent_system = Hypothesis("φ is linearly independent", lambda system: system.independent)
not_orthonormal = Hypothesis("φ is not an orthonormal basis", lambda system: not system.is_orthonormal)
orthonormal_system = Hypothesis("φ is an orthonormal basis", lambda system: system.is_orthonormal)
two_dimensions = Hypothesis("d ≥ 2", lambda d: d >= 2)
regular_parametrisation = Hypothesis("H is regular", lambda model: model.regular)
some_regular_sample = Hypothesis("Ĝ is regular", lambda case: case.has_regular, "only these samples count")
delta_below_one = Hypothesis("δ < 1", lambda case: case.delta < 1)
enough_for_lemma_f1 = Hypothesis("n ≥ max{2d + 2, 4dδ⁻² log(dn²)}", lambda case: case.enough)
onto_the_space = Hypothesis(
    "P̃ maps onto T", lambda problem: np.allclose(problem.tilted[:, : problem.d], np.eye(problem.d)), "P̃v = v on T"
)
one_in_the_space = Hypothesis("u ∈ T_t", lambda pair: pair.inside)

# Losses, classes and retractions (Section 2)
least_squares_loss = Hypothesis("least squares loss")
linear_class = Hypothesis("M is linear")
target_in_class = Hypothesis("the target lies in M")
closed_class = Hypothesis("M is closed")
without_boundary = Hypothesis("M has no boundary")
connected = Hypothesis("M is connected")
continuous_gradient = Hypothesis("v ↦ P_v ∇L(v) is continuous")
retraction_in_parameters = Hypothesis("R_t(F(θ) − s Σ ζ_k ∂_kF(θ)) = F(θ − s ζ)")
no_retraction = Hypothesis("R_t = I")
no_perturbation = Hypothesis("β_t = 0", lambda beta: beta == 0)

# Estimators and steps (Section 4)
unbiased = Hypothesis("the estimator is unbiased")
no_noise = Hypothesis("exact projections")
