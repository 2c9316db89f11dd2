"""`theorytest atlas`: numbers that depend on the seed alone, journals, pages, and sentences for bad words."""

import json

import pytest
from clusters import Cluster, wait_until, workers

from theorytest.atlas.record import AtlasError, read_atlas
from theorytest.cli import main

SMALL = ["atlas", "--budget", "quick", "--estimator", "volume", "--dim", "1", "--dim", "3", "--samples", "2d"]


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_record_is_the_same_for_any_number_of_workers_and_after_resuming(here, capsys):
    assert main([*SMALL, "--jobs", "1", "--json", "one.json", "--journal", "j.jsonl"]) == 0
    assert "cells, 0 refused" in capsys.readouterr().out
    lines = (here / "j.jsonl").read_bytes().splitlines(keepends=True)
    (here / "j.jsonl").write_bytes(b"".join(lines[:3]))
    assert main([*SMALL, "--jobs", "2", "--json", "two.json", "--journal", "j.jsonl", "--resume"]) == 0
    one, two = (json.loads((here / f"{name}.json").read_text()) for name in ("one", "two"))
    assert one["rows"] == two["rows"]
    assert len(one["rows"]) == 8
    assert one["run"]["command"].startswith("theorytest atlas --budget quick --seed 0 --estimator volume")


def test_pages_lead_from_every_square_to_its_numbers(here):
    assert main([*SMALL, "--jobs", "1", "--json", "a.json"]) == 0
    assert main(["atlas", "--record", "a.json", "--output", "pages"]) == 0
    page = (here / "pages" / "volume.html").read_text()
    for row in read_atlas(here / "a.json").rows:
        name = "".join(c if c.isalnum() else "-" for c in str(row.cell))
        assert f'href="#{name}"' in page
        assert page.count(f'id="{name}"') == 1
    assert 'href="volume.html"' in (here / "pages" / "index.html").read_text()


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--estimator", "best"], "--estimator must be one of"),
        (["--samples", "d/2"], "--samples must be words such as 4, d or 10d"),
        (["--estimator", "lsq", "--dim", "10", "--samples", "3"], "least squares needs at least d points"),
        (["--backend", "dask"], "belong together"),
        (["--record", "nothing.json"], "cannot be read"),
    ],
)
def test_bad_words_get_a_sentence_before_work_starts(capsys, words, told):
    assert main(["atlas", *words]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.usefixtures("here")
def test_a_delta_outside_is_refused_cell_by_cell_and_the_others_go_on(capsys):
    words = ["--estimator", "lsq", "--estimator", "debiased", "--dim", "1", "--samples", "2", "--delta", "1.5"]
    assert main(["atlas", "--budget", "quick", *words, "--jobs", "1", "--json", "a.json"]) == 0
    told = capsys.readouterr().out
    assert "14 cells, 10 refused" in told
    assert "delta must lie in (0, 1)" in told


def test_what_is_no_record_is_told_so(tmp_path):
    (tmp_path / "a.json").write_text("[1]")
    with pytest.raises(AtlasError, match="not a record of the atlas"):
        read_atlas(tmp_path / "a.json")


def test_a_cluster_changes_nothing(here):
    pytest.importorskip("distributed", reason="needs the extra `cluster`")
    assert main([*SMALL, "--jobs", "1", "--json", "one.json"]) == 0
    with Cluster(here) as cluster:
        wait_until(lambda: workers(cluster.address) == 2)
        assert main([*SMALL, "--backend", "dask", "--scheduler", cluster.address, "--json", "two.json"]) == 0
    assert read_atlas(here / "one.json").rows == read_atlas(here / "two.json").rows


OWN = """
from theorytest.approximation import Constants, QuasiProjection


class Halved:
    def __init__(self, sampler, n_samples):
        self.sampler, self.n_samples, self.space = sampler, n_samples, sampler.space

    def sample(self, rng, n_replicas):
        return self.sampler.sample(rng, n_replicas, self.n_samples)

    def coefficients(self, x, jets):
        return QuasiProjection(self.sampler, self.n_samples).coefficients(x, jets) / 2

    def claimed(self):
        return Constants(0.5, 0.0, 0.2, 1.0)


class Broken(Halved):
    def coefficients(self, x, jets):
        return {}["nothing"]
"""


def test_an_estimator_of_ones_own_is_measured_and_a_broken_one_refused(here, capsys):
    (here / "own.py").write_text(OWN)
    words = ["atlas", "--budget", "quick", "--dim", "3", "--jobs", "1"]
    assert main([*words, "--estimator", "own.py:Halved", "--json", "a.json"]) == 1  # what it claims is refuted
    assert "own.py:Halved: refuted in" in capsys.readouterr().out
    rows = read_atlas(here / "a.json").rows
    assert all(row.quantities["c_var1"].refuted for row in rows)  # 0.2 < 0.25
    assert main([*words, "--estimator", "own.py:Broken"]) == 0
    assert "KeyError" in capsys.readouterr().out
