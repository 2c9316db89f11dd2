"""What is attacked: a region, the relation that is claimed on it, and hypotheses that leave instances out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from theorytest.attacks.objective import Gap, gap_of
from theorytest.attacks.outcome import described
from theorytest.attacks.region import Outside, Parameters, Region


def _always(_: Any) -> bool:
    return True


def _in_words(_: int, instance: Any) -> str:
    return described(instance)


@dataclass(frozen=True, eq=False)
class Target:
    """`relate(instance)` gives relations, for the instances of the region that `admits` lets pass."""

    region: Region
    relate: Callable[[Any], Any]
    admits: Callable[[Any], bool] = _always
    words: Callable[[int, Any], str] = _in_words  # of the instance at the position of a shape
    searched: str = ""  # the region and the hypotheses, in words

    def instance(self, shape: Any, x: Parameters) -> Any:
        """The instance of the parameters, or `Outside`."""
        made = self.region.build(shape, x)
        if not self.admits(made):
            raise Outside("a hypothesis")
        return made

    def found(self, shape: Any, x: Parameters) -> Any:
        """What the relation says at the parameters, in their arithmetic."""
        return self.relate(self.instance(shape, x))

    def gap(self, shape: Any, x: Parameters) -> Gap:
        """How near the instance comes to a violation, in floats."""
        with np.errstate(all="ignore"):
            return gap_of(self.found(shape, np.asarray(x, dtype=float)))
