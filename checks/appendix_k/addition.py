r"""Appendix K.1 [x:sec-addition]: the sum of two shallow networks is a shallow network.

Networks with small whole numbers as parameters are evaluated by their formula in rational arithmetic.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from theorytest import claim, equal
from theorytest.descent.models.shallow.activations import Logistic, RePU, Tanh
from theorytest.descent.models.shallow.network import Network

POINTS = np.array([[-2, 1], [0, 0], [1, 3], [3, -1]])


def small_network(activation, width, first):
    """Whole numbers that differ from entry to entry."""
    numbers = (np.arange(first, first + 4 * width + 1) * 7) % 11 - 5
    outer, shift, rest = numbers[:width], numbers[width], numbers[width + 1 :]
    return Network(activation, outer, float(shift), rest[: 2 * width].reshape(width, 2), rest[2 * width :])


def rational_value(network, x, power):
    """A_1 σ(A_0 x + b_0) + b_1 for RePU, as a rational number."""
    value = Fraction(float(network.shift))
    for a, row, b in zip(network.outer, network.inner, network.bias, strict=True):
        z = sum(Fraction(float(c)) * int(t) for c, t in zip(row, x, strict=True)) + Fraction(float(b))
        value += Fraction(float(a)) * max(z, Fraction(0)) ** power
    return value


def side_by_side(a, b):
    """The sum of the package."""
    return a + b


def biased_once(a, b):
    """A lie: the outer bias of the first network only."""
    both = a + b
    return Network(both.activation, both.outer, a.shift, both.inner, both.bias)


def crossed(a, b):
    """A lie: the outer weights of one network stand beside the inner weights of the other."""
    both = b + a
    return Network(both.activation, (a + b).outer, both.shift, both.inner, both.bias)


@claim(
    "x:appK.1-width-doubles",
    also=["x:display-appK.1-sum", "x:sec-addition"],
    kind="identity",
    says="The sum of two shallow networks of width w is a shallow network of width 2 w, the weights side by side.",
    formula=r"\Phi_{(A_1, b_1, A_0, b_0)} + \Phi_{(A_1', b_1', A_0', b_0')} = \Phi_{([A_1\ A_1'],\, b_1 + b_1',\, "
    r"[A_0;\, A_0'],\, [b_0;\, b_0'])}",
    expected="computed",
    mutants={"one outer bias": {"add": biased_once}, "outer weights exchanged": {"add": crossed}},
)
def networks_add_side_by_side(*, add=side_by_side):
    """Rational for RePU; the sum of equal and of different widths."""
    for power in (2, 3):
        for widths in ((1, 1), (3, 3), (2, 3)):
            a, b = (small_network(RePU(power), w, first) for w, first in zip(widths, (1, 4), strict=True))
            both, name = add(a, b), f"RePU({power}), widths {widths}"
            expected = [rational_value(a, x, power) + rational_value(b, x, power) for x in POINTS]
            values = [rational_value(both, x, power) for x in POINTS]
            yield equal(values, expected, name=name, symbol="the sum")
            yield equal(both.width, sum(widths), name=f"{name}: width", symbol="the width")
    for activation in (Logistic(), Tanh()):
        a, b = (small_network(activation, 3, first) for first in (1, 4))
        values = add(a, b)(POINTS)
        yield equal(values, a(POINTS) + b(POINTS), name=f"{activation}", digits=14, symbol="the sum")
