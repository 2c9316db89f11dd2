r"""Steps of the scheme whose expected change is known exactly, with the constants of (BBV), (LS) and (CR)."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from checks.instances.one_step import (
    ANY_ESTIMATE,
    change,
    elongated,
    estimates,
    least_squares,
    losses,
    radial,
    stay,
    step_sizes,
    wavy,
)
from theorytest import family, positive, product, reals, same_size, simplex, vectors

C_R, BETA = 0.75, 0.5
Step = tuple[float, Any, Any, Any]  # s, ‖P g‖, ‖(I - P) g‖, E L(u_{t+1}) - L(u_t)


@dataclass(frozen=True)
class Steps:
    """Known constants of (BBV), L, C_R and β, and for steps s the parts of the gradient and the exact change."""

    constants: tuple[float, ...]
    L: float
    C_R: float
    beta: float  # its mean where it is random
    steps: list[Step]


def on_linear_spaces() -> Iterator[tuple[str, Steps]]:
    """Every row of Table 2 with every loss, for the worst gradients, also with a retraction that uses up (CR)."""
    for name, estimate in estimates().items():
        cases = [(word, loss, 0.0, 0.0) for word, loss in losses(*estimate.matrices.shape[1:]).items()]
        cases.append(("least squares, retracted", least_squares(), C_R, BETA))
        for word, loss, retracted, beta in cases:
            retraction = radial(retracted, beta) if retracted else stay
            steps = [
                (s, *estimate.parts(g), change(estimate, loss, g, s, retraction))
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


def with_random_errors() -> dict[str, Steps]:
    """Every row of Table 2 and a retraction that uses up (CR) with another β for each draw of P^n: 1, 2, 4, 8, ..."""
    found = {}
    for name, estimate in estimates().items():
        beta = 2.0 ** (np.arange(len(estimate.probability)) % 4)
        steps = [
            (s, *estimate.parts(g), change(estimate, least_squares(), g, s, radial(C_R, beta)))
            for g in estimate.worst()
            for s in step_sizes(estimate.constants, 1.0 + C_R)
        ]
        found[f"{name}, a random β"] = Steps(estimate.constants, 1.0, C_R, float(estimate.probability @ beta), steps)
    return found


def _any_step(outcomes: tuple[Any, Any, Any], pair: Any, L: Any, C_R: Any, beta: Any, g: Any, s: Any) -> Steps:
    """Any step on a line T of the plane with its constants, which are the best ones of (BBV) for the pair κ > 0.

    T is the first axis, P^n g = a g_1 + b g_2 with finitely many outcomes (a, b). For the loss ½ (v, B v) with B_11 = L
    and a retraction that uses up (CR), a step h = -s (a g_1 + b g_2) changes the loss by g_1 h + (L + C_R) h²/2 + β.
    """
    p, a, b = outcomes
    mixed = abs(np.sum(p * a * b))
    constants = (
        np.sum(p * a),
        abs(np.sum(p * b)),
        np.sum(p * a**2) + pair * mixed,
        np.sum(p * b**2) + mixed / pair,
    )
    h = -s * (a * g[0] + b * g[1])
    moved = np.sum(p * (g[0] * h + (L + C_R) * h**2 / 2)) + beta
    return Steps(constants, L, C_R, beta, [(s, abs(g[0]), abs(g[1]), moved)])


OUTCOMES = (1, 2, 3)
ANY_STEP = (
    product(
        same_size(simplex(OUTCOMES), vectors(OUTCOMES), vectors(OUTCOMES)),
        positive(),
        positive(),
        reals(0),
        reals(0),
        vectors(2),
        positive(),
    )
    .map(_any_step)
    .where(lambda known: known.constants[0] >= 0, "c_bias1 ≥ 0")
)
RANDOM_ERRORS = family(
    with_random_errors,
    "losses, spaces, estimators and retractions with (LS), (BBV), and (CR) with a β_t ≥ 0 drawn with the points",
    search=product(
        same_size(simplex(OUTCOMES), vectors(OUTCOMES), vectors(OUTCOMES), vectors(OUTCOMES, 0, 9)),
        positive(),
        positive(),
        reals(0),
        vectors(2),
        positive(),
    )
    .map(
        lambda outcomes, pair, L, C_R, g, s: _any_step(
            outcomes[:3], pair, L, C_R, np.sum(outcomes[0] * outcomes[3]), g, s
        )
    )
    .where(lambda known: known.constants[0] >= 0, "c_bias1 ≥ 0"),
)
ESTIMATES = family(
    estimates,
    "all rows of Table 2 on four and five points, in L² and H¹; five gradients, three steps",
    search=ANY_ESTIMATE,
)
# the retraction and the C_R and β that it satisfies (CR) with
RETRACTIONS = family(
    {"R_t = I": (stay, 0.0, 0.0), "radial": (radial(C_R, BETA), C_R, BETA)},
    "retractions that satisfy (CR) for ½‖v‖²",
    search=product(reals(0, 9), reals(0, 9)).map(lambda C_R, beta: (radial(C_R, beta), C_R, beta)),
)
LOSSES = family(
    {"½‖v‖²": lambda d, e: least_squares(), "elongated": elongated, "wavy": lambda d, e: wavy()},  # noqa: ARG005
    "losses with (LS): quadratic ones and one with waves",
    search=positive(9).map(lambda L: lambda d, e: least_squares(L)),  # noqa: ARG005
)
