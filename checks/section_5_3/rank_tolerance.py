r"""Section 5.3: n = 200 and δ = 1/2 [x:sec5.3-samples, x:sec5.3-delta], and the rank tolerance that decides about them.

Which tangents count as independent is nowhere said. A neuron max(A_0 x + b_0, 0)² has three inner and outer
derivatives, but (A_0 x + b_0) σ' = 2 σ: they span two dimensions, and T_t has at most 2m + 1 = 41, not d = 61. The rank
that single precision sees, from the eigenvalues of G above d ε times the largest, is about 8.
"""

import numpy as np

from checks.instances.network_experiments import DELTA, PRINTED, SAMPLES, WIDTH
from theorytest import claim, finite, sampled
from theorytest.decisions.probability import probability_at_least
from theorytest.descent.models.shallow import INITIAL, SINGLE, NetworkEstimator, RePU, tangents

FULL = 1e-12
STARTS = {"initial networks": finite(["published", "uniform"])}


def deviations(rng, size, tolerance, n_samples, initial):
    """‖I - Ĝ‖ for optimal points in the tangent space of `size` new initial networks."""
    found = []
    for part in np.array_split(np.arange(size), -(-size // 100)):
        network = INITIAL[initial](rng, RePU(2), len(part), WIDTH, 1)
        space = tangents(network, PRINTED, tolerance)
        estimator = NetworkEstimator("lsq", n_samples)
        found.append(estimator.sample(space, PRINTED.optimal(space), PRINTED, rng).deviation)
    return np.concatenate(found)


@claim(
    "x:sec5.3-delta",
    also=["x:sec5.3-samples"],
    says="With n = 200 optimal points in the tangent space draws in S_(1/2) are not rare, at the initial networks.",
    formula=r"\mathbb{P}(\|I - \hat G\| \le \tfrac12) \ge p \quad\text{for } n = 10 m = 200",
    forall=STARTS,
    reading="The paper conditions 200 points on S_(1/2), which takes draws that are not rare; it prints neither initial "
    "networks nor which tangents count: all of them here. Not rare is at least p = 1/50, a number of ours. It fails at "
    "the published starts; at uniform ones about 7 draws in 100 are in S_(1/2). In the span of the tangents that "
    "single precision tells apart, about eight, nearly all draws are.",
    gravity="fails only when read literally",
    finding="rank-tolerance",
    controls={"the tangents that single precision tells apart": {"tolerance": SINGLE}},
)
def rejection_is_feasible(initial, *, tolerance=FULL):
    """T has dimension 41 at the published starts: the median of ‖I - Ĝ‖ is about 1."""

    def stable(rng, size):
        return deviations(rng, size, tolerance, SAMPLES, initial) <= DELTA

    return sampled(probability_at_least, stable, bound=0.02, symbol="P(S_δ)", resolution=0.2, max_draws=900)
