r"""Lemma B.3 [lem:sgd_bias_variance]: the four constants of (BBV) for the non-projection, from λ_*(G), λ*(G) and k_t.

Here k_t sums the d members of the generating system, unlike k_t of [eq:def:christoffel], which sums a basis.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from checks.instances.finite_systems import Finite, christoffel, finite_systems, powers, values
from checks.instances.spaces import all_spaces
from theorytest import at_least, at_most, claim, equal, repair
from theorytest.approximation.estimators import NonProjection
from theorytest.approximation.exact_moments import on_all
from theorytest.approximation.measures import Gaussian, Uniform
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.approximation.spaces import Space
from theorytest.approximation.suprema import supremum
from theorytest.approximation.systems import Monomials

SIZES = (1, 2, 3)


@dataclass(frozen=True)
class Printed:
    """The constants of the lemma from the extreme eigenvalues of G, k and n."""

    least: float
    lam: float
    k: float
    n: int

    @property
    def c_var1(self):
        """(λ*² (n - 1) + λ* k) / n."""
        return (self.lam**2 * (self.n - 1) + self.lam * self.k) / self.n

    @property
    def c_var2(self):
        """λ* k / n."""
        return self.lam * self.k / self.n


def of_the_system(system, n):
    """k from all members of the system."""
    k = system.weighted(christoffel(system.phi)).max()
    return Printed(system.eigenvalues[0], system.eigenvalues[-1], k, n)


def of_the_basis(system, n):
    """k from an orthonormal basis instead."""
    k = system.weighted(christoffel(system.basis_jets)).max()
    return Printed(system.eigenvalues[0], system.eigenvalues[-1], k, n)


@cache
def monomials():
    """The true constants of two points for 1, x, x² on an interval and on the line, with k of the system."""
    found = {}
    for measure in (Uniform(), Gaussian()):
        space = Space(Monomials(3), measure)
        for sampler in (Plain(space), Optimal(space)):
            k = supremum(lambda x, s=sampler: s.weight(x) * np.sum(x ** (2 * np.arange(3)), axis=-1), measure).value
            if np.isfinite(k):
                name = f"monomials, {type(measure).__name__}, {type(sampler).__name__}"
                found[name] = on_all(NonProjection(sampler, 2)), measure, k
    return found


@cache
def c_var1_with(name, c_var2):
    """The smallest c_var1 of these that holds together with c_var2."""
    return monomials()[name][0].c_var1_with(c_var2)


@claim(
    "lem:sgd_bias_variance",
    also=["x:display-lemB.3-constants"],
    kind="constant",
    says="The non-projection has the four constants of Lemma B.3, with the Christoffel function of its system.",
    formula=r"c_{\mathrm{bias},1} = \lambda_*(G),\ c_{\mathrm{bias},2} = 0,\ "
    r"c_{\mathrm{var},1} = \tfrac{\lambda^*(G)^2(n-1) + \lambda^*(G)k_t}{n},\ "
    r"c_{\mathrm{var},2} = \tfrac{\lambda^*(G)k_t}{n}",
    expected="computed",
    tight="attained by tight frames whose w K is constant",
    premises=["lem:quasi-projection_unbiased", "lem:quasi-projection_norm/corrected"],
    mutants={
        "share1 x 0.9": {"share1": 0.9},
        "share2 x 0.9": {"share2": 0.9},
        "k of an orthonormal basis": {"printed": of_the_basis},
        "the largest eigenvalue for the bias": {"least": lambda found: found.lam},
    },
)
def constants_of_the_non_projection(*, printed=of_the_system, least=lambda found: found.least, share1=1.0, share2=1.0):
    """(BBV) for all g: on points by enumeration, for monomials with all of the complement by quadrature."""
    for name, system in finite_systems().items():
        for n in SIZES:
            found, P, A = printed(system, n), system.projector, system.mean(n)
            bound = share1 * found.c_var1 * P + share2 * found.c_var2 * (np.eye(len(P)) - P)
            gaps = [(A + A.T) / 2 - least(found) * P, bound - system.second_moment(n)]
            lowest = np.linalg.eigvalsh(gaps)[:, 0]
            size, where = float(system.eigenvalues[-1] ** 2), f"{name}, n = {n}"
            yield at_least(lowest, 0.0, name=where, digits=10, scale=size, symbol="the least gap")
    for name, (true, measure, k) in monomials().items():
        eigenvalues = np.linalg.eigvalsh(_moments_of_powers(measure))
        found = Printed(eigenvalues[0], eigenvalues[-1], k, 2)
        constants = [true.c_var2, c_var1_with(name, share2 * found.c_var2)]
        bound = [share2 * found.c_var2, share1 * found.c_var1]
        yield at_most(constants, bound, name=f"{name}, n = 2", digits=5, symbol="a constant")


def _moments_of_powers(measure):
    """G for 1, x, x²: the moments up to 4 of the uniform and the normal distribution."""
    m = (1.0, 0.0, 1 / 3, 0.0, 1 / 5) if isinstance(measure, Uniform) else (1.0, 0.0, 1.0, 0.0, 3.0)
    return np.array([[m[i + j] for j in range(3)] for i in range(3)])


def two_blocks(least, lam, share=0.5):
    """√λ* and √λ_* times the normalised indicators of two cells, the first drawn with the probability `share`."""
    rho = np.array([0.1, 0.3, 0.2, 0.4])
    cells = np.array([[1.0, 1, 0, 0], [0, 0, 1, 1]])
    mass = cells @ rho
    mu = rho * (np.array([share, 1 - share]) / mass @ cells)
    return Finite(rho, mu, values(*(np.sqrt([lam, least]) / np.sqrt(mass) * cells.T).T))


def parabolas(least, lam):  # noqa: ARG001 (a system whose eigenvalues cannot be chosen)
    """1, x, x² on four points."""
    return Finite(np.full(4, 0.25), np.full(4, 0.25), powers([0, 1, 2]))


@claim(
    "x:lemB.3-tight",
    kind="constant",
    says="The constants of Lemma B.3 are tight: for all eigenvalues and sample sizes a system has exactly these.",
    formula=r"\forall\, \lambda_* \le \lambda^*, n\ \exists\, \mathcal{B}_t:\ \text{no better } "
    r"c_{\mathrm{bias},1}, c_{\mathrm{bias},2}, c_{\mathrm{var},1}, c_{\mathrm{var},2}",
    expected="computed",
    tight="attained for all eigenvalues and sample sizes",
    premises=["lem:sgd_bias_variance"],
    mutants={
        "bias x 1.01": {"bias": 1.01},
        "variance x 0.99": {"variance": 0.99},
        "monomials": {"system_with": parabolas},
        "the weak block drawn too rarely": {"system_with": lambda least, lam: two_blocks(least, lam, share=0.99)},
    },
)
def constants_are_tight(*, system_with=two_blocks, bias=1.0, variance=1.0):
    """Two cells that do not meet, and w K largest on the one with λ*: each cell alone is a scaled quasi-projection.

    Other systems have smaller ones: for eight monomials on [-1, 1] and plain points the printed c_var2 is 1.74 times
    the true one; for the normalised indicators of cells of mass 1 - ε and ε, the second times ε^(1/4), ε^(-1/2) times.
    """
    for least, lam in ((1.0, 1.0), (0.1, 1.0), (1.0, 9.0), (0.25, 4.0)):
        system = system_with(least, lam)
        for n in SIZES:
            S, A, b = system.second_moment(n), system.mean(n), system.basis
            outside = np.eye(len(S)) - system.projector
            found = of_the_system(system, n)
            true = [
                np.linalg.eigvalsh(b @ (A + A.T) @ b.T / 2)[0],
                np.linalg.norm(system.projector @ A @ outside, 2),
                np.linalg.eigvalsh(b @ S @ b.T)[-1],
                np.linalg.eigvalsh(outside @ S @ outside)[-1],
            ]
            claimed = [bias * found.least, 0.0, variance * found.c_var1, variance * found.c_var2]
            where = f"eigenvalues {least:g} and {lam:g}, n = {n}"
            yield equal(true, claimed, name=where, digits=12, symbol="a constant")


def compare_christoffel(smallest, greatest):
    """λ*(Σ (L φ_k)(L φ_k)ᵀ) between multiples of λ*(Σ (L b_k)(L b_k)ᵀ), on points and for the spaces of Section 3."""
    points = {
        name: (christoffel(system.phi), christoffel(system.basis_jets), system.eigenvalues)
        for name, system in finite_systems().items()
    }
    spaces = {f"space {name}": _of_space(space) for name, space in all_spaces().items()}
    for name, (found, K, eigenvalues) in (points | spaces).items():
        yield at_least(found, smallest(eigenvalues) * K, name=f"{name}: least", digits=9, symbol="K")
        yield at_most(found, greatest(eigenvalues) * K, name=f"{name}: most", digits=9, symbol="K")


def _of_space(space):
    x = space.measure.quadrature(6).nodes
    eigenvalues = np.linalg.eigvalsh(space.gramian)
    positive = eigenvalues[eigenvalues > 1e-10 * eigenvalues[-1]]
    jets = (np.swapaxes(space.system_jets(x), 0, 1), np.swapaxes(space.jets(x), 0, 1))
    return *(christoffel(each) for each in jets), positive


@claim(
    "x:lemB.3-christoffel",
    kind="definition",
    says="The Christoffel function of the generating system is the one of Section 3, of an orthonormal basis.",
    formula=r"\lambda^*\Big(\sum_{k=1}^{d}(L_x\varphi_k)(L_x\varphi_k)^\intercal\Big) = "
    r"\lambda^*\Big(\sum_{k=1}^{d_t}(L_xb_k)(L_xb_k)^\intercal\Big)",
    expected="refuted",
    gravity="misprint",
)
def christoffel_functions_agree_as_printed(*, smallest=lambda _: 1.0, greatest=lambda _: 1.0):
    """One symbol for two functions: the constant 2 has K = 4, its space has K = 1."""
    yield from compare_christoffel(smallest, greatest)


@repair(
    "x:lemB.3-christoffel/corrected",
    "x:lemB.3-christoffel",
    kind="inequality",
    says="The Christoffel function of the system lies between the extreme Gramian eigenvalues times the other.",
    formula=r"\lambda_*(G)\,\mathfrak{K}_t \le \lambda^*\Big(\sum_{k=1}^{d}(L_x\varphi_k)(L_x\varphi_k)^\intercal\Big) "
    r"\le \lambda^*(G)\,\mathfrak{K}_t",
    expected="computed",
    tight="attained by tight frames",
    mutants={
        "the mean eigenvalue below": {"smallest": np.mean},
        "the mean eigenvalue above": {"greatest": np.mean},
        "one per cent less above": {"greatest": lambda values: 0.99 * values[-1]},
    },
)
def christoffel_functions_compare(*, smallest=lambda values: values[0], greatest=lambda values: values[-1]):
    """Equal on both sides for tight frames."""
    yield from compare_christoffel(smallest, greatest)


@claim(
    "x:display-lemB.3-proof",
    kind="inequality",
    says="Lemma B.2 with the squared norm of g split into projection and orthogonal part gives the constants.",
    formula=r"\mathbb{E}\|P_t^n g\|^2 \le (1-\tfrac1n)\lambda^*(G)^2\|P_t g\|^2 + \tfrac{\lambda^*(G)k_t}{n}\|g\|^2 = "
    r"\tfrac{\lambda^*(G)^2(n-1)+\lambda^*(G)k_t}{n}\|P_t g\|^2 + \tfrac{\lambda^*(G)k_t}{n}\|(I-P_t)g\|^2",
    expected="computed",
    tight="attained by tight frames",
    mutants={
        "share x 0.98": {"share": 0.98},
        "k forgotten on the projection": {"inside": lambda found: found.lam**2 * (found.n - 1) / found.n},
        "k of an orthonormal basis": {"printed": of_the_basis},
    },
)
def splitting_gives_the_constants(*, printed=of_the_system, inside=lambda found: found.c_var1, share=1.0):
    for name, system in finite_systems().items():
        P, identity = system.projector, np.eye(len(system.projector))
        for n in SIZES:
            found = printed(system, n)
            first = (1 - 1 / n) * found.lam**2 * P + found.lam * found.k / n * identity
            second = inside(found) * P + found.c_var2 * (identity - P)
            where, size = f"{name}, n = {n}", float(found.lam**2)
            yield equal(second, first, name=f"{where}: split", digits=11, symbol="an entry")
            lowest = np.linalg.eigvalsh(share * first - system.second_moment(n))[0]
            yield at_least(lowest, 0.0, name=where, digits=10, scale=size, symbol="the least gap")
