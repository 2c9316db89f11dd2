"""What makes an attack impossible, in one sentence."""

from __future__ import annotations


class AttackError(ValueError):
    """A region, a relation or a budget that cannot be attacked, and why."""
