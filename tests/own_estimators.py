"""Estimators of a user's own, in a file: two that are right, and one for each thing that can be wrong."""

from textwrap import dedent

OWN = """
    from __future__ import annotations

    from dataclasses import dataclass
    from typing import Any

    import numpy as np

    from theorytest.approximation import Constants
    from theorytest.approximation.estimators import QuasiProjection


    @dataclass(frozen=True)
    class Half:
        sampler: Any
        n_samples: int

        @property
        def space(self):
            return self.sampler.space

        def sample(self, rng, n_replicas):
            return self.sampler.sample(rng, n_replicas, self.n_samples)

        def coefficients(self, x, jets):
            return 0.5 * QuasiProjection(self.sampler, self.n_samples).coefficients(x, jets)

        def claimed(self):
            return Constants(0.5, 0.0, 0.4, 0.125)


    class Silent(Half):
        claimed = property()


    class Boastful(Half):
        def claimed(self):
            return Constants(0.6, 0.0, 0.2, 0.0625)


    class Undefined(Half):
        def coefficients(self, x, jets):
            return super().coefficients(x, jets) * np.nan


    class Flat(Half):
        def coefficients(self, x, jets):
            return super().coefficients(x, jets)[..., 0]


    class Late(Half):
        def coefficients(self, x, jets):
            raise TypeError("not yet\\n  written")


    class Elsewhere(Half):
        space = "H"


    class Undecided(Half):
        def claimed(self):
            return Constants(np.nan, 0.0, 1.0, 1.0)


    class Shapeless(Half):
        def sample(self, rng, n_replicas):
            return np.zeros((n_replicas, 1))


    class Alone:
        def __init__(self, sampler):
            pass


    class Empty:
        def __init__(self, sampler, n_samples):
            self.space = sampler.space


    NUMBER = 3
"""


def own_file(folder):
    """A file with these estimators, of which only the first two are right."""
    file = folder / "own.py"
    file.write_text(dedent(OWN), encoding="utf-8")
    return file
