"""Section 1.2, line 343 [x:sec1.2-unbiased-vs-biased/rate]: "in the unbiased case" the scheme achieves rates comparable
to deterministic first-order methods.

Read as it stands: false, unbiased is not enough; with noise at the minimiser no steps that are fixed in advance beat
1/t, where gradient descent is exponential. Read "under suitable conditions", as in the abstract, it is true: without
noise at the minimiser.
Least squares by constants, two points of mass 1/2 with the targets 1 and -1, one drawn point y: u -> u - s (u - y) is
unbiased, and X = E u² goes to (1 - s)² X + s². Gradient descent with the step s has X -> (1 - s)² X.
"""

import sympy as sp

X, s, t = sp.symbols("X s t", positive=True)
after = sum((1 - s) ** 2 * X + 2 * (1 - s) * s * sp.sqrt(X) * y + s**2 for y in (1, -1)) / 2
best = X / (X + 1)
assert sp.simplify(after - best - (X + 1) * (s - best) ** 2) == 0  # at least X/(X + 1), whatever s: 1/X grows by <= 1
limit = sp.limit(sp.exp(sp.log(1 / (1 + t)) / t), t, sp.oo)  # from X = 1, hence X >= 1/(1 + t) after t steps
print("printed: lim (mean square)^(1/t) <= a < 1, as for gradient descent, where it is (1 - s)²")
print("true: lim (mean square)^(1/t) =", limit)
assert limit == 1
