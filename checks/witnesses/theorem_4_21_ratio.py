"""Proof of Theorem 4.21, line 1600 [x:thm4.21-proof-compact-2/ratio]: on the points with γ <= h <= G, where
h = |P g|, the ratio f = |(I - P) g| / |P g| is a continuous function.

Read as printed: false, also on compact classes, since only P is said to be continuous, and (LS) bounds L along T only.
M = [0, 1] x {0} in R², T the first axis, L(x, z) = (x + 1)²/2 - x⁴ tanh(z/x⁴), and (x + 1)²/2 for x = 0. L has a
Fréchet derivative at every point of M, as |x⁴ tanh(z/x⁴)| <= x⁴: g = (x + 1, -1), but (1, 0) at x = 0. So h = x + 1
lies between γ = 1 and G = 2, and f = 1/(x + 1) jumps to 0 at x = 0. If the gradient is continuous, so is f.
"""

from math import tanh


def slope(x, z=1e-30):
    """The derivative in z at (x, 0), as a difference quotient."""
    return -(x**4) * tanh(z / x**4) / z if x else 0.0


f = [abs(slope(x)) / (x + 1) for x in (1e-3, 1e-6, 0.0)]
print("printed: f tends to f(0) =", f[-1])
print("true: f tends to 1, for it is", f[0], "and", f[1], "on the way")
assert f[1] > 0.999
assert f[-1] == 0
