"""Abstract, line 193 [x:abs-fixed-estimate]: replacing the objective with a Monte Carlo estimate "before" employing
gradient descent "yields the classical stochastic gradient descent method".

Read for an estimate that is drawn once: false, that minimises an empirical risk and stops there. Read for one that is
drawn anew in every step: true; but then line 194 fails, by which it causes a generalisation error, as 1/t tends to 0.
Least squares by constants, two points of mass 1/2 with the targets 1 and -1, one drawn point, s_t = 1/t; minimiser 0.
"""

from fractions import Fraction as Q
from itertools import product


def mean_square(seen, t, total=Q(0)):
    for path in product((1, -1), repeat=t):
        u = Q(1)
        for k, y in enumerate(seen(path), start=1):
            u -= Q(1, k) * (u - y)
        total += u**2
    return total / 2**t


sgd, once = ([mean_square(seen, t) for t in (1, 2, 3)] for seen in (lambda p: p, lambda p: p[:1] * len(p)))
print("printed: the mean squares of three iterates are those of SGD,", *sgd)
print("true: the mean squares of three iterates are", *once)
assert once == [1, 1, 1] != sgd == [1, Q(1, 2), Q(1, 3)]
