"""Section 3.3, lines 729-734 [x:sec3.3-conditioning-well-defined]: conditioning on |I - Ĝ| <= δ makes least squares
well defined.

Read for every n and δ in (0, 1): false where the event has probability zero, as for fewer points than dimensions in L².
Where it is possible, as Lemma E.1 assumes, it is true.
Lines on the points -1 and 1 of mass 1/2, basis (1, x), one plain point, which is optimal.
"""

import sympy as sp

deviations = []
for x in (-1, 1):
    b = sp.Matrix([1, x])
    deviations.append(max(abs(value) for value in (sp.eye(2) - b * b.T).eigenvals()))
delta = sp.Rational(999, 1000)  # and any other number below one
probability = sum(sp.S.Half for each in deviations if each <= delta)
print("printed: P(S_δ) > 0")
print(f"true: |I - Ĝ| = {min(deviations)} for every sample, and P(S_δ) = {probability} for every δ < 1")
assert probability == 0
assert min(deviations) >= 1
