"""What an attack leaves behind: a counterexample, a suspicion, or evidence with its strength."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from theorytest.attacks.balls import Ball
from theorytest.attacks.objective import percent_closest
from theorytest.decisions.decision import Decision
from theorytest.decisions.relation_words import shown
from theorytest.decisions.wording import count


@dataclass(frozen=True, eq=False)
class Counterexample:
    """An instance that fails: certified by a decision in exact arithmetic, or, in floating point, a suspicion."""

    instance: Any
    words: str
    place: int  # of its shape
    parameters: tuple[Fraction, ...]
    score: float
    decision: Decision | None = None  # that refutes
    why: str = ""  # it could not be certified
    script: str | None = None

    @property
    def certified(self) -> bool:
        """Whether exact arithmetic refutes."""
        return self.decision is not None


@dataclass(frozen=True, eq=False)
class Attacked:
    """How hard was looked, and what was found."""

    evaluations: int
    rejected: int = 0
    broken: int = 0
    reason: str = ""  # why the first instance broke the relation
    closest: float | None = None  # the least (bound - value) / (|value| + |bound|) over the inequalities
    nearest: str = ""  # the instance that comes so close
    start: tuple[int, tuple[float, ...]] | None = None  # its shape and parameters, from which another attack may go on
    counterexample: Counterexample | None = None
    raised: str = ""  # the first instance on which the relation raises, with the error
    searched: str = ""  # the region and the hypotheses, in words
    complete: bool = False  # whether every instance of the region was tried
    shut: tuple[int, int] = (0, 0)  # shapes of which no draw was admitted, of so many that were tried

    @property
    def found(self) -> bool:
        """Whether something fails."""
        return self.counterexample is not None

    @property
    def certified(self) -> bool:
        """Whether it fails in exact arithmetic: only then the sentence is refuted."""
        return self.counterexample is not None and self.counterexample.certified

    @property
    def instance(self) -> Any:
        """What fails, or None."""
        return self.counterexample.instance if self.counterexample else None

    @property
    def script(self) -> str | None:
        """Lines of plain Python that show it, where there are any."""
        return self.counterexample.script if self.counterexample else None

    @property
    def effort(self) -> str:
        """`an attack of 2,000 evaluations, closest approach 0.3 %`, and what hindered it."""
        tried = count(self.evaluations, "instance" if self.complete else "evaluation")
        parts = [f"all {tried} tried" if self.complete else f"an attack of {tried}"]
        if not self.found:
            parts.append(percent_closest(self.closest))
        if self.rejected > self.evaluations:
            parts.append(f"{count(self.rejected, 'draw')} rejected by hypotheses")
        if self.shut[0]:
            parts.append(f"no instance in {self.shut[0]:,} of {count(self.shut[1], 'shape')}")
        if self.broken:
            parts.append(f"{count(self.broken, 'instance')} without a value passed over ({self.reason})")
        return ", ".join(parts)

    @property
    def _where(self) -> str:
        return f"; searched: {self.searched}" if self.searched else ""

    def __str__(self) -> str:
        if self.counterexample is None:
            nearest = f"; nearest: {self.nearest}" if self.nearest else ""
            return f"not refuted: {self.effort}{nearest}{self._where}"
        if self.counterexample.decision is None:
            why = f"it could not be certified ({self.counterexample.why}); {self.effort}{self._where}"
            return f"suspicion: {self.counterexample.words} fails in floating point, and {why}"
        said = self.counterexample.decision.sentence.removeprefix("refuted: ")
        return f"refuted: {self.counterexample.words}: {said}; {self.effort}{self._where}"


def described(instance: Any) -> str:
    """An instance in words and numbers."""
    if isinstance(instance, np.ndarray):
        return described(instance.tolist())
    if isinstance(instance, (list, tuple)):
        inside = ", ".join(described(each) for each in instance)
        return f"[{inside}]" if isinstance(instance, list) else f"({inside})"
    if isinstance(instance, Mapping):
        return "{" + ", ".join(f"{key}: {described(value)}" for key, value in instance.items()) + "}"
    if isinstance(instance, bool) or instance is None:
        return str(instance)
    if isinstance(instance, Ball):
        return shown(instance.arb)
    if isinstance(instance, (int, float, Fraction, np.number)):
        return f"{instance:.6g}" if isinstance(instance, (float, np.floating)) else shown(instance)
    if isinstance(name := getattr(instance, "name", None), str):
        return name
    if is_dataclass(instance) and not isinstance(instance, type):
        inside = ", ".join(f"{each.name}={described(getattr(instance, each.name))}" for each in fields(instance))
        return f"{type(instance).__name__}({inside})"
    if callable(instance):
        return getattr(instance, "__name__", "a function")
    return str(instance)
