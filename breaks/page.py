"""The result as a page in Markdown: breaks with the claims that notice them, and the claims that notice none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from breaks.running import Row, Uses

_SHOWN = 12  # claims in a cell; the list of claims has them all


def page(
    rows: Sequence[Row],
    uses: Uses,
    number: Callable[[str], str],
    setting: str = "",
    judged: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """`number` says where a claim stands, `setting` how the run was made, `judged` why a claim need not notice."""
    return "\n".join(_lines(rows, uses, number, setting, judged)) + "\n"


def silent(rows: Sequence[Row], uses: Uses) -> list[str]:
    """The claims that call what is broken and notice nothing."""
    return [name for name in uses.calling if name not in uses.long and not _noticing(rows, name)]


def unnoticed(rows: Sequence[Row]) -> list[Row]:
    """The breaks that no claim notices."""
    return [row for row in rows if not row.this.harmless and not row.noticed]


def missed(rows: Sequence[Row]) -> list[Row]:
    """The breaks that neither a claim nor a test notices."""
    return [row for row in unnoticed(rows) if not row.test]


def sentence(rows: Sequence[Row], uses: Uses, judged: Mapping[str, str] = MappingProxyType({})) -> str:
    """The run in one line."""
    pure = len(set(silent(rows, uses)) & set(judged))
    rest = f", {pure} of the others need not" if pure else ""
    real = [row for row in rows if not row.this.harmless]
    tried = len(set(uses.calling) - set(uses.long))
    others = len(unnoticed(rows)) - len(missed(rows))
    return (
        f"{len(real) - len(unnoticed(rows))} of {len(real)} breaks noticed by claims, {others} others by tests only; "
        f"{tried - len(silent(rows, uses))} of {tried} claims that call the laboratory notice at least one{rest}"
    )


def _lines(
    rows: Sequence[Row], uses: Uses, number: Callable[[str], str], setting: str, judged: Mapping[str, str]
) -> Iterator[str]:
    yield "# Breaks of the laboratory"
    yield ""
    yield (
        "Each break puts one error into `theorytest/approximation` or `theorytest/descent`, in a fresh process and "
        "before any check is imported. A claim notices a break if its verdict is not the expected one, if a control "
        "that must hold fails, or if its check breaks. "
        "Only claims that call a broken part, or read a broken table, can notice; the others are not run."
    )
    yield f"Written by `python -m breaks` (`make breaks`), whose table is in `breaks/`. {setting}".rstrip()
    yield ""
    yield f"{sentence(rows, uses, judged)}."
    yield ""
    yield from _breaks(rows)
    yield from _silent(rows, uses, number, judged)
    yield from _mathematics(rows, uses, judged)
    yield from _beyond(rows, uses)


def _breaks(rows: Sequence[Row]) -> Iterator[str]:
    yield "## Breaks and the claims that notice them"
    yield ""
    yield "| break | what is wrong | reached | notice | claims |"
    yield "|---|---|---:|---:|---|"
    for row in rows:
        names = ", ".join(f"`{name}`" for name in row.noticed[:_SHOWN])
        more = f" and {len(row.noticed) - _SHOWN} more" if len(row.noticed) > _SHOWN else ""
        yield f"| {row.this.name} | {row.this.says} | {len(row.found)} | {len(row.noticed)} | {names}{more} |"
    yield ""
    nobody = unnoticed(rows)
    yield "## Breaks that no claim notices"
    yield ""
    if not nobody:
        yield "None."
    else:
        yield "They are put to the tests of the laboratory that name a broken part; the first test that fails is shown."
        yield ""
        yield "| break | what is wrong | claims that reach it | test that notices |"
        yield "|---|---|---:|---|"
    for row in nobody:
        test = f"`{row.test}`" if row.test else "none"
        yield f"| {row.this.name} | {row.this.says} | {len(row.found)} | {test} |"
    yield ""


def _silent(rows: Sequence[Row], uses: Uses, number: Callable[[str], str], judged: Mapping[str, str]) -> Iterator[str]:
    names = [name for name in silent(rows, uses) if name not in judged]
    yield "## Claims that call the laboratory and notice no break"
    yield ""
    yield (
        "The last column names the breaks that reach the claim. Without one, no break of the table can move it; "
        "otherwise its verdict does not depend on what they change."
    )
    yield ""
    yield "| claim | place | breaks that reach it |"
    yield "|---|---|---|"
    for name in names:
        reaching = [row.this.name for row in rows if any(each.claim == name for each in row.found)]
        yield f"| `{name}` | {number(name)} | {', '.join(reaching) or 'none'} |"
    yield ""


def _mathematics(rows: Sequence[Row], uses: Uses, judged: Mapping[str, str]) -> Iterator[str]:
    names = [name for name in silent(rows, uses) if name in judged]
    if not names:
        return
    yield "## Claims that need not notice a break"
    yield ""
    yield (
        "Some are false as printed, which no break changes. The others are judged, in `breaks/mathematics.toml`, to be "
        "pure mathematics: they call the laboratory to make instances, and compare two sides that do not come from it."
    )
    yield ""
    yield from (f"- `{name}`: {judged[name]}" for name in names)
    yield ""


def _beyond(rows: Sequence[Row], uses: Uses) -> Iterator[str]:
    yield "## Claims beyond the reach of any break"
    yield ""
    alone = sum(not calls and not _noticing(rows, name) for name, calls in uses.own.items())
    yield f"- {alone} claims in files that import the laboratory do not call it, and no break moves them."
    if uses.unsteady:
        yield f"- Not as expected without a break, and left out: {', '.join(f'`{name}`' for name in uses.unsteady)}."
    if uses.long:
        yield f"- Took too long without a break, and left out: {', '.join(f'`{name}`' for name in uses.long)}."
    late = sorted({(name, row.this.name) for row in rows for name in row.too_long})
    for name, this in late:
        yield f"- `{name}` took too long with {this}, which counts as not noticed."
    for row in rows:
        if row.this.harmless:
            yield f"- {row.this.name}: {len(row.noticed)} of {len(row.found)} claims notice; none may."


def _noticing(rows: Sequence[Row], name: str) -> list[str]:
    return [row.this.name for row in rows if not row.this.harmless and name in row.noticed]
