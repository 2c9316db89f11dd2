"""Section 5.3, line 1951 [x:sec5.3-quasi-stagnates-earlier/accuracy]: projections are more accurate than
quasi-projections.

Read as E|P^n g - P g|² for least squares given S_(1/2), against the quasi-projection without conditioning: false for
gradients orthogonal to T, true on T. Two cells of mass 1/2, T the functions that are constant on each, n = 4 points,
which are optimal; g = ±1, each sign on half of a cell. A cell with N points has 2N/n in Ĝ and a sum of N signs.
"""

from fractions import Fraction as Q
from itertools import product

errors = {"least squares": [], "quasi": []}
for sample in product(product((0, 1), (1, -1)), repeat=4):
    sums = [sum(sign for cell, sign in sample if cell == this) for this in (0, 1)]
    counts = [sum(cell == this for cell, _ in sample) for this in (0, 1)]
    errors["quasi"].append(sum(Q(total, 2) ** 2 for total in sums) / 2)
    if max(abs(Q(N, 2) - 1) for N in counts) <= Q(1, 2):
        errors["least squares"].append(sum(Q(total, N) ** 2 for total, N in zip(sums, counts, strict=True)) / 2)
lsq, quasi = (sum(each) / len(each) for each in errors.values())
print("printed: the error of least squares is at most", quasi)
print("true: the error of least squares is", lsq)
assert lsq > quasi
