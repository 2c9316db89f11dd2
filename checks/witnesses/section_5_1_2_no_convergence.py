"""Section 5.1.2, line 1671 [x:sec5.1.2-no-convergence]: as |(I - P)g_t| does not vanish, neither Corollary 4.10 nor
Corollary 4.13 applies, and convergence cannot be expected.

Read literally: false for Corollary 4.13, which asks for a bounded |(I - P)g_t| (line 1322) and for steps of the order
t^(δ-1). True is that the constant step of this section is outside of it.
Least squares by constants, two points of mass 1/2 with the targets 1 and -1, one drawn point a step: |(I - P)g_t| = 1
always. With the steps 1/t from t = 1 on.
"""

import sympy as sp

t, e, s, X = sp.symbols("t e s X", positive=True)
targets = (1, -1)
assert {(-y - sum(-z for z in targets) / 2) ** 2 for y in targets} == {1}  # |(I - P)g|² at either point
after = sp.expand(sum((e - s * (e - y)) ** 2 for y in targets) / 2).subs(e**2, X)  # E e² after a step, where X = E e²
assert after.subs(s, 1) == 1  # hence 1 at t = 2, whatever the start
assert sp.simplify(after.subs({s: 1 / t, X: 1 / (t - 1)}) - 1 / t) == 0  # and 1/(t - 1) at t, by induction
limit, constant = sp.limit(1 / (t - 1), t, sp.oo), sp.solve(after.subs(s, sp.Rational(1, 9)) - X, X)[0]
print("printed: E e² does not tend to 0")
print(f"true: E e² = 1/(t - 1), it tends to {limit} (with the constant step 1/9 to {constant})")
assert limit == 0 < constant
