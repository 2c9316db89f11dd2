"""Section 5.3 and Appendix K.5: the moving estimate of the loss, and the step of plain SGD that Table 2 would take."""

from fractions import Fraction
from itertools import product as tuples

import sympy as sp
from flint import fmpq, fmpq_mat, fmpq_poly

from checks.instances.network_experiments import SAMPLES, WIDTH
from theorytest import at_most, claim, equal, family, integers, repair, threshold
from theorytest.proof import HYPOTHESIS, compared, defined, function, induction, integer, statement, use

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


@claim(
    "x:display-shallow-lambda",
    kind="definition",
    says="The start λ_0 = ½‖u − u_t‖_n² of the recursion is one number, the same at t = 0 and at t = 1.",
    formula=r"\lambda_0 = \tfrac12 \|u - u_t\|_n^2",
    reading="Tried on two iterates of the scheme: constants on one point, target 0, u_0 = 1 and the step 1/2.",
    gravity="misprint",
    finding="lambda-0-index",
    controls={"a scheme that rests": {"step": Fraction(0)}},
)
def start_of_the_estimate(*, step=HALF):
    """The gradient at u_t is u_t itself."""
    iterates = [Fraction(1)]
    iterates.append(iterates[0] - step * iterates[0])
    return equal(iterates[1] ** 2 / 2, iterates[0] ** 2 / 2, symbol="λ_0 read at t = 1, and at t = 0")


def for_every_time(*, memory=HALF, new=QUARTER):
    """2^t λ_t = q_0/2 + Σ_(k=1)^t 2^k q_k/4 by induction, with Q(t) = 2^t and S(t) = Σ_(k=1)^t 2^k q_k."""
    t, k = integer("t k", 0)
    lam, q, Q, S = (function(name) for name in ("λ", "q", "Q", "S"))
    now = {"k": t}
    return statement(
        equal(Q(t) * lam(t), q(0) / 2 + S(t) / 4),
        given={
            "λ_0": defined(equal(lam(0), q(0) / 2)),
            "the recursion": defined(equal(lam(k + 1), memory * lam(k) + new * q(k + 1)), k),
            "Q(0)": defined(equal(Q(0), 1)),
            "Q": defined(equal(Q(k + 1), 2 * Q(k)), k),
            "S(0)": defined(equal(S(0), 0)),
            "S": defined(equal(S(k + 1), S(k) + Q(k + 1) * q(k + 1)), k),
        },
        by=induction(
            t,
            base=[use("λ_0"), use("Q(0)", lam(0)), use("S(0)", -QUARTER)],
            step=[
                use("the recursion", Q(t + 1), at=now),
                use("Q", memory * lam(t), at=now),
                use(HYPOTHESIS),
                use("S", -QUARTER, at=now),
            ],
        ),
    )


def estimated(q, memory=HALF, new=QUARTER):
    """λ_t from q_0, ..., q_t."""
    found = q[0] / 2
    for each in q[1:]:
        found = memory * found + new * each
    return found


def weights_at(t):
    """For q that is 1 at one time and 0 at all others: λ_t is the coefficient, and 2^t times it the statement."""
    found = []
    for k in range(t + 1):
        q = [Fraction(i == k) for i in range(t + 1)]
        values = {"λ": estimated(q), "Q": 2**t, "S": 2**k * Fraction(k > 0)}
        found.append({"t": t, "q": {0: q[0]}.__getitem__} | {name: {t: x}.__getitem__ for name, x in values.items()})
    return [*found, None]


