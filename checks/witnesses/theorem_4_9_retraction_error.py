"""Proof of Theorem 4.9, lines 1212-1234 [x:display-thm4.9-proof-descent]: the mean gap of u_{t+1} is at most
gap - σ_t |P_t g_t|² + s_t² (L + C_R)/2 c_var,2 |(I - P_t) g_t|².

Read as printed: false when β_t > 0, which Theorem 4.1 adds and both displays have lost. With + β_t it is true, as in
the theorem itself. H = M = T = R, L = v²/2, P exact, u_t = 1, s = 1, β = 1, and R(v) = √(v² + 2β), so that
L(R(v)) = L(v) + β; C_R may be as small as you like, and (I - P) g = 0.
"""

import sympy as sp

u, s, beta, C_R = sp.Integer(1), 1, 1, sp.Symbol("C_R", positive=True)
after = sp.sqrt((u - s * u) ** 2 + 2 * beta) ** 2 / 2
sigma = s - sp.Integer(s) ** 2 * (1 + C_R) / 2
printed = sp.expand(u**2 / 2 - sigma * u**2)
print("printed: the gap after the step is at most", printed)
print("true: the gap after the step is", after)
assert after > printed.subs(C_R, sp.Rational(1, 100))
assert sp.simplify(printed + beta - after).is_positive  # = C_R / 2
