"""Curves of an ensemble as an SVG: median with its band, mean, exact mean, on logarithmic axes."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_HIGHEST = 1e100  # beyond, the margins of a logarithmic axis overflow and it shows nothing
STYLE: dict[Any, str] = {"svg.hashsalt": "theorytest", "svg.fonttype": "none", "font.family": "sans-serif"}


def ensemble_figure(curves: dict[str, Any], title: str) -> Figure:
    """A figure from the numbers of `theorytest descend --json`."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.0, 4.6), layout="constrained")
    axes = figure.add_subplot()
    t = np.asarray(curves["t"])
    axes.fill_between(
        t, _visible(curves["q10"]), _visible(curves["q90"]), color="#4477aa", alpha=0.2, lw=0, label="10 % to 90 %"
    )
    axes.plot(t, _visible(curves["median"]), color="#4477aa", lw=1.8, label="median")
    axes.plot(t, _visible(curves["mean"]), color="#ee6677", lw=1.4, label="mean")
    if curves["exact_mean"] is not None:
        axes.plot(t, _visible(curves["exact_mean"]), color="black", lw=1.0, ls=(0, (4, 3)), label="exact mean")
    if curves["loss_min"] > 0:
        axes.axhline(curves["loss_min"], color="#228833", lw=0.9, ls=":", label="L_min,M")
    shown = any(np.isfinite(_visible(curves[key])).any() for key in ("mean", "median", "q10", "q90"))
    scale = "log" if shown else "linear"  # a logarithmic axis without numbers is an error
    axes.set(xscale=scale, yscale=scale, xlabel="step t", ylabel="L(u_t) - L_min,M")
    axes.set_title(title, parse_math=False)
    axes.grid(visible=True, which="major", color="#dddddd", lw=0.6)
    axes.legend(frameon=False, fontsize=9)
    return figure


def svg(figure: Figure) -> str:
    """The figure as SVG text, the same bytes for the same numbers."""
    import matplotlib as mpl

    page = io.StringIO()
    with mpl.rc_context(STYLE):
        figure.savefig(page, format="svg", metadata={"Date": None})
    return page.getvalue()


def _visible(values: ArrayLike) -> Any:
    """Positive numbers below the highest; what a logarithmic axis cannot show is left out."""
    array = np.asarray(values, dtype=float)
    return np.where((array > 0) & (array < _HIGHEST), array, np.nan)
