"""Theorem 4.21, lines 1544-1547, and its proof, lines 1578-1584 [x:thm-biased] [x:thm4.21-proof-compact]
[x:thm4.21-proof-case1]: the quasi-critical points are almost surely an accumulation set of the iterates, as all u_t lie
in the set where |P g| <= G, which is compact, so that |P_t g_t| -> 0 leads to a critical point.

Read with the printed hypotheses: all three false, such a set is only closed. For iterates in a compact subset of M they
are true. H = M = T = R, L = 1/(1 + x²), exact steps s_t = 1/t from x_1 = 1, R = I, β = 0; c_bias,2 does not matter, as
(I - P) g = 0: quasi-critical is only x = 0, the maximum. The iterates increase; were they bounded, their moves would be
at least m/t for some m > 0, with an infinite sum. So x_t tends to infinity, and P_t g_t to 0.
"""

import sympy as sp

x, positive = sp.Symbol("x", real=True), sp.Symbol("x", positive=True)
loss = 1 / (1 + x**2)
slope = sp.diff(loss, x)
G, L = sp.maximum(slope, x, sp.Reals), sp.maximum(sp.diff(slope, x), x, sp.Reals)  # |g| <= G and (LS)
assert (G.is_finite, L.is_finite, sp.solve(slope, x)) == (True, True, [0])
assert slope.subs(x, positive).is_negative  # so that x_t increases from 1
print("printed: the iterates come as close as you like to x = 0, and {|P g| <= G} is compact")
print("true: x_t >= 1 for all t, and |P g| <=", G, "on all of R; lim |P g| =", sp.limit(slope, x, sp.oo))
assert sp.limit(slope, x, sp.oo) == 0
