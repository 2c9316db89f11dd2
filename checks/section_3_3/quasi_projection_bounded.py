r"""Section 3.3 opens with the quasi-projection: its (BBV) constants are called uniformly bounded."""

from __future__ import annotations

import numpy as np

from checks.instances.finite_systems import christoffel, finite_systems
from checks.section_1_3.quasi_projection_error import as_sampled, with_optimal_samples, with_trace_samples
from checks.table_2.quasi_projection import far_out
from theorytest import at_least, at_most, claim, repair

SIZES = (1, 2, 3)


def by_the_dimension(d, n):
    """(n - 1 + d)/n and d/n: bounds that know nothing of the space but its dimension."""
    return (n - 1 + d) / n, d / n


@claim(
    "x:sec3.3-quasi-uniformly-bounded",
    kind="remark",
    says="The quasi-projection has uniformly bounded variance constants, read for all spaces of a dimension and "
    "every sampling measure.",
    formula=r"c_{\mathrm{var},2} \le C(d_t, n) \quad\text{for all } \mathcal{T}_t, \mu_t",
    expected="refuted",
    gravity="misprint",
    premises=["x:tab2-quasiprojection-var2"],
)
def constants_are_bounded_as_printed(*, C=1e6):
    """Lines with plain Gaussian points: one g for each bound C, here beyond 10⁶; d = 2 and n = 1 stay fixed.

    The sentence does not say over what the constants are uniform; who means optimal samples reads the corrected form.
    """
    for R in (16.0, 2048.0):
        yield at_most(far_out(R), C, name=f"g on [{R:g}, {R + 1:g}]", digits=None, symbol="c_var2")


@repair(
    "x:sec3.3-quasi-uniformly-bounded/corrected",
    "x:sec3.3-quasi-uniformly-bounded",
    kind="inequality",
    says="With optimal samples, of K or of its surrogate, the quasi-projection has variance constants that are "
    "bounded by the dimension and the number of points alone.",
    formula=r"c_{\mathrm{var},1} \le \tfrac{n-1+d_t}{n},\quad c_{\mathrm{var},2} \le \tfrac{d_t}{n}",
    expected="computed",
    tight="attained by scalar jets",
    premises=["x:tab2-quasiprojection-var1", "x:sec3.2-k-at-most-d"],
    mutants={
        "the samples at hand": {"samplings": (as_sampled,)},
        "one dimension less": {"bound": lambda d, n: by_the_dimension(d - 1, n)},
        "one per cent less": {"bound": lambda d, n: tuple(0.99 * c for c in by_the_dimension(d, n))},
    },
)
def constants_are_bounded_with_optimal_samples(
    *, samplings=(with_optimal_samples, with_trace_samples), bound=by_the_dimension
):
    """Attained for scalar jets; both constants together, for all g on the points."""
    for sampled in samplings:
        for name, each in finite_systems().items():
            system = sampled(each)
            P, k = system.projector, system.weighted(christoffel(system.phi)).max()
            where = f"{sampled.__name__}: {name}"
            yield at_most(k, system.dim, name=f"{where}: k", digits=11, symbol="k")
            for n in SIZES:
                c_var1, c_var2 = bound(system.dim, n)
                gap = c_var1 * P + c_var2 * (np.eye(len(P)) - P) - system.second_moment(n)
                lowest = np.linalg.eigvalsh(gap)[0]
                yield at_least(lowest, 0.0, name=f"{where}, n = {n}", digits=11, scale=1.0, symbol="the least gap")
