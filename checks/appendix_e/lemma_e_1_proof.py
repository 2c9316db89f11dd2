r"""The proof of Lemma E.1 [lemma:QBP_bias], display by display.

Every display is an identity or an inequality between quadratic forms in g. They are decided over all ordered samples of
finitely many points and for every δ < 1 at which S_δ grows. ζ̂_k = (g, b_k)_n is the η̂_k of Section 3.3.
"""

from dataclasses import replace

import numpy as np

from checks.hypotheses import orthonormal, possible_event
from checks.theory.least_squares import mean
from checks.theory.stable_least_squares import FEW_SAMPLES, c_bias2
from theorytest import at_least, at_most, claim, equal
from theorytest.approximation import QuasiProjection, enumerated

OVER = {"T, n, δ": FEW_SAMPLES}


def squares(A):
    """AᵀA for each sample: the quadratic form ‖A g‖²."""
    return np.swapaxes(A, -1, -2) @ A


def smallest(form):
    """The smallest eigenvalue of a quadratic form: no g makes it less than this times ‖g‖²."""
    return np.linalg.eigvalsh((form + np.swapaxes(form, -1, -2)) / 2)[..., 0]


def tangential(samples):
    """The quadratic form ‖P g‖²."""
    return np.diag((np.arange(samples.rows.shape[-1]) < samples.dim).astype(float))


def inner_products(problem, scale=1.0):
    """(b_k, e_j) for the bases of T and E by summation over the points; `scale` multiplies b."""
    x, p = problem.space.measure.points, problem.space.measure.weights
    return np.einsum("i,ikl,ijl->kj", p, scale * problem.space.jets(x), problem.hull.jets(x))


def named(stable):
    """Each situation with δ as its name."""
    return [(f"δ = {each.setting.delta:.6g}", each) for each in stable.situations]


@claim(
    "eq:Pn_b_estimate",
    says="On S_δ the norm ‖Pⁿg‖ = ‖Ĝ⁻¹ζ̂‖ is at most ‖ζ̂‖/(1 - δ).",
    formula=r"\|P_t^n g\| = \|\hat G^{-1}\hat\zeta\|_2 \le \|\hat G^{-1}\|_2\|\hat\zeta\|_2 "
    r"\le \tfrac{1}{1-\delta}\|\hat\zeta\|_2",
    forall=OVER,
    given=[possible_event, orthonormal],
    tight="attained by samples whose smallest eigenvalue is 1 - δ",
    premises=["eq:stability"],
    mutants={
        "a basis that is not normalised": {"scale": 1.01},
        "1 + delta": {"factor": lambda delta: 1 / (1 + delta)},
        "one per cent less": {"factor": lambda delta: 0.99 / (1 - delta)},
    },
)
def estimate_is_at_most_the_moments(stable, *, factor=lambda delta: 1 / (1 - delta), scale=1.0):
    """The norm is summed over the points."""
    for name, each in named(stable):
        chosen, inverse = each.chosen, np.linalg.inv(each.chosen.gramian)
        solved, norm = inverse @ chosen.moments, np.linalg.norm(inverse, ord=2, axis=(-2, -1))
        gramian = scale * inner_products(each.problem, scale)[:, : chosen.dim]
        norms = np.swapaxes(chosen.operators, -1, -2) @ gramian @ chosen.operators
        yield equal(norms, squares(solved), name=f"{name}: norm", digits=8, symbol="‖Pⁿg‖²")
        first = smallest(norm[:, None, None] ** 2 * squares(chosen.moments) - squares(solved))
        yield at_least(first, 0.0, name=f"{name}: first", digits=8, symbol="the least gap")
        yield at_most(norm, factor(each.setting.delta), name=f"{name}: second", digits=8, symbol="‖Ĝ⁻¹‖")


@claim(
    "eq:b_cond_ub",
    says="The conditional mean E[‖ζ̂‖² | S_δ] is at most E‖ζ̂‖²/p = (1/p) Σ_k E(g, b_k)ₙ², where ‖ζ̂‖ is the norm of the "
    "quasi-projection.",
    formula=r"\mathbb{E}[\|\hat\zeta\|_2^2 \mid \mathcal{S}_\delta] \le \tfrac1p\mathbb{E}\|\hat\zeta\|_2^2 "
    r"= \tfrac1p\sum_k\mathbb{E}(g, b_k)_n^2",
    forall=OVER,
    given=[possible_event, orthonormal],
    reading="The text calls the last term the norm of the quasi-projection: it is the mean of its square.",
    tight="attained by functions that vanish off the stable samples",
    premises=["eq:stability"],
    mutants={"the root of 1/p": {"factor": lambda p: p**-0.5}, "one per cent less": {"factor": lambda p: 0.99 / p}},
)
def conditioning_costs_the_probability(stable, *, factor=lambda p: 1 / p):
    for name, each in named(stable):
        p, n = each.setting.p, each.setting.n
        bound = factor(p) * mean(each.samples.probability, squares(each.samples.moments))
        gap = smallest(bound - mean(each.chosen.probability, squares(each.chosen.moments)))
        scale = max(1.0, float(np.abs(bound).max()))
        yield at_least(gap, 0.0, name=f"{name}: bound", digits=9, scale=scale, symbol="the least gap")
        quasi = enumerated(QuasiProjection(each.problem.sampler, n), each.problem.hull).S / p
        yield equal(bound, quasi, name=f"{name}: sum", digits=9, symbol="an entry of E‖ζ̂‖²/p")


