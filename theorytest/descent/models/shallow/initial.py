"""Random initial networks by name; Section 5.3 does not state its own."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.random import Generator

from theorytest.arguments import Array
from theorytest.descent.models.shallow.activations import Activation
from theorytest.descent.models.shallow.network import Network

Initial = Callable[[Generator, Activation, int, int, int], Network]  # rng, activation, R, m, D


def published(rng: Generator, activation: Activation, n_replicas: int, width: int, ndim: int = 1) -> Network:
    """A_0 = 1, b_0 uniform on [-1, 0], A_1 uniform and of length 1, b_1 = ±1: that of the authors' scripts."""
    outer, shift = rng.uniform(-1, 1, (n_replicas, width)), rng.uniform(-1, 1, n_replicas)
    bias = rng.uniform(-1, 0, (n_replicas, width))
    return Network(activation, _unit(outer), np.sign(shift), np.ones((n_replicas, width, ndim)), bias)


def uniform(rng: Generator, activation: Activation, n_replicas: int, width: int, ndim: int = 1) -> Network:
    """Weights and biases of a layer with k inputs uniform on [-1/√k, 1/√k], the default of common libraries."""
    a, b = 1 / np.sqrt(ndim), 1 / np.sqrt(width)
    inner, bias = rng.uniform(-a, a, (n_replicas, width, ndim)), rng.uniform(-a, a, (n_replicas, width))
    return Network(activation, rng.uniform(-b, b, (n_replicas, width)), rng.uniform(-b, b, n_replicas), inner, bias)


INITIAL: dict[str, Initial] = {"published": published, "uniform": uniform}


def _unit(vectors: Array) -> Array:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True))
