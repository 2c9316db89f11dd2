r"""Steps of the scheme whose expected change is known exactly, with the constants of (BBV), (LS) and (CR)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from checks.instances.one_step import change, estimates, least_squares, losses, parts, radial, stay, step_sizes

C_R, BETA = 0.75, 0.5
Step = tuple[float, Any, Any, Any]  # s, ‖P g‖, ‖(I - P) g‖, E L(u_{t+1}) - L(u_t)


@dataclass(frozen=True)
class Steps:
    """Known constants of (BBV), L, C_R and β, and for steps s the parts of the gradient and the exact change."""

    constants: tuple[float, ...]
    L: float
    C_R: float
    beta: float
    steps: list[Step]


def on_linear_spaces() -> Iterator[tuple[str, Steps]]:
    """Every row of Table 2 with every loss, for the worst gradients, also with a retraction that uses up (CR)."""
    for name, estimate in estimates().items():
        cases = [(word, loss, 0.0, 0.0) for word, loss in losses(*estimate.matrices.shape[1:]).items()]
        cases.append(("least squares, retracted", least_squares(), C_R, BETA))
        for word, loss, retracted, beta in cases:
            retraction = radial(retracted, beta) if retracted else stay
            steps = [
                (s, *parts(estimate, g), change(estimate, loss, g, s, retraction))
                for g in estimate.worst()
                for s in step_sizes(estimate.constants, loss.L + retracted)
            ]
            yield f"{name}, {word}", Steps(estimate.constants, loss.L, retracted, beta, steps)


def on_the_circle() -> Iterator[tuple[str, Steps]]:
    """Quasi-projections onto the tangents of the unit circle with optimal points, and the metric projection back.

    L² of two points: the point i has probability τ_i² and gives (g_i / τ_i) τ. With U the distance of the target from
    the centre, L = 1 and C_R = max(U - 1, 0); d = 1, so that the constants are 1, 0, 1 and 1/n.
    """
    for distance, n in itertools.product((0.5, 1.0, 4.0), (1, 2)):
        steps = [_around(distance, n, *each) for each in itertools.product((0.01, 0.7, 1.4, 2.6), (0.01, 0.3, 1.0))]
        known = Steps((1.0, 0.0, 1.0, 1 / n), 1.0, max(distance - 1, 0.0), 0.0, steps)
        yield f"circle, target at {distance}, n = {n}", known


def _around(distance: float, n: int, angle: float, s: float) -> Step:
    target = np.array([distance, 0.0])
    y, tau = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    g, value = y - target, 0.0
    for draw in itertools.product((0, 1), repeat=n):
        stepped = y - s * np.mean([g[i] / tau[i] for i in draw]) * tau
        loss = np.sum((stepped / np.linalg.norm(stepped) - target) ** 2) / 2
        value += np.prod([tau[i] ** 2 for i in draw]) * loss
    return s, abs(g @ tau), abs(g @ y), value - g @ g / 2


@cache
def all_steps() -> dict[str, Steps]:
    """Everything above; nothing of it depends on what is claimed."""
    return dict(itertools.chain(on_linear_spaces(), on_the_circle()))
