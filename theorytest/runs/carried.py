r"""Evidence that adds up over runs: e-processes that a record stores are carried on with fresh draws.

The wealth of a concatenated stream is a supermartingale like any other, so that Ville's inequality bounds the
probability that a true claim is ever refuted by the whole chain of runs, however long it grows. Half of what a decision
may spend pays for the run itself, the other half for the chain. It needs fresh draws in every run: a seed counts once.
A claim that breaks has not bet in that run, which is fair as long as its bets do not decide whether it breaks; a run
that is thrown away because of what it found makes the chain worthless.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from theorytest.claims.reading import unchanged
from theorytest.decisions.decision import Decision, Verdict
from theorytest.decisions.eprocess import EProcess, stored_processes
from theorytest.decisions.wording import count, number
from theorytest.encoding import dumps
from theorytest.runs.record import Carried, Judged, Kept, Number, Record
from theorytest.runs.records import RecordError, read_record

Numbers = Mapping[str, Number]
States = Mapping[str, Numbers]  # by the name of the decision

_CHANGED, _ALONE = "sources changed", "the record was written without --carry"
_NAMED = 5  # claims

NIGHT = 0.5  # the share of a decision's budget that pays for the run itself


@dataclass(frozen=True)
class Chain:
    """What earlier runs leave to this one: their seeds, and by claim the states of its decisions.

    `sources` are those of the claims of this run; `anew` says of a claim why its stored evidence is not used.
    """

    seeds: tuple[int, ...] = ()
    states: Mapping[str, States] = field(default_factory=dict)
    origins: Mapping[str, str] = field(default_factory=dict)  # the sources of the stored claims
    sources: Mapping[str, str] = field(default_factory=dict)
    home: Path = Path()  # the folder that the files which checks have read lie in

    @property
    def anew(self) -> dict[str, str]:
        """Claims that start anew although there is evidence of earlier runs."""
        changed = [name for name in self.states if name in self.sources and not self._same(name)]
        return {name: _CHANGED if self.origins[name] else _ALONE for name in changed}

    def _same(self, claim: str) -> bool:
        """Whether its sources and the files that it read are those of the stored run."""
        sources, *read = self.origins[claim].split("\n")
        files = {name: known for known, _, name in (line.partition(" ") for line in read)}
        return sources == self.sources[claim] and unchanged(files, self.home)

    def sources_with(self, claim: str, read: Mapping[str, str]) -> str:
        """What a record says of a claim: its sources, and a line for each file of data that its check has read."""
        data = (f"{known} {name}" for name, known in sorted(read.items()) if not name.endswith(".py"))
        return "\n".join([self.sources[claim], *data])

    def of(self, claim: str) -> States:
        """The states that a claim carries on."""
        usable = claim in self.states and claim not in self.anew
        return self.states[claim] if usable else {}

    def sentence(self) -> str:
        """What is carried on, in one sentence."""
        if not self.seeds:
            return "evidence starts with this run: there is none to carry on yet"
        carried = sum(len(self.of(name)) for name in self.sources)
        text = f"evidence of {_plural(carried, 'decision')} is carried on from {_plural(len(self.seeds), 'run')}"
        for reason in (_CHANGED, _ALONE):
            names = [name for name, why in self.anew.items() if why == reason]
            if names:
                starts = "claim starts" if len(names) == 1 else "claims start"
                text += f"; {len(names):,} {starts} anew, since {reason}: {', '.join(names[:_NAMED])}"
                text += f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
        return text

    def checksum(self) -> str:
        """What a journal must share with the run that resumes it."""
        return hashlib.sha256(dumps([list(self.seeds), self.states, self.origins]).encode()).hexdigest()[:16]

    def carried(self, verdicts: Iterable[Judged]) -> Carried:
        """For the record of this run: its seeds, and what earlier runs stored and this one has not carried on."""
        decided = {each.id: each.evidence for each in verdicts}
        kept = {}
        for name, states in self.states.items():
            made = {each.name for each in decided.get(name, ()) if stored_processes(each.statistics)}
            left = {decision: dict(numbers) for decision, numbers in states.items() if decision not in made}
            if left and name not in self.anew:
                kept[name] = Kept(self.origins[name], left)
        return Carried(self.seeds, self.anew, kept)


def read_chain(
    path: Path,
    sources: Mapping[str, str],
    seed: int,
    renamed: Mapping[str, str] | None = None,
    home: Path = Path(),
) -> Chain:
    """The chain that ends with a record, for a run with this seed; an empty one where there is no record yet.

    Evidence of a claim that was renamed since is carried on under its new name.
    """
    if not path.exists():
        return Chain(sources=sources, home=home)
    record = read_record(path, curves=False)  # which a run that was killed may have left without their record
    try:
        seeds, stored = _seeds(record), _stored(record)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RecordError(f"--carry {path}: its evidence cannot be read ({type(error).__name__}: {error})") from None
    if seed in seeds:
        raise RecordError(
            f"--carry {path}: the seed {seed} is in its chain of {_plural(len(seeds), 'run')} already: "
            "evidence counts once, so take another --seed"
        )
    stored = {(renamed or {}).get(name, name): each for name, each in stored.items()}
    states = {name: states for name, (_, states) in stored.items() if states}
    return Chain(seeds, states, {name: stored[name][0] for name in states}, sources, home)


def carry_on(decision: Decision, stored: Numbers) -> Decision:
    """The decision of a run and of the chain that it belongs to; `stored` are the numbers of the run before."""
    tonight, before = stored_processes(decision.statistics), stored_processes(stored)
    if not tonight:
        return decision
    known = {side for side in tonight if side in before and before[side].matches(tonight[side].bound)}
    chain = {side: before[side].joined(each) if side in known else each for side, each in tonight.items()}
    numbers = {name: x for side, each in chain.items() for name, x in each.to_numbers(side).items()}
    level = decision.alpha * (1 - NIGHT) / NIGHT
    found = replace(decision, alpha=decision.alpha + level, statistics={**decision.statistics, **numbers})
    against = [each for each in chain.values() if each.rejects(level / len(chain))]
    if decision.verdict is not Verdict.REFUTED and against:
        return _refuted(found, against[0], level / len(chain))
    return replace(found, sentence=found.sentence + _remark(tonight, before, chain))


def _before(record: Record) -> Carried:
    """What the run of the record has itself carried on, or nothing."""
    return record.run.carried or Carried((), {}, {})


def _seeds(record: Record) -> tuple[int, ...]:
    """Of all runs of the chain that ends with the record; each counts once."""
    seeds = (*_before(record).seeds, record.run.seed)
    if len(set(seeds)) < len(seeds):
        raise ValueError(f"the seeds are {list(seeds)}")
    return seeds


def _stored(record: Record) -> dict[str, tuple[str, dict[str, Numbers]]]:
    """By claim its sources and the states of its decisions; records that were not made for a chain have no sources."""
    kept = _before(record).kept
    found = {name: (each.sources, _bets(each.decisions.items())) for name, each in kept.items()}
    for judged in record.verdicts:
        made = _bets((each.name, each.statistics) for each in judged.evidence)
        sources, older = judged.sources or "", found.get(judged.id, ("", {}))
        found[judged.id] = (sources, {**(older[1] if older[0] == sources else {}), **made})
    return found


def _bets(decisions: Iterable[tuple[str, Numbers]]) -> dict[str, Numbers]:
    """The numbers of those decisions that hold e-processes."""
    return {name: numbers for name, numbers in decisions if stored_processes(numbers)}


def _refuted(decision: Decision, process: EProcess, level: float) -> Decision:
    wealth = (
        f"the bets of {_plural(process.runs, 'run')} with {count(process.n)} draws have won {_power(process.log_peak)}"
    )
    said = decision.sentence.removeprefix(f"{decision.verdict}: ")
    return replace(
        decision,
        verdict=Verdict.REFUTED,
        sentence=f"{Verdict.REFUTED}: {wealth}, more than {_power(-math.log(level))}; this run alone: {said}",
        witness={"runs": process.runs, "draws": process.n, "log10_wealth": process.log_peak / math.log(10)},
    )


def _remark(tonight: Mapping[int, EProcess], before: Mapping[int, EProcess], chain: Mapping[int, EProcess]) -> str:
    longest = max(chain.values(), key=lambda each: each.runs)
    if longest.runs > 1:
        return f"; with earlier runs {count(longest.n)} draws over {_plural(longest.runs, 'run')}"
    changed = [side for side in tonight if side in before]
    if changed:
        old, new = before[changed[0]].bound, tonight[changed[0]].bound
        return f"; evidence starts anew: earlier runs bet against {number(old)}, this one against {number(new)}"
    return ""


def _power(log: float) -> str:
    return f"10^{log / math.log(10):.1f}"


def _plural(n: int, word: str) -> str:
    return f"{n:,} {word}" + "s" * (n != 1)
