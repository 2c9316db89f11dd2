"""Section 5.1.3: stable samples, whether their estimators are close to the projection, and the step 1.

P^n g has two errors: (Ĝ - I) P g, which S_δ bounds by δ ‖P g‖ and least squares does not have, and P^n (I - P) g, of
which the Gramian knows nothing.
"""

from fractions import Fraction

import numpy as np
import sympy as sp

import theorytest as tt
from checks.hypotheses import invertible, possible_3
from checks.instances.conditioned import DIM, N, on_the_interval
from checks.instances.exponentials import best_polynomial, coefficients, loss, plus, uniform
from checks.instances.linear_experiments import bounded_loss
from checks.instances.three_nodes import ELEMENTS, ON_THREE_NODES
from theorytest.approximation import Optimal, Plain, deviation
from theorytest.decisions.means import mean_at_most
from theorytest.decisions.probability import probability_equals
from theorytest.descent import Constant, descend
from theorytest.proof import compared, for_all, number, real, square, squared, statement, use, vector
from theorytest.proof import inner as product


@tt.claim(
    "x:sec5.1.3-n",
    also=["x:sec5.1.3-d-log-d"],
    says="The number of points n = 2d = 6 is more than d log d.",
    formula=r"n = 2d_t = 6 > d_t\log d_t",
    reading="d = 3, the polynomials of degree less than 3 of Section 5.1; d log d is 3.296.",
    mutants={"dimension 8": {"d": 8}, "three points": {"factor": 1}, "log to the base √2": {"base": sp.sqrt(2)}},
)
def six_points(*, d=DIM, factor=2, base=sp.E):
    yield tt.more_than(sp.Integer(factor * d), d * sp.log(d) / sp.log(base), name="d log d", symbol="2d")
    yield tt.equal(factor * DIM, N, name="n", symbol="2d")


@tt.claim(
    "x:sec5.1.3-probability",
    also=["x:sec5.1.3-delta"],
    says="For polynomials of degree less than d on [−1, 1], n = 2d = 6 optimal points and δ = 1/2 the event S_δ has a "
    "non-vanishing probability.",
    formula=r"\mathbb{P}(\mathcal{S}_{1/2}) > 0 \quad (n = 2d_t = 6)",
    reading="Under U(−1, 1), as in Section 5.1, it is 0.223, to five per cent, a number of ours. The bound of Section "
    "3.3 is −3.7 here.",
    expected="confirmed",
    mutants={"uniform points": {"sampler": Plain}, "δ = 0.45": {"delta": 0.45}, "a tenth more": {"p": 0.245}},
)
def stable_with_six_points(*, sampler=Optimal, delta=0.5, p=0.223):
    points = sampler(bounded_loss().space)

    def stable(rng, size):
        return deviation(points, points.sample(rng, size, N)) <= delta

    return tt.sampled(
        probability_equals, stable, value=tt.threshold(p), resolution=0.05, max_draws=150_000, symbol="P(S_δ)"
    )


ESTIMATORS = tt.finite({"quasi-projection": "quasi", "least squares": "lsq"})
in_the_space = tt.Hypothesis("g ∈ T", lambda world, g: not np.any(g[world.dim :]), "so that Pg = g")
EVERY = {
    "world": ON_THREE_NODES,
    "Pⁿ": ESTIMATORS,
    "g": ELEMENTS,
    "δ": tt.family(
        [Fraction(1, 5), Fraction(1, 2), Fraction(9, 10)], "stability constants", search=tt.reals(0, 1, open=True)
    ),
}
G, ESTIMATES = vector("g"), dict(zip(("quasi", "lsq"), vector("Qg Pⁿg"), strict=True))


