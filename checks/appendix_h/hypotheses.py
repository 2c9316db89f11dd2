r"""Which hypotheses Lemma H.4 needs, and where the introduction of Appendix H says that they hold."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from checks.appendix_h.definition_h_3 import modulus_along
from checks.instances.geodesics import great_circle
from checks.instances.smooth_problems import on_circle, vector
from checks.scaling import scaled
from theorytest import at_least, at_most, claim

WITH_ENDS, WITHOUT = range(11), range(1, 10)  # tenths of the way from one end to the other


def interval(tenths):
    """Of [1, 2] with the loss x²/2, as (‖P∇L‖², L); λ = 1 and the infimum is 1/2, at the end."""
    points = [1 + Fraction(i, 10) for i in tenths]
    return [(x**2, x**2 / 2) for x in points], Fraction(1, 2), Fraction(1)


def arc_beside_its_minimum(tenths, U=Fraction(4)):
    """Of the unit circle for tan(θ/2) in [1/10, 1/2] with the distance to (4, 0); λ = U cos θ at the far end."""
    near, *_, far = ends = [on_circle(Fraction(1, 10) + Fraction(i, 25)) for i in WITH_ENDS]
    points = [(U**2 * ends[i][1] ** 2, -U * ends[i][0]) for i in tenths]
    return points, -U * near[0], U * far[0]


def half_line(tenths):
    """Of (0, ∞) with the loss x²/2, whose infimum is not attained."""
    return [(Fraction(10 * i + 1) ** 2, Fraction(10 * i + 1) ** 2 / 2) for i in tenths], Fraction(0), Fraction(1)


def two_wells(_):
    """Two intervals around minima of different depth, which no geodesic joins."""
    return [(Fraction(0), Fraction(1)), (Fraction(0), Fraction(0))], Fraction(0), Fraction(1)


CLASSES = {"interval": interval, "arc": arc_beside_its_minimum, "half line": half_line}


@claim(
    "A3:Lemma_SPL/superfluous",
    kind="inequality",
    says="Lemma H.4 needs neither a minimum in the class nor the lack of a boundary: any two points satisfy "
    "its inequality with the loss of the other for the infimum, which is therefore finite.",
    formula=r"\mathcal{L}(u)-\mathcal{L}(w) \le \tfrac1{2\lambda}\|P_u\nabla\mathcal{L}(u)\|^2 "
    r"\quad\text{for all } u, w\in\mathcal{M}",
    tight="attained on half lines",
    premises=["A3:Lemma_SPL/corrected"],
    mutants={
        "share x 1.02": {"share": 1.02},
        "the tangent space of the boundary": {"tangent": 0},
        "classes in two pieces": {"classes": CLASSES | {"two wells": two_wells}},
    },
)
def what_is_not_needed(*, share=1, tangent=1, classes=CLASSES):
    """Open classes that miss their minimum, and closed ones that have it at their boundary; attained on the half line.

    Nor need geodesics be unique: one between any two points is enough, but in two pieces there is none.
    """
    for name, points_of in classes.items():
        for kind, tenths in {"open": WITHOUT, "closed": WITH_ENDS}.items():
            points, low, lam = points_of(tenths)
            slopes = [tangent * slope for slope, _ in points]
            bounds = [2 * Fraction(share) * lam * (loss - low) for _, loss in points]
            yield at_least(slopes, bounds, name=f"{name}, {kind}", symbol="|P grad L|^2")


RAYS = [vector(x, y) for x in (0, 1, 2, 5) for y in (-3, 0, 1, 2) if (x, y) != (0, 0)]


def starlike(v, c=8):
    """‖v‖²/2 + c x²y²/‖v‖², along every ray a parabola with the second derivative 1 + 2c (xy/‖v‖²)²."""
    x, y = v
    return v @ v / 2 + c * (x * y) ** 2 / (v @ v)


def starlike_slope(v, c=8):
    """Its squared gradient."""
    x, y = v
    g = vector(x + 2 * c * x * y**4 / (v @ v) ** 2, y + 2 * c * y * x**4 / (v @ v) ** 2)
    return g @ g


@claim(
    "A3:Lemma_SPL/towards-the-minimiser",
    kind="inequality",
    says="Strong convexity along the geodesics that lead to one minimiser is enough; the loss need not be convex.",
    formula=r"\mathcal{L}(v) = \tfrac12\|v\|^2 + 8\,\frac{x^2y^2}{\|v\|^2}: \quad "
    r"\|\nabla\mathcal{L}(v)\|^2 \ge 2\mathcal{L}(v)",
    tight="attained by the squared distance",
    premises=["A3:Lemma_SPL/corrected"],
    mutants={"share x 1.02": {"share": 1.02}, "a convex loss": {"c": 0}},
)
def rays_are_enough(*, share=1, c=8):
    """Between (2, 0) and (0, 2), where the loss is 2, it rises to 5; along rays λ = 1, attained on both axes."""
    ends, middle = (starlike(v, c) for v in (vector(2, 0), vector(1, 1)))
    yield at_least(middle, ends + 1, name="not convex", symbol="the loss between")
    found, bounds = zip(*((starlike_slope(v, c), 2 * Fraction(share) * starlike(v, c)) for v in RAYS), strict=True)
    yield at_least(found, bounds, name="strong PL", symbol="the squared gradient")


def arc_modulus(centre, reach, U=4.0):
    """λ on the arc of the unit circle that reaches this angle on both sides of its centre, seen from (U, 0)."""
    v, w = (np.array([np.cos(a), np.sin(a)]) for a in (centre - reach, centre + reach))
    return modulus_along(great_circle(v, w), (U, 0.0))


@claim(
    "sec:A3",
    kind="remark",
    says="Around non-degenerate minima of twice continuously differentiable losses the assumptions of Lemma H.4 "
    "hold locally: on the circle with the cosine of the angle, up to the half circle.",
    formula=r"\lambda = U\cos\alpha > 0 \quad\text{for } \alpha < \tfrac\pi2",
    expected="computed",
    premises=["x:sec2-local-strong-convexity/corrected", "x:def-strongly-geodesically-convex"],
    mutants={
        "modulus x 1.02": {"modulus": scaled(np.cos, 1.02)},
        "the far side": {"centre": np.pi},
        "more than the half circle": {"reaches": (1.6,), "modulus": lambda a: max(np.cos(a), 0.0)},
        "the modulus of the minimum": {"modulus": lambda _: 1.0},
    },
)
def locally_around_minima(*, centre=0.0, reaches=(0.01, 0.1, 1.0, 1.5), modulus=np.cos):
    """The sentence says `stationary points` and `often`: it holds around those that are minima.

    No further: strong PL itself goes on to all of the circle but one point, with U (1 + cos α)/2.
    """
    for reach in reaches:
        found = arc_modulus(centre, reach)
        yield at_least(found, 4 * modulus(reach), name=f"{reach}", digits=9, symbol="the modulus")


@claim(
    "sec:A3/maxima",
    label="sec:A3",
    kind="remark",
    says="Around other non-degenerate stationary points they never hold: on the side of the circle that is "
    "farthest from the target the modulus is negative, however short the arc.",
    formula=r"\lambda \le -U\cos\alpha < 0 \quad\text{for } \alpha < \tfrac\pi2",
    expected="computed",
    premises=["sec:A3"],
    mutants={"modulus x 1.02": {"modulus": lambda a: 1.02 * (-np.cos(a))}, "the near side": {"centre": 0.0}},
)
def nowhere_around_maxima(*, centre=np.pi, modulus=lambda a: -np.cos(a)):
    """The point of the circle farthest from the target is a non-degenerate stationary point."""
    for reach in (0.01, 0.1, 1.0, 1.5):
        found = arc_modulus(centre, reach)
        yield at_most(found, 4 * modulus(reach), name=f"{reach}", digits=9, symbol="the modulus")
