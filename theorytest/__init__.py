"""theorytest verifies theory papers by running them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from theorytest.attacks.attack import attack
    from theorytest.attacks.laws import laws, simplex
    from theorytest.attacks.measures import measured_spaces
    from theorytest.attacks.numbers import choices, integers, matrices, positive, reals, vectors
    from theorytest.attacks.region import Region, product, same_size
    from theorytest.attacks.strategies import from_strategy
    from theorytest.attacks.structured import definite, frames, semidefinite, symmetric, with_spectrum
    from theorytest.claims.claim import Claim, claim, repair
    from theorytest.claims.domains import Instance, family, finite, horizon, symbol
    from theorytest.claims.hypotheses import Hypothesis
    from theorytest.claims.plots import Curve, Panel
    from theorytest.decisions.decision import Decision, Verdict
    from theorytest.decisions.relations import at_least, at_most, equal, less_than, more_than, threshold
    from theorytest.decisions.sampled import sampled

__all__ = [
    "Claim",
    "Curve",
    "Decision",
    "Hypothesis",
    "Instance",
    "Panel",
    "Region",
    "Verdict",
    "at_least",
    "at_most",
    "attack",
    "choices",
    "claim",
    "definite",
    "equal",
    "family",
    "finite",
    "frames",
    "from_strategy",
    "horizon",
    "integers",
    "laws",
    "less_than",
    "matrices",
    "measured_spaces",
    "more_than",
    "positive",
    "product",
    "reals",
    "repair",
    "same_size",
    "sampled",
    "semidefinite",
    "simplex",
    "symbol",
    "symmetric",
    "threshold",
    "vectors",
    "with_spectrum",
]
__version__ = "0.1.0"

_HOMES = {
    "attacks.attack": ("attack",),
    "attacks.laws": ("laws", "simplex"),
    "attacks.measures": ("measured_spaces",),
    "attacks.numbers": ("choices", "integers", "matrices", "positive", "reals", "vectors"),
    "attacks.region": ("Region", "product", "same_size"),
    "attacks.strategies": ("from_strategy",),
    "attacks.structured": ("definite", "frames", "semidefinite", "symmetric", "with_spectrum"),
    "claims.claim": ("Claim", "claim", "repair"),
    "claims.domains": ("Instance", "family", "finite", "horizon", "symbol"),
    "claims.hypotheses": ("Hypothesis",),
    "claims.plots": ("Curve", "Panel"),
    "decisions.decision": ("Decision", "Verdict"),
    "decisions.relations": ("at_least", "at_most", "equal", "less_than", "more_than", "threshold"),
    "decisions.sampled": ("sampled",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Load a public name when it is asked for.

    The command line sets the number of threads before numpy is loaded, and pytest loads the plugin in every project.
    """
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"theorytest.{_HOME_OF[name]}"), name)
