r"""Section 3.3: the probability of the stability event S_δ under optimal sampling [eq:stability]."""

import mpmath
import numpy as np
from mpmath import iv

from checks.instances.spaces import WITH_BASES
from checks.instances.stable_samples import CELLS_AND_POLYNOMIALS, EQUAL_CELLS
from theorytest import claim, equal, repair
from theorytest.approximation import Optimal, Plain, deviation


def printed(delta):
    """δ²/2, the printed exponent for n/d = 1."""
    return delta**2 / 2


def chernoff(delta):
    """(1 + δ) ln(1 + δ) - δ."""
    log = iv.log if isinstance(delta, type(iv.mpf(1))) else mpmath.log
    return (1 + delta) * log(1 + delta) - delta


@repair(
    "x:display-stability-probability/corrected",
    "x:display-stability-probability",
    by={"exponent": chernoff},
    says="With optimal samples, P(S_δ) is at least 1 − 2d exp(−((1 + δ) ln(1 + δ) − δ) n/d).",
    formula=r"\mathbb{P}(\mathcal{S}_\delta) \ge 1 - 2 d_t "
    r"\exp\big(-\tfrac{n}{d_t}((1+\delta)\ln(1+\delta)-\delta)\big)",
    forall={"T, n, δ": CELLS_AND_POLYNOMIALS},
    expected="confirmed",
    reading="The matrix Chernoff inequality, with the exponent of the upper tail for both tails.",
    tight="loose by 52.43 on ten cells with n = 900 and δ = 2/5",
    premises=["eq:stability"],
    mutants={"the printed exponent": {"exponent": printed}, "plain samples": {"sampling": Plain}},
)
@claim(
    "x:display-stability-probability",
    says="With optimal samples, P(S_δ) is at least 1 − 2d exp(−δ²n/(2d)).",
    formula=r"\mathbb{P}(\mathcal{S}_\delta) \ge 1 - 2 d_t \exp\big(-\tfrac{\delta^2 n}{2 d_t}\big)",
    forall={"T, n, δ": EQUAL_CELLS},
    gravity="wrong constant",
    finding="exponent-of-the-upper-tail",
    premises=["eq:stability"],
)
def stability_is_likely(case, *, exponent=printed, sampling=Optimal):
    """The upper tail is Poisson-like, and (1 + δ) ln(1 + δ) - δ < δ²/2: eleven cells and 589 points refute it."""
    return case.relation(exponent, sampling)


@claim(
    "eq:stability",
    kind="definition",
    says="The event S_δ says that the empirical Gramian is within δ of the identity in the spectral norm.",
    formula=r"\mathcal{S}_\delta := \{\|I - \hat G\| \le \delta\}",
    forall={"T": WITH_BASES},
    reading="The deviation that the package computes for 50 drawn samples, against bases that are typed in.",
    mutants={
        "the Frobenius norm": {"norm": lambda E: np.linalg.norm(E, axis=(-2, -1))},
        "one per cent more": {"norm": lambda E: 1.01 * np.linalg.norm(E, ord=2, axis=(-2, -1))},
        "the largest entry": {"norm": lambda E: np.abs(E).max(axis=(-2, -1))},
    },
)
def stability_is_computed_as_defined(run, case, *, norm=lambda E: np.linalg.norm(E, ord=2, axis=(-2, -1))):
    space, basis = case
    x = Optimal(space).sample(run.generators(str(space.dim))(0), 50, 20)
    b = basis(x[..., 0])
    w = space.dim / np.sum(b**2, axis=-1)
    G = np.einsum("ri,rik,ril->rkl", w, b, b) / 20
    return equal(deviation(Optimal(space), x), norm(np.eye(space.dim) - G), digits=9, symbol="‖I - Ĝ‖")
