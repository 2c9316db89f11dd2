"""Section 1.1, line 250 [x:sec1.1-setting-iii]: the estimator P_t^n is F_t-measurable, as the iterate u_t is.

Read literally it is known at step t, hence its own mean given F_t, and an unbiased one would be P_t itself. False for
every estimator from fresh points: it is F_{t+1}-measurable, and only its law is known at step t.
Constants on two points of mass 1/2, one drawn point: P_0^1 g = g(x_0). F_0 knows nothing, so that F_0-measurable is
constant. Least squares with the targets 1 and -1 from u_0 = 0.
"""

from fractions import Fraction as Q

u0, targets = Q(0), (1, -1)
g = [u0 - y for y in targets]
estimates = g  # P_0^1 g_0 as a function of the point drawn
spread = max(estimates) - min(estimates)
print("printed: the estimates of step 0 differ by 0")
print("true: the estimates of step 0 differ by", spread)
projection = sum(g) / 2
assert spread != 0
assert sum(estimates) / 2 == projection
