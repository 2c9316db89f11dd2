"""The search for the counterexample of one sentence "for all": found, shrunk, rounded and certified, or not found.

attack(lambda a, b: at_most(2 * a * b, a * a + b * b), product(reals(), reals()))
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from theorytest.attacks.certify import Certainty, Certificate, certify, rationals
from theorytest.attacks.errors import AttackError
from theorytest.attacks.evaluations import MOST_REJECTED, Candidate, Evaluations
from theorytest.attacks.objective import FAR, Gap
from theorytest.attacks.outcome import Attacked, Counterexample
from theorytest.attacks.ranges import Range
from theorytest.attacks.region import Outside, Region
from theorytest.attacks.scripts import script_of
from theorytest.attacks.search import search, widened
from theorytest.attacks.simplify import simplified
from theorytest.attacks.target import Target
from theorytest.decisions.decision import Arithmetic

EVALUATIONS = 2000
STEADY = 0.95  # shares of a violation that differ by more, where only the last digits do, are rounding
NEARBY = 3  # neighbours of an instance that are certified in its place
EXACT_TRIES = 60  # simpler instances that are looked at in exact arithmetic
FAR_OFF = tuple(sign * 10**k for k in (9, 15, 30) for sign in (1, -1))
LEAST = 1e-9  # the relative violation that a simplification must keep
_FLOATS = ": a search hands over floats and, to certify, fractions, so write a / b for Fraction(a, b)"


def attack(relation: Callable[..., Any], region: Region, *, evaluations: int = EVALUATIONS, seed: int = 0) -> Attacked:
    """Search the region for an instance that violates the relation; a product's parts are its arguments."""
    if not callable(relation):
        raise AttackError(f"relation must be a function of an instance, got {relation!r}")
    if isinstance(getattr(region, "search", None), Region):
        raise AttackError("region must be a region, got a family: attack the region that it has, family.search")
    if not isinstance(region, Region):
        raise AttackError(f"region must be a region, such as reals(0, 1), got {region!r}")
    if type(seed) is not int or seed < 0:
        raise AttackError(f"seed must be a whole number of at least 0, got {seed!r}")
    several = bool(region.parts)
    _require_arguments(relation, len(region.parts) if several else 1)
    target = Target(region, (lambda made: relation(*made)) if several else relation, searched=region.says)
    found = attacked(target, evaluations, np.random.default_rng(seed))
    return _with_script(found, relation, several)


def _require_arguments(relation: Callable[..., Any], count: int) -> None:
    """A function that cannot take what the region hands over is refused before the search."""
    try:
        found = inspect.signature(relation)
    except (TypeError, ValueError):  # a builtin, which says nothing about itself
        return
    try:
        found.bind(*range(count))
    except TypeError as error:
        handed = "one argument" if count == 1 else f"{count} arguments, one for each part of the product"
        raise AttackError(f"relation cannot take what the region hands over, {handed}: {error}") from None


def _with_script(found: Attacked, relation: Callable[..., Any], several: bool) -> Attacked:
    """The script of the relation itself, where its region has none."""
    at = found.counterexample
    if at is None or at.decision is None or at.script is not None:
        return found
    exact = at.decision.seen_in is Arithmetic.RATIONAL
    script = script_of(relation, at.instance if several else (at.instance,), exact)
    return replace(found, counterexample=replace(at, script=script))


def attacked(
    target: Target, most: int, rng: np.random.Generator, *, starts: Sequence[tuple[int, Sequence[float]]] = ()
) -> Attacked:
    """The attack itself; `starts` are positions and parameters that earlier attacks left."""
    if type(most) is not int or most < 1:
        raise AttackError(f"evaluations must be a whole number of at least 1, got {most!r}")
    target = _grown(target, most)
    counted, places = Evaluations(target, most), range(len(target.region.shapes))
    known = [
        Candidate(place, np.array(x, dtype=float), Gap(0.0, False)) for place, x in starts if _fits(target, place, x)
    ]
    found = _hunted(target, counted, places, rng, known) or probed(target)
    again = min(most, 500 + 2 * counted.count)
    for _ in range(3):  # smaller shapes
        if found is None or not found.certified or found.place == 0:
            break
        smaller = _hunted(target, Evaluations(target, again), range(found.place), rng, ())
        if smaller is None or not smaller.certified:
            break
        found = smaller
    if found is None or not found.certified:
        _require_some(target, counted)
    return _outcome(target, counted, found)


