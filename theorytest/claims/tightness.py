"""How sharp a bound that holds is: attained, approached, loose by a factor, or why none of these words applies.

The word stands beside the claim as text, and the decisions of its check must show it:

    attained [where]            some value found without sampling is equal to the claimed one
    approached <in which limit> some value found is within 5 % of the claimed one
    loose by 1.07 <found how>   some value found differs from the claimed one by that factor, to half a per cent
    no word: <why>              nothing is shown
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from theorytest.claims.mutants import ClaimError
from theorytest.decisions.decision import Decision

EQUAL = 1e-9  # relative distance at which a bound counts as attained
NEAR = 0.05  # and as approached
DIGITS = 0.005  # to which a factor is given
_TEXT = re.compile(r"(attained|approached|loose by (\d+(?:\.\d+)?)|no word:)(?:[,;:]? (\S.*))?", re.DOTALL)


class Word(StrEnum):
    """How the bound and the values found stand to each other."""

    ATTAINED = "attained"
    APPROACHED = "approached"
    LOOSE = "loose"
    NONE = "no word"


@dataclass(frozen=True)
class Tightness:
    """The word with the sentence around it; `factor` is that of a loose bound."""

    word: Word
    text: str
    factor: float | None = None

    def shown(self, decisions: Iterable[Decision]) -> bool:
        """Whether some decision shows it; a factor is that of the tightest inequality that was not sampled."""
        if self.factor is not None:
            bounds = [each for each in decisions if each.sign != "=" and not each.draws]
            ratio = min((each for each in map(_ratio, bounds) if each is not None), default=math.inf)
            return abs(ratio / self.factor - 1) <= DIGITS
        return self.word is Word.NONE or any(self._shown(each) for each in decisions)

    def _shown(self, decision: Decision) -> bool:
        found, claimed = decision.estimate, decision.claimed
        if found is None or claimed is None or not (math.isfinite(found) and math.isfinite(claimed)):
            return False
        if self.word is Word.ATTAINED:
            slack = max(EQUAL * abs(claimed), decision.resolution or 0.0)
            return decision.draws == 0 and abs(found - claimed) <= slack
        ratio = _ratio(decision)
        return ratio is not None and ratio <= 1 + NEAR


def _ratio(decision: Decision) -> float | None:
    """By which factor a decision is loose, where both sides are positive or both negative."""
    found, claimed = decision.estimate, decision.claimed
    if (
        found is None
        or claimed is None
        or not (math.isfinite(found) and math.isfinite(claimed))
        or found * claimed <= 0
    ):
        return None
    return max(found / claimed, claimed / found)


def tightness(text: str) -> Tightness:
    """Read the text of a claim."""
    match = _TEXT.fullmatch(text)
    if match is None:
        words = "'attained', 'approached ...', 'loose by 1.07 ...' or 'no word: ...'"
        raise ClaimError(f"what is said about tightness must be {words}, got {text!r}")
    start, factor, rest = match.groups()
    word = Word.LOOSE if factor else Word(start.removesuffix(":"))
    if rest is None and word is not Word.ATTAINED:
        raise ClaimError(f"{text!r} must go on: in which limit, how the factor was found, or why no word applies")
    if factor and float(factor) < 1 + DIGITS:
        raise ClaimError(f"{text!r} must name a factor above {1 + DIGITS}: write 'approached'")
    return Tightness(word, text, float(factor) if factor else None)
