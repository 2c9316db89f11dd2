r"""Remark 4.15 [x:rmk-minimax]: the setting, the constants and the bound d^(-2α) + t^(-1+ε)."""

from fractions import Fraction as F
from types import SimpleNamespace

import numpy as np
import sympy as sp

import theorytest as tt
from checks.hypotheses import REMARK_4_15, approximable, least_squares_loss, optimal_points, scalar_jets
from checks.instances.finite_problems import quasi_constants
from checks.instances.smooth_problems import SUBSPACES, plane, vector
from checks.theory import symbolic_linear as linear
from checks.theory.forms import rounded
from checks.theory.mean_square_error import excesses, harmonic
from theorytest import at_least, at_most, claim, equal, family, horizon, proof, repair, symbol

D = sp.Symbol("d", integer=True, positive=True)


def split(problem, u, basis):
    """‖P_t g_t‖² and ‖(I - P_t) g_t‖² at u."""
    g = problem.gradient(u)
    tangent = problem.project(basis, g)
    return problem.inner(tangent, tangent), problem.inner(g - tangent, g - tangent)


SEEN = proof.vector("u_t u Pu")


def spl_on_symbols(*, floor, lam, compare=equal, factor=2):
    """P_t g_t = u_t - P u for g_t = u_t - u, and u - P u is orthogonal to it."""
    u_t, u, Pu = SEEN
    low = SimpleNamespace(lowest_on_class=proof.square(u - Pu) / 2)
    tangent, gap = proof.square(u_t - Pu), proof.square(u_t - u) / 2 - floor(low)
    inside = "M = T_t = V_d"
    return proof.statement(
        [compare(tangent, 2 * lam * gap), equal(proof.square(u_t - u), proof.square(u - Pu) + factor * gap)],
        given={inside: equal(proof.inner(u - Pu, u_t - Pu), 0)},
        by=[[proof.use(inside, -2)], None],
    )


def spl_at(problem):
    """The squares and products of the check, at each point for both parts; floats that cancel are left out."""
    (u_t, u, Pu), target, found = SEEN, problem.near[0], []
    for at, basis in problem.points:
        best, tangent = problem.project(basis, target), split(problem, at, basis)[0]
        known = {proof.square(u_t - Pu): tangent, proof.square(u - Pu): problem.inner(target - best, target - best)}
        whole = problem.inner(at - target, at - target)
        known |= {proof.square(u_t - u): whole}
        known |= {proof.inner(u - Pu, u_t - Pu): rounded(problem.inner(target - best, at - best) / (whole or 1))}
        cancels = isinstance(tangent, float) and tangent < 1e-5 * whole
        found += [None, None] if cancels else [known, known]
    return found


@repair(
    "x:rmk-minimax/corrected",
    "x:rmk-minimax",
    by={"floor": lambda problem: problem.lowest_on_class, "lam": 1, "compare": equal},
    says="On M = T_t = V_d, (SPL) holds with λ = 1 and equality, and ‖u − u_t‖² = ‖u − P u‖² + 2 (L(u_t) − L_min,M).",
    formula=r"\mathcal{M} := \mathcal{V}_d:\quad \|P_tg_t\|^2 = 2(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}), "
    r"\quad \|u-u_t\|^2 = \|u-P_{\mathcal{V}_d}u\|^2 + 2(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}})",
    given=[least_squares_loss],
    tight="attained everywhere",
    proof=proof.compared(spl_on_symbols, spl_at),
    mutants={"λ = 1.02": {"lam": F(51, 50)}, "the gap once": {"factor": 1}},
)
@claim(
    "x:rmk-minimax",
    says="Corollary 4.13 applies to least squares on M = V with T_t = V_d.",
    formula=r"\mathcal{M} := \mathcal{V},\ \mathcal{T}_t := \mathcal{V}_d \implies "
    r"\|P_tg_t\|^2 \ge 2\lambda(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}) \text{ for some } \lambda > 0",
    reading="Its assumption (SPL) is tried, with λ = 10⁻⁹. At the best approximation P_t g_t = 0, but L_min,M = 0 is "
    "not reached.",
    forall={"V": SUBSPACES},
    gravity="misprint",
    finding="remark4.15-model-class",
)
def strong_pl_of_the_remark(problem, *, floor=lambda _: F(0), lam=F(1, 10**9), compare=at_least, factor=2):
    """At all points; V for V_d. ‖u - Pu‖² comes from the target and V_d, not from the iterate."""
    target = problem.near[0]
    for i, (u, basis) in enumerate(problem.points):
        tangent, _ = split(problem, u, basis)
        gap, rest = problem.loss(u) - floor(problem), target - problem.project(basis, target)
        error = problem.inner(u - target, u - target)
        yield compare(tangent, 2 * lam * gap, name=f"(SPL), point {i}", symbol="‖P_t g_t‖²")
        bound = problem.inner(rest, rest) + factor * gap
        yield equal(error, bound, name=f"the error, point {i}", symbol="‖u − u_t‖²")


