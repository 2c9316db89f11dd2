"""Appendix F, line 2392 [x:appF-mixture]: for n > d a sample from γ_d^μ is d points of the DPP and n - d points of μ.

Read as printed, with the index d: false, a sample from γ_d^μ has d points. With the index n it is true.
The constants on two points of mass 1/2, d = 1 and n = 2, where w = 1 and the empirical Gramian of b = 1 is 1.
"""

from fractions import Fraction as Q
from itertools import product
from math import factorial

MASS, d, n = (Q(1, 2), Q(1, 2)), 1, 2


def volume(size):  # size^d (size - d)! / size! det Ĝ μ^size, with det Ĝ = 1 and μ = ρ
    factor = Q(size**d * factorial(size - d), factorial(size))
    return {x: factor * Q(1, 2) ** size for x in product((0, 1), repeat=size)}


composed = {(x, y): MASS[x] * MASS[y] for x in (0, 1) for y in (0, 1)}  # the DPP of the constants is ρ; any order
(printed,), (true,) = ({len(x) for x in law} for law in (volume(d), composed))
print("printed: the composed sample has the law of", printed, "point")
print("true: the composed sample has", true, "points")
assert composed != volume(d)
assert composed == volume(n)
