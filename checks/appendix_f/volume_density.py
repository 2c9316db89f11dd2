r"""Appendix F: the volume-rescaled measure γ_n, its normalisation, and the determinantal point process for n = d.

Everything is enumerated in fractions on two to four points (`checks.theory.rational_volume`).
"""

import itertools
from fractions import Fraction
from math import factorial, prod

import numpy as np

from checks.hypotheses import enough_points, more_points, several_dimensions
from checks.instances.volume_spaces import RATIONAL_SIZES, RATIONAL_SPACES
from checks.theory import rational_volume as volume
from theorytest import at_least, at_most, claim, equal, repair


def printed_density(space):
    """w⁻¹ = ‖b‖² / d at the points."""
    return space.K / space.dim


@claim(
    "x:appF-optimal-measure",
    kind="definition",
    says="In L² the function ‖b‖²/d_t is a probability density with respect to ρ, and its weight has the smallest sup "
    "wK.",
    formula=r"\mu_t = w_t^{-1}\rho,\quad w_t^{-1} = \tfrac{1}{d_t}\|b(x)\|_2^2",
    forall={"T": RATIONAL_SPACES},
    reading="Over the points with b ≠ 0: at the others w is infinite, and none is drawn.",
    premises=["x:sec3.2-optimal-weight"],
    mutants={
        "no dimension": {"density": lambda space: space.K},
        "one per cent more": {"density": lambda space: Fraction(101, 100) * printed_density(space)},
        "plain sampling": {"density": lambda space: np.full(len(space.p), Fraction(1))},
    },
)
def feature_norm_is_the_optimal_density(space, *, density=printed_density):
    """Whatever w is, sup wK is at least the mean of wK under μ, which is ∫ K dρ; here both are equal."""
    m = density(space)
    yield equal(sum(space.p * m), 1, name="mass", symbol="the mass of μ")
    largest = max(K / each for K, each in zip(space.K, m, strict=True) if K)
    yield equal(largest, sum(space.p * space.K), name="smallest", symbol="sup wK")


@claim(
    "x:display-appF-volume-density",
    says="For n ≥ d the density n^d (n - d)!/n! det Ĝ of γₙ has the integral 1 with respect to μ^⊗n.",
    formula=r"\mathrm{d}\gamma_n^{\mu_t}(\boldsymbol x) = \frac{n^{d_t}(n-d_t)!}{n!}\det(\hat G(\boldsymbol "
    r"x))\,\mathrm{d}\mu_t^{\otimes n}(\boldsymbol x)",
    forall={"T": RATIONAL_SPACES, "n": RATIONAL_SIZES},
    given=[enough_points],
    mutants={
        "no power of n": {"factor": lambda n, d: Fraction(factorial(n - d), factorial(n))},
        "one per cent more": {"factor": lambda n, d: Fraction(101, 100) * volume.printed_factor(n, d)},
        "a falling factorial of n - 1": {
            "factor": lambda n, d: volume.printed_factor(n, d) * Fraction(n, max(n - d, 1))
        },
        "d! for n!/(n-d)!": {"factor": lambda n, d: Fraction(n**d, factorial(d))},
    },
)
def volume_density_is_normalised(space, n, *, factor=volume.printed_factor):
    return equal(sum(volume.volume_law(space, n, factor).values()), 1, symbol="the mass of γₙ")


@claim(
    "x:appF-favours-determinant",
    also=["x:display-appF-inner-product"],
    says="Under γₙ the mean of det Ĝ is E[det²]/E[det] of independent points, at least E[det], and each single point "
    "has the law μ.",
    formula=r"\mathbb{E}_{\gamma_n}\det\hat G = \frac{\mathbb{E}_{\mu^{\otimes n}}(\det\hat "
    r"G)^2}{\mathbb{E}_{\mu^{\otimes n}}\det\hat G} \ge \mathbb{E}_{\mu^{\otimes n}}\det\hat G,\qquad x_i \sim \mu_t",
    forall={"T": RATIONAL_SPACES, "n": RATIONAL_SIZES},
    given=[enough_points],
    reading="γₙ is said to favour a high likelihood under μ^⊗n and a high determinant; for d = 1 the latter is "
    "constant. As every point has the law μ, the weighted empirical inner product has the mean (u, v) on T.",
    premises=["x:display-appF-volume-density"],
    mutants={
        "independent points": {"law": lambda space, n: volume.independent(space.mu, n)},
        "plain points": {"law": lambda space, n: volume.independent(space.p, n)},
    },
)
def determinant_is_favoured(space, n, *, law=volume.volume_law):
    gamma, iid, det = law(space, n), volume.independent(space.mu, n), volume.determinants(space, n)
    mean, square = (sum(iid[x] * det[x] ** k for x in iid) for k in (1, 2))
    favoured = sum(gamma[x] * det[x] for x in gamma)
    yield equal(favoured, square / mean, name="mean", symbol="E det Ĝ")
    yield at_least(favoured, mean, name="favoured", symbol="E det Ĝ")
    yield equal(volume.marginal(gamma, (0,), len(space.p)), space.mu, name="a point", symbol="P(x₁)")


