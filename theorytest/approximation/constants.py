"""The constants of (BBV) of one estimator, side by side: as tabulated, exact, and measured [eq:bbv].

Tabulated are the formulas of Table 2 with the quantities of the estimator at hand; exact is the true worst case over g
where quadrature reaches it; measured are draws on T_t plus a finite part of its complement.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np

from theorytest.approximation.christoffel import Christoffel, Weight
from theorytest.approximation.estimators import Debiased, Estimator, LeastSquares, NonProjection, QuasiProjection
from theorytest.approximation.exact_debiased import debiased_on_all
from theorytest.approximation.exact_moments import is_computable, on_all, on_hull
from theorytest.approximation.hull import Hull
from theorytest.approximation.measures import Discrete
from theorytest.approximation.moments import BiasVariance, enumerated
from theorytest.approximation.sampling import Optimal, Plain, Sampler, Trace
from theorytest.approximation.stability import Conditioned
from theorytest.approximation.suprema import Supremum
from theorytest.approximation.volume import VolumeRescaled
from theorytest.arguments import instance, reals

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
    """The row of Table 2 that an estimator belongs to; None for one that the table does not have.

    The debiased row needs a projection of known norm, an `Oblique`, and an unbiased correction, a quasi-projection.
    """
    sampler, kind = getattr(estimator, "sampler", None), type(estimator)  # a subclass may do something else
    if kind is LeastSquares and isinstance(sampler, Conditioned):
        return None if isinstance(sampler.sampler, VolumeRescaled) else "lsq"
    if kind is LeastSquares and isinstance(sampler, VolumeRescaled):
        return "volume"
    if isinstance(sampler, Conditioned | VolumeRescaled):
        return None
    if isinstance(estimator, Debiased):
        known = hasattr(estimator.projection, "norm") and row_of(estimator.correction) == "quasi"
        return "debiased" if kind is Debiased and known else None
    rows: dict[type, str] = {NonProjection: "non", QuasiProjection: "quasi"}
    return rows.get(kind)


def k_of(sampler: Sampler) -> Supremum:
    """k_t = sup w K of [eq:def:christoffel] for the weight of the sampler."""
    if isinstance(sampler, Conditioned):
        return k_of(sampler.sampler)
    names: dict[type, Weight] = {Plain: "constant", Optimal: "optimal", Trace: "trace", VolumeRescaled: "trace"}
    return Christoffel(sampler.space).k(names.get(type(sampler), sampler.weight))


def tabulated(estimator: Estimator, *, p: float | None = None, delta: float | None = None) -> Constants | None:
    """The row of Table 2; `p` = P(S_δ) for least squares, `delta` of Lemma F.1 for volume sampling.

    An estimator of your own claims its constants by a method `claimed()` that returns `Constants`.
    """
    row = row_of(estimator)
    if row is None:
        return _claimed(estimator) if hasattr(estimator, "claimed") else None
    from theorytest.approximation.table_2 import TABLE_2

    return Constants(**TABLE_2[row].numbers(**_quantities(estimator, p, delta)))


def _claimed(estimator: Estimator) -> Constants:
    found = instance("claimed()", estimator.claimed(), Constants)  # type: ignore[attr-defined]
    for cell, value in found.plain().items():
        if np.isnan(reals(f"{cell} of claimed()", value, shape=())):
            raise ValueError(f"{cell} of claimed() must be a number, got {value}")
    return found


def _quantities(estimator: Estimator, p: float | None, delta: float | None) -> dict[str, float]:
    """What the formulas of the row need."""
    if isinstance(estimator, Debiased):
        Q = instance("the row of the correction", tabulated(estimator.correction), Constants)
        return {"B": float(estimator.projection.norm), "q1": Q.c_var1, "q2": Q.c_var2}  # type: ignore[attr-defined]
    sampler, space = estimator.sampler, estimator.space  # type: ignore[attr-defined]
    eigenvalues = np.linalg.eigvalsh(space.system_in_basis @ space.system_in_basis.T)
    found = {"lam_min": eigenvalues[0], "lam_max": eigenvalues[-1], "k": k_of(sampler).value}
    found |= {"n": float(estimator.n_samples), "d": float(space.dim)}
    if isinstance(sampler, Conditioned):
        delta = sampler.delta
    return found | {name: value for name, value in (("p", p), ("delta", delta)) if value is not None}


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
    if isinstance(estimator, Debiased):
        return debiased_on_all(estimator, hull)
    return on_all(estimator)


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
