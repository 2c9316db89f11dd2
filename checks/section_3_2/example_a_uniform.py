r"""Section 3.2, example (a): polynomials below degree d, uniform measure on [-1, 1], no weight: k_t = d²."""

import sympy as sp

from theorytest import claim, equal, family, integers
from theorytest.approximation import Christoffel, Legendre, Space, Uniform


@claim(
    "x:sec3.2-example-a",
    says="In L² of the uniform measure on [−1, 1] with w = 1, the polynomials of degree below d have k = d².",
    formula=r"k_t = d_t^2 \quad\text{for } w_t \equiv 1,\ \rho = \mathcal{U}([-1, 1])",
    forall={"d": family([1, 2, 3, 5, 10, 30, 100], "positive integers", search=integers(1, 20))},
    premises=["eq:def:christoffel"],
    mutants={"one per cent more": {"printed": lambda d: 1.01 * d**2}},
)
def unweighted_uniform_sampling_costs_the_square(d, *, printed=lambda d: d**2):
    """|P_k| ≤ P_k(1) = 1, so that the supremum is K(1) = Σ (2k + 1), which is d² for a symbol d."""
    k = Christoffel(Space(Legendre(d), Uniform())).k("constant")
    yield equal(k.value, printed(d), name="k", digits=11, symbol="k")
    j, D = sp.symbols("j D", integer=True, positive=True)
    end = sp.summation(2 * j + 1, (j, 0, D - 1))
    yield equal(end.subs(D, d), sp.nsimplify(printed(D)).subs(D, d), name="K(1)", symbol="K(1)")
