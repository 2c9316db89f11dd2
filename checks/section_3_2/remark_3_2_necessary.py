r"""Remark 3.2: is it necessary to control κ(G) and k_t for rates in the true risk?

For the paper's way to rates it is: (BBV) holds for every gradient, and for normal ones E‖P^1 g‖² = ∫ w K g² dρ, whose
supremum over ‖g‖ = 1 is k on a measure without atoms.
"""

import numpy as np

from checks.instances.spaces import ONE_POINT_LAWS
from theorytest import at_least, at_most, claim, threshold


def largest_moments(system, measure, d, optimal):
    """λ*(∫ w K h_i h_j dρ) over the next 10, 40 and 120 functions h after the first d of a system, which span T."""
    rule = measure.quadrature(240 + 2 * d + 2)
    h = system(120 + d).values(rule.nodes)
    K = np.sum(h[:, :d] ** 2, axis=1)
    S = (h[:, d:].T * (rule.weights * (d if optimal else K))) @ h[:, d:]
    return [np.linalg.eigvalsh(S[:size, :size])[-1] for size in (10, 40, 120)]


@claim(
    "x:rmk-complexity-necessary",
    says="Rates by (BBV) need control of k: in L² without atoms the quasi-projection from one point has no c_var,2 "
    "below k.",
    formula=r"\sup_{g\perp\mathcal{T}_t}\frac{\mathbb{E}\|P_t^1g\|^2}{\|g\|^2} = k_t",
    forall={"T, μ": ONE_POINT_LAWS},
    reading="Necessary for the paper's way to rates, by variance constants that hold for every gradient. Where k = ∞, "
    "E‖P¹g‖²/‖g‖² is seen above 100.",
    mutants={"one per cent less than k": {"share": 0.99}, "one per cent more than k": {"share": 1.01}},
)
def no_constant_is_below_k(case, *, share=1.0):
    """E‖P¹g‖² = ∫ w K g² dρ for g ⊥ T; without atoms some g ⊥ T live where w K is as large as can be."""
    *drawn, k = case
    largest = largest_moments(*drawn)
    if np.isfinite(k):
        yield at_most(largest, share * k, name="not more", digits=9, symbol="c_var,2")
    yield at_least(largest[-1], threshold(min(0.998 * share * k, 100)), name="approached", symbol="c_var,2")
