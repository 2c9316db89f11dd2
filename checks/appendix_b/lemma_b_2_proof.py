r"""The proof of Lemma B.2 [lem:quasi-projection_norm], display by display, for all g and all samples of few points."""

from fractions import Fraction

import numpy as np

from checks.instances.finite_systems import SIZES, SYSTEMS
from checks.theory import forms
from checks.theory import symbolic_sampling as on
from checks.theory.forms import lowest, pseudo_inverse
from checks.theory.non_projection import largest, of_all_members, of_first_members, outer_products
from theorytest import at_least, claim, equal, proof

OVER = {"B": SYSTEMS, "n": SIZES}


def empirical_moments(system, draws):
    """η^n as a matrix: (g, b_k)_n for all g."""
    return system.scaled * system.empirical(draws)


def expected(system, n, of):
    """The mean over all samples of a function of η^n."""
    return sum(p * of(empirical_moments(system, draws)) for p, draws in system.samples(n))


@claim(
    "x:display-lemB.2-proof-norms",
    says="For every sample ‖Pⁿg‖² = (ηⁿ)ᵀGηⁿ is at most λ*(G)‖ηⁿ‖², and ‖η‖² is at most λ*(G)‖Pg‖².",
    formula=r"\|P_t^n g\|^2 = (\eta^n)^\intercal G\eta^n \le \lambda^*(G)\|\eta^n\|_2^2,\qquad \|\eta\|_2^2 \le "
    r"\lambda^*(G)\,\eta^\intercal G^+\eta = \lambda^*(G)\,\theta^\intercal G\theta = \lambda^*(G)\|P_t g\|^2",
    forall=OVER,
    tight="attained by the eigenfunction of the largest eigenvalue",
    mutants={"one per cent less": {"lam": lambda system: 99 * largest(system) / 100}},
)
def norms_of_estimate_and_moments(system, n, *, lam=largest):
    """θ = G⁺η has (g - Σ θ_k b_k, b_k) = 0, so that Σ θ_k b_k = P g."""
    F, G, worst, size = system.scaled, system.gramian, lam(system), float(largest(system)) ** 2
    drawn = [draws for _, draws in system.samples(n)]
    moments, estimates = [empirical_moments(system, draws) for draws in drawn], map(system.estimator, drawn)
    forms, squares = [eta.T @ G @ eta for eta in moments], [P.T @ P for P in estimates]
    yield equal(forms, squares, name="norm", digits=10, symbol="an entry of ‖Pⁿg‖²")
    theta = pseudo_inverse(G) @ F
    both = [F.T @ theta, theta.T @ G @ theta]
    yield equal(both, np.stack([system.projector] * 2), name="P", digits=10, symbol="an entry of ‖Pg‖²")
    gaps = [worst * eta.T @ eta - form for eta, form in zip(moments, forms, strict=True)]
    lows = [lowest(gap) for gap in (*gaps, worst * system.projector - F.T @ F)]
    yield at_least(lows, 0, name="bounds", digits=10, scale=size, symbol="the least gap")


ONE_MEMBER = proof.real("m"), proof.nonnegative("M"), proof.function("ES²")


def single_on_symbols(*, pairs=lambda n: n * (n - 1), singles=lambda n: n, percent=100):
    """For the sum S of k independent numbers: E(S + X)² = E S² + 2 k m² + M with m = E X = (g, b_k) and M = E X²."""
    (m, M, total), k = ONE_MEMBER, proof.integer("k")
    return proof.statement(
        equal(total(on.n), Fraction(percent, 100) * (pairs(on.n) * m**2 + on.n**2 * M / singles(on.n))),
        given={
            "second moment: of one": proof.defined(equal(total(1), M)),
            "second moment: of one more": proof.defined(equal(total(k + 1), total(k) + 2 * k * m**2 + M), k),
        },
        by=proof.induction(
            on.n,
            base=[proof.use("second moment: of one")],
            step=[proof.use(proof.HYPOTHESIS), proof.use("second moment: of one more", at={"k": on.n})],
        ),
    )


def single_at(system, n):
    """At unit vectors g; S is n times (g, b_k)ₙ."""
    m, M, total = ONE_MEMBER
    found = []
    for k, b in enumerate(system.scaled):
        one = outer_products(system, [k])
        sums = {j: j**2 * expected(system, j, lambda eta, k=k: np.outer(eta[k], eta[k])) for j in {1, n}}
        for i, j in np.ndindex(one.shape):
            values = {size: A[i, i] for size, A in sums.items()}
            found.append({m: b[i], M: one[i, i], total: values.__getitem__, on.n: n} if i == j else None)
    return found


@claim(
    "x:display-lemB.2-proof-single",
    says="The second moment of (g, b_k)ₙ is (1 - 1/n)(g, b_k)² + (1/n) ∫ w ((L_x g)ᵀ(L_x b_k))² dρ.",
    formula=r"\mathbb{E}(g, b_k)_n^2 = \frac{n(n-1)}{n^2}(g, b_k)^2 + \frac1n\int "
    r"w\,(L_xg)^\intercal(L_xb_k)(L_xb_k)^\intercal(L_xg)\,\mathrm{d}\rho",
    forall=OVER,
    proof=proof.compared(single_on_symbols, single_at, per=on.n**2),
    mutants={
        "all pairs": {"pairs": lambda n: n**2},
        "one point more": {"singles": lambda n: n + 1},
        "one per cent less": {"percent": 99},
    },
)
def second_moment_of_one_inner_product(system, n, *, pairs=lambda n: n * (n - 1), singles=lambda n: n, percent=100):
    """As matrices in g, for every member of the system."""
    for k, b in enumerate(system.scaled):
        value = expected(system, n, lambda eta, k=k: np.outer(eta[k], eta[k]))
        formula = pairs(n) * np.outer(b, b) / n**2 + outer_products(system, [k]) / singles(n)
        yield equal(value, percent * formula / 100, name=f"b_{k}", digits=11, symbol="an entry of E(g, b_k)ₙ²")


@claim(
    "x:display-lemB.2-proof-sum",
    says="With K from the first d_t members, E‖ηⁿ‖² is at most (1 - 1/n)λ*(G)‖Pg‖² + (k/n)‖g‖², by the two steps of "
    "the proof.",
    formula=r"\mathbb{E}\|\eta^n\|_2^2 \le (1-\tfrac1n)\|\eta\|_2^2 + \tfrac1n\int "
    r"w\mathfrak{K}\|L_xg\|^2\mathrm{d}\rho \le (1-\tfrac1n)\lambda^*(G)\|P_t g\|^2 + \tfrac{k_t}{n}\|g\|^2",
    forall=OVER,
    gravity="misprint",
    finding="sum-to-d_t",
    controls={"all d members": {"K": of_all_members}},
)
def summed_moments(system, n, *, K=of_first_members):
    """The equality with all members, then both inequalities, as forms in g; the constant 1 listed twice refutes."""
    F, wK, scale = system.scaled, system.weighted(K(system)), float(largest(system))
    first, second = (((n - 1) * F.T @ F + part) / n for part in (outer_products(system), np.diag(wK)))
    third = ((n - 1) * largest(system) * system.projector + wK.max() * system.identity) / n
    value = expected(system, n, lambda eta: eta.T @ eta)
    yield equal(value, first, name="sum", digits=10, symbol="an entry of E‖ηⁿ‖²")
    for name, gap in (("w K", second - first), ("k", third - second)):
        yield forms.nonnegative(gap, name, scale=scale)
