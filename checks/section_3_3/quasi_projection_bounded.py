r"""Section 3.3 opens with the quasi-projection: its (BBV) constants are called uniformly bounded."""

from math import isqrt

from checks.theory.finite import optimal, rational_system
from checks.theory.forms import exact
from theorytest import at_most, claim, family, integers


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
    "plain point, and a g ⟂ T on this cell. With optimal points both are bounded, see x:display-abc-condition.",
    gravity="fails only when read literally",
    finding="uniform-with-optimal-samples",
    premises=["x:tab2-quasiprojection-var1"],
    controls={"optimal points": {"law": lambda system: optimal(system.rho, system.phi)}},
)
def constants_are_bounded_as_printed(C, *, law=lambda system: system):
    system = law(small_cell(C))
    g = system.coordinates * exact([16, -9, 0])
    return at_most(g @ system.second_moment(1) @ g / (g @ g), C, symbol="E‖P¹g‖²/‖g‖²")
