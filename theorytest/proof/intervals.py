"""Polynomial inequalities in one symbol on its interval, by cutting it until the signs of coefficients decide.

On [c, d] a polynomial is Σ qᵢ (z − c)ⁱ (d − z)ⁿ⁻ⁱ, on [c, ∞) it is Σ qᵢ (z − c)ⁱ: with qᵢ ≥ 0 both are combinations of
what is known about z there. The proof is made of cases and combinations, so the checker need not know about intervals.
Squares are divided out before, as no cut decides at an irrational double root. What is left has no zero inside the
interval if the inequality is true, so that some cuts prove it: this decides what Sturm's sequences decide.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from flint import fmpq, fmpq_poly

from theorytest.proof.checker import Ratio, Refused
from theorytest.proof.finder import Finder, NotFoundError, Proof, Tactic
from theorytest.proof.language import Tree, term

DEPTH = 14  # cuts inside each other


@dataclass(frozen=True)
class Divided:
    """A polynomial over a denominator, and the tree of a root whose square multiplies both."""

    polynomial: Any
    by: Ratio
    root: Tree = None


@dataclass(frozen=True)
class Piece:
    """Where the symbol lies, and the factors that say so; a tree is a weight, everything else a hypothesis."""

    name: str
    low: Any = None
    high: Any = None
    above: Any = None  # z - low ≥ 0
    below: Any = None  # high - z ≥ 0

    @property
    def cut(self) -> Any:
        """Where to cut it."""
        if self.low is not None and self.high is not None:
            return (self.low + self.high) / 2
        if self.low is None and self.high is None:
            return fmpq(0)
        return 2 * abs(self.low) + 1 if self.high is None else -2 * abs(self.high) - 1


def interval(variable: Any) -> Tactic:
    """A polynomial in one symbol, or a quotient of such, on the interval of the symbol."""
    return lambda finder, relation: on_interval(finder, relation, str(term(variable).tree))


def on_interval(finder: Finder, relation: Tree, name: str) -> Proof:
    """Cases and combinations on the pieces of an interval."""
    difference, sign = finder.sides(relation, {})
    (index,), sort = finder.value(name, {}).used(), finder.sorts[name]
    if sign == "=" or not difference.used() <= {index}:
        raise NotFoundError(f"this is not an inequality in {name!r} alone")
    powers = {each[index]: c for each, c in (difference.num * difference.den).to_dict().items()}
    shifted = fmpq_poly([powers.get(k, 0) for k in range(max(powers, default=0) + 1)])
    polynomial = shifted(fmpq_poly([-(sort.low or fmpq(0)), 1]))  # a symbol counts from its lower bound
    upper = next((each for each in finder.given if each.startswith((f"{name} < ", f"{name} ≤ "))), None)
    above = None if sort.low is None else ["-", name, str(sort.low)]
    piece = Piece(name, sort.low, sort.high, above, None if sort.high is None else {"given": upper})
    divided = Divided(polynomial, Ratio(difference.den * difference.den))
    return _proof(finder, relation, divided if sign == ">" else _without_squares(divided, name), piece, DEPTH)


def _without_squares(divided: Divided, name: str) -> Divided:
    """p = q² r without a square in r."""
    root = fmpq_poly([1])
    for factor, power in divided.polynomial.factor()[1] if divided.polynomial.degree() > 0 else ():
        root *= factor ** (power // 2)
    if root.degree() == 0:
        return divided
    tree = ["+", *(["*", str(c), ["^", name, str(k)]] for k, c in enumerate(root.coeffs()) if c != 0)]
    return Divided(divided.polynomial / root**2, divided.by, tree)


def _proof(finder: Finder, relation: Tree, divided: Divided, piece: Piece, left: int) -> Proof:
    terms = _terms(finder, divided, piece, strict=relation[0] in ("<", ">"))
    try:
        proof = {"by": "combination", "terms": terms}
        finder.prove(relation, proof, {})
        return proof
    except Refused:
        if not left:
            raise NotFoundError("the difference of the sides changes its sign, or almost does") from None
    cut = piece.cut
    name, on = f"{piece.name} beside {cut}", ["-", piece.name, str(cut)]
    right, beneath = replace(piece, low=cut, above={"given": name}), replace(piece, high=cut, below={"given": name})
    proofs = [
        _proof(finder.knowing(name, [sign, on, "0"], {}), relation, divided, part, left - 1)  # type: ignore[arg-type]
        for sign, part in (("≥", right), ("≤", beneath))
    ]
    return {"by": "cases", "name": name, "on": on, "proofs": proofs}


def _terms(finder: Finder, divided: Divided, piece: Piece, *, strict: bool) -> list[dict[str, Any]]:
    polynomial, by = divided.polynomial, divided.by
    squares = [] if divided.root is None else [{"square": divided.root}]
    least = _least(polynomial, piece) / 2 if strict else fmpq(0)
    least = max(least, fmpq(0))
    terms = [] if least == 0 else [{"times": _weight(finder, least, by)}]
    for (i, j), q in _coefficients(polynomial - least, piece).items():
        weight = _weight(finder, q, by)
        factors = [*squares, *([piece.below] * j)]
        if isinstance(piece.above, list):
            weight = ["*", weight, ["^", piece.above, str(i)]]
        else:
            factors += [piece.above] * i
        terms += [{"times": weight, "of": factors}] if q != 0 else []
    return terms


def _weight(finder: Finder, q: Any, by: Ratio) -> Tree:
    return str(q) if by.num == 1 else ["/", str(q), finder.tree(by)]


def _coefficients(polynomial: Any, piece: Piece) -> dict[tuple[int, int], Any]:
    """By the powers of z - low and of high - z."""
    degree = max(polynomial.degree(), 0)
    if piece.low is not None and piece.high is not None:
        near, far = fmpq_poly([piece.low, piece.high]), fmpq_poly([1, 1])  # z = (low + high t)/(1 + t)
        spread = sum((polynomial[k] * near**k * far ** (degree - k) for k in range(degree + 1)), fmpq_poly([0]))
        scale = (piece.high - piece.low) ** degree
        return {(i, degree - i): spread[i] / scale for i in range(degree + 1)}
    if piece.low is not None:
        moved = polynomial(fmpq_poly([piece.low, 1]))
        return {(i, 0): moved[i] for i in range(degree + 1)}
    if piece.high is not None:
        moved = polynomial(fmpq_poly([piece.high, -1]))
        return {(0, i): moved[i] for i in range(degree + 1)}
    return {(0, 0): fmpq(-1)}  # nothing is known on the whole line


def _least(polynomial: Any, piece: Piece) -> Any:
    """A lower bound on the piece."""
    found = _coefficients(polynomial, piece)
    if piece.low is None or piece.high is None:
        return found[0, 0]
    scale = (piece.high - piece.low) ** max(polynomial.degree(), 0)
    return min(q * scale / math.comb(i + j, i) for (i, j), q in found.items())
