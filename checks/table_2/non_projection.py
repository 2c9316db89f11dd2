r"""Table 2, row "Non-proj.": the variance constants, with k_t of [eq:def:christoffel], as Section 3 defines it."""

from types import SimpleNamespace

from checks.instances.finite_systems import SIZES, SYSTEMS
from checks.theory import symbolic_members as on
from checks.theory.finite import of_the_space
from checks.theory.forms import lowest_at, nonnegative
from checks.theory.non_projection import largest, printed, variance_bound
from theorytest import at_most, claim, repair
from theorytest.proof import compared, positive, statement, use

OVER = {"φ, μ": SYSTEMS, "n": SIZES}


def as_printed(found):
    """c_var,1 and c_var,2 of Lemma B.3."""
    return found.c_var1, found.c_var2


def with_the_square(found):
    """λ*² (n - 1 + k)/n and λ*² k/n."""
    return found.lam**2 * (found.n - 1 + found.k) / found.n, found.lam**2 * found.k / found.n


def enough(system, n, part, constant, name):
    """The form of `constant` ‖h‖² - E‖Pⁿh‖² for h = `part` g."""
    scale = float(largest(system)) ** 2
    gap = part @ (constant * system.identity - system.second_moment(n)) @ part
    return nonnegative(gap, name, digits=11, scale=scale)


@claim(
    "x:tab2-nonprojection-var1",
    also=["x:tab2-nonprojection-var2"],
    says="The non-projection has c_var,1 = (λ*(G)²(n − 1) + λ*(G) k)/n and c_var,2 = λ*(G) k/n.",
    formula=r"c_{\mathrm{var},1} = \tfrac{\lambda^*(G)^2(n-1) + \lambda^*(G)k_t}{n}, \quad c_{\mathrm{var},2} = "
    r"\tfrac{\lambda^*(G)k_t}{n}",
    forall=OVER,
    reading="Each for its part of g, and with k of an orthonormal basis, as Section 3 defines it before the table. "
    "With k of the generating system, as in Lemma B.3, they are right.",
    gravity="fails only when read literally",
    finding="two-christoffel-functions",
    controls={"the square of λ*": {"constants": with_the_square}},
)
def constants_of_the_non_projection(system, n, *, constants=as_printed):
    """The constant 2 refutes both with n = 1: E‖P^1 g‖² = 16‖g‖² for g = 1 and on two points for g ⟂ 1, against 4."""
    parts = system.projector, system.identity - system.projector
    for name, part, c in zip(("c_var,1", "c_var,2"), parts, constants(printed(system, n, of_the_space)), strict=True):
        yield enough(system, n, part, c, name)


def variance_on_symbols(*, constants=with_the_square):
    """Lemma B.3, and K of the system, which is at most λ*(G) times that of a basis."""
    k = positive("k_t")
    first, second = constants(SimpleNamespace(lam=on.lam, n=on.n, k=k))
    return statement(
        at_most(on.moment, first * on.tangent + second * on.normal),
        given=on.SECOND | {"k: of a basis": at_most(on.k, on.lam * k)},
        by=[
            *on.IN_THE_INTEGRAL,
            *on.coefficients(on.share * on.lam),
            use("k", on.lam / on.n),
            use("k: of a basis", on.lam / on.n * on.whole),
        ],
    )


def variance_at(system, n):
    """At the g where the check is nearest to a violation."""
    found, S, P = printed(system, n, of_the_space), system.second_moment(n), system.projector
    g = lowest_at(variance_bound(system, *with_the_square(found)) - S)
    sizes = {on.tangent: g @ P @ g, on.normal: (g - P @ g) @ (g - P @ g), on.moment: g @ S @ g}
    return sizes | {on.lam: found.lam, "k_t": found.k, on.n: n}


@repair(
    "x:tab2-nonprojection-var1/corrected",
    "x:tab2-nonprojection-var1",
    also=["x:tab2-nonprojection-var2"],
    says="With k of an orthonormal basis, the non-projection has c_var,1 = λ*(G)²(n − 1 + k)/n together with c_var,2 = "
    "λ*(G)² k/n.",
    formula=r"c_{\mathrm{var},1} = \lambda^*(G)^2\,\tfrac{n-1+k_t}{n}, \quad c_{\mathrm{var},2} = "
    r"\lambda^*(G)^2\,\tfrac{k_t}{n}",
    forall=OVER,
    reading="The table is also right with k of the system for that of a basis, as Lemma B.3 has it. Proved from the "
    "second moments of the members (g, b_k)ₙ, θ = G⁺η and K ≤ λ*(G) K_t for the system.",
    tight="attained by tight frames in L² whose w K is constant",
    proof=compared(variance_on_symbols, variance_at),
    mutants={"one per cent less": {"constants": lambda found: tuple(99 * c / 100 for c in with_the_square(found))}},
)
def variance_of_the_non_projection(system, n, *, constants=with_the_square):
    bound = variance_bound(system, *constants(printed(system, n, of_the_space)))
    return nonnegative(bound - system.second_moment(n), scale=float(largest(system)) ** 2)