@claim(
    "x:rmk4.15-bounded-complement",
    says="For u_t ∈ M = V, ‖(I − P_t) g_t‖ = ‖u − P_t u‖ ≤ ‖u‖.",
    formula=r"u_t\in\mathcal{V} \implies \|(I-P_t)g_t\| = \|u-P_tu\| \le \|u\|",
    gravity="misprint",
    finding="remark4.15-model-class",
    controls={"iterates in V_d": {"iterate": vector(3, 0)}},
)
def orthogonal_part_of_the_remark(*, iterate=vector(0, 3)):  # noqa: B008 (never changed)
    """The plane: from outside of V_1 the part is that of u - u_t, at all times since steps stay along V_1."""
    problem = plane()
    _, normal = split(problem, iterate, (vector(1, 0),))
    yield equal(normal, 2 * problem.lowest_on_class, name="the identity", symbol="‖(I − P_t) g_t‖²")
    yield at_most(normal, 2 * problem.loss(vector(0, 0)), name="the bound", symbol="‖(I − P_t) g_t‖²")


@claim(
    "x:rmk4.15-constants",
    says="With n = d optimal points in L² the constants of the quasi-projection in Table 2 are "
    "c_var,1 = (2d − 1)/d ≤ 2 and c_var,2 = 1.",
    formula=r"c_{\mathrm{var},1} = \tfrac{2d-1}{d} \le 2, \qquad c_{\mathrm{var},2} = \tfrac dd = 1",
    forall={"d": symbol("d ≥ 1")},
    given=[scalar_jets.stated, optimal_points],
    reading="In Table 2 they are (n − 1 + k)/n and k/n, here with k = d.",
    premises=["x:tab2-quasiprojection-var1"],
    proof=proof.as_checked(),
    mutants={"n = 2d": {"points": 2 * D}, "k = d − 1": {"k": D - 1}},
)
def constants_for_as_many_points(*, points=D, k=D):
    c_var1, c_var2 = quasi_constants(k, points)
    yield equal(c_var1, (2 * D - 1) / D, name="c_var,1", symbol="c_var,1")
    yield at_most(c_var1, 2, name="at most 2", symbol="c_var,1")
    yield equal(c_var2, 1, name="c_var,2", symbol="c_var,2")


DIMENSIONS = family([1, 2, 16, 1000], "dimensions d = n", search=tt.integers(1), effort=60)
SHARES = family([0.0, 0.3, 1.0], "D² = ‖u − P u‖² as a share of ‖u‖², u_1 = 0", search=tt.reals(0, 1))


@claim(
    "eq:sampling_number_crude",
    also=["x:display-approximation-rate", "x:rmk4.15-small-exponents"],
    kind="rate",
    says="If δ ∈ (0, 1/2), s_t ≍ t^(δ−1) and ε ∈ (2δ, 1), the optimal quasi-projection with n = d has almost surely "
    "‖u − u_t‖² ≲ d^(−2α) + t^(−1+ε).",
    formula=r"\|u-u_t\|^2 \lesssim d^{-2\alpha} + t^{-1+\varepsilon}",
    reading="s_t ∈ O(t^(δ−1)) is read as ≍, see Corollary 4.13; δ and ε may be as small as one likes. On M = V_d, for "
    "each d with a constant that depends on the path; tried is its mean, the bound ‖u‖²+Σ χ_{t+1} ξ_t of Theorem 4.9; "
    "it does not depend on d.",
    forall={
        "d": DIMENSIONS,
        "D²": SHARES,
        "δ, ε": family(
            {"δ = 1/100, ε = 1/20": (0.01, 0.05), "1/10, 3/10": (0.1, 0.3)},
            "0 < 2δ < ε < 1",
            search=tt.product(tt.positive(1), tt.reals(0, 1, open=True)).map(lambda share, eps: (share * eps / 2, eps)),
        ),
        "t": horizon,
    },
    given=[*REMARK_4_15, approximable],
    premises=["cor:quasi-linear-convergence/corrected", "x:rmk-minimax/corrected", "x:rmk4.15-constants"],
    mutants={"one point per step": {"points": lambda _: 1}, "faster by t^(−1/2)": {"faster": 0.5}},
)
def weighted_error(d, share, pair, *, points=lambda d: d, faster=0.0):
    """s_t = t^(δ-1)/2, ‖u‖ = 1: χ_t E_t stays below the bound that holds for c_var1 = 2 and c_var2 = 1."""
    (delta, eps), t = pair, np.arange(1.0, 5001.0)
    s = 0.5 * t ** (delta - 1)
    E = excesses(1 - share, share, d, points(d), s.tolist())[:-1]
    bound = 1 + np.sum((t + 1) ** (1 - eps) * s**2)
    return at_most(t ** (1 - eps + faster) * E, bound, until=5000, symbol="t^(1−ε) E(‖u − u_t‖² − D²)")


