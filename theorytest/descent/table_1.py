"""Table 1 as data: almost sure rates by assumptions (rows) and algorithm (columns) [tab:rates].

Row 1 assumes (B), (LS), (CR) and bounds min_{t ≤ τ} ‖P_t g_t‖²; row 2 assumes (LS), (SPL), (CR) and bounds the gap
L(u_t) - L_min,M. ε lies in (0, 1/2) and belongs to the step rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real

import numpy as np
from numpy.typing import ArrayLike

from theorytest.arguments import Array, finite, fraction
from theorytest.descent.steps import Constant, Power, Steps


@dataclass(frozen=True)
class Cell:
    """One entry: O(t^-r(ε)) with the exponent r, or O(a^t) where `exponent` is None."""

    row: str
    column: str
    label: str
    equation: str
    metric: str
    exponent: Callable[[float], float] | None
    steps: Callable[[float, float], Steps]
    hypotheses: tuple[str, ...]

    @property
    def is_exponential(self) -> bool:
        """Whether the rate is a^t."""
        return self.exponent is None

    def bound(self, times: ArrayLike, *, eps: float = 0.1, contraction: float | None = None) -> Array:
        """t^-r(ε) or a^t, without the constant that the O hides."""
        t = finite("times", times)
        if np.any(t <= 0):
            raise ValueError(f"times must be greater than 0, got {t.min():g}")
        if self.exponent is None:
            return np.asarray(fraction("contraction", contraction) ** t)
        return np.asarray(t ** -self.exponent(_epsilon(eps)))

    def rule(self, scale: float, eps: float = 0.1) -> Steps:
        """The step rule that the rate belongs to, with s_1 = scale."""
        return self.steps(scale, _epsilon(eps))


def _epsilon(eps: float) -> float:
    if not (isinstance(eps, Real) and 0 < eps < 0.5):
        raise ValueError(f"eps must lie in (0, 1/2), got {eps!r}")
    return eps


def _constant(scale: float, eps: float) -> Steps:  # noqa: ARG001 (a rule of the table)
    return Constant(scale)


def _slow(scale: float, eps: float) -> Steps:
    """c t^(-1/2-ε), the slowest decay that is square-summable."""
    return Power(scale, 0.5 + eps)


def _fast(scale: float, eps: float) -> Steps:
    """c t^(δ-1) with δ = 0.9 ε: Corollary 4.13 gives O(t^(-1+2ε)) for every δ < ε, and not for δ = ε.

    The table says only that ε depends on the steps. At δ = ε the perturbations χ_{t+1} ξ_t ~ 1/t are not summable.
    """
    return Power(scale, 1 - 0.9 * eps)


ROW_1 = ("eq:lower_bound", "eq:L-smooth", "eq:C-retraction")
ROW_2 = ("eq:L-smooth", "eq:mu-PL_strong", "eq:C-retraction")
SMALLEST, GAP = "min ‖P_t g_t‖²", "L(u_t) - L_min,M"

TABLE_1 = {
    cell.label: cell
    for cell in (
        Cell("1", "GD", "x:tab1-row1-gd", "", SMALLEST, lambda _: 1.0, _constant, (*ROW_1, "P^n = P")),
        Cell(
            "1",
            "best",
            "x:tab1-row1-best",
            "eq:rate_recovery_BLSCR",
            SMALLEST,
            lambda eps: 1 - eps,
            _constant,
            (*ROW_1, "(I - P_t) g_t = 0", "beta_t = 0"),
        ),
        Cell(
            "1",
            "worst",
            "x:tab1-row1-worst",
            "eq:rate_nonrecovery_BLSCR",
            SMALLEST,
            lambda eps: 0.5 - eps,
            _slow,
            (*ROW_1, "‖(I - P_t) g_t‖ bounded"),
        ),
        Cell(
            "1",
            "SGD",
            "x:tab1-row1-sgd",
            "",
            SMALLEST,
            lambda eps: 0.5 - eps,
            _slow,
            (*ROW_1, "non-projection, plain points"),
        ),
        Cell("2", "GD", "x:tab1-row2-gd", "", GAP, None, _constant, (*ROW_2, "P^n = P")),
        Cell(
            "2",
            "best",
            "x:tab1-row2-best",
            "eq:rate_recovery_LSSPLCR",
            GAP,
            None,
            _constant,
            (*ROW_2, "‖(I - P_t) g_t‖ <= c ‖P_t g_t‖", "beta_t = 0"),
        ),
        Cell(
            "2",
            "worst",
            "x:tab1-row2-worst",
            "eq:rate_nonrecovery_LSSPLCR",
            GAP,
            lambda eps: 1 - 2 * eps,
            _fast,
            (*ROW_2, "‖(I - P_t) g_t‖ bounded"),
        ),
        Cell(
            "2",
            "SGD",
            "x:tab1-row2-sgd",
            "",
            GAP,
            lambda eps: 1 - 2 * eps,
            _fast,
            (*ROW_2, "non-projection, plain points"),
        ),
    )
}
