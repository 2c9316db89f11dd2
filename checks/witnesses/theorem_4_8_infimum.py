"""Proof of Theorem 4.8, lines 1139-1144 [x:display-thm4.8-proof-descent]: Y_t = L(u_t) - L_min is a finite number >= 0,
to which Proposition 4.7 is applied.

Read with L_min, the infimum over H (line 473): false, assumption (B) bounds L on M only. With L_min,M it is true, and
nothing else changes. H = R², L(x, y) = x²/2 + y, M = T_t the first axis: (LS) with L = 1, R_t = I, L_min,M = 0.
"""

import sympy as sp

x, y = sp.symbols("x y", real=True)
loss = x**2 / 2 + y
on_class = sp.calculus.util.minimum(loss.subs(y, 0), x, sp.Reals)
on_space = sp.limit(loss.subs(x, 0), y, -sp.oo)
gap = loss.subs({x: 1, y: 0}) - on_space
print("printed: Y_t = L(1, 0) - L_min is finite")
print("true: Y_t =", gap)
assert gap == sp.oo
assert on_class == 0
