"""Section 1, lines 227-228 [x:sec1-affirmative]: an "affirmative answer" to whether estimated gradients come close to
the rates of gradient descent, which are exponential (line 225).

Read as a rate for the class: under the assumptions that make gradient descent exponential, so is the scheme. False:
1/t is the best for any steps that are fixed in advance. Read as Table 1 does, best case and worst case, it can be true:
where |(I - P) g| <= c |P g| a constant step is exponentially fast.
Least squares by constants, two points of mass 1/2 with the targets 1 and -1, one drawn point a step: gap e²/2.
"""

import sympy as sp

e, s, X, X1, t = sp.symbols("e s X X1 t", positive=True)
after = sp.expand(sum((e - s * (e - y)) ** 2 for y in (1, -1)) / 2).subs(e**2, X)  # E e² after a step, where X = E e²
best = X / (X + 1)
assert sp.simplify(after - after.subs(s, best) - (X + 1) * (s - best) ** 2) == 0  # no step is better than the best one
assert sp.simplify(1 / after.subs(s, best) - 1 / X) == 1  # so that 1/X grows by at most one a step
least = 1 / (1 / X1 + t - 1) / 2  # of the mean gap after t - 1 steps
limit = sp.limit(sp.exp(sp.log(least) / t), t, sp.oo)
print("printed: lim (mean gap)^(1/t) <= a < 1")
print("true: lim (mean gap)^(1/t) =", limit)
assert limit == 1
