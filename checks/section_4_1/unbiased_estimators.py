r"""Section 4.1 [x:sec4.1-bias2-zero]: which estimators have c_bias2 = 0, all samples counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from checks.hypotheses import volume_in_l2
from checks.instances.debiased_problems import ANY_HULL
from checks.instances.finite_problems import hulls
from theorytest import choices, claim, equal, family, integers, product
from theorytest.approximation import (
    Conditioned,
    LeastSquares,
    NonProjection,
    Optimal,
    Plain,
    QuasiProjection,
    VolumeRescaled,
    enumerated,
)


@dataclass(frozen=True)
class Row:
    """An estimator for a space and n, and whether it is defined in L² only."""

    make: Callable
    n: int
    scalar: bool = False


MAKERS = {
    "non-projection": lambda T, n: NonProjection(Plain(T), n),
    "quasi-projection, plain": lambda T, n: QuasiProjection(Plain(T), n),
    "quasi-projection, optimal": lambda T, n: QuasiProjection(Optimal(T), n),
    "volume-rescaled least squares": lambda T, n: LeastSquares(VolumeRescaled(T), max(n, T.dim)),
}


def row(word, n):
    return Row(MAKERS[word], n, scalar=word.startswith("volume"))


@claim(
    "x:sec4.1-bias2-zero",
    says="(BBV) holds with c_bias,2 = 0 for the non-projection, the quasi-projection and, in L² with n ≥ d, "
    "volume-rescaled least squares.",
    formula=r"c_{\mathrm{bias},2} = 0",
    forall={
        "T": family(
            hulls,
            "spaces on four and five points, all functions on the points counted; L² and H¹",
            search=ANY_HULL,
            effort=40,
        ),
        "P_tⁿ": family(
            {f"{word}, n = {n}": row(word, n) for word in MAKERS for n in (1, 4)},
            "the three estimators",
            search=product(choices(list(MAKERS)), integers(1, 3)).map(row),
        ),
    },
    given=[volume_in_l2],
    premises=["eq:bbv"],
    mutants={
        "conditioned least squares": {"of": lambda P: LeastSquares(Conditioned(Optimal(P.space), 0.9), 4)},
        "least squares with independent points": {"of": lambda P: LeastSquares(Optimal(P.space), 4)},
    },
)
def bias_vanishes(E, row, *, of=lambda estimator: estimator):
    """‖E P^n (I - P)‖ over all samples; Appendix F is written for L²."""
    found = enumerated(of(row.make(E.space, row.n)), E).c_bias2
    return equal(found, 0.0, digits=12, scale=1.0, symbol="the best c_bias,2")
