"""Corollary A.2, line 2088 [cor:leibniz_application]: the gradient of L is ℓ̃', "the derivative of ℓ'" in its first
argument.

Read literally ℓ̃' is a second derivative: false. Read as the derivative of ℓ̃, as the proof has it, it is true.
One point of mass 1, where L²(ρ) = R and L(v) = ℓ̃(v) = v²/2, at v = 0.
"""

import sympy as sp

v = sp.Symbol("v", real=True)
loss = v**2 / 2
gradient = sp.limit((loss - loss.subs(v, 0)) / v, v, 0)  # at 0, by definition
first, second = (sp.diff(loss, v, order).subs(v, 0) for order in (1, 2))
print("printed: the gradient at 0 is", second)
print("true: the gradient at 0 is", gradient)
assert second != gradient
assert first == gradient
