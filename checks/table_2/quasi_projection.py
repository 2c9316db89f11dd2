r"""Table 2, row "Quasi-proj.": the variance constants of the quasi-projection."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from checks.instances.finite_systems import ANY_BASIS, quasi_systems
from checks.theory import symbolic_sampling as on
from checks.theory.finite import Finite, of_the_space
from checks.theory.forms import nonnegative
from checks.theory.non_projection import variance_bound
from checks.theory.worst_gradient import worst_gradient
from theorytest import at_most, claim, family, integers, product, proof
from theorytest.approximation import (
    Gaussian,
    Hermite,
    Legendre,
    Optimal,
    Plain,
    QuasiProjection,
    Sampler,
    Space,
    Uniform,
    on_all,
)

ABOVE = 1.001  # at c_var2 = sup w K / n itself the Schur complement is a limit


@dataclass(frozen=True, eq=False)
class OnPoints:
    """Finitely many points: diag(c_var1, c_var2) - S ⪰ 0 for all g."""

    system: Finite
    n: int

    def relations(self, c_var1, c_var2):
        k = self.system.weighted(of_the_space(self.system)).max()
        bound = variance_bound(self.system, c_var1(self.n, k), c_var2(self.n, k))
        yield nonnegative(bound - self.system.second_moment(self.n), digits=11)


@cache
def _on_all(sampler):
    return on_all(QuasiProjection(sampler, 4))


@cache
def _smallest(sampler, c_var2):
    return _on_all(sampler).c_var1_with(c_var2)


@dataclass(frozen=True, eq=False)
class OnInterval:
    """Four points in L² with k in closed form: the package's exact constants, with all of the complement."""

    sampler: Sampler
    k: float
    drawn: bool = False  # whether the worst gradient is shown

    def relations(self, c_var1, c_var2):
        true, second = _on_all(self.sampler), c_var2(4, self.k)
        found = [true.c_var2, _smallest(self.sampler, ABOVE * second)]
        yield at_most(found, [second, c_var1(4, self.k)], name="constants", digits=5, symbol="a constant")
        if self.drawn:
            name = f"quadratics, {type(self.sampler).__name__.lower()}, n = 4"
            yield worst_gradient(name, QuasiProjection(self.sampler, 4), c_var1(4, self.k), second)


@cache
def cases():
    """Points, in L² and H¹, and intervals in L²."""
    three = Space(Legendre(3), Uniform())
    points = {f"{name}, n = {n}": OnPoints(system, n) for name, system in quasi_systems().items() for n in (1, 2, 3)}
    intervals = {
        "Legendre 3, plain": OnInterval(Plain(three), 9.0, drawn=True),
        "Legendre 3, optimal": OnInterval(Optimal(three), 3.0, drawn=True),
        "Hermite 7, optimal": OnInterval(Optimal(Space(Hermite(7), Gaussian())), 7.0),
    }
    return points | intervals


ANY_CASE = product(ANY_BASIS, integers(1, 4)).map(OnPoints)
CASES = family(cases, "spaces in L² and H¹, sampling measures and numbers of points", search=ANY_CASE)


def printed_var1(n, k):
    """(n - 1 + k)/n."""
    return (n - 1 + k) / n


def printed_var2(n, k):
    """k/n."""
    return k / n


def variance_on_symbols(*, c_var1=printed_var1, c_var2=printed_var2):
    """Lemma B.2 for an orthonormal basis, and ∫ w K ‖L_x g‖² ≤ k‖g‖²."""
    integral, found = proof.nonnegative("∫wK‖L_xg‖²dρ"), proof.mean(proof.square(on.estimate))
    return proof.statement(
        at_most(found, c_var1(on.n, on.k) * on.tangent + c_var2(on.n, on.k) * on.normal),
        given={
            "quasi-projection: Lemma B.2 for G = I": at_most(found, ((on.n - 1) * on.tangent + integral) / on.n),
            "k": at_most(integral, on.k * on.SPACE.identity),
        },
        by=[proof.use("quasi-projection: Lemma B.2 for G = I"), proof.use("k", 1 / on.n)],
    )


@claim(
    "x:tab2-quasiprojection-var1",
    also=["x:tab2-quasiprojection-var2", "x:appG-quasi-constants"],
    says="The quasi-projection has c_var,1 = (n − 1 + k)/n = 1 + (k − 1)/n together with c_var,2 = k/n.",
    formula=r"c_{\mathrm{var},1} = \tfrac{n-1+k_t}{n} = 1 + \tfrac{k_t-1}{n},\quad c_{\mathrm{var},2} = \tfrac{k_t}{n}",
    forall={"T, μ, n": CASES},
    tight="attained in L² where w K is constant and T is not H",
    reading="Proved from Lemma B.2 with G = I, where d_t = d, and the definition of k.",
    premises=["lem:quasi-projection_norm/corrected"],
    proof=variance_on_symbols,
    mutants={
        "one per cent less c_var,1": {"c_var1": lambda n, k: 99 * printed_var1(n, k) / 100},
        "one per cent less c_var,2": {"c_var2": lambda n, k: 99 * k / (100 * n)},
    },
)
def variance_of_the_quasi_projection(case, *, c_var1=printed_var1, c_var2=printed_var2):
    yield from case.relations(c_var1, c_var2)
