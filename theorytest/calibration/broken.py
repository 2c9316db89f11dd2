"""Decisions that look right and do not keep their error rate: the calibration must catch them.

Each takes the same arguments as the decision it imitates and returns only a verdict. Never use them on a claim.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri, stdtrit

from theorytest.decisions.decision import Verdict
from theorytest.decisions.sequential import Generators, Plan
from theorytest.decisions.watched import Draw


def z_test_at_least(draw: Draw, generators: Generators, plan: Plan, *, bound: float) -> Verdict:
    """E X ≥ bound by (mean - bound) / standard error: a heavy tail is missing from the mean and from the error."""
    draws = np.asarray(draw(generators(0), plan.max_draws), dtype=float)
    z = (draws.mean() - bound) / (draws.std(ddof=1) / math.sqrt(len(draws)))
    return Verdict.REFUTED if z < ndtri(plan.alpha) else Verdict.CONFIRMED


def ols_exponent(draw: Draw, generators: Generators, plan: Plan, *, times: ArrayLike, slope: float) -> Verdict:
    """Least-squares standard errors on the mean curve: its points share their paths, so the residuals say nothing."""
    from scipy.stats import linregress  # dear to load, and needed here only

    mean = np.asarray(draw(generators(0), plan.max_draws), dtype=float).mean(axis=0)
    fit = linregress(np.log(np.asarray(times, dtype=float)), np.log(mean))
    half = -stdtrit(len(mean) - 2, plan.alpha / 2) * fit.stderr
    return Verdict.REFUTED if abs(fit.slope - slope) > half else Verdict.CONFIRMED


def plug_in_matrix(draw: Draw, generators: Generators, plan: Plan, *, bound: ArrayLike) -> Verdict:
    """The top direction of all draws tested on the same draws: the maximum over directions is taken for one of them."""
    matrices = np.asarray(draw(generators(0), plan.max_draws), dtype=float)
    root = np.linalg.inv(np.linalg.cholesky(np.asarray(bound, dtype=float)))
    whitened = root @ matrices @ root.T
    v = np.linalg.eigh(whitened.mean(axis=0))[1][:, -1]
    along = np.einsum("i,tij,j->t", v, whitened, v)
    z = (along.mean() - 1) / (along.std(ddof=1) / math.sqrt(len(along)))
    return Verdict.REFUTED if z > -ndtri(plan.alpha) else Verdict.CONFIRMED
