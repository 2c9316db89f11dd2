r"""Section 3.2 [eq:quasi-projection]: what is said of the quasi-projection P_t^n g = Σ_k (g, b_k)_n b_k itself."""

import numpy as np
import sympy as sp

from checks.hypotheses import orthonormal_system
from checks.instances.finite_systems import BASES, SIZES, SYSTEMS
from checks.theory import symbolic_members as on
from checks.theory.finite import times
from theorytest import claim, equal, family, more_than, repair, symbol


@claim(
    "x:sec3.2-not-projection-unbiased/unbiased",
    label="x:sec3.2-not-projection-unbiased",
    also=["eq:quasi-projection", "x:sec1.3-quasi-projection-unbiased"],
    says="The quasi-projection of g is an unbiased estimate of the orthogonal projection Pg, for every g in H.",
    formula=r"\mathbb{E}[P_t^n g \mid \mathcal{F}_t] = P_t g",
    forall={"b, μ": BASES, "n": SIZES},
    reading="Proved from the mean at one point, E w(x) Σ_k (L_x g)ᵀ(L_x b_k) b_k = Σ_k (g, b_k) b_k = Pg.",
    premises=["eq:measure_equality"],
    proof=on.unbiased_on_symbols,
    mutants={
        "a basis that is one per cent too long": {"change": lambda system: times(system, 101, 100)},
        "one point more": {"divisor": lambda n: n + 1},
    },
)
def quasi_projection_is_unbiased(system, n, *, change=lambda system: system, divisor=lambda n: n):
    return equal(change(system).mean(n) * n / divisor(n), system.projector, symbol="an entry of E Pⁿ")


@claim(
    "x:sec3.2-not-projection-unbiased",
    says="The quasi-projection Pⁿ is not a projection.",
    formula=r"P_t^n P_t^n \ne P_t^n",
    forall={"b, μ": BASES},
    given=[orthonormal_system],
    reading="For every space there is a sample with PⁿPⁿ ≠ Pⁿ. Read as `in general` it is true.",
    gravity="fails only when read literally",
    finding="projections-by-chance",
    controls={"the basis doubled": {"scale": 2}},
)
def quasi_projection_is_no_projection(system, *, scale=1):
    """With w = 1 the quasi-projection onto the constants is the sample mean, which reproduces constants."""
    estimates = [times(system, scale).estimator(draws) for n in (1, 2) for _, draws in system.samples(n)]
    return more_than(max(np.abs(P @ P - P).max() for P in estimates), 0, symbol="max |PⁿPⁿ - Pⁿ|")


@repair(
    "x:sec3.2-not-projection-unbiased/that-is-corrected",
    "x:sec3.2-not-projection-unbiased/that-is",
    says="If φ is an orthonormal basis, the mean of Pⁿ is P, and (BBV) holds with c_bias,2 = 0.",
    formula=r"G = I \implies \mathbb{E}[P_t^n g] = P_t g,\quad c_{\mathrm{bias},2} = 0",
    forall={"φ, μ": BASES},
    given=[orthonormal_system],
    mutants={"one per cent longer": {"percent": 101}},
)
@claim(
    "x:sec3.2-not-projection-unbiased/that-is",
    says="An estimator with c_bias,2 = 0 is unbiased, and an unbiased one has c_bias,2 = 0.",
    formula=r"c_{\mathrm{bias},2} = 0 \iff \mathbb{E}[P_t^n g \mid \mathcal{F}_t] = P_t g",
    forall={"φ, μ": SYSTEMS},
    reading="`Unbiased, i.e. c_bias,2 = 0`, with `i.e.` read as an equivalence.",
    gravity="fails only when read literally",
    finding="i.e.-read-as-equivalence",
    premises=["lem:sgd_bias_variance"],
)
def no_second_bias_constant_means_unbiased(system, *, percent=100):
    """The constant 2 refutes it: c_bias,1 = 4 and c_bias,2 = 0, as Table 2 has it, and E P^n = 4 P."""
    mean, P = times(system, percent, 100).mean(1), system.projector
    yield equal(mean @ (system.identity - P), 0, name="c_bias,2 = 0", scale=1.0, symbol="E Pⁿ (I - P)")
    yield equal(mean, P, name="unbiased", symbol="E Pⁿ")


def rotation(d):
    """(I - A)⁻¹(I + A) for a skew A of symbols, times a reflection: orthogonal matrices with free entries."""
    A = sp.zeros(d)
    for i in range(d):
        for j in range(i):
            A[i, j] = sp.Symbol(f"a{i}{j}", real=True)
            A[j, i] = -A[i, j]
    return (sp.eye(d) - A).inv() * (sp.eye(d) + A) * sp.diag(-1, *[1] * (d - 1))


DIMENSIONS = family([1, 2, 3], "dimensions")  # not searched: the inverse of a matrix of symbols
ROTATED = symbol("b' = U b, U a reflection and a rotation without eigenvalue −1")


def shear(d):
    """A change to a basis that is not orthonormal."""
    return sp.eye(d) + sp.Symbol("s", positive=True) * sp.ones(d)


@repair(
    "x:sec3.2-basis-independent-constants/corrected",
    "x:sec3.2-basis-independent-constants",
    by={"relation": equal},
    says="The quasi-projection of g is the same for every orthonormal basis of T.",
    formula=r"\sum_k (g, b_k)_n b_k = \sum_k (g, b_k')_n b_k' \quad\text{for all orthonormal bases } b, b'",
    forall={"d": DIMENSIONS, "b, b'": ROTATED},
    mutants={"any basis": {"change": shear}},
)
@claim(
    "x:sec3.2-basis-independent-constants",
    says="The quasi-projection of a function depends on the choice of the orthonormal basis.",
    formula=r"\sum_k (g, b_k)_n b_k \ne \sum_k (g, b_k')_n b_k' \quad\text{for some orthonormal bases } b, b'",
    forall={"d": family([2, 3], "dimensions from 2 on"), "b, b'": ROTATED},
    reading="Some orthonormal bases of a space with d ≥ 2 give different estimates. That the constants hold for all of "
    "them is Table 2.",
    gravity="wrong statement",
    finding="quasi-projection-knows-no-basis",
)
def quasi_projection_and_the_basis(d, *, relation=more_than, change=rotation):
    """Σ_k b_k(x) b_k(y) is the reproducing kernel of T: b(x), b(y) and the entries of U are symbols."""
    at_x, at_y = (sp.Matrix(sp.symbols(f"{name}0:{d}", real=True)) for name in "xy")
    U = change(d)
    difference = sp.simplify(((U * at_x).T * (U * at_y) - at_x.T * at_y)[0])
    values = {s: sp.Rational(1, i + 2) for i, s in enumerate(sorted(difference.free_symbols, key=str))}
    return relation(abs(difference.subs(values)), 0, symbol="the change of the kernel")
