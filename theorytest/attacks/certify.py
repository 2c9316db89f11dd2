"""A violation that floats found, looked at again without rounding: in fractions, else in balls of 256 bits.

Only a comparison in rational, symbolic or enclosed arithmetic refutes. One that holds there was rounding. One that
cannot be made there stays open. At a pole and wherever else a side has no value, the instance is undefined.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

import numpy as np

from theorytest.attacks.balls import Ball, UnclearError, opened, precision
from theorytest.attacks.errors import AttackError
from theorytest.attacks.objective import relations_in
from theorytest.attacks.region import Outside, Parameters
from theorytest.attacks.target import Target
from theorytest.decisions.decision import Arithmetic, Decision, Verdict
from theorytest.decisions.relations import Relation


class Certainty(StrEnum):
    """What exact arithmetic says about a suspicion."""

    REFUTED = "refuted"
    HOLDS = "holds"
    OPEN = "open"
    UNDEFINED = "undefined"


@dataclass(frozen=True)
class Certificate:
    """The answer, the decision that refutes, and the reason why it stays open."""

    certainty: Certainty
    decision: Decision | None = None
    instance: Any = None
    why: str = ""


def certify(target: Target, shape: Any, x: Iterable[Fraction]) -> Certificate:
    """Compare again at the rational parameters x."""
    exact = list(x)
    answers = []
    real = not all(one.whole for one in target.region.ranges(shape))
    for numbers in (rationals(exact), _balls(exact)):
        answers.append(_in(target, shape, numbers, real))
        if answers[-1].certainty in (Certainty.REFUTED, Certainty.HOLDS):
            return answers[-1]
    return next((each for each in answers if each.certainty is Certainty.UNDEFINED), answers[0])


def rationals(x: Sequence[Fraction]) -> Parameters:
    """The parameters as an array of fractions."""
    made = np.empty(len(x), dtype=object)
    made[:] = list(x)
    return made


def _balls(x: Sequence[Fraction]) -> Parameters:
    made = np.empty(len(x), dtype=object)
    with precision():
        made[:] = [Ball(each) for each in x]
    return made


def _in(target: Target, shape: Any, x: Any, real: bool) -> Certificate:
    decisions = []
    try:
        with precision(), np.errstate(all="ignore"):
            instance = target.instance(shape, x)
            for each in relations_in(target.relate(instance)):
                decisions.append(_decided(each, real))
                if isinstance(each, Relation) and _has_no_value(each):
                    return Certificate(Certainty.UNDEFINED, why="a side has no finite value")
                if decisions[-1].verdict is Verdict.REFUTED and decisions[-1].seen_in.certain:
                    return Certificate(Certainty.REFUTED, decisions[-1], instance)
    except Outside:
        return Certificate(Certainty.HOLDS, why="the exact instance is outside the region")
    except AttackError:
        raise
    except UnclearError as error:
        return Certificate(Certainty.OPEN, why=f"{error}")
    except ArithmeticError as error:
        return Certificate(Certainty.UNDEFINED, why=f"{type(error).__name__}: {error}")
    except Exception as error:  # whatever a check does to numbers that it was not written for
        return Certificate(Certainty.OPEN, why=f"{type(error).__name__}: {error}")
    if all(each.verdict is not Verdict.REFUTED and each.seen_in.certain for each in decisions):
        known = all(each.verdict is not Verdict.UNDECIDED for each in decisions)
        return Certificate(Certainty.HOLDS if known else Certainty.OPEN, why="the balls overlap")
    return Certificate(
        Certainty.OPEN,
        why="some side is in floating point on the exact instance; a constant such as 0.1 is exact as Fraction(1, 10)",
    )


def _decided(found: Relation | Decision, moved: bool) -> Decision:
    if isinstance(found, Decision):
        return found
    value, bound = opened(found.value, found.bound)
    decision = replace(found, value=value, bound=bound).decide()
    if moved and _whole(found.value) and _whole(found.bound):
        return replace(decision, arithmetic=Arithmetic.FLOATING)
    return decision


def _has_no_value(found: Relation) -> bool:
    """Whether some side is enclosed by nothing, as log 0 is."""
    sides = [each for side in (found.value, found.bound) for each in np.asarray(side).ravel()]
    return any(isinstance(each, Ball) and not each.arb.is_finite() for each in sides)


def _whole(side: Any) -> bool:
    """Whether all are plain whole numbers: counted from real parameters, perhaps with rounding, they prove nothing."""
    return all(isinstance(each, (int, np.integer, np.bool_)) for each in np.asarray(side).ravel())
