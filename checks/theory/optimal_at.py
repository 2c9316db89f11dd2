"""The numbers that a quasi-projection on finitely many points gives to the symbols of symbolic_sampling.py."""

from __future__ import annotations

from typing import Any

from checks.theory import symbolic_sampling as on
from checks.theory.finite import Finite, of_the_space
from checks.theory.forms import Array, compared_at, rounded


def step(system: Finite, n: int, g: Array) -> dict[Any, Any]:
    """‖Pg‖², ‖(I − P)g‖², E(g, Pⁿg), E‖Pⁿg‖², k, d and n."""
    tangent = g @ system.projector @ g
    sizes = {
        on.tangent: tangent,
        on.normal: g @ g - tangent,
        on.aligned: g @ system.mean(n) @ g,
        on.moment: g @ system.second_moment(n) @ g,
    }
    return {name: rounded(x) for name, x in sizes.items()} | {
        on.k: system.weighted(of_the_space(system)).max(),
        on.d: system.dim,
        on.n: n,
    }


def steps(system: Finite, n: int, gap: Array) -> list[dict[Any, Any]]:
    """At the g at which two forms with this gap are compared."""
    return [step(system, n, g) for g in compared_at(gap)]
