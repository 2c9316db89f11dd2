"""Sums, products and powers on symbols, by their recursions: S(first - 1) = 0 and S(j + 1) = S(j) + term(j + 1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from theorytest import equal
from theorytest.proof import defined, function, integer, use
from theorytest.proof.language import Function

Given = dict[str, Any]


def summed(name: str, term: Callable[[Any], Any], *, first: int = 1, random: bool = False) -> tuple[Function, Given]:
    """S(n) = Σ_{first ≤ k ≤ n} term(k) under its name, with its definition."""
    total, j = function(name, random=random), integer("j", first - 1)
    begin = defined(equal(total(first - 1), 0))
    return total, {f"{name}: none": begin, name: defined(equal(total(j + 1), total(j) + term(j + 1)), j)}


def accumulated(name: str, factor: Callable[[Any], Any], term: Callable[[Any], Any]) -> tuple[Function, Given]:
    """z_0 = 0 and z_{j+1} = factor(j + 1) z_j + term(j + 1)."""
    total, j = function(name), integer("j", 0)
    begin = defined(equal(total(0), 0))
    return total, {
        f"{name}: none": begin,
        name: defined(equal(total(j + 1), factor(j + 1) * total(j) + term(j + 1)), j),
    }


def multiplied(name: str, factor: Callable[[Any], Any], sign: str = "≥0") -> tuple[Function, Given]:
    """A(n) = Π_{1 ≤ k ≤ n} factor(k), A(0) = 1."""
    total, j = function(name, sign), integer("j", 0)
    begin = defined(equal(total(0), 1))
    return total, {f"{name}: none": begin, name: defined(equal(total(j + 1), factor(j + 1) * total(j)), j)}


def nothing(name: str, times: Any = 1, *, mean: bool = False) -> Any:
    """The empty sum, or product, times a number."""
    return use(f"{name}: none", times, mean=mean)


def last(name: str, n: Any, times: Any = 1, *, mean: bool = False) -> Any:
    """The last term of the sum up to n + 1, times a number."""
    return use(name, times, at={"j": n}, mean=mean)
