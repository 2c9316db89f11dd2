"""Looks for proofs; whatever it finds is checked again by checker.py, which does not trust it.

The rest that the author's terms leave is closed by its sign, by a solution of the linear system for the multipliers
of the hypotheses, by completing squares, or by a sum of squares with a rational Gram matrix.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from theorytest.proof.checker import Checker, Env, Ratio, Refused, check, number
from theorytest.proof.gram import sum_of_squares
from theorytest.proof.language import Tree, names_in
from theorytest.proof.linear import solved
from theorytest.proof.statement import Statement
from theorytest.proof.witness import witness

ONE = "1"  # the root of a constant in a quadratic form
Proof = dict[str, Any]
Tactic = Callable[["Finder", Tree], Proof]


class NotFoundError(Exception):
    """No proof was found, and what remained."""


class Finder(Checker):
    """The checker's arithmetic, with a tree for every number that it meets."""

    def __init__(self, statement: Mapping[str, Any]) -> None:
        self.trees: dict[int, Tree] = {}
        super().__init__(statement)

    def value(self, tree: Tree, env: Env) -> Any:
        """The value, whose tree is kept where it is a number of its own."""
        found = super().value(tree, env)
        if not env and isinstance(found, Ratio) and len(used := found.used()) == 1 and found.den == 1:
            (index,) = used
            shift = found - Ratio(found.num.context().gen(index))
            if not shift.used():
                self.trees.setdefault(index, tree if shift.num == 0 else ["-", tree, _constant(shift)])
        return found

    def tree(self, value: Ratio) -> Tree:
        """An expression with this value."""
        num = self.polynomial(value.num)
        return num if value.den == 1 else ["/", num, self.polynomial(value.den)]

    def polynomial(self, polynomial: Any) -> Tree:
        """An expression for a polynomial."""
        terms = [self.monomial(enumerate(powers), c) for powers, c in polynomial.to_dict().items()]
        return "0" if not terms else terms[0] if len(terms) == 1 else ["+", *terms]

    def monomial(self, powers: Iterable[tuple[int, int]], coefficient: Any = 1) -> Tree:
        """An expression for a monomial."""
        factors: list[Tree] = [str(coefficient)] if coefficient != 1 else []
        factors += [
            self.atom_tree(i) if power == 1 else ["^", self.atom_tree(i), str(power)] for i, power in powers if power
        ]
        return "1" if not factors else factors[0] if len(factors) == 1 else ["*", *factors]

    def atom_tree(self, index: int) -> Tree:
        """An expression for a number that is not computed further."""
        key = self.atoms[index].key
        if isinstance(key, tuple) and key[0] == "ip":
            return list(key)
        if isinstance(key, tuple) and key[0] == "E":
            return ["E", self.monomial(key[1])]
        return self.trees[index]

    def rest(self, relation: Tree, terms: list[Any]) -> tuple[Ratio, str]:
        """What the terms leave of the difference of the sides."""
        rest, sign = self.sides(relation, {})
        for each in terms:
            rest = rest - self.term(each)[0]
        return rest, sign

    def shows(self, sign: str, terms: list[Any]) -> bool:
        """Whether terms have the sign that is asked for."""
        try:
            signs = {self.term(each)[1] for each in terms}
        except Refused:
            return False
        return {"=": signs <= {"="}, ">": ">" in signs}.get(sign, True)


def _constant(value: Ratio) -> str:
    return str(value.num.leading_coefficient()) if value.num != 0 else "0"


def substituted(tree: Tree, values: Mapping[str, Tree]) -> Tree:
    """A tree with other trees for some of its names."""
    if isinstance(tree, str):
        return values.get(tree, tree)
    return [tree[0], *(substituted(each, values) for each in tree[1:])]


def find(statement: Statement) -> dict[str, Any]:
    """A certificate of the statement, accepted by the checker, or NotFoundError."""
    tree = statement.tree
    try:
        proofs = [prove(Finder(tree), each, by) for each, by in zip(tree["claim"], statement.by, strict=True)]
        made = {"statement": tree, "point": witness(tree), "proof": proofs}
        check(made)
    except Refused as error:
        raise NotFoundError(str(error)) from None
    return made


