"""Sizes that no memory holds are refused with the name of the argument, before anything is made."""

import pytest

from theorytest.approximation.tensor import full_grid, hyperbolic_cross, total_degree
from theorytest.descent.models.tensors import hierarchical, train, tucker

HUGE = 10**12


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: full_grid((HUGE,)), "a grid has at most 5,000,000 multi-indices, got sizes"),
        (lambda: full_grid((10,) * 40), r"got sizes \(10, 10, 10\) and 37 more"),
        (lambda: full_grid(3), "sizes must be a non-empty tuple of integers of at least 1, got 3"),
        (lambda: full_grid(()), "sizes must be a non-empty tuple"),
        (lambda: total_degree(2, HUGE), "a grid has at most"),
        (lambda: total_degree(HUGE, 2), "ndim must be an integer of at most 1,000, got 1000000000000"),
        (lambda: hyperbolic_cross(HUGE, HUGE), "ndim must be an integer of at most 1,000"),
        (lambda: tucker(HUGE), "order must be an integer of at most 1,000"),
        (lambda: train(HUGE), "order must be an integer of at most 1,000"),
        (lambda: hierarchical(HUGE), "order must be an integer of at most 1,000"),
    ],
)
def test_a_size_that_no_memory_holds_is_refused(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()
