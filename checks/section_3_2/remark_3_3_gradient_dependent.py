r"""Remark 3.3 [rmk:optimal_sampling]: the integral behind the variance bound, and weights that know the gradient."""

from fractions import Fraction
from operator import attrgetter
from types import SimpleNamespace

import numpy as np

from checks.hypotheses import full_class, least_squares_loss, no_retraction, quasi_projection
from checks.instances.finite_systems import SIZES
from checks.instances.pairs_of_functions import GRADIENTS
from checks.theory import forms
from checks.theory import symbolic_sampling as on
from checks.theory.finite import Finite, of_the_space, rational_system
from checks.theory.forms import exact
from theorytest import at_most, claim, equal, less_than, more_than
from theorytest.proof import below, compared, mean, nonnegative, number, statement, use

OVER = {"T, w, g": GRADIENTS}


def integral_on_symbols(*, percent=100):
    """w K ≤ k, times ‖L_x g‖², in the mean."""
    wK, bound = nonnegative("w(x)K(x)", random=True), Fraction(percent, 100) * on.k * mean(on.seen)
    given, by = {"k": at_most(wK, on.k)}, [use("k", on.seen, mean=True)]
    return statement(at_most(mean(wK * on.seen), bound), given=given, by=by)


def integral_at(seen):
    wK, w = nonnegative("w(x)K(x)", random=True), seen.system.weight
    k = (w * of_the_space(seen.system)).max()
    return {on.k: k, mean(wK * on.seen): seen.integral(w), mean(on.seen): seen.norm}


@claim(
    "eq:tigther_variance_bound",
    says="The integral of w K ‖L_x g‖² over ρ is at most k‖g‖².",
    formula=r"\frac1n\int w_t\mathfrak{K}_t\|L_xg\|_2^2\,\mathrm{d}\rho \le \tfrac{k_t}{n}\|g\|^2",
    forall=OVER,
    tight="attained by gradients that live where w K is largest",
    premises=["eq:def:christoffel"],
    proof=compared(integral_on_symbols, integral_at),
    mutants={"one per cent less": {"percent": 99}},
)
def weighted_integral_is_at_most_k(seen, *, percent=100):
    """K of the integral is from the basis, that of k the supremum over T."""
    k = percent * (seen.system.weight * of_the_space(seen.system)).max() / 100
    return at_most(seen.integral(seen.system.weight), k * seen.norm, digits=9, symbol="the integral")


DIMENSION = {"K: Lemma D.1": at_most(mean(on.K), on.d)}
JETS = {"B: at every x": at_most(on.seen, on.B2 * on.whole)}


def dimension_on_symbols(*, percent=100):
    """w‖L_x g‖² ≤ sup, times K, in the mean; then ∫ K dρ ≤ d."""
    return statement(
        [
            at_most(mean(on.K * on.weighted), mean(on.K) * on.B2),
            at_most(mean(on.K) * on.B2, Fraction(percent, 100) * on.d * on.B2),
        ],
        given=DIMENSION | {"supremum": at_most(on.weighted, on.B2)},
        by=[[use("supremum", on.K, mean=True)], [use("K: Lemma D.1", on.B2)]],
    )


def dimension_at(seen):
    rho, w = seen.system.rho, seen.system.weight
    known = {on.d: len(seen.system.phi), on.B2: (w * seen.squares).max(), mean(on.K): rho @ seen.K}
    return known | {mean(on.K * on.weighted): seen.integral(w)}


@claim(
    "x:display-gradient-dependent-bound",
    says="The integral of w K ‖L_x g‖² is at most the integral of K, and hence d, times the supremum of w‖L_x g‖².",
    formula=r"\int w_t\mathfrak{K}_t\|L_xg\|_2^2\,\mathrm{d}\rho \le \int\mathfrak{K}_t\,\mathrm{d}\rho\;\sup_x "
    r"w_t\|L_xg\|_2^2 \le d_t\sup_x w_t\|L_xg\|_2^2",
    forall=OVER,
    tight="attained for scalar jets where w‖L_x g‖² is constant",
    premises=["lem:optimal_sampling_density/inequality", "lem:optimal_sampling_density/integral"],
    proof=compared(dimension_on_symbols, dimension_at),
    mutants={"one per cent less than d": {"percent": 99}},
)
def weighted_integral_is_at_most_the_dimension(seen, *, percent=100):
    rho, w = seen.system.rho, seen.system.weight
    largest = (w * seen.squares).max()
    middle = (rho @ seen.K) * largest
    yield at_most(seen.integral(w), middle, name="first", digits=9, symbol="the integral")
    bound = percent * len(seen.system.phi) * largest / 100
    yield at_most(middle, bound, name="second", digits=9, symbol="the middle")


