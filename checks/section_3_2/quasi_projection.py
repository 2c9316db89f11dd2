r"""Section 3.2 [eq:quasi-projection]: what is said of the quasi-projection P_t^n g = Σ_k (g, b_k)_n b_k itself."""

from dataclasses import replace
from fractions import Fraction

import numpy as np

from checks.hypotheses import several_dimensions
from checks.instances.finite_systems import BASES, SIZES, in_its_numbers
from checks.theory import symbolic_members as on
from checks.theory.finite import times
from checks.theory.members_at import each_sum
from theorytest import claim, equal, family, more_than, proof, repair, vectors


def unbiased_at(system, n):
    """At all pairs of unit vectors."""
    return each_sum(system, n, on.projection, system.projector)


@claim(
    "x:sec3.2-not-projection-unbiased/unbiased",
    label="x:sec3.2-not-projection-unbiased",
    also=[
        "eq:quasi-projection",
        "x:sec1.3-quasi-projection-unbiased",
        "x:lemB.1-equality",
        *(f"x:tab2-quasiprojection-bias{i}" for i in (1, 2)),
    ],
    says="For an orthonormal basis E Pⁿg = Pg for every g: the quasi-projection is unbiased, and E(g, Pⁿg) = ‖Pg‖², so "
    "that c_bias,1 = 1 and c_bias,2 = 0.",
    formula=r"\mathbb{E}[P_t^n g \mid \mathcal{F}_t] = P_t g, \qquad \mathbb{E}[(g, P_t^n g) \mid \mathcal{F}_t] = "
    r"\|P_t g\|^2",
    forall={"b, μ": BASES, "n": SIZES},
    reading="Proved from E w(x)(L_x g)ᵀ(L_x b_k) = (g, b_k) at one point and Pg = Σ_k (g, b_k) b_k for an orthonormal "
    "basis.",
    premises=["eq:measure_equality"],
    proof=proof.compared(on.unbiased_on_symbols, unbiased_at),
    mutants={
        "a basis that is one per cent too long": {"change": lambda system: times(system, 101, 100)},
        "one point more": {"divisor": lambda n: n + 1},
    },
)
def quasi_projection_is_unbiased(system, n, *, change=lambda system: system, divisor=lambda n: n):
    return equal(change(system).mean(n) * n / divisor(n), system.projector, symbol="an entry of E Pⁿ")


def reflected(system, direction, percent=100):
    """U b for the reflection U = I - 2aaᵀ/‖a‖², where a repeats the direction."""
    a = in_its_numbers(system, np.resize(direction, len(system.phi)))
    U = np.eye(len(a), dtype=int) - percent * np.outer(a, a) / (50 * (a @ a))
    return replace(system, phi=np.tensordot(U, system.phi, 1))


(ALONG, X, Y), (AX, AY), SIZE = proof.vector("a x y"), proof.real("α β"), proof.positive("‖a‖²")


def kernel_on_symbols(*, percent=100):
    """(Ux, Uy) = (x, y) for Ux = x - 2(a, x)a/‖a‖², where x is b at a point and y is w b at another."""
    length = Fraction(percent, 50) / SIZE
    return proof.statement(
        equal(proof.inner(X - length * AX * ALONG, Y - length * AY * ALONG), proof.inner(X, Y)),
        given={
            "a: its product with b(x)": equal(proof.inner(ALONG, X), AX),
            "a: its product with b(y)": equal(proof.inner(ALONG, Y), AY),
            "a: its square": equal(proof.square(ALONG), SIZE),
        },
        by=[
            proof.use("a: its product with b(x)", -2 * AY / SIZE),
            proof.use("a: its product with b(y)", -2 * AX / SIZE),
            proof.use("a: its square", 4 * AX * AY / SIZE**2),
        ],
    )


def kernel_at(system, direction):
    """Every entry of P¹ for every point: that of FᵀF times the one of C."""
    a, F = in_its_numbers(system, np.resize(direction, len(system.phi))), system.scaled

    def numbers(x, y):
        return {ALONG: a, X: x, Y: y, AX: a @ x, AY: a @ y, SIZE: a @ a}

    drawn = [F * system.empirical(point) for _, point in system.samples(1)]
    return [numbers(x, y) for wF in drawn for x in F.T for y in wF.T]


DIRECTIONS = family(
    [(1, 0, 0), (1, 2, 2), (3, -1, 2)],
    "b' = U b for reflections U along a",
    search=vectors([3], -3, 3).where(lambda a: a[0] != 0, "a ≠ 0"),
)


def changed(new, old, **words):
    """Some entry is another."""
    return more_than(np.abs(new - old).max(), 0, symbol="the change of P¹", **words)


def unchanged(new, old, **words):
    """All entries are the same."""
    return equal(new, old, symbol="an entry of P¹", **words)


@repair(
    "x:sec3.2-basis-independent-constants/corrected",
    "x:sec3.2-basis-independent-constants",
    by={"compare": unchanged},
    says="The quasi-projection of g is the same for every orthonormal basis of T.",
    formula=r"\sum_k (g, b_k)_n b_k = \sum_k (g, b_k')_n b_k' \quad\text{for all orthonormal bases } b, b'",
    forall={"b, μ": BASES, "b'": DIRECTIONS},
    given=[],
    reading="Proved for a reflection of the basis: every orthogonal matrix is a product of reflections.",
    proof=proof.compared(kernel_on_symbols, kernel_at),
    mutants={"one per cent longer": {"percent": 101}},
)
@claim(
    "x:sec3.2-basis-independent-constants",
    says="The quasi-projection of a function depends on the choice of the orthonormal basis.",
    formula=r"\sum_k (g, b_k)_n b_k \ne \sum_k (g, b_k')_n b_k' \quad\text{for some orthonormal bases } b, b'",
    forall={"b, μ": BASES, "b'": DIRECTIONS},
    given=[several_dimensions],
    reading="For every space with d ≥ 2 a reflected basis gives another estimate from one point. That the constants "
    "hold for all bases is Table 2.",
    gravity="wrong statement",
    finding="quasi-projection-knows-no-basis",
)
def quasi_projection_and_the_basis(system, direction, *, compare=changed, percent=100):
    """Σ_k b_k(x) b_k(y) is the reproducing kernel of T."""
    other = reflected(system, direction, percent)
    new, old = (np.array([each.estimator(x) for _, x in system.samples(1)]) for each in (other, system))
    return compare(new, old, scale=float(max(system.weight / system.rho)))
