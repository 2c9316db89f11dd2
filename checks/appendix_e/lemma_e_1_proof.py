r"""The proof of Lemma E.1 [lemma:QBP_bias], display by display.

Every display is an identity or an inequality between quadratic forms in g. They are decided over all samples of
finitely many points and for every δ < 1 at which S_δ grows. ζ̂_k = (g, b_k)_n is the η̂_k of Section 3.3.
"""

from dataclasses import replace

import numpy as np

from checks.hypotheses import orthonormal, possible_event
from checks.instances.stable_samples import STABLE
from checks.theory import forms, stable_at
from checks.theory import symbolic_sampling as on
from checks.theory import symbolic_stable as given_s
from checks.theory.forms import dominated, lowest, ordered
from checks.theory.stable_at import named, size
from checks.theory.stable_least_squares import mean
from theorytest import at_least, at_most, claim, equal
from theorytest.proof import compared, inner, nonnegative, positive, square, squared, statement, use, vector
from theorytest.proof import mean as mean_of

PROOF = {"forall": {"T, n, δ": STABLE}, "given": [possible_event, orthonormal]}


COEFFICIENTS = vector("x ζ̂")


def estimate_on_symbols(*, factor=lambda delta: 1 / (1 - delta), percent=100):
    """The coefficients x of Pⁿg have Ĝx = ζ̂, and (1 − δ)‖x‖² ≤ xᵀĜx on S_δ."""
    x, zeta = COEFFICIENTS
    times = 1 / (1 - on.delta)
    return statement(
        at_most(percent * square(x) / 100, factor(on.delta) ** 2 * square(zeta)),
        given={"S_δ": at_most((1 - on.delta) * square(x), inner(x, zeta))},
        by=[use("S_δ", 2 * times), squared(times * zeta - x)],
    )


def norm_forms(drawn):
    """‖Pⁿg‖² and ‖ζ̂‖²/(1 - δ)² for one sample with its own δ, as forms in g."""
    return drawn.operator.T @ drawn.operator, drawn.moments.T @ drawn.moments / (1 - drawn.delta) ** 2


def estimate_at(stable):
    """At the g of the last relations of the check, for every sample."""
    (x, zeta), F, found = COEFFICIENTS, stable.system.scaled, []
    for each in stable.stable:
        form, bound = norm_forms(each)
        for g in forms.compared_at(bound - form):
            y, z = F @ each.operator @ g, each.moments @ g
            found.append({on.delta: each.delta, square(x): y @ y, square(zeta): z @ z})
    size = len(stable.system.identity)
    return [None] * (len(stable.stable) * (len(F) * size + size**2 + 2)) + found


@claim(
    "eq:Pn_b_estimate",
    says="On S_δ with δ < 1 the norm ‖Pⁿg‖ = ‖Ĝ⁻¹ζ̂‖ is at most ‖ζ̂‖/(1 - δ).",
    formula=r"\|P_t^n g\| = \|\hat G^{-1}\hat\zeta\|_2 \le \|\hat G^{-1}\|_2\|\hat\zeta\|_2 \le "
    r"\tfrac{1}{1-\delta}\|\hat\zeta\|_2",
    tight="attained by samples whose smallest eigenvalue is 1 - δ",
    premises=["eq:stability"],
    proof=compared(estimate_on_symbols, estimate_at),
    mutants={
        "a basis one per cent longer": {"percent": 101},
        "1 + delta": {"factor": lambda delta: 1 / (1 + delta)},
        "one per cent less": {"factor": lambda delta: 99 / (100 * (1 - delta))},
    },
    **PROOF,
)
def estimate_is_at_most_the_moments(stable, *, factor=lambda delta: 1 / (1 - delta), percent=100):
    """For every sample with its own δ. The coefficients x of Pⁿg solve Ĝx = ζ̂; ‖Ĝ⁻¹‖ = 1/λ_min(Ĝ)."""
    drawn = stable.stable
    x = [stable.system.scaled @ each.operator for each in drawn]
    solved, moments = [each.gramian @ y for each, y in zip(drawn, x, strict=True)], [each.moments for each in drawn]
    yield equal(solved, moments, name="Ĝx", digits=8, symbol="ζ̂")
    squares, forms = [percent * each.operator.T @ each.operator / 100 for each in drawn], [y.T @ y for y in x]
    yield equal(squares, forms, name="norm", digits=8, symbol="‖Pⁿg‖²")
    norms = [1 / stable.system.spectrum(each.sample.draws)[0] for each in drawn]
    bounds = [norm**2 * zeta.T @ zeta for norm, zeta in zip(norms, moments, strict=True)]
    gaps = [lowest(bound - form) for bound, form in zip(bounds, forms, strict=True)]
    yield at_least(gaps, 0, name="first", digits=8, scale=size(bounds), symbol="the least gap")
    yield at_most(norms, [factor(each.delta) for each in drawn], name="second", digits=8, symbol="‖Ĝ⁻¹‖")
    for form, each, zeta in zip(squares, drawn, moments, strict=True):
        bound = factor(each.delta) ** 2 * zeta.T @ zeta
        yield from ordered(form, bound, "‖Pⁿg‖²", digits=8, scale=size([bound]))