def prove(finder: Finder, relation: Tree, by: Any) -> Proof:
    """By the tactic, by these terms and what closes the rest, or by whatever works."""
    if callable(by):
        return by(finder, relation)  # type: ignore[no-any-return]
    try:
        return combine(finder, relation, list(by or []))
    except NotFoundError:
        words = set(names_in(relation))
        names = [name for name in finder.sorts if name in words]
        if by or not names:
            raise
        from theorytest.proof.intervals import FUNCTIONS, by_sturm, on_pieces

        if words & FUNCTIONS:
            return on_pieces(finder, relation)
        if len(names) == 1:
            return by_sturm(finder, relation, names[0])
        raise


def combine(finder: Finder, relation: Tree, terms: list[Any]) -> Proof:
    """The author's terms, and terms that close the rest."""
    terms = [_justified(finder, each) for each in terms]
    rest, sign = finder.rest(relation, terms)
    if rest.num == 0:
        return {"by": "combination", "terms": terms}
    for close in CLOSERS:
        closing = close(finder, rest, sign)
        if closing is not None:
            return {"by": "combination", "terms": [*terms, *closing]}
    raise NotFoundError(f"this remains: {finder.tree(rest)}")


def _justified(finder: Finder, term: dict[str, Any]) -> dict[str, Any]:
    """A term whose weight has a sign that must be shown gets its reason."""
    for each in term.get("of", []):
        if "given" in each:  # so that its numbers have trees
            if each["given"] not in finder.given:
                raise NotFoundError(f"the proof uses {each['given']!r}, which is not among the hypotheses")
            holds = finder.given[each["given"]].holds
            finder.sides(substituted(holds, each.get("at", {})), {})
    weight = finder.value(term.get("times", "1"), {})
    free = any("fact" in each or "given" in each for each in term.get("of", []))
    if finder.sign(weight) or "because" in term or (free and _is_equation(finder, term)):
        return term
    for close in CLOSERS:
        closing = close(finder, weight, "≥")
        if closing is not None:
            return {**term, "because": {"by": "combination", "terms": closing}}
    raise NotFoundError(f"the sign of the multiplier {term.get('times')} is not seen")


def _is_equation(finder: Finder, term: dict[str, Any]) -> bool:
    return "=" in [finder.factor(each)[1] for each in term["of"]]


def by_sign(finder: Finder, rest: Ratio, sign: str) -> list[Any] | None:
    """A rest that is seen to be nonnegative is a term itself."""
    found = finder.sign(rest)
    if sign == "=" or not found or (sign == ">" and found != ">"):
        return None
    return [{"times": finder.tree(rest)}]


def by_multipliers(finder: Finder, rest: Ratio, sign: str) -> list[Any] | None:
    """A combination of the hypotheses, whose multipliers solve a linear system; what has a sign may remain."""
    usable = [name for name, each in finder.given.items() if not each.forall]
    for name in usable:
        finder.sides(finder.given[name].holds, finder.given[name].env)
    terms = [_use(name) for name in usable]
    terms += [{**each, "mean": True} for each in terms if finder.depends(finder.term(each)[0])]
    values = [finder.term(each)[0] for each in terms]
    found = solved(finder, rest, values)
    if found is None:
        return None
    weighted = [{**each, "times": finder.tree(x)} for each, x in zip(terms, found, strict=True) if x.num != 0]
    left = rest
    for value, x in zip(values, found, strict=True):
        left = left - value * x
    closing = [] if left.num == 0 else by_sign(finder, left, sign)
    if closing is None:
        return None
    return [*weighted, *closing] if finder.shows(sign, [*weighted, *closing]) else None


def _use(name: str) -> dict[str, Any]:
    return {"of": [{"given": name}]}


