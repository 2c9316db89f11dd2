r"""Table 2, row "Quasi-proj.": the variance constants of the quasi-projection."""

from checks.instances.finite_systems import BASES, SIZES
from checks.theory import symbolic_sampling as on
from checks.theory.finite import of_the_space
from checks.theory.forms import ordered
from checks.theory.members_at import steps
from checks.theory.non_projection import variance_bound
from theorytest import at_most, claim, proof


def printed_var1(n, k):
    """(n - 1 + k)/n."""
    return (n - 1 + k) / n


def printed_var2(n, k):
    """k/n."""
    return k / n


def variance_on_symbols(*, c_var1=printed_var1, c_var2=printed_var2):
    """Lemma B.2 for an orthonormal basis, and ∫ w K ‖L_x g‖² ≤ k‖g‖²."""
    integral, found = proof.nonnegative("∫wK‖L_xg‖²dρ"), on.moment
    return proof.statement(
        at_most(found, c_var1(on.n, on.k) * on.tangent + c_var2(on.n, on.k) * on.normal),
        given={
            "quasi-projection: Lemma B.2 for G = I": at_most(found, ((on.n - 1) * on.tangent + integral) / on.n),
            "k": at_most(integral, on.k * on.SPACE.identity),
        },
        by=[proof.use("quasi-projection: Lemma B.2 for G = I"), proof.use("k", 1 / on.n)],
    )


def variance_at(system, n):
    """At the g of the check."""
    k = system.weighted(of_the_space(system)).max()
    return steps(system, n, variance_bound(system, printed_var1(n, k), printed_var2(n, k)) - system.second_moment(n))


@claim(
    "x:tab2-quasiprojection-var1",
    also=["x:tab2-quasiprojection-var2", "x:appG-quasi-constants"],
    says="The quasi-projection has c_var,1 = (n − 1 + k)/n = 1 + (k − 1)/n together with c_var,2 = k/n.",
    formula=r"c_{\mathrm{var},1} = \tfrac{n-1+k_t}{n} = 1 + \tfrac{k_t-1}{n},\quad c_{\mathrm{var},2} = \tfrac{k_t}{n}",
    forall={"T, μ": BASES, "n": SIZES},
    tight="attained in L² where w K is constant and T is not H",
    reading="Proved from Lemma B.2 with G = I, where d_t = d, and the definition of k.",
    premises=["lem:quasi-projection_norm/corrected"],
    proof=proof.compared(variance_on_symbols, variance_at),
    mutants={
        "one per cent less c_var,1": {"c_var1": lambda n, k: 99 * printed_var1(n, k) / 100},
        "one per cent less c_var,2": {"c_var2": lambda n, k: 99 * k / (100 * n)},
    },
)
def variance_of_the_quasi_projection(system, n, *, c_var1=printed_var1, c_var2=printed_var2):
    """Finitely many points: diag(c_var1, c_var2) - S ⪰ 0 for all g."""
    k = system.weighted(of_the_space(system)).max()
    yield from ordered(system.second_moment(n), variance_bound(system, c_var1(n, k), c_var2(n, k)), digits=11)
