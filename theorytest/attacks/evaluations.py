"""The evaluations of one search, counted: how many, what was rejected or broke, and the nearest to a violation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theorytest.attacks.certify import Certainty, certify
from theorytest.attacks.errors import AttackError
from theorytest.attacks.objective import FAR, Gap, UnusableError
from theorytest.attacks.region import Outside
from theorytest.attacks.scales import Scale
from theorytest.attacks.target import Target

REJECTED = FAR - 1.0  # the score of a draw that the region or a hypothesis leaves out
MOST_REJECTED = 20  # draws that may be rejected for each one that is evaluated, on the whole
POLES = 5  # infinite sides of a shape that are looked at in exact arithmetic; more of them are passed over like these
LARGE = 1e-3  # a violation that no rounding near an equality explains: floats lose all digits there
EQUAL = 1e-9  # scores up to this far below 0 are equality
PATIENCE = 3  # roundings of a shape after which it is the next one's turn
AGAIN = 97  # every so many evaluations one is repeated, to see whether the relation is deterministic


Start = tuple[float, int, NDArray[np.float64]]  # score, position of the shape, parameters


class SpentError(Exception):
    """No evaluation is left."""


class Violation(Exception):  # noqa: N818 - what is looked for
    """An instance that fails in floating point, with its gap."""

    def __init__(self, at: Candidate) -> None:
        super().__init__(at)
        self.at = at


@dataclass(frozen=True)
class Candidate:
    """Parameters of a shape (by its position), and how near they come."""

    place: int
    x: NDArray[np.float64]
    gap: Gap


@dataclass
class Evaluations:
    """A budget of evaluations on a target; raises `Violation` and `SpentError` to end a search."""

    target: Target
    most: int
    count: int = 0
    rejected: int = 0
    broken: int = 0
    reason: str = ""  # of the first that broke
    raised: str = ""  # the first instance on which the check raises, with the error
    nearest: Candidate | None = None  # to a violation, among inequalities
    approach: float = FAR  # its score
    bar: dict[int, float] = field(default_factory=dict)  # by shape, violations up to this share were rounding
    roundings: Counter[int] = field(default_factory=Counter)  # of them
    turn: int = 0  # the shape at which draws go on after one of them
    poles: Counter[int] = field(default_factory=Counter)  # by shape, infinite sides that have no value
    tried: Counter[int] = field(default_factory=Counter)  # draws by shape
    admitted: Counter[int] = field(default_factory=Counter)  # of them
    scales: dict[int, Scale] = field(default_factory=dict)  # by shape, of sides beside 0
    peaks: dict[int, Start] = field(default_factory=dict)  # by shape, the best so far that is no equality
    stop: bool = True  # at the first violation
    listing: Iterator[tuple[int, NDArray[np.float64]]] | None = None  # of all instances, where they are few
    complete: bool = False  # whether all of them were tried

    def shape(self, place: int) -> Any:
        """The shape at a position."""
        return self.target.region.shapes[place]

    def __call__(self, place: int, x: NDArray[np.float64]) -> float:
        """The score of the instance, which is larger the nearer it comes."""
        if self.count >= self.most or self.rejected > MOST_REJECTED * self.most:
            raise SpentError
        try:
            gap = self._gap(place, x)
        except Outside:
            self.rejected += 1
            return REJECTED
        self.count += 1
        if gap is None or (gap.violated and not gap.finite and self._pole(place, x)):
            return REJECTED
        if self.stop and gap.told and gap.share >= self.bar.get(place, 0.0):
            raise Violation(Candidate(place, x.copy(), gap))
        if gap.closest is not None and (self.nearest is None or gap.closest > self.approach):
            self.nearest, self.approach = Candidate(place, x.copy(), gap), gap.closest
        return self._kept(place, x, gap)

    def _kept(self, place: int, x: NDArray[np.float64], gap: Gap) -> float:
        """The score that a search follows; the best of every shape is kept, off the cases of equality."""
        score = gap.score if gap.bare is None else self.scales.setdefault(place, Scale()).score(x, gap.bare)
        if score < -EQUAL and (place not in self.peaks or score > self.peaks[place][0]):
            self.peaks[place] = score, place, x.copy()
        return score

    @property
    def shut(self) -> tuple[int, int]:
        """Shapes none of whose draws was admitted, of those that were tried."""
        return sum(not self.admitted[place] for place in self.tried), len(self.tried)

    def forgive(self, at: Candidate) -> None:
        """The violation was rounding: in its shape only larger ones count from now on.

        A large one says nothing about others elsewhere, so that a few of them are passed over before that. Draws go on
        with the same shape, and after a few roundings with the next one, so that no shape keeps the others waiting.
        """
        self.roundings[at.place] += 1
        self.turn = at.place + (self.roundings[at.place] % PATIENCE == 0)
        if at.gap.share < LARGE or self.roundings.total() > max(3, self.most // 200):
            self.bar[at.place] = max(3 * at.gap.share, 2 * self.bar.get(at.place, 0.0), 1e-15)

    def _pole(self, place: int, x: NDArray[np.float64]) -> bool:
        """Whether a side that is infinite in floats has no value there: it is passed over and counted."""
        if self.poles[place] < POLES:
            found = certify(self.target, self.shape(place), [Fraction(float(each)) for each in x])
            if found.certainty is not Certainty.UNDEFINED:
                return False
            self._passed_over(f"a side is infinite ({found.why})")
        else:
            self._passed_over("")
        self.poles[place] += 1
        return True

    def _decided_exactly(self, place: int, x: NDArray[np.float64]) -> bool:
        """Whether only floats break, as where a definite matrix is singular in them."""
        found = certify(self.target, self.shape(place), [Fraction(float(each)) for each in x])
        return found.certainty in (Certainty.REFUTED, Certainty.HOLDS)

    def _passed_over(self, why: str) -> None:
        self.broken += 1
        self.reason = self.reason or why

    def _gap(self, place: int, x: NDArray[np.float64]) -> Gap | None:
        try:
            gap = self.target.gap(self.shape(place), x)
            if self.count % AGAIN == 0 and (again := self.target.gap(self.shape(place), x)) != gap:
                raise AttackError(
                    f"the relation is not deterministic: at one instance its score was {gap.score:.6g}, then "
                    f"{again.score:.6g}"
                )
        except (Outside, AttackError, KeyboardInterrupt):
            raise
        except (UnusableError, ArithmeticError, ValueError, IndexError, TypeError, AttributeError, KeyError) as error:
            self._passed_over(f"{type(error).__name__}: {error}".replace("UnusableError: ", ""))
            says_nothing = isinstance(error, UnusableError)  # a side that is not a number, and no error of the check
            if not self.raised and not says_nothing and not self._decided_exactly(place, x):
                self.raised = f"{type(error).__name__}: {error}, at {self._words(place, x)}"
            return None
        return gap

    def _words(self, place: int, x: NDArray[np.float64]) -> str:
        """The instance in words, as far as it can be made at all."""
        try:
            return self.target.words(place, self.target.instance(self.shape(place), x))
        except Exception:
            return f"the parameters {x.tolist()}"
