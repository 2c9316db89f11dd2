"""How costs grow: one panel for each thing that grows, one line for each kind of work, on logarithmic axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

Panels = Mapping[str, tuple[Sequence[int], Sequence[Mapping[str, float]]]]  # label: (values, costs by name)


def growth_figure(panels: Panels, per_second: float, ylabel: str) -> Figure:
    """The costs, given in seconds and shown in units of which `per_second` make a second."""
    figure = Figure(figsize=(12, 3.6), layout="constrained")
    for axes, (label, (values, rows)) in zip(figure.subplots(1, 3, sharey=True), panels.items(), strict=True):
        for name in rows[0]:
            axes.loglog(values, [per_second * row[name] for row in rows], marker="o", markersize=3, label=name)
        axes.set_xticks(values, [f"{value:,}" for value in values])
        axes.tick_params(axis="x", which="minor", bottom=False, labelbottom=False)
        axes.set_xlabel(label)
        axes.margins(x=0.12)  # the label of the last tick stays inside
        axes.grid(alpha=0.3)
    figure.axes[0].set_ylabel(ylabel)
    figure.axes[0].legend(frameon=False)
    return figure
