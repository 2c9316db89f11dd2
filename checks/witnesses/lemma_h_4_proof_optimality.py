"""Proof of Lemma H.4, line 2595 [x:display-lemH.4-proof-optimality]: the right-hand side of (25), which is for t in
[0, T], is least where g'(s) + λ(t - s) = 0.

Read for the minimiser over [0, T]: false where that is an end. Over all real t it is true, and since this minimum is
only smaller, the conclusion stands. M = H = R, L = v²/2 + v⁴/4, λ = 1, from 1 to 0: g(t) = L(1 - t), T = 1, s = 1/2.
"""

import sympy as sp

t, v = sp.symbols("t v", real=True)
g = (v**2 / 2 + v**4 / 4).subs(v, 1 - t)
s, lam, T = sp.Rational(1, 2), 1, 1
below = g.subs(t, s) + sp.diff(g, t).subs(t, s) * (t - s) + sp.Rational(lam, 2) * (t - s) ** 2
(root,) = sp.solve(sp.diff(below, t), t)
best = min((0, T, *([root] if 0 <= root <= T else [])), key=lambda end: below.subs(t, end))
slope = sp.diff(below, t).subs(t, best)
print("printed: at the minimiser the derivative is 0")
print(f"true: at the minimiser t = {best} it is", slope, "and the zero is at", root)
assert slope != 0
assert below.subs(t, root) < below.subs(t, best) <= g.subs(t, T)
