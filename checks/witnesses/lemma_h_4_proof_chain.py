"""Proof of Lemma H.4, lines 2606-2613 [x:display-lemH.4-proof-chain]: γ'(s) lies in T_u M for the start u = γ(0), hence
g'(s)² <= |P ∇L(γ(s))|² with the projection onto T_u M.

Read for s > 0: false on curved classes. With the tangent space at γ(s) it is true, and s -> 0 gives the lemma.
L = |v - (1, 0)|²/2 on an arc of the unit circle from u = (3/5, 4/5) to (1, 0), at γ(s) = (4/5, 3/5).
"""

from fractions import Fraction as Q

u, point = (Q(3, 5), Q(4, 5)), (Q(4, 5), Q(3, 5))
gradient = (point[0] - 1, point[1])


def along(direction):  # |P ∇L|² onto a direction of length one
    return sum(a * b for a, b in zip(gradient, direction, strict=True)) ** 2


velocity, first = (point[1], -point[0]), (u[1], -u[0])  # clockwise, towards (1, 0): tangents at γ(s) and at u
slope, bound = along(velocity), along(first)  # g' = (∇L, γ')
print(f"printed: g'(s)² <= {bound}\ntrue: g'(s)² = {slope}")
assert velocity[0] * first[1] != velocity[1] * first[0]  # γ'(s) is not in T_u
assert slope > bound
