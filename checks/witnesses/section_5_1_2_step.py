"""Section 5.1.2, line 1669 [x:sec5.1.2-step]: for n = 1 the best constant step is 1/9, in both panels of Figure 3.

Read for uniform and for optimal points: true for uniform ones, where k = 9, and false for optimal ones, where k = 3 and
the best step n/(n + k - 1) of Corollary 4.6 is 1/3. Legendre polynomials of degree less than 3 on [-1, 1].
"""

import sympy as sp

x, s = sp.symbols("x s", real=True)
K = sp.expand(sum((2 * k + 1) * sp.legendre(k, x) ** 2 for k in range(3)))
candidates = [-1, 1, *sp.real_roots(sp.diff(K, x))]
uniform = max(K.subs(x, at) for at in candidates if -1 <= at <= 1)  # sup w K with w = 1
optimal = sp.simplify(3 / K * K)  # w = d / K
best = {k: sp.solve(sp.diff(1 - 2 * s + k * s**2, s), s)[0] for k in (uniform, optimal)}
print(f"printed: best steps {sp.Rational(1, 9)} and {sp.Rational(1, 9)}")
print(f"true: best steps {best[uniform]} for uniform and {best[optimal]} for optimal points")
assert best[uniform] == sp.Rational(1, 9) != best[optimal]
