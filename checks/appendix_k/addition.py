r"""Appendix K.1 [x:sec-addition]: the sum of two shallow networks is a shallow network."""

import operator
from dataclasses import replace
from fractions import Fraction

from checks.instances.networks import POINTS, WITH_FORMULAS, small_network
from theorytest import claim, equal, family, integers, product

WIDTHS = family(
    {"widths 1, 1": (1, 1), "widths 3, 3": (3, 3), "widths 2, 3": (2, 3)},
    "widths; here one pair of networks of each, on the plane",
    search=product(integers(1, 4), integers(1, 4)),
)


def value(network, x, sigma):
    """A_1 σ(A_0 x + b_0) + b_1 by its formula, rational for RePU."""
    found = Fraction(float(network.shift))
    for a, row, b in zip(network.outer, network.inner, network.bias, strict=True):
        z = sum(Fraction(float(c)) * int(t) for c, t in zip(row, x, strict=True)) + Fraction(float(b))
        found += Fraction(float(a)) * sigma(z)
    return found


@claim(
    "x:appK.1-width-doubles",
    also=["x:display-appK.1-sum", "x:sec-addition", "app:shallow_nns"],
    says="The sum of two shallow networks of width w is a shallow network of width 2w with the weights side by side.",
    formula=r"\Phi_{(A_1, b_1, A_0, b_0)} + \Phi_{(A_1', b_1', A_0', b_0')} = \Phi_{([A_1\ A_1'],\, b_1 + b_1',\, "
    r"[A_0;\, A_0'],\, [b_0;\, b_0'])}",
    forall={"σ": WITH_FORMULAS, "w, w'": WIDTHS},
    reading="At four points; different widths add up as well.",
    mutants={"one outer bias": {"add": lambda a, b: replace(a + b, shift=a.shift)}},
)
def networks_add_side_by_side(activation, widths, *, add=operator.add):
    package, sigma = activation
    a, b = (small_network(package, w, first) for w, first in zip(widths, (1, 4), strict=True))
    both = add(a, b)
    expected = [value(a, x, sigma) + value(b, x, sigma) for x in POINTS]
    yield equal([value(both, x, sigma) for x in POINTS], expected, name="values", symbol="the sum")
    yield equal(both.width, sum(widths), name="width", symbol="the width")
