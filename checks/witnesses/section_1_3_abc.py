"""Section 1.3, line 398 [x:sec1.3-abc-c-zero]: with C = 0 in the ABC condition SGD has the rate of gradient
descent.

Read for all A and B: false for A > 0, since A (L - L_min) is noise that stays where L > L_min. True for A = 0, which
the paper assumes from there on, and under (PL) with M = H. H = M = R, L(v) = v²/2 for |v| <= 3 above a well of depth
L_min = -1 elsewhere, from v = 1: gradient descent with the step 1/2 is 4^-t. The estimate v ± √(L(v) + 1)
has A = B = 1 and C = 0; with steps s <= 1 no path leaves |v| <= 3, as (1 - s) 3 + s √(9/2 + 1) < 3.
"""

import sympy as sp

v, s, X, t = sp.symbols("v s X t", positive=True)
loss, lowest = v**2 / 2, -1
noise = sp.sqrt(loss - lowest)
mean_square = sp.expand(sum((v + sign * noise) ** 2 for sign in (1, -1)) / 2)
assert sp.expand(mean_square - (loss - lowest) - sp.diff(loss, v) ** 2) == 0  # A = B = 1, C = 0, as an equality
after = sp.expand(sum((v - s * (v + sign * noise)) ** 2 for sign in (1, -1)) / 2).subs(v**2, X)  # E v², X = E v²
best = X / (sp.Rational(3, 2) * X + 1)
assert sp.simplify(after - after.subs(s, best) - (sp.Rational(3, 2) * X + 1) * (s - best) ** 2) == 0
assert sp.simplify(1 / after.subs(s, best) - 1 / X - 1 / (X / 2 + 1)) == 0  # 1/X grows by less than one a step
limit = sp.limit(sp.exp(sp.log(1 / (2 * t)) / t), t, sp.oo)  # X_1 = 1, hence X_t >= 1/t, and the gap is X_t / 2
print("printed: lim (mean gap)^(1/t) <= a < 1, as for gradient descent, where it is 1/4")
print("true: lim (mean gap)^(1/t) =", limit)
assert limit == 1
