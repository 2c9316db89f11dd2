r"""Appendix G [eq:debiased_projector]: P̄ = P̃ + Q (I - P̃) is unbiased; when its correction varies less."""

import numpy as np

from checks.hypotheses import independent_correction, onto, optimal_and_scalar
from checks.instances.debiased_problems import KNOWN
from checks.instances.two_points import C, U, least_squares, mix, quasi, second_moment, size, tangent
from theorytest import at_most, claim, equal, family, repair, vectors
from theorytest.proof import inner, mean, positive, real, square, statement, vector


def remainder(rest, _):
    """(I - P̃)v, and P̃(I - P)v, not the whole of v or P̃v."""
    return rest


def mean_on_symbols(*, left=remainder):
    """In the direction of any w, for E Q x = P x at x = (I - P̃)v; P P̃ = P̃, as P̃ maps into T."""
    w, Pv, tilted = vector("w Pv P̃v")
    corrected = vector("Q(I−P̃)v", random=True)
    middle = inner(w, tilted + left(Pv - tilted, Pv))
    given = {"Q is independent of P̃": equal(mean(inner(w, corrected)), inner(w, left(Pv - tilted, Pv)))}
    return statement([equal(mean(inner(w, tilted + corrected)), middle), equal(middle, inner(w, Pv))], given=given)


@claim(
    "x:display-appG-unbiased",
    also=[
        "eq:debiased_projector",
        "app:debiased_projection",
        "x:sec3.3-debiasing-general",
        "x:tab2-debiased-bias1",
        "x:tab2-debiased-bias2",
    ],
    says="If Q is unbiased given P̃, then P̄ = P̃ + Q(I - P̃) has E_Q[P̄v] = Pv for every v: c_bias,1 = 1, c_bias,2 = 0.",
    formula=r"\mathbb{E}_{Q_t}[\tilde P_tv + Q_t(I-\tilde P_t)v] = \tilde P_tv + P_t(I-\tilde P_t)v = P_tv",
    forall={"H, T, P̃, Q": KNOWN},
    given=[independent_correction],
    premises=["x:sec3.2-not-projection-unbiased/unbiased"],
    proof=mean_on_symbols,
    mutants={
        "the correction of all of g": {"left": lambda _, whole: whole},
        "two per cent less correction": {"left": lambda rest, _: 0.98 * rest},
    },
)
def debiased_is_unbiased(problem, *, left=remainder):
    """All draws of Q, as matrices; the code last."""
    T, R, (p, Q) = problem.tilted, left(problem.left, np.eye(problem.hull.dim)), problem.draws
    first, middle = np.einsum("r,rij->ij", p, T + Q @ R), T + problem.P @ R
    options = {"digits": 11, "scale": max(1.0, problem.B), "symbol": "an entry of E P̄"}
    yield equal(first, middle, name="first", **options)
    yield equal(middle, problem.P, name="second", **options)
    yield equal(problem.debiased.A, first, name="code", **options)


def variance(g):
    """E‖Qg - Pg‖² on two points."""
    return second_moment(quasi, g) - size(tangent(g))


@claim(
    "x:appG-smaller-variance",
    says="The variance of Q(I - P̃)g is smaller than that of Qg.",
    formula=r"\operatorname{Var} Q_t(I-\tilde P_t)g < \operatorname{Var} Q_tg",
    forall={
        "g": family(
            {"u": U, "u + c": mix(1, 1), "c": C},
            "functions of H; here on two points, T = span{u}, c ⊥ u",
            search=vectors(2).map(tuple),
        )
    },
    reading="Read for every g, with ≤ for <; the sentence motivates the definition.",
    gravity="missing hypothesis",
    finding="variance-of-the-correction",
    controls={"a gradient in T": {"instead": U}},
)
def correction_has_less_variance(g, *, instead=None):
    """P̃ is least squares from the first point. For g = c orthogonal to T the correction has variance 10 against 8/5."""
    f = instead or g
    left = tuple(a - least_squares(f, 0) * b for a, b in zip(f, U, strict=True))
    return at_most(variance(left), variance(f), symbol="Var Q(I - P̃)g")


def gain_on_symbols(*, less=1, across=remainder):
    """n Var Qw = d ∫_{K > 0} w² - ‖Pw‖² at w = g and at w = (I - P̃)g = g - Pg - P̃(I - P)g; P̃g = 0 where K = 0."""
    (g, Pg, rest), (d, n) = vector("g Pg P̃(I−P)g"), positive("d n")
    before, after, beyond = real("Var_Qg Var_Q(I−P̃)g ∫_{K=0}g²")
    points = "optimal points in L²"
    return statement(
        equal(before - after, (d - less) / n * (square(Pg) - square(across(rest, Pg + rest)))),
        given={
            f"{points}: at g": equal(n * before, d * (square(g) - beyond) - square(Pg)),
            f"{points}: at (I − P̃)g": equal(n * after, d * (square(g - Pg - rest) - beyond) - square(rest)),
            "P̃ is onto T: P": equal(inner(Pg, g - Pg), 0),
            "P̃ is onto T: P̃": equal(inner(rest, g - Pg), 0),
        },
    )


@repair(
    "x:appG-smaller-variance/corrected",
    "x:appG-smaller-variance",
    says="If P̃ is known and onto T and Q has optimal points in L², then Var Qg - Var Q(I - P̃)g = ((d - 1)/n)(‖Pg‖² - "
    "‖P̃(I - P)g‖²).",
    formula=r"\operatorname{Var} Q_tg - \operatorname{Var} Q_t(I-\tilde P_t)g = "
    r"\tfrac{d_t-1}{n}\big(\|P_tg\|^2 - \|\tilde P_t(I-P_t)g\|^2\big)",
    forall={"P̃, Q": KNOWN},
    given=[onto, optimal_and_scalar, independent_correction],
    finding="variance-of-the-correction",
    proof=gain_on_symbols,
    mutants={
        "d for d - 1": {"less": 0},
        "the whole of P~": {"across": lambda _, whole: whole},
    },
)
def gain_of_the_correction(problem, *, less=1, across=remainder):
    """As quadratic forms of g."""
    P, V = problem.P, problem.moments.S - problem.moments.A.T @ problem.moments.A
    found = V - problem.left.T @ V @ problem.left
    rest = across(problem.tilted - problem.tilted @ P.T @ P, problem.tilted)
    gain = (problem.d - less) / problem.correction.n_samples * (P.T @ P - rest.T @ rest)
    return equal(found, gain, digits=10, scale=max(1.0, problem.B**2), symbol="an entry of the gain")
