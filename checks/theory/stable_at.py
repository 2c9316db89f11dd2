"""The numbers that an event S_δ on finitely many points gives to the symbols of symbolic_stable.py, at one g."""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from checks.theory import symbolic_stable as on
from checks.theory.forms import Array
from checks.theory.stable_least_squares import Event, Stable, squared_bias2
from checks.theory.symbolic_sampling import estimate, normal, tangent
from theorytest import at_least
from theorytest.proof import inner, mean, square

SIZES = {"small": 1e-3, "equal": 1.0}  # of Pg beside g⊥


def worst_pairs(event: Event) -> Iterator[tuple[str, Array, Array]]:
    """Pg and g⊥ along the singular vectors of E[Pⁿ | S_δ] on the complement of T, in two proportions."""
    b = event.system.basis.astype(float)
    U, _, V = np.linalg.svd(b @ event.bias.astype(float))
    for word, size in SIZES.items():
        yield word, -size * b.T @ U[:, 0], V[0] - b.T @ b @ V[0]


def named(stable: Stable) -> list[tuple[str, Event]]:
    """Each event with δ as its name."""
    return [(f"δ = {float(event.setting.delta):.6g}", event) for event in stable.events]


def size(matrices: Iterable[Any]) -> float:
    """The largest entry, or one: what rounding is measured by."""
    return max(1.0, *(float(np.abs(A).max()) for A in matrices))


def aligned(event: Event, name: str, bias1: Any, bias2: Any) -> Iterator[Any]:
    """The first line of (BBV) for the worst pairs of directions; bias1/1000 is c_bias,1, bias2 is c_bias,2²."""
    A = event.mean.astype(float)
    for word, t, c in worst_pairs(event):
        bound = bias1 * (t @ t) / 1000 - float(bias2(event.setting)) ** 0.5 * np.linalg.norm(t) * np.linalg.norm(c)
        yield at_least((t + c) @ A @ (t + c), bound, name=f"{name}, {word}", digits=9, scale=1.0, symbol="E(g, Pⁿg)")


def setting(event: Event) -> dict[Any, Any]:
    """k, n, δ and p."""
    s = event.setting
    return {"k": s.k, "n": s.n, "δ": s.delta, "p": s.p}


def moments(event: Event, g: Array) -> dict[Any, Any]:
    """‖Pg‖², ‖(I − P)g‖² and E[‖Pⁿg‖² | S_δ]."""
    t = event.system.projector @ g
    return setting(event) | {
        tangent: t @ t,
        normal: (g - t) @ (g - t),
        mean(square(estimate)): g @ event.second_moment @ g,
    }


def alignment(event: Event, t: Array, c: Array) -> dict[Any, Any] | None:
    """For g = t + c; nothing where T is all of H, since the statement is about ‖g⊥‖ > 0."""
    if np.linalg.norm(c) < 1e-6:  # rounding, as c is a unit vector elsewhere
        return None
    A, S = event.mean.astype(float), event.second_moment.astype(float)
    sizes = {on.inside: np.linalg.norm(t), on.outside: np.linalg.norm(c), on.projection: t}
    means = {mean(inner(on.projection, on.image)): t @ A @ c, mean(square(on.image)): c @ S @ c}
    return setting(event) | sizes | means | {on.bias2: float(squared_bias2(event.setting)) ** 0.5}
