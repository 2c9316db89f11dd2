"""Curves of decisions become pictures; those that are no curves do not."""

import numpy as np
from changed_records import stored

from theorytest.report.book import Book
from theorytest.report.panels import picture
from theorytest.report.pictures import Pictures, curve_panels

DECISION = stored(name="d", alpha=1e-6)


def test_a_fitted_rate_stands_beside_its_claimed_slope():
    t = np.geomspace(1, 100, 9)
    (panel,) = curve_panels(DECISION, {"times": t, "mean": 3 / t, "reference": 1 / t})
    points, guide = panel.series
    assert np.allclose(points.y, guide.y)


def test_a_wealth_is_drawn_with_the_value_that_refutes():
    wealth = np.array([-np.inf, 0.1, 2.0, 6.5])
    (panel,) = curve_panels(DECISION, {"draws": np.array([8.0, 16, 32, 64]), "wealth for a mean above": wealth})
    assert panel.marks[0].at == 6
    assert (panel.x_scale, panel.y_scale) == ("log", "linear")
    assert "nan" not in picture(panel).svg


def test_matrices_and_single_numbers_are_not_drawn():
    assert list(curve_panels(DECISION, {"mean_matrix": np.eye(3), "one": np.ones(1)})) == []


def test_every_picture_stands_in_one_place(record):
    pictures = Pictures(Book(record))
    entries = pictures.book.by_id
    assert [each.anchor for each in pictures.figures] == ["plot-fig:one/falling"]
    assert [(entry.id, len(shown)) for entry, shown in pictures.rates] == [("lem:mean/pictures", 3)]
    assert len(pictures.elsewhere(entries["lem:mean/pictures"])) == 3
    assert pictures.beside(entries["fig:one"]) == []
    assert len(pictures.elsewhere(entries["fig:one"])) == 1
    assert [each.name for each in pictures.beside(entries["lem:mean"])] == ["first/running mean", "second/running mean"]
