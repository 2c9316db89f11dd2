"""Section 4.1, lines 1069-1073 [x:footnote-2-sample-count]: with ε the
relative best error |u - Pu|²/|u|², at least and at most of order d ln d points are needed, a logarithm too many.

Read for all targets: false. Slow errors need fewer points and fast ones more, also in truth: with c = 1 the gap halves
in each step and no better, so that an error within three times the best takes about log2(1/ε) - 1 steps. Read for
errors that decay like a power of d, which footnote 2 uses silently, all three are true.
N = (d - 1) log2(2/ε) points, for ε = 4^-d (coefficients 2^-k) and ε = 1/log2(d).
"""

import sympy as sp

d = sp.Symbol("d", positive=True)


def share(eps, steps=1):  # N / (d ln d) for c = 1
    log2 = sp.expand_log(sp.log(1 / eps), force=True) / sp.log(2)
    return sp.limit((d - 1) * (log2 + steps) / (d * sp.log(d)), d, sp.oo)


fast, needed, slow = share(4**-d), share(4**-d, -1), share(sp.log(2) / sp.log(d))
print("printed: N / (d ln d) stays between two positive numbers")
print(f"true: N / (d ln d) tends to {fast} for ε = 4^-d and to {slow} for ε = 1/log2(d)")
assert (fast, needed, slow) == (sp.oo, sp.oo, 0)
assert 0 < share(d**-2) < sp.oo
