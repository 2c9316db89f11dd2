"""Section 4.2.3, line 1516 [x:sec4.2.3-kappa-no-stuck/deterministic]: κ_t <= κ̄ is a deterministic condition on the
class and the loss.

Read along the iterates, as Theorem 4.16 needs it: false, it depends on the draws. Read as a bound of κ(v) for all v in
M it is one, and implies the other; it then excludes stationary points beside the target.
Least squares by constants, two points of mass 1/2 with the targets 1 and -1, one drawn point, u_1 = 1, s = 1/2:
P g = u and |(I - P) g| = 1, so that κ = 1 + 1/u².
"""

from fractions import Fraction as Q

u, s = Q(1), Q(1, 2)
after = [u - s * (u - y) for y in (1, -1)]  # each with probability 1/2
kappas = [1 + 1 / v**2 if v else float("inf") for v in after]
print("printed: κ_2 ≤ κ̄ after all draws, or after none")
print("true: κ_2 is", *kappas)
assert min(kappas) == 2
assert max(kappas) == float("inf")
