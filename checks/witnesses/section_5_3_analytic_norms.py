"""Section 5.3, line 1914 [x:sec5.3-analytic-norms]: P^n g is a shallow network, as u_{t+1} and ū_{t+1} are.

Read for the tangents of line 2796: false for P^n g and ū_{t+1} with σ(x) = max(x, 0)², since ∂Φ/∂b_0 has a kink, and
networks of every width have none. True for differences in place of derivatives, as in Appendix K.3; and the norms can
be computed anyhow, piece by piece. One neuron at the knot 0: ∂Φ/∂b_0 = σ'(x) = 2 max(x, 0).
"""

import sympy as sp

x = sp.Symbol("x", real=True)
right, left = x**2, 0 * x  # σ on both sides of its knot; a network is a sum of such pieces and a constant
tangent = [sp.diff(side, x) for side in (right, left)]
jump = (sp.diff(tangent[0], x) - sp.diff(tangent[1], x)).subs(x, 0)
of_networks = (sp.diff(right, x) - sp.diff(left, x)).subs(x, 0)
print("printed: the slope of ∂Φ/∂b_0 jumps by", of_networks, "as that of every network")
print("true: the slope of ∂Φ/∂b_0 jumps by", jump)
assert jump != of_networks
