"""Section 6, line 2000 [x:sec6-variance-needed]: convergence requires the variance of the estimates to remain bounded.

Read for any steps, in the mean square: false, shorter steps make up for a variance that grows. Read for constant steps
it is true; here, in general, the sum of the inverse variances must be infinite.
Least squares by constants, two points of mass 1/2 with the targets 1 and -1. A coin says which point is the rare one,
drawn with probability 1/(k + 1), k = [√t], and the estimate is w(x) g(x): unbiased, with the variance constants
m = (k + 1)²/(4k). The steps are those that minimise the mean square X of u_t = P g_t.
"""

from math import isqrt

law, X = [(1.0, 1.0)], 1.0  # values of u_t with their probabilities, and X
for t in range(1, 100_001):
    k = isqrt(t)
    m = (k + 1) ** 2 / (4 * k)
    s = X / (m * (X + 1))
    X = (1 - 2 * s + m * s**2) * X + m * s**2
    if t <= 4:  # all coins and points
        draws = [(y, q) for y in (1, -1) for q in (1 / (k + 1), k / (k + 1))]
        law = [(u - s / (2 * q) * (u - y), p * q / 2) for u, p in law for y, q in draws]
        assert abs(sum(p * u**2 for u, p in law) - X) < 1e-12
print(f"printed: E|P g_t|² does not tend to 0, as the variance constant grows to {m:.0f}, like √t/4")
print(f"true: E|P g_t|² = {X:.1e} at t = 10^5")
assert X < 1e-3
