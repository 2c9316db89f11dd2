"""What a fitted rate looks like: the ensemble with its fit and the tabulated rate, residuals, and local slopes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from theorytest.claims.plots import Mark, Panel, Series
from theorytest.descent.rates import fit_rate

REPLICAS = 1000


def show_rate(run, ensemble, prefix="", size=REPLICAS):
    """Draw an ensemble of its own, fit its mean and its median, and keep three panels."""
    paths = ensemble.paths(run.generators(f"{prefix}picture")(0), size)
    options = {"exponential": ensemble.cell.is_exponential, "tabulated": ensemble.rate}
    fit = fit_rate(ensemble.times, paths, exact=ensemble.curve, **options)
    typical = fit_rate(ensemble.times, paths, of="median", **options)
    scale = "linear" if ensemble.cell.is_exponential else "log"
    panels = [_ensemble_panel(ensemble, paths, fit, typical, scale)]
    if not fit.reason:
        panels += [_residual_panel(fit, scale), _slope_panel(fit, ensemble, scale)]
    place = f"{ensemble.cell.column} of row {ensemble.cell.row}: {ensemble.problem}"
    for panel in panels:
        title = f"{panel.title}, {place}" if panel.title else place
        yield replace(panel, name=prefix + panel.name, title=title)


def _ensemble_panel(ensemble, paths, fit, typical, scale):
    t, mean = ensemble.times, paths.mean(axis=0)
    low, median, high = np.quantile(paths, [0.1, 0.5, 0.9], axis=0)
    x, level = fit.question.x(t), np.log(mean[0])
    guide = np.exp(level + fit.question.tabulated * (x - x[0]))
    series = [
        Series("10 % to 90 %", "band", t, low, high),
        Series("median", "line", t, median),
        Series("mean", "line", t, mean),
        Series(f"tabulated, {_words(fit, fit.question.tabulated)}", "guide", t, guide),
    ]
    series += [] if ensemble.curve is None else [Series("exact mean", "exact", t, ensemble.curve)]
    series += [] if fit.reason else [Series(f"fit, {_words(fit, fit.slope)}", "fit", fit.times, fit.line)]
    window = () if fit.reason else (Mark("x", float(fit.times[0]), "fitted window", to=float(fit.times[-1])),)
    note = f"The mean: {_sentence(fit)}. The median: {_sentence(typical)}. {fit.heavy}".strip()
    return Panel("rate", "", "step t", ensemble.cell.metric, tuple(series), window, x_scale=scale, note=note)


def _residual_panel(fit, scale):
    series = Series("log mean - log fit", "points", fit.times, fit.residuals)
    marks = (Mark("y", 0.0, "the fit"),)
    return Panel("residuals", "Residuals", "step t", "residual", (series,), marks, x_scale=scale, y_scale="linear")


def _slope_panel(fit, ensemble, scale):
    times, slopes = fit.local
    marks = [Mark("y", fit.low, "interval of the fit", to=fit.high), Mark("y", fit.question.tabulated, "tabulated")]
    series = [Series("between neighbours", "points", times, slopes)]
    if ensemble.curve is not None:
        inside = np.isin(ensemble.times, fit.times)
        exact = np.diff(np.log(ensemble.curve[inside])) / np.diff(fit.question.x(fit.times))
        series.append(Series("exact", "exact", times, exact))
    words = ("Local slopes", "step t", "slope of the log mean")
    return Panel("local slopes", *words, tuple(series), tuple(marks), x_scale=scale, y_scale="linear")


def _words(fit, slope):
    return f"{np.exp(slope):.3g}^t" if fit.question.exponential else f"t^{slope:.3g}"


def _sentence(fit):
    if fit.reason:
        return fit.verdict
    exact = "" if fit.exact is None else f", exactly {fit.exact:.4g} in this window"
    noisy = fit.high - fit.low > 1e-9 * abs(fit.slope)
    interval = f"in [{fit.low:.4g}, {fit.high:.4g}]" if noisy else "(all paths are the same)"
    return f"slope {fit.slope:.4g} {interval}{exact}; {fit.verdict}"
