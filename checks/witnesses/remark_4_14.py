"""Remark 4.14, lines 1382-1390 [x:display-combined-rate]: the least gap up to τ is at most τ^(-1+2ε) or τ^(-ε) for
the steps s_t = t^(-1+ε).

Read as printed, without a constant: false at τ = 1, where the right-hand side is 1 whatever the start is, and at later
τ for a far start. Read as O(...), as the combined bounds are, it is true; `ε <= (1/3, 1/2)` should be `ε in`.
All functions on two points of mass 1/2, least squares with target 0 from u_1 = 1000, one optimal point: a step changes
the value at the drawn point only, so that u_2 has the value 1000 at the other one.
"""

from fractions import Fraction as Q

HALF, start = Q(1, 2), 1000
first = sum(HALF * Q(start) ** 2 for _ in range(2)) / 2
second = HALF * Q(start) ** 2 / 2  # at least, for both draws
print("printed: the least gap is at most 1 for τ = 1 and τ = 2")
print(f"true: the least gap is {first} for τ = 1 and at least {second} for τ = 2")
assert min(first, second) > 1
