"""Section 4.2.1, line 1111 [x:sec4.2.1-nonzero-limit]: if u_t tends to a point that is stationary in M but not in H,
then |(I - P_t) g_t| >= c > 0 for some c.

Read for every class M: false where P_t jumps in the limit. Read with P_t and g_t continuous along the sequence it is
true from some step on, with every c below the norm of the limiting gradient.
M = {(a, 0): a > 0} and {(0, b)} in R², T_t the axis on which u_t lies, L(v) = v_1 with the gradient (1, 0). From (1, 0)
the exact steps s_t = 2^-t lead to (2^(1-t), 0), which tends to (0, 0), where T is the second axis.
"""

from fractions import Fraction as Q


def norms(u):  # |P g| and |(I - P) g| for g = (1, 0)
    return (1, 0) if u[0] > 0 else (0, 1)


u, normals = (Q(1), Q(0)), set()
for t in range(1, 60):
    normals.add(norms(u)[1])
    u = (u[0] - norms(u)[0] * Q(1, 2**t), u[1])
assert norms((0, 0)) == (0, 1)  # stationary in M, not in H
print("printed: |(I - P_t) g_t| >= c > 0")
print("true: |(I - P_t) g_t| =", *normals, "for all t")
assert normals == {0}
