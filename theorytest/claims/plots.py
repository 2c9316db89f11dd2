"""What a check wants a reader to see: panels of curves, kept in the record as plain numbers and drawn by the report.

A panel says what the numbers mean (a band, a guide line, a fitted window); how they look is the report's business.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

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

    def stored(self) -> StoredPanel:
        """As a record has it, with the names of its curves instead of their numbers."""
        series = tuple(
            StoredSeries(each.label, Look(each.look), {edge: f"{self.name}/{i}.{edge}" for edge in each.edges})
            for i, each in enumerate(self.series)
        )
        marks = tuple(
            replace(mark, at=float(mark.at), to=None if mark.to is None else float(mark.to)) for mark in self.marks
        )
        return StoredPanel(
            self.name,
            self.title,
            self.x_label,
            self.y_label,
            series,
            marks,
            Scale(self.x_scale),
            Scale(self.y_scale),
            self.note,
        )

    def curves(self) -> Iterator[tuple[str, Curve]]:
        """The numbers by the names that `stored` gives them."""
        for i, each in enumerate(self.series):
            for edge, values in each.edges.items():
                yield f"{self.name}/{i}.{edge}", values


@dataclass(frozen=True)
class StoredSeries:
    """A curve by the names of its edges in the file of curves."""

    label: str
    look: Look
    curves: dict[str, str]


@dataclass(frozen=True)
class StoredPanel:
    """A panel without its numbers."""

    name: str
    title: str
    x_label: str
    y_label: str
    series: tuple[StoredSeries, ...]
    marks: tuple[Mark, ...]
    x_scale: Scale
    y_scale: Scale
    note: str

    def panel(self, curves: Mapping[str, Curve]) -> Panel:
        """The panel back, with the curves of its claim."""
        series = tuple(
            Series(each.label, each.look, **{edge: curves[name] for edge, name in each.curves.items()})
            for each in self.series
        )
        return Panel(
            self.name,
            self.title,
            self.x_label,
            self.y_label,
            series,
            self.marks,
            self.x_scale,
            self.y_scale,
            self.note,
        )


def _word(words: type[StrEnum], what: str, word: str, owner: str) -> None:
    if word not in list(words):
        raise ValueError(f"{owner!r}: the {what} must be one of {', '.join(words)}, got {word!r}")


def _curve(name: str, values: ArrayLike) -> Curve:
    """A list of numbers; inf and nan are allowed, as a curve may leave the picture."""
    curve = np.asarray(values, dtype=np.float64)
    if curve.ndim != 1 or len(curve) == 0:
        raise ValueError(f"{name} must be a list of numbers, got shape {curve.shape}")
    return curve
