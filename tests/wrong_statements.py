"""Statements with one error: a number changed, a term dropped, or two symbols exchanged, in what is claimed."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise


def wrong(statement) -> Iterator[dict]:
    """The same statement with one error in one of its relations."""
    names = [*statement["symbols"], *statement["functions"], *statement["vectors"]]
    for i, relation in enumerate(statement["claim"]):
        for changed in (*_changed(relation, names), *_exchanged(relation, names)):
            yield statement | {"claim": [*statement["claim"][:i], changed, *statement["claim"][i + 1 :]]}


def _changed(tree, names):
    """A number ten per cent larger, or a summand less, somewhere in the tree."""
    if isinstance(tree, str):
        if tree not in names:
            yield str(Fraction(tree) * Fraction(11, 10) or 1)
        return
    head, *parts = tree
    if head in ("+", "-") and len(parts) == 2:
        yield parts[0]
        yield parts[1] if head == "+" else ["-", parts[1]]
    first = 2 if head == "at" else 1  # the name of a function is no number
    for i in range(first, len(tree)):
        exponent = head == "^" and i == 2 and tree[i] not in names
        for part in (
            ["3" if tree[i] == "2" else "2"] if exponent and isinstance(tree[i], str) else _changed(tree[i], names)
        ):
            yield [*tree[:i], part, *tree[i + 1 :]]


def _exchanged(tree, names):
    """Two of its symbols, each in the place of the other."""
    used = [name for name in names if name in _words(tree)]
    for a, b in pairwise(used):
        yield _renamed(tree, {a: b, b: a})


def _words(tree):
    return {tree} if isinstance(tree, str) else set().union(*map(_words, tree))


def _renamed(tree, other):
    return other.get(tree, tree) if isinstance(tree, str) else [_renamed(each, other) for each in tree]
