r"""Section 1.3: no importance sampling is efficient for a highly nonlinear class at once; for its tangent spaces it is.

How many points a weight w needs for all v of a class M is governed by k = sup_x w(x) K_M(x), K_M(x) = sup |v(x)|²/‖v‖².
For rank-one tensors v_1 ⊗ ... ⊗ v_m with factors from d-dimensional spaces K_M is that of the full tensor space, since
the reproducing kernel has rank one: the best weight has k = d^m. A tangent space has m (d - 1) + 1 dimensions.
"""

from __future__ import annotations

from functools import reduce

import numpy as np

from theorytest import at_least, claim, equal
from theorytest.approximation.christoffel import Christoffel
from theorytest.approximation.measures import Product, Uniform
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Legendre
from theorytest.approximation.tensor import TensorProduct, full_grid

D = 3
ORDERS = (2, 3, 4)


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


def best_rank_one(basis_at_x):
    """max |v(x)|² over rank-one v of norm 1: v(x) = Π_j (v_j, b_j), by Cauchy-Schwarz in every factor."""
    return np.prod(np.sum(basis_at_x**2, axis=-1), axis=-1)


def grid(m):
    """Points of the cube, corners among them."""
    return np.stack(np.meshgrid(*[[-1.0, -0.3, 0.5, 1.0]] * m, indexing="ij"), axis=-1).reshape(-1, m)


@claim(
    "x:sec1.3-no-uniform-importance-sampling",
    kind="value",
    says="For rank-one tensors of order m the best weight has k = d^m, the dimension of the full tensor space, "
    "although each tangent space needs only m(d - 1) + 1.",
    formula=r"\min_w\Big\|w\sup_{v\in\mathcal{M}}\tfrac{|v(\bullet)|^2}{\|v\|^2}\Big\|_{L^\infty} = d^m, \qquad "
    r"\dim\mathcal{T}_v\mathcal{M} = m(d-1)+1",
    expected="computed",
    premises=["x:sec3.2-optimal-weight"],
    mutants={
        "the number of parameters for k": {"needed": lambda m: m * D},
        "parameters for the tangent space": {"tangent": lambda m: m * D},
        "a class of one factor": {"orders": (1,)},
    },
)
def tensors_need_exponentially_many_points(
    *, needed=lambda m: D**m, tangent=lambda m: m * (D - 1) + 1, orders=ORDERS, gap=1.5
):
    """K_M of the class by hand against K of the full space by the package, whose mean over ρ is the least k.

    How efficient a weight can be depends on the class; that it cannot be for the tensors of the cited works is this.
    """
    for m in orders:
        space = Space(TensorProduct((Legendre(D),) * m, full_grid((D,) * m)), Product((Uniform(),) * m))
        class_K, name = best_rank_one(legendre(grid(m))), f"order {m}"
        yield equal(class_K, Christoffel(space)(grid(m)), name=f"{name}: K", digits=9, symbol="K_M(x)")
        k = Christoffel(space).k("optimal").value
        yield equal(k, needed(m), name=f"{name}: k", digits=9, symbol="the least k")
        dim = tangent_dimension(m)
        yield equal(dim, tangent(m), name=f"{name}: tangent", symbol="the dimension")
        yield at_least(k / dim, gap, name=f"{name}: ratio", digits=9, symbol="k / dimension")
