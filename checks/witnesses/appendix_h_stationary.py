"""Appendix H, line 2575 [sec:A3]: Lemma H.4 gives local guarantees "around non-degenerate stationary points".

Read literally: false around maxima and saddles, where no loss is strongly convex. Read as `minima` it is true.
M = H = R and L(v) = -v²/2, stationary and non-degenerate at 0; beside it v²/2.
"""

import sympy as sp

v = sp.Symbol("v", real=True)
maximum, minimum = -(v**2) / 2, v**2 / 2
assert sp.diff(maximum, v).subs(v, 0) == 0
print("printed: L'' >= λ > 0 near 0")
print("true: L'' =", sp.diff(maximum, v, 2))
assert sp.diff(maximum, v, 2) < 0 < sp.diff(minimum, v, 2)
