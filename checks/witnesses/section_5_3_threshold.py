"""Section 5.3, line 1919 [x:sec5.3-beta-not-l2]: the steps under β_t(s_t) <= β̄_t are not summable if and only if β̄ is
not in ℓ².

Read as printed: false, β_t is of second order in s, so that s_t is of the order of the root of β̄_t. With ℓ^(1/2) for ℓ²
it is true. One point x = 1, Φ = A max(a x, 0)² at A = a = 1, a step of a by -s, √(2λ) = 1, and β̄_t = 1/t.
"""

import sympy as sp

s, t = sp.symbols("s t", positive=True)
linear, retracted = 1 - 2 * s, (1 - s) ** 2
eps = sp.expand(retracted - linear)
beta = (1 + eps + 2 * s) * eps  # (√(2λ) + ε + s |P^n g|) ε, which grows with s
lower = 1 / (2 * sp.sqrt(t))
room = sp.expand(1 - t * beta.subs(s, lower))  # positive for t >= 1: the step t^(-1/2)/2 is allowed
assert min(room.subs(t, 1), sp.sign(sp.diff(room, t))) > 0
k = sp.Symbol("k", positive=True, integer=True)
in_l2, steps = (bool(sp.Sum(k**-p, (k, 1, sp.oo)).is_convergent()) for p in (2, sp.Rational(1, 2)))
print("printed: 1/t is in ℓ²:", in_l2, "- hence the steps are summable:", in_l2)
print("true: the steps are at least", lower, "and summable:", steps)
assert in_l2 > steps
