"""Structures of any kind through hypothesis: what a strategy draws becomes a list of shapes, the smallest first."""

from __future__ import annotations

from typing import Any

from theorytest.attacks.errors import AttackError
from theorytest.attacks.region import Region

EXAMPLES = 200


def from_strategy(strategy: Any, *, examples: int = EXAMPLES, says: str = "") -> Region:
    """The instances that a hypothesis strategy draws, always the same ones, sorted by how long they are to write."""
    try:
        from hypothesis import HealthCheck, Phase, given, settings
    except ImportError:
        raise AttackError("from_strategy needs the package hypothesis, which is not installed") from None
    if not hasattr(strategy, "validate"):
        raise AttackError(f"from_strategy takes a hypothesis strategy, got {strategy!r}")
    if strategy.is_empty:
        raise AttackError(f"the strategy {strategy!r} is empty: it has nothing to draw")
    drawn: dict[str, Any] = {}

    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(instance: Any) -> None:
        drawn.setdefault(repr(instance), instance)

    collect()
    members = [drawn[word] for word in sorted(drawn, key=lambda word: (len(word), word))]
    words = says or f"{len(members)} instances of {strategy!r}"
    return Region(tuple(range(len(members))), lambda _: (), lambda i, _: members[i], says=words)
