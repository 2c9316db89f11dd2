r"""Table 2, row "Non-proj.": the four constants, with k_t of [eq:def:christoffel] as the table's section defines it.

That k_t is of an orthonormal basis and does not see how the system is scaled; k_t of Lemma B.3 is of the system.
"""

from __future__ import annotations

import numpy as np

from checks.appendix_b.lemma_b_3 import Printed, of_the_basis, of_the_system
from checks.instances.finite_systems import finite_systems, lighter
from checks.table_2.drawn import agree, pairs, same_row
from checks.theory.galerkin import bound, second_moment
from checks.theory.worst_gradient import worst_gradient
from theorytest import at_least, at_most, claim, equal, repair
from theorytest.approximation.estimators import NonProjection
from theorytest.approximation.measures import Uniform
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Monomials

SIZES = (1, 2, 3)


def on_the_space(system, A):
    """A in an orthonormal basis of T."""
    return system.basis @ A @ system.basis.T


def outside(system):
    """I - P."""
    return np.eye(len(system.projector)) - system.projector


@claim(
    "x:tab2-nonprojection-bias1",
    kind="constant",
    says="Non-projection: c_bias1 is the smallest positive Gramian eigenvalue, and no larger one holds.",
    formula=r"c_{\mathrm{bias},1} = \lambda_*(G)",
    expected="computed",
    tight="attained by the eigenfunction of the smallest positive eigenvalue",
    premises=["lem:quasi-projection_unbiased"],
    mutants={
        "least x 1.1": {"least": lambda system: 1.1 * (system.eigenvalues[0])},
        "one, as for a basis": {"least": lambda _: 1.0},
    },
)
def bias1_of_the_non_projection(*, least=lambda system: system.eigenvalues[0]):
    for name, system in finite_systems().items():
        for n in SIZES:
            A = on_the_space(system, system.mean(n))
            value = np.linalg.eigvalsh((A + A.T) / 2)[0]
            yield equal(value, least(system), name=f"{name}, n = {n}", digits=12, symbol="c_bias1")


@claim(
    "x:tab2-nonprojection-bias2",
    kind="constant",
    says="Non-projection: c_bias2 is zero.",
    formula=r"c_{\mathrm{bias},2} = 0",
    expected="computed",
    tight="attained: the estimator is unbiased on the complement",
    mutants={
        "no weight": {"mean": lambda system, n: system.mean(n) * lighter(system, 1.0)},
        "the weight to the power 0.99": {"mean": lambda system, n: system.mean(n) * lighter(system, 0.01)},
    },
)
def bias2_of_the_non_projection(*, mean=lambda system, n: system.mean(n)):
    """What is orthogonal to T has mean 0, for every system and sampling."""
    for name, system in finite_systems().items():
        for n in SIZES:
            value = np.linalg.norm(system.basis @ mean(system, n) @ outside(system), 2)
            yield equal(
                value,
                0.0,
                name=f"{name}, n = {n}",
                digits=12,
                scale=system.eigenvalues[-1],
                symbol="c_bias2",
            )


def alone(system, n):
    """The smallest c_var1 and c_var2 by themselves: the second moment on T and on its complement."""
    S = system.second_moment(n)
    inside = np.linalg.eigvalsh(on_the_space(system, S))[-1]
    return inside, np.linalg.eigvalsh(outside(system) @ S @ outside(system))[-1]


def squared(system, n):
    """λ*² (n - 1 + k)/n and λ*² k/n: with k of a basis both factors of the system must be replaced."""
    lam, k = system.eigenvalues[-1], of_the_basis(system, n).k
    return Printed(system.eigenvalues[0], lam, lam * k, n)


@claim(
    "x:tab2-nonprojection-var1",
    kind="constant",
    says="Non-projection: c_var1 with k of an orthonormal basis, as Section 3 defines it.",
    formula=r"c_{\mathrm{var},1} = \tfrac{\lambda^*(G)^2(n-1) + \lambda^*(G)k_t}{n}",
    expected="refuted",
    gravity="wrong constant",
)
def var1_of_the_non_projection_as_printed(*, printed=of_the_basis, share=1.0):
    """The constant 2 refutes it, at g = 1 and n = 1: P^1 g = 4 has the squared norm 16, against 4 · 1."""
    for name, system in finite_systems().items():
        for n in SIZES:
            value, claimed = alone(system, n)[0], share * printed(system, n).c_var1
            yield at_most(value, claimed, name=f"{name}, n = {n}", digits=11, symbol="c_var1")


@claim(
    "x:tab2-nonprojection-var2",
    kind="constant",
    says="Non-projection: c_var2 with k of an orthonormal basis, as Section 3 defines it.",
    formula=r"c_{\mathrm{var},2} = \tfrac{\lambda^*(G)k_t}{n}",
    expected="refuted",
    gravity="wrong constant",
)
def var2_of_the_non_projection_as_printed(*, printed=of_the_basis, share=1.0):
    """The constant 2 refutes it, on two points with g = ±1 and n = 1: E‖P^1 g‖² = 16 against 4 · 1."""
    for name, system in finite_systems().items():
        for n in SIZES:
            value, claimed = alone(system, n)[1], share * printed(system, n).c_var2
            yield at_most(value, claimed, name=f"{name}, n = {n}", digits=11, symbol="c_var2")


