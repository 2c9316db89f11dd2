"""Section 4, line 804 [x:sec4-unbiased-descent-possible]: for c_bias,2 = 0 and β_t in o(s_t) some step s_t > 0 makes
the bound of Theorem 4.1 a guarantee of descent, "always".

Read for every u_t: false at stationary points of the class, P_t g_t = 0 and g_t not 0, where the expression is positive
for every step. Read for P_t g_t not 0 it is true. All constants are 1, as for constants on two points, β = 0.
"""

import sympy as sp

s, tangent = sp.symbols("s tau", positive=True)


def expression(projected, normal):  # of Theorem 4.1 with c_bias,1 = c_var,1 = c_var,2 = L + C_R = 1
    return -(s - s**2 / 2) * projected**2 + s**2 / 2 * normal**2


at_stationary = sp.expand(expression(0, 1))
print("printed: the expression is negative for some s > 0")
print("true: it is", at_stationary, "for all s > 0, at a stationary point")
assert at_stationary.is_positive
assert sp.limit(expression(tangent, 1) / s, s, 0).is_negative  # elsewhere short steps will do