def by_squares(finder: Finder, rest: Ratio, sign: str) -> list[Any] | None:
    """Completed squares of vectors, or of numbers without a sign."""
    form = _quadratic_form(finder, rest)
    if form is None or sign == "=":
        return None
    entries, roots, drawn = form
    terms: list[Any] = []
    while entries:
        pivot = next((a for a in roots if (a, a) in entries), None)
        if pivot is None or not finder.sign(entries[pivot, pivot]):
            return None
        d = entries[pivot, pivot]
        column = {a: entries[pair] for a in roots if (pair := _pair(pivot, a, roots)) in entries and a != pivot}
        half = number(2)
        weights = {a: finder.divide(x, d * half) for a, x in column.items()} if finder.sign(d) == ">" else {}
        if column and not weights:
            return None
        root = ["+", roots[pivot], *(["*", finder.tree(x), roots[a]] for a, x in weights.items())]
        term = {"times": finder.tree(d), "of": [{"square": root if weights else roots[pivot]}]}
        terms.append({**term, "mean": True} if drawn else term)
        entries = _reduced(entries, pivot, weights, d, roots)
    return terms if finder.shows(sign, terms) else None


def by_gram(finder: Finder, rest: Ratio, sign: str) -> list[Any] | None:
    """A sum of squares of polynomials in numbers without a sign, with rational coefficients."""
    used = sorted(rest.used())
    if sign != "≥" or rest.den != 1 or not used or any(finder.atoms[i].signed for i in used):
        return None
    polynomial = {tuple(p[i] for i in used): Fraction(int(c.p), int(c.q)) for p, c in rest.num.to_dict().items()}
    found = sum_of_squares(polynomial)
    if found is None:
        return None
    return [{"times": str(weight), "of": [{"square": _sum(finder, used, root)}]} for weight, root in found]


def _sum(finder: Finder, used: list[int], root: Mapping[tuple[int, ...], Fraction]) -> Tree:
    terms = [finder.monomial(zip(used, powers, strict=True), x) for powers, x in root.items()]
    return terms[0] if len(terms) == 1 else ["+", *terms]


def _pair(a: Any, b: Any, roots: Mapping[Any, Tree]) -> tuple[Any, Any]:
    order = list(roots)
    return (a, b) if order.index(a) <= order.index(b) else (b, a)


def _reduced(
    entries: dict[Any, Ratio], pivot: Any, weights: dict[Any, Ratio], d: Ratio, roots: Any
) -> dict[Any, Ratio]:
    """The form without d (pivot + Σ weight · other)²."""
    kept = {pair: x for pair, x in entries.items() if pivot not in pair}
    for a, b in itertools.product(weights, weights):
        pair = _pair(a, b, roots)
        kept[pair] = kept.get(pair, number(0)) - d * weights[a] * weights[b]
    return {pair: x for pair, x in kept.items() if x.num != 0}


def _quadratic_form(finder: Finder, rest: Ratio) -> tuple[dict[Any, Ratio], dict[Any, Tree], bool] | None:
    """Coefficients by pairs, twice for different ones together, and what the pairs are made of."""
    entries: dict[Any, Ratio] = {}
    roots: dict[Any, Tree] = {}
    drawn = False
    ring = rest.num.context()
    for powers, coefficient in rest.num.to_dict().items():
        pair: list[Any] = []
        kept = list(powers)
        for i, power in enumerate(powers):
            if not power or (names := _vectors_of(finder, i)) is None:
                continue
            pair += names * power
            drawn |= finder.atoms[i].key[0] == "E"
            kept[i] = 0
        pair += [ONE] * (2 - len(pair))
        if len(pair) != 2:
            return None
        for name in pair:
            roots.setdefault(name, name if isinstance(name, str) else finder.atom_tree(name))
        key = _pair(pair[0], pair[1], roots)
        entries[key] = entries.get(key, number(0)) + Ratio(ring.from_dict({tuple(kept): coefficient}), rest.den)
    return ({pair: x for pair, x in entries.items() if x.num != 0}, roots, drawn) if entries else None


def _vectors_of(finder: Finder, index: int) -> list[Any] | None:
    """The two vectors of an inner product, or a number without a sign; None for a coefficient."""
    key = finder.atoms[index].key
    if isinstance(key, tuple) and key[0] == "E" and len(key[1]) == 1 and key[1][0][1] == 1:
        key = finder.atoms[key[1][0][0]].key
    if isinstance(key, tuple) and key[0] == "ip":
        return list(key[1:])
    return None if finder.atoms[index].signed else [index]


CLOSERS = (by_sign, by_multipliers, by_squares, by_gram)
