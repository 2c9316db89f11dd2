"""Appendix K.3, line 2836 [x:display-appK.3-space]: T^h is spanned by the neurons, 1, the neurons with A_0 + h E_ij for
i = 1, ..., n and j = 1, ..., m, and those with b_0 + h e_j.

Read as printed: false, i counts the m neurons and j the n inputs. With i = 1, ..., m and j = 1, ..., n it is true.
One neuron with two inputs, m = 1 and n = 2, σ(z) = max(z, 0)², A_0 = (1, 1), b_0 = 1, h = 1, seen where all neurons are
positive: there is no neuron i = 2, and j = 1 leaves out the second input.
"""

import sympy as sp

x, y = sp.symbols("x y", positive=True)
z, m, n = x + y + 1, 1, 2
common = [z**2, sp.Integer(1), (z + 1) ** 2]
moved = {(1, j + 1): (z + coordinate) ** 2 for j, coordinate in enumerate((x, y))}  # by E_ij


def dimension(functions):
    monomials = [x**a * y**b for a in range(3) for b in range(3)]
    return sp.Matrix([[sp.Poly(f, x, y).coeff_monomial(u) for u in monomials] for f in functions]).rank()


printed = dimension(common + [f for (i, j), f in moved.items() if i <= n and j <= m])
true = dimension(common + [f for (i, j), f in moved.items() if i <= m and j <= n])
print(f"printed: the space has dimension {printed}\ntrue: the approximated derivatives span dimension {true}")
assert printed < true
