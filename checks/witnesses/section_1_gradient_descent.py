"""Section 1, lines 224-225 [x:sec1-gd-exponential]: "under the same assumptions", which are convexity, gradient descent
converges exponentially, O(a^t) with a < 1.

Read literally: for every convex loss. False for v⁴, smooth on [-1, 1], from v = 1 with the step 1/16: it is of order
1/t². Read as strong convexity, or (PL) with smoothness, it is true.
If L(u_t) <= C a^t, then the upper limit of L(u_t)^(1/t) is at most a < 1.
"""

import sympy as sp

v, z, t = sp.symbols("v z t", positive=True)
after = v - sp.diff(v**4, v) / 16
growth = sp.simplify((1 / after**2).subs(v, 2 * sp.sqrt(z)) * 4 * z)  # v'^-2 = growth · v^-2, where z = v²/4 <= 1/4
assert sp.simplify(growth - (1 - z) ** -2) == 0
room = sp.factor((1 + sp.Rational(28, 9) * z) * (1 - z) ** 2 - 1)  # >= 0 says v'^-2 <= v^-2 + 7/9
assert sp.simplify(room - z * (4 * z - 1) * (7 * z - 10) / 9) == 0  # both factors are negative for z < 1/4
lower = (1 + sp.Rational(7, 9) * t) ** -2  # hence v_t⁴ is at least this, by induction from v_0 = 1
limit = sp.limit(sp.exp(sp.log(lower) / t), t, sp.oo)
print("printed: lim L(u_t)^(1/t) <= a < 1")
print("true: lim L(u_t)^(1/t) =", limit)
assert limit == 1
