"""Appendix I, line 2655 [x:appI-hsvd]: the HSVD of a tensor of order D is at most √D times as far away as the best one.

Read for all tensors v + g, as in the paper that is cited: false for D = 4. With √(2D - 3), one for each split of the
tree, it is true; √D is the factor of the HOSVD.
Six entries such that the rows of each unfolding are orthogonal: its singular values are their lengths. The ranks are
one less than the rows, hence the HSVD drops the lightest row of each unfolding; without the last entry the ranks fit.
"""

from fractions import Fraction as Q

d, A, B = Q(1, 100), 2, 3
T = dict.fromkeys([(A, 1, 0, 0), (1, A, 0, 1), (0, 0, A, 1), (0, 1, 1, A)], 1 + d) | {(1, 0, 1, 0): Q(1)}
T[B, B, B, B] = 1 + 2 * d
kept, mass = set(T), {}
for split in ((0,), (1,), (2,), (3,), (0, 1)):  # the tree is (12)(34)
    rows = {tuple(i[k] for k in split): [] for i in T}
    for i in T:
        rows[tuple(i[k] for k in split)].append(i)
    columns = [{tuple(i[k] for k in range(4) if k not in split) for i in row} for row in rows.values()]
    assert sum(map(len, columns)) == len(set().union(*columns))  # no column has entries in two rows
    assert sum(1 for row in rows.values() if set(row) - {(B, B, B, B)}) == len(rows) - 1
    kept -= set(min(rows.values(), key=lambda row: sum(T[i] ** 2 for i in row)))
error, best = sum(T[i] ** 2 for i in T if i not in kept), T[B, B, B, B] ** 2
print(f"printed: squared error <= {4 * best}\ntrue: squared error = {error}")
assert 4 * best < error <= 5 * best
