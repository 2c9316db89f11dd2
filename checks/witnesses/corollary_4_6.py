"""Corollary 4.6, lines 1017-1024, and its proof, lines 1049-1058 [cor:convergence_up_to_precision]
[x:display-cor4.6-proof-error]: from u_1 = 0 with n = c (d - 1) points the relative
error of u_t is at most (...) |u - Pu|²/|u|² + ε with ε = 2 (1 + c)^-t, that is t = ln(2/ε)/ln(1 + c).

Read with u_t, which has made t - 1 steps: false for c > 1. Read after t steps, for u_{t+1}, it is true, with half of ε.
All functions on two points of mass 1/2, d = n = 2, c = 2, u = (1, 1) in M, step n/(n + d - 1) = 2/3, t = 2.
"""

from fractions import Fraction as Q
from itertools import product

d, n, half = 2, 2, Q(1, 2)
c, s = Q(n, d - 1), Q(n, n + d - 1)


def square_after(e, steps):  # E|u_t - u|², where P^n g is the mean of 2 g(x_i) times the indicator of x_i
    if steps == 0:
        return sum(half * v**2 for v in e)
    draws = product(range(2), repeat=n)
    return sum(square_after([v - s * 2 * v * x.count(i) / n for i, v in enumerate(e)], steps - 1) for x in draws) / 4


t, start = 2, (-1, -1)
print(f"printed: E|u - u_2|²/|u|² <= {2 * (1 + c) ** -t}\ntrue: E|u - u_2|²/|u|² = {square_after(start, t - 1)}")
assert square_after(start, t - 1) > 2 * (1 + c) ** -t >= square_after(start, t) == (1 + c) ** -t
