"""Section 5.1.1, line 1644: with the steps 2/9 t^-0.9 optimal points have a faster rate than t^-0.9 until t = 10³, and
the asymptotic one from there on [x:sec5.1.1-faster-preasymptotic] [x:sec5.1.1-transition].

Read for the mean from u_1 = 0: a slope below -0.9 from 10 to 10³, and -0.9 ± 0.2 from 10⁴ to 10⁵. False; with the
steps 2/3 t^-0.9 both are true. As w K = 3, E|e - s w b (b·e - r)|² = (1 - 2s + 3s²) |e|² + 3s² |r|², r = exp - P exp:
positive terms, floats have 10 right digits.
"""

import numpy as np
import sympy as sp

x, shown = sp.Symbol("x"), []
squares = [sp.integrate(sp.exp(x) * sp.legendre(k, x) / 2, (x, -1, 1)) ** 2 * (2 * k + 1) for k in range(3)]
first, floor = (float(sp.N(value, 30)) for value in (sum(squares) / 2, (sp.sinh(2) / 2 - sum(squares)) / 2))
for factor in (2 / 9, 2 / 3):
    gap = [first]  # at t = 1, ..., 10⁵
    for t in range(1, 10**5):
        s = factor * t**-0.9
        gap.append((1 - 2 * s + 3 * s**2) * gap[-1] + 3 * s**2 * floor)
    shown.append((np.log10(gap[999] / gap[9]) / 2, np.log10(gap[-1] / gap[9999])))
(early, late), own = shown
print(f"printed: slopes below -0.9, then -0.9 ± 0.2\ntrue: the slopes {early:.3f}, then {late:.3f}")
assert max(-0.75 - early, late + 1.2, own[0] + 2, abs(own[1] + 0.9) - 0.2) < 0
