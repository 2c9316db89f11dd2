r"""Section 1: bounds of the generalisation error that hold for a whole class need compactness and decay slowly.

Constants on two points of mass 1/2 with the target ±1: L(v) = (v² + 1)/2 and the empirical risk of n points with mean ȳ
is L_n(v) = L(v) - v ȳ, so that sup_{|v| ≤ r} |L_n(v) - L(v)| = r |ȳ|, and the empirical minimiser is ȳ.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np

from theorytest import at_least, at_most, claim, equal

SIZES = (2, 10, 100, 1000)


def law(n):
    """The values of ȳ and their probabilities."""
    return [(Fraction(2 * k - n, n), Fraction(comb(n, k), 2**n)) for k in range(n + 1)]


def uniform_error(values, ys):
    """The largest |L_n(v) - L(v)| over given v, from the two risks themselves."""
    y = np.array(ys)
    empirical = np.mean((np.asarray(values)[:, None] - y) ** 2, axis=1) / 2
    return np.max(np.abs(empirical - (np.asarray(values) ** 2 + 1) / 2))


@claim(
    "x:sec1-bounds-need-compactness",
    kind="remark",
    says="On all constants the uniform error of the empirical risk is unbounded; on those up to r its mean decays "
    "like n^-1/2, while the excess risk of the empirical minimiser itself is 1/(2n).",
    formula=r"\tfrac{r}{\sqrt{2n}} \le \mathbb{E}\sup_{|v|\le r}|\mathcal{L}_n(v)-\mathcal{L}(v)| \le "
    r"r\sqrt{\tfrac{2}{\pi n}}, \qquad \mathbb{E}\,\mathcal{L}(\bar y)-\mathcal{L}_{\min} = \tfrac1{2n}",
    expected="computed",
    mutants={
        "a decay like 1/n": {"power": 1.0},
        "a compact class for all constants": {"radii": (1.0, 1.0, 1.0)},
        "a minimiser as slow as the bound": {"excess": lambda n: n**-0.5 / 2},
    },
)
def uniform_bounds_need_compactness(*, power=0.5, radii=(1.0, 1e3, 1e6), excess=lambda n: Fraction(1, 2 * n)):
    """Exact for even n. That bounds in the literature usually need compactness is no computation; that they must is."""
    for n in SIZES:
        mean = float(sum(p * abs(y) for y, p in law(n))) * n**power
        yield at_least(mean, 2**-0.5, name=f"below, n = {n}", digits=12, symbol="scaled mean error")
        yield at_most(mean, (2 / np.pi) ** 0.5, name=f"above, n = {n}", digits=12, symbol="the same")
        value = sum(p * y**2 for y, p in law(n)) / 2
        yield equal(value, excess(n), name=f"excess, n = {n}", symbol="excess risk")
    sample = (1.0, 1.0, -1.0)
    errors = [uniform_error(np.linspace(-r, r, 5), sample) for r in radii]
    yield at_least(errors, np.array([1, 1e3, 1e6]) / 3, name="unbounded", digits=9, symbol="the error")
