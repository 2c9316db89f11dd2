"""The fates of the bugs as a table, and what is missing from the required shares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mutations.bugs import REQUIRED
from mutations.running import Fate


def score(fates: Sequence[Fate], where: str) -> tuple[int, int]:
    """Killed ones, of how many; a bug with a reason why it is harmless is none."""
    counted = [each for each in fates if each.bug.where == where and not each.bug.lives]
    return sum(each.killed for each in counted), len(counted)


def shortfalls(fates: Sequence[Fate]) -> list[str]:
    """What must be mended: shares that are too low, bugs that taught nothing, reasons that are not true."""
    found = [f"{each.bug.name}: {each.problem}" for each in fates if each.problem]
    found += [f"{each.bug.name} is called harmless, but {each.by} notices it" for each in _noticed(fates)]
    for where, required in REQUIRED.items():
        killed, n = score(fates, where)
        if n and killed < required * n:
            found.append(f"{where}: {killed} of {n} bugs killed, at least {100 * required:.0f} % are required")
    return found


def page(fates: Sequence[Fate], n_bugs: int) -> str:
    """The whole page."""
    return "\n".join(_lines(fates, n_bugs)) + "\n"


def _noticed(fates: Sequence[Fate]) -> list[Fate]:
    return [each for each in fates if each.bug.lives and each.killed]


def _lines(fates: Sequence[Fate], n_bugs: int) -> Iterator[str]:
    yield "# Bugs in the judge and in the laboratory"
    yield ""
    scores = {where: score(fates, where) for where in REQUIRED}
    told = "; ".join(f"{where}: {killed} of {n} killed" for where, (killed, n) in scores.items())
    yield f"{len(fates)} of {n_bugs} bugs were put in, one at a time, and their tests run. {told}."
    yield "`make mutate` runs a sample, `python -m mutations --all --output reports/MUTATIONS.md` writes this page."
    yield from _survivors(fates)
    for where in REQUIRED:
        yield ""
        yield f"## In the {where}"
        yield ""
        yield "| bug | file | noticed by |"
        yield "|---|---|---|"
        for each in fates:
            if each.bug.where == where:
                yield f"| {each.bug.name} | `{each.bug.file.removeprefix('theorytest/')}` | {_fate(each)} |"


def _survivors(fates: Sequence[Fate]) -> Iterator[str]:
    living = [each for each in fates if not each.killed]
    yield ""
    yield "## Survivors"
    yield ""
    for each in living:
        yield f"- {each.bug.name} (`{each.bug.file}`): {each.bug.lives or each.problem or 'no test notices it yet'}"
    if not living:
        yield "None."


def _fate(each: Fate) -> str:
    if each.killed:
        return f"`{each.by.removeprefix('tests/').replace('|', chr(92) + '|')}`"
    return "harmless" if each.bug.lives else each.problem or "nobody"
