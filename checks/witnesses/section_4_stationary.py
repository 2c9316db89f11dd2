"""Section 4, lines 825-826 [x:sec4-stationary-impossible]: for c_bias,2 > 0 and u not in M convergence to a stationary
point is impossible.

Read for all u outside of M: false where the bias does not see u. Read as `not guaranteed`, or for some u, it is true:
the mean tends to Pu + E P^n (u - Pu).
Constants on three points of mass 1/3, one point drawn with probabilities 1/2, 1/4, 1/4, P^1 g = g(x). The bias of
r = (2, -1, -1) is not 0, so that c_bias,2 > 0. The target (0, 1, -1) has Pu = 0, and the steps are s_t = 1/t.
"""

from fractions import Fraction as Q

mu = (Q(1, 2), Q(1, 4), Q(1, 4))
assert sum(p * r for p, r in zip(mu, (2, -1, -1), strict=True)) != 0  # the bias
law, squares = {Q(1): Q(1)}, []  # the law of u_t = P g_t, from u_1 = 1
for t in range(1, 31):
    new = {}
    for u, p in law.items():
        for q, y in zip(mu, (0, 1, -1), strict=True):
            v = u - Q(1, t) * (u - y)
            new[v] = new.get(v, 0) + p * q
    law = new
    squares.append(sum(p * v**2 for v, p in law.items()))  # E|P g_{t+1}|²
print("printed: E|P g_t|² does not tend to 0")
print("true: E|P g_31|² =", squares[-1], "and E|P g_{t+1}|² = 1/(2t) for all t, a mean of t draws of variance 1/2")
assert squares == [Q(1, 2 * t) for t in range(1, 31)]
