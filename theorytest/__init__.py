"""theorytest verifies theory papers by running them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from theorytest.attacks.attack import attack
    from theorytest.attacks.laws import laws, simplex
    from theorytest.attacks.measures import measured_spaces
    from theorytest.attacks.numbers import (
        choices,
        integers,
        matrices,
        parametric,
        permutations,
        positive,
        reals,
        vectors,
    )
    from theorytest.attacks.region import Region, product, same_size
    from theorytest.attacks.strategies import from_strategy
    from theorytest.attacks.structured import definite, frames, semidefinite, symmetric, with_spectrum
    from theorytest.checking import Checked, check
    from theorytest.claims.claim import Claim, claim, repair
    from theorytest.claims.domains import Instance, family, finite, horizon, symbol
    from theorytest.claims.hypotheses import Hypothesis
    from theorytest.claims.mutants import ClaimError
    from theorytest.claims.plots import Curve, Mark, Panel, Series
    from theorytest.decisions.curves import curve_at_most
    from theorytest.decisions.decision import Decision, Verdict
    from theorytest.decisions.directions import matrix_at_most
    from theorytest.decisions.growth import bounded, grows_like_log, grows_like_power
    from theorytest.decisions.mean_growth import mean_bounded, mean_grows_like_log, mean_grows_like_power
    from theorytest.decisions.means import mean_at_least, mean_at_most, mean_equals
    from theorytest.decisions.path_growth import paths_bounded, paths_grow_like_log, paths_grow_like_power
    from theorytest.decisions.probability import probability_at_least, probability_at_most, probability_equals
    from theorytest.decisions.rates import contraction_equals, exponent_at_least, exponent_at_most, exponent_equals
    from theorytest.decisions.relations import at_least, at_most, equal, less_than, more_than, threshold
    from theorytest.decisions.sampled import sampled
    from theorytest.decisions.trajectories import drift_at_most, maximal_inequality
    from theorytest.descent.rates import fit_rate

__all__ = [
    "Checked",
    "Claim",
    "ClaimError",
    "Curve",
    "Decision",
    "Hypothesis",
    "Instance",
    "Mark",
    "Panel",
    "Region",
    "Series",
    "Verdict",
    "at_least",
    "at_most",
    "attack",
    "bounded",
    "check",
    "choices",
    "claim",
    "contraction_equals",
    "curve_at_most",
    "definite",
    "drift_at_most",
    "equal",
    "exponent_at_least",
    "exponent_at_most",
    "exponent_equals",
    "family",
    "finite",
    "fit_rate",
    "frames",
    "from_strategy",
    "grows_like_log",
    "grows_like_power",
    "horizon",
    "integers",
    "laws",
    "less_than",
    "matrices",
    "matrix_at_most",
    "maximal_inequality",
    "mean_at_least",
    "mean_at_most",
    "mean_bounded",
    "mean_equals",
    "mean_grows_like_log",
    "mean_grows_like_power",
    "measured_spaces",
    "more_than",
    "parametric",
    "paths_bounded",
    "paths_grow_like_log",
    "paths_grow_like_power",
    "permutations",
    "positive",
    "probability_at_least",
    "probability_at_most",
    "probability_equals",
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
__version__ = "0.2.0"

_HOMES = {
    "attacks.attack": ("attack",),
    "attacks.laws": ("laws", "simplex"),
    "attacks.measures": ("measured_spaces",),
    "attacks.numbers": (
        "choices",
        "integers",
        "matrices",
        "parametric",
        "permutations",
        "positive",
        "reals",
        "vectors",
    ),
    "attacks.region": ("Region", "product", "same_size"),
    "attacks.strategies": ("from_strategy",),
    "attacks.structured": ("definite", "frames", "semidefinite", "symmetric", "with_spectrum"),
    "checking": ("Checked", "check"),
    "claims.claim": ("Claim", "claim", "repair"),
    "claims.domains": ("Instance", "family", "finite", "horizon", "symbol"),
    "claims.hypotheses": ("Hypothesis",),
    "claims.mutants": ("ClaimError",),
    "claims.plots": ("Curve", "Mark", "Panel", "Series"),
    "decisions.curves": ("curve_at_most",),
    "decisions.decision": ("Decision", "Verdict"),
    "decisions.directions": ("matrix_at_most",),
    "decisions.growth": ("bounded", "grows_like_log", "grows_like_power"),
    "decisions.mean_growth": ("mean_bounded", "mean_grows_like_log", "mean_grows_like_power"),
    "decisions.means": ("mean_at_least", "mean_at_most", "mean_equals"),
    "decisions.path_growth": ("paths_bounded", "paths_grow_like_log", "paths_grow_like_power"),
    "decisions.probability": ("probability_at_least", "probability_at_most", "probability_equals"),
    "decisions.rates": ("contraction_equals", "exponent_at_least", "exponent_at_most", "exponent_equals"),
    "decisions.relations": ("at_least", "at_most", "equal", "less_than", "more_than", "threshold"),
    "decisions.sampled": ("sampled",),
    "decisions.trajectories": ("drift_at_most", "maximal_inequality"),
    "descent.rates": ("fit_rate",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Load a public name when it is asked for.

    The command line sets the number of threads before numpy is loaded, and pytest loads the plugin in every project.
    """
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"theorytest.{_HOME_OF[name]}"), name)
