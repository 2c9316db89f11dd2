"""The constants of (BBV) of one estimator, side by side: as tabulated, exact, and measured [eq:bbv].

Tabulated are the formulas of Table 2 with the quantities of the estimator at hand; exact is the true worst case over g
where quadrature reaches it; measured are draws on T_t plus a finite part of its complement.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np

from theorytest.approximation.estimator import Estimator
from theorytest.approximation.exact_moments import is_computable, on_all, on_hull
from theorytest.approximation.hull import Hull
from theorytest.approximation.measures import Discrete
from theorytest.approximation.moments import BiasVariance, enumerated
from theorytest.approximation.said import said
from theorytest.approximation.sampling import k_of
from theorytest.arguments import instance, reals
from theorytest.signatures import checked

__all__ = ["CELLS", "Constants", "exact", "k_of", "numbers", "row_of", "tabulated", "tightness"]

CELLS = ("c_bias1", "c_bias2", "c_var1", "c_var2")
_ACCURACY = 1e-7  # relative, of the quadratures that a printed value is compared with
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Constants:
    """Four numbers."""

    c_bias1: float
    c_bias2: float
    c_var1: float
    c_var2: float

    def plain(self) -> dict[str, float]:
        """As a mapping."""
        return asdict(self)


def row_of(estimator: Estimator) -> str | None:
    """The row of Table 2 that an estimator belongs to, by its method `row`; None for one that the table does not have.

    The debiased row needs a projection of known norm, an `Oblique`, and an unbiased correction, a quasi-projection.
    """
    own = said(estimator, "row")
    return None if own is None else own()


def tabulated(estimator: Estimator, *, p: float | None = None, delta: float | None = None) -> Constants | None:
    """The row of Table 2; `p` = P(S_δ) for least squares, `delta` of Lemma F.1 for volume sampling.

    An estimator of your own claims its constants by a method `claimed()` that returns `Constants`.
    """
    row = row_of(estimator)
    if row is None:
        return _claimed(estimator) if hasattr(estimator, "claimed") else None
    from theorytest.approximation.table_2 import TABLE_2

    return Constants(**TABLE_2[row].numbers(**estimator.quantities(p, delta)))  # type: ignore[attr-defined]


def _claimed(estimator: Estimator) -> Constants:
    found = instance("claimed()", estimator.claimed(), Constants)  # type: ignore[attr-defined]
    for cell, value in found.plain().items():
        if np.isnan(reals(f"{cell} of claimed()", value, shape=())):
            raise ValueError(f"{cell} of claimed() must be a number, got {value}")
    return found


@checked
def exact(estimator: Estimator, hull: Hull) -> BiasVariance | None:
    """The true constants: with all of the complement in L², on E otherwise; None where only sampling is left.

    A discrete measure is enumerated. A projection by given points that is debiased has its constants on E.
    """
    if isinstance(hull.space.measure, Discrete):
        return enumerated(estimator, hull)
    if not is_computable(estimator):
        return None
    if hull.space.jet_size > 1:
        return on_hull(estimator, hull)
    own = said(estimator, "on_all")
    return on_all(estimator) if own is None else own(hull)


@checked
def numbers(found: BiasVariance) -> Constants:
    """The four constants by themselves."""
    return Constants(*(getattr(found, cell) for cell in CELLS))


def tightness(cell: str, printed: float, true: float, *, approached: bool = False) -> str:
    """`attained` (or `approached` by no single g), `loose by` a factor, or `violated by` one."""
    reached = "approached" if approached else "attained"
    if np.isinf(printed) or np.isinf(true):
        return reached if printed == true else "vacuous" if np.isinf(printed) else "violated"
    spare = true - printed if cell == "c_bias1" else printed - true
    if abs(spare) <= max(_ACCURACY * max(abs(true), abs(printed)), _ROUNDING):
        return reached
    small, large = sorted((printed, true))
    return f"{'loose' if spare > 0 else 'violated'} by {_excess(small, large)}"


def _excess(small: float, large: float) -> str:
    """By how much: a factor, a percentage where the factor would read 1, or a difference from 0."""
    if small <= _ROUNDING:
        return f"{large - small:.4g}"
    ratio = large / small
    return f"a factor {ratio:.4g}" if ratio >= 1.0005 else f"{100 * (ratio - 1):.2g} %"
