"""Densities ψ² ρ on the plane, for components of an orthonormal basis of the tangents of two tanh neurons."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checks.instances.networks import NETWORK, coefficients
from theorytest.descent.models.shallow import on_panels

Array = NDArray[Any]
Component = Callable[[Array], Array]
PLACES = np.array([-1.3, 0.0, 0.8])  # of x_1


def rho(t: Any) -> Any:
    """The standard normal density."""
    return np.exp(-(t**2) / 2) / np.sqrt(2 * np.pi)


def components() -> dict[str, Component]:
    """ψ as functions of points (..., 2)."""
    C = coefficients(NETWORK)
    found: dict[str, Component] = {"ψ = 1": lambda x: np.ones(x.shape[:-1])}
    return found | {f"ψ_{k + 1}": partial(_combined, C[:, k]) for k in (0, 4, 8)}


def _combined(c: Array, x: Array) -> Array:
    return np.asarray(NETWORK.tangents(x) @ c)


def joint(psi: Component, x: Array, y: Array) -> Array:
    """p_k(x_1, x_2) = ψ² ρ."""
    return np.asarray(psi(np.stack(np.broadcast_arrays(x, y), axis=-1)) ** 2 * rho(x) * rho(y))


def mass_up_to(psi: Component, x: float, y: float) -> float:
    """∫_{-9}^y p_k(x, t) dt by Gauss-Legendre on many panels."""
    t, w = on_panels(np.linspace(-9, y, 61))
    return float(joint(psi, np.full_like(t, x), t) @ w)
