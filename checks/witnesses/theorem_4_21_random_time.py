"""Proof of Theorem 4.21, lines 1564-1575 [x:display-thm4.21-proof-processes/given-the-future]: from the time T on,
after which no iterate is c-quasi-critical, X_t, Y_t and Z_t satisfy the descent bound of Robbins and Siegmund.

Read as printed: a gap. T looks into the future; given that later iterates are not quasi-critical the bound fails. For
the processes stopped at the first quasi-critical iterate it holds.
L = |v|²/2 in R², T_t the first axis, g = u = (t, 1), and the estimate of t is 3t + 1 or -t - 2 with equal chances: so
c_bias,1 = 1, c_bias,2 = 1/2, c_var,1 = 15/2 and c_var,2 = 5, and (t, 1) is quasi-critical for |t| <= c = 1/2.
One step s = 1/4 from (1, 1), given that it does not lead to a quasi-critical point:
"""

from fractions import Fraction as Q


def Y(t):
    return (t**2 + 1) / 2


s = Q(1, 4)
after = [1 - s * estimate for estimate in (Q(3 + 1), Q(-1 - 2))]
kept = [t for t in after if abs(t) > Q(1, 2)]
bound = Y(Q(1)) - s * (1 - Q(1, 2)) + s**2 / 2 * (Q(15, 2) + 5)
print(f"printed: the mean of Y_1 is at most Y_0 - X_0 + Z_0 = {bound}")
print(f"true: it is {sum(map(Y, kept)) / len(kept)}, and {sum(map(Y, after)) / 2} without the condition")
assert sum(map(Y, after)) / 2 <= bound < sum(map(Y, kept)) / len(kept)
