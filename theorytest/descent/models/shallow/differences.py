r"""The linearisation T^h by finite differences: tangents replaced by networks [x:display-appK.3-space].

T^h is spanned by 1 and by the ridge functions of the network, of the networks with one inner weight moved by h, and of
those with one inner bias moved by h. They all are ridge functions: their Gramian needs no integration by parts.
The difference quotients differ from the tangents by O(h), and their Gramian loses the accuracy ε/h² to cancellation.
For RePU, T^h keeps m (D + 2) + 1 dimensions where the tangent space has m (D + 1) + 1 of them.
"""

from __future__ import annotations

import numpy as np

from theorytest.arguments import Array, positive
from theorytest.descent.models.shallow.network import Network
from theorytest.descent.models.shallow.ridges import Ridges
from theorytest.signatures import checked


@checked
def moved_ridges(network: Network, step: float) -> Ridges:
    """The m (D + 2) functions σ(A_0 x + b_0)_i, σ((A_0 + h E_ij) x + b_0)_i by i and j, σ(A_0 x + b_0 + h e_i)_i."""
    h, D = positive("step", step), network.ndim
    by_weight = np.repeat(network.inner, D, axis=-2) + h * np.tile(np.eye(D), (network.width, 1))
    inner = np.concatenate([network.inner, by_weight, network.inner], axis=-2)
    bias = np.concatenate([network.bias, np.repeat(network.bias, D, axis=-1), network.bias + h], axis=-1)
    return Ridges(network.activation, inner, bias)


@checked
def quotients(network: Network, step: float) -> Array:
    """L (..., p, p) with L (ridges, 1) = the derivatives by θ, those by A_0 and b_0 as difference quotients."""
    m, D, p = network.width, network.ndim, network.n_parameters
    L = np.zeros((*network.shift.shape, p, p))
    neurons = np.arange(m)
    L[..., neurons, neurons] = 1.0
    L[..., m, p - 1] = 1.0
    rows = np.arange(m + 1, p)  # A_0 row by row, then b_0; their ridges stand one place before
    owner = np.concatenate([np.repeat(neurons, D), neurons])
    slopes = network.outer[..., owner] / positive("step", step)
    L[..., rows, rows - 1], L[..., rows, owner] = slopes, -slopes
    return L


def difference_gramian(network: Network, step: float) -> Array:
    """The Gramian (..., p, p) of the derivatives by θ with difference quotients, in the order of θ."""
    L = quotients(network, step)
    return np.asarray(L @ moved_ridges(network, step).gramian() @ np.swapaxes(L, -1, -2))
