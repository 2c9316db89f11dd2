"""Remark 4.15, line 1425 [x:rmk4.15-minimax-optimal]: in the number N of samples the rates N^(-2k/(2k+D)) of the
squared error are minimax-optimal for H^k, up to logarithms.

Read for the samples of the paper, values of u without noise: false. Read for noisy values, as in the cited works, it is
true. k = D = 1, H^1(0, 1): from the values at the midpoints of N cells the step function with these values has
|u - û|² <= h² |u'|²/4, h = 1/N, as (u(x) - u(m))² <= |x - m| times the integral of u'² over the cell.
(The scheme itself does so up to logarithms, with the constant step 1/2 and N = 2 d log2(d).)
"""

import sympy as sp

N, x, h = sp.symbols("N x h", positive=True)
on_a_cell = 2 * sp.integrate(x, (x, 0, h / 2))  # the integral of |x - m| over a cell of width h
worst = sp.sin(sp.pi * x / h)  # of all u with u(m) = 0 on half a cell, x = distance to m
ratio = sp.simplify(sp.integrate(worst**2, (x, 0, h / 2)) / sp.integrate(sp.diff(worst, x) ** 2, (x, 0, h / 2)))
assert on_a_cell.subs(h, 1) == sp.Rational(1, 4) > ratio.subs(h, 1)
error = on_a_cell.subs(h, 1 / N)  # for |u'| = 1
limit = sp.limit(N * error, N, sp.oo)  # N exceeds N^(2/3) times every power of log N in the end
print("printed: N^(2/3) log(N)^q times the least worst squared error does not tend to 0, for some q")
print("true: the squared error is at most", error, "and N times it tends to", limit)
assert limit == 0
