"""What a check gathers: decisions, each paid for from the claim's share of the false-alarm budget."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from theorytest.claims.defaults import STANDARD, Defaults
from theorytest.claims.plots import Panel
from theorytest.decisions.decision import Decision
from theorytest.decisions.made import made
from theorytest.decisions.relations import Relation
from theorytest.decisions.sampled import Sampled
from theorytest.decisions.sequential import Plan
from theorytest.runs.budget import Level, Setting, spent_on
from theorytest.runs.carried import NIGHT, States, carry_on
from theorytest.runs.record import NAMELESS
from theorytest.runs.seeds import Generators


class EvidenceError(ValueError):
    """A check that misuses its evidence; it breaks the check instead of weakening the verdict silently."""


class Evidence:
    """The decisions of one claim in one run; a check that asks for the run sees it as `run`."""

    def __init__(
        self,
        claim: str,
        share: float,
        setting: Setting,
        *,
        workers: int = 1,
        carried: States | None = None,
        defaults: Defaults = STANDARD,
    ) -> None:
        self.claim = claim
        self.carried = carried  # what earlier runs stored, by decision; None where runs stand alone
        self.share = share
        self.setting = setting
        self.workers = workers
        self.defaults = defaults
        self._decisions: list[Decision] = []
        self._panels: list[Panel] = []
        self._sampled = 0
        self._names: set[str] = set()
        self._used: Counter[str] = Counter()
        self._drawn = False
        self._made: set[str] = set()  # names of the decisions
        self._spent = 0.0
        self._taken = 0  # relations, with what is sampled
        self._before = made()

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions so far, in the order in which they were made."""
        return tuple(self._decisions)

    @property
    def made(self) -> int:
        """How many decisions there are."""
        return len(self._decisions)

    @property
    def panels(self) -> tuple[Panel, ...]:
        """What the check wants shown, in its order."""
        return tuple(self._panels)

    @property
    def unanswered(self) -> int:
        """Sampled decisions that were begun and never kept: a check that swallows their errors loses evidence."""
        return self._sampled - sum(each.alpha > 0 for each in self._decisions)

    @property
    def idle(self) -> bool:
        """Whether relations were made that nobody took."""
        return made() - self._before > self._taken

    @property
    def whole(self) -> bool:
        """Whether no decision was taken away again."""
        return len(self._decisions) == len(self._made)

    @property
    def level(self) -> Level:
        """How hard this run looks."""
        return self.setting.level

    def draws(self, standard: int) -> int:
        """A number of draws or replicas, scaled to the level of the run."""
        self._drawn = True
        return self.level.draws(standard)

    def plan(self, *, resolution: float, max_draws: int) -> Plan:
        """The plan of the next sampled decision; asking for one spends its part of the share."""
        if self.share <= 0:
            raise EvidenceError(
                f"{self.claim} has no share of the false-alarm budget to sample with: its weight is 0, or its code "
                "does not show that it samples, which @claim(..., samples=True) says"
            )
        self._sampled += 1
        alpha = spent_on(self.share, self._sampled) * (1 if self.carried is None else NIGHT)
        return Plan(alpha, self.level.resolution(resolution), self.level.draws(max_draws), drift=self.setting.drift)

    def generators(self, name: str) -> Generators:
        """Generators for a check that draws by itself: what it then finds exactly depends on the seed, and says so."""
        self._drawn = True
        return self._stream(name)

    def _stream(self, name: str) -> Generators:
        """The generators of one decision. Each name gives one stream, so a name is taken once."""
        if name in self._names:
            raise EvidenceError(f"{self.claim} samples twice under the name {name!r}: the draws would be the same")
        self._names.add(name)
        return Generators(self.setting.seed, self.claim, name, self.workers)

    def add(self, decision: Decision) -> Decision:
        """Keep a decision, carried on where runs are a chain. Its alpha must fit into what the claim may spend."""
        if self.carried is not None and decision.alpha > 0:
            decision = carry_on(decision, self.carried.get(decision.name, {}))
        if decision.name in self._made:
            raise EvidenceError(f"{self.claim} has two decisions called {decision.name!r}")
        spent = self._spent + decision.alpha
        if not spent <= self.share * (1 + 1e-9):
            raise EvidenceError(
                f"{self.claim} spends {spent:.3g} of the false-alarm budget, more than {self.share:.3g}"
            )
        self._decisions.append(decision)
        self._made.add(decision.name)
        self._spent = spent
        return decision

    def show(self, panel: Panel) -> None:
        """Keep a picture by its numbers. It decides nothing."""
        if any(panel.name == other.name for other in self._panels):
            raise EvidenceError(f"{self.claim} has two panels called {panel.name!r}")
        self._panels.append(panel)

    def take(self, found: Any, case: str = "") -> None:
        """Decide what a check returns or yields for a case: a relation, something to sample, a decision, a panel."""
        if isinstance(found, Panel):
            self.show(found)
        elif isinstance(found, Sampled):
            self._taken += 1
            self._sample(found, self._name(case, found.name))
        elif isinstance(found, Relation):
            self._taken += 1
            self._keep(found.decide(self._name(case, found.name)))
        elif isinstance(found, Decision):
            self._keep(replace(found, name=self._name(case, found.name)))
        elif isinstance(found, Iterable) and not isinstance(found, (str, bytes, Mapping)):
            for each in found:
                self.take(each, case)
        else:
            end = ": does it end without a return?" if found is None else ""
            raise EvidenceError(f"a check must return or yield relations, such as equal(a, b), got {found!r}{end}")

    def _name(self, case: str, name: str) -> str:
        """`case: name`, counted where a case compares several things without naming them."""
        whole = ": ".join(filter(None, (case, name))) or NAMELESS
        self._used[whole] += 1
        return whole if self._used[whole] == 1 else f"{whole} ({self._used[whole]})"

    def _keep(self, decision: Decision) -> None:
        """Keep what was compared without sampling; what was drawn by the check itself depends on the seed."""
        if self._drawn:
            decision = replace(decision, statistics={**decision.statistics, "drawn": 1.0})
        self.add(decision)

    def _sample(self, asked: Sampled, name: str) -> None:
        resolution = self.defaults.resolution if asked.resolution is None else asked.resolution
        max_draws = self.defaults.max_draws if asked.max_draws is None else asked.max_draws
        plan = self.plan(resolution=resolution, max_draws=max_draws)
        generators = self._stream(name)
        found = asked.rule(asked.draw, *asked.claimed, name=name, plan=plan, generators=generators, **asked.options)
        self.add(asked.told(found))
