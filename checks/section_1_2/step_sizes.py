r"""Section 1.2: step sizes from known constants. For least squares the step of the theory is the truly best one.

s_opt = c_bias1/((L + C_R) c_var1) is n/(n - 1 + d) for the quasi-projection with optimal points. The truth is found by
minimising the largest mean one-step factor λ*(E (I - s Ĝ)²), over all samples of four points.
"""

import numpy as np
from scipy import optimize

from checks.hypotheses import LINEAR_QUASI_PROJECTION, optimal_points, scalar_jets, target_in_class
from checks.instances.best_step_problems import ON_FEW_POINTS
from theorytest import claim, equal, family, integers
from theorytest.approximation import TABLE_2, Optimal, Plain, draws, empirical_gramian
from theorytest.descent import optimal


def from_constants(d, n):
    """The step of the package from the constants that Table 2 prints for k = d."""
    c = TABLE_2["quasi"].numbers(k=d, n=n)
    return optimal(c["c_bias1"], c["c_var1"]).step


def best_step(sampler, n):
    """The minimiser of s ↦ λ*(E (I - sĜ)²) and its value."""
    every = draws(sampler, n)
    G = empirical_gramian(sampler, every.points)
    first, second = (np.einsum("r,rij->ij", every.probability, H) for H in (G, G @ G))

    def factor(s):
        return np.linalg.eigvalsh(np.eye(len(first)) - 2 * s * first + s**2 * second)[-1]

    found = optimize.minimize_scalar(factor, bounds=(0, 2), method="bounded", options={"xatol": 1e-12})
    return found.x, found.fun


@claim(
    "x:sec1.2-step-size-easy",
    says="With known smoothness and convexity parameters the step size is easy to choose and need not be tuned.",
    formula=r"\tfrac{c_{\mathrm{bias},1}}{(L+C_{\mathrm{R}})c_{\mathrm{var},1}} = \tfrac{n}{n-1+d} = "
    r"\arg\min_s\lambda^*(\mathbb{E}(I-s\hat G)^2)",
    forall={
        "T": ON_FEW_POINTS,
        "n": family((1, 2, 5), "positive integers", search=integers(1, 4)),
    },
    given=[*LINEAR_QUASI_PROJECTION, target_in_class, optimal_points, scalar_jets],
    reading="For the quasi-projection under the hypotheses listed the step from the constants, n/(n - 1 + d), has the "
    "smallest mean factor per step, (d - 1)/(n - 1 + d). In H¹ another step can be better.",
    premises=["x:tab2-quasiprojection-var1"],
    mutants={
        "plain points": {"sampler": Plain},
        "two per cent longer": {"step": lambda d, n: 1.02 * from_constants(d, n)},
    },
)
def step_from_constants_is_best(space, n, *, sampler=Optimal, step=from_constants):
    """The error of the minimiser is the root of that of a minimum, hence six digits."""
    where, least = best_step(sampler(space), n)
    yield equal(step(space.dim, n), where, "step", digits=6, scale=1.0, symbol="the step")
    yield equal(least, (space.dim - 1) / (n - 1 + space.dim), "factor", digits=9, scale=1.0, symbol="the factor")