def beta(d, n, square):
    """(n - 1 + d B²)/n."""
    return (n - 1 + d * square) / n


def abc_on_symbols(*, square=attrgetter("bound")):
    """‖L_x g‖² ≤ B²‖g‖², times K, in the mean; then Lemma B.2 for G = I and ‖Pg‖ ≤ ‖g‖."""
    integral, B2 = mean(on.K * on.seen), square(SimpleNamespace(bound=on.B2))
    return statement(
        [at_most(integral, on.d * B2 * on.whole), at_most(on.moment, beta(on.d, on.n, B2) * on.whole)],
        given=DIMENSION
        | JETS
        | {
            "quasi-projection: Lemma B.2": at_most(on.moment, ((on.n - 1) * on.tangent + integral) / on.n),
            "‖Pⁿg‖: ‖Pg‖ ≤ ‖g‖": at_most(on.tangent, on.whole),
        },
        by=[
            [use("B: at every x", on.K, mean=True), use("K: Lemma D.1", on.B2 * on.whole)],
            [
                use("quasi-projection: Lemma B.2"),
                use("B: at every x", on.K / on.n, mean=True),
                use("K: Lemma D.1", on.B2 * on.whole / on.n),
                use("‖Pⁿg‖: ‖Pg‖ ≤ ‖g‖", (on.n - 1) / on.n),
            ],
        ],
    )


def abc_at(seen, n):
    rho, phi = seen.system.rho, seen.system.phi
    g = seen.system.coordinates * seen.jets
    moment = g @ Finite(rho, rho, phi).second_moment(n) @ g
    known = {on.d: len(phi), on.n: n, on.B2: seen.bound, on.whole: seen.norm, on.moment: moment}
    return known | {mean(on.K * on.seen): seen.integral(1)}


@claim(
    "x:rmk-importance-abc",
    also=["x:rmk-importance-bounded-jets"],
    says="If ‖L_x g‖ ≤ B‖g‖ and w = 1, then ∫ K‖L_x g‖² dρ ≤ dB²‖g‖², and the quasi-projection satisfies E‖Pⁿg‖² ≤ ((n "
    "− 1 + dB²)/n)‖g‖².",
    formula=r"\|L_xg\|_2 \le B\|g\|,\ w_t\equiv 1 \implies \frac1n\int\mathfrak{K}_t\|L_xg\|_2^2\,\mathrm{d}\rho \le "
    r"\tfrac{d_tB^2}{n}\|g\|^2, \ \mathbb{E}\|P_t^ng\|^2 \le \beta\|g\|^2, \ \beta = \tfrac{n-1+d_tB^2}{n}",
    forall={**OVER, "n": SIZES},
    reading="`The bias terms remain bounded` is read as the variance terms: those of the bias are 1 and 0 in any case. "
    "That the class is compact is not used. The ABC condition with A = C = 0 and a constant that we computed.",
    tight="attained by gradients of constant modulus in T, for scalar jets",
    premises=["x:display-gradient-dependent-bound", "lem:quasi-projection_norm/corrected"],
    proof=compared(abc_on_symbols, abc_at),
    mutants={"one per cent less": {"square": lambda seen: 99 * seen.bound / 100}},
)
def bounded_jets_give_abc(seen, n, *, square=attrgetter("bound")):
    """Where M is a proper subspace ‖g‖ does not vanish at the minimiser, so that A = C = 0 gives no rate there."""
    rho, phi = seen.system.rho, seen.system.phi
    d, g, moment = len(phi), seen.system.coordinates * seen.jets, Finite(rho, rho, phi).second_moment(n)
    yield at_most(seen.integral(1), d * square(seen) * seen.norm, "the integral", digits=9, symbol="∫ K‖L_x g‖² dρ")
    bound = beta(d, n, square(seen)) * seen.norm
    yield at_most(g @ moment @ g, bound, "the estimate", digits=10, symbol="E‖Pⁿg‖²")


