"""Proof of Lemma B.1, line 2140 [x:display-lemB.1-proof-quadratic]: E(g, P^n g) = Σ_kl η_k θ_k (b_k, b_l) = θᵀGη.

Read as printed: false. With θ_l instead of θ_k, which is the θᵀGη beside it, it is true; the lemma stands.
T is spanned by one function b of norm one, the system is (b, 2b), and g = b.
"""

import sympy as sp

eta = sp.Matrix([1, 2])  # (g, b_k)
G = eta * eta.T  # (b_k, b_l)
theta = G.pinv() * eta
printed = sum(eta[k] * theta[k] * G[k, j] for k in range(2) for j in range(2))
corrected = sum(eta[k] * theta[j] * G[k, j] for k in range(2) for j in range(2))
mean = eta.dot(eta)  # E P^n g = Σ_k (g, b_k) b_k, hence (g, E P^n g) = Σ_k (g, b_k)²
print("printed: E(g, P^n g) =", printed)
print("true: E(g, P^n g) =", mean)
assert printed != mean
assert corrected == (theta.T * G * eta)[0] == mean
