"""Formulas on symbols: numbers, vectors of a Hilbert space, functions and expectations, written as Python writes them.

    s, L = positive("s L");  g = vector("g");  loss = function("loss")
    loss(u - s * g) <= ...   is written   at_most(loss(u - s * g), loss(u) - s * inner(g, g) + L / 2 * s**2 * square(g))

A term is a JSON tree of the language that checker.py documents; its leaves know what is assumed of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Tree = Any


@dataclass(frozen=True)
class Leaf:
    """A name and what is assumed of it."""

    name: str
    kind: str = "symbols"  # or vectors, functions
    conditions: tuple[str, ...] = ()
    random: bool = False


BRANCH = "a check that branches on it would be proved in one branch only"


@dataclass(frozen=True, eq=False)
class Term:
    """An expression with its leaves."""

    tree: Tree
    leaves: frozenset[Leaf] = field(default_factory=frozenset)

    def __add__(self, other: Any) -> Term:
        return apply("+", self, other)

    def __radd__(self, other: Any) -> Term:
        return apply("+", other, self)

    def __sub__(self, other: Any) -> Term:
        return apply("-", self, other)

    def __rsub__(self, other: Any) -> Term:
        return apply("-", other, self)

    def __mul__(self, other: Any) -> Term:
        return apply("*", self, other)

    def __rmul__(self, other: Any) -> Term:
        return apply("*", other, self)

    def __truediv__(self, other: Any) -> Term:
        return apply("/", self, other)

    def __rtruediv__(self, other: Any) -> Term:
        return apply("/", other, self)

    def __pow__(self, other: Any) -> Term:
        return apply("^", self, other)

    def __rpow__(self, other: Any) -> Term:
        return apply("^", other, self)

    def __matmul__(self, other: Any) -> Term:
        return inner(self, other)

    def __neg__(self) -> Term:
        return apply("-", self)

    def __abs__(self) -> Term:
        return maximum(self, -self)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        raise TypeError(f"a symbol has no value that could equal {other}: {BRANCH}")

    def __bool__(self) -> bool:
        raise TypeError(f"a symbol is neither true nor false: {BRANCH}")

    __hash__ = object.__hash__


def term(value: Any) -> Term:
    """A number as a term; a float counts as the decimal number that it is written as."""
    if isinstance(value, Term):
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float, Fraction)):
        from theorytest.proof.from_sympy import from_sympy

        return from_sympy(value)
    number = Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
    return Term(str(number))


def apply(operation: str, *values: Any) -> Term:
    """An operation of the language on terms and numbers."""
    terms = [term(each) for each in values]
    return Term([operation, *(each.tree for each in terms)], frozenset().union(*(each.leaves for each in terms)))


def _leaves(names: str, kind: str, conditions: tuple[str, ...], random: bool) -> Any:
    made = [Term(name, frozenset({Leaf(name, kind, conditions, random)})) for name in names.replace(",", " ").split()]
    return made[0] if len(made) == 1 else tuple(made)


def number(names: str, *conditions: str, random: bool = False) -> Any:
    """Real numbers with conditions such as ">0", "≤1" or "integer"."""
    return _leaves(names, "symbols", conditions, random)


def positive(names: str, *, random: bool = False) -> Any:
    """Positive numbers."""
    return number(names, ">0", random=random)


def nonnegative(names: str, *, random: bool = False) -> Any:
    """Numbers of at least 0."""
    return number(names, "≥0", random=random)


def real(names: str, *, random: bool = False) -> Any:
    """Real numbers."""
    return number(names, random=random)


def integer(names: str, first: int = 1, last: int | None = None) -> Any:
    """Integers from the first on, up to the last if there is one."""
    return number(names, "integer", f"≥{first}", *(() if last is None else (f"≤{last}",)))


def vector(names: str, *, random: bool = False) -> Any:
    """Vectors of a Hilbert space."""
    return _leaves(names, "vectors", (), random)


@dataclass(frozen=True)
class Function:
    """A function of numbers or vectors, or a sequence."""

    name: str
    conditions: tuple[str, ...] = ()
    random: bool = False

    def __call__(self, *values: Any) -> Term:
        """Its value somewhere."""
        terms = [term(each) for each in values]
        leaf = Leaf(self.name, "functions", self.conditions, self.random)
        return Term(
            ["at", self.name, *(each.tree for each in terms)], frozenset({leaf}).union(*(t.leaves for t in terms))
        )


def function(name: str, *conditions: str, random: bool = False) -> Function:
    """A function, with conditions on its values."""
    return Function(name, conditions, random)


def inner(u: Any, v: Any) -> Term:
    """The inner product."""
    return apply("ip", u, v)


def square(u: Any) -> Term:
    """‖u‖²."""
    return apply("ip", u, u)


def norm(u: Any) -> Term:
    """‖u‖."""
    return apply("norm", u)


def mean(value: Any) -> Term:
    """The expectation."""
    return apply("E", value)


def maximum(a: Any, b: Any) -> Term:
    """The larger of two numbers."""
    return apply("max", a, b)


def root(value: Any) -> Term:
    """The square root."""
    return apply("sqrt", value)


def exponential(value: Any) -> Term:
    """The exponential."""
    return apply("exp", value)


def logarithm(value: Any) -> Term:
    """The natural logarithm."""
    return apply("log", value)


def names_in(tree: Tree) -> Iterator[str]:
    """Every word of a tree."""
    if isinstance(tree, str):
        yield tree
    else:
        for each in tree:
            yield from names_in(each)