def mean_on_symbols(*, share_of=1):
    """t² E_t ≤ (2t - 1) ‖u‖² by induction: 2 - (2t - 1)/t² - D²/‖u‖² is (t - 1)²/t² and ‖Pu‖²/‖u‖²; n = k = d."""
    rest, d, t = proof.nonnegative("‖Pu‖²"), proof.integer("d"), proof.integer("τ")
    E, U = lambda t: proof.mean(linear.error(t)), linear.best + rest
    later = [proof.use(proof.HYPOTHESIS, (t**2 + 1) / t**2), *linear.one_step(t, (t + 1) ** 2, 1 / (t + 1))]
    return proof.statement(
        at_most(t**2 * E(t), share_of * (2 * t - 1) * U),
        given=linear.moments(harmonic, d, d) | {"u₁ = 0": equal(E(1), rest)},
        by=proof.induction(t, base=[proof.use("u₁ = 0", -1)], step=[*later, proof.squared((t - 1) / t, U)]),
    )


def mean_at(d, share):
    """At some of the times; ‖u‖ = 1."""
    E = excesses(1 - share, share, d, d, harmonic(np.arange(1, 5000)).tolist())
    known, times = {"‖u−Pu‖²": share, "‖Pu‖²": 1 - share, "d": d, "‖e‖²": proof.along(E)}, {1, 2, 3, 10, 100, 5000}
    return [known | {"τ": t, "t": t} if t in times else None for t in range(1, 5001)]


@claim(
    "eq:sampling_number_crude/mean",
    voice="ours",
    kind="rate",
    says="If u₁ = 0 and s_t = 1/(t+1), the optimal quasi-projection with n = d has E‖u−u_t‖² ≤ ‖u−Pu‖² + "
    "((2t−1)/t²)‖u‖² for every d.",
    formula=r"s_t = \tfrac1{t+1},\ n = d:\quad \mathbb{E}\|u-u_t\|^2 \le \|u-P_{\mathcal{V}_d}u\|^2 + "
    r"\tfrac{2t-1}{t^2}\|u\|^2",
    reading="By Lemma B.3, as M = T_t is linear. Hence at most 2 ‖u‖²/t beside the best error. The almost sure "
    "constant belongs to one d; to balance t = d^(2α) needs a bound that is uniform in d.",
    tight="attained at t = 1 by targets in V_d",
    forall={"d": DIMENSIONS, "D²": SHARES, "t": horizon},
    given=REMARK_4_15,
    premises=["x:rmk-minimax/corrected", "x:rmk4.15-constants"],
    proof=proof.compared(mean_on_symbols, mean_at),
    mutants={"one point per step": {"points": lambda _: 1}, "two per cent less": {"share_of": F(49, 50)}},
)
def error_is_uniform_in_the_dimension(d, share, *, points=lambda d: d, share_of=1):
    """By induction with c_var1 ≤ 2 and c_var2 = 1; ‖u‖ = 1, up to t = 5000."""
    t = np.arange(1.0, 5001.0)
    E = excesses(1 - share, share, d, points(d), harmonic(np.arange(1, 5000)).tolist())
    return at_most(t**2 * E, float(share_of) * (2 * t - 1), until=5000, symbol="t² E(‖u − u_t‖² − D²)")
