"""What makes an attack blind: no named instance where there is a region, and no witness that is typed into the check.

A check that yields a relation in which none of its instances occurs, also not through its local variables, has a
witness in its body. It is the one that fails with the same two sides at instances drawn independently. Such relations
are set aside, and what is left is attacked.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq

from theorytest.attacks.errors import AttackError
from theorytest.attacks.objective import gap_of, relations_in
from theorytest.attacks.region import Outside
from theorytest.attacks.search import drawn
from theorytest.attacks.target import Target
from theorytest.claims.cases import parameters
from theorytest.claims.claim import Claim
from theorytest.claims.domains import Extent
from theorytest.decisions.decision import Decision
from theorytest.decisions.relations import Relation, at_most

DRAWN = 4  # instances that must agree
TRIES = 400  # draws for them
HOLDS = at_most(0, 1)  # what is left where everything was set aside: as far from a violation as possible
Key = tuple[str, str, Any]


def unsearched(claim: Claim) -> list[str]:
    """The families that take part with their named instances."""
    return [symbol for symbol, each in claim.forall.items() if each.extent is Extent.FAMILY and each.search is None]


def typed_in(claim: Claim, target: Target, rng: np.random.Generator) -> frozenset[Key]:
    """The relations of a check with a witness in its body that fail alike at every one of a few random instances."""
    if not has_witness(claim.check):
        return frozenset()
    failing = [_failing(found) for found in _drawn(target, rng)]
    return frozenset.intersection(*failing) if len(failing) == DRAWN else frozenset()


def has_witness(check: Callable[..., Any]) -> bool:
    """Whether some relation that the body returns or yields mentions no instance, read from its source."""
    body = ast.parse(textwrap.dedent(inspect.getsource(check))).body[0]
    known = set(parameters(check))
    for _ in range(len(list(ast.walk(body)))):
        more = known | {name for each in ast.walk(body) for name in _made_of(each, known)}
        if more == known:
            break
        known = more
    told = [each.value for each in ast.walk(body) if isinstance(each, (ast.Return, ast.Yield, ast.YieldFrom))]
    return any(each is not None and not _names(each) & known for each in told)


def _made_of(node: ast.AST, known: set[str]) -> set[str]:
    """The names that a statement makes of known ones."""
    if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr)):
        made = node.targets if isinstance(node, ast.Assign) else [node.target]
        return set().union(*map(_names, made)) if node.value and _names(node.value) & known else set()
    if isinstance(node, (ast.For, ast.comprehension)):
        return _names(node.target) if _names(node.iter) & known else set()
    if isinstance(node, ast.FunctionDef) and any(_names(each) & known for each in node.body):
        return {node.name}
    return set()


def _names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def without(target: Target, keys: frozenset[Key]) -> Target:
    """The same target, with these relations set aside."""

    def rest(instance: Any) -> Any:
        kept = [each for each in relations_in(target.relate(instance)) if _key(each) not in keys]
        return kept or [HOLDS]

    return replace(target, relate=rest)


def _drawn(target: Target, rng: np.random.Generator) -> Iterator[list[Relation | Decision]]:
    shapes, count = target.region.shapes, 0
    for k in range(TRIES):
        shape = shapes[int(rng.integers(len(shapes)))]
        try:
            with np.errstate(all="ignore"):
                found = target.found(shape, drawn(target.region.ranges(shape), 3 + k, rng))
                yield list(relations_in(found))
        except AttackError:
            raise
        except (Outside, ArithmeticError, ValueError, IndexError, TypeError, AttributeError, KeyError):
            continue
        count += 1
        if count == DRAWN:
            return


def _failing(found: list[Relation | Decision]) -> frozenset[Key]:
    return frozenset(_key(each) for each in found if gap_of(each).violated)


def _key(found: Relation | Decision) -> Key:
    if isinstance(found, Decision):
        return found.name, "decision", found.sentence
    sides = tuple(_entries(found.value)), tuple(_entries(found.bound))
    try:
        hash(sides)
    except (TypeError, ValueError):  # flint refuses to hash a ball
        return found.name, found.sign, repr(sides)
    return found.name, found.sign, sides


def _entries(side: Any) -> list[Any]:
    return list(np.asarray(side, dtype=object).ravel())


@dataclass(frozen=True, order=True)
class Size:
    """How large an instance is to write down: its numbers, and the digits of all of them."""

    numbers: int
    digits: int

    def __str__(self) -> str:
        return f"{self.numbers} ({self.digits})"


def size_of(instance: Any) -> Size:
    """Of an instance made of numbers, arrays and dataclasses; what else it holds is not counted."""
    found = [_digits(each) for each in _numbers(instance)]
    return Size(len(found), sum(found))


def _numbers(instance: Any) -> Iterator[Any]:
    if isinstance(instance, (int, float, Fraction, np.number)):
        yield instance
    elif isinstance(instance, fmpq):
        yield Fraction(int(instance.p), int(instance.q))
    elif isinstance(instance, np.ndarray):
        yield from (one for each in instance.ravel() for one in _numbers(each))
    elif isinstance(instance, (list, tuple)):
        yield from (one for each in instance for one in _numbers(each))
    elif is_dataclass(instance) and not isinstance(instance, type):
        yield from (one for each in fields(instance) for one in _numbers(getattr(instance, each.name)))


def _digits(x: Any) -> int:
    """Of numerator and denominator; a float is written as the shortest fraction that rounds to it."""
    if isinstance(x, (float, np.floating)):
        if not np.isfinite(x):
            return 1
        x = Fraction(float(x)).limit_denominator(10**6)
    exact = Fraction(int(x)) if not isinstance(x, Fraction) else x
    top = len(str(abs(exact.numerator)))
    return top + (0 if exact.denominator == 1 else len(str(exact.denominator)))
