"""What a sampled decision may spend."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """An error probability, the violation worth catching, and the most draws that may be taken."""

    alpha: float
    resolution: float
    max_draws: int
