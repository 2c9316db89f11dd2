"""Section 5.3, line 1911 [x:display-shallow-lambda]: the recursion for λ_t starts with λ_0 = |u - u_t|_n² / 2.

Read as printed, for every t: false, one number λ_0 would have several values. With u_0 for u_t, as in Appendix K.5, it
is a definition. One point with the target u = 0 and the iterates u_0 = 2 and u_1 = 1.
"""

from fractions import Fraction as Q

u, iterates = 0, (2, 1)
starts = [Q((u - value) ** 2, 2) for value in iterates]
print("printed: λ_0 is one number")
print("true: λ_0 is", *starts, "for t = 0, 1")
assert starts[0] != starts[1]
