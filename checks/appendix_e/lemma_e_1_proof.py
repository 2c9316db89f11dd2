r"""The proof of Lemma E.1 [lemma:QBP_bias], display by display.

Every display is an identity or an inequality between quadratic forms in g. They are decided over all ordered samples of
finitely many points and for every δ < 1 at which S_δ grows. ζ̂_k = (g, b_k)_n is the η̂_k of Section 3.3.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from checks.appendix_e.lemma_e_1 import Setting, c_bias2, extreme_problems
from checks.scaling import scaled
from checks.theory.least_squares import every_sample, levels, mean, problems
from theorytest import at_least, at_most, claim, equal
from theorytest.approximation.estimators import QuasiProjection
from theorytest.approximation.moments import enumerated


def few_samples():
    """The problems in which bounds are attained, then those with no more than a hundred samples."""
    every = extreme_problems() | problems()
    return {name: each for name, each in every.items() if len(each[0].space.measure.points) ** each[1] <= 100}


@cache
def situations():
    """Name, problem, setting, all samples, and those in S_δ, for each problem and each δ."""
    found = []
    for name, (problem, n) in few_samples().items():
        samples = every_sample(problem, n)
        for delta in levels(samples.deviation):
            chosen = samples.stable(delta)
            setting = Setting(problem.k, n, float(delta), float(chosen.probability.sum()))
            found.append((f"{name}, {delta:.9f}", problem, setting, samples, chosen))
    return tuple(found)


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


@claim(
    "eq:Pn_b_estimate",
    kind="inequality",
    says="On the event the norm of the estimate is that of the inverse Gramian times the moments, at most the "
    "norm of the moments over 1 - delta.",
    formula=r"\|P_t^n g\| = \|\hat G^{-1}\hat\zeta\|_2 \le \|\hat G^{-1}\|_2\|\hat\zeta\|_2 "
    r"\le \tfrac{1}{1-\delta}\|\hat\zeta\|_2",
    expected="computed",
    tight="attained by samples whose smallest eigenvalue is 1 - delta",
    premises=["eq:stability"],
    mutants={
        "factor x 0.9": {"factor": lambda delta: 0.9 * (1 / (1 - delta))},
        "a basis that is not normalised": {"scale": 1.01},
        "1 + delta": {"factor": lambda delta: 1 / (1 + delta)},
    },
)
def estimate_is_at_most_the_moments(*, factor=lambda delta: 1 / (1 - delta), scale=1.0):
    """The norm is summed over the points. Attained where 1 - δ is the smallest eigenvalue of Ĝ."""
    for name, problem, s, _, chosen in situations():
        solved = np.linalg.inv(chosen.gramian) @ chosen.moments
        gramian = scale * inner_products(problem, scale)[:, : chosen.dim]
        norms = np.swapaxes(chosen.operators, -1, -2) @ gramian @ chosen.operators
        yield equal(norms, squares(solved), name=f"{name}: norm", digits=8, symbol="|P^n g|^2")
        norm = np.linalg.norm(np.linalg.inv(chosen.gramian), ord=2, axis=(-2, -1))
        first = smallest(norm[:, None, None] ** 2 * squares(chosen.moments) - squares(solved))
        yield at_least(first, 0.0, name=f"{name}: first", digits=8, symbol="the room in the first")
        yield at_most(norm, factor(s.delta), name=f"{name}: second", digits=8, symbol="the norm of the inverse")


@claim(
    "eq:b_cond_ub",
    kind="inequality",
    says="Conditioning on the event costs the second moment of the moments at most the factor 1/p; that second "
    "moment is the one of the quasi-projection.",
    formula=r"\mathbb{E}[\|\hat\zeta\|_2^2 \mid \mathcal{S}_\delta] \le \tfrac1p\mathbb{E}\|\hat\zeta\|_2^2 "
    r"= \tfrac1p\sum_k\mathbb{E}(g, b_k)_n^2",
    expected="computed",
    tight="attained by functions that vanish off the stable samples",
    premises=["eq:stability"],
    mutants={"factor x 0.9": {"factor": lambda p: 0.9 * (1 / p)}, "the root of 1/p": {"factor": lambda p: p**-0.5}},
)
def conditioning_costs_the_probability(*, factor=lambda p: 1 / p):
    """Attained by every g whose moments vanish off the event, as with one point for one that is seen there only.

    The text calls the last term the norm of the quasi-projection: it is the mean of its square, as Lemma B.2 has it.
    """
    for name, problem, s, samples, chosen in situations():
        bound = factor(s.p) * mean(samples.probability, squares(samples.moments))
        room = smallest(bound - mean(chosen.probability, squares(chosen.moments)))
        scale = max(1.0, float(np.abs(bound).max()))
        yield at_least(room, 0.0, name=name, digits=9, scale=scale, symbol="the room")
        quasi = factor(s.p) * enumerated(QuasiProjection(problem.sampler, s.n), problem.hull).S
        yield equal(bound, quasi, name=f"{name}: sum", digits=9, symbol="the second moment")


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
    kind="inequality",
    says="The conditional second moment of the estimate is at most the quasi-projection's over (1 - delta)^2 p.",
    formula=r"\mathbb{E}[\|P_t^n g\|^2 \mid \mathcal{S}_\delta] \le "
    r"\tfrac{1}{(1-\delta)^2p}\big((1-\tfrac1n)\|P_t g\|^2 + \tfrac{k_t}{n}\|g\|^2\big)",
    expected="computed",
    tight="attained by constants",
    premises=["eq:Pn_b_estimate", "eq:b_cond_ub"],
    mutants=WRONG_BOUNDS,
)
def variance_is_bounded(*, bound=variance_bound):
    """Attained in the limit of ε → 0 by one point that is stable at one place only; not sharp in δ, see Lemma E.1."""
    for name, _, s, samples, chosen in situations():
        B = bound(s, tangential(samples))
        room = smallest(B - mean(chosen.probability, squares(chosen.operators)))
        scale = max(1.0, float(np.abs(B).max()))
        yield at_least(room, 0.0, name=name, digits=8, scale=scale, symbol="the room")


def trial_functions(S):
    """Functions of E as columns: eigenvectors of the second moment, and all of them added up."""
    V = np.linalg.eigh(S)[1]
    return np.column_stack([V, V.sum(axis=1)])


@claim(
    "x:display-lemE.1-proof-jensen",
    kind="inequality",
    says="By Jensen the mean norm of the estimate is at most the root of the second moment and of its bound.",
    formula=r"\mathbb{E}[\|P_t^n g\| \mid \mathcal{S}_\delta] \le "
    r"\mathbb{E}[\|P_t^n g\|^2 \mid \mathcal{S}_\delta]^{1/2} \le "
    r"\tfrac{1}{(1-\delta)\sqrt p}\big((1-\tfrac1n)\|P_t g\|^2 + \tfrac{k_t}{n}\|g\|^2\big)^{1/2}",
    expected="computed",
    tight="attained by estimates of constant norm",
    premises=["x:display-lemE.1-proof-variance"],
    mutants={
        "root x 0.9": {"root": scaled(np.sqrt, 0.9)},
        "bound x 0.9": {"bound": scaled(variance_bound, 0.9)},
        "the second moment unrooted": {"root": lambda square: square},
        **WRONG_BOUNDS,
    },
)
def mean_norm_is_bounded(*, root=np.sqrt, bound=variance_bound):
    """Both attained by one point that is stable at one place only, where the estimate is not random."""
    for name, _, s, samples, chosen in situations():
        S = mean(chosen.probability, squares(chosen.operators))
        g = trial_functions(S)
        norms = mean(chosen.probability, np.linalg.norm(chosen.operators @ g, axis=-2))
        second, limit = (np.einsum("ki,kl,li->i", g, form, g).clip(0) for form in (S, bound(s, tangential(samples))))
        yield at_most(norms, root(second), name=name, digits=8, scale=1.0, symbol="the mean norm")
        yield at_most(np.sqrt(second), np.sqrt(limit), name=f"{name}: bound", digits=8, symbol="the root")


@claim(
    "x:display-lemE.1-proof-split",
    kind="identity",
    says="The alignment is the squared projection plus what the estimate makes of the orthogonal part.",
    formula=r"(g, P_t^n g) = (g, P_t g) + (g, (P_t^n - P_t)g) = \|P_t g\|^2 + (g, P_t^n g^\perp)",
    expected="computed",
    premises=["eq:least-squares-projection/onto-corrected"],
    mutants={
        "every sample": {"event": lambda samples, _: samples},
        "the quasi-projection": {"estimator": lambda samples: samples.moments},
    },
)
def alignment_splits(*, event=lambda _, chosen: chosen, estimator=lambda samples: samples.operators):
    """Rests on P^n v = v for v in T, hence on the event."""
    for name, problem, _, samples, stable in situations():
        chosen = event(samples, stable)
        P, b = estimator(chosen), inner_products(problem)  # (b_k, e_j)
        left = np.swapaxes(b, -1, -2) @ P  # (e_i, P^n e_j)
        projection = b.T @ b  # (e_i, P e_j)
        middle = projection + np.swapaxes(b, -1, -2) @ (P - b)
        right = projection + left @ (np.eye(b.shape[-1]) - projection)
        yield equal(middle, left, name=f"{name}: first", digits=8, symbol="(e_i, P^n e_j)")
        yield equal(right, left, name=f"{name}: second", digits=8, symbol="(e_i, P^n e_j)")


@claim(
    "x:display-lemE.1-proof-cauchy",
    kind="inequality",
    says="That term only sees the projection of g and is bounded by Cauchy and Schwarz.",
    formula=r"|(g, P_t^n g^\perp)| = |(P_t g, P_t^n g^\perp)| \le \|P_t g\|\,\|P_t^n g^\perp\|",
    expected="computed",
    tight="attained along the mean of the estimate",
    premises=["x:display-lemE.1-proof-split"],
    mutants={"share x 0.9": {"share": 0.9}, "a per cent more of the projection": {"tangent": 1.01}},
)
def orthogonal_part_is_bounded(*, share=1.0, tangent=1.0):
    """For every basis function of the complement, with P g along its image, where it is attained, and off it."""
    for name, problem, _, _, chosen in situations():
        v, b = chosen.operators[..., chosen.dim :], inner_products(problem)  # the images P^n c, and (b_k, e_j)
        for word, t in (("along", v), ("off", v + 1.0)):
            g = np.concatenate([t, np.ones((len(v), len(b.T) - chosen.dim, v.shape[-1]))], axis=-2)
            left, middle = np.abs(np.sum((b @ g) * v, axis=-2)), tangent * np.abs(np.sum(t * v, axis=-2))
            bound = share * np.linalg.norm(t, axis=-2) * np.linalg.norm(v, axis=-2)
            options = {"digits": 8, "scale": max(1.0, float(bound.max()))}
            yield equal(left, middle, name=f"{name}: {word}, equal", symbol="|(g, P^n c)|", **options)
            yield at_most(middle, bound, name=f"{name}: {word}", symbol="|(Pg, P^n c)|", **options)


@claim(
    "eq:Lsmooth_empirical_linear_term",
    kind="inequality",
    says="The mean alignment is at least the squared projection minus the printed multiple of both norms.",
    formula=r"\mathbb{E}[(g, P_t^n g)\mid\mathcal{S}_\delta] \ge \|P_t g\|^2 - "
    r"\tfrac{\sqrt{k_t}}{(1-\delta)\sqrt{pn}}\|P_t g\|\,\|(I-P_t)g\|",
    expected="computed",
    tight="approached as p tends to 0",
    premises=["x:display-lemE.1-proof-jensen", "x:display-lemE.1-proof-cauchy"],
    mutants={
        "constant x 0.9": {"constant": scaled(c_bias2, 0.9)},
        "no probability": {"constant": lambda s: np.sqrt(s.p) * c_bias2(s)},
        "no k": {"constant": lambda s: c_bias2(replace(s, k=1.0))},
        "of order 1/n": {"constant": lambda s: c_bias2(s) / np.sqrt(s.n)},
        "no delta": {"constant": lambda s: c_bias2(replace(s, delta=0.0))},
        "two per cent more": {"first": 1.02},
    },
)
def alignment_is_bounded_below(*, constant=c_bias2, first=1.0):
    """For the worst pair of directions, the singular vectors of E[P^n | S_δ] on the complement, in two proportions."""
    for name, problem, s, _, chosen in situations():
        A, d = inner_products(problem).T @ mean(chosen.probability, chosen.operators), chosen.dim
        U, _, V = np.linalg.svd(A[:d, d:])
        for word, size in (("small", 1e-3), ("equal", 1.0)):
            g = np.concatenate([-size * U[:, 0], V[0]])
            value, bound = g @ A @ g, first * size**2 - constant(s) * size
            yield at_least(value, bound, name=f"{name}, {word}", digits=9, scale=1.0, symbol="the mean alignment")
