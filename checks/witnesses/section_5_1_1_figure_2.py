"""Section 5.1.1, lines 1643-1644: with the steps 2/9 t^-0.9 Figure 2 displays the sublinear rates, for optimal points
after a faster one until t = 10³ [x:sec5.1.1-rates-displayed] [x:sec5.1.1-faster-preasymptotic] [x:sec5.1.1-transition].

Read for the mean: t^-0.9 from 10⁴ to 10⁵, a faster rate from 10 to 10³, where at least a tenth of the gap is noise, the
gap of a start at the minimiser. False; with 2/3 t^-0.9, the largest steps of optimal points, all are true. As w K = 3,
E|e - s w b (b·e - r)|² = (1 - 2s + 3s²) |e|² + 3s² |r|², r = exp - P exp: positive terms, floats have 10 right digits.
"""

import numpy as np
import sympy as sp

x, shown = sp.Symbol("x"), []
squares = [sp.integrate(sp.exp(x) * sp.legendre(k, x) / 2, (x, -1, 1)) ** 2 * (2 * k + 1) for k in range(3)]
first, floor = (float(sp.N(value, 30)) for value in (sum(squares) / 2, (sp.sinh(2) / 2 - sum(squares)) / 2))
for factor in (2 / 9, 2 / 3):
    gap, noise = [first], [0.0]  # at t = 1, ..., 10⁵
    for t in range(1, 10**5):
        s = factor * t**-0.9
        for mean in (gap, noise):
            mean.append((1 - 2 * s + 3 * s**2) * mean[-1] + 3 * s**2 * floor)
    slopes = [np.log10(gap[b - 1] / gap[a - 1]) / np.log10(b / a) for a, b in ((10**4, 10**5), (10, 10**3))]
    shown.append((*slopes, noise[999] / gap[999]))
(late, early, share), own = shown
print(f"printed: slopes -0.9 and less, noise 1/10\ntrue: slopes {late:.3f} and {early:.3f}, noise {share:.5f}")
assert max(late + 1.2, -0.9 - early, share - 0.1) < 0 < min(0.06 - abs(own[0] + 0.9), -2 - own[1], own[2] - 0.1)
