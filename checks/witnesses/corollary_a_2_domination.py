"""Corollary A.2, lines 2068 and 2087 [cor:leibniz_application/sufficiently-regular]: one integrable α has |D ℓ(v; x)|
<= α(x) for all v.

Read with least squares, the running example of Section 1.1: false, the loss grows faster than linearly. Read for all v
of one ball, which is enough to differentiate under the integral, it is true. One point, where V = R, and u* = 0.
"""

import sympy as sp

v, r = sp.Symbol("v", real=True), sp.Symbol("r", positive=True)
slope = sp.Abs(sp.diff(v**2 / 2, v))
largest = sp.limit(slope, v, sp.oo)
print("printed: sup over v of |D ℓ(v)| is finite\ntrue: sup over v of |D ℓ(v)| =", largest)
assert largest == sp.oo
assert slope.subs(v, r) == slope.subs(v, -r) == r  # the supremum over |v| <= r
