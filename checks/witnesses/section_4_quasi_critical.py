"""Section 4, line 831 [x:sec4-quasi-critical-convergence]: for biased estimators "we prove almost sure convergence to a
notion of quasi-critical point". Read as in Theorem 4.21 (the set A of these points is an accumulation set: the lower
limit of d(u_t, A) is 0) it is true here; read as d(u_t, A) -> 0 it is false, under all hypotheses of the theorem.

H = R², M = T = first axis, L(x, z) = ∫W + z (1 + W(x)) with a wave W of period 1, 2 at 0, -2 at 1/2, linear between:
g = (W, 1 + W) on M. P^n g = (g_1 - g_2) e_1 has c_bias1 = c_bias2 = 1, and is -1 on M: x_{t+1} = x_t + 1/t, R_t = I.
"""

from fractions import Fraction as Q


def wave(x):
    return 2 * (4 * abs(x % 1 - Q(1, 2)) - 1)


x, t, returns, leaves = Q(0), 1, [], []
while x < 5:
    quasi_critical = abs(wave(x)) <= abs(1 + wave(x))  # if and only if W >= -1/2, so |x - 1/2| >= 3/16 modulo 1
    (returns if quasi_critical else leaves).append((int(x), max(Q(3, 16) - abs(x % 1 - Q(1, 2)), Q(0))))
    x, t = x - Q(1, t) * (wave(x) - (1 + wave(x))), t + 1
far = [max(d for period, d in leaves if period == k) for k in (2, 3, 4)]
print("printed: d(u_t, A) tends to 0")
print("true: in each of the periods 2, 3, 4, ... of the wave it is 0, and at least", float(min(far)))
assert {2, 3, 4} <= {period for period, _ in returns}
assert min(far) > Q(1, 10)  # and both for ever, as the steps become shorter
