"""One row of the atlas: every quantity of a cell as tabulated, exact and measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from theorytest.atlas.cells import Cell
from theorytest.atlas.worlds import World
from theorytest.encoding import plain

CONSTANTS = ("c_bias1", "c_bias2", "c_var1", "c_var2")
QUANTITIES = (*CONSTANTS, "pair", "unbiased", "independence", "law", "k", "stability", "descent")
RELATIONS = {
    "c_bias1": "≥",
    "unbiased": "=",
    "stability": "=",
    "independence": "=",
    "law": "=",
}  # the others are upper bounds
DIFFERS = 1e-6  # relative: what rounding may do to two ways of computing one number


@dataclass(frozen=True)
class Quantity:
    """A number as printed, as computed, and as drawn. `within` is exact on E, `exact` with all of the complement.

    `resolution` is the relative error of the printed or exact value that these draws catch with probability 0.99,
    `needed` the draws that the target would take; `asymptotic` says that one end rests on Student's quantile, `wide`
    that each point was drawn together with one of a wider law.
    """

    relation: str = "≤"
    tabulated: float | None = None
    exact: float | None = None
    within: float | None = None
    value: float | None = None
    low: float | None = None
    high: float | None = None
    stderr: float | None = None
    resolution: float | None = None
    needed: float | None = None
    asymptotic: bool = False
    wide: bool = False
    why: str = ""

    @property
    def refuted(self) -> bool:
        """Whether the draws contradict what is printed."""
        if self.tabulated is None or self.low is None or self.high is None:
            return False
        slack = DIFFERS * max(abs(self.tabulated), DIFFERS)
        below, above = self.high < self.tabulated - slack, self.low > self.tabulated + slack
        return {"≤": above, "≥": below, "=": above or below}[self.relation]

    @property
    def agrees(self) -> bool | None:
        """Whether the exact value on E lies in the interval of the draws; None without one of them.

        Draws that are all equal and miss it say nothing: what they have not seen may be rare.
        """
        if self.within is None or self.low is None or self.high is None:
            return None
        slack = DIFFERS * max(abs(self.within), DIFFERS)
        inside = self.low - slack <= self.within <= self.high + slack
        return inside or (None if self.stderr == 0 else False)

    @property
    def false(self) -> bool:
        """Whether the exact value contradicts what is printed, draws or not."""
        if self.tabulated is None or self.within is None:
            return False
        worst = self.within if self.exact is None else self.exact
        slack = DIFFERS * max(abs(self.tabulated), DIFFERS)
        return worst < self.tabulated - slack if self.relation == "≥" else worst > self.tabulated + slack


@dataclass(frozen=True)
class Row:
    """A cell with its quantities, or the sentence that refuses it."""

    cell: Cell
    quantities: Mapping[str, Quantity] = field(default_factory=dict)
    n_draws: int = 0
    complement: int = 0
    refused: str = ""

    def plain(self) -> dict[str, Any]:
        """As JSON has it; what is not there is left out."""
        quantities = {name: _shown(q) for name, q in self.quantities.items()}
        facts = {"cell": _cell(self.cell), "draws": self.n_draws, "complement": self.complement}
        refused = {"refused": self.refused} if self.refused else {}
        found: dict[str, Any] = plain(facts | {"quantities": quantities} | refused)
        return found

    @classmethod
    def from_plain(cls, value: Mapping[str, Any]) -> Row:
        """The row back from its JSON value."""
        words = dict(value["cell"])
        world = World(words.pop("measure"), words.pop("norm"), words.pop("system"))
        quantities = {name: _quantity(q) for name, q in value["quantities"].items()}
        refused = value.get("refused", "")
        return cls(Cell(world=world, **words), quantities, value["draws"], value["complement"], refused)


def _shown(q: Quantity) -> dict[str, Any]:
    return {key: value for key, value in asdict(q).items() if not (value is None or value is False or value == "")}


def _cell(cell: Cell) -> dict[str, Any]:
    world = {"measure": cell.world.measure, "norm": cell.world.norm, "system": cell.world.system}
    return world | {name: getattr(cell, name) for name in ("estimator", "sampling", "d", "n", "delta")}


def _quantity(value: Mapping[str, Any]) -> Quantity:
    """A quantity back from its JSON value; infinities are words there."""
    words = ("relation", "why")
    fields: dict[str, Any] = {k: float(v) if isinstance(v, str) and k not in words else v for k, v in value.items()}
    return Quantity(**fields)
