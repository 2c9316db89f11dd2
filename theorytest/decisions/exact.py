"""Exact decisions: a computed value equals, is at most or is at least a claimed one, to stated digits.

Floating-point slack is never hidden: `digits=d` allows |value - claimed| ≤ 10^-d · scale and the sentence says so;
`digits=None` compares without any slack, as rational numbers do.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from theorytest.decisions.decision import Decision, Verdict
from theorytest.decisions.wording import count, number

Values = ArrayLike | Fraction


def value_equals(
    value: Values,
    claimed: Values,
    *,
    digits: int | None = 12,
    scale: float | None = None,
    name: str = "value",
    symbol: str = "value",
) -> Decision:
    """Whether value = claimed, entry by entry; inf = inf holds."""
    return _compare(value, claimed, "=", digits, scale, name, symbol)


def value_at_most(
    value: Values,
    claimed: Values,
    *,
    digits: int | None = 12,
    scale: float | None = None,
    name: str = "value",
    symbol: str = "value",
) -> Decision:
    """Whether value ≤ claimed, entry by entry."""
    return _compare(value, claimed, "<=", digits, scale, name, symbol)


def value_at_least(
    value: Values,
    claimed: Values,
    *,
    digits: int | None = 12,
    scale: float | None = None,
    name: str = "value",
    symbol: str = "value",
) -> Decision:
    """Whether value ≥ claimed, entry by entry."""
    return _compare(value, claimed, ">=", digits, scale, name, symbol)


def _compare(
    value: Values, claimed: Values, relation: str, digits: int | None, scale: float | None, name: str, symbol: str
) -> Decision:
    _check(digits, scale)
    values, claims = _together(value, claimed)
    unit = _scale(claims, scale)
    slack = 0.0 if digits is None else 10.0**-digits * unit
    excess = _excess(values, claims, relation)
    worst = int(np.argmax(np.where(np.isnan(excess), np.inf, excess)))
    computed, printed = float(values.flat[worst]), float(claims.flat[worst])
    verdict = _verdict(computed, excess[worst], slack, vacuous=_vacuous(claims, relation))
    entry = tuple(int(i) for i in np.unravel_index(worst, values.shape))
    stated = "no slack" if digits is None else f"to {digits} digits, slack {slack:.2g} = 1e-{digits} of {number(unit)}"
    return Decision(
        name=name,
        method="exact comparison",
        verdict=verdict,
        sentence=_sentence(verdict, symbol, computed, relation, printed, stated, entry, values.size),
        claimed=printed,
        estimate=computed,
        low=computed,
        high=computed,
        resolution=slack,
        witness={"value": computed, "claimed": printed, "entry": entry} if verdict is Verdict.REFUTED else None,
        statistics={"value": computed, "slack": slack, "entries": float(values.size)},
    )


def _check(digits: int | None, scale: float | None) -> None:
    if digits is not None and not 0 <= digits <= 300:
        raise ValueError(f"digits must be None (no slack) or lie between 0 and 300, got {digits}")
    if scale is not None and not 0 < scale < np.inf:
        raise ValueError(f"scale must be positive and finite, got {scale}")


def _together(value: Values, claimed: Values) -> tuple[NDArray[Any], NDArray[Any]]:
    """Both sides with one shape; rational numbers stay rational."""
    values, claims = (a.astype(int) if a.dtype == bool else a for a in (np.asarray(value), np.asarray(claimed)))
    try:
        values, claims = np.broadcast_arrays(values, claims)
    except ValueError:
        raise ValueError(f"value has shape {values.shape}, which does not fit the claimed {claims.shape}") from None
    if values.size == 0:
        raise ValueError("value is empty: there is nothing to compare")
    if np.isnan(claims.astype(float)).any():
        raise ValueError("the claimed value is not a number")
    return values, claims


def _scale(claims: NDArray[Any], scale: float | None) -> float:
    """The given scale, else the largest finite |claimed|, else 1."""
    if scale is not None:
        return scale
    sizes = np.abs(claims.astype(float))
    return float(np.max(sizes, where=np.isfinite(sizes), initial=0.0)) or 1.0


def _excess(values: NDArray[Any], claims: NDArray[Any], relation: str) -> NDArray[np.float64]:
    """By how much each entry violates the relation; nan where the value is not a number."""
    with np.errstate(invalid="ignore", over="ignore"):  # inf - inf where the values are equal; huge gaps are inf
        gaps = np.where(values == claims, 0.0, np.asarray(values - claims).astype(float)).ravel()
    signed: dict[str, NDArray[np.float64]] = {"=": np.abs(gaps), "<=": gaps, ">=": -gaps}
    return signed[relation]


def _vacuous(claims: NDArray[Any], relation: str) -> bool:
    """Whether every value satisfies some entry of the claim: an infinite bound says nothing."""
    empty = {"<=": np.inf, ">=": -np.inf}
    return relation in empty and bool(np.any(claims.astype(float) == empty[relation]))


def _verdict(computed: float, excess: float, slack: float, *, vacuous: bool) -> Verdict:
    if np.isnan(computed) or (vacuous and excess <= slack):
        return Verdict.UNDECIDED
    return Verdict.EXACT if excess <= slack else Verdict.REFUTED


def _sentence(
    verdict: Verdict,
    symbol: str,
    computed: float,
    relation: str,
    printed: float,
    stated: str,
    entry: tuple[int, ...],
    size: int,
) -> str:
    where = f" at entry {entry}" if entry else ""
    if verdict is Verdict.UNDECIDED:
        reason = "came out as not a number" if np.isnan(computed) else f"{relation} {printed:g} holds for every value"
        return f"undecided: {symbol} {reason}{where}; nothing can be compared"
    against = f"{printed:.12g}" if relation == "=" else f"{relation} {printed:.12g}"
    notes = [stated] + [f"worst of {count(size)} entries"] * (size > 1)
    return f"{verdict}: {symbol} = {computed:.12g}{where} against the claimed {against} ({', '.join(notes)})"
