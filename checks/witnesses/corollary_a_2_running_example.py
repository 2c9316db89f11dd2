"""Corollary A.2, lines 2067 and 2087 [cor:leibniz_application/sufficiently-regular], and the display in line 2046
[x:display-appA-frechet]: ℓ(v; x) = (v(x) - u*(x))²/2 is Fréchet differentiable in v for almost all x, and so is the
empirical risk L_n in L²(ρ).

Read on L² of a measure without atoms, as for the running example of Section 1.1: both false, point values are not
continuous. True for L_n along functions with point values, on points with mass, and in H¹ of an interval.
The gradient v - u* of the integral is right on L² too, but by another proof.
Uniform points of (0, 1), v - u* = 1, and one sample point x: a spike h of height 1 and width ε around it.
"""

import sympy as sp

x, eps = sp.symbols("x epsilon", positive=True)
norm = sp.sqrt(sp.integrate(1, (x, 0, eps)))  # of h
before, after = sp.Rational(1, 2) * 1**2, sp.Rational(1, 2) * (1 + 1) ** 2  # ℓ(v; x) and ℓ(v + h; x), or L_n
slope = sp.limit((after - before) / norm, eps, 0, "+")  # at most the norm of the derivative, if there were one
print("printed: |ℓ(v + h; x) - ℓ(v; x)| / |h| stays bounded as h -> 0, the same for L_n")
print("true: it tends to", slope)
assert slope == sp.oo
rise = sp.integrate(after - before, (x, 0, eps))  # of the integral of ℓ, which changes on the spike only
assert sp.limit((rise - sp.integrate(1 * 1, (x, 0, eps))) / norm, eps, 0, "+") == 0  # less (v - u*, h): o(|h|)
