"""A run of the atlas as one file: its rows, the seed, the budget, versions and the command that gives it again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from theorytest.atlas.rate_rows import RateRow
from theorytest.atlas.rows import Row
from theorytest.encoding import dumps, plain
from theorytest.runs.files import replace_file

SCHEMA = 1


class AtlasError(ValueError):
    """A run or a record that cannot be used, in a sentence."""


@dataclass(frozen=True)
class Atlas:
    """The facts of a run and its rows, in the order of their cells."""

    run: Mapping[str, Any]
    rows: tuple[Row, ...]
    rates: tuple[RateRow, ...] = ()


def atlas_of(run: Mapping[str, Any], rows: Iterable[Row], rates: Iterable[RateRow] = ()) -> Atlas:
    """The atlas with its rows in order, whoever finished first."""
    ordered = tuple(sorted(rates, key=lambda row: str(row.cell)))
    return Atlas(dict(run), tuple(sorted(rows, key=lambda row: row.cell)), ordered)


def write_atlas(atlas: Atlas, path: Path) -> None:
    """One JSON file, written beside its name and then renamed."""
    rows, rates = [row.plain() for row in atlas.rows], [row.plain() for row in atlas.rates]
    value = plain({"schema": SCHEMA, "run": atlas.run, "rows": rows, "rates": rates})
    replace_file(path, _text(value).encode())


def _text(value: Mapping[str, Any]) -> str:
    """One line for each row, so that a change of one is a change of one line."""
    head = f'{{"schema":{value["schema"]},\n"run":{dumps(value["run"])}'
    lists = (f'"{name}":[\n' + ",\n".join(map(dumps, value[name])) + "\n]" for name in ("rows", "rates"))
    return ",\n".join([head, *lists]) + "}\n"


def read_atlas(path: Path) -> Atlas:
    """The atlas of a file."""
    try:
        value = json.loads(path.read_bytes())
        if value["schema"] != SCHEMA:
            raise AtlasError(f"{path} has schema {value['schema']}, this version reads {SCHEMA}: run the atlas again")
        rates = tuple(RateRow.from_plain(row) for row in value["rates"])
        return Atlas(value["run"], tuple(Row.from_plain(row) for row in value["rows"]), rates)
    except (json.JSONDecodeError, UnicodeDecodeError, KeyError, TypeError, AttributeError) as error:
        raise AtlasError(f"{path} is not a record of the atlas: {type(error).__name__}: {error}") from error


def resolutions(rows: Sequence[Row], *, most: int = 10) -> list[float]:
    """The resolution of each cell with d ≤ `most` that was measured: that of the least certain of its constants."""
    return [sharpness(row) for row in rows if not row.refused and row.cell.d <= most]


def sharpness(row: Row) -> float:
    """The resolution of the least certain constant of a cell, with the pair of variance constants."""
    names = ("c_bias1", "c_var1", "c_var2", "pair")
    found = [q.resolution for name, q in row.quantities.items() if name in names and q.resolution is not None]
    return max(found, default=0.0)
