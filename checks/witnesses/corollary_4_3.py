"""Corollary 4.3, line 893 [x:cor-markov/descent]: Theorem 4.2 "implies descent with high probability via Markov".

Read as L(u_{T+1}) < L(u_1) with high, or at least positive, probability whenever Theorem 4.2 applies: false near the
minimum. Read as P(gap >= K) <= bound / K it is true, which gives descent while the gap is large against ξ.
Least squares by constants, two points of mass 1/2 with the targets 1 and -1, one drawn point, u_1 = 1/4, s = 1/2.
All constants are 1: σ = s - s²/2, a = 1 - 2σ = 1/4 and ξ = s²/2.
"""

from fractions import Fraction as Q

u, s = Q(1, 4), Q(1, 2)
a, xi = 1 - 2 * (s - s**2 / 2), s**2 / 2
assert 0 < a < 1
after = [u - s * (u - y) for y in (1, -1)]  # each with probability 1/2; the gap is u²/2
probability = sum(Q(1, 2) for v in after if v**2 < u**2)
print("printed: P(descent) is high")
print("true: P(descent) =", probability)
assert probability == 0
assert sum(v**2 / 2 for v in after) / 2 <= a * u**2 / 2 + xi  # Theorem 4.2
