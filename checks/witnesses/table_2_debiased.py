"""Table 2, line 605 [x:tab2-debiased-var1]: the debiased projection P̃ + Q (I - P̃) has c_var,1 = 1.

Read for every projection P̃ : H -> T, "such as an empirical" one (line 2418): false where its range is less than T, as
for least squares from fewer points than dimensions. Read for projections onto T it is true.
All functions on two points of mass 1/2, T = H; P̃ is least squares from the first point, P̃g = (g(x_1), 0), which is a
projection of norm one. Q is the quasi-projection from one plain point x, Qg = 2 g(x) times the indicator of x.
"""

from fractions import Fraction as Q

HALF = Q(1, 2)


def mean_square(g, kept):  # E|P̃g + Q(I - P̃)g|², where P̃ keeps the values at some points and forgets the others
    total = Q(0)
    for drawn in (0, 1):
        rest = [0 if i in kept else g[i] for i in (0, 1)]
        estimate = [g[i] - rest[i] + (2 * rest[i] if i == drawn else 0) for i in (0, 1)]
        total += HALF * sum(HALF * value**2 for value in estimate)
    return total


g, norm = (0, 1), HALF  # g lies in T = H
print(f"printed: c_var,1 = 1\ntrue: c_var,1 >= {mean_square(g, {0}) / norm}")
assert mean_square(g, {0}) > norm == mean_square(g, {0, 1})
