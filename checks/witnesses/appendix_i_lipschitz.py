"""Appendix I, line 2637 [x:appI-locally-lipschitz]: L-smooth risks have, for every r, a constant Lip(r) with
|L(v) - L(w)| <= Lip(r) |v - w| for all v, w of H with |v - w| <= r.

Read as printed: false, the two points may lie far away. For v and w in one ball of radius r it is true.
H = R, L(v) = v²/2, which is 1-smooth, and the points v = Lip and w = Lip + r.
"""

import sympy as sp

lip, r = sp.symbols("Lip r", positive=True)
v, w = lip, lip + r
quotient = sp.simplify((w**2 / 2 - v**2 / 2) / (w - v))
print("printed: |L(v) - L(w)| / |v - w| <=", lip)
print("true: |L(v) - L(w)| / |v - w| =", quotient)
assert (quotient - lip).is_positive
