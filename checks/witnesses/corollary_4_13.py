"""Corollary 4.13, lines 1321-1327 [cor:quasi-linear-convergence]: steps in O(t^(δ-1)), δ in (0, 1/2), make the gap
O(t^(-1+ε)) for every ε > 2δ.

Read with O as an upper bound: false for steps that are too short, even when they satisfy Robbins-Monro. Read with
steps of exactly that order, as the proof takes them, it is true.
H = M = T = R, L = v²/2, exact steps s_t = 1/(4t) from 1, δ = 1/10 and ε = 3/10. As (1 - z/4)⁴ >= 1 - z on [0, 1], the
product of 1 - 1/(4k) over k <= t is at least 3/4 t^(-1/4), and the gap at least 9/32 t^(-1/2).
"""

from fractions import Fraction as Q

import sympy as sp

z, t = sp.symbols("z t", positive=True)
assert sp.minimum((1 - z / 4) ** 4 - (1 - z), z, sp.Interval(0, 1)) == 0
u = Q(1)
for k in range(1, 200):
    u *= 1 - Q(1, 4 * k)
    assert (u**2 / 2) ** 2 * k >= Q(9, 32) ** 2
least = sp.limit(t ** (1 - sp.Rational(3, 10)) * sp.Rational(9, 32) / sp.sqrt(t), t, sp.oo)
print("printed: t^(1-ε) times the gap is bounded for ε = 3/10")
print("true: t^(1-ε) times the gap tends to", least)
assert least == sp.oo