def on_the_space(*, factor=1):
    """For w ∈ T: (w, Qg) = (w, g)ₙ for quasi-projections Q, (w, Pⁿg − g)ₙ = 0 for least squares.

    With e = Qg − g, S_δ at e ± δg gives 4δ((e, g)ₙ − (e, g)) ≤ 2δ(‖e‖² + δ²‖g‖²), where (e, g)ₙ − (e, g) = ‖e‖².
    """
    (g, quasi, lsq), (ee, eg, gg, ff, b) = (G, *ESTIMATES.values()), real("‖e‖ₙ² (e|g)ₙ ‖g‖ₙ² ‖f‖ₙ² b")
    (e, f), delta = (quasi - g, lsq - g), number("δ", ">0", "<1")
    form, true = ee + 2 * b * eg + b**2 * gg, square(e + b * g)
    return statement(
        [tt.at_most(square(factor * each - g), delta**2 * square(g)) for each in (quasi, lsq)],
        given={
            "S_δ: e + bg, above": for_all(b, tt.at_most(form, (1 + delta) * true)),
            "S_δ: e + bg, below": for_all(b, tt.at_least(form, (1 - delta) * true)),
            "S_δ: f": tt.at_least(ff, (1 - delta) * square(f)),
            "quasi-projections: w = e": tt.equal(product(e, quasi), eg),
            "least squares: w = f": tt.equal(ff, 0),
        },
        by=[
            [
                use("S_δ: e + bg, above", 1 / (2 * delta), at={"b": delta}),
                use("S_δ: e + bg, below", 1 / (2 * delta), at={"b": -delta}),
                use("quasi-projections: w = e", 2),
            ],
            [use("S_δ: f", 1 / (1 - delta)), use("least squares: w = f", -1 / (1 - delta)), squared(g, delta**2)],
        ],
    )


def errors(world, word, g, delta, factor=1):
    """‖Pⁿg - Pg‖² for every sample in S_δ."""
    values = world.values(g)
    for sample, _ in world.law(delta):
        found = world.estimate(word, sample, values)
        yield world.square([factor * c - p for c, p in zip(found, world.projected(values), strict=True)])


def on_the_space_at(world, word, g, delta):
    """Every sample; Pg = g."""
    known = {square(G): world.mean_square(world.values(g)), "δ": delta}
    return [known | {square(1 * ESTIMATES[word] - G): error} for error in errors(world, word, g, delta)]


@tt.repair(
    "x:sec5.1.3-close-to-projection/corrected",
    "x:sec5.1.3-close-to-projection",
    says="If g ∈ T and 0 < δ < 1, then ‖Pⁿg − Pg‖ ≤ δ‖g‖ for every sample in S_δ, for quasi-projections and for least "
    "squares.",
    reading="Proved from (w, Pⁿg) = (w, g)ₙ for quasi-projections and (w, Pⁿg − g)ₙ = 0 for least squares, w ∈ T.",
    given=[in_the_space, invertible, possible_3],
    tight="attained by the quasi-projection on three nodes with δ = 1/5",
    proof=compared(on_the_space, on_the_space_at, per=product(G, G)),
    mutants={"for 21/20 of the estimate": {"factor": Fraction(21, 20)}},
)
@tt.claim(
    "x:sec5.1.3-close-to-projection",
    says="If the empirical Gramian is within δ of the identity, then both estimators are within δ of P.",
    formula=r"\|I-\hat G\| \le \delta \implies \|P_t^ng - P_tg\| \le \delta\|g\|",
    forall=EVERY,
    given=[invertible, possible_3],
    reading="“Close” is read as within δ for every g; the paper expects it where little of g is orthogonal to T. In "
    "general nothing is small: on two points one point takes g = (1, −1) to ±1, where Ĝ = 1 and Pg = 0.",
    gravity="fails only when read literally",
    finding="stable-is-not-close",
)
def stable_is_close(world, word, g, delta, *, factor=1):
    """For every sample in S_δ, in rational squares."""
    size = world.mean_square(world.values(g))
    ratios = [error / size for error in errors(world, word, g, delta, factor)]
    return tt.at_most(ratios, delta**2, symbol="‖Pⁿg - Pg‖² / ‖g‖²")


THREE, SOME = vector("u Pu v"), (sp.Rational(1, 3), 1, -2, 3)  # s and the coefficients of one u_t


def gaps(s, c, d=3):
    """The gaps after and before a step s from the polynomial with the coefficients c; P g by the normal equations."""
    v, best = {(k, 0): each for k, each in enumerate(c)}, best_polynomial(3, uniform)
    moved = plus(v, plus(v, best_polynomial(d, uniform), -1), -s)
    return [loss(w, uniform) - loss(best, uniform) for w in (moved, v)]


