r"""Whether X_{t+1} = (1 - c_1/t + c_2/t²) X_t + K t^-p is O(t^-r): far out, and by an envelope for all times."""

from collections.abc import Iterator
from math import ceil
from typing import Any

import mpmath
import numpy as np
from numpy.typing import NDArray

from theorytest import at_least, at_most
from theorytest.decisions import Relation

Array = NDArray[Any]
LATE = (1.0, 1e3, 1e9, 1e30)  # times t_0
FAR = 100  # T = 10^100, where powers that grow are seen


def product_in_gammas(c_1: float, c_2: float, start: int, end: Any) -> Any:
    """∏_{t=start}^{end} (1 - c_1/t + c_2/t²) = ∏ (t - r_1)(t - r_2)/t² with the roots of r² - c_1 r + c_2, as Γ values.

    For end = None the limit of the product times end^{c_1}.
    """
    half = mpmath.mpf(c_1) / 2
    root = mpmath.sqrt(mpmath.mpc(half**2 - c_2))
    below = [(start, start - half - root), (start, start - half + root)]
    value = mpmath.fprod(mpmath.gamma(x) * mpmath.rgamma(y) for x, y in below)
    if end is not None:
        over = [(end + 1 - half - root, end + 1), (end + 1 - half + root, end + 1)]
        value *= mpmath.exp(mpmath.fsum(mpmath.loggamma(x) - mpmath.loggamma(y) for x, y in over))
    return mpmath.re(value)


def slope(c_1: float, c_2: float, decade: int = FAR) -> float:
    """d log ∏_{t ≤ T} a_t / d log T between T = 10^decade and the next one."""
    with mpmath.workdps(60 + decade):
        ends = [product_in_gammas(c_1, c_2, 1, mpmath.mpf(10) ** k) for k in (decade, decade + 1)]
        return float(mpmath.log(ends[1] / ends[0]) / mpmath.log(10))


def slope_of_the_sum(c_1: float, p: float, decade: int = FAR) -> float:
    """d log T^-c_1 (1 + ∫_1^T t^(c_1 - p) dt) / d log T, likewise."""
    q, x = c_1 - p + 1, mpmath.log(10)
    logs = [k * x if abs(q) < 1e-12 else mpmath.expm1(q * k * x) / q for k in (decade, decade + 1)]
    return float(mpmath.log((1 + logs[1]) / (1 + logs[0])) / x) - c_1


def slopes_far_out(c_1: float, c_2: float, K: float, p: float, first: float) -> Array:
    """Of both terms of X_{T+1} = ∏ a_t X_1 + Σ_t (∏_{k>t} a_k) K t^-p, where a_{t+1} ⋯ a_T has the order (t/T)^c_1."""
    found = [slope(c_1, c_2)] if first > 0 else []
    return np.array([*found, slope_of_the_sum(c_1, p)] if K > 0 else found)


def envelope(c_1: float, c_2: float, K: float, p: float, r: float, curve: Array) -> tuple[int, float]:
    """t_0 and M such that M t^-r stays above X_{t+1} = a_t X_t + ξ_t from t_0 on, for r < c_1 and r ≤ p - 1.

    (t + 1)^-r ≥ t^-r (1 - r/t), so it suffices that (c_1 - r) - c_2/t - (K/M) t^{r+1-p} ≥ 0 for t ≥ t_0.
    """
    t_0 = ceil(max(4 * c_2 / (c_1 - r), c_1))
    return t_0, max(curve[t_0 - 1] * t_0**r, 2 * K / (c_1 - r) * t_0 ** (r + 1 - p))


def margin(c_1: float, c_2: float, K: float, p: float, r: float, M: float, t: float) -> float:
    """(c_1 - r) - c_2/t - (K/M) t^{r+1-p}; increasing in t for r ≤ p - 1."""
    return float((c_1 - r) - c_2 / t - K / M * t ** (r + 1 - p))


def decides(
    recursion: tuple[float, float, float], p: float, r: float, curve: Array, name: str = ""
) -> Iterator[Relation]:
    """Whether the curve of E X_t is O(t^-r).

    Where c_1 > r and p - 1 ≥ r it is proved: below M t^-r as far as it is known, and for ever by induction. Elsewhere
    t^r times one of its terms may grow, as is seen far out; small powers are not told from logarithms there.
    """
    c_1, c_2, K = recursion
    word = f"{name}: " if name else ""
    if c_1 < r + 1e-9 or p - 1 < r:
        found = slopes_far_out(c_1, c_2, K, p, curve[0]) + r
        yield at_most(found, 0.0, name=f"{word}far out", digits=9, scale=1.0, symbol="the slope of t^r E X_t")
        return
    t_0, M = envelope(c_1, c_2, K, p, r, curve)
    t = np.arange(t_0, len(curve) + 1)
    yield at_most(curve[t_0 - 1 :] * t**r, M, name=f"{word}as far as known", digits=9, symbol="t^r E X_t")
    late = [margin(c_1, c_2, K, p, r, M, t_0 * far) for far in LATE]
    yield at_least(late, 0.0, name=f"{word}for ever", digits=None, symbol="the margin")
