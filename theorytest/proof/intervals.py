"""Inequalities on intervals and boxes: Sturm sequences, balls on pieces, and the slope from an end.

Balls decide nothing where both sides are equal. There the difference is 0 at an end of an interval and its derivative
has a sign on all of it, or the derivative of that: `slope`. A point of equality inside of an interval needs a `cut`.
"""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_poly

from theorytest.arguments import whole
from theorytest.proof.checker import Refused, _derivative, _gap, _mentions, _sturm
from theorytest.proof.finder import Finder, NotFoundError, Proof, Tactic, combine, prove, substituted
from theorytest.proof.language import Tree, names_in, term

DEPTH, ORDER = 10, 4  # cuts inside each other, and derivatives of derivatives
SIDES = ("low", "high")
FUNCTIONS = {"exp", "log", "sqrt", "sin", "cos", "tanh", "max"}


def interval(variable: Any) -> Tactic:
    """The sign of a polynomial in one symbol, or of a quotient of such, on the interval of the symbol."""
    return lambda finder, relation: by_sturm(finder, relation, str(term(variable).tree))


def slope(variable: Any, side: str = "low", start: Any = None, derivative: Any = None) -> Tactic:
    """The claim at the lower or upper end of the interval of a symbol, and for the derivative on all of it."""
    name = str(term(variable).tree)
    if side not in SIDES:
        raise ValueError(f"side must be 'low' or 'high', got {side!r}: an end of the interval of {name}")

    def find(finder: Finder, relation: Tree) -> Proof:
        place, first, further = _sloped(finder, relation, name, side)
        proofs = {"start": prove(place, first, start), "slope": prove(place, further, derivative)}
        return {"by": "slope", "in": name, "from": side, **proofs}

    return find


def cut(variable: Any, at: Any, below: Any = None, above: Any = None) -> Tactic:
    """The claim below and above a number, for proofs that look at the interval of a symbol."""
    name, number = str(term(variable).tree), str(term(at).tree)
    try:
        place = Fraction(number)
    except ValueError:
        raise ValueError(f"at must be a rational number, such as Fraction(1, 2), got {at!r}") from None

    def find(finder: Finder, relation: Tree) -> Proof:
        pieces = zip(_pieces(finder, name, fmpq(*place.as_integer_ratio())), (below, above), strict=True)
        return {"by": "cut", "in": name, "at": number, "proofs": [prove(piece, relation, by) for piece, by in pieces]}

    return find


def balls(depth: int = DEPTH) -> Tactic:
    """Ball arithmetic on pieces of a box; at a point of equality the slope from an end of a piece."""
    most = whole("depth", depth, at_least=0)
    return lambda finder, relation: on_pieces(finder, relation, most)


def by_sturm(finder: Finder, relation: Tree, name: str) -> Proof:
    """The Sturm sequence of the difference of the sides, without its square factors where it may be 0."""
    difference, sign = finder.sides(relation, {})
    if name not in finder.sorts or sign == "=" or not difference.used() <= finder.value(name, {}).used():
        raise NotFoundError(f"this is not an inequality in {name!r} alone")
    (index,) = finder.value(name, {}).used()
    powers = {each[index]: c for each, c in (difference.num * difference.den).to_dict().items()}
    shifted = fmpq_poly([powers.get(k, 0) for k in range(max(powers, default=0) + 1)])
    low = finder.sorts[name].low[0] or fmpq(0)  # from which a symbol counts
    polynomial = shifted(fmpq_poly([-low, 1]))
    if sign == "≥" and polynomial.degree() > 0:
        for factor, power in polynomial.factor()[1]:
            polynomial //= factor ** (power // 2 * 2)
    sequence = [[str(c) for c in each.coeffs()] for each in _sturm(polynomial)]
    return _tried(finder, relation, {"by": "sturm", "in": name, "sequence": sequence})