TINY = 1e-12  # second moments below are rounding
CONDITIONED = nonnegative("‖ζ̂‖² 1_S", random=True)


def conditioning_on_symbols(*, factor=lambda p: 1 / p):
    """E[X | S] = E[X 1_S]/p and 1_S ≤ 1, times X/p, in the mean."""
    X, event = CONDITIONED
    return statement(
        at_most(mean_of(X * event) / on.p, factor(on.p) * mean_of(X)),
        given={"S_δ": at_most(event, 1)},
        by=[use("S_δ", X / on.p, mean=True)],
    )


def moments_of(drawn):
    """E‖ζ̂‖² over some samples, as a form in g."""
    return mean(drawn, [each.moments.T @ each.moments for each in drawn])


def conditioning_at(stable):
    """At the g where the check is nearest to a violation; that ‖ζ̂‖ is the norm of an estimate is no part of it."""
    total, (X, inside), found = moments_of(stable.samples), CONDITIONED, []
    for event in stable.events:
        p, form = event.setting.p, moments_of(event.chosen)
        g = forms.lowest_at(total / p - form)
        known = {on.p: p, mean_of(X): g @ total @ g, mean_of(X * inside): p * (g @ form @ g)}
        found.append(known if float(g @ total @ g) > TINY * size([total]) else None)
    return [None] * total.size + found


@claim(
    "eq:b_cond_ub",
    says="The conditional mean E[‖ζ̂‖² | S_δ] is at most E‖ζ̂‖²/p = (1/p) Σ_k E(g, b_k)ₙ², where ‖ζ̂‖ is the norm of "
    "the quasi-projection.",
    formula=r"\mathbb{E}[\|\hat\zeta\|_2^2 \mid \mathcal{S}_\delta] \le \tfrac1p\mathbb{E}\|\hat\zeta\|_2^2 = "
    r"\tfrac1p\sum_k\mathbb{E}(g, b_k)_n^2",
    reading="The text calls the last term the norm of the quasi-projection: it is the mean of its square.",
    tight="attained by functions that vanish off the stable samples",
    premises=["eq:stability"],
    proof=compared(conditioning_on_symbols, conditioning_at),
    mutants={
        "p half way to 1": {"factor": lambda p: 2 / (1 + p)},
        "one per cent less": {"factor": lambda p: 99 / (100 * p)},
    },
    **PROOF,
)
def conditioning_costs_the_probability(stable, *, factor=lambda p: 1 / p):
    """The quasi-projection of the samples is Σ_k ζ̂_k b_k."""
    total = moments_of(stable.samples)
    quasi = [stable.system.estimator(each.sample.draws) for each in stable.samples]
    yield equal(mean(stable.samples, [P.T @ P for P in quasi]), total, name="sum", digits=9, symbol="E‖ζ̂‖²")
    for name, event in named(stable):
        bound, scale = factor(event.setting.p) * total, size([total / event.setting.p])
        yield forms.nonnegative(bound - moments_of(event.chosen), f"{name}: bound", digits=9, scale=scale)


def variance_bound(s, system):
    """((1 - 1/n) ‖P g‖² + k/n ‖g‖²) / ((1 - δ)² p) as a matrix."""
    return ((s.n - 1) * system.projector + s.k * system.identity) / ((1 - s.delta) ** 2 * s.p * s.n)


ROOTS = nonnegative("‖Pⁿg‖", random=True), *positive("r b")


