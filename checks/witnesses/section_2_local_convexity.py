"""Section 2, line 522 [x:sec2-local-strong-convexity]: every function is strongly convex around non-degenerate minima.

Read for every twice differentiable function: false. Read for functions with a continuous second derivative that is
bounded below at the minimum it is true.
L(x) = x²/2 + 2 x⁴ sin(1/x), L(0) = 0, is twice differentiable everywhere, with L'(0) = 0 and L''(0) = 1.
"""

import sympy as sp

x = sp.Symbol("x", real=True)
k = sp.Symbol("k", positive=True, integer=True)
L = x**2 / 2 + 2 * x**4 * sp.sin(1 / x)
slope = sp.diff(L, x)
assert sp.limit(slope / x, x, 0, "+-") == 1  # L''(0) = 1
near = sp.simplify(sp.diff(L, x, 2).subs(x, 1 / (sp.pi / 2 + 2 * sp.pi * k)))  # these points tend to the minimum
curvature = sp.limit(near, k, sp.oo)
print("printed: L'' >= λ > 0 near the minimum")
print("true: L'' tends to", curvature, "along points that tend to the minimum")
assert curvature < 0
