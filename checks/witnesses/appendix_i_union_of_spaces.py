"""Appendix I, line 2622 [x:appI-union-of-spaces]: where M is a union of linear spaces and T_t lies in M, R_t g = g is a
retraction with C_R = 0 and β = 0.

Read literally: false, since u_t + g may leave M. If u_t lies in T_t, or u_t + T_t in M, it is true.
M is the union of the two axes of R², u_t = (1, 0), T_t the second axis.
"""


def in_the_class(v):
    return v[0] == 0 or v[1] == 0


u, g = (1, 0), (0, 1)
assert in_the_class(u)
assert in_the_class(g)
landed = (u[0] + g[0], u[1] + g[1])
print("printed: u_t + g is on an axis")
print("true: u_t + g =", landed)
assert not in_the_class(landed)
