"""Table 2, line 603 [x:tab2-volume-var2]: volume-rescaled least squares has c_var,2 = (d/n)(1 + 4/(1-δ)²).

Read as printed, for every n >= d: false. Read with the condition on n of Lemma F.1, which the table does not repeat, it
is true. Functions of mean zero on seven points of equal mass, d = n = 6, δ = 1/10, and g = 1, orthogonal to them. The
kernel is 7 - 1 on and -1 off the diagonal, so w = 1, and six points are drawn with the density det(kernel) / 6!.
"""

from math import factorial

import sympy as sp

m, d, delta = 7, 6, sp.Rational(1, 10)
kernel = m * sp.eye(m) - sp.ones(m)
total = mean = 0
for left in range(m):  # the point that is not drawn; repeated points have determinant 0
    S = [i for i in range(m) if i != left]
    probability = factorial(d) * kernel.extract(S, S).det() / (factorial(d) * sp.Integer(m) ** d)
    fit = kernel.extract(range(m), S) * kernel.extract(S, S).solve(sp.ones(d, 1))  # in T, and 1 at the drawn points
    total, mean = total + probability, mean + probability * fit.dot(fit) / m
printed = 1 + 4 / (1 - delta) ** 2  # d/n = 1
print("printed: c_var,2 =", printed, "≈", sp.N(printed, 4))
print("true: c_var,2 >=", mean)
assert total == 1
assert mean > printed
