"""A generating system b_1, ..., b_d and its non-projection on symbols: in any H, for any Gramian G and any law of x.

The coefficients η_k = (g, b_k), ηⁿ_k = (g, b_k)ₙ and θ = G⁺η are vectors of ℝᵈ, and Pg, Pⁿg, Ση_kb_k vectors of H, so
that E(g, Pⁿg) = E(η, ηⁿ), ‖Pg‖² = θᵀGθ = (θ, η), ‖Pⁿg‖² = (ηⁿ)ᵀGηⁿ and (Pg, Ση_kb_k) = θᵀGη = ‖η‖².
"""

from typing import Any

from checks.theory.symbolic_sampling import estimate, k, lam, n, normal
from theorytest import at_least, at_most, equal, proof

least = proof.positive("λ_*")
eta, theta, projection, combined, w = proof.vector("η θ Pg Ση_kb_k w")
drawn = proof.vector("ηⁿ", random=True)
integral = proof.nonnegative("∫wK‖L_xg‖²dρ")
tangent, whole = proof.square(projection), proof.square(projection) + normal
share = (n - 1) / n
aligned, moment = proof.mean(proof.inner(eta, drawn)), proof.mean(proof.square(estimate))  # E(g, Pⁿg) and E‖Pⁿg‖²

MEAN = {"E (g, b_k)ₙ = (g, b_k)": proof.for_all(w, equal(proof.mean(proof.inner(w, drawn)), proof.inner(w, eta)))}
PROJECTION = {"θ = G⁺η": equal(proof.inner(theta, eta), tangent)}
LEAST = {
    "λ_*(G)": at_least(proof.inner(theta, eta), least * proof.square(theta))
}  # θᵀGθ ≥ λ_*‖θ‖², since θ is orthogonal to ker G
SECOND = {
    "λ*(G): for η": at_most(proof.square(combined), lam * proof.square(eta)),
    "λ*(G): η": equal(proof.inner(projection, combined), proof.square(eta)),
    "λ*(G): for ηⁿ": at_most(proof.square(estimate), lam * proof.square(drawn)),
    "members: their second moments": at_most(proof.mean(proof.square(drawn)), share * proof.square(eta) + integral / n),
    "k": at_most(integral, k * whole),
}

ALIGNMENT = [  # ‖η‖² − λ_*(θ, η) = ‖η − λ_*θ‖² + λ_*((θ, η) − λ_*‖θ‖²)
    proof.use("E (g, b_k)ₙ = (g, b_k)", at={"w": eta}),
    proof.use("θ = G⁺η", least),
    proof.use("λ_*(G)", least),
    proof.squared(eta - least * theta),
]
IN_THE_INTEGRAL = [proof.use("λ*(G): for ηⁿ", mean=True), proof.use("members: their second moments", lam)]


def coefficients(times: Any) -> list[Any]:
    """The terms of ‖η‖² ≤ λ*‖Pg‖²."""
    return [
        proof.use("λ*(G): for η", times / lam),
        proof.use("λ*(G): η", 2 * times),
        proof.squared(lam * projection - combined, times / lam),
    ]


total, _term = proof.function("E(w,S)"), proof.vector("X", random=True)
alone = proof.mean(proof.inner(w, _term))  # E(w, X) at one point


def mean_on_symbols(*, divisor: Any = lambda n: n) -> proof.Statement:
    """E Pⁿg = Σ_k (g, b_k) b_k."""
    return _mean(divisor, combined)


def unbiased_on_symbols(*, divisor: Any = lambda n: n) -> proof.Statement:
    """E Pⁿg = Pg for an orthonormal basis b."""
    return _mean(divisor, projection)


def _mean(divisor: Any, of: Any) -> proof.Statement:
    """Σ_k (g, b_k)ₙ b_k is the sum of n terms X = Σ_k η(x)_k b_k with η(x)_k = w(x) (L_x g)ᵀ(L_x b_k), divided by n.

    ω_k = (w, b_k) for the w ∈ H with which both sides are compared.
    """
    j, omega, member = proof.integer("j"), proof.vector("ω"), proof.vector("η(x)", random=True)

    def single(times: Any) -> list[Any]:
        """The mean at one point."""
        return [proof.use(combination, times, mean=True), proof.use(members, times), proof.use(expanded, -times)]

    combination, members = "one point: X = Σ_k η(x)_k b_k", "one point: E η(x)_k = (g, b_k)"
    expanded = "Σ_k (g, b_k) b_k: as η = (g, b_k)"
    return proof.statement(
        equal(total(n) / divisor(n), proof.inner(w, of)),
        given={
            combination: equal(proof.inner(w, _term), proof.inner(omega, member)),
            members: equal(proof.mean(proof.inner(omega, member)), proof.inner(omega, eta)),
            expanded: equal(proof.inner(w, of), proof.inner(omega, eta)),
            "E(w,S): of one": proof.defined(equal(total(1), alone)),
            "E(w,S): of one more": proof.defined(equal(total(j + 1), total(j) + alone), j),
        },
        by=proof.induction(
            n,
            base=[proof.use("E(w,S): of one"), *single(1)],
            step=[
                proof.use("E(w,S): of one more", 1 / (n + 1), at={"j": n}),
                *single(1 / (n + 1)),
                proof.use(proof.HYPOTHESIS, n / (n + 1)),
            ],
        ),
    )
