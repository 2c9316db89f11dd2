"""Section 3.3, lines 711-719 [eq:least-squares-projection/onto]: least squares is a projection "onto T_t".

Read for every sample, as the pseudo-inverse suggests: false, with a singular empirical Gramian it does not reproduce T.
Where the Gramian is regular it is true. In every case it is a projection.
T = all functions on the points -1 and 1 of mass 1/2, with the system (1, x), and the one drawn point is -1.
"""

import sympy as sp

seen, other = sp.Matrix([1, -1]), sp.Matrix([1, 1])  # the system at the points -1 and 1


def at_the_other_point(value):  # (P^1 g)(1) for g(-1) = value
    gramian, moments = seen * seen.T, value * seen
    return (gramian.pinv() * moments).dot(other)


indicator = at_the_other_point(0)  # v = 1 at the point 1 and 0 at the drawn point -1, a function of T
print("printed: (P^1 v)(1) = v(1) = 1 for v in T")
print("true: (P^1 v)(1) =", indicator)
assert indicator != 1