def trial_norms(event):
    """The eigenvectors g of the second moment and their sum, with E‖Pⁿg‖ and E‖Pⁿg‖²."""
    S = event.second_moment.astype(float)
    V = np.linalg.eigh(S)[1]
    g = np.column_stack([V, V.sum(axis=1)])
    weighed = [(float(each.probability), each.operator.astype(float) @ g) for each in event.chosen]
    norms = sum(p * np.linalg.norm(image, axis=0) for p, image in weighed) / sum(p for p, _ in weighed)
    return g, norms, np.einsum("ki,kl,li->i", g, S, g).clip(0)


def moments_on_symbols(*, bound=variance_bound):
    """The two displays before with Lemma B.2; then 2r‖Pⁿg‖ ≤ ‖Pⁿg‖² + r² with r² = E‖Pⁿg‖², and r² ≤ b²."""
    (size, r, b), printed = ROOTS, bound(given_s.SETTING, on.SPACE)
    return statement(
        [at_most(mean_of(square(on.estimate)), printed), at_most(mean_of(size), r), at_most(r, b)],
        given=given_s.MOMENTS
        | {
            "r": equal(mean_of(size**2), r**2),
            "S_δ: the first line": at_most(r**2, variance_bound(given_s.SETTING, on.SPACE)),
            "b": equal(b**2, printed),
        },
        by=[
            given_s.SECOND_MOMENT,
            [squared(size - r, 1 / (2 * r), mean=True), use("r", -1 / (2 * r))],
            [use("S_δ: the first line", 1 / (b + r)), use("b", 1 / (b + r))],
        ],
    )


def moments_at(stable):
    """At the g of the check: for the mean norms, for the roots, and where the bound is least."""
    found = []
    for event in stable.events:
        bound, (g, norms, second) = variance_bound(event.setting, event.system), trial_norms(event)
        values = np.einsum("ki,kl,li->i", g, bound.astype(float), g)
        rows = list(zip(norms, second, values, strict=True))
        found += [_roots(event, *row, mean_of(ROOTS[0])) for row in rows] + [_roots(event, *row) for row in rows]
        found.append(stable_at.moments(event, forms.dominated_at(event.second_moment, bound)))
    return found


def _roots(event, norm, second, bound, *known):
    """E‖Pⁿg‖ is given where it is compared; the second line is about r > 0."""
    length, r, b = ROOTS
    if not second > TINY:
        return None
    values = {r: second**0.5, b: bound**0.5, mean_of(length**2): second}
    return stable_at.setting(event) | values | dict.fromkeys(known, norm)


@claim(
    "x:display-lemE.1-proof-variance",
    also=["x:display-lemE.1-proof-jensen"],
    says="Given S_δ with δ < 1 the mean of ‖Pⁿg‖² is at most ((1 - 1/n)‖Pg‖² + (k/n)‖g‖²)/((1 - δ)²p), that of ‖Pⁿg‖ "
    "at most the root of either.",
    formula=r"\mathbb{E}[\|P_t^n g\| \mid \mathcal{S}_\delta]^2 \le \mathbb{E}[\|P_t^n g\|^2 \mid \mathcal{S}_\delta] "
    r"\le \tfrac{1}{(1-\delta)^2p}\big((1-\tfrac1n)\|P_t g\|^2 + \tfrac{k_t}{n}\|g\|^2\big)",
    reading="Proved from the two displays before and Lemma B.2, for the roots r and b of both where r > 0; elsewhere "
    "the second is trivial.",
    tight="attained by constants, and by estimates of constant norm",
    premises=["eq:Pn_b_estimate", "eq:b_cond_ub", "lem:quasi-projection_norm/corrected"],
    proof=compared(moments_on_symbols, moments_at),
    mutants={
        "two per cent less": {"bound": lambda s, system: 98 * variance_bound(s, system) / 100},
        "no delta": {"bound": lambda s, system: variance_bound(replace(s, delta=0), system)},
        "the second moment unrooted": {"root": lambda square: square},
    },
    **PROOF,
)
def moments_are_bounded(stable, *, root=np.sqrt, bound=variance_bound):
    """The mean norm is tried for the eigenvectors of the second moment and their sum."""
    for name, event in named(stable):
        (g, norms, second), form = trial_norms(event), bound(event.setting, event.system)
        options = {"digits": 8, "scale": size([event.second_moment])}
        roots = np.sqrt(np.einsum("ki,kl,li->i", g, form.astype(float), g))
        yield at_most(norms, root(second), name=name, symbol="E‖Pⁿg‖", **options)
        yield at_most(np.sqrt(second), roots, name=f"{name}: roots", symbol="√E‖Pⁿg‖²", **options)
        yield dominated(event.second_moment, form, f"{name}: bound")
