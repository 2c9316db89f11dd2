"""The hypotheses of the paper and of our repairs: one vocabulary, each a predicate on the instances that it speaks of.

A predicate's parameters are called like those of the checks: `space`, `sampler`, `n`, `d`, `delta`, `step`, `problem`.
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

# Losses and parametrisations of Appendix A, projections of Appendix G
differentiable_loss = Hypothesis("ℓ̃ is differentiable in its first argument")
regular_loss = Hypothesis("ℓ̃ is sufficiently regular", says="smooth losses on points of mass, where no more is needed")
leibniz_conditions = Hypothesis("conditions 1 to 3 of Proposition A.1")
lipschitz_slope = Hypothesis("ℓ̃'(•; x) has the Lipschitz constant Λ for every x")
finite_somewhere = Hypothesis("ℓ(v₀; •) is integrable and ℓ̃'(v₀(•); •) square integrable for one v₀")
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
possible_event = Hypothesis("P(S_δ) > 0", lambda stable: stable.possible)
finite_k = Hypothesis("k < ∞", lambda powers: bool(np.isfinite(powers.k)))

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
