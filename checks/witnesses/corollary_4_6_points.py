"""Corollary 4.6, line 1016 [x:cor4.6-setting]: the bounds of Lemma B.2 are all that is asked of the estimator, and
E|Pu - u_{t+1}|² <= 2 (1 + c)^-t |Pu|² for u in M, n = c (d - 1) and the best step.

Read for the lemma, whose bounds contain k: false for plain points, where k > d; the proof puts d for k. True with k in
place of d, hence as printed for optimal points.
All functions on two points of masses 1/3 and 2/3: d = 2, plain points have k = 3. One point, c = 1, step 1/k = 1/3:
P^1 g = g(x)/ρ(x) times the indicator of x. Target: the indicator of the first point.
"""

from fractions import Fraction as Q

rho, d, n, t = (Q(1, 3), Q(2, 3)), 2, 1, 3
k = max(1 / p for p in rho)
c, s = Q(n, d - 1), n / (n + k - 1)
first = rho[0] * (1 - s / rho[0]) ** 2 + rho[1]  # what one step makes of E(u_t - u)² at the first point
after = first**t
print("printed: E|Pu - u_4|²/|Pu|² <=", 2 * (1 + c) ** -t)
print("true: E|Pu - u_4|²/|Pu|² =", after)
assert after > 2 * (1 + c) ** -t
assert after <= ((k - 1) / (n + k - 1)) ** t
