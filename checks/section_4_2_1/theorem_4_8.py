r"""Theorem 4.8 [thm:stationary_point]: almost sure convergence to a stationary point under (B), (LS) and (CR).

Almost surely S_τ min_{t≤τ} ‖P_t g_t‖² ≤ Σ σ_t ‖P_t g_t‖² with S_τ = Σ_{t≤τ} σ_t, and the mean of the right side is at
most B = L(u_1) - L_min,M + Σ ξ_t: an equality, up to the last gap and the rest of ξ, for least squares. On paths this
gives P(sup_τ S_τ min_{t≤τ} ‖P_t g_t‖² ≥ K B) ≤ 1/K.
"""

from dataclasses import replace

import numpy as np

from checks.hypotheses import conditions_of_4_8
from checks.instances.stationary_problems import Line, envelope, growths
from checks.instances.stationary_runs import RUNS
from theorytest import at_least, at_most, claim, horizon, sampled
from theorytest.decisions.trajectories import maximal_inequality
from theorytest.descent import CurveDescent, LinearDescent

LAST, TIMES = 1000, np.array([1, 4, 10, 40, 100, 300, 1000])
FAR, SLOW, ANY = 10.0 ** np.arange(10, 301, 10), 0.02, 1000  # times, q and a constant


def changed(**fields):
    """A run on the line with another process, its bound left as it is."""
    return lambda run: replace(run, process=replace(run.process, **fields)) if isinstance(run.process, Line) else run


def stretched(factor, where=object):
    """Steps longer or shorter than those that the weights belong to."""
    return lambda run: replace(run, stretch=factor) if isinstance(run.process, where) else run


def rate_far_out(power):
    """S^p min ‖g‖² against 10³ B for gradient descent on f_q with q = 0.02 and B = 1, at t = 10^10 to 10^300."""
    S = FAR / (2 * SLOW * (SLOW + 1))
    scaled = power * np.log10(S) + np.log10(envelope(SLOW, FAR, growths(SLOW)[1]))
    return at_most(scaled, np.log10(ANY), digits=9, until=FAR[-1], symbol="log₁₀ of S min ‖g_t‖²")


@claim(
    "thm:stationary_point",
    also=[
        "x:display-thm4.8-conditions",
        "x:display-thm4.8-rate",
        "x:thm4.8-accumulation",
        "x:thm4.8-convergence",
        "x:display-thm4.8-proof-limit",
    ],
    kind="almost sure",
    says="Almost surely min_{t≤τ} ‖P_tg_t‖ ≲ (Σ_{t≤τ} σ_t)^(−1/2); if Σ s_t = ∞, zero is an accumulation point of "
    "‖P_tg_t‖, and if s_t ≥ s* > 0, ‖P_tg_t‖ → 0.",
    formula=r"\min_{t\le\tau}\|P_tg_t\| \lesssim \Big(\sum_{t\le\tau}\sigma_t\Big)^{-1/2} \text{ a.s.}",
    reading="The constant depends on the path. (BBV) and c_bias,2 = 0 are assumed in Section 4.2. All three follow "
    "from Σ σ_t‖P_tg_t‖² < ∞, whose mean is compared with its bound; for s_t ≥ s* the σ_t do not tend to 0.",
    # not searched: paths are sampled, and the bounds of the runs are known by hand
    forall={"u": RUNS, "τ": horizon},
    given=[conditions_of_4_8],
    expected="consistent",
    premises=["prop:RobbinsSiegmund", "x:display-thm4.9-proof-descent/corrected", "x:thm4.8-proof-summable"],
    mutants={
        "a tilt of one half": {"drawn": changed(tilt=0.5)},
        "a retraction error of 1/8 that stays": {"drawn": changed(beta=1 / 8)},
        "power 1.1": {"power": 1.1},
        "steps of 1.5 s̄, weights of s̄": {"drawn": stretched(1.5, LinearDescent)},
        "a curve at rest": {"drawn": stretched(1e-9, CurveDescent)},
    },
)
def smallest_projected_gradient_decays(problem, *, drawn=lambda run: run, power=1.0):
    """E Σ_{t≤T} σ_t ‖P_t g_t‖² ≤ B where it can be computed; elsewhere the maximal inequality with K = 5.

    Which exponents hold is decided far out, for the projection itself on a loss that falls for ever.
    """
    if problem is None:
        yield rate_far_out(power)
        return
    S, B = np.cumsum(problem.weights(LAST))[TIMES - 1], problem.total
    if problem.computable:
        spent = problem.weights(LAST) @ drawn(problem).mean_squares(LAST)
        yield at_most(spent, B, digits=9, until=LAST, symbol="E Σ σ_t ‖P_t g_t‖²")
        return
    yield at_least(S[-1] * problem.first_square, 5 * B, name="an iterate at rest would fail", symbol="S ‖P_1 g_1‖²")

    def paths(rng, size):
        return S**power * drawn(problem).smallest(LAST, TIMES, rng, size)

    yield sampled(
        maximal_inequality,
        paths,
        level=5 * B,
        bound=B,
        name="paths",
        symbol="P(sup S min ‖P_t g_t‖² ≥ 5 B)",
        resolution=0.2,
        max_draws=300,
    )
