"""Appendix C, line 2233 [x:appC-basis]: b = H⁺φ is supposed to be an orthonormal basis, where H is the Gramian of φ.

Read for every class: false, the Gramian of b is H⁺ H H⁺ = H⁺, which is the identity for H = I alone. Read with the root
(H⁺)^(1/2) φ it is true where H is regular. What follows survives: H⁺ζ are the coefficients of the projection in φ.
One tangent function, φ = 2 on a probability space, and g = 1.
"""

import sympy as sp

phi, g = sp.Integer(2), sp.Integer(1)
H, zeta = sp.Matrix([[phi * phi]]), sp.Matrix([g * phi])
b = H.pinv() * phi
eta = H.pinv() * zeta
print("printed: (b, b) = 1")
print("true: (b, b) =", b[0] ** 2)
assert b[0] ** 2 != 1
assert (phi / sp.sqrt(H[0])) ** 2 == 1
assert eta[0] * phi == g  # the projection of g to the constants
