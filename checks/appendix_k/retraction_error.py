r"""Appendix K.5: how much the retraction in parameter space may change a least squares loss."""

import math
from fractions import Fraction

from checks.hypotheses import least_squares_loss
from checks.instances.one_neuron import POINTS, SAMPLED, STEPS, THETA, network, norm
from checks.theory.roots import sqrt
from theorytest import at_most, claim, family, reals
from theorytest.proof import compared, fact, root, square, statement, vector
from theorytest.proof import norm as norm_of


def difference(step, which):
    """u_{t+1} - u_t or ū_{t+1} - u_t."""
    return [value - network(THETA, x) for value, x in zip(getattr(step, which), POINTS, strict=True)]


def at_u_t(step):
    """L(u_t)."""
    return step.loss([network(THETA, x) for x in POINTS])


def rise_on_vectors(x, m, e):
    """L(u_{t+1}) − L(ū_{t+1}) for u_t − u = x, ū_{t+1} − u_t = m and u_{t+1} − ū_{t+1} = ε."""
    return (square(x + m + e) - square(x + m)) / 2


x, m, e = vector("x m ε")
CANCELLED = 1e-5  # of the loss: a smaller difference of floats has lost too many digits


def on_vectors(*, reach=1, share=1):
    """For x and m, and for their opposites: (x + m, ε) by Cauchy; √(2L(u_t)) = ‖x‖."""
    size = norm_of(x) if share == 1 else root(share) * norm_of(x)
    bound = (size + reach * (norm_of(e) + norm_of(m))) * norm_of(e)
    by = [fact("cauchy", x, e), fact("cauchy", m, e), fact("norm", e)]
    rises = rise_on_vectors(x, m, e), -rise_on_vectors(-x, -m, e)
    return statement([at_most(each, bound) for each in rises], by=[by, by])


def on_vectors_at(step):
    """With masses 1/2 the vectors are those of values over √2; where the loss falls, x and m are the opposites."""
    if isinstance(step.rise, float) and abs(step.rise) < CANCELLED * step.loss(step.new):
        return [None] * 3
    half, sign = math.sqrt(0.5), 1 if step.rise >= 0 else -1
    error = [half * float(a - b) for a, b in zip(step.new, step.linear, strict=True)]
    first, moved = (
        [sign * half * float(each) for each in part] for part in (step.gradient, difference(step, "linear"))
    )
    return [{x: first, m: moved, e: error}, None, None]


@claim(
    "x:display-appK.5-retraction-error",
    says="For least squares, |L(u_{t+1}) - L(ū_{t+1})| ≤ (√(2L(u_t)) + ε + s_t‖P_t^n g_t‖)ε with the retraction error "
    "ε = ‖u_{t+1} - ū_{t+1}‖.",
    formula=r"|\mathcal{L}(u_{t+1}) - \mathcal{L}(\bar u_{t+1})| \le (\sqrt{2\mathcal{L}(u_t)} + "
    r"\|u_{t+1} - \bar u_{t+1}\| + s_t \|P_t^n g_t\|)\, \|u_{t+1} - \bar u_{t+1}\|",
    forall={"ϑ, s, u": STEPS},
    given=[least_squares_loss],
    reading="Every second target lies 1000 errors away along the error, where the bound is nearly attained.",
    tight="approached by gradients along the error that are much longer than the step",
    premises=["lem:lipr", "x:display-sec5-loss"],
    proof=compared(on_vectors, on_vectors_at),
    mutants={"without the radius": {"reach": 0}, "λ = 0.96 L(u_t)": {"share": Fraction(24, 25)}},
)
def change_by_the_retraction(step, *, reach=1, share=1):
    """The ball around u_t that holds both points has at most the radius ε + s‖P^n g‖."""
    bound = step.bound(share * at_u_t(step), reach)
    yield at_most(abs(step.rise), bound, name="loss", symbol="|L(u_{t+1}) - L(ū_{t+1})|")
    for which in ("new", "linear"):
        yield at_most(norm(difference(step, which)), step.radius, name=which, symbol="the distance from u_t")


@claim(
    "x:display-appK.5-estimated-error",
    says="With the running estimate λ_t of L(u_t), |L(u_{t+1}) - L(ū_{t+1})| ≤ (√(2λ_t) + ε + s_t‖P_t^n g_t‖)ε.",
    formula=r"|\mathcal{L}(u_{t+1}) - \mathcal{L}(\bar u_{t+1})| \le (\sqrt{2\lambda_t} + \varepsilon(s_t) + "
    r"s_t\|P_t^n g_t\|)\,\varepsilon(s_t)",
    forall={"u": SAMPLED},
    given=[least_squares_loss],
    gravity="missing hypothesis",
    finding="estimated-loss",
    reading="λ_0 = ½‖u - u_0‖_n² with one of two points drawn, where g = 1: nothing is seen of the other. With "
    "λ_{t-1} = 1/2, λ_t is the same. For λ_t ≥ L(u_t) it follows from the bound before.",
    controls={"λ_t = L(u_t)": {"estimate": at_u_t}},
)
def change_by_an_estimate(step, *, estimate=lambda _: Fraction(1, 2)):
    """½ g(1)² is the estimate by the point 1 alone."""
    return at_most(step.rise, step.bound(estimate(step)), symbol="L(u_{t+1}) - L(ū_{t+1})")


@claim(
    "x:display-appK.5-beta",
    also=["x:display-shallow-beta", "x:sec5.3-c-r-zero"],
    says="For least squares, (CR) holds with C_R = 0 and β_t = Lip_t(√(2λ_t) + ε + s_t‖P_t^n g_t‖)ε, whatever the "
    "estimate λ_t ≥ 0.",
    formula=r"\mathcal{L}(u_{t+1}) \le \mathcal{L}(\bar u_{t+1}) + \beta_t, \quad "
    r"\beta_t := \mathrm{Lip}_t(\sqrt{2\lambda_t} + \varepsilon(s_t) + s_t\|P_t^n g_t\|)\,\varepsilon(s_t)",
    forall={"ϑ, s, u": STEPS, "λ_t": family([Fraction(0), Fraction(1, 2)], "λ_t ≥ 0", search=reals(0))},
    given=[least_squares_loss],
    reading="Lip_t(r) = √(2L(u_t)) + r is the constant of the ball of radius r. The sum in the display is that "
    "constant, not a radius: the radius ε + s_t‖P_t^n g_t‖ was derived and suffices, and √(2λ_t) is counted twice.",
    tight="approached by gradients along the error that are much longer than the step, for λ_t = 0",
    premises=["x:display-appK.5-retraction-error"],
    mutants={
        "no Lipschitz constant, the sum itself": {"steepest": 0},
        "one per cent less of ‖∇L(u_t)‖": {"steepest": Fraction(99, 100)},
    },
)
def retraction_error_is_bounded(step, lam, *, steepest=1):
    """Lip_t(r) is the largest ‖v - u‖ on the ball, at v = u_t + r (u_t - u)/‖u_t - u‖."""
    constant = steepest * norm(step.gradient) + sqrt(2 * lam) + step.radius
    return at_most(step.rise, constant * step.error, symbol="L(u_{t+1}) - L(ū_{t+1})")