def both_constants(printed, share1, share2):
    """diag(c_var1, c_var2) - S is positive semidefinite: for all g on points, for polynomials elsewhere."""
    for name, system in finite_systems().items():
        for n in SIZES:
            found = printed(system, n)
            claimed = share1 * found.c_var1 * system.projector + share2 * found.c_var2 * outside(system)
            lowest = np.linalg.eigvalsh(claimed - system.second_moment(n))[0]
            size, where = float(system.eigenvalues[-1] ** 2), f"{name}, n = {n}"
            yield at_least(lowest, 0.0, name=where, digits=10, scale=size, symbol="the least gap")
    for name, space, weight, k in intervals():
        M, lam = space.system_in_basis @ space.system_in_basis.T, np.linalg.eigvalsh(space.gramian)[-1]
        S = second_moment(space, weight, 2, 12, M)
        claimed = bound(space.dim, len(S), share1 * lam**2 * (1 + k) / 2, share2 * lam**2 * k / 2)
        lowest = np.linalg.eigvalsh(claimed - S)[0]
        yield at_least(lowest, 0.0, name=name, digits=10, scale=1.0, symbol="the least gap")


def intervals():
    """Monomials on [-1, 1] with known k: d² for plain points and d for optimal ones in L²; at most d in H¹."""
    scalar, vector = Space(Monomials(3), Uniform()), Space(Monomials(3), Uniform(), "H1")
    yield "monomials, plain", scalar, Plain(scalar).weight, 9.0
    yield "monomials, optimal", scalar, Optimal(scalar).weight, 3.0
    yield "H1 monomials, optimal", vector, Optimal(vector).weight, 3.0


@repair(
    "x:tab2-nonprojection-var1/corrected",
    "x:tab2-nonprojection-var1",
    kind="constant",
    says="Non-projection: with k of an orthonormal basis c_var1 is the squared largest eigenvalue times "
    "(n - 1 + k)/n, together with its c_var2.",
    formula=r"c_{\mathrm{var},1} = \lambda^*(G)^2\,\tfrac{n-1+k_t}{n}",
    expected="confirmed",
    tight="attained by tight frames whose w K is constant",
    premises=["x:lemB.3-christoffel/corrected"],
    mutants={
        "share1 x 0.95": {"share1": 0.95},
        "as printed": {"printed": of_the_basis},
        "plain points, optimal weight": {"points": Plain},
    },
)
def var1_of_the_non_projection(*, printed=squared, share1=1.0, points=Optimal):
    """Attained for every tight frame whose w K is constant; the estimator of the package agrees."""
    yield from both_constants(printed, share1, 1.0)
    yield from agree(NonProjection, points)


@repair(
    "x:tab2-nonprojection-var2/corrected",
    "x:tab2-nonprojection-var2",
    kind="constant",
    says="Non-projection: with k of an orthonormal basis c_var2 is the squared largest eigenvalue times k/n, "
    "together with its c_var1.",
    formula=r"c_{\mathrm{var},2} = \lambda^*(G)^2\,\tfrac{k_t}{n}",
    expected="computed",
    tight="attained by tight frames whose w K is constant",
    premises=["x:lemB.3-christoffel/corrected"],
    mutants={"share2 x 0.95": {"share2": 0.95}, "as printed": {"printed": of_the_basis}},
)
def var2_of_the_non_projection(*, printed=squared, share2=1.0):
    """Never below λ*(G) k/n with k of the system, the constant of Lemma B.3; attained for tight frames."""
    yield from both_constants(printed, 1.0, share2)
    space = Space(Monomials(3), Uniform())
    square = np.linalg.eigvalsh(space.gramian)[-1] ** 2
    for points, k in ((Plain, 9.0), (Optimal, 3.0)):
        estimator, name = NonProjection(points(space), 2), f"monomials 3, {points.__name__.lower()}, n = 2"
        yield worst_gradient(name, estimator, square * (1 + k) / 2, square * k / 2)
    for name, system in finite_systems().items():
        value, claimed = of_the_system(system, 2).c_var2, printed(system, 2).c_var2
        yield at_most(value, claimed, name=f"{name}: Lemma B.3", digits=11, symbol="c_var2")


@claim(
    "x:tab2-nonprojection-var1/package",
    label="x:tab2-nonprojection-var1",
    also=["x:tab2-nonprojection-bias1", "x:tab2-nonprojection-bias2", "x:tab2-nonprojection-var2"],
    kind="definition",
    says="The package tabulates the four printed constants of the non-projection, with k of an orthonormal basis.",
    formula=r"\lambda_*(G),\quad 0,\quad \tfrac{\lambda^*(G)^2(n-1) + \lambda^*(G)k_t}{n},\quad "
    r"\tfrac{\lambda^*(G)k_t}{n}",
    expected="computed",
    mutants={
        "k of the system": {"printed": of_the_system},
        "the corrected row": {"printed": squared},
        "one point more": {"printed": lambda system, n: of_the_basis(system, n + 1)},
        "the largest eigenvalue for c_bias1": {"least": lambda row: row.lam},
    },
)
def package_knows_the_row(*, printed=of_the_basis, least=lambda row: row.least):
    """Parabolas in L² and H¹ and a redundant system, with plain and optimal points."""
    for name, sampler, system in pairs():
        row = printed(system, 3)
        yield from same_row(name, NonProjection(sampler, 3), [least(row), 0.0, row.c_var1, row.c_var2])
