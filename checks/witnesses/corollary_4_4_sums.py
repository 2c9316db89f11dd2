"""Proof of Corollary 4.4, lines 945-951 [x:display-cor4.4-proof-xibar]: ξ̄_T = Σ_t (a_t ... a_{T-1}) ξ_t, which is at
most a constant times (T - 1)^(ε - c_1) Σ_t (t - 1)^c_1 ξ_t.

Read as printed: both false. With ξ̄_{t+1} = ξ_{t+1} + a_{t+1} ξ̄_t of the theorem the factors are a_{t+1} ... a_T, and
the bound needs t^c_1 for (t - 1)^c_1: the first term must not be lost. Factors a_t = 1 - 1/t + 3/(4t²), c_1 = 1.
"""

from fractions import Fraction as Q
from math import prod

T, xi = 2, {1: Q(1), 2: Q(0)}
a = {t: 1 - Q(1, t) + Q(3, 4 * t**2) for t in range(1, T + 1)}
bar = Q(0)
for t in range(1, T + 1):
    bar = xi[t] + a[t] * bar
printed = sum(prod(a[k] for k in range(t, T)) * xi[t] for t in range(1, T + 1))
shifted = sum(prod(a[k] for k in range(t + 1, T + 1)) * xi[t] for t in range(1, T + 1))
bound = sum((t - 1) * xi[t] for t in range(1, T + 1))
print(f"printed: the accumulated term is {printed}, and at most C times {bound}")
print("true: the accumulated term is", bar)
assert printed != bar == shifted
assert bar > bound == 0