def distance(one, other):
    """The sum of all differences of two laws: 2 when they share no sample."""
    return sum(abs(one.get(x, Fraction(0)) - other.get(x, Fraction(0))) for x in one.keys() | other.keys())


@claim(
    "x:display-appF-dpp-density",
    says="For n = d the measure γₙ has the density det(BᵀB)/d! with respect to ρ^⊗d.",
    formula=r"\mathrm{d}\gamma_{d_t}(\boldsymbol x) = \frac{1}{d_t!}\det(B(\boldsymbol x)^\intercal B(\boldsymbol "
    r"x))\,\mathrm{d}\rho^{\otimes d_t}(\boldsymbol x)",
    forall={"T": RATIONAL_SPACES},
    premises=["x:display-appF-volume-density"],
    mutants={
        "no factorial": {"factor": factorial},
        "the product of mu": {"masses": lambda space: space.mu},
        "one point more": {"extra": 1},
    },
)
def dpp_is_the_case_of_few_points(space, *, factor=lambda _: 1, masses=lambda space: space.p, extra=0):
    """Sample by sample: det(BᵀB) from the kernel, det Ĝ from the empirical Gramian."""
    p, law = masses(space), volume.dpp_law(space)
    printed = {x: factor(space.dim) * q * prod(p[i] / space.p[i] for i in x) for x, q in law.items()}
    return equal(distance(printed, volume.volume_law(space, space.dim + extra)), 0, symbol="the distance of the laws")


def equal_features(space, x):
    """Whether two of the points have the same features."""
    return any(space.features[i] == space.features[j] for i, j in itertools.combinations(x, 2))


@claim(
    "x:appF-repulsion",
    says="If two features are equal, the density of γ_d vanishes; the points repel: the intensity of a pair is at most "
    "the product of both intensities.",
    formula=r"b(x_i) = b(x_k) \implies \det(B^\intercal B) = 0,\qquad d_t(d_t-1)\,\mathbb{P}(x_1, x_2) \le "
    r"d_t\mu_t(x_1)\,d_t\mu_t(x_2)",
    forall={"T": RATIONAL_SPACES},
    given=[several_dimensions],
    reading="Repulsion compares with a Poisson process. Pairs of d independent points have d(d - 1)μμ', which "
    "orthogonal features exceed.",
    premises=["x:display-appF-dpp-density"],
    tight="attained by orthogonal features",
    mutants={
        "one point more": {"extra": 1},
        "points from mu": {"law": lambda space, n: volume.independent(space.mu, n)},
        "pairs of d independent points": {"pairs": lambda d: d * (d - 1)},
        "two per cent less": {"pairs": lambda d: Fraction(49, 50) * d**2},
    },
)
def equal_features_repel(space, *, extra=0, law=volume.volume_law, pairs=lambda d: d**2):
    """The features repel, not the points: two points of one cell exclude each other, and those of opposite features."""
    d, gamma = space.dim, law(space, space.dim + extra)
    met = sum(probability for x, probability in gamma.items() if equal_features(space, x))
    yield equal(met, 0, name="equal features", symbol="P(equal features)")
    intensity = volume.marginal(gamma, (0, 1), len(space.p)) * d * (d - 1)
    yield at_most(intensity, pairs(d) * np.outer(space.mu, space.mu), name="pairs", symbol="the intensity of a pair")


def _shifted(law):
    """All cyclic shifts, equally likely."""
    shifts = [{x[k:] + x[:k]: p for x, p in law.items()} for k in range(len(next(iter(law))))]
    return {x: sum(each.get(x, 0) for each in shifts) / len(shifts) for x in set().union(*shifts)}


@repair(
    "x:appF-mixture/corrected",
    "x:appF-mixture",
    by={"index": max},
    says="For n > d a sample of γₙ consists of d points of γ_d and n - d independent points from μ, in random order.",
    formula=r"n > d_t:\quad \gamma_n^{\mu_t} = \text{shuffled }\gamma_{d_t}\otimes\mu_t^{\otimes(n-d_t)}",
    finding="index-of-gamma",
    premises=["x:display-appF-volume-density", "x:display-appF-dpp-density"],
    mutants={
        "no permutation": {"order": lambda law: law},
        "a cyclic shift for the permutation": {"order": _shifted},
        "further points from rho": {"rest": lambda space: space.p},
    },
)
@claim(
    "x:appF-mixture",
    says="For n > d a sample of γ_d consists of d points of γ_d and n - d independent points from μ, in random order.",
    formula=r"n > d_t:\quad \gamma_{d_t}^{\mu_t} = \text{shuffled }\gamma_{d_t}\otimes\mu_t^{\otimes(n-d_t)}",
    forall={"T": RATIONAL_SPACES, "n": RATIONAL_SIZES},
    given=[more_points],
    gravity="misprint",
    finding="index-of-gamma",
)
def composition_is_volume_sampling(space, n, *, index=min, rest=lambda space: space.mu, order=volume.shuffled):
    """`index` makes the index of γ of n and d < n. A sample of γ_d has d points, not n."""
    gap = distance(volume.composed(space, n, rest, order), volume.volume_law(space, index(n, space.dim)))
    return equal(gap, 0, symbol="the distance of the laws")
