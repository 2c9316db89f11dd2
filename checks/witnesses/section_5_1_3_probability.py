"""Section 5.1.3, lines 1722-1723 [x:sec5.1.3-probability/rule]: n > d log d points keep the probability of S_δ from
vanishing, for δ = 1/2.

Read as a rule for all d, at least one in a hundred: false. With a constant, n >= 10 d log d, it is true. (For the
n = 6 and d = 3 of the text the probability is 0.22 and the sentence harmless.)
Indicators of d = 8 cells of equal mass, where uniform points are optimal: Ĝ = diag(8 N_i / n) for N_i points in cell i.
"""

from fractions import Fraction as Q
from math import factorial, floor, log

d = 8
n = floor(d * log(d)) + 1
stable = [N for N in range(n + 1) if abs(Q(d * N, n) - 1) <= Q(1, 2)]
ways = {0: Q(1)}  # points so far: Σ Π 1/N_i! over the stable counts of the cells so far
for _ in range(d):
    ways = {m: sum((ways[m - N] / factorial(N) for N in stable if m - N in ways), Q(0)) for m in range(n + 1)}
probability = ways[n] * factorial(n) / Q(d) ** n
print(f"printed: P(S_δ) >= 1/100 for d = {d} and n = {n} > d log d")
print(f"true: P(S_δ) = {probability} = {float(probability):.4f}")
assert probability < Q(1, 100)
