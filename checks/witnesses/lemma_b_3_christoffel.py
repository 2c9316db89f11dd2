"""Lemma B.3, line 2210 [x:lemB.3-christoffel]: K_t, the Christoffel function of Section 3, is the largest eigenvalue of
Σ_k (L_x b_k)(L_x b_k)ᵀ over the generating system.

Read as the same function as in Lemma D.1, of an orthonormal basis: false for other systems. Both are right with a name
of their own, and differ by a factor between the smallest and the largest positive eigenvalue of G.
The constants with the system φ = 2.
"""

from fractions import Fraction as Q

phi = Q(2)
gramian = phi * phi  # its only eigenvalue
basis_squared = phi**2 / gramian  # of b = φ / |φ|
of_the_system, of_the_space = phi**2, basis_squared
print("printed: both functions are", of_the_system)
print("true: of the system it is", of_the_system, "and of the space it is", of_the_space)
assert of_the_system != of_the_space
assert of_the_system == gramian * of_the_space
