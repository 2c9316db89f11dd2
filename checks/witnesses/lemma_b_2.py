"""Lemma B.2, line 2161 [lem:quasi-projection_norm], and the sum in its proof, line 2198 [x:display-lemB.2-proof-sum]:
E|P^n g|² <= (1 - 1/n) λ*² |Pg|² + (λ*/n) ∫ w K |g|², and E|η^n|² <= (1 - 1/n) |η|² + (1/n) ∫ w K |g|², with a K that
sums the first d_t members of the generating system.

Read as printed: false where the system has d > d_t members. With K summing all d, as in Lemma B.3, it is true.
One point of mass 1, the constant 1 listed twice (d = 2, d_t = 1), g = 1, n = 1, w = 1: P^1 g = Σ_k (g, b_k) b_k.
"""

from fractions import Fraction as Q

system, dim, g, n = (Q(1), Q(1)), 1, Q(1), 1
largest = sum(b * b for b in system)  # of G, which has rank one: its trace
eta = [g * b for b in system]
square, moments = sum(a * b for a, b in zip(eta, system, strict=True)) ** 2, sum(a**2 for a in eta)


def bounds(members):  # both right-hand sides
    K = sum(b**2 for b in members)
    return (1 - Q(1, n)) * largest**2 * g**2 + largest / n * K * g**2, (1 - Q(1, n)) * moments + K * g**2 / n


print("printed: E|P^1 g|² <= {} and E|η^1|² <= {}".format(*bounds(system[:dim])))
print(f"true: E|P^1 g|² = {square} and E|η^1|² = {moments}")
assert all(left > right for left, right in zip((square, moments), bounds(system[:dim]), strict=True))
assert (square, moments) == bounds(system)
