r"""Section 1.3: optimal densities have many modes and kinks; none serves a highly nonlinear class as a whole.

How many points a weight w needs for all v of a class M is governed by k = sup_x w(x) K_M(x), K_M(x) = sup |v(x)|²/‖v‖².
For rank-one tensors v_1 ⊗ ... ⊗ v_m with factors from d-dimensional spaces K_M is that of the full tensor space, since
the reproducing kernel has rank one: the best weight has k = d^m. A tangent space has m (d - 1) + 1 dimensions.
"""

from functools import reduce

import numpy as np
import sympy

from theorytest import Hypothesis, claim, equal, family, finite, integers
from theorytest.approximation import Christoffel, Legendre, Product, Space, TensorProduct, Uniform, full_grid

X = sympy.Symbol("x")


def legendre_modes(d):
    """Maxima of Σ_{k<d} (2k + 1) P_k² on [-1, 1], both ends among them: minima and maxima alternate inside."""
    slope = sympy.Poly(sum((2 * k + 1) * sympy.legendre(k, X) ** 2 for k in range(d)), X).diff(X)
    return (slope.count_roots(-1, 1) - 1) // 2 + 2 if slope.is_sqf and slope.eval(1) > 0 else 0


def hermite_modes(d):
    """Maxima of Σ_{k<d} He_k²/k! exp(-x²/2) on the line: the derivative has the sign of K' - x K."""
    he = [sympy.sqrt(2) ** -k * sympy.hermite(k, X / sympy.sqrt(2)) for k in range(d)]
    K = sympy.Poly(sympy.expand(sum(h**2 / sympy.factorial(k) for k, h in enumerate(he))), X)
    slope = K.diff(X) - sympy.Poly(X, X) * K
    return (slope.count_roots() + 1) // 2 if slope.is_sqf else 0


MODES = {"uniform": legendre_modes, "Gaussian": hermite_modes}
not_flat = Hypothesis("the density is not constant", lambda measure, d: measure == "Gaussian" or d > 1)


@claim(
    "x:sec1.3-densities-multimodal",
    says="Optimal sampling densities are typically extremely multimodal.",
    formula=r"\#\{\text{local maxima of } \tfrac1d\,\mathfrak{K}_t\,\rho\} = d_t",
    forall={
        "ρ": finite(list(MODES), "the uniform measure on [-1, 1] and the standard Gaussian measure"),
        "d": family((1, 2, 3, 5, 8), "dimensions of polynomials of degree below d", search=integers(1, 10), effort=10),
    },
    given=[not_flat],
    reading="`Typically` asks for examples: polynomials of degree below d have exactly d modes, ends of the interval "
    "among them. Trigonometric polynomials have a constant density.",
    mutants={"one mode less": {"modes": lambda d: d - 1}},
)
def density_has_as_many_modes_as_dimensions(measure, d, *, modes=lambda d: d):
    """Roots are counted by Sturm's theorem."""
    return equal(int(MODES[measure](d)), modes(d), symbol="the number of modes")


@claim(
    "x:sec1.3-densities-multimodal/kink",
    says="Optimal sampling densities can be non-smooth.",
    formula=r"\mathfrak{K}_t'(0{+}) \ne \mathfrak{K}_t'(0{-}) \quad\text{for } \operatorname{span}\{1, |x|\}",
    reading="One example: for span{1, |x|} in L² of the uniform measure on [-1, 1], |x| being two relu neurons, the "
    "density has a kink at 0. There K = 1 + 12(|x| - 1/2)², whose slope jumps by -24.",
    mutants={"span{1, x²}": {"power": 2}, "two per cent more": {"jump": sympy.Rational(-612, 25)}},
)
def density_has_a_kink(*, power=1, jump=-24):
    """K is even in x: the jump is twice its slope at 0 from the right, where |x| = x."""
    basis = sympy.Matrix([1, X**power])
    G = (basis * basis.T).applyfunc(lambda entry: sympy.integrate(entry, (X, 0, 1)))
    return equal(2 * (basis.T * G.inv() * basis)[0].diff(X).subs(X, 0), jump, symbol="the jump of K' at 0")


D = 3


def outer(vectors):
    """v_1 ⊗ ... ⊗ v_m."""
    return reduce(np.multiply.outer, vectors)


def legendre(x):
    """The orthonormal polynomials below degree 3 under the uniform measure, written out: (..., 3)."""
    return np.stack([np.ones_like(x), np.sqrt(3) * x, np.sqrt(5) * (3 * x**2 - 1) / 2], axis=-1)


def tangent_dimension(m, d=D):
    """The rank of the derivative of (v_1, ..., v_m) ↦ v_1 ⊗ ... ⊗ v_m at a point."""
    v = [np.arange(1.0, d + 1) + j for j in range(m)]
    rows = [outer([*v[:j], e, *v[j + 1 :]]).ravel() for j in range(m) for e in np.eye(d)]
    return np.linalg.matrix_rank(np.array(rows))


def of_the_class(x):
    """K_M(x) = max |v(x)|² over rank-one v of norm 1: v(x) = Π_j (v_j, b_j), by Cauchy-Schwarz in every factor."""
    return np.prod(np.sum(legendre(x) ** 2, axis=-1), axis=-1)


def tensor_grid(nodes, m):
    return np.stack(np.meshgrid(*[nodes] * m, indexing="ij"), axis=-1).reshape(-1, m)


def least_k(m):
    """∫ K_M dρ ≤ sup w K_M for all weights with ∫ 1/w dρ = 1, with equality for w = ∫ K_M / K_M; Gauss, exact."""
    nodes, weights = np.polynomial.legendre.leggauss(D)
    return outer([weights / 2] * m).ravel() @ of_the_class(tensor_grid(nodes, m))


@claim(
    "x:sec1.3-no-uniform-importance-sampling",
    says="In general, no importance sampling is efficient for the risk of all functions of a highly nonlinear M at "
    "once.",
    formula=r"\min_w\|w\sup_{v\in\mathcal{M}}|v|^2/\|v\|^2\|_\infty = d^m, \quad \dim\mathcal{T}_v\mathcal{M} = "
    r"m(d-1)+1",
    forall={"m": family((1, 2, 3, 4), "orders of rank-one tensors, d = 3", search=integers(1, 5), effort=5)},
    reading="One example: for rank-one tensors the best weight has k = d^m, as the full tensor space, while the "
    "tangent space at one tensor has m(d - 1) + 1 dimensions.",
    premises=["x:sec3.2-optimal-weight"],
    mutants={
        "the number of parameters for k": {"needed": lambda m: m * D},
        "parameters for the tangent space": {"tangent": lambda m: m * D},
    },
)
def tensors_need_exponentially_many_points(m, *, needed=lambda m: D**m, tangent=lambda m: m * (D - 1) + 1):
    """K_M by hand against K of the full space by the package."""
    space = Space(TensorProduct((Legendre(D),) * m, full_grid((D,) * m)), Product((Uniform(),) * m))
    x = tensor_grid([-1.0, -0.3, 0.5, 1.0], m)
    yield equal(of_the_class(x), Christoffel(space)(x), "K", digits=9, symbol="K_M(x)")
    yield equal(least_k(m), float(needed(m)), "k", digits=9, symbol="the least k")
    yield equal(int(tangent_dimension(m)), tangent(m), "tangent", symbol="the dimension of the tangent space")
