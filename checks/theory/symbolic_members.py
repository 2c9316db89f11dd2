"""A generating system b_1, ..., b_d and its non-projection on symbols: in any H, for any Gramian G and any law of x.

The coefficients η_k = (g, b_k), ηⁿ_k = (g, b_k)ₙ and θ = G⁺η are vectors of ℝᵈ, and Pg, Pⁿg, Ση_kb_k vectors of H, so
that E(g, Pⁿg) = E(η, ηⁿ), ‖Pg‖² = θᵀGθ = (θ, η), ‖Pⁿg‖² = (ηⁿ)ᵀGηⁿ and (Pg, Ση_kb_k) = θᵀGη = ‖η‖².
"""

from __future__ import annotations

from typing import Any

from checks.theory.symbolic_sampling import estimate, k, lam, n, normal
from theorytest import at_least, at_most, equal
from theorytest.proof import (
    HYPOTHESIS,
    Statement,
    defined,
    for_all,
    function,
    induction,
    inner,
    integer,
    mean,
    nonnegative,
    positive,
    square,
    squared,
    statement,
    use,
    vector,
)

least = positive("λ_*")
eta, theta, projection, combined, w = vector("η θ Pg Ση_kb_k w")
drawn = vector("ηⁿ", random=True)
integral = nonnegative("∫wK‖L_xg‖²dρ")
tangent, whole = square(projection), square(projection) + normal
share = (n - 1) / n
aligned, moment = mean(inner(eta, drawn)), mean(square(estimate))  # E(g, Pⁿg) and E‖Pⁿg‖²

MEAN = {"E (g, b_k)ₙ = (g, b_k)": for_all(w, equal(mean(inner(w, drawn)), inner(w, eta)))}
PROJECTION = {"θ = G⁺η": equal(inner(theta, eta), tangent)}
LEAST = {"λ_*(G)": at_least(inner(theta, eta), least * square(theta))}  # θᵀGθ ≥ λ_*‖θ‖², since θ is orthogonal to ker G
SECOND = {
    "λ*(G): for η": at_most(square(combined), lam * square(eta)),
    "λ*(G): η": equal(inner(projection, combined), square(eta)),
    "λ*(G): for ηⁿ": at_most(square(estimate), lam * square(drawn)),
    "members: their second moments": at_most(mean(square(drawn)), share * square(eta) + integral / n),
    "k": at_most(integral, k * whole),
}

ALIGNMENT = [  # ‖η‖² − λ_*(θ, η) = ‖η − λ_*θ‖² + λ_*((θ, η) − λ_*‖θ‖²)
    use("E (g, b_k)ₙ = (g, b_k)", at={"w": eta}),
    use("θ = G⁺η", least),
    use("λ_*(G)", least),
    squared(eta - least * theta),
]
IN_THE_INTEGRAL = [use("λ*(G): for ηⁿ", mean=True), use("members: their second moments", lam)]


def coefficients(times: Any) -> list[Any]:
    """The terms of ‖η‖² ≤ λ*‖Pg‖²."""
    return [
        use("λ*(G): for η", times / lam),
        use("λ*(G): η", 2 * times),
        squared(lam * projection - combined, times / lam),
    ]


def mean_on_symbols(*, divisor: Any = lambda n: n) -> Statement:
    """E Pⁿg = Σ_k (g, b_k) b_k."""
    return _mean(divisor, combined)


def unbiased_on_symbols(*, divisor: Any = lambda n: n) -> Statement:
    """E Pⁿg = Pg for an orthonormal basis b."""
    return _mean(divisor, projection)


def _mean(divisor: Any, of: Any) -> Statement:
    """Σ_k (g, b_k)ₙ b_k is the sum of n terms X = Σ_k η(x)_k b_k with η(x)_k = w(x) (L_x g)ᵀ(L_x b_k), divided by n.

    ω_k = (w, b_k) for the w ∈ H with which both sides are compared.
    """
    total, j, omega = function("E(w,S)"), integer("j"), vector("ω")
    term, member = vector("X", random=True), vector("η(x)", random=True)
    one = mean(inner(w, term))

    def single(times: Any) -> list[Any]:
        """The mean at one point."""
        return [use(combination, times, mean=True), use(members, times), use(expanded, -times)]

    combination, members = "one point: X = Σ_k η(x)_k b_k", "one point: E η(x)_k = (g, b_k)"
    expanded = "Σ_k (g, b_k) b_k: as η = (g, b_k)"
    return statement(
        equal(total(n) / divisor(n), inner(w, of)),
        given={
            combination: equal(inner(w, term), inner(omega, member)),
            members: equal(mean(inner(omega, member)), inner(omega, eta)),
            expanded: equal(inner(w, of), inner(omega, eta)),
            "E(w,S): of one": defined(equal(total(1), one)),
            "E(w,S): of one more": defined(equal(total(j + 1), total(j) + one), j),
        },
        by=induction(
            n,
            base=[use("E(w,S): of one"), *single(1)],
            step=[
                use("E(w,S): of one more", 1 / (n + 1), at={"j": n}),
                *single(1 / (n + 1)),
                use(HYPOTHESIS, n / (n + 1)),
            ],
        ),
    )
