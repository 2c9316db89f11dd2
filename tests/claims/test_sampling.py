"""Which claims sample is seen from their code before a run."""

from dataclasses import dataclass
from functools import cache, partial

import pytest

import theorytest as tt
from theorytest import claim, equal, family, sampled
from theorytest.claims.sampling import samples, seen_to_sample
from theorytest.decisions.means import mean_at_most


def uniform(rng, size):
    return rng.random(size)


def asked():
    return sampled(mean_at_most, uniform, bound=1.0, resolution=0.1, max_draws=100)


@cache
def remembered():
    return [asked()]


@dataclass(frozen=True)
class World:
    """An instance that knows its own comparison."""

    def relation(self):
        return asked()


def through_a_lambda(*, rule=lambda: asked()):
    return rule()


def plans_itself(run):
    return run.plan(resolution=0.1, max_draws=10)


def through_another():
    return remembered()


def of_an_instance(world):
    return world.relation()


def through_the_package():
    return tt.sampled(tt.mean_at_most, uniform, bound=1.0, resolution=0.1, max_draws=100)


def exact():
    """Mentions sampled(...) in words only."""
    return equal(1, 1)


@pytest.mark.parametrize(
    "check", [asked, through_another, through_a_lambda, plans_itself, partial(asked), through_the_package]
)
def test_code_that_samples_is_seen(check):
    assert seen_to_sample(check)


def test_instances_may_sample():
    [made] = claim("lem:x", says="So.", forall={"w": family({"one": World()})})(of_an_instance).__claims__
    assert samples(made)


def test_exact_checks_do_not_sample_unless_they_say_so():
    assert not seen_to_sample(exact)
    [made] = claim("lem:x", says="So.", samples=True)(exact).__claims__[-1:]
    assert samples(made)
