"""The numbers that a system on finitely many points gives to symbolic_members.py and symbolic_sampling.py, at one g.

A matrix inequality is decided by its worst g; there the statement of a proof must have the gap that the check finds.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from checks.theory import symbolic_members as on
from checks.theory import symbolic_sampling as sampling
from checks.theory.finite import Finite, of_the_space
from checks.theory.forms import Array, compared_at, pseudo_inverse, rounded
from checks.theory.non_projection import largest, of_all_members
from theorytest.proof import inner, mean, square


def coefficients(system: Finite, n: int, g: Array) -> dict[Any, Any]:
    """η, θ, Pg, Σ η_k b_k and the mean alignment, with the extreme eigenvalues of G."""
    eta = system.scaled @ g
    theta = pseudo_inverse(system.gramian) @ eta
    vectors = {on.eta: eta, on.theta: theta, on.projection: system.projector @ g, on.combined: system.scaled.T @ eta}
    known = {on.least: system.eigenvalues[0], sampling.lam: largest(system), sampling.n: n}
    return {**vectors, **known, on.aligned: g @ system.mean(n) @ g}


def moments(system: Finite, n: int, g: Array) -> dict[Any, Any]:
    """The second moments of ηⁿ and Pⁿg too, the integral of w K‖L_x g‖², k and ‖(I − P)g‖²."""
    wK, rest = system.weighted(of_all_members(system)), g - system.projector @ g
    drawn = sum(p * _size(system.scaled * system.empirical(draws) @ g) for p, draws in system.samples(n))
    means = {mean(square(on.drawn)): drawn, on.moment: g @ system.second_moment(n) @ g}
    return (
        coefficients(system, n, g)
        | means
        | {on.integral: g @ (wK * g), sampling.k: wK.max(), sampling.normal: rest @ rest}
    )


def _size(x: Array) -> Any:
    return x @ x


def each_sum(system: Finite, n: int, image: Any, of: Array) -> list[dict[Any, Any]]:
    """E(w, S) for the sums S of up to n points, and (w, `image`), for all unit vectors w and g; `of` maps g to it."""
    means = {m: m * system.mean(m) for m in {1, n}}
    return [
        _sum({m: A[pair] for m, A in means.items()}, n, {inner(on.w, image): of[pair]}) for pair in np.ndindex(of.shape)
    ]


def _sum(totals: dict[int, Any], n: int, known: dict[Any, Any]) -> dict[Any, Any]:
    return {on.total: totals.__getitem__, sampling.n: n, on.alone: totals[1], **known}


def squares(system: Finite, n: int, at: Callable[..., dict[Any, Any]]) -> list[dict[Any, Any] | None]:
    """The entries (k, k) of a form are its values at unit vectors; the others are not compared."""
    unit = system.identity
    return [at(system, n, unit[k]) if k == j else None for k, j in np.ndindex(unit.shape)]


def step(system: Finite, n: int, g: Array) -> dict[Any, Any]:
    """‖Pg‖², ‖(I − P)g‖², E(g, Pⁿg), E‖Pⁿg‖², k, d and n."""
    tangent = g @ system.projector @ g
    sizes = {
        sampling.tangent: tangent,
        sampling.normal: g @ g - tangent,
        sampling.aligned: g @ system.mean(n) @ g,
        sampling.moment: g @ system.second_moment(n) @ g,
    }
    return {name: rounded(x) for name, x in sizes.items()} | {
        sampling.k: system.weighted(of_the_space(system)).max(),
        sampling.d: system.dim,
        sampling.n: n,
    }


def steps(system: Finite, n: int, gap: Array) -> list[dict[Any, Any]]:
    """At the g at which two forms with this gap are compared."""
    return [step(system, n, g) for g in compared_at(gap)]
