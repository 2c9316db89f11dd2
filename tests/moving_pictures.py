"""A view with three settings, for tests of pages."""

from theorytest.claims.plots import Mark, Panel, Series
from theorytest.claims.views import Knob
from theorytest.runs.illustrations import Frame, StoredView

HEIGHTS = (0.1, 0.5, 0.9)


def drawn(height, note=""):
    band = Series("10 to 90 %", "band", [1, 2], [height, height], [2, 3])
    series = (band, Series("mean", "exact", [1, 2], [height, 1]))
    return Panel("p", "t", "x", "y", series, (Mark("x", 1 + height, "here"),), "linear", "linear", note)


def frame(panel):
    return Frame(panel.stored(), {name: curve.tolist() for name, curve in panel.curves()})


def moving(label="thm:sum", title="It moves"):
    frames = tuple(frame(drawn(height, f"note {height}")) for height in HEIGHTS)
    return StoredView(label, title, "A caption.", (Knob("s", "step", HEIGHTS, 1),), frames)
