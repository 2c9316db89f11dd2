"""Hypotheses: named predicates on the instances of a claim, printed with its sentence.

The parameters of a predicate are called like those of the check, so that a hypothesis knows what it speaks of:
`Hypothesis("n ≥ d", lambda space, n: n >= space.dim)`. Where a check has no such parameter the hypothesis is stated and
not evaluated. Nothing else may leave an instance out.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, eq=False)
class Hypothesis:
    """A condition under which a sentence is claimed: its name, and whether instances satisfy it."""

    name: str
    holds: Callable[..., Any] | None = None
    says: str = ""  # the definition, where the name is not enough

    @property
    def parameters(self) -> tuple[str, ...]:
        """What it speaks of, by the names of the check's parameters."""
        return tuple(inspect.signature(self.holds).parameters) if self.holds else ()

    def speaks_of(self, names: tuple[str, ...]) -> bool:
        """Whether it can be evaluated on a case with these parameters."""
        return self.holds is not None and set(self.parameters) <= set(names)

    def admits(self, case: Mapping[str, Any]) -> bool:
        """Whether the case satisfies it."""
        if self.holds is None:
            return True
        return bool(self.holds(**{name: case[name] for name in self.parameters}))
