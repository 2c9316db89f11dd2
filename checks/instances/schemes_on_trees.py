r"""Schemes with finitely many outcomes and every constant of Theorem 4.2 known exactly, some sharp enough for equality.

* the line, L = ½v², P^n g = Q g with a random Q, and the retraction of eq:C-retraction/saturated;
* constants on two points with one plain draw, g = (x - h, x + h): P¹g = x ± h, so ‖(I - P)g‖ = h.
"""

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from checks.instances.trees import Instance, Law, Number, Numbers, Outcomes, Rule
from theorytest import Region, family, integers
from theorytest.attacks.ranges import Range

F = Fraction


def line(law: Law, C_R: Number, beta: Rule, starts: Numbers, steps: tuple[Rule, ...]) -> Instance:
    """X_{t+1} = (1 - 2 s Q + (1 + C_R) s² Q²) X_t + β_t for each outcome of Q; the state is X itself."""

    def moves(X: Number, s: Number, b: Number) -> Outcomes:
        return [(p, (1 - 2 * s * q + (1 + C_R) * s**2 * q**2) * X + b) for p, q in law]

    c_bias1, c_var1 = (sum(p * q**power for p, q in law) for power in (1, 2))
    return Instance(moves, lambda X: X, lambda _: 0, starts, steps, C_R=C_R, c_bias1=c_bias1, c_var1=c_var1, beta=beta)


def two_points(h: Number, starts: Numbers, steps: tuple[Rule, ...]) -> Instance:
    """x' = x - s (x ± h)."""

    def moves(x: Number, s: Number, _: Number) -> Outcomes:
        return [(F(1, 2), x - s * (x + sign * h)) for sign in (-1, 1)]

    return Instance(moves, lambda x: x**2 / 2, lambda _: h**2, starts, steps, c_var2=1)


def two_curvatures(law: Any, starts: tuple[Any, ...], steps: tuple[Rule, ...], C_R: Number = 0) -> Instance:
    """L = ½ (x² + 4 y²) on the plane, P^n = diag(q); the identity retracts, so every C_R ≥ 0 is admissible."""

    def moves(u: Any, s: Number, _: Number) -> Outcomes:
        return [
            (p, tuple(v - s * q * k * v for v, q, k in zip(u, diagonal, (1, 4), strict=True))) for p, diagonal in law
        ]

    c_var1 = max(sum(p * d[i] ** 2 for p, d in law) for i in (0, 1))
    c_bias1 = min(sum(p * d[i] for p, d in law) for i in (0, 1))
    gap = lambda u: (u[0] ** 2 + 4 * u[1] ** 2) / F(2)  # noqa: E731
    return Instance(moves, gap, lambda _: 0, starts, steps, L=4, C_R=C_R, c_bias1=c_bias1, c_var1=c_var1)


def near_the_minimum(start: Fraction) -> Instance:
    """Two points, h = 1, s = 1/2, from x = 1/4 or 0: every draw of the first step leads farther away."""
    return two_points(F(1), starts=(start,), steps=(lambda _: F(1, 2),))


def steep(C_R: Number, rule: Rule) -> Instance:
    """L = ½ (x² + 4 y²), exact projections, start on the steep axis; R_t = I, for which every C_R is admissible."""
    return two_curvatures(((F(1), (1, 1)),), ((F(0), F(1)),), (rule,), C_R)


def instances() -> dict[str, Instance]:
    """name: instance, the simplest first; in the last two a_1 > 1, and the start is the minimum."""
    unbiased, biased = ((F(1, 2), F(1, 2)), (F(1, 2), F(3, 2))), ((F(1, 4), F(0)), (F(3, 4), F(1)))
    coordinate = ((F(1, 2), (2, 0)), (F(1, 2), (0, 2)))
    short = (lambda _: F(1, 10), lambda t: F(1, 8 + t))
    rules = (lambda _: F(1, 4), lambda t: F(1, t + 3))
    return {
        # Q is 0 or 1/s, as on two cells with one point
        "gap stays or vanishes": line(((F(1, 2), F(0)), (F(1, 2), F(4))), 0, lambda _: 0, (F(1),), (rules[0],)),
        "line, retraction errors": line(unbiased, F(1, 2), lambda t: F(1, t**2), (F(1), F(5)), rules),
        "line, small c_bias,1": line(biased, F(1, 3), lambda t: F(1, 2**t), (F(1), F(5)), rules),
        "two points": two_points(F(2), (F(3), F(-1, 2)), (lambda _: F(1, 2), lambda t: F(1, t + 2))),
        "two points, near the minimum": near_the_minimum(F(1, 4)),
        "two curvatures, one coordinate": two_curvatures(coordinate, ((F(1), F(1)), (F(0), F(1))), short),
        "two curvatures, s = 1": steep(F(0), lambda _: F(1)),
        "two points, at the minimum": near_the_minimum(F(0)),
    }


def _ranges(shape: tuple[str, int]) -> list[Range]:
    positive, nonnegative = Range(0, open=True, log=True), Range(0)
    if shape[0] == "two points":
        return [nonnegative, Range(), positive]  # h, x_1, s
    if shape[0] == "two curvatures":
        return [nonnegative, nonnegative, Range(), Range(), nonnegative, positive]  # Q, u_1, C_R, s
    return [Range()] * shape[1] + [positive] * shape[1] + [nonnegative] * 3 + [positive]  # Q, law, C_R, β, X_1, s


def _any_scheme(shape: tuple[str, int], x: Any) -> Instance:
    """Constant steps; β_t = β/t²."""
    kind, n = shape
    if kind == "two points":
        return two_points(x[0], (x[1],), (lambda _: x[2],))
    if kind == "two curvatures":
        return two_curvatures(((1, (x[0], x[1])),), ((x[2], x[3]),), (lambda _: x[5],), x[4])
    (C_R, beta, start, s), law = x[2 * n :], zip(x[n : 2 * n] / sum(x[n : 2 * n]), x[:n], strict=True)
    return line(tuple(law), C_R, lambda t: beta * F(1, t**2), (start,), (lambda _: s,))


def _over_t(rule: Rule, t: int) -> Number:
    return rule(1) / t


def slowed(instance: Instance) -> Instance:
    """The same with the steps s_1/t."""
    return replace(instance, steps=tuple(partial(_over_t, rule) for rule in instance.steps))


KINDS = (("line", 1), ("two points", 2), ("line", 2), ("two curvatures", 1))
ANY_SCHEME = Region(KINDS, _ranges, _any_scheme, says="lines, planes and two points")
SCHEMES = family(instances, "schemes with finitely many outcomes, all paths counted", search=ANY_SCHEME)
TIMES = family([1, 2, 4], "positive integers", search=integers(1, 4))


def with_steps(instance: Any, constants: Any) -> Any:
    """The instance with the steps c_0/t."""
    rules = tuple(lambda t, c=c: c / t for c in constants)
    return type(instance)(**{**vars(instance), "steps": rules[: len(instance.starts)]})


def long_steps() -> Any:
    """By name: schemes with s_t = c_0/t, for which σ_t may be negative in the first steps."""
    known = {f"{name}, s_t = c₀/t": with_steps(each, (F(1), F(3))) for name, each in instances().items()}
    return known | {
        "steep": steep(F(1), lambda t: F(1) / t),
    }


LONG_STEPS = family(long_steps, "schemes with s_t = c₀/t and finitely many outcomes", search=ANY_SCHEME.map(slowed))
