"""Corollary 4.5, line 967 [x:cor4.5-contraction]: with the step s = c_bias,1 / ((L + C_R) c_var,1) the mean gap is
O(a^T) for a = 1 - 2λ c_bias,1 / ((L + C_R) c_var,1), β = 0.

Read as printed: false, σ was replaced by s. With a = 1 - λ c_bias,1² / ((L + C_R) c_var,1) = 1 - 2λσ it is true.
All functions on three points of mass 1/3, least squares, one optimal point: P^1 g = 3 g(x) times the indicator of x,
c_bias,1 = λ = L = 1, c_var,1 = 3, s = 1/3. A step sets one value right, and multiplies the mean gap by 2/3 exactly;
a = 1/3 is printed.
"""

from fractions import Fraction as Q

d, third = 3, Q(1, 3)
e = (Q(1), Q(2), Q(-5))  # the error u_t - u = g_t
square = sum(third * v**2 for v in e)
c_var1 = sum(third * third * (3 * e[x]) ** 2 for x in range(d)) / square
s = 1 / c_var1
moved = [[v - s * 3 * v if i == x else v for i, v in enumerate(e)] for x in range(d)]
factor = sum(third * sum(third * v**2 for v in m) for m in moved) / square  # the same for every error
printed, corrected = 1 - 2 / c_var1, 1 - 1 / c_var1
print(f"printed: the mean gap is O(({printed})^T)\ntrue: the mean gap is ({factor})^T times the first")
assert printed == Q(1, 3) < factor == corrected == Q(2, 3)