def convergence_on_symbols(*, tenths=10):
    """Both moments are diagonal, with the eigenvalues 1 and (n - 1 + 1/ρ_x)/n; 1/ρ_x ≤ B² = 25."""
    top, size = number("1/ρ_x", "≥0", "≤25"), beta(4, on.n, 25)
    s = 1 / size
    factor = 1 - 2 * s + s**2 * (on.n - 1 + top) / on.n
    return statement(at_most(factor, 1 - Fraction(tenths, 10) / size), by=[below(top, s**2 / on.n)])


FOUR_CELLS = rational_system((1, 4, 4, 16), (1, 4, 4, 16), *np.diag(exact([5, "5/2", "5/2", "5/4"])))


def contraction(n, tenths=10):
    """The mean squared error after a step, and 1 − 1/β of it before, as forms."""
    size = beta(4, n, exact(25))
    s, one = 1 / size, FOUR_CELLS.identity
    return one - 2 * s * FOUR_CELLS.mean(n) + s**2 * FOUR_CELLS.second_moment(n), (1 - tenths / (10 * size)) * one


def convergence_at(n):
    """At the unit vectors, which are the eigenvectors."""
    found, bound = contraction(n)
    return [{"1/ρ_x": (g**2 / FOUR_CELLS.rho).sum(), on.n: n} for g in forms.compared_at(bound - found)]


@claim(
    "x:rmk-importance-abc/converges",
    says="On four points of masses 1/25, 4/25, 4/25, 16/25, n plain points and the step 1/β, β = (n + 99)/n, contract "
    "the mean squared error by 1 − 1/β.",
    forall={"n": SIZES},
    given=[least_squares_loss, full_class, no_retraction, quasi_projection],
    reading="SGD can converge without optimal sampling: an instance with d = 4, B² = 25 and the β = (n − 1 + dB²)/n "
    "of x:rmk-importance-abc.",
    proof=compared(convergence_on_symbols, convergence_at),
    mutants={"faster by four fifths": {"tenths": 18}},
)
def plain_points_converge(n, *, tenths=10):
    yield from forms.ordered(*contraction(n, tenths))


# Two points of mass 1/2, T the constants, so K = 1. The weight 1 minimises k: max w ≥ 1/∫ w⁻¹ dρ = 1 for any other.
HALF = Fraction(1, 2)
ONE_SIDED = (Fraction(1), Fraction(0))
ADAPTED = (Fraction(2, 3), Fraction(2))  # 1/w has the mean 1


@claim(
    "x:rmk-importance-k-not-optimal",
    also=["rmk:optimal_sampling"],
    says="For some gradient the weight that minimises k does not minimise the integral of w K ‖L_x g‖².",
    formula=r"\int w\,\mathfrak{K}_t\|L_xg\|_2^2\,\mathrm{d}\rho < \int w_t\mathfrak{K}_t\|L_xg\|_2^2\,\mathrm{d}\rho "
    r"\quad\text{for some } w",
    mutants={"a gradient of constant modulus": {"g": (Fraction(1), Fraction(-1))}},
)
def optimal_weight_ignores_the_gradient(*, g=ONE_SIDED):
    """A gradient that is seen at the first of two points only: 1/3 with w = (2/3, 2), and 1/2 with w = 1."""
    yield equal(sum(HALF / w for w in ADAPTED), 1, name="admissible", symbol="∫ 1/w dρ")
    yield more_than(max(ADAPTED), 1, name="k is larger", symbol="k")
    adapted = sum(HALF * w * v**2 for w, v in zip(ADAPTED, g, strict=True))
    yield less_than(adapted, sum(HALF * v**2 for v in g), name="smaller", symbol="the integral")
