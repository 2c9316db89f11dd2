"""Section 5.1.3, line 1728 [ref:bias_oscillation]: the conditioned estimators come down to L(u_t) - L_min,M <=
c_bias,2² L_min,M.

Read in the mean for a constant step and with the best constants: false, a constant step leaves a variance of its own.
True for the mean iterate, with c_bias,2 / c_bias,1. (With the larger c_bias,2 of Table 2 the bound holds in this
example. Figure 5 prints no steps; with decreasing ones c_bias,1 is missing all the same.)
Constants on two points of mass 1/2, targets 1 and -1, n = 2 d = 2 plain points: Ĝ = 1, S_δ always holds, conditioning
changes nothing and there is no bias, c_bias,2 = 0. The step 1/2: e' = e/2 + (mean of two targets)/2.
"""

from fractions import Fraction as Q
from itertools import product

s, targets = Q(1, 2), (1, -1)
floor = sum(Q(y**2) for y in targets) / 2 / 2  # L_min,M at the mean 0
means = [Q(a + b, 2) for a, b in product(targets, repeat=2)]  # equally likely
assert sum(means) == 0  # no bias: E e' = (1 - s) E e
noise = s**2 * sum(m**2 for m in means) / 4
level = noise / (1 - (1 - s) ** 2) / 2  # where E e'² = (1 - s)² E e² + noise is stationary
print("printed: the mean gap tends to at most", 0 * floor)
print("true: the mean gap tends to", level, "with L_min,M =", floor)
assert level > 0
