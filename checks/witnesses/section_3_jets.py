"""Section 3, lines 544-547 [eq:norm/operators]: linear operators L_x on H for every x, as L_x v := v(x) on L²(ρ).

Read literally: an element of H has one jet at every x. False, elements of L² are classes of functions. True on spaces
T_t of continuous functions at the points of the support of ρ, which is where jets are needed; on H for almost every x.
ρ uniform on [-1, 1]; v is the indicator of the point 0, which is the element 0 of L².
"""

import sympy as sp

x = sp.Symbol("x", real=True)
v = sp.Piecewise((1, sp.Eq(x, 0)), (0, True))
distance = sp.sqrt(sp.integrate(v**2, (x, -1, 1)) / 2)
print("printed: |v - 0| = 0 and v(0) - 0 = 0")
print(f"true: |v - 0| = {distance} and v(0) - 0 = {v.subs(x, 0)}")
assert distance == 0 != v.subs(x, 0)
