r"""Section 3.3 opens with the quasi-projection: its (BBV) constants are called uniformly bounded."""

import numpy as np

from checks.instances.finite_systems import Finite, finite_systems, optimal, orthonormalised
from checks.theory.far_out import far_out
from theorytest import at_least, at_most, claim, family, finite, repair


@claim(
    "x:sec3.3-quasi-uniformly-bounded",
    says="The variance constants of the quasi-projection are bounded by a number C that depends on d and n alone.",
    formula=r"c_{\mathrm{var},2} \le C(d_t, n) \quad\text{for all } \mathcal{T}_t, \mu_t",
    forall={"C": family([10.0, 1e3, 1e6], "positive numbers")},
    reading="For all spaces of a dimension and every sampling measure: lines, one plain Gaussian point, and a gradient "
    "on [R, R + 1] with R² > 2C. For optimal samples see the corrected form.",
    gravity="fails only when read literally",
    finding="uniform-with-optimal-samples",
    premises=["x:tab2-quasiprojection-var2"],
    controls={"gradients near 0": {"far": lambda _: 1.0}},
)
def constants_are_bounded_as_printed(C, *, far=lambda C: np.sqrt(2 * C)):
    return at_most(far_out(far(C)), C, digits=None, symbol="E‖P¹g‖²/‖g‖²")


def by_the_dimension(d, n):
    """(n - 1 + d)/n and d/n."""
    return (n - 1 + d) / n, d / n


def exact(system):
    """The quasi-projection with w = ‖K‖/K."""
    return orthonormalised(optimal(system.rho, system.phi))


def surrogate(system):
    """The quasi-projection with w = d/K̃."""
    mu = system.rho * np.sum(system.basis_jets**2, axis=(0, 2)) / system.dim
    return orthonormalised(Finite(system.rho, mu, system.phi))


@repair(
    "x:sec3.3-quasi-uniformly-bounded/corrected",
    "x:sec3.3-quasi-uniformly-bounded",
    says="With optimal samples, of K or of its surrogate, the quasi-projection has c_var,1 = (n − 1 + d)/n and "
    "c_var,2 = d/n.",
    formula=r"c_{\mathrm{var},1} = \tfrac{n-1+d_t}{n},\quad c_{\mathrm{var},2} = \tfrac{d_t}{n}",
    forall={
        "T": family(finite_systems, "spaces; all g"),
        "w": finite({"of K": exact, "of its surrogate": surrogate}),
        "n": family([1, 2, 3], "positive integers"),
    },
    tight="attained for scalar jets where K > 0 and T is not H",
    premises=["x:tab2-quasiprojection-var1", "x:sec3.2-k-at-most-d"],
    mutants={
        "one dimension less": {"bound": lambda d, n: by_the_dimension(d - 1, n)},
        "one per cent less": {"bound": lambda d, n: tuple(0.99 * c for c in by_the_dimension(d, n))},
    },
)
def constants_are_bounded_with_optimal_samples(system, sampled, n, *, bound=by_the_dimension):
    """diag(c_var,1, c_var,2) - S has no negative eigenvalue."""
    quasi = sampled(system)
    P, (c_var1, c_var2) = quasi.projector, bound(quasi.dim, n)
    gap = c_var1 * P + c_var2 * (np.eye(len(P)) - P) - quasi.second_moment(n)
    return at_least(np.linalg.eigvalsh(gap)[0], 0.0, digits=11, scale=1.0, symbol="the least gap")
