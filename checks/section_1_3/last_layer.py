r"""Section 1.3: samples that are optimal for the last layer of a network are not for all of its layers.

F(θ)(x) = Σ_j c_j tanh(a_j x + b_j) + c_0 on 41 points of [-1, 1]. The last layer spans {1, tanh(a_j x + b_j)}, the
whole network also the derivatives with respect to a_j and b_j.
"""

from __future__ import annotations

import numpy as np

from theorytest import at_least, at_most, claim, equal
from theorytest.approximation.functions import Functions
from theorytest.approximation.measures import Discrete
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.approximation.spaces import Space

SLOPES, SHIFTS = (2.0, 5.0), (0.5, -2.0)
POINTS = Discrete(np.linspace(-1, 1, 41), np.full(41, 1 / 41))


def last_layer():
    """1 and the neurons."""
    return [lambda x: np.ones(x.shape[:-1])] + [
        lambda x, a=a, b=b: np.tanh(a * x[..., 0] + b) for a, b in zip(SLOPES, SHIFTS, strict=True)
    ]


def first_layer():
    """The derivatives with respect to a_j and b_j, up to the factors c_j."""

    def slope(x, a, b):
        return np.cosh(a * x[..., 0] + b) ** -2

    pairs = list(zip(SLOPES, SHIFTS, strict=True))
    by_b = [lambda x, a=a, b=b: slope(x, a, b) for a, b in pairs]
    by_a = [lambda x, a=a, b=b: x[..., 0] * slope(x, a, b) for a, b in pairs]
    return by_b + by_a


def spaces():
    """The spaces of the last layer and of all layers."""
    return Space(Functions(tuple(last_layer())), POINTS), Space(Functions((*last_layer(), *first_layer())), POINTS)


def largest(space, weight):
    """k = max w K, with K from an orthonormal basis made by numpy."""
    root = np.sqrt(POINTS.weights)
    q = np.linalg.qr(root[:, None] * space.system.values(POINTS.points))[0]
    return np.max(weight * np.sum(q**2, axis=1) / POINTS.weights)


@claim(
    "x:sec1.3-last-layer-only",
    kind="value",
    says="Points that are optimal for the last layer have k = 3, its dimension; for all layers of the same "
    "network they have k above twice the dimension 7, which points made for all layers have.",
    formula=r"\|w\,\mathfrak{K}_{\mathrm{last}}\|_\infty = d_{\mathrm{last}} = 3, \qquad "
    r"\|w\,\mathfrak{K}_{\mathrm{all}}\|_\infty > 2\,d_{\mathrm{all}} = 14",
    expected="computed",
    mutants={
        "points made for all layers": {"made_for": 1},
        "plain points": {"sampler": Plain},
        "only the last layer is updated": {"updated": 0},
    },
)
def last_layer_is_not_enough(*, made_for=0, updated=1, sampler=Optimal):
    """Two neurons; the ratio grows with their slopes, since the derivatives live where a neuron switches."""
    last, every = spaces()[0], spaces()[updated]
    w = sampler(spaces()[made_for]).weight(POINTS.points)
    k_last, k_all = largest(last, w), largest(every, w)
    yield equal(k_last, 3.0, name="last layer", digits=9, symbol="k")
    yield at_least(k_all, 2 * 7.0, name="all layers", digits=None, symbol="k")
    best = largest(spaces()[1], Optimal(spaces()[1]).weight(POINTS.points))
    yield at_most(best, 7.0, name="points for all layers", digits=9, symbol="k")
