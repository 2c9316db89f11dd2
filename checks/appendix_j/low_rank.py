r"""Proposition J.1 for matrices of rank r: R_v = σ_r/√2, where a tie σ_r = σ_(r+1) leaves two best approximations.

Perturbations run through all matrices with entries -1, 0 and 1, and through the one that makes the tie.
"""

from __future__ import annotations

import itertools

import numpy as np

from theorytest import at_least, at_most, claim, equal
from theorytest.descent.models.low_rank import LowRank

PLACES = {  # singular values of v, the others are zero
    "rank one of 2 x 2": (LowRank(2, 2, 1), (1.0,)),
    "rank one of 2 x 3": (LowRank(2, 3, 1), (2.0,)),
    "rank two of 3 x 3": (LowRank(3, 3, 2), (2.0, 0.5)),
}


def diagonal(model, values):
    """The matrix with these singular values, as a vector."""
    v = np.zeros((model.n_rows, model.n_columns))
    np.fill_diagonal(v, [*values, *[0.0] * (min(v.shape) - len(values))])
    return v.ravel()


def directions(model):
    """Of length one; the first takes from σ_r what it gives to σ_(r+1)."""
    tie = diagonal(model, [0.0] * (model.rank - 1) + [-1.0, 1.0])
    signs = [x for x in itertools.product((-1.0, 0.0, 1.0), repeat=model.ambient) if any(x)]
    x = np.array([tie, *signs[:: max(1, len(signs) // 2000)]])
    return x / np.linalg.norm(x, axis=1, keepdims=True)


def gaps(model, y):
    """σ_r - σ_(r+1); the best approximation of rank r is unique where it is positive."""
    sigma = np.linalg.svd(y.reshape(-1, model.n_rows, model.n_columns), compute_uv=False)
    return sigma[:, model.rank - 1] - sigma[:, model.rank]


@claim(
    "prop:nhood_properties/matrices-reach",
    kind="value",
    says="The local reach of the matrices of rank r is their smallest positive singular value over sqrt(2).",
    formula=r"\|x\| < \tfrac{\sigma_r(v)}{\sqrt2} \implies \sigma_r(v+x) - \sigma_{r+1}(v+x) "
    r"\ge \sigma_r(v)-\sqrt2\|x\| > 0",
    expected="computed",
    mutants={
        "share x 0.99": {"share": 0.99},
        "the singular value itself": {"share": 2**0.5},
        "half of it": {"share": 2**-0.5},
    },
)
def ties_begin_at_the_reach(*, share=1.0):
    """Attained along the perturbation that moves σ_r/2 to the next pair of singular vectors."""
    for name, (model, values) in PLACES.items():
        v = diagonal(model, values)
        R = share * float(model.local_reach(v[None])[0])
        x = directions(model)
        for zoom in (0.3, 0.9, 0.999):
            found, least = gaps(model, v + zoom * R * x), values[-1] * (1 - zoom)
            yield at_least(found, least, name=f"{name}, {zoom}", symbol="the gap", digits=11)
        tie = gaps(model, v + R * x[:1])
        yield equal(tie, 0.0, name=f"{name}: a tie", digits=11, symbol="the gap")


def matrices_of_the_class(model, v):
    """Near and far, and one whose last singular vectors are turned by half a right angle."""
    x = directions(model)
    others = np.concatenate([model.retract(v, v + t * x) for t in (0.2, 0.9, 3.0)])
    turned, r = v.copy().reshape(model.n_rows, model.n_columns), model.rank
    turned[r - 1 : r + 1, r - 1 : r + 1] = turned[r - 1, r - 1] / 2
    return np.concatenate([turned.reshape(1, -1), others])


@claim(
    "prop:nhood_properties/matrices",
    kind="inequality",
    says="For matrices of rank r the bound holds with sigma_r for the local reach, and is attained so: as printed "
    "it is loose by sqrt(2).",
    formula=r"\|g-P_vg\| \le \frac{\|g\|^2}{2\sigma_r(v)} \le \frac{\|g\|^2}{2R_v}",
    expected="computed",
    tight="attained along the perturbation that moves the last singular value; as printed it is loose by sqrt(2)",
    premises=["prop:nhood_properties", "prop:nhood_properties/matrices-reach"],
    mutants={"share x 0.9": {"share": 0.9}, "the largest singular value": {"radius": lambda values: 1.2 * values[0]}},
)
def matrices_have_a_larger_ball(*, share=1.0, radius=lambda values: values[-1]):
    """With u the best approximations of perturbed matrices."""
    for name, (model, values) in PLACES.items():
        v = diagonal(model, values)
        g = v - matrices_of_the_class(model, v)
        b = model.basis(v[None])[0]
        normal = np.linalg.norm(g - (g @ b) @ b.T, axis=1)
        square = np.sum(g**2, axis=1)
        bound = share * square / (2 * radius(values))
        yield at_most(normal, bound, name=name, digits=12, scale=1.0, symbol="the orthogonal part")
        printed = square / (2 * model.local_reach(v[None])[0])
        yield at_most(normal, printed, name=f"{name}: printed", digits=12, symbol="the orthogonal part")
