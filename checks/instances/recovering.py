r"""Schemes without orthogonal part, (I - P_t) g_t = 0, with X_1 = 1, their constants and exact expected gaps."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from checks.instances.schemes_on_trees import line
from checks.instances.trees import Instance, Law
from theorytest import product, reals, same_size, simplex, vectors

F = Fraction


def optimal_step(smoothness: Any, c_bias1: Any, c_var1: Any) -> Any:
    """c_bias1 / ((L + C_R) c_var1)."""
    return c_bias1 / (smoothness * c_var1)


def printed_factor(lam: Any, smoothness: Any, c_bias1: Any, c_var1: Any) -> Any:
    """1 - 2 λ c_bias1 / ((L + C_R) c_var1)."""
    return 1 - 2 * lam * c_bias1 / (smoothness * c_var1)


def true_factor(lam: Any, smoothness: Any, c_bias1: Any, c_var1: Any) -> Any:
    """1 - λ c_bias1² / ((L + C_R) c_var1)."""
    return 1 - lam * c_bias1**2 / (smoothness * c_var1)


@dataclass(frozen=True)
class Recovering:
    """λ, L + C_R, c_bias1 and c_var1, and E X_{T+1} as a function of b, for β_t = b^t or 0, and of T."""

    constants: tuple[Fraction, ...]
    gap: Callable[[Fraction, int], Fraction]


SURE, SPREAD = ((F(1), F(1)),), ((F(1, 2), F(1, 2)), (F(1, 2), F(3, 2)))
BIASED = ((F(1, 4), F(0)), (F(3, 4), F(1)))
LAWS = {"exact projection, C_R = 3": (SURE, F(3)), "random projection": (SPREAD, F(2)), "c_bias1 = 3/4": (BIASED, F(2))}


def on_a_line(law: Law, C_R: Fraction, b: Fraction) -> Instance:
    """The line with its optimal step and β_t = b^t."""
    raw = line(law, C_R, lambda t: b**t, (F(1),), ())
    s = optimal_step(raw.L + raw.C_R, raw.c_bias1, raw.c_var1)
    return line(law, C_R, lambda t: b**t, (F(1),), (lambda _: s,))


def on_any_line(law: Law, C_R: Fraction) -> Recovering:
    """The line with its expected gaps."""
    made = on_a_line(law, C_R, F(0))

    def gap(b: Fraction, T: int) -> Fraction:
        X, instance = F(1), on_a_line(law, C_R, b)
        for t in range(1, T + 1):  # a step is affine in X_t
            X = sum(p * state for p, state in instance.moves(X, instance.steps[0](t), instance.beta(t)))
        return X

    return Recovering((made.lam, made.L + made.C_R, made.c_bias1, made.c_var1), gap)


def recovering() -> dict[str, Recovering]:
    """By name."""
    return {name: on_any_line(*law) for name, law in LAWS.items()}


SIZES = (1, 2, 3)
ANY_LINE = (
    product(same_size(simplex(SIZES), vectors(SIZES, 0)), reals(0))
    .where(lambda law, _: any(law[0] * law[1] > 0))
    .map(lambda law, C_R: on_any_line(tuple(zip(*law, strict=True)), C_R))
)
