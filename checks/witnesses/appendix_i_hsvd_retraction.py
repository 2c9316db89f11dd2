"""Appendix I, line 2657 [x:display-appI-hsvd]: L(R(v + g)) <= L(v + g) + Lip √D/(2R) |g|² for the HSVD R, with the
Lipschitz constant Lip of L on the class.

Read as printed: false for every R, since v + g is not in the class. With a constant of L on the class and the step
between it is true. D = 2: matrices of rank one, L = det, which is 1-smooth and 0 on the class; v = e_1 e_1ᵀ and the
tangent g = s (e_1 e_2ᵀ + e_2 e_1ᵀ).
"""

import sympy as sp

s, a, b, c, d = sp.symbols("s a b c d", positive=True)
member = sp.Matrix([a, b]) * sp.Matrix([[c, d]])
assert member.det() == 0  # at every matrix of rank one, R(v + g) among them: Lip = 0
g = sp.Matrix([[0, s], [s, 0]])
rise = 0 - (sp.diag(1, 0) + g).det()
on_class = 0
bound = on_class * sp.sqrt(2) / 2 * sum(entry**2 for entry in g)
print("printed: the risk rises by at most", bound)
print("true: the risk rises by", rise)
assert (rise - bound).is_positive
