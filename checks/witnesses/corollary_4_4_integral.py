"""Proof of Corollary 4.4, lines 953-959 [x:display-cor4.4-proof-integral]: (T - 1)^(ε - c_1) times the integral of
t^(c_1 - p) over [1, T] is (T^(ε - p + 1) - (T - 1)^(ε - c_1)) / (c_1 - p + 1).

Read as printed: false, since T - 1 and T were multiplied as if equal. For c_1 = p - 1, the smallest c_0 that is
allowed, it also divides by zero, where the integral is log T; the rate holds there thanks to ε.
"""

import sympy as sp

t, T = sp.symbols("t T", positive=True)


def both(c_1, p, eps, end):
    integral = (end - 1) ** (eps - c_1) * sp.integrate(t ** (c_1 - p), (t, 1, end))
    difference = sp.Integer(end) ** (eps - p + 1) - (end - 1) ** (eps - c_1)
    return difference / (c_1 - p + 1), integral


printed, true = both(sp.Integer(2), 2, 1, 2)
print("printed: for T = c_1 = p = 2 and ε = 1 it is", printed)
print("true: for T = c_1 = p = 2 and ε = 1 it is", true)
assert printed != true
assert sp.integrate(t ** (1 - 2), (t, 1, T)) == sp.log(T)
