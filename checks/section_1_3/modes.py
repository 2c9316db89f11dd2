r"""Section 1.3: optimal densities can have kinks and have many modes, for polynomials as many as the dimension."""

import sympy

from theorytest import Hypothesis, claim, equal, family, finite, integers

X = sympy.Symbol("x")


def legendre_modes(d):
    """Maxima of Σ_{k<d} (2k + 1) P_k² on [-1, 1], both ends among them: minima and maxima alternate inside."""
    slope = sympy.Poly(sum((2 * k + 1) * sympy.legendre(k, X) ** 2 for k in range(d)), X).diff(X)
    return (slope.count_roots(-1, 1) - 1) // 2 + 2 if slope.is_sqf and slope.eval(1) > 0 else 0


def hermite_modes(d):
    """Maxima of Σ_{k<d} He_k²/k! exp(-x²/2) on the line: the derivative has the sign of K' - x K."""
    he = [sympy.sqrt(2) ** -k * sympy.hermite(k, X / sympy.sqrt(2)) for k in range(d)]
    K = sympy.Poly(sympy.expand(sum(h**2 / sympy.factorial(k) for k, h in enumerate(he))), X)
    slope = K.diff(X) - sympy.Poly(X, X) * K
    return (slope.count_roots() + 1) // 2 if slope.is_sqf else 0


MODES = {"uniform": legendre_modes, "Gaussian": hermite_modes}
not_flat = Hypothesis("the density is not constant", lambda measure, d: measure == "Gaussian" or d > 1)


@claim(
    "x:sec1.3-densities-multimodal",
    says="Optimal sampling densities are typically extremely multimodal.",
    formula=r"\#\{\text{local maxima of } \tfrac1d\,\mathfrak{K}_t\,\rho\} = d_t",
    forall={
        "ρ": finite(list(MODES), "the uniform measure on [-1, 1] and the standard Gaussian measure"),
        "d": family((1, 2, 3, 5, 8), "dimensions of polynomials of degree below d", search=integers(1, 10), effort=10),
    },
    given=[not_flat],
    reading="`Typically` asks for examples: polynomials of degree below d have exactly d modes, ends of the interval "
    "among them. Trigonometric polynomials have a constant density.",
    mutants={"one mode less": {"modes": lambda d: d - 1}},
)
def density_has_as_many_modes_as_dimensions(measure, d, *, modes=lambda d: d):
    """Roots are counted by Sturm's theorem."""
    return equal(int(MODES[measure](d)), modes(d), symbol="the number of modes")


@claim(
    "x:sec1.3-densities-multimodal/kink",
    says="Optimal sampling densities can be non-smooth.",
    formula=r"\mathfrak{K}_t'(0{+}) \ne \mathfrak{K}_t'(0{-}) \quad\text{for } \operatorname{span}\{1, |x|\}",
    reading="One example: the density of span{1, |x|} on [-1, 1], two relu neurons and a constant, has a kink at 0. "
    "There K = 1 + 12(|x| - 1/2)², whose slope jumps by -24.",
    mutants={"span{1, x²}": {"power": 2}, "two per cent more": {"jump": sympy.Rational(-612, 25)}},
)
def density_has_a_kink(*, power=1, jump=-24):
    """K is even in x: the jump is twice its slope at 0 from the right, where |x| = x."""
    basis = sympy.Matrix([1, X**power])
    G = (basis * basis.T).applyfunc(lambda entry: sympy.integrate(entry, (X, 0, 1)))
    return equal(2 * (basis.T * G.inv() * basis)[0].diff(X).subs(X, 0), jump, symbol="the jump of K' at 0")