def on_pieces(finder: Finder, relation: Tree, depth: int = DEPTH) -> Proof:
    """By balls, by the slope from an end, or on two halves."""
    for found in _whole(finder, relation):
        return found
    name = _widest(finder, relation)
    if not depth or name is None:
        raise NotFoundError("the difference of the sides changes its sign on the box, or almost does")
    (low, _), (high, _) = finder.box[name]
    at = fmpq(0) if low < 0 < high else (low + high) / 2  # both sides are often equal at 0
    proofs = [on_pieces(piece, relation, depth - 1) for piece in _pieces(finder, name, at)]
    return {"by": "cut", "in": name, "at": str(at), "proofs": proofs}


def _whole(finder: Finder, relation: Tree) -> Iterator[Proof]:
    """Proofs that do not cut."""
    with contextlib.suppress(NotFoundError):
        yield _tried(finder, relation, {"by": "balls"})
    for name in _symbols(finder, relation):
        for side, (end, _) in zip(SIDES, finder.box[name], strict=True):
            if end is not None:
                with contextlib.suppress(NotFoundError):
                    yield _by_slopes(finder, relation, name, side, ORDER)


def _by_slopes(finder: Finder, relation: Tree, name: str, side: str, order: int) -> Proof:
    """The slope from an end, its slope, and so on, until one of them has a sign without that."""
    place, first, further = _sloped(finder, relation, name, side)
    start = _plain(place, first)
    try:
        rest = _plain(place, further)
    except NotFoundError:
        if order == 1:
            raise
        rest = _by_slopes(place, further, name, side, order - 1)
    return {"by": "slope", "in": name, "from": side, "start": start, "slope": rest}


def _plain(finder: Finder, relation: Tree) -> Proof:
    with contextlib.suppress(NotFoundError, Refused):
        return combine(finder, relation, [])
    names = _symbols(finder, relation)
    if len(names) == 1:
        with contextlib.suppress(NotFoundError, Refused):
            return by_sturm(finder, relation, names[0])
    return _tried(finder, relation, {"by": "balls"})


def _sloped(finder: Finder, relation: Tree, name: str, side: str) -> tuple[Finder, Tree, Tree]:
    """Where only bounds speak of a number, what holds at its end, and what its derivative satisfies."""
    place, (sign, gap) = copy.copy(finder), _gap(relation)
    end, is_open = finder.box[name][SIDES.index(side)]
    if end is None:
        raise NotFoundError(f"{name!r} has no end on this side")
    place.given, place.known = {}, {}
    for other, each in finder.given.items():
        if not _mentions(each.holds, name) or other.startswith((f"{name} < ", f"{name} ≤ ")):
            place.assume(other, *each)
    first, further = {">": ("≥", ">") if is_open else (">", "≥")}.get(sign, (sign, sign))
    try:
        derivative = ["*", "1" if side == "low" else "-1", _derivative(gap, name)]
    except KeyError as kind:
        raise NotFoundError(f"the derivative of {kind} is not known") from None
    return place, [first, substituted(gap, {name: str(end)}), "0"], [further, derivative, "0"]


def _symbols(finder: Finder, relation: Tree) -> list[str]:
    words = set(names_in(relation))
    return [each for each, sort in finder.sorts.items() if each in words and not sort.integer]


def _widest(finder: Finder, relation: Tree) -> str | None:
    """The symbol whose interval is longest, of those that have two ends."""
    ends = {name: (finder.box[name][0][0], finder.box[name][1][0]) for name in _symbols(finder, relation)}
    sizes = {name: high - low for name, (low, high) in ends.items() if low is not None and high is not None}
    return max(sizes, key=lambda name: sizes[name]) if sizes and max(sizes.values()) > 0 else None


def _pieces(finder: Finder, name: str, at: Any) -> tuple[Finder, Finder]:
    (low, high), below, above = finder.box[name], copy.copy(finder), copy.copy(finder)
    below.box, above.box = {**finder.box, name: (low, (at, False))}, {**finder.box, name: ((at, False), high)}
    return below, above


def _tried(finder: Finder, relation: Tree, proof: Proof) -> Proof:
    """A proof that the checker accepts at this place."""
    try:
        finder.prove(relation, proof, {})
    except (Refused, TypeError, KeyError, ValueError, ArithmeticError) as error:
        raise NotFoundError(str(error)) from None
    return proof
