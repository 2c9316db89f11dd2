"""Sentences with real indices and powers, and nothing in them that a browser would obey."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorytest.report.prose import prose, typeset


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("u_t and u_{t+1}", "u<sub>t</sub> and u<sub>t+1</sub>"),
        ("c_var,1 is at most 2", "c<sub>var,1</sub> is at most 2"),
        ("rate t^(-1/2) or t^-0.5", "rate t<sup>−1/2</sup> or t<sup>−0.5</sup>"),
        ("E‖P_tg_t‖² and L_min,M", "E‖P<sub>t</sub>g<sub>t</sub>‖² and L<sub>min,M</sub>"),
        ("s_t = t^-1/2 and x^2/2", "s<sub>t</sub> = t<sup>−1/2</sup> and x<sup>2</sup>/2"),
        ("S_(1/2) in ℝ^D", "S<sub>1/2</sub> in ℝ<sup>D</sup>"),
        ("a sequence chi_t, alpha and beta_1", "a sequence χ<sub>t</sub>, alpha and β<sub>1</sub>"),
        ("P_t^n g", "P<sub>t</sub><sup>n</sup> g"),
        ("ū_{t+1} = R_t(ū)", "ū<sub>t+1</sub> = R<sub>t</sub>(ū)"),
        ("‖g‖^2 < 1", "‖g‖<sup>2</sup> &lt; 1"),
        ("P(S_delta) < 1", "P(S<sub>δ</sub>) &lt; 1"),
        ("c_bias1 and ℓ^∞", "c<sub>bias,1</sub> and ℓ<sup>∞</sup>"),
        ("6.4e-13, 1e+04 and -2 in [-5, 5]", "6.4·10<sup>−13</sup>, 10<sup>4</sup> and −2 in [−5, 5]"),
        ("x:one-2 of 2026-11-18, 3e5x", "x:one-2 of 2026-11-18, 3e5x"),
        ("t^(1+1/(2α)) given S_δ: eq:Pn_b", "t<sup>1+1/(2α)</sup> given S<sub>δ</sub>: eq:Pn_b"),
        ("n_samples of at_point, b_min", "n_samples of at_point, b<sub>min</sub>"),
        ("a sentence without symbols", "a sentence without symbols"),
    ],
)
def test_indices_and_powers(text, shown):
    assert prose(text) == shown


@given(st.text())
def test_nothing_else_becomes_markup(text):
    found = prose(text)
    for tag in ("<sub>", "</sub>", "<sup>", "</sup>"):
        found = found.replace(tag, "")
    assert "<" not in found
    assert ">" not in found


def test_a_picture_has_small_letters_above_and_below_the_line():
    svg = typeset("L(u_t) - t^-0.5 <= 1")
    plain = re.sub(r"<[^>]*>|\u200b", "", svg)
    assert plain == "L(ut) − t−0.5 ≤ 1"
    assert svg.count("<tspan") == 4


@given(st.text())
def test_nothing_but_small_letters_becomes_markup_in_a_picture(text):
    assert "<" not in re.sub(r'<tspan dy="[-.0-9]+em"( font-size="72%")?>|</tspan>', "", typeset(text))
