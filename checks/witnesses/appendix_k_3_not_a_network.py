"""Appendix K.3, line 2813 [x:appK.3-not-a-network]: the derivative of a network by an inner weight is no network.

Read for every network: false for a neuron of x_j alone without bias, and for inner weights 0. True for others: the
derivative has a kink that no network has. σ(z) = max(z, 0)² and Φ(x) = σ(A x): ∂Φ/∂A = x σ'(A x), at A = 1.
"""

import sympy as sp

A, p = sp.symbols("A p", positive=True)


def sigma(z):
    return sp.Max(z, 0) ** 2


differences = [sp.diff(sigma(A * x), A).subs(A, 1) - 2 * sigma(x) for x in (p, -p)]  # right and left of the knot 0
print("printed: the derivative differs from every network")
print("true: from the network 2 σ(x) it differs by", *differences)
assert differences == [0, 0]