@repair(
    "x:display-shallow-lambda/corrected",
    "x:display-shallow-lambda",
    kind="definition",
    also=["x:display-appK.5-loss-estimate"],
    says="From λ_0 = q_0/2 with q_k = ‖u − u_k‖_n² the recursion gives λ_t = 2^−t q_0/2 + Σ_(k=1)^t 2^(k−t−1) q_k/2.",
    formula=r"\lambda_t = 2^{-t} \tfrac{q_0}2 + \sum_{k=1}^t 2^{k-t-1} \tfrac{q_k}2, \qquad q_k = \|u - u_k\|_n^2",
    forall={"t": family([0, 1, 2, 3, 6], "natural numbers", search=integers(0, 9))},
    proof=compared(for_every_time, weights_at, per=function("Q")(integer("t", 0))),
    reading="The weights of q_k/2 add up to 1. Each is twice the next older one, except that the two oldest are equal.",
    mutants={"1/2 of the new square": {"new": HALF}, "memory 51/100": {"memory": Fraction(51, 100)}},
)
def weights_of_the_estimate(t, *, memory=HALF, new=QUARTER):
    """The coefficients of q_0, ..., q_t in the recursion."""
    q = sp.symbols(f"q:{t + 1}")
    found = [sp.expand(estimated(q, sp.Rational(memory), sp.Rational(new))).coeff(each) for each in q]
    weights = [Fraction(1, 2**t), *(Fraction(1, 2 ** (t + 1 - k)) for k in range(1, t + 1))]
    yield equal(found, [sp.Rational(w) / 2 for w in weights], name="coefficients", symbol="a coefficient")
    yield equal(sum(weights), 1, name="sum", symbol="the sum of the weights")


def tangents(width):
    """∂_kΦ for Φ = Σ_i max(x - κ_i, 0)² + b_1 with equally spaced κ_i ≥ -1: the κ from which on it is a polynomial."""
    yield fmpq(-1), fmpq_poly([1])
    for i in range(width):
        kappa = fmpq(2 * i, width) - 1
        z = fmpq_poly([-kappa, 1])
        yield from ((kappa, each) for each in (z * z, 2 * z, 2 * z * fmpq_poly([0, 1])))


def gramian(width):
    """G for the uniform law on [-1, 1]."""
    functions = list(tangents(width))
    pairs = [((f * g).integral(), max(a, b)) for (a, f), (b, g) in tuples(functions, repeat=2)]
    return fmpq_mat(len(functions), len(functions), [(whole(fmpq(1)) - whole(a)) / 2 for whole, a in pairs])


def largest_fall(width, n=SAMPLES):
    """20 s_opt λ^*(G) or more: s_opt λ^* ≤ n/(n - 1) λ_*/λ^*, λ_* ≤ r e_r/e_(r-1) and λ^* ≥ e_1/r.

    e_k are the elementary symmetric functions of the eigenvalues, of which r are positive.
    """
    e = [abs(each) for each in reversed(gramian(width).charpoly().coeffs())]
    r = max(k for k, each in enumerate(e) if each)
    bound = 20 * fmpq(n, n - 1) * r**2 * e[r] / (e[r - 1] * e[1])
    return Fraction(int(bound.p), int(bound.q))


@claim(
    "x:sec5.3-experiment-d/hardly-moves",
    label="x:sec5.3-experiment-d",
    kind="figure",
    voice="ours",
    says="With uniform points, 20 equally spaced kinks on [−1, 1] and steps s_opt t^−1/2, 30 linear steps of SGD lower "
    "its mean loss by at most 0.001 %.",
    formula=r"s_{\mathrm{opt}} = \frac{n \lambda_*(G)}{\lambda^*(G)^2 (n - 1) + \lambda^*(G) k}",
    reading="s_opt maximises σ_t with the constants of Table 2 for non-projections: SGD stagnates where it starts. The "
    "paper's stagnates at 10⁻¹; the published scripts take about t^−1/2.",
    mutants={"two neurons": {"width": 2}, "at most 5·10⁻⁶": {"most": Fraction(5, 10**6)}},
)
def sgd_hardly_moves(*, width=WIDTH, most=Fraction(1, 10**5)):
    """E L(u - sPⁿg) ≥ L(u) - s(g, E Pⁿg) ≥ (1 - 2sλ^*(G)) L(u), and the sum of t^(-1/2) up to 30 is below 10."""
    return at_most(largest_fall(width), threshold(most), symbol="the relative fall of the mean loss")
