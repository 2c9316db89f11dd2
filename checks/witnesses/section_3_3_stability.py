"""Section 3.3, line 739 [x:display-stability-probability]: P(|I - Ĝ| > δ) <= 2 d exp(-δ² n / (2d)) for optimal points.

Read for all δ in (0, 1), d and n: false. The matrix Chernoff inequality has ((1 + δ) ln(1 + δ) - δ)/d for δ²/(2d),
and that is true. Indicators of d = 11 equal cells, n = 589, δ = 499/500: uniform points are
optimal, and Ĝ is diagonal with the entries d N_i / n for multinomial counts N. Exact, with intervals for exp.
"""

from fractions import Fraction as Q
from math import factorial

from mpmath import iv

d, n, delta = 11, 589, Q(499, 500)
good = [k for k in range(n + 1) if abs(Q(d * k, n) - 1) <= delta]
scale = factorial(good[-1])
row = {0: 1}  # how often all cells so far are good: Σ_k x^k / k!, times the scale, to the power of the cells
for _ in range(d):
    new = [sum(row.get(m - k, 0) * (scale // factorial(k)) for k in good if k <= m) for m in range(n + 1)]
    row = dict(enumerate(new))
failure = 1 - Q(row[n] * factorial(n), scale**d * d**n)
x, true = iv.mpf(delta.numerator) / delta.denominator, iv.mpf(failure.numerator) / failure.denominator
printed, chernoff = (2 * d * iv.exp(-rate * n / d) for rate in (x**2 / 2, (1 + x) * iv.log(1 + x) - x))
print(f"printed: at most {float(printed.b):.6g}\ntrue: {float(true.a):.6g}, and Chernoff has {float(chernoff.a):.3g}")
assert printed.b < true.a
assert true.b < chernoff.a
