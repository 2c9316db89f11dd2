"""Section 6 [x:sec6-experiments-confirm]: do the experiments agree with the theory on all three kinds of problems?"""

import numpy as np

from checks.instances.linear_experiments import OPTIMAL_EXPERIMENTS, PRINTED_STEPS, recursion
from theorytest import claim, equal
from theorytest.approximation import Optimal, Plain

STEPS = 60


def by_theorem_4_2(experiment, steps, noise):
    """The bound for t = 1, ..., STEPS + 1."""
    d, n = experiment.loss.space.dim, experiment.estimator.n_samples
    gaps = [experiment.start]
    for s in steps(np.arange(1, STEPS + 1)).tolist():
        gaps.append((1 - 2 * s + s**2 * (n - 1 + d) / n) * gaps[-1] + noise * s**2 * d / n * experiment.floor)
    return np.array(gaps)


@claim(
    "x:sec6-experiments-confirm",
    kind="figure",
    says="In their first steps the linear experiments with optimal points and unbiased quasi-projections, on the "
    "interval and on the line, have the mean gaps of Theorem 4.2, with equality.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{T+1})-\mathcal{L}_{\min,\mathcal{M}}] = \prod_{t\le T}a_t\,X_1+\bar\xi_T",
    forall={"experiment": OPTIMAL_EXPERIMENTS, "s": PRINTED_STEPS},
    expected="computed",
    reading="The first 60 steps, in floating point: w = d/K has no integrals in closed form. On the line the paper "
    "prints no steps. For networks the theory is about descent only, as its constants along the path are not known; "
    "see Section 5.3.",
    premises=["thm:convergence_in_expectation"],
    mutants={"two per cent more noise": {"noise": 1.02}, "plain points": {"sampler": Plain}},
)
def experiments_agree_with_the_theory(experiment, steps, *, sampler=Optimal, noise=1.0):
    """A recursion from the definition of the scheme against the theorem."""
    make, n = experiment
    of = make(sampler, n)
    ratio = recursion(of, steps, STEPS) / by_theorem_4_2(of, steps, noise)
    return equal(ratio, 1.0, digits=9, symbol="the mean gap over Theorem 4.2")
