r"""Section 3.3 opens with the quasi-projection: its (BBV) constants are called uniformly bounded."""

from dataclasses import replace
from math import isqrt

import numpy as np

from checks.instances.finite_systems import BASES, SIZES
from checks.theory.finite import optimal, rational_system
from checks.theory.forms import exact, nonnegative
from checks.theory.non_projection import variance_bound
from theorytest import at_most, claim, family, finite, integers, repair


def small_cell(C):
    """A basis function on a cell of mass c < 1/C, (9 + 16)c/25, in three points: k = 1/c for plain points."""
    m = 2 * isqrt(C) + 4
    masses = 9 * (2 * m) ** 2, 16 * (2 * m) ** 2, 25 * (m**2 - 1) ** 2
    height = exact([[m**2 + 1, m**2 + 1, 0]])[0] / (2 * m)
    return rational_system(masses, masses, height)


@claim(
    "x:sec3.3-quasi-uniformly-bounded",
    says="The variance constants of the quasi-projection are bounded by a number C that depends on d and n alone.",
    formula=r"c_{\mathrm{var},2} \le C(d_t, n) \quad\text{for all } \mathcal{T}_t, \mu_t",
    forall={"C": family([10, 1000, 10**6], "positive numbers", search=integers(1, 50))},
    reading="For all spaces of a dimension and every sampling measure: one function on a cell of mass below 1/C, one "
    "plain point, and a g ⟂ T on this cell. For optimal samples see the corrected form.",
    gravity="fails only when read literally",
    finding="uniform-with-optimal-samples",
    premises=["x:tab2-quasiprojection-var1"],
    controls={"optimal points": {"law": lambda system: optimal(system.rho, system.phi)}},
)
def constants_are_bounded_as_printed(C, *, law=lambda system: system):
    system = law(small_cell(C))
    g = system.coordinates * exact([16, -9, 0])
    return at_most(g @ system.second_moment(1) @ g / (g @ g), C, symbol="E‖P¹g‖²/‖g‖²")


def by_the_dimension(d, n):
    """n - 1 + d and d, both over n."""
    return n - 1 + d, d


def of_the_surrogate(system):
    """w = d/K̃."""
    return replace(system, mu=system.rho * np.sum(system.phi**2, axis=(0, 2)) / system.dim, weights=None)


@repair(
    "x:sec3.3-quasi-uniformly-bounded/corrected",
    "x:sec3.3-quasi-uniformly-bounded",
    says="With optimal samples, of K or of its surrogate, the quasi-projection has c_var,1 = (n − 1 + d)/n and "
    "c_var,2 = d/n.",
    formula=r"c_{\mathrm{var},1} = \tfrac{n-1+d_t}{n},\quad c_{\mathrm{var},2} = \tfrac{d_t}{n}",
    forall={
        "T": BASES,
        "w": finite({"of K": lambda system: optimal(system.rho, system.phi), "of its surrogate": of_the_surrogate}),
        "n": SIZES,
    },
    tight="attained for scalar jets where K > 0 and T is not H",
    premises=["x:tab2-quasiprojection-var1", "x:sec3.2-k-at-most-d"],
    mutants={
        "one dimension less": {"bound": lambda d, n: by_the_dimension(d - 1, n)},
        "one per cent less": {"percent": 99},
    },
)
def constants_are_bounded_with_optimal_samples(system, sampled, n, *, bound=by_the_dimension, percent=100):
    """diag(c_var,1, c_var,2) - S has no negative eigenvalue."""
    quasi = sampled(system)
    form = percent * variance_bound(quasi, *bound(quasi.dim, n)) / (100 * n)
    return nonnegative(form - quasi.second_moment(n), digits=11)