def on_vectors_at():
    """At one u_t and s; for all of them the check compares coefficients, which have no vectors."""
    (u, best, v), (s, *c), symbols = THREE, SOME, sp.symbols("s c:3")
    floor, (after, before) = 2 * loss(best_polynomial(3, uniform), uniform), gaps(s, c)
    squares = {square(u - v): 2 * before + floor, square(u - (v - real("s") * (v - best))): 2 * after + floor}
    left, right = gaps(symbols[0], symbols[1:])
    entries = len(coefficients(left, (1 - symbols[0]) ** 2 * right, symbols)[0])
    return [squares | {square(u - best): floor, "s": s}, *[None] * entries]


def on_vectors(*, power=2, share=1, d=3):
    """For a best approximation Pu of u in any Hilbert space; one dimension less, and u − Pu is not orthogonal."""
    (u, best, v), s = THREE, real("s")
    orthogonal = {"the orthogonal projection": tt.equal(product(u - best, v - best), 0)} if d == 3 else {}
    both = [(square(u - w) - square(u - best)) / 2 for w in (v, v - s * (v - best))]
    by = [use("the orthogonal projection", s * (s - 1))] if d == 3 else None
    return statement(tt.equal(both[1], share * (1 - s) ** power * both[0]), given=orthogonal, by=by)


@tt.claim(
    "x:sec5.1.3-unit-step",
    says="With the orthogonal projection itself a step s multiplies the gap by (1 − s)²: s = 1 is best, and reaches Pu "
    "at once.",
    formula=r"\mathcal{L}(u_t-s\,P_tg_t)-\mathcal{L}_{\min,\mathcal{M}} = "
    r"(1-s)^2(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}})",
    forall={"u_t": tt.symbol("elements of M, by their coefficients"), "s": tt.symbol("real")},
    proof=compared(on_vectors, on_vectors_at),
    mutants={
        "linear in 1 - s": {"power": 1},
        "one per cent more": {"share": sp.Rational(101, 100)},
        "one dimension less": {"d": 2},
    },
)
def unit_step_is_best(*, power=2, share=1, d=3):
    """For the setting of Section 5.1: one u_t and s, and all of them by their coefficients."""
    after, before = gaps(SOME[0], SOME[1:], d)
    yield tt.equal(
        sp.expand(after), sp.expand(share * (1 - SOME[0]) ** power * before), name="at one u_t", symbol="the gap"
    )
    s, *c = symbols = sp.symbols("s c:3")
    after, before = gaps(s, c, d)
    both = coefficients(after, share * (1 - s) ** power * before, symbols)
    yield tt.equal(*both, name="at all", symbol="a coefficient of the gap")


@tt.claim(
    "x:sec5.1.3-single-iteration",
    says="With the step 1 and δ = 1/2 a single iteration from u_1 = 0 brings the mean gap to at most L_min,M.",
    formula=r"s_1 = 1:\quad \mathbb{E}[\mathcal{L}(u_2)-\mathcal{L}_{\min,\mathcal{M}}] \le "
    r"\mathcal{L}_{\min,\mathcal{M}}",
    forall={"Pⁿ": ESTIMATORS},
    reading="“Convergence in a single iteration”, which the paper expects, is read for both estimators as a gap of "
    "at most L_min,M, a threshold of ours. Least squares passes.",
    gravity="fails only when read literally",
    finding="stable-is-not-close",
    controls={"least squares for both": {"only": "lsq"}},
)
def one_iteration(word, *, only=None):
    """About 200 L_min,M for the quasi-projection, 0.37 L_min,M for least squares."""
    experiment = on_the_interval(only or word)

    def gap(rng, size):
        return descend(experiment.process, Constant(1.0), 1, rng, size, times=[2]).gap[:, 0] / experiment.floor

    options = {"resolution": 0.2, "max_draws": 8000, "kurtosis": 30.0, "symbol": "the mean gap / L_min,M"}
    return tt.sampled(mean_at_most, gap, bound=1.0, **options)
