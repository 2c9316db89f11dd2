"""Section 3.3, lines 711-719 [eq:least-squares-projection/onto] [x:sec3.3-is-projection/any-system]: least squares is a
projection "onto T_t", and its computation "no longer requires" an orthonormal basis.

Read for every sample, as the pseudo-inverse suggests: false, with a singular empirical Gramian it does not reproduce T
and depends on the system. Where the Gramian is regular both are true. In every case it is a projection.
T = all functions on the points -1 and 1 of mass 1/2, and the one drawn point is -1.
"""

import sympy as sp


def at_the_other_point(scale, value):  # (P^1 g)(1) for g(-1) = value, with the system (1, scale · x)
    seen, other = sp.Matrix([1, -scale]), sp.Matrix([1, scale])
    gramian, moments = seen * seen.T, value * seen
    return (gramian.pinv() * moments).dot(other)


one, two = at_the_other_point(1, 1), at_the_other_point(2, 1)
indicator = at_the_other_point(1, 0)  # g = 1 at the point 1 and 0 at the drawn point -1, a function of T
print("printed: (P^1 v)(1) = v(1) = 1 for v in T, and the systems (1, x) and (1, 2x) agree")
print(f"true: (P^1 v)(1) = {indicator}, and the systems give {one} and {two} for g(-1) = 1")
assert indicator != 1
assert one != two
