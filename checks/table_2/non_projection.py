r"""Table 2, row "Non-proj.": the four constants, with k_t of [eq:def:christoffel] as the table's section defines it.

That k_t is of an orthonormal basis and does not see how the system is scaled; k_t of Lemma B.3 is of the system.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from checks.instances.finite_systems import Finite, finite_systems, lighter
from checks.theory.non_projection import Printed, of_the_basis
from theorytest import at_least, at_most, claim, equal, family, repair

SYSTEMS = family(finite_systems, "generating systems and sampling measures; all g")
SIZES = family([1, 2, 3], "positive integers")
SLIP = {"gravity": "wrong constant", "finding": "two-christoffel-functions"}


def outside(system):
    """I - P."""
    return np.eye(len(system.projector)) - system.projector


@claim(
    "x:tab2-nonprojection-bias1",
    says="The non-projection has c_bias,1 = λ_*(G), the smallest positive eigenvalue of the Gramian.",
    formula=r"c_{\mathrm{bias},1} = \lambda_*(G)",
    forall={"φ, μ": SYSTEMS, "n": SIZES},
    tight="attained by the eigenfunction of the smallest positive eigenvalue",
    premises=["lem:quasi-projection_unbiased"],
    mutants={
        "one, as for a basis": {"least": lambda _: 1.0},
        "one per cent more": {"least": lambda system: 1.01 * system.eigenvalues[0]},
    },
)
def bias1_of_the_non_projection(system, n, *, least=lambda system: system.eigenvalues[0]):
    A = system.basis @ system.mean(n) @ system.basis.T
    return at_least(np.linalg.eigvalsh((A + A.T) / 2)[0], least(system), digits=12, symbol="the largest c_bias,1")


@claim(
    "x:tab2-nonprojection-bias2",
    says="The non-projection has c_bias,2 = 0.",
    formula=r"c_{\mathrm{bias},2} = 0",
    forall={"φ, μ": SYSTEMS, "n": SIZES},
    tight="attained: what is orthogonal to T has mean 0",
    mutants={
        "no weight": {"mean": lambda system, n: system.mean(n) * lighter(system, 1.0)},
        "the weight to the power 0.99": {"mean": lambda system, n: system.mean(n) * lighter(system, 0.01)},
    },
)
def bias2_of_the_non_projection(system, n, *, mean=lambda system, n: system.mean(n)):
    value = np.linalg.norm(system.basis @ mean(system, n) @ outside(system), 2)
    return equal(value, 0.0, digits=12, scale=system.eigenvalues[-1], symbol="the smallest c_bias,2")


def printed(found):
    """c_var,1 and c_var,2 of Lemma B.3."""
    return found.c_var1, found.c_var2


def with_the_square(found):
    """λ*² (n - 1 + k)/n and λ*² k/n."""
    return found.lam**2 * (found.n - 1 + found.k) / found.n, found.lam**2 * found.k / found.n


@dataclass(frozen=True)
class OneMember:
    """A system of one function on points of equal mass that are drawn plainly, and a function orthogonal to it."""

    phi: tuple
    normal: tuple

    def inner(self, u, v):
        """(u, v)."""
        return sum(Fraction(a) * b for a, b in zip(u, v, strict=True)) / len(self.phi)

    def ratio(self, g, n):
        """E‖Pⁿg‖²/‖g‖² over all samples: Pⁿg = (g, φ)_n φ."""
        size, total = len(self.phi), Fraction(0)
        for draws in itertools.product(range(size), repeat=n):
            total += (sum(Fraction(self.phi[x]) * g[x] for x in draws) / n) ** 2
        return total / size**n * self.inner(self.phi, self.phi) / self.inner(g, g)

    def inside(self, n):
        """At g = φ."""
        return self.ratio(self.phi, n)

    def outside(self, n):
        """At the orthogonal function."""
        return self.ratio(self.normal, n)

    def constants(self, n):
        """Lemma B.3 with k of the orthonormal basis φ/‖φ‖, w = 1."""
        lam = self.inner(self.phi, self.phi)
        return Printed(lam, lam, max(Fraction(a) ** 2 for a in self.phi) / lam, n)


@dataclass(frozen=True, eq=False)
class Members:
    """Any system: E‖Pⁿg‖²/‖g‖² at its largest on T and outside."""

    system: Finite

    def inside(self, n):
        """Over all g in T."""
        basis = self.system.basis
        return np.linalg.eigvalsh(basis @ self.system.second_moment(n) @ basis.T)[-1]

    def outside(self, n):
        """Over all g ⊥ T."""
        rest = outside(self.system)
        return np.linalg.eigvalsh(rest @ self.system.second_moment(n) @ rest)[-1]

    def constants(self, n):
        """Lemma B.3 with k of an orthonormal basis."""
        return of_the_basis(self.system, n)


def with_fractions():
    """Systems of one member in fractions, and all systems."""
    return {
        "the constant 1, in fractions": OneMember((1, 1), (1, -1)),
        "the constant 2, in fractions": OneMember((2, 2), (1, -1)),
        "x on -3, 0, 1, in fractions": OneMember((-3, 0, 1), (1, 0, 3)),
    } | {name: Members(system) for name, system in finite_systems().items()}


MEMBERS = {"φ, μ": family(with_fractions, "generating systems and sampling measures; all g"), "n": SIZES}


@claim(
    "x:tab2-nonprojection-var1",
    says="The non-projection has c_var,1 = (λ*(G)²(n − 1) + λ*(G) k)/n.",
    formula=r"c_{\mathrm{var},1} = \tfrac{\lambda^*(G)^2(n-1) + \lambda^*(G)k_t}{n}",
    forall=MEMBERS,
    reading="With k of an orthonormal basis, as Section 3 defines it before the table.",
    controls={"the square of λ*": {"constants": with_the_square}},
    **SLIP,
)
def var1_of_the_non_projection(system, n, *, constants=printed):
    """The constant 2 refutes it, at g = 1 and n = 1: P^1 g = 4 has the squared norm 16, against 4 · 1."""
    bound = constants(system.constants(n))[0]
    return at_most(system.inside(n), bound, digits=11, symbol="E‖Pⁿg‖²/‖g‖² on T")


@claim(
    "x:tab2-nonprojection-var2",
    says="The non-projection has c_var,2 = λ*(G) k/n.",
    formula=r"c_{\mathrm{var},2} = \tfrac{\lambda^*(G)k_t}{n}",
    forall=MEMBERS,
    reading="With k of an orthonormal basis, as Section 3 defines it before the table.",
    controls={"the square of λ*": {"constants": with_the_square}},
    **SLIP,
)
def var2_of_the_non_projection(system, n, *, constants=printed):
    """The constant 2 refutes it, on two points with g = ±1 and n = 1: E‖P^1 g‖² = 16 against 4 · 1."""
    bound = constants(system.constants(n))[1]
    return at_most(system.outside(n), bound, digits=11, symbol="E‖Pⁿg‖²/‖g‖² outside T")


@repair(
    "x:tab2-nonprojection-var1/corrected",
    "x:tab2-nonprojection-var1",
    also=["x:tab2-nonprojection-var2"],
    says="With k of an orthonormal basis, the non-projection has c_var,1 = λ*(G)²(n − 1 + k)/n together with "
    "c_var,2 = λ*(G)² k/n.",
    formula=r"c_{\mathrm{var},1} = \lambda^*(G)^2\,\tfrac{n-1+k_t}{n}, \quad "
    r"c_{\mathrm{var},2} = \lambda^*(G)^2\,\tfrac{k_t}{n}",
    forall={"φ, μ": SYSTEMS, "n": SIZES},
    reading="The table is also right with k of the system for that of a basis, as Lemma B.3 has it.",
    tight="attained by tight frames in L² whose w K is constant",
    mutants={
        "as printed": {"constants": printed},
        "one per cent less": {"constants": lambda found: tuple(0.99 * c for c in with_the_square(found))},
    },
)
def variance_of_the_non_projection(system, n, *, constants=with_the_square):
    """diag(c_var,1, c_var,2) - S has no negative eigenvalue."""
    c_var1, c_var2 = constants(of_the_basis(system, n))
    gap = c_var1 * system.projector + c_var2 * outside(system) - system.second_moment(n)
    size = float(system.eigenvalues[-1] ** 2)
    return at_least(np.linalg.eigvalsh(gap)[0], 0.0, digits=10, scale=size, symbol="the least gap")