def variance_bound(s, tangent):
    """((1 - 1/n) ‖P g‖² + k/n ‖g‖²) / ((1 - δ)² p) as a matrix."""
    form = (1 - 1 / s.n) * tangent + s.k / s.n * np.eye(len(tangent))
    return form / ((1 - s.delta) ** 2 * s.p)


WRONG_BOUNDS = {
    "no probability": {"bound": lambda s, tangent: s.p * variance_bound(s, tangent)},
    "no k": {"bound": lambda s, tangent: variance_bound(replace(s, k=1.0), tangent)},
    "n + 1": {"bound": lambda s, tangent: variance_bound(replace(s, n=s.n + 1), tangent)},
    "no delta": {"bound": lambda s, tangent: variance_bound(replace(s, delta=0.0), tangent)},
    "the root of 1 - delta": {"bound": lambda s, tangent: (1 - s.delta) ** 1.5 * variance_bound(s, tangent)},
}


@claim(
    "x:display-lemE.1-proof-variance",
    says="Given S_δ the mean of ‖Pⁿg‖² is at most ((1 - 1/n)‖Pg‖² + (k/n)‖g‖²)/((1 - δ)²p).",
    formula=r"\mathbb{E}[\|P_t^n g\|^2 \mid \mathcal{S}_\delta] \le "
    r"\tfrac{1}{(1-\delta)^2p}\big((1-\tfrac1n)\|P_t g\|^2 + \tfrac{k_t}{n}\|g\|^2\big)",
    forall=OVER,
    given=[possible_event, orthonormal],
    tight="attained by constants",
    premises=["eq:Pn_b_estimate", "eq:b_cond_ub"],
    mutants=WRONG_BOUNDS,
)
def variance_is_bounded(stable, *, bound=variance_bound):
    for name, each in named(stable):
        B = bound(each.setting, tangential(each.samples))
        gap = smallest(B - mean(each.chosen.probability, squares(each.chosen.operators)))
        scale = max(1.0, float(np.abs(B).max()))
        yield at_least(gap, 0.0, name=name, digits=8, scale=scale, symbol="the least gap")


def trial_functions(S):
    """Functions of E as columns: eigenvectors of the second moment, and all of them added up."""
    V = np.linalg.eigh(S)[1]
    return np.column_stack([V, V.sum(axis=1)])


@claim(
    "x:display-lemE.1-proof-jensen",
    says="Given S_δ the mean of ‖Pⁿg‖ is at most the root of the mean of ‖Pⁿg‖², and of its bound.",
    formula=r"\mathbb{E}[\|P_t^n g\| \mid \mathcal{S}_\delta] \le "
    r"\mathbb{E}[\|P_t^n g\|^2 \mid \mathcal{S}_\delta]^{1/2} \le "
    r"\tfrac{1}{(1-\delta)\sqrt p}\big((1-\tfrac1n)\|P_t g\|^2 + \tfrac{k_t}{n}\|g\|^2\big)^{1/2}",
    forall=OVER,
    given=[possible_event, orthonormal],
    reading="For every g; tried for the eigenvectors of the second moment and their sum.",
    tight="attained by estimates of constant norm",
    premises=["x:display-lemE.1-proof-variance"],
    mutants={"the second moment unrooted": {"root": lambda square: square}, **WRONG_BOUNDS},
)
def mean_norm_is_bounded(stable, *, root=np.sqrt, bound=variance_bound):
    """For the eigenvectors of the second moment and their sum."""
    for name, each in named(stable):
        S = mean(each.chosen.probability, squares(each.chosen.operators))
        g = trial_functions(S)
        norms = mean(each.chosen.probability, np.linalg.norm(each.chosen.operators @ g, axis=-2))
        limit = bound(each.setting, tangential(each.samples))
        second, limit = (np.einsum("ki,kl,li->i", g, form, g).clip(0) for form in (S, limit))
        yield at_most(norms, root(second), name=name, digits=8, scale=1.0, symbol="E‖Pⁿg‖")
        yield at_most(np.sqrt(second), np.sqrt(limit), name=f"{name}: bound", digits=8, symbol="(E‖Pⁿg‖²)^(1/2)")


