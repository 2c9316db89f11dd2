r"""Appendix I [x:appI-hsvd]: by how much the hierarchical SVD misses the best approximation."""

from checks.instances.coordinate_tensors import HSVDS
from theorytest import at_most, claim, repair


@repair(
    "x:appI-hsvd/corrected",
    "x:appI-hsvd",
    by={"squared_factor": lambda D: 2 * D - 3},
    says="For a binary dimension tree, the HSVD of a tensor of order D ≥ 2 is at most √(2D - 3) times as far away as "
    "its best approximation.",
    formula=r"\|R^{\mathrm{HSVD}}_v(v+g) - (v+g)\| \le \sqrt{2D-3}\,\|R_v(v+g) - (v+g)\|",
    tight="approached by six entries for D = 4",
    mutants={"√(2D - 4)": {"squared_factor": lambda D: 2 * D - 4}},
)
@claim(
    "x:appI-hsvd",
    says="The HSVD of a low-rank tensor's step v + g of order D is at most √D times as far away as its projection.",
    formula=r"\|R^{\mathrm{HSVD}}_v(v+g) - (v+g)\| \le \sqrt{D}\,\|R_v(v+g) - (v+g)\|",
    forall={"v + g": HSVDS},
    gravity="wrong constant",
    finding="hsvd-constant",
    reading="For all tensors, as in the work cited. A long tangent step of order 4 fails as well.",
)
def truncation_is_quasi_optimal(truncated, *, squared_factor=lambda D: D):
    """Each of the 2D - 3 splits adds the squared error of its own unfolding, which no tensor of the class undercuts."""
    bound = squared_factor(truncated.order) * truncated.least
    return at_most(truncated.error, bound, symbol="the squared error of the HSVD")
