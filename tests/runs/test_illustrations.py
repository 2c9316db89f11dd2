"""Views of a pack: computed once, kept as one file, shown only in reports of their own paper."""

import json
from dataclasses import replace

import pytest
from toys import write_toy

from theorytest.claims.mutants import ClaimError
from theorytest.claims.paper import read_paper
from theorytest.claims.views import knob, view
from theorytest.cli import main
from theorytest.runs.beside import paper_key
from theorytest.runs.illustrations import ILLUSTRATIONS, illustrated
from theorytest.runs.records import RecordError

VIEWS = """
from theorytest.claims.plots import Mark, Panel, Series
from theorytest.claims.views import CellRates, Estimate, chart, knob, view

T = [1.0, 2.0, 3.0]


KNOBS = [knob("s", "step", [0.1, 0.2], 0.2), knob("how", "a word", ["up", "down"])]


@view("LABEL", title="Noise & <b>lines</b>", says="It moves.", knobs=KNOBS)
def moved(rng, s, how):
    height = s if how == "up" else -s
    series = (Series("exact", "exact", T, [height] * 3), Series("drawn", "points", T, height + rng.normal(size=3)))
    return Panel("p", "A panel", "t", "y", series, (Mark("y", 0.0, "zero"),), "linear", "linear", f"s = {s}")
"""


@pytest.fixture
def pack(tmp_path):
    write_toy(tmp_path)
    (tmp_path / "checks" / "views").mkdir()
    paper = read_paper(tmp_path / "checks" / "paper.toml")
    label = paper.items[0].label
    (tmp_path / "checks" / "views" / "moved.py").write_text(VIEWS.replace("LABEL", label), encoding="utf-8")
    return tmp_path / "checks", paper


def test_every_setting_has_its_picture_and_the_same_seed_the_same_numbers(pack):
    root, paper = pack
    found = illustrated(paper, root, 7)
    (view,) = found.views
    assert [frame.panel.note for frame in view.frames] == ["s = 0.1", "s = 0.1", "s = 0.2", "s = 0.2"]
    assert [frame.drawn().series[0].y[0] for frame in view.frames] == [0.1, -0.1, 0.2, -0.2]
    assert illustrated(paper, root, 7) == found
    assert illustrated(paper, root, 8) != found


def test_what_is_written_is_read_back(pack, tmp_path):
    root, paper = pack
    found = illustrated(paper, root, 1)
    ILLUSTRATIONS.write(tmp_path / "illustrations.json", found)
    assert ILLUSTRATIONS.read(tmp_path / "illustrations.json") == found
    assert ILLUSTRATIONS.published(paper, tmp_path / "nowhere", tmp_path) == found


def test_another_paper_does_not_see_them(pack, tmp_path):
    root, paper = pack
    ILLUSTRATIONS.write(tmp_path / "illustrations.json", illustrated(paper, root, 1))
    assert ILLUSTRATIONS.published(replace(paper, title="another one"), tmp_path) is None
    assert paper_key(replace(paper, items=paper.items[1:])) != paper_key(paper)


@pytest.mark.parametrize("damage", [lambda text: text[:-9], lambda text: text.replace("0.1", "0.3"), lambda _: "{}"])
def test_a_damaged_file_is_one_sentence(pack, tmp_path, damage):
    root, paper = pack
    path = tmp_path / "illustrations.json"
    ILLUSTRATIONS.write(path, illustrated(paper, root, 1))
    path.write_text(damage(path.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(RecordError, match="illustrat"):
        ILLUSTRATIONS.read(path)


def test_the_command_writes_the_file_and_says_where(pack, tmp_path, capsys):
    root, _ = pack
    assert main(["illustrate", "--checks", str(root), "--output", str(tmp_path / "out"), "--seed", "3"]) == 0
    path = tmp_path / "out" / "illustrations.json"
    assert capsys.readouterr().out.strip() == str(path)
    assert json.loads(path.read_text(encoding="utf-8"))["seed"] == 3


def test_a_view_of_no_statement_is_one_sentence(pack):
    root, paper = pack
    with pytest.raises(ClaimError, match="which is not in the paper's list"):
        illustrated(replace(paper, items=paper.items[1:]), root, 0)


def test_sliders_have_values_and_begin_with_one_of_them():
    with pytest.raises(ClaimError, match="at least one value"):
        knob("s", "step", [])
    with pytest.raises(ClaimError, match="not one of its values"):
        knob("s", "step", [1, 2], 3)
    with pytest.raises(ClaimError, match="at most 400"):
        view("a", title="too many", says="", knobs=[knob("s", "step", range(401))])(print)
