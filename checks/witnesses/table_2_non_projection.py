"""Table 2, line 595 [x:tab2-nonprojection-var1]: the non-projection has c_var,1 and c_var,2
(λ*² (n - 1) + λ* k)/n and λ* k/n, where λ* is the largest eigenvalue of the Gramian of the system.

Read with k of Section 3 (line 574), which is of an orthonormal basis: false. Read with k of the system, as Lemma B.3
has it, true; with k of the basis the constants are λ*² (n - 1 + k)/n and λ*² k/n.
Constants on two points of mass 1/2, plain points, n = 1, the system φ = 2: P^1 g = g(x) φ(x) φ.
"""

from fractions import Fraction as Q

HALF, phi, n = Q(1, 2), 2, 1
largest = 2 * HALF * phi**2
k_basis, k_system = 1, phi**2  # the orthonormal basis is b = 1, and w = 1


def mean_square(g):  # E|P^1 g|² for g = (g(x_1), g(x_2))
    return sum(HALF * (g[x] * phi * phi) ** 2 for x in range(2))


true1, true2 = mean_square((1, 1)), mean_square((1, -1))  # g in T and g orthogonal to T, both of norm one
printed1, printed2 = (Q(largest**2 * (n - 1) + largest * k_basis, n), Q(largest * k_basis, n))
print(f"printed: c_var,1 = {printed1} and c_var,2 = {printed2}")
print(f"true: c_var,1 >= {true1} and c_var,2 >= {true2}")
assert min(true1 - printed1, true2 - printed2) > 0
assert true1 == true2 == largest * k_system == largest**2 * k_basis
