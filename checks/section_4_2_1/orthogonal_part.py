r"""Section 4.2.1 before Theorem 4.8: what the orthogonal part (I - P_t) g_t of the gradient does to the descent."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from checks.instances.smooth_problems import vector
from checks.instances.spaces import FOUR_POINTS
from theorytest import at_least, at_most, claim, equal, repair
from theorytest.approximation.enumeration import estimator_draws
from theorytest.approximation.estimators import QuasiProjection
from theorytest.approximation.measures import Uniform
from theorytest.approximation.sampling import Optimal
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Legendre, Monomials
from theorytest.descent.losses import Quadratic
from theorytest.descent.models.curves import Circle, CurveDescent
from theorytest.descent.moments import by_quadrature


def mean_square(space, n, values):
    """E‖P^n g‖² over all samples of the optimal quasi-projection; g is given by its values at the points."""
    estimator = QuasiProjection(Optimal(space), n)
    every = estimator_draws(estimator)
    nodes = space.measure.points[:, 0]
    jets = values[np.argmin(np.abs(every.points - nodes), axis=-1)][..., None, None]
    return float(every.probability @ np.sum(estimator.coefficients(every.points, jets)[..., 0] ** 2, axis=-1))


def split(space, g):
    """Pg and (I - P) g at the points."""
    b, p = space.jets(space.measure.points)[..., 0], space.measure.weights
    tangent = b @ (b.T @ (p * g))
    return tangent, g - tangent


@claim(
    "x:sec4.2.1-orthogonal-part-matters",
    kind="remark",
    says="Two gradients with one projection are estimated differently: the orthogonal part adds d/n times its "
    "square to the mean square of the estimate, and s^2 L/2 times that to the mean loss.",
    formula=r"\mathbb{E}\|P_t^ng\|^2 - \mathbb{E}\|P_t^nP_tg\|^2 = \tfrac{d_t}n\|(I-P_t)g\|^2",
    expected="computed",
    mutants={
        "the projection alone": {"rise": lambda d, n: 0 * d / n},
        "one per cent less": {"rise": lambda d, n: 0.99 * d / n},
        "without the dimension": {"rise": lambda _, n: 1 / n},
    },
)
def the_orthogonal_part_is_seen(*, rise=lambda d, n: d / n):
    """By enumeration of all samples on four points, for straight lines and for parabolas."""
    g, p = np.array([3.0, -1.0, 2.0, 0.5]), FOUR_POINTS.weights
    for d in (2, 3):
        space = Space(Monomials(d), FOUR_POINTS)
        tangent, normal = split(space, g)
        for n in (1, 2, 4):
            added = mean_square(space, n, g) - mean_square(space, n, tangent)
            claimed = rise(d, n) * (p @ normal**2)
            yield equal(added, claimed, name=f"d = {d}, n = {n}", digits=11, symbol="the rise")


# The circle with the target (5/3, 0): at (3/5, 4/5) the gradient (-16/15, 4/5) is tangent. Gradient descent from there
# goes to (1, 0), where the gradient is normal with norm 2/3.
TARGET = Fraction(5, 3)


def normal_part(u):
    """‖(I - P) g‖ = |(u, u - target)| on the unit circle."""
    return abs(u @ (u - vector(TARGET, 0)))


def circle_descent(n_steps, step=Fraction(1, 4)):
    """Cosines of the iterates u ↦ (u - s P g)/|...| from the angle with cosine 3/5."""
    cosine, found = 0.6, []
    for _ in range(n_steps):
        found.append(cosine)
        lean = float(step * TARGET) * np.sqrt(max(1 - cosine**2, 0.0))  # |s P g| = s U sin φ, towards φ = 0
        phi = np.arccos(cosine) - np.arctan(lean)
        cosine = float(np.cos(phi))
    return np.array(found)


def beside_axis(u, g):
    """‖(I - P) g‖ where T is the first axis if u lies on it and is not 0, else the second."""
    return abs(g[1] if u[0] != 0 else g[0])


@claim(
    "x:sec4.2.1-nonzero-limit",
    kind="remark",
    says="When the iterates tend to a point that is stationary in the class and not in the space, the orthogonal "
    "part of the gradient is bounded below by a positive constant, at least from some step on.",
    formula=r"u_t\to u_\infty,\ P_{u_\infty}\nabla\mathcal{L}(u_\infty) = 0 \ne \nabla\mathcal{L}(u_\infty) \implies "
    r"\|(I-P_t)g_t\| \ge c > 0",
    expected="refuted",
    gravity="misprint",
)
def orthogonal_part_is_bounded_below_as_printed(*, least=Fraction(1, 10**9)):
    """Without continuity of P_t it may be 0 for ever.

    M = {(a, 0): a > 0} ∪ {(0, b)} with T_t the axis of u_t and L(v) = v_1: the iterates u_t = (2^(1-t), 0),
    reached with steps 2^-t, tend to 0, whose T is the second axis and whose gradient is (1, 0).
    """
    limit = beside_axis(vector(0, 0), vector(1, 0))
    yield equal(limit, 1, name="at the limit", symbol="|(I - P) g|")
    parts = [beside_axis(vector(Fraction(2, 2**k), 0), vector(1, 0)) for k in range(1, 50)]
    yield at_least(parts, least, name="two axes", symbol="|(I - P) g|")


@repair(
    "x:sec4.2.1-nonzero-limit/corrected",
    "x:sec4.2.1-nonzero-limit",
    kind="inequality",
    says="If P_t and the gradient are continuous along the sequence, the orthogonal part tends to the norm of the "
    "limiting gradient: from some step on it is above every smaller constant.",
    formula=r"P_tg_t \to P_{u_\infty}\nabla\mathcal{L}(u_\infty) = 0 \implies "
    r"\|(I-P_t)g_t\| \to \|\nabla\mathcal{L}(u_\infty)\| =: c_\infty > 0",
    expected="computed",
    tight="attained while the target stays on one side of the tangent",
    mutants={
        "from the first step on": {"start": 0},
        "one per cent more than the limit": {"share": 1.01},
        "half of the distance": {"U": float(TARGET) / 2},
    },
)
def orthogonal_part_is_bounded_below_in_the_end(*, start=60, share=0.999, U=float(TARGET)):
    """|‖(I - P_t) g_t‖ - (U - 1)| ≤ U (1 - cos φ_t), with equality while U cos φ_t ≥ 1; φ_t decreases."""
    cosines = circle_descent(200)
    parts = [float(normal_part(np.array([c, np.sqrt(max(1 - c * c, 0.0))]))) for c in cosines]
    limit = float(TARGET) - 1
    yield at_least(np.diff(cosines), 0.0, name="towards the limit", digits=12, scale=1.0)
    yield at_least(parts[start:], share * limit, name="bounded below", symbol="|(I - P) g|")
    gaps = np.abs(np.array(parts) - limit)
    yield at_most(gaps, U * (1 - cosines), name="distance", digits=10, scale=1.0, symbol="the gap")


def rise_on_two_points(s):
    """E L(u_2) - L(u_1) for constants on two points, target ±1, u_1 = Pu = 0 and one sample: u_2 = ±s."""
    return sum(Fraction(1, 2) * ((sign * s - 1) ** 2 + (sign * s + 1) ** 2) / 2 for sign in (-1, 1)) / 2 - Fraction(
        1, 2
    )


@claim(
    "x:display-asymptotic-descent",
    kind="inequality",
    says="With a lower bound c of the orthogonal part the descent bound becomes L(u_t) + s^2 (L + C_R)/2 c_var2 "
    "c^2 + beta_t where the projected gradient vanishes.",
    formula=r"\|(I-P_t)g_t\| \ge c \implies \mathbb{E}[\mathcal{L}(u_{t+1})\mid\mathcal{F}_t] \le \mathcal{L}(u_t) + "
    r"s_t^2\tfrac{L+C_R}2c_{\mathrm{var},2}c^2 + \beta_t",
    expected="refuted",
    gravity="misprint",
)
def bound_with_a_lower_bound_as_printed(*, c=Fraction(1, 2)):
    """A lower bound was inserted into an upper bound: here the orthogonal part is 1 and c = 1/2 is a lower bound."""
    for s in (Fraction(1, 2), Fraction(1, 10)):
        rise, claimed = rise_on_two_points(s), s**2 * c**2 / 2
        yield at_most(rise, claimed, name=f"s = {s}", symbol="E L(u_2) - L(u_1)")


def rise_on_circle(s, U):
    """The same for the circle and the target U at 45 degrees, from the nearest point, where both points are equally
    likely: by hand U (1 - cos φ) with tan φ = s |U - 1|.
    """
    process = CurveDescent(Circle(), U * np.sqrt([0.5, 0.5]), np.pi / 4)
    start = process.start(2)
    after, _ = process.step(start, np.array([[[0.25, 0.75]]]), 0, s)
    return float(np.mean(process.observe(after).gap - process.observe(start).gap))


@repair(
    "x:display-asymptotic-descent/corrected",
    "x:display-asymptotic-descent",
    kind="inequality",
    says="Where the projected gradient vanishes the mean loss rises by at most s^2 (L + C_R)/2 c_var2 times the "
    "square of the orthogonal part, plus beta_t; equality for least squares on linear spaces.",
    formula=r"P_tg_t = 0 \implies \mathbb{E}[\mathcal{L}(u_{t+1})\mid\mathcal{F}_t] \le \mathcal{L}(u_t) + "
    r"s_t^2\tfrac{L+C_R}2c_{\mathrm{var},2}\|(I-P_t)g_t\|^2 + \beta_t",
    expected="computed",
    tight="attained by least squares on linear spaces",
    mutants={"share x 0.9": {"share": 0.9}, "without C_R": {"C_R": lambda U: 0.0 * U}},
)
def bound_with_the_orthogonal_part(*, share=1, C_R=lambda U: max(U - 1, 0.0)):
    """On two points in rational numbers; on the circle with L = 1, C_R = max(U - 1, 0), approached by short steps."""
    for s in (Fraction(1, 2), Fraction(1, 10)):
        rise, claimed = rise_on_two_points(s), share * s**2 / 2
        yield at_most(rise, claimed, name=f"s = {s}", digits=12, symbol="E L(u_2) - L(u_1)")
    for U in (0.5, 2.0, 4.0):
        for s in (0.5, 0.1, 0.01):
            claimed = share * s**2 * (1 + C_R(U)) / 2 * (U - 1) ** 2
            yield at_most(rise_on_circle(s, U), claimed, name=f"U = {U}, s = {s}", digits=9, symbol="the rise")


def beyond(x):
    """A target with a part outside of the space."""
    return np.exp(x[..., 0])


def inside(x):
    """A target in the space."""
    return 1 + x[..., 0]


@claim(
    "x:sec4.2.1-steps-to-zero",
    kind="remark",
    says="With an orthogonal part that stays, a constant step leaves the mean square of the projected gradient at "
    "a positive level, which is proportional to the step as the step tends to zero.",
    formula=r"s_t = s \implies \mathbb{E}\|P_tg_t\|^2 \to \frac{s\,d\,\|u-Pu\|^2}{2n - s(n+d-1)} > 0",
    expected="computed",
    mutants={
        "no level": {"level": lambda s, d, n, D2: 0 * s * d * n * D2},
        "proportional to the squared step": {"level": lambda s, d, n, D2: s * s * d * D2 / (2 * n - s * (n + d - 1))},
        "a target in the space": {"target": inside},
        "only half of it": {"level": lambda s, d, n, D2: 0.5 * s * d * D2 / (2 * n - s * (n + d - 1))},
    },
)
def constant_steps_leave_a_level(*, level=lambda s, d, n, D2: s * d * D2 / (2 * n - s * (n + d - 1)), target=beyond):
    """The level of the exact second moments, by quadrature, for least squares with optimal quasi-projections.

    The display before the sentence is an upper bound and cannot show that a step is too long; this is what does. An
    estimator without variance, as the projection itself, would need no small steps.
    """
    for d, n in ((2, 1), (3, 2), (3, 10)):
        space = Space(Legendre(d), Uniform())
        loss = Quadratic(space, target)
        moments = by_quadrature(QuasiProjection(Optimal(space), n), loss)
        D2 = 2 * Quadratic(space, beyond).floor
        for s in (0.5, 0.1, 0.001):
            found = float(np.trace(moments.stationary(s)[1:, 1:]))
            name = f"d = {d}, n = {n}, s = {s}"
            yield equal(found, level(s, d, n, D2), name=name, digits=8, symbol="E |P g|^2")
