"""Densities ψ² ρ on the plane, for components of an orthonormal basis of the tangents of two tanh neurons."""

import functools

import numpy as np

from checks.instances.networks import NETWORK, coefficients, grid
from theorytest.descent.models.shallow import on_panels

PLACES = np.array([-1.3, 0.0, 0.8])  # of x_1


def rho(t):
    """The standard normal density."""
    return np.exp(-(t**2) / 2) / np.sqrt(2 * np.pi)


def line():
    """Points of the line and the lengths that they stand for."""
    t, w = grid(1)
    return t[:, 0], w / rho(t[:, 0])


def components():
    """ψ as functions of points (..., 2)."""
    C = coefficients(NETWORK)
    parts = {f"ψ_{k + 1}": functools.partial(lambda c, x: NETWORK.tangents(x) @ c, C[:, k]) for k in (0, 4, 8)}
    return {"ψ = 1": lambda x: np.ones(x.shape[:-1])} | parts


def joint(psi, x, y):
    """p_k(x_1, x_2) = ψ² ρ."""
    return psi(np.stack(np.broadcast_arrays(x, y), axis=-1)) ** 2 * rho(x) * rho(y)


def marginal(psi, x):
    """p_k(x_1), by the printed formula with l = 1."""
    t, h = line()
    return joint(psi, x[:, None], t) @ h


def mass_up_to(psi, x, y):
    """∫_{-9}^y p_k(x, t) dt by Gauss-Legendre on many panels."""
    t, w = on_panels(np.linspace(-9, y, 61))
    return joint(psi, np.full_like(t, x), t) @ w
