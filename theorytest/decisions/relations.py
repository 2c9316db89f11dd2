"""Relations between two independently obtained sides: equal, at most, at least, less than, more than.

A relation sees its own arithmetic. Rational, symbolic and enclosed values are compared as they are. Floating-point
values agree to stated digits: |value - bound| ≤ 10^-digits · scale is allowed, and the sentence says so; a strict
inequality allows nothing. The scale of an entry is its own bound, so that a small entry beside a large one has as many
digits. Where numbers cancel they carry the rounding of what was subtracted: 256 units in the last place of the largest
entry are allowed in an array, and the sentence says where they were needed; a bound of 0 alone has the scale 1. More
than that is named in the relation: `scale=`. A number that is ours, and not the paper's, is a `threshold`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theorytest.decisions.arithmetic import (
    approximate,
    arithmetic_of,
    as_values,
    certainly,
    certainly_equal,
    is_enclosure,
)
from theorytest.decisions.decision import Arithmetic, Decision, Verdict
from theorytest.decisions.wording import count, number

DIGITS = 12
_WORDS = ("symbol", "digits", "scale", "until")
_ROUNDING = 256 * 2.0**-52  # of the largest entry of an array: sums of its terms round like it


@dataclass(frozen=True)
class Threshold:
    """A number that we chose: the paper does not print it."""

    value: Any


def threshold(value: Any) -> Threshold:
    """Mark a number as chosen by us."""
    return Threshold(value)


@dataclass(frozen=True, eq=False)
class Relation:
    """value sign bound, entry by entry. `until` is the last time looked at, for a sentence about all times."""

    sign: str
    value: Any
    bound: Any
    name: str = ""
    symbol: str = ""
    digits: int | None = DIGITS
    scale: float | None = None
    until: float | None = None
    ours: bool = False

    def decide(self, name: str | None = None) -> Decision:
        """Compare the two sides."""
        return _decide(replace(self, name=self.name if name is None else name))


def equal(value: Any, other: Any, name: str = "", **words: Any) -> Relation:
    """value = other, entry by entry; inf = inf holds."""
    return _relation("=", value, other, name, words)


def at_most(value: Any, bound: Any, name: str = "", **words: Any) -> Relation:
    """value ≤ bound, entry by entry."""
    return _relation("≤", value, bound, name, words)


def at_least(value: Any, bound: Any, name: str = "", **words: Any) -> Relation:
    """value ≥ bound, entry by entry."""
    return _relation("≥", value, bound, name, words)


def less_than(value: Any, bound: Any, name: str = "", **words: Any) -> Relation:
    """value < bound, entry by entry, without any slack."""
    return _relation("<", value, bound, name, words)


def more_than(value: Any, bound: Any, name: str = "", **words: Any) -> Relation:
    """value > bound, entry by entry, without any slack."""
    return _relation(">", value, bound, name, words)


def _relation(sign: str, value: Any, bound: Any, name: str, words: dict[str, Any]) -> Relation:
    ours = isinstance(bound, Threshold)
    if unknown := sorted(set(words) - set(_WORDS)):
        raise TypeError(f"a relation has the keywords {', '.join(_WORDS)}, and not {', '.join(unknown)}")
    relation = Relation(sign, value, bound.value if ours else bound, name, ours=ours, **words)
    if relation.digits is not None and (type(relation.digits) is not int or not 1 <= relation.digits <= 300):
        raise ValueError(f"digits must be None (no slack) or lie between 1 and 300, got {relation.digits!r}")
    if relation.until is not None and not (isinstance(relation.until, (int, float)) and relation.until > 0):
        raise ValueError(f"until must be the last time that was looked at, a positive number, got {relation.until!r}")
    if relation.scale is not None and not 0 < relation.scale < np.inf:
        raise ValueError(f"scale must be positive and finite, got {relation.scale!r}")
    return relation


def _decide(relation: Relation) -> Decision:
    values, bounds = together(relation.value, relation.bound)
    arithmetic = arithmetic_of(values, bounds)
    near = nearby(values), nearby(bounds)
    slack = slack_of(relation, near[1], arithmetic)
    excess = excess_of(near, relation.sign)
    held = _held(relation, values, bounds, excess, slack, arithmetic)
    worst = _worst(held, excess, slack)
    allowed = float(slack[worst])
    verdict = _verdict(relation, near, held, worst, arithmetic)
    found, bound = float(near[0].flat[worst]), float(near[1].flat[worst])
    refuted = verdict is Verdict.REFUTED
    entry = tuple(int(i) for i in np.unravel_index(worst, values.shape))
    return Decision(
        name=relation.name,
        method="comparison",
        verdict=verdict,
        sentence=_sentence(relation, verdict, values.flat[worst], bounds.flat[worst], values.size, allowed, arithmetic),
        claimed=_known(bound),
        estimate=_known(found),
        low=_known(found),
        high=_known(found),
        resolution=allowed,
        witness={"value": found, "bound": bound, "entry": entry} if refuted else None,
        statistics={"value": found, "slack": allowed, "entries": float(values.size)}
        | ({"ours": 1.0} if relation.ours else {}),
        arithmetic=arithmetic,
        until=relation.until,
        room=_room(relation.sign, near),
        sign=relation.sign,
    )


def _known(value: float) -> float | None:
    """An expression with variables has no value."""
    return None if np.isnan(value) else value


def together(value: Any, bound: Any) -> tuple[NDArray[Any], NDArray[Any]]:
    """Both sides as arrays of one shape."""
    values, bounds = as_values(value), as_values(bound)
    try:
        values, bounds = np.broadcast_arrays(values, bounds)
    except ValueError:
        raise ValueError(f"the value has shape {values.shape}, which does not fit the bound's {bounds.shape}") from None
    if values.size == 0:
        raise ValueError("the value is empty: there is nothing to compare")
    return values, bounds


def nearby(side: NDArray[Any]) -> NDArray[np.float64]:
    """Floats near the entries."""
    if side.dtype.kind != "O":
        return side.astype(float)
    return np.array([approximate(entry) for entry in side.flat], dtype=float).reshape(side.shape)


def slack_of(relation: Relation, bounds: NDArray[np.float64], arithmetic: Arithmetic) -> NDArray[np.float64]:
    """For each entry 10^-digits of its scale in floating point, else nothing; strict inequalities allow nothing."""
    if not arithmetic.certain and np.isnan(bounds).any():
        raise ValueError("the bound is not a number")
    if arithmetic is not Arithmetic.FLOATING or relation.sign in "<>" or relation.digits is None:
        return np.zeros(bounds.size)
    if relation.scale is not None:
        return np.full(bounds.size, 10.0**-relation.digits * relation.scale)
    sizes = np.where(np.isfinite(bounds), np.abs(bounds), 0.0).ravel()
    if not sizes.any():
        return np.full(bounds.size, 10.0**-relation.digits)
    own, rounding = 10.0**-relation.digits * sizes, min(_ROUNDING, 10.0**-relation.digits) * sizes.max()
    return np.asarray(np.maximum(own, rounding))


def excess_of(near: tuple[NDArray[np.float64], NDArray[np.float64]], sign: str) -> NDArray[np.float64]:
    """By how much each entry violates the relation, as floats; nan where the value is not a number."""
    with np.errstate(invalid="ignore", over="ignore"):  # inf - inf where both are equal; huge gaps are inf
        gaps = np.where(near[0] == near[1], 0.0, near[0] - near[1]).ravel()
    return np.abs(gaps) if sign == "=" else gaps if sign in "≤<" else -gaps


def _held(
    relation: Relation,
    values: NDArray[Any],
    bounds: NDArray[Any],
    excess: NDArray[np.float64],
    slack: NDArray[np.float64],
    arithmetic: Arithmetic,
) -> NDArray[np.int_]:
    """1 where the relation holds, -1 where it fails, 0 where the arithmetic cannot tell."""
    if arithmetic is Arithmetic.FLOATING and relation.sign not in "<>":
        return np.where(np.isnan(excess), 0, np.where(excess <= slack, 1, -1))
    pairs = zip(_entries(values), _entries(bounds), strict=True)
    return np.array([_compared(relation.sign, value, bound) for value, bound in pairs])


def _entries(side: NDArray[Any]) -> list[Any]:
    """The entries as Python's own numbers: numpy's whole numbers overflow beside long fractions."""
    return [entry.item() if isinstance(entry, np.generic) else entry for entry in side.flat]


def _compared(sign: str, value: Any, bound: Any) -> int:
    if value != value:
        return 0
    if sign == "=":
        if _same(value, bound):
            return 1
        if getattr(value, "free_symbols", None) or getattr(bound, "free_symbols", None):
            return -1 if _differs_somewhere(value, bound) else 0
        return -1 if certainly(value, bound, strict=True) or certainly(bound, value, strict=True) else 0
    low, high = (value, bound) if sign in "≤<" else (bound, value)
    strict = sign in "<>"
    if certainly(low, high, strict=strict):
        return 1
    return -1 if certainly(high, low, strict=not strict) else 0


def _same(value: Any, bound: Any) -> bool:
    if is_enclosure(value) or is_enclosure(bound):
        return certainly_equal(value, bound)
    if type(value).__module__.startswith("sympy") or type(bound).__module__.startswith("sympy"):
        import sympy

        return bool(sympy.simplify(sympy.sympify(value) - sympy.sympify(bound)) == 0)
    return bool(value == bound)


def _differs_somewhere(value: Any, bound: Any) -> bool:
    """Whether two expressions differ where their variables are the first primes, a point without symmetry."""
    import sympy

    difference = sympy.sympify(value) - sympy.sympify(bound)
    variables = sorted(difference.free_symbols, key=str)
    primes = [sympy.prime(k) for k in range(2, len(variables) + 2)]
    found = difference.subs(dict(zip(variables, primes, strict=True)))
    return bool(sympy.simplify(found).is_nonzero)


def _worst(held: NDArray[np.int_], excess: NDArray[np.float64], slack: NDArray[np.float64]) -> int:
    """The entry that fails, else the one that cannot be told, else the nearest to failing, in units of its slack."""
    with np.errstate(over="ignore"):
        sizes = excess / np.where(slack > 0, slack, 1.0)
    first = np.lexsort((-np.where(np.isnan(sizes), np.inf, sizes), np.select([held < 0, held == 0], [0, 1], 2)))
    return int(first[0])


def _verdict(relation: Relation, near: Any, held: NDArray[np.int_], worst: int, arithmetic: Arithmetic) -> Verdict:
    if held[worst] < 0:
        return Verdict.REFUTED
    if held[worst] == 0 or _vacuous(relation.sign, near[1]):
        return Verdict.UNDECIDED
    if relation.until is not None:
        return Verdict.CONSISTENT
    return Verdict.EXACT if arithmetic.certain else Verdict.COMPUTED


def _vacuous(sign: str, bounds: NDArray[np.float64]) -> bool:
    """Whether every value satisfies some entry: an infinite bound says nothing."""
    return (sign in "≤<" and bool(np.any(bounds == np.inf))) or (sign in "≥>" and bool(np.any(bounds == -np.inf)))


def _room(sign: str, near: tuple[NDArray[np.float64], NDArray[np.float64]]) -> float | None:
    """The least share of a bound that is not used up: a bound that is smaller by more would be refuted."""
    values, bounds = near
    if sign == "=" or not (np.isfinite(values).all() and np.isfinite(bounds).all()):
        return None
    sized = bounds != 0
    if not sized.any():
        return None
    with np.errstate(over="ignore"):
        gaps = (bounds - values if sign in "≤<" else values - bounds)[sized] / np.abs(bounds[sized])
    return float(max(0.0, gaps.min()))


def _sentence(
    relation: Relation, verdict: Verdict, value: Any, bound: Any, size: int, slack: float, arithmetic: Arithmetic
) -> str:
    symbol = relation.symbol or "the value"
    if verdict is Verdict.UNDECIDED:
        if value != value:
            return f"{verdict}: {symbol} came out as not a number; nothing can be compared"
        reason = "holds for every value" if _vacuous(relation.sign, np.asarray(approximate(bound))) else "is too close"
        return f"{verdict}: {symbol} {relation.sign} {shown(bound)} {reason}; nothing can be decided"
    refuted = verdict is Verdict.REFUTED
    sign = _DENIED[relation.sign] if refuted else relation.sign
    whose = ", a threshold of ours" * relation.ours
    notes = [_arithmetic(arithmetic, relation, slack, bound)]
    if assumed := _assumed(value, bound):
        notes.append(assumed)
    if size > 1:
        notes.append(f"{'worst' if refuted else 'closest'} of {count(size)} entries")
    if relation.until is not None:
        notes.append(f"up to t = {relation.until:,}")
    if relation.sign == "=" and not refuted:
        near = "" if shown(value) == shown(bound) else f", compared with {shown(bound)}"
        return f"{verdict}: {symbol} = {shown(value)}{near}{whose} ({'; '.join(notes)})"
    rounded = " up to rounding" * (slack > 0 and not refuted and not _literally(relation.sign, value, bound))
    return f"{verdict}: {symbol} = {shown(value)} {sign} {shown(bound)}{rounded}{whose} ({'; '.join(notes)})"


def _assumed(*sides: Any) -> str:
    """`for s positive, x complex`: what the variables of two formulas range over, as they were made."""
    variables = {each for side in sides for each in getattr(side, "free_symbols", ())}
    said = ", ".join(f"{each} {_sort(each)}" for each in sorted(variables, key=str))
    return f"for {said}" if said else ""


def _sort(variable: Any) -> str:
    size = next((w for w in ("positive", "nonnegative", "real") if getattr(variable, f"is_{w}")), "complex")
    return f"{size} integer" if variable.is_integer else size


def _literally(sign: str, value: Any, bound: Any) -> bool:
    """Whether two floats satisfy an inequality without any slack."""
    return bool(value <= bound if sign == "≤" else value >= bound)


_DENIED = {"=": "≠", "≤": ">", "≥": "<", "<": "≥", ">": "≤"}
_LONGEST = 24  # characters of an exact number that a sentence spells out


def shown(entry: Any) -> str:
    """An exact number as it is where it is short, else ten digits."""
    if isinstance(entry, (int, Fraction, np.integer)) and not _is_long(entry):
        return str(entry)
    if type(entry).__module__.startswith(("sympy", "flint")) and len(text := str(entry)) <= _LONGEST:
        return text
    if variables := getattr(entry, "free_symbols", None):
        return f"a formula in {', '.join(sorted(map(str, variables)))}"
    return f"{approximate(entry):.10g}"


def _is_long(entry: Any) -> bool:
    """Whether an exact number has more digits than a sentence should spell out."""
    ratio = Fraction(int(entry)) if isinstance(entry, (int, np.integer)) else entry
    return ratio.numerator.bit_length() + ratio.denominator.bit_length() > 3 * _LONGEST


def _arithmetic(arithmetic: Arithmetic, relation: Relation, slack: float, bound: Any) -> str:
    if arithmetic is not Arithmetic.FLOATING:
        return arithmetic.value
    if slack == 0 or relation.digits is None:
        return "floating point, no slack"
    digits = "1 digit" if relation.digits == 1 else f"{relation.digits} digits"
    own = 10.0**-relation.digits * abs(approximate(bound))
    if relation.scale is None and own < slack and slack != 10.0**-relation.digits:  # which 0 alone has
        return f"floating point, up to {number(slack)}, the rounding of the largest entry: less is not seen"
    return f"floating point, {digits} of {number(slack * 10.0**relation.digits)}"
