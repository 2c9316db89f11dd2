"""Section 1.1, line 306 [x:sec1.1-example-v]: R_t(u_t + s P_t^n g_t) = F(θ_t + sϑ) for P_t^n g_t = Σ ϑ_k ∂_k F(θ_t).

Read for every such ϑ: false, R_t would have two values at one point where the derivatives are linearly dependent. With
a rule for ϑ, as the shortest one, it is a definition. F(θ) = θ_1 θ_2 v at θ = (2, 1/2).
"""

import sympy as sp

s, a, b = sp.symbols("s a b", positive=True)
F, here = a * b, {a: 2, b: sp.Rational(1, 2)}  # as multiples of v
one, other = {a: 2, b: 0}, {a: 1, b: sp.Rational(1, 4)}  # two choices of ϑ
assert [sum(v * F.diff(p) for p, v in c.items()).subs(here) for c in (one, other)] == [1, 1]  # the same P_t^n g_t
found = [sp.expand(F.subs({p: here[p] + s * v for p, v in c.items()}, simultaneous=True)) for c in (one, other)]
print("printed: R_t gives one multiple of v,", found[0])
print("true: R_t gives", found[0], "and", found[1])
assert sp.expand(found[0] - found[1]) != 0
