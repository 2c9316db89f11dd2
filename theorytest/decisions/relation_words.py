"""The sentence of a relation: verdict, both sides, arithmetic and slack, and whether the number is ours."""

from __future__ import annotations

import math
import numbers
from decimal import MAX_EMAX, MIN_EMIN, Context
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from theorytest.decisions.arithmetic import approximate
from theorytest.decisions.decision import Arithmetic, Verdict
from theorytest.decisions.entries import overflown, vacuous
from theorytest.decisions.symbolic import has_variables, is_symbolic, tried
from theorytest.decisions.wording import count, number

if TYPE_CHECKING:
    from theorytest.decisions.relations import Relation


def sentence_of(
    relation: Relation, verdict: Verdict, value: Any, bound: Any, size: int, slack: float, arithmetic: Arithmetic
) -> str:
    """The verdict with the entry that decided it, the slack that was allowed, and what the variables range over."""
    symbol = relation.symbol or "the value"
    if verdict is Verdict.UNDECIDED:
        return f"{verdict}: {_open(relation, symbol, value, bound)}"
    refuted = verdict is Verdict.REFUTED
    sign = _DENIED[relation.sign] if refuted else relation.sign
    whose = ", a threshold of ours" * relation.ours
    notes = [_arithmetic(arithmetic, relation, slack, bound)]
    if assumed := _assumed(value, bound):
        notes.append(assumed)
        notes += [words] if (words := tried(relation.sign, value, bound).words()) else []
    if (refuted or relation.sign in "<>") and shown(value) == shown(bound) and _are_real(value, bound):
        notes.append(f"they differ by {shown(value - bound)}")
    if size > 1:
        notes.append(f"{'worst' if refuted else 'closest'} of {count(size)} entries")
    if relation.until is not None:
        notes.append(f"up to t = {relation.until:,}")
    if relation.sign == "=" and not refuted:
        near = "" if shown(value) == shown(bound) else f", compared with {shown(bound)}"
        return f"{verdict}: {symbol} = {shown(value)}{near}{whose} ({'; '.join(notes)})"
    rounded = " up to rounding" * (slack > 0 and not refuted and not _literally(relation.sign, value, bound))
    return f"{verdict}: {symbol} = {shown(value)} {sign} {shown(bound)}{rounded}{whose} ({'; '.join(notes)})"


def _open(relation: Relation, symbol: str, value: Any, bound: Any) -> str:
    """Why nothing is decided."""
    if value != value:
        return f"{symbol} came out as not a number; nothing can be compared"
    if overflown(relation.sign, relation.bound):
        return f"{symbol} = {shown(bound)} may be an overflow on both sides: give the bound as math.inf"
    if has_variables(value, bound):
        known = "no point that was tried breaks it, and algebra does not show it"
        return f"{symbol} = {shown(value)} {relation.sign} {shown(bound)}: {known}"
    reason = "holds for every value" if vacuous(relation.sign, np.array([bound], dtype=object)) else "is too close"
    return f"{symbol} {relation.sign} {shown(bound)} {reason}; nothing can be decided"


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
    value, bound = (each.item() if isinstance(each, np.generic) else each for each in (value, bound))
    return bool(value <= bound if sign == "≤" else value >= bound)


_DENIED = {"=": "≠", "≤": ">", "≥": "<", "<": "≥", ">": "≤"}
_LONGEST = 24  # characters of an exact number that a sentence spells out


def shown(entry: Any) -> str:
    """An exact number as it is where it is short, else ten digits."""
    if isinstance(entry, (int, Fraction, np.integer)) and not _is_long(entry):
        return str(entry)
    if (is_symbolic(entry) or type(entry).__module__.startswith("flint")) and len(text := str(entry)) <= _LONGEST:
        return text
    if variables := getattr(entry, "free_symbols", None):
        return f"a formula in {', '.join(sorted(map(str, variables)))}"
    near = approximate(entry)
    far = isinstance(entry, (int, Fraction)) and (math.isinf(near) or (near == 0 and entry != 0))
    return _far(entry) if far else f"{near:.10g}"


def _are_real(*sides: Any) -> bool:
    return all(isinstance(each, numbers.Real) for each in sides)


def _far(entry: int | Fraction) -> str:
    """Ten digits of a number beyond the floats, or below them."""
    ten = Context(prec=10, Emax=MAX_EMAX, Emin=MIN_EMIN)
    over, under = (ten.create_decimal(each) for each in (entry.numerator, entry.denominator))
    return f"{ten.normalize(ten.divide(over, under))}".lower()


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
