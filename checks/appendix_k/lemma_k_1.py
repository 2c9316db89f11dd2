"""Lemma K.1 [lem:lipr] and its proof: on balls of radius r a smooth loss has the Lipschitz constant ‖∇L(u_t)‖ + Lr."""

from fractions import Fraction

import sympy as sp

from checks.hypotheses import lipschitz_gradient_k
from checks.instances.rational_steps import SMOOTH
from checks.theory.roots import sqrt
from theorytest import at_least, at_most, claim, equal, family, positive, product, reals, repair, vectors
from theorytest.proof import compared, fact, inner, nonnegative, norm, number, real, squared, statement, use, vector
from theorytest.proof import positive as above_zero
from theorytest.proof import square as squared_norm

ETAS = (Fraction(0), Fraction(1, 3), Fraction(1))
(a, change, v, w), L, r = vector("∇L(u_t) ∇L(γ)−∇L(u_t) v−u_t w−u_t"), nonnegative("L"), above_zero("r")
eta, rise = number("η", "≥0", "≤1"), real("L(v)−L(w)")


def on_a_ball(*, gradient=1, smoothness=1, radius=1):
    """Three inequalities at the γ = ηv + (1 − η)w of the mean value theorem, in either order of v and w."""
    apart = norm(v - w)
    point = eta * v + (1 - eta) * w
    near, rest = L * apart / (r + norm(point)), smoothness * L * norm(point)
    ball = [use("the ball of radius r: v", eta), use("the ball of radius r: w", 1 - eta)]
    return statement(
        [
            at_most(rise, (gradient * norm(a) + smoothness * L * r) * apart),
            at_most(squared_norm(a + change), (gradient * norm(a) + rest) ** 2),
            at_most(squared_norm(point), (radius * r) ** 2),
        ],
        given={
            "the mean value theorem": equal(rise, inner(a + change, v - w)),
            "∇L is L-Lipschitz": at_most(norm(change), L * norm(point)),
            "the ball of radius r: v": at_most(squared_norm(v), r**2),
            "the ball of radius r: w": at_most(squared_norm(w), r**2),
        },
        by=[
            [
                use("the mean value theorem", -1),
                fact("cauchy", a, v - w),
                fact("cauchy", change, v - w),
                use("∇L is L-Lipschitz", apart),
                use("the ball of radius r: v", eta * near),
                use("the ball of radius r: w", (1 - eta) * near),
                squared(v - w, eta * (1 - eta) * near),
                fact("norm", point, times=-near),
            ],
            [
                use("∇L is L-Lipschitz", 2 * norm(a) + rest + norm(change)),
                fact("cauchy", a, change, times=2),
                fact("norm", a),
                fact("norm", change),
            ],
            [*ball, squared(v - w, eta * (1 - eta))],
        ],
    )


def numbers(loss, radius, segment, share):
    """∇L(u_t), ∇L(γ) and the ends of a segment, with η = share."""
    (one, other), at_u = segment, loss.gradient(loss.u)
    middle = loss.gradient(share * one + (1 - share) * other)
    return {a: at_u, change: middle - at_u, v: one - loss.u, w: other - loss.u, L: loss.L, r: radius, eta: share}


def on_a_ball_at(loss, radius):
    """At every ninth segment; for L(v) - L(w) ≥ 0, at the middle, where quadratic losses have their mean slope.

    Floats that cancel are left out.
    """

    def risen(segment):
        ends = sorted(segment, key=loss.value, reverse=True)
        high, low = map(loss.value, ends)
        if isinstance(high, float) and abs(high - low) < 1e-5 * abs(high):
            return None
        return numbers(loss, radius, ends, Fraction(1, 2)) | {rise: high - low}

    pairs = loss.segments(radius)
    first = [None if i % 9 else risen(each) for i, each in enumerate(pairs)]
    rest = [None if i % 9 else numbers(loss, radius, each, share) for i, each in enumerate(pairs) for share in ETAS]
    return first + rest + rest


