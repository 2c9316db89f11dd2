"""Table 2 as printed: the constants of (BBV) for each estimator as formulas [table:constant_overview].

`lam_min`, `lam_max` are the smallest positive and the largest eigenvalue of the Gramian G, `k` is k_t of
[eq:def:christoffel], `p` the probability of S_δ, `B` a bound of the norm of the projection that is debiased, and `q1`,
`q2` are the variance constants of the estimator Q that debiases it.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import sympy as sp

from theorytest.arguments import fraction, positive, real

SYMBOLS = {
    name: sp.Symbol(name, positive=True)
    for name in ("lam_min", "lam_max", "k", "n", "d", "p", "B", "q1", "q2", "delta")
}
lam_min, lam_max, k, n, d, p, B, q1, q2, delta = SYMBOLS.values()


@dataclass(frozen=True)
class Row:
    """Four formulas, and the labels of their definition and of their proof."""

    c_bias1: sp.Expr
    c_bias2: sp.Expr
    c_var1: sp.Expr
    c_var2: sp.Expr
    definition: str
    proof: str

    @property
    def cells(self) -> dict[str, sp.Expr]:
        """The formulas by name."""
        return {cell.name: getattr(self, cell.name) for cell in fields(self)[:4]}

    @property
    def symbols(self) -> set[str]:
        """The names of the quantities that the formulas need."""
        free = set().union(*(cell.free_symbols for cell in self.cells.values()))
        return {name for name, symbol in SYMBOLS.items() if symbol in free}

    def numbers(self, **values: float) -> dict[str, float]:
        """The constants for given values of the quantities; inf where k is."""
        missing = sorted(self.symbols - values.keys())
        if missing:
            raise ValueError(f"the formulas need {', '.join(missing)}")
        inserted = {SYMBOLS[name]: _number(name, value) for name, value in values.items() if name in SYMBOLS}
        found = {name: cell.subs(inserted) for name, cell in self.cells.items()}
        undefined = [name for name, value in found.items() if value is sp.nan]
        if undefined:
            raise ValueError(
                f"{', '.join(undefined)} would be 0 times infinity or infinity less infinity: give finite values"
            )
        return {name: float(value) for name, value in found.items()}


ONE, ZERO = sp.Integer(1), sp.Integer(0)
SHRUNK = 1 / ((1 - delta) ** 2 * p)
VOLUME = d / n * (1 + 4 / (1 - delta) ** 2)

TABLE_2 = {
    "non": Row(
        lam_min,
        ZERO,
        (lam_max**2 * (n - 1) + lam_max * k) / n,
        lam_max * k / n,
        definition="sec:non-projection",
        proof="lem:sgd_bias_variance",
    ),
    "quasi": Row(ONE, ZERO, (n - 1 + k) / n, k / n, definition="sec:quasi-projection", proof="lem:sgd_bias_variance"),
    "lsq": Row(
        ONE,
        sp.sqrt(k) / ((1 - delta) * sp.sqrt(p * n)),
        SHRUNK * (n - 1 + k) / n,
        SHRUNK * k / n,
        definition="sec:least-squares_projection",
        proof="lemma:QBP_bias",
    ),
    "volume": Row(
        ONE, ZERO, VOLUME + 4 / (1 - delta) ** 2, VOLUME, definition="sec:dpp-projection", proof="lemma:DPP_bias"
    ),
    "debiased": Row(
        ONE, ZERO, ONE, (q1 - 1) * B**2 + q2, definition="app:debiased_projection", proof="lem:debiased_P_bounded"
    ),
}


def _number(name: str, value: float) -> sp.Expr:
    if name in ("k", "q1", "q2", "B") and value == float("inf"):
        return sp.oo
    if name == "delta":
        return sp.Float(fraction(name, value), 17)
    checked = real(name, value) if name in ("q1", "q2") else positive(name, value)
    if name == "p" and checked > 1:
        raise ValueError(f"p must be a probability of at most 1, got {value!r}")
    return sp.Float(checked, 17)
