"""Lemma D.1, line 2260 [lem:optimal_sampling_density/equal]: K_t(x) = sup over v in T_t of |L_x v|² / |v|.

Read as printed, with the norm not squared: false, doubling v doubles the quotient. With |v|², or over |v| = 1 as in
the proof, it is true. The constants on a probability space: K_t = 1, and v = c > 0 has |L_x v| = |v| = c.
"""

import sympy as sp

c = sp.Symbol("c", positive=True)
K = 1**2  # of the orthonormal basis b = 1
supremum = sp.limit(c**2 / c, c, sp.oo)
print("printed: the supremum is", K)
print("true: the supremum is", supremum)
assert supremum != K
assert c**2 / c**2 == K