@claim(
    "lem:lipr",
    also=["eq:lipr", "x:display-lemK.1-proof-final", "x:lemK.1-proof-gradient"],
    says="If ∇L is L-Lipschitz, then |L(v) - L(w)| ≤ (‖∇L(u_t)‖ + Lr)‖v - w‖ for all v, w in the ball of radius r "
    "around u_t.",
    formula=r"\mathrm{Lip}_t(r) \le \|\nabla\mathcal{L}(u_t)\| + L r, \quad \|\nabla\mathcal{L}(\gamma(\eta))\| \le "
    r"\|\nabla\mathcal{L}(u_t)\| + L \|u_t - \gamma(\eta)\| \le \|\nabla\mathcal{L}(u_t)\| + L r",
    forall={"L, u_t": SMOOTH, "r": family([Fraction(1, 10), Fraction(4)], "r > 0", search=positive())},
    given=[lipschitz_gradient_k],
    reading="The lemma stands in the section on least squares, where L-smooth means so and L = 1. (LS) alone would not "
    "do: -v⁴ satisfies it with every L. The certificate starts from the mean value theorem, as the paper does.",
    tight="approached by two points at the far end of the ball",
    proof=compared(on_a_ball, on_a_ball_at),
    mutants={
        "two per cent less L": {"smoothness": Fraction(98, 100)},
        "two per cent less of the gradient": {"gradient": Fraction(98, 100)},
        "a radius that is too small": {"radius": Fraction(98, 100)},
    },
)
def lipschitz_constant_of_a_ball(loss, r, *, gradient=1, smoothness=1, radius=1):
    """Squares of gradients and distances."""
    pairs, at_u = loss.segments(r), gradient * sqrt(loss.gradient(loss.u) @ loss.gradient(loss.u))
    change = [abs(loss.value(v) - loss.value(w)) for v, w in pairs]
    bound = [(at_u + smoothness * loss.L * r) * sqrt((v - w) @ (v - w)) for v, w in pairs]
    yield at_most(change, bound, name="loss", symbol="|L(v) - L(w)|")
    curve = [eta * v + (1 - eta) * w for v, w in pairs for eta in ETAS]
    away = [(each - loss.u) @ (each - loss.u) for each in curve]
    found = [loss.gradient(each) @ loss.gradient(each) for each in curve]
    yield at_most(found, [(at_u + smoothness * loss.L * sqrt(d)) ** 2 for d in away], name="γ", symbol="‖∇L(γ)‖²")
    yield at_most(away, (radius * r) ** 2, name="distance", symbol="‖u_t - γ‖²")


POLYNOMIALS = family(
    {"L(v) = v²/2": (0, Fraction(1, 2), 0), "L(v) = v³ - v": (-1, 0, 1)},
    "differentiable losses, here c_1v + c_2v² + c_3v³",
    search=vectors([3], -3, 3),
)
ENDS = family(
    {
        "from 1 to 0": (Fraction(0), Fraction(1)),
        "from -1 to 3": (Fraction(3), Fraction(-1)),
        "from 5/3 to -2": (Fraction(-2), Fraction(5, 3)),
    },
    "points w and v",
    search=product(reals(-3, 3), reals(-3, 3)).where(lambda v, w: v != w),
    effort=50,
)


def solutions(polynomial, least=0):
    """The number of zeros η with least < η < 1, by Sturm's theorem; one where all are."""
    if polynomial.is_zero:
        return 1
    ends = sum(polynomial.eval(end) == 0 for end in (least, 1))
    return polynomial.count_roots(least, 1) - ends


@repair(
    "x:display-lemK.1-proof-mvt/corrected",
    "x:display-lemK.1-proof-mvt",
    by={"signs": (1, -1)},
    says="For differentiable L there is η in (0, 1) with |L(v) - L(w)| = |f'(η)|, f the loss along the segment from w "
    "to v.",
    formula=r"|\mathcal{L}(v) - \mathcal{L}(w)| = |f'(\eta)| \le \|\nabla\mathcal{L}(\gamma(\eta))\|\,\|v - w\|",
    reading="The last inequality is tried at every η: on the line it is an equality.",
    mutants={"η > 1/2": {"least": Fraction(1, 2)}, "two per cent less": {"share": Fraction(98, 100)}},
)
@claim(
    "x:display-lemK.1-proof-mvt",
    says="For differentiable L there is η in (0, 1) with |L(v) - L(w)| = f'(η), f the loss along the segment from w to "
    "v.",
    formula=r"|\mathcal{L}(v) - \mathcal{L}(w)| = |f(1) - f(0)| = f'(\eta)",
    forall={"L": POLYNOMIALS, "w, v": ENDS},
    gravity="misprint",
    finding="mean-value-without-its-sign",
    reading="For L(v) = v²/2 from 1 to 0, f' is negative on the whole segment.",
)
def slope_on_the_segment(coefficients, ends, *, signs=(1,), least=0, share=1):
    """The zeros of f'(η) ∓ |f(1) - f(0)| for f(t) = L(t v + (1 - t) w), in rational numbers; L' from that of powers."""
    (v, w), eta = map(sp.Rational, ends), sp.Symbol("eta")
    at = eta * v + (1 - eta) * w
    f = sp.Poly(sum(sp.Rational(c) * at ** (k + 1) for k, c in enumerate(coefficients)), eta)
    change = abs(f.eval(1) - f.eval(0))
    found = sum(solutions(f.diff() - sign * change, least) for sign in signs)
    yield at_least(found, 1, name="mean value", symbol="the number of η")
    gradients = [sum((k + 1) * sp.Rational(c) * at.subs(eta, x) ** k for k, c in enumerate(coefficients)) for x in ETAS]
    bound = [share * abs(slope * (v - w)) for slope in gradients]
    yield at_most([abs(f.diff().eval(x)) for x in ETAS], bound, name="gradient", symbol="|f'(η)|")
