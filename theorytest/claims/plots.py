"""What a check wants a reader to see: panels of curves, kept in the record as plain numbers and drawn by the report.

A panel says what the numbers mean (a band, a guide line, a fitted window); how they look is the report's business.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from theorytest.encoding import plain

Curve = NDArray[np.float64]


class Look(StrEnum):
    """What a series is."""

    LINE = "line"  # the main curve: a median, a mean
    BAND = "band"  # from y to high
    EXACT = "exact"  # what is known without sampling
    GUIDE = "guide"  # a slope or a level that the paper claims
    FIT = "fit"  # a fitted line in its window
    PATH = "path"  # one trajectory among many
    POINTS = "points"


class Scale(StrEnum):
    """How an axis is divided."""

    LOG = "log"
    LINEAR = "linear"


@dataclass(frozen=True, eq=False)
class Series:
    """One curve of a panel; a band has two edges."""

    label: str
    look: str
    x: ArrayLike
    y: ArrayLike
    high: ArrayLike | None = None

    def __post_init__(self) -> None:
        _word(Look, "look", self.look, self.label)
        edges = {name: _curve(f"{name} of {self.label!r}", getattr(self, name)) for name in ("x", "y")}
        if self.high is not None:
            edges["high"] = _curve(f"high of {self.label!r}", self.high)
        if (self.look == Look.BAND) != ("high" in edges):
            raise ValueError(f"{self.label!r}: a band has both y and high, and nothing else has high")
        if len({edge.shape for edge in edges.values()}) > 1:
            shapes = ", ".join(f"{name} {edge.shape}" for name, edge in edges.items())
            raise ValueError(f"{self.label!r}: the curves of a series must be equally long, got {shapes}")
        for name, edge in edges.items():
            object.__setattr__(self, name, edge)

    @property
    def edges(self) -> dict[str, Curve]:
        """The numbers by name."""
        return {name: value for name in ("x", "y", "high") if (value := getattr(self, name)) is not None}


@dataclass(frozen=True)
class Mark:
    """A line across the panel at one value of `axis`, or a stripe up to `to`: a level, a time, a fitted window."""

    axis: str
    at: float
    label: str
    to: float | None = None

    def __post_init__(self) -> None:
        if self.axis not in ("x", "y"):
            raise ValueError(f"{self.label!r}: the axis of a mark must be 'x' or 'y', got {self.axis!r}")
        for value in (self.at, self.to):
            if value is not None and not np.isfinite(value):
                raise ValueError(f"{self.label!r}: a mark must be at a finite number, got {value!r}")


@dataclass(frozen=True, eq=False)
class Panel:
    """A picture by its numbers. `title` and labels are plain text; `note` says what to see."""

    name: str
    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    marks: tuple[Mark, ...] = ()
    x_scale: str = "log"
    y_scale: str = "log"
    note: str = ""

    def __post_init__(self) -> None:
        for axis in (self.x_scale, self.y_scale):
            _word(Scale, "scale", axis, self.name)
        if not self.series:
            raise ValueError(f"panel {self.name!r} shows nothing: it needs at least one series")

    def plain(self) -> dict[str, Any]:
        """As JSON has it, with the names of its curves instead of their numbers."""
        words = ("name", "title", "x_label", "y_label", "x_scale", "y_scale", "note")
        series = [
            {
                "label": each.label,
                "look": str(each.look),
                "curves": {edge: f"{self.name}/{i}.{edge}" for edge in each.edges},
            }
            for i, each in enumerate(self.series)
        ]
        marks = [{"axis": mark.axis, "at": mark.at, "to": mark.to, "label": mark.label} for mark in self.marks]
        return {word: str(getattr(self, word)) for word in words} | {"series": series, "marks": plain(marks)}

    def curves(self) -> Iterator[tuple[str, Curve]]:
        """The numbers by the names that `plain` gives them."""
        for i, each in enumerate(self.series):
            for edge, values in each.edges.items():
                yield f"{self.name}/{i}.{edge}", values


def panel_of(described: Mapping[str, Any], curves: Mapping[str, Curve]) -> Panel:
    """The panel back from its description and the curves of its claim."""
    series = tuple(
        Series(each["label"], each["look"], **{edge: curves[name] for edge, name in each["curves"].items()})
        for each in described["series"]
    )
    marks = tuple(Mark(**mark) for mark in described["marks"])
    words = {key: value for key, value in described.items() if key not in ("series", "marks")}
    return Panel(**words, series=series, marks=marks)


def _word(words: type[StrEnum], what: str, word: str, owner: str) -> None:
    if word not in list(words):
        raise ValueError(f"{owner!r}: the {what} must be one of {', '.join(words)}, got {word!r}")


def _curve(name: str, values: ArrayLike) -> Curve:
    """A list of numbers; inf and nan are allowed, as a curve may leave the picture."""
    curve = np.asarray(values, dtype=np.float64)
    if curve.ndim != 1 or len(curve) == 0:
        raise ValueError(f"{name} must be a list of numbers, got shape {curve.shape}")
    return curve
