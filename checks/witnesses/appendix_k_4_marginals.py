"""Appendix K.4, line 2862 [x:display-appK.4-marginals]: p_k(x_l | x_{l-1}, ..., x_1) is the integral of ψ_k² ρ over the
later coordinates.

Read as a density of x_l: false, the integral is the joint density of x_1, ..., x_l. Divided by that of the first l - 1
it is true. ψ = 1, two standard Gaussian coordinates, l = 2 and x_1 = 0: nothing is left to integrate.
"""

import sympy as sp

x, y = sp.symbols("x y", real=True)
rho = sp.exp(-(x**2 + y**2) / 2) / (2 * sp.pi)
printed = rho.subs(x, 0)
mass = sp.integrate(printed, (y, -sp.oo, sp.oo))
before = sp.integrate(rho, (y, -sp.oo, sp.oo)).subs(x, 0)
print("printed: p(x_2 | x_1 = 0) has the mass 1")
print("true: what is printed has the mass", mass)
assert mass != 1
assert sp.simplify(mass / before) == 1
