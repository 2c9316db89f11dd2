r"""Section 4.1 [x:sec4.1-bias2-zero]: which estimators have c_bias2 = 0, all samples counted."""

from checks.hypotheses import volume_in_l2
from checks.instances.debiased_problems import ANY_HULL
from checks.instances.finite_problems import UNBIASED, hulls
from theorytest import approximation as lab
from theorytest import claim, equal, family, more_than


@claim(
    "x:sec4.1-bias2-zero",
    says="The bias bound of (BBV) holds with c_bias,2 = 0 and some c_bias,1 > 0 for the non-projection, the "
    "quasi-projection and, in L² with n ≥ d, volume-rescaled least squares.",
    formula=r"c_{\mathrm{bias},2} = 0",
    forall={
        "T": family(
            hulls,
            "spaces on four and five points, all functions on the points counted; L² and H¹",
            search=ANY_HULL,
            effort=40,
        ),
        "P_tⁿ": UNBIASED,
    },
    given=[volume_in_l2],
    reading="The variance bound is another matter: of the first two it asks for sup wK < ∞, as on finite sets.",
    premises=["eq:bbv"],
    mutants={
        "conditioned least squares": {"of": lambda P: lab.LeastSquares(lab.Conditioned(lab.Optimal(P.space), 0.9), 4)},
        "least squares with independent points": {"of": lambda P: lab.LeastSquares(lab.Optimal(P.space), 4)},
    },
)
def bias_vanishes(E, row, *, of=lambda estimator: estimator):
    """‖E P^n (I - P)‖ over all samples; Appendix F is written for L²."""
    found = lab.enumerated(of(row.make(E.space, row.n)), E)
    yield equal(found.c_bias2, 0.0, digits=12, scale=1.0, symbol="the best c_bias,2")
    yield more_than(found.c_bias1, 0.0, name="aligned", symbol="the best c_bias,1")
