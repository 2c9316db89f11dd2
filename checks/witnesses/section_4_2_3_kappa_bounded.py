"""Section 4.2.3, line 1517 [x:sec4.2.3-kappa-short]: κ_t <= κ̄ holds only for a short sequence of steps, or when
|(I - P_t) g_t| tends to 0.

Read for any steps: false, iterates that come to rest off the stationary point have a bounded κ_t for ever. Read with
a_t <= ā < 1, the assumption of Theorem 4.16 for which κ_t <= κ̄ is needed, it is true.
Least squares on the line {(x, 0)} of R² beside the target (0, 1), exact steps s_t = 1/(t + 1)² from x_1 = 2: then
x_t = 1 + 1/t, κ_t = 1 + 1/x_t² and |(I - P_t) g_t| = 1. All σ̃_t are positive, but a_t tends to 1.
"""

from fractions import Fraction as Q

x, kappas = Q(2), []
for t in range(1, 1000):
    assert x == 1 + Q(1, t)  # by induction: (1 + 1/t) (1 - 1/(t + 1)²) = 1 + 1/(t + 1)
    kappas.append(1 + 1 / x**2)
    x -= Q(1, (t + 1) ** 2) * x
print("printed: if κ_t is bounded, |(I - P_t) g_t| tends to 0")
print("true: κ_t < 2 for all t, and |(I - P_t) g_t| = 1")
assert max(kappas) < 2
