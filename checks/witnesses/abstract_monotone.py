"""Abstract, line 197 [x:abs-monotone-as]: the scheme "converges almost surely monotonically".

Read: with probability one L(u_{t+1}) <= L(u_t) for all t. False: half of the first steps below go up. Read for the
mean loss plus the noise to come, s² (d/n) |(I - P) g|² / 2, it is true; the last assertion shows it for this step.
Least squares by constants, two points of mass 1/2 with the targets 1 and -1, one drawn point a step: minimiser 0.
"""

from fractions import Fraction as Q

TARGETS, HALF = (1, -1), Q(1, 2)


def loss(u):
    return sum(HALF * (u - y) ** 2 / 2 for y in TARGETS)


u, s = HALF, HALF
after = [u - s * (u - y) for y in TARGETS]  # each with probability 1/2
probability = sum(HALF for v in after if loss(v) <= loss(u))
noise = s**2 / 2 * sum(HALF * y**2 for y in TARGETS)  # (I - P) g is minus the target, which has mean zero
print("printed: P(the loss does not rise) = 1")
print("true: P(the loss does not rise) =", probability)
assert probability < 1
assert sum(HALF * loss(v) for v in after) <= loss(u) + noise