def _grown(target: Target, most: int) -> Target:
    """With more instances of a strategy, drawn towards those that come near; the budget is for them."""

    def score(shape: Any) -> float | None:
        try:
            gap = target.gap(shape, np.empty(0))
            return None if gap.told and gap.share > LEAST else gap.score
        except (Outside, ArithmeticError, ValueError, TypeError, IndexError, AttributeError, KeyError):
            return FAR

    return replace(target, region=target.region.grown(score, most))


def probed(target: Target) -> Counterexample | None:
    """A counterexample far beyond the search of one unbounded number: ±10⁹, ±10¹⁵ and ±10³⁰, in exact arithmetic."""
    shape = target.region.shapes[0]
    ranges = target.region.ranges(shape)
    if len(ranges) != 1 or ranges[0].whole:
        return None
    for x in ([Fraction(far)] for far in FAR_OFF if ranges[0].holds(far) and not ranges[0].reaches(far)):
        found = certify(target, shape, x)
        if found.certainty is Certainty.REFUTED:
            kept = _exactly_simplified(target, shape, x)
            return _certified(target, 0, kept, 1.0, certify(target, shape, kept))
    return None


def _fits(target: Target, place: int, x: Sequence[float]) -> bool:
    """Whether parameters of an earlier attack are parameters of the region as it is now."""
    shapes = target.region.shapes
    return place < len(shapes) and len(target.region.ranges(shapes[place])) == len(x)


def first_violation(target: Target, most: int, rng: np.random.Generator) -> tuple[int, bool]:
    """How many evaluations a blind search takes to a clear violation in floating point, and whether it finds one."""
    counted = Evaluations(target, most)
    while (at := search(counted, range(len(target.region.shapes)), rng)) is not None:
        if at.gap.share > LEAST:
            return counted.count, True
        counted.forgive(at)
    return counted.count, False


def _hunted(
    target: Target, counted: Evaluations, places: Sequence[int], rng: np.random.Generator, known: Sequence[Candidate]
) -> Counterexample | None:
    """Search until something fails that is not rounding."""
    suspicion = None
    while (at := search(counted, places, rng, known)) is not None:
        known = ()
        settled = _settled(target, at, rng)
        if settled is not None and (settled.certified or suspicion is not None):
            return settled  # what cannot be certified twice cannot be certified elsewhere
        suspicion = suspicion or settled
        counted.forgive(at)
    return suspicion


def _settled(target: Target, at: Candidate, rng: np.random.Generator) -> Counterexample | None:
    """The violation in its simplest form, certified where possible; None where it was rounding."""
    extra = Evaluations(target, 200, stop=False)
    wide, shape = widened(extra, at, rng), target.region.shapes[at.place]

    def violates(x: Sequence[Fraction]) -> bool:
        try:
            gap = target.gap(shape, np.array([float(each) for each in x]))
        except (Outside, ArithmeticError, ValueError, TypeError, IndexError):
            return False
        return gap.violated and gap.finite and gap.share >= min(LEAST, at.gap.share)

    simple = simplified(violates, target.region.ranges(shape), list(wide.x))
    answers: list[Certificate] = []
    known = simple, [Fraction(each) for each in wide.x], [Fraction(each) for each in at.x]
    for x in itertools.chain(known, _nearby(known[1], target.region.ranges(shape), violates)):
        if len(answers) == len(known) and all(each.certainty is Certainty.HOLDS for each in answers):
            return None
        answers.append(certify(target, shape, x))
        if answers[-1].certainty is Certainty.REFUTED:
            kept = x if x is simple else _exactly_simplified(target, shape, x)
            return _certified(target, at.place, kept, wide.gap.score, certify(target, shape, kept))
    unsettled = [each for each in answers if each.certainty is Certainty.OPEN]
    if not unsettled or not _survives(target, at, rng):
        return None
    made = target.instance(shape, np.array([float(each) for each in simple]))
    why = unsettled[0].why
    return Counterexample(made, target.words(at.place, made), at.place, tuple(simple), wide.gap.score, None, why)