@claim(
    "x:display-lemE.1-proof-split",
    says="On S_δ the alignment is (g, Pⁿg) = ‖Pg‖² + (g, Pⁿ(I - P)g).",
    formula=r"(g, P_t^n g) = (g, P_t g) + (g, (P_t^n - P_t)g) = \|P_t g\|^2 + (g, P_t^n g^\perp)",
    forall=OVER,
    given=[possible_event, orthonormal],
    premises=["eq:least-squares-projection/onto-corrected"],
    mutants={
        "every sample": {"event": lambda samples, _: samples},
        "the quasi-projection": {"estimator": lambda samples: samples.moments},
    },
)
def alignment_splits(stable, *, event=lambda _, chosen: chosen, estimator=lambda samples: samples.operators):
    """P^n v = v for v in T needs the event."""
    for name, each in named(stable):
        P, b = estimator(event(each.samples, each.chosen)), inner_products(each.problem)  # (b_k, e_j)
        left = np.swapaxes(b, -1, -2) @ P  # (e_i, P^n e_j)
        projection = b.T @ b  # (e_i, P e_j)
        middle = projection + np.swapaxes(b, -1, -2) @ (P - b)
        right = projection + left @ (np.eye(b.shape[-1]) - projection)
        yield equal(middle, left, name=f"{name}: first", digits=8, symbol="(e_i, Pⁿe_j)")
        yield equal(right, left, name=f"{name}: second", digits=8, symbol="(e_i, Pⁿe_j)")


@claim(
    "x:display-lemE.1-proof-cauchy",
    says="For g⊥ = (I - P)g the term |(g, Pⁿg⊥)| = |(Pg, Pⁿg⊥)| is at most ‖Pg‖ ‖Pⁿg⊥‖.",
    formula=r"|(g, P_t^n g^\perp)| = |(P_t g, P_t^n g^\perp)| \le \|P_t g\|\,\|P_t^n g^\perp\|",
    forall=OVER,
    given=[possible_event, orthonormal],
    reading="For every g; tried for every g⊥ of a basis, with Pg along its image and off it.",
    tight="attained along the image of g⊥",
    premises=["x:display-lemE.1-proof-split"],
    mutants={"a per cent more of the projection": {"tangent": 1.01}},
)
def orthogonal_part_is_bounded(stable, *, tangent=1.0):
    """For every basis function of the complement, with P g along its image, where it is attained, and off it."""
    for name, each in named(stable):
        d, b = each.chosen.dim, inner_products(each.problem)  # (b_k, e_j)
        v = each.chosen.operators[..., d:]  # the images P^n c
        for word, t in (("along", v), ("off", v + 1.0)):
            g = np.concatenate([t, np.ones((len(v), len(b.T) - d, v.shape[-1]))], axis=-2)
            left, middle = np.abs(np.sum((b @ g) * v, axis=-2)), tangent * np.abs(np.sum(t * v, axis=-2))
            bound = np.linalg.norm(t, axis=-2) * np.linalg.norm(v, axis=-2)
            options = {"digits": 8, "scale": max(1.0, float(bound.max()))}
            yield equal(left, middle, name=f"{name}: {word}, equal", symbol="|(g, Pⁿc)|", **options)
            yield at_most(middle, bound, name=f"{name}: {word}", symbol="|(Pg, Pⁿc)|", **options)


@claim(
    "eq:Lsmooth_empirical_linear_term",
    says="Given S_δ the mean alignment is at least ‖Pg‖² - √k/((1 - δ)√(pn)) ‖Pg‖ ‖(I - P)g‖.",
    formula=r"\mathbb{E}[(g, P_t^n g)\mid\mathcal{S}_\delta] \ge \|P_t g\|^2 - "
    r"\tfrac{\sqrt{k_t}}{(1-\delta)\sqrt{pn}}\|P_t g\|\,\|(I-P_t)g\|",
    forall=OVER,
    given=[possible_event, orthonormal],
    tight="approached as p tends to 0",
    premises=["x:display-lemE.1-proof-jensen", "x:display-lemE.1-proof-cauchy"],
    mutants={
        "no probability": {"constant": lambda s: np.sqrt(s.p) * c_bias2(s)},
        "no k": {"constant": lambda s: c_bias2(replace(s, k=1.0))},
        "of order 1/n": {"constant": lambda s: c_bias2(s) / np.sqrt(s.n)},
        "no delta": {"constant": lambda s: c_bias2(replace(s, delta=0.0))},
        "two per cent more": {"first": 1.02},
    },
)
def alignment_is_bounded_below(stable, *, constant=c_bias2, first=1.0):
    """For the worst pair of directions, the singular vectors of E[P^n | S_δ] on the complement, in two proportions."""
    for name, each in named(stable):
        chosen, d = each.chosen, each.chosen.dim
        A = inner_products(each.problem).T @ mean(chosen.probability, chosen.operators)
        U, _, V = np.linalg.svd(A[:d, d:])
        for word, size in (("small", 1e-3), ("equal", 1.0)):
            g = np.concatenate([-size * U[:, 0], V[0]])
            bound = first * size**2 - constant(each.setting) * size
            yield at_least(g @ A @ g, bound, name=f"{name}, {word}", digits=9, scale=1.0, symbol="E(g, Pⁿg)")
