"""A point at which the hypotheses of a statement hold: looked for here, and looked at in points.py."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from theorytest.proof.points import holds, violated

TRIES = 3000
SMALL = [Fraction(n, d) for d in (1, 2, 5, 50) for n in (0, 1, -1, 2, 3, 5, 7)]


def witness(statement: Mapping[str, Any]) -> dict[str, str] | None:
    """Rational numbers for all names, or None where none is met: the simplest values are tried most often."""
    draw = random.Random(0)
    numbers = statement["symbols"] | statement["functions"]
    choices = {name: _admitted(conditions) for name, conditions in numbers.items()}
    choices |= dict.fromkeys(statement["vectors"], SMALL[:6])
    for _ in range(TRIES):
        few = draw.choice((1, 2, 4, None))
        point = {name: draw.choice(each[:few]) for name, each in choices.items()}
        if _fits(statement, point):
            return {name: str(value) for name, value in point.items()}
    return None


def _admitted(conditions: Sequence[str]) -> list[Fraction]:
    """Simple numbers that satisfy the conditions; beyond large bounds, numbers near them."""
    bounds = [Fraction(each[1:]) for each in conditions if each != "integer"]
    values = [*SMALL, *(bound + step for bound in bounds for step in (0, 1, Fraction(1, 2), -1, Fraction(-1, 2)))]
    if len(bounds) == 2:
        values.append((bounds[0] + bounds[1]) / 2)
    return [each for each in dict.fromkeys(values) if _admits(conditions, each)]


def _admits(conditions: Sequence[str], value: Fraction) -> bool:
    return all(
        value.denominator == 1 if each == "integer" else holds([each[0], "x", each[1:]], {"x": value})
        for each in conditions
    )


def _fits(statement: Mapping[str, Any], point: Mapping[str, Fraction]) -> bool:
    """A variable of a hypothesis that matters has no value, and is refused."""
    return violated(statement, {name: str(value) for name, value in point.items()}) is None
