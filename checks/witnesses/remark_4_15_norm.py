"""Remark 4.15, line 1418 [x:display-rmk4.15-sobolev-rates/in-norm]: for H^k "the resulting rates in L²-norm" are
N^(-2k/(2k+D)). The display before bounds the squared norm by N^(-2α/(2α+1)); read for the squared norm it is true.

k = D = 1, so α = 1: n = d points per step and t = d² steps, N = d³. u = Σ j^-2 √2 cos(πjx) is in H^1(0, 1), as
Σ (1 + π² j²) j^-4 is finite, and V_d is the span of the first d cosines: every u_t in V_d, whatever the draws, has
|u - u_t|² >= Σ_{j>d} j^-4, which is of the order d^-3, while (N^(-2/3))² = d^-4.
"""

import sympy as sp

d, j = sp.symbols("d j", positive=True, integer=True)
tail = sp.integrate(j**-4, (j, d + 1, sp.oo))  # below the sum, as j^-4 decreases
N = d**3
as_printed = sp.limit(tail / (N ** sp.Rational(-2, 3)) ** 2, d, sp.oo)
squared = sp.limit(tail / N ** sp.Rational(-2, 3), d, sp.oo)
print("printed: the norm of the error is at most C N^(-2/3): its square over N^(-4/3) stays bounded")
print(
    "true: that quotient tends to", as_printed, "or is larger; over N^(-2/3) this part of the square tends to", squared
)
assert squared == 0
assert as_printed == sp.oo
