"""Proof of Corollary 4.4, lines 921-924 [x:display-cor4.4-proof-bound]: Theorem 4.2 bounds the gap by (a_1 ... a_T) X_1
+ ξ̄_T for the steps c_0 / t, from the first step on.

Read for every c_0 >= (p - 1)/(2 λ c_bias,1), as the corollary allows: false, as Theorem 4.2 asks for a_t in (0, 1), and
the first a_t may be larger. It is true from the first t with a_t < 1 on, which is enough for the rate.
L = (x² + 4y²)/2 on R² with exact projections and R_t = I: λ = 1, L = 4, C_R = 1 will do, β = ξ = 0; c_0 = 1, p = 2.
"""

from fractions import Fraction as Q

lam, smooth, c_0, p = 1, 4 + 1, Q(1), 2
assert c_0 >= Q(p - 1, 2 * lam)


def factor(s):
    return 1 - 2 * lam * (s - s**2 * smooth / 2)


y = Q(1)  # from (0, 1), where the gap is 2
after = y - c_0 / 1 * 4 * y
gap, bound = 2 * after**2, factor(c_0) * 2 * y**2
print("printed: the gap after one step is at most", bound)
print("true: the gap after one step is", gap)
assert gap > bound
assert factor(c_0) > 1 > factor(c_0 / 3) > 0
