"""Why a slope is less steep than printed on its window: the same steps without noise, on the window and much later.

An upper bound O(t^-r) speaks of large t. Where exact projections with the same steps are as slow on the window and as
steep as printed on a later one, the window is too early to tell; where they are not, nothing is said in its favour.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from theorytest.arguments import Array
from theorytest.descent import CurveDescent, EmbeddedDescent, MovingEstimator, Process, Steps, descend
from theorytest.fits import slope_weights

_LATEST = 2**14
_OCTAVES = 2  # of the later window
_PER_OCTAVE = 3


def explained(process: Process, steps: Steps, window: tuple[int, int], claimed: float, row: str) -> str:
    """What the steps do without noise, as a sentence."""
    quiet = _without_noise(process)
    if quiet is None:
        total = float(np.sum(steps(np.arange(1, window[1] + 1))))
        return f"no run without noise is known here; the steps up to t = {window[1]} add up to {total:.2f}"
    times = np.unique(np.rint(2 ** (np.arange(_PER_OCTAVE * np.log2(_LATEST) + 1e-9) / _PER_OCTAVE)).astype(int))
    run = descend(quiet, steps, _LATEST, np.random.default_rng(0), 1, times=times)
    X = np.maximum(run.gap[0], 0.0) if row == "2" else np.minimum.accumulate(run.tangent[0] ** 2)
    later = (_LATEST >> _OCTAVES, _LATEST)
    here, there = (_slope(times, X, *ends) for ends in (window, later))
    word = "even so the window is too early" if there <= claimed else "it is slower there, too"
    span = f"from t = {later[0]:,} to {later[1]:,}"
    return f"without noise the same steps have the slope {here:.3f} on this window and {there:.3f} {span}: {word}"


def _without_noise(process: Process) -> Process | None:
    """The same scheme with exact projections, where that is known."""
    if isinstance(process, CurveDescent):
        return replace(process, sampling="exact")
    if isinstance(process, EmbeddedDescent):
        return replace(process, estimator=MovingEstimator("exact", 1, "optimal"))
    return None


def _slope(times: Array, X: Array, first: int, last: int) -> float:
    """Of log X over log t between two times."""
    part = (times >= first) & (times <= last)
    return float(slope_weights(np.log(times[part])) @ np.log(X[part]))