def _nearby(
    x: Sequence[Fraction], ranges: Sequence[Range], violates: Callable[[Sequence[Fraction]], bool]
) -> Iterator[list[Fraction]]:
    """Rational neighbours that violate too: at an instance itself a formula may have no value, as 1/x at 0."""
    for k in range(1, NEARBY + 1):
        moved = [(each * (1 + Fraction(k, 1000)) + Fraction(k, 10**6)).limit_denominator(10**4) for each in x]
        y = [there if one.holds(there) else each for there, each, one in zip(moved, x, ranges, strict=True)]
        if violates(y):
            yield y


def _exactly_simplified(target: Target, shape: Any, x: Sequence[Fraction]) -> Sequence[Fraction]:
    """Where floats cannot tell a simpler instance from one that holds, as at an equality, exact arithmetic does."""

    def refutes(y: Sequence[Fraction]) -> bool:
        return certify(target, shape, y).certainty is Certainty.REFUTED

    return simplified(refutes, target.region.ranges(shape), x, EXACT_TRIES)


def _survives(target: Target, at: Candidate, rng: np.random.Generator) -> bool:
    """Whether the violation is clear, and much the same when the last digits of the parameters change: no rounding."""
    if not at.gap.clear:
        return False
    shares = []
    whole = [one.whole for one in target.region.ranges(target.region.shapes[at.place])]
    for _ in range(4):
        x = np.where(whole, at.x, at.x * (1 + 1e-11 * rng.standard_normal(len(at.x))))
        try:
            shares.append(target.gap(target.region.shapes[at.place], x).share)
        except (Outside, ArithmeticError, ValueError, TypeError, IndexError):
            return True  # the end of a range: it cannot be moved
    return STEADY * max(*shares, at.gap.share) < min(*shares, at.gap.share)


def _certified(target: Target, place: int, x: Sequence[Fraction], score: float, by: Certificate) -> Counterexample:
    """The instance in fractions, also where balls were needed to compare."""
    shape = target.region.shapes[place]
    try:
        made = target.region.build(shape, rationals(x))
    except (TypeError, AttributeError, ArithmeticError):
        made = by.instance
    return Counterexample(
        made, target.words(place, made), place, tuple(x), score, by.decision, script=_script(target, made)
    )


def _script(target: Target, made: Any) -> str | None:
    """Of the whole instance, or of the first part that has one."""
    region = target.region
    if region.script is not None:
        return region.script(*made) if region.parts else region.script(made)
    parts = zip(region.parts, made, strict=True) if region.parts else ()
    return next((each.script(part) for each, part in parts if each.script is not None), None)


def _require_some(target: Target, counted: Evaluations) -> None:
    named = target.region.says or "given"
    if counted.count == 0 and counted.rejected:
        raise AttackError(f"the region {named}: all {counted.rejected} draws were rejected, so nothing was attacked")
    if counted.rejected > MOST_REJECTED * counted.most:
        raise AttackError(
            f"the region {named}: {counted.rejected} draws were rejected and {counted.count} evaluated: give it "
            "parameters that satisfy its predicates"
        )
    if counted.count and counted.count - counted.broken < counted.count / 50:
        some = f"any of {counted.count}" if counted.broken == counted.count else f"{counted.broken} of {counted.count}"
        remedy = _FLOATS if "Rational instances" in counted.reason else ""  # what Fraction says of a float
        raise AttackError(f"the relation has no value on {some} instances: {counted.reason}{remedy}")


def _outcome(target: Target, counted: Evaluations, found: Counterexample | None) -> Attacked:
    nearest, closest, words, start = counted.nearest, None, "", None
    if nearest is not None and nearest.gap.closest is not None:
        closest = abs(nearest.gap.closest)
        words = target.words(nearest.place, target.instance(target.region.shapes[nearest.place], nearest.x))
        start = nearest.place, tuple(float(each) for each in nearest.x)
    return Attacked(
        counted.count,
        counted.rejected,
        counted.broken,
        counted.reason,
        closest,
        words,
        start,
        found,
        counted.raised,
        target.searched,
        found is None and counted.complete,
        counted.shut,
    )
