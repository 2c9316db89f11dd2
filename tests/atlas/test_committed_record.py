"""The committed record of the standard budget: what its page says of it."""

from pathlib import Path

from theorytest.atlas.record import read_atlas, resolutions
from theorytest.atlas.rows import DIFFERS
from theorytest.atlas.verdicts import verdicts

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
    fine = sum(resolution <= 0.0205 for resolution in resolutions(found.rows))
    assert f"{fine} of the {len(resolutions(found.rows))} cells with d ≤ 10" in told
    slopes = [slope for rate in found.rates for slope in rate.slopes]
    slow = sum(slope.verdict == "slower than printed" for slope in slopes)
    assert f"{slow} of {len(slopes)} slopes are slower than printed" in told
    assert all(rate.remark for rate in found.rates if any(s.verdict == "slower than printed" for s in rate.slopes))


def test_for_all_cells_the_printed_pair_holds_except_for_non_projections_and_the_worst_is_named():
    rows = [row for row in read_atlas(RECORD).rows if not row.refused]
    told = {verdict.estimator: verdict for verdict in verdicts(rows)}
    printed = {estimator for estimator, verdict in told.items() if verdict.cells}
    assert printed == {"debiased", "lsq", "non", "quasi", "volume"}
    for estimator in printed:
        pairs = {
            row.cell: row.quantities["pair"]
            for row in rows
            if row.cell.estimator == estimator and "pair" in row.quantities
        }
        worst = max(pairs, key=lambda cell: pairs[cell].low)
        assert told[estimator].as_expected
        assert told[estimator].word == ("refuted" if estimator == "non" else "consistent")
        assert str(told[estimator]).endswith(f"in the worst of {len(pairs)}, {worst}")
        assert (pairs[worst].low > 1 + DIFFERS) == (estimator == "non")
        assert all((pair.within or 0.0) <= 1 + DIFFERS for pair in pairs.values()) == (estimator != "non")
