"""Small vector pictures as text: few bytes, colours by class, the same bytes for the same numbers."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from markupsafe import Markup, escape
from numpy.typing import NDArray

Points = NDArray[np.float64]  # of shape (n, 2)

TOLERANCE = 0.8  # units of the picture that a simplified curve may be off


def element(name: str, /, *content: str, **attributes: object) -> Markup:
    """An element; attributes are escaped, content must be markup or is escaped too."""
    words = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items())
    inside = Markup("").join(content)
    return Markup(f"<{name}{words}>{inside}</{name}>") if content else Markup(f"<{name}{words}/>")


def text(words: str, x: float, y: float, **attributes: object) -> Markup:
    """Words at a place."""
    return element("text", escape(words), x=round(x), y=round(y), **attributes)


def path(pieces: Iterable[Points], *, closed: bool = False) -> str:
    """The data of a path through whole numbers, relative from point to point."""
    return "".join(_piece(np.rint(piece).astype(int), closed) for piece in pieces if len(piece))


def _piece(points: NDArray[np.int_], closed: bool) -> str:
    steps = np.diff(points, axis=0)
    steps = steps[np.any(steps != 0, axis=1)]
    start = f"M{points[0, 0]} {points[0, 1]}"
    if not len(steps):
        return f"{start}h0"
    return start + "l" + " ".join(f"{x} {y}" for x, y in steps).replace(" -", "-") + "z" * closed


def dots(points: Points) -> str:
    """The data of a path of points without length, which round ends make visible; equal ones once."""
    places = dict.fromkeys((int(x), int(y)) for x, y in np.rint(points))
    return "".join(f"M{x} {y}h0" for x, y in places)


def pieces(points: Points) -> list[Points]:
    """A curve cut where it has no number, each piece simplified."""
    known = np.isfinite(points).all(axis=1)
    cuts = np.flatnonzero(np.diff(known.astype(int))) + 1
    return [simplified(piece) for piece in np.split(points, cuts) if len(piece) and np.isfinite(piece[0]).all()]


def simplified(points: Points, tolerance: float = TOLERANCE) -> Points:
    """The curve with fewer points (Ramer, Douglas and Peucker), nowhere further off than the tolerance."""
    keep = np.zeros(len(points), dtype=bool)
    keep[[0, -1]] = True
    waiting = [(0, len(points) - 1)]
    while waiting:
        first, last = waiting.pop()
        if last - first < 2:
            continue
        far = _distances(points[first : last + 1])
        worst = int(np.argmax(far))
        if far[worst] > tolerance:
            keep[first + worst] = True
            waiting += [(first, first + worst), (first + worst, last)]
    return points[keep]


def _distances(points: Points) -> Points:
    """Distances from the segment between the ends."""
    start, along = points[0], points[-1] - points[0]
    length = float(along @ along)
    share = np.clip((points - start) @ along / length, 0, 1) if length > 0 else np.zeros(len(points))
    return np.asarray(np.linalg.norm(points - start - share[:, None] * along, axis=1))
