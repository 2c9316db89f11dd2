"""Hypotheses: named predicates on the instances of a claim, printed with its sentence.

The parameters of a predicate are called like those of the check, so that a hypothesis knows what it speaks of:
`Hypothesis("n ≥ d", lambda space, n: n >= space.dim)`. A hypothesis that is about different things in different checks
has a predicate for each. What cannot be evaluated on the instances of a check is only `stated` there.
Nothing else may leave an instance out.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from theorytest.claims.mutants import ClaimError

Predicate = Callable[..., Any]


@dataclass(frozen=True, eq=False)
class Hypothesis:
    """A condition under which a sentence is claimed: its name, and whether instances satisfy it."""

    name: str
    holds: Predicate | tuple[Predicate, ...] | None = None
    says: str = ""  # the definition, where the name is not enough

    def __post_init__(self) -> None:
        for each in self.predicates:
            if not callable(each):
                example = "lambda n: n > 0"
                raise ClaimError(f"the hypothesis {self.name} needs a function, such as {example}, got {each!r}")

    @property
    def predicates(self) -> tuple[Predicate, ...]:
        """What can be evaluated, each on its own parameters."""
        if self.holds is None:
            return ()
        return self.holds if isinstance(self.holds, tuple) else (self.holds,)

    @cached_property
    def stated(self) -> Hypothesis:
        """The same hypothesis where it is stated and not evaluated."""
        return Hypothesis(self.name, None, self.says)

    @property
    def parameters(self) -> tuple[str, ...]:
        """What its predicates ask for."""
        return tuple(dict.fromkeys(name for each in self.predicates for name in _parameters(each)))

    def speaks_of(self, names: Sequence[str]) -> bool:
        """Whether it can be evaluated on a case with these parameters."""
        return any(set(_parameters(each)) <= set(names) for each in self.predicates)

    def admits(self, case: Mapping[str, Any]) -> bool:
        """Whether the case satisfies every predicate that speaks of it."""
        known = [each for each in self.predicates if set(_parameters(each)) <= set(case)]
        return all(bool(each(**{name: case[name] for name in _parameters(each)})) for each in known)


def _parameters(predicate: Predicate) -> tuple[str, ...]:
    return tuple(inspect.signature(predicate).parameters)
