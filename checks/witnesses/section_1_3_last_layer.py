"""Section 1.3 [x:sec1.3-last-layer-only]: samples made for the last layer of a network are optimal only for this layer.

Read for every network: false. Where all outer weights vanish, the derivatives by the inner ones do, too: the tangent
space is that of the last layer, and its optimal samples are optimal for all layers. Read as `in general` it is true.
F = c tanh(a x + b) + c_0 on {-1, 0, 1} at a = 1, b = 0; w = d/K of the last layer, and sup w K of all layers.
"""

import sympy as sp

a, b, c, c0, x = sp.symbols("a b c c_0 x", real=True)
F = c * sp.tanh(a * x + b) + c0


def k_over_d(c_value):
    """The supremum of w K over the dimension, for all layers; K = 3 times the diagonal of the projector."""
    columns = {v: [F.diff(v).subs({a: 1, b: 0, c: c_value, x: p}) for p in (-1, 0, 1)] for v in (c, c0, a, b)}
    last, every = (sp.Matrix.hstack(*sp.Matrix([columns[v] for v in of]).T.columnspace()) for of in ((c, c0), columns))
    K = [3 * (B * (B.T * B).inv() * B.T).diagonal() for B in (last, every)]
    return max(sp.simplify(last.cols * K[1][i] / K[0][i] / every.cols) for i in range(3))


print("printed: sup w K > d, for c = 0, too")
print("true: sup w K / d =", k_over_d(0))
assert k_over_d(0) == 1
assert k_over_d(1) > 1
