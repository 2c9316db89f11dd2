"""Section 5.3, line 1899, and Appendix K.5 [x:display-shallow-taylor]: for continuously differentiable activations
the linear step and the retracted one differ by O(s²).

Read as stated: false, one derivative gives o(s) only. Where the slope is Lipschitz, as for max(x, 0)², it is true.
One neuron σ(x + b) with σ(x) = |x|^(5/4) at b = 0, whose bias moves by s, uniform points of [-1, 1]. On [0, s] alone,
with x = s y: the squared error is at least ½ ∫ (σ(x + s) - σ(x) - s σ'(x))² dx = ½ s^(7/2) ∫_0^1 f(y)² dy.
"""

import sympy as sp

y, s, square = sp.symbols("y s square", positive=True)
p = sp.Rational(5, 4)
f = (1 + y) ** p - y**p - p * y ** (p - 1)
x = s * y
assert sp.simplify(((x + s) ** p - x**p - s * p * x ** (p - 1)) / s**p - f) == 0
assert f.subs(y, 0) == 1  # and f is continuous: `square`, its integral, is positive
ratio = sp.limit(sp.sqrt(s ** (2 * p + 1) * square / 2) / s**2, s, 0, "+")
print("printed: error / s² stays bounded as s -> 0")
print("true: error / s² tends to", ratio)
assert ratio == sp.oo
