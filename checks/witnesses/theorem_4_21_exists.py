"""Proof of Theorem 4.21, line 1605 [x:thm4.21-proof-exists]: the closure of V = {u_t} contains a c-quasi-critical
point, |P g| <= c |(I - P) g| with c = c_bias,2 / c_bias,1.

Read for any class: false, also for closed and linear ones, as u_t may go to infinity. On a compact M it is true.
H = R³, M = T = {z = 0}, R = I, L = h(x) + z cos θ with h = x²/2 for |x| <= 1 and |x| - 1/2 beyond, and θ depends on y,
tan θ = 1/(1 + y²). The estimate P^n g = (g_1 - g_3 cos θ, g_2 - g_3 sin θ) has c_bias,1 = c_bias,2 = 1, hence c = 1.
Where x >= 1, g = (1, 0, cos θ), so that |P g| = 1 > |(I - P) g|. There y moves by s sin θ cos θ, to infinity for the
steps s = 1/t, and x by -tan θ times this: from (4, 0) by π/2 at most, the integral of tan θ dy, and by 1/2 more as the
moves of y are at most 1/2. So x stays above 1 for ever, and no limit point or iterate is 1-quasi-critical.
"""

from math import atan, cos, pi, sin

x, y, excess = 4.0, 0.0, []
for t in range(1, 100_001):
    theta = atan(1 / (1 + y**2))
    g = (1, 0, cos(theta))
    excess.append(1 - abs(g[2]))  # |P g| - c |(I - P) g|
    x, y = x - (g[0] - g[2] * cos(theta)) / t, y - (g[1] - g[2] * sin(theta)) / t
    assert x > 4 - pi / 2 - 1 / 2 > 1
print("printed: |P g| - c |(I - P) g| <= 0 somewhere in the closure of V")
print(f"true: it is positive at all u_t, {min(excess):.4f} at y = {y:.2f} after {t} steps, and V has no limit points")
assert min(excess) > 0
