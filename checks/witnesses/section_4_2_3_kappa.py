"""Section 4.2.3, line 1515 [x:sec4.2.3-kappa-meaning]: κ_t = |g_t|²/|P_t g_t|² measures how close u_t lies to a
suboptimal stationary point.

Read: κ is large only there, and bounded on a class without such points. False; the other direction is true, near such
a point κ is large. The plane spiral with radius 1/φ winds into its target 0, for least squares: no point of it is
stationary, its limit is the optimum, and κ = 1 + φ².
"""

import sympy as sp

phi = sp.Symbol("phi", positive=True)
u = sp.Matrix([sp.cos(phi), sp.sin(phi)]) / phi
g, tangent = u, u.diff(phi)
slope = sp.simplify(g.dot(tangent))  # the loss falls along the spiral: never stationary
kappa = sp.simplify(g.dot(g) * tangent.dot(tangent) / slope**2)
print("printed: κ is bounded, as no point is stationary: the slope of the loss is", slope)
print("true: κ =", kappa, "tends to", sp.limit(kappa, phi, sp.oo))
assert slope.is_negative
assert sp.limit(kappa, phi, sp.oo) == sp.oo
