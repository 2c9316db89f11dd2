"""Structures of any kind through hypothesis: what a strategy draws becomes a list of shapes, the smallest first.

An attack that has evaluations left lets hypothesis draw on, towards instances with a higher score.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from theorytest.attacks.errors import AttackError
from theorytest.attacks.region import Region

EXAMPLES = 200


def from_strategy(strategy: Any, *, examples: int = EXAMPLES, says: str = "") -> Region:
    """The instances that a hypothesis strategy draws, always the same ones, sorted by how long they are to write."""
    try:
        import hypothesis  # noqa: F401 - asked for where it is needed
    except ImportError:
        raise AttackError("from_strategy needs the package hypothesis, which is not installed") from None
    if not hasattr(strategy, "validate"):
        raise AttackError(f"from_strategy takes a hypothesis strategy, got {strategy!r}")
    if strategy.is_empty:
        raise AttackError(f"the strategy {strategy!r} is empty: it has nothing to draw")
    shapes = _drawn(strategy, examples, None)
    words = says or f"instances of {strategy!r}"
    return Region(
        shapes,
        lambda _: (),
        lambda shape, _: shape.instance,
        says=words,
        partial=True,
        draws=lambda score, most: _drawn(strategy, most, score),
    )


class Enough(Exception):  # noqa: N818 - no error: the search ends here
    """An instance that violates the relation."""


class Drawn:
    """One instance, as a shape."""

    def __init__(self, instance: Any) -> None:
        self.instance = instance


def _drawn(strategy: Any, most: int, score: Callable[[Any], float | None] | None) -> tuple[Drawn, ...]:
    """What the strategy draws in so many examples, towards higher scores; an instance without one ends the search."""
    from hypothesis import HealthCheck, Phase, given, settings, target

    drawn: dict[str, Drawn] = {}

    @settings(
        max_examples=most,
        derandomize=True,
        database=None,
        phases=[Phase.generate, Phase.target, Phase.shrink] if score else [Phase.generate],
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(instance: Any) -> None:
        word = repr(instance)
        shape = drawn.setdefault(word, Drawn(instance))
        height = score(shape) if score else 0.0
        if height is None:
            raise Enough
        if score:
            target(height)

    with suppress(Enough):
        collect()
    return tuple(drawn[word] for word in sorted(drawn, key=lambda word: (len(word), word)))
