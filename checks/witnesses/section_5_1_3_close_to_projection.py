"""Section 5.1.3, line 1752 [x:sec5.1.3-close-to-projection]: as the empirical Gramian is close to the identity, both
estimators are close to the orthogonal projection.

Read as an implication, |I - Ĝ| <= δ gives |P^n - P| <= δ: false, the Gramian says nothing of functions orthogonal to T.
On T it is true: there |P^n - P| <= δ for the quasi-projection, and 0 for least squares.
Constants on two points of mass 1/2, n = 1: Ĝ = 1 and both estimators are g(x). g = (1, -1).
"""

from fractions import Fraction as Q

HALF, g = Q(1, 2), (1, -1)
projected = sum(HALF * value for value in g)
norm = sum(HALF * value**2 for value in g)
gramian = [1 * 1 for _ in g]  # b(x)² for each drawn point x
distance = max((value - projected) ** 2 for value in g) / norm
print("printed: |P^1 - P|² <=", max(abs(1 - G) for G in gramian))
print("true: |P^1 - P|² >=", distance)
assert distance > max(abs(1 - G) for G in gramian)
