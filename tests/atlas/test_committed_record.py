"""The committed record of the standard budget: what its page says of it."""

from pathlib import Path

from theorytest.atlas.record import read_atlas

RECORD = Path(__file__).parents[2] / "reports" / "atlas.json"


def test_the_committed_record_is_what_its_page_says():
    found = read_atlas(RECORD)
    agreeing = [q.agrees for row in found.rows for q in row.quantities.values() if q.agrees is not None]
    refuted = [row.cell for row in found.rows if "pair" in row.quantities and row.quantities["pair"].refuted]
    told = " ".join((RECORD.parents[1] / "docs" / "atlas.md").read_text().split())
    assert all(agreeing)
    assert f"{len(found.rows)} cells, of which {sum(bool(row.refused) for row in found.rows)} are refused" in told
    assert f"All {len(agreeing):,} exact values" in told
    assert f"refuted in {len(refuted)} cells" in told
    assert {cell.estimator for cell in refuted} == {"non"}
    assert f"{len(found.rates)} rates" in told
