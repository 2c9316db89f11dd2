r"""Table 2, row "Non-proj.": the variance constants, with k_t of [eq:def:christoffel], as Section 3 defines it.

That k_t is of an orthonormal basis and does not see how the system is scaled; k_t of Lemma B.3 is of the system.
"""

from checks.instances.finite_systems import SIZES, SYSTEMS
from checks.theory.finite import of_the_space
from checks.theory.forms import nonnegative
from checks.theory.non_projection import largest, printed, variance_bound
from theorytest import claim, repair

OVER = {"φ, μ": SYSTEMS, "n": SIZES}


def as_printed(found):
    """c_var,1 and c_var,2 of Lemma B.3."""
    return found.c_var1, found.c_var2


def with_the_square(found):
    """λ*² (n - 1 + k)/n and λ*² k/n."""
    return found.lam**2 * (found.n - 1 + found.k) / found.n, found.lam**2 * found.k / found.n


SLIP = {
    "forall": OVER,
    "reading": "With k of an orthonormal basis, as Section 3 defines it before the table.",
    "controls": {"the square of λ*": {"constants": with_the_square}},
    "gravity": "wrong constant",
    "finding": "two-christoffel-functions",
}


def enough(system, n, part, constant):
    """The form of `constant` ‖h‖² - E‖Pⁿh‖² for h = `part` g."""
    scale = float(largest(system)) ** 2
    return nonnegative(part @ (constant * system.identity - system.second_moment(n)) @ part, digits=11, scale=scale)


@claim(
    "x:tab2-nonprojection-var1",
    says="The non-projection has c_var,1 = (λ*(G)²(n − 1) + λ*(G) k)/n.",
    formula=r"c_{\mathrm{var},1} = \tfrac{\lambda^*(G)^2(n-1) + \lambda^*(G)k_t}{n}",
    **SLIP,
)
def var1_of_the_non_projection(system, n, *, constants=as_printed):
    """The constant 2 refutes it, at g = 1 and n = 1: P^1 g = 4 has the squared norm 16, against 4 · 1."""
    return enough(system, n, system.projector, constants(printed(system, n, of_the_space))[0])


@claim(
    "x:tab2-nonprojection-var2",
    says="The non-projection has c_var,2 = λ*(G) k/n.",
    formula=r"c_{\mathrm{var},2} = \tfrac{\lambda^*(G)k_t}{n}",
    **SLIP,
)
def var2_of_the_non_projection(system, n, *, constants=as_printed):
    """The constant 2 refutes it, on two points with g ⟂ 1 and n = 1: E‖P^1 g‖² = 16 ‖g‖² against 4 · 1."""
    return enough(system, n, system.identity - system.projector, constants(printed(system, n, of_the_space))[1])


@repair(
    "x:tab2-nonprojection-var1/corrected",
    "x:tab2-nonprojection-var1",
    also=["x:tab2-nonprojection-var2"],
    says="With k of an orthonormal basis, the non-projection has c_var,1 = λ*(G)²(n − 1 + k)/n together with "
    "c_var,2 = λ*(G)² k/n.",
    formula=r"c_{\mathrm{var},1} = \lambda^*(G)^2\,\tfrac{n-1+k_t}{n}, \quad "
    r"c_{\mathrm{var},2} = \lambda^*(G)^2\,\tfrac{k_t}{n}",
    forall=OVER,
    reading="The table is also right with k of the system for that of a basis, as Lemma B.3 has it.",
    tight="attained by tight frames in L² whose w K is constant",
    mutants={
        "as printed": {"constants": as_printed},
        "one per cent less": {"constants": lambda found: tuple(99 * c / 100 for c in with_the_square(found))},
    },
)
def variance_of_the_non_projection(system, n, *, constants=with_the_square):
    bound = variance_bound(system, *constants(printed(system, n, of_the_space)))
    return nonnegative(bound - system.second_moment(n), scale=float(largest(system)) ** 2)
