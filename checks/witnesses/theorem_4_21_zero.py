"""Proof of Theorem 4.21, lines 1585-1586 [x:thm4.21-proof-zero-in-closure]: 0 in h(closure of V), "and therefore" 0 in
the closure of V, V = {u_t} and h = |P g|, so that 0 is an accumulation point of the iterates u_t.

Read as printed: false, the zero is one of h. Read as `a zero of h lies in the closure of V` it is true.
H = T = R, M = [0, 2], L = (x - 1)²/2, exact steps s_t = 1/(t + 1) from x_1 = 2: x_t = 1 + 1/t, and h(x) = |x - 1|.
"""

from fractions import Fraction as Q

x, V = Q(2), []
for t in range(1, 1000):
    assert x == 1 + Q(1, t)
    V.append(x)
    x -= Q(1, t + 1) * (x - 1)
print("printed: the distance of 0 from V is 0")
print("true: the distance of 0 from V is 1, as x_t = 1 + 1/t; the smallest h so far is", min(v - 1 for v in V))
assert min(V) > 1
