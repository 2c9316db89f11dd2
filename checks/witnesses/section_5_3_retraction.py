"""Section 5.3, line 1902, and Appendix K.5 [x:sec5.3-retraction]: R_t(u_t + s P^n g) is the network of θ + s ϑ, where
P^n g = Σ ϑ_k ∂_k Φ.

Read as a function of u_t + s P^n g: false, ϑ is not unique, and equal functions go to different networks. With a rule
for ϑ, as the shortest one, it is a definition. Φ(x) = A max(a x, 0)² at A = a = 1, for x > 0.
"""

import sympy as sp

x, s, A, a = sp.symbols("x s A a", positive=True)
phi, here = A * (a * x) ** 2, {A: 1, a: 1}
one, other = {A: 1, a: 0}, {A: 0, a: sp.Rational(1, 2)}  # two choices of ϑ
assert len({sum(v * sp.diff(phi, p) for p, v in c.items()).subs(here) for c in (one, other)}) == 1  # the same P^n g
networks = [sp.expand(phi.subs({p: here[p] + s * v for p, v in c.items()}, simultaneous=True)) for c in (one, other)]
print("printed: R_t gives one network,", networks[0])
print("true: R_t gives", networks[0], "and", networks[1])
assert sp.expand(networks[0] - networks[1]) != 0
