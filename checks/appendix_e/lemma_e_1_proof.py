r"""The proof of Lemma E.1 [lemma:QBP_bias], display by display.

Every display is an identity or an inequality between quadratic forms in g. They are decided over all samples of
finitely many points and for every δ < 1 at which S_δ grows. ζ̂_k = (g, b_k)_n is the η̂_k of Section 3.3.
"""

from dataclasses import replace

import numpy as np

from checks.hypotheses import orthonormal, possible_event
from checks.instances.stable_samples import STABLE
from checks.theory import forms
from checks.theory import symbolic_sampling as on
from checks.theory import symbolic_stable as given_s
from checks.theory.forms import dominated, lowest
from checks.theory.stable_least_squares import mean, squared_bias2
from theorytest import at_least, at_most, claim, equal
from theorytest.proof import fact, inner, nonnegative, norm, positive, square, squared, statement, use, vector
from theorytest.proof import mean as mean_of

PROOF = {"forall": {"T, n, δ": STABLE}, "given": [possible_event, orthonormal]}


def named(stable):
    """Each event with δ as its name."""
    return [(f"δ = {float(event.setting.delta):.6g}", event) for event in stable.events]


def size(matrices):
    """The largest entry, or one: what rounding is measured by."""
    return max(1.0, *(float(np.abs(A).max()) for A in matrices))


def estimate_on_symbols(*, factor=lambda delta: 1 / (1 - delta), percent=100):
    """The coefficients x of Pⁿg have Ĝx = ζ̂, and (1 − δ)‖x‖² ≤ xᵀĜx on S_δ."""
    x, zeta = vector("x ζ̂")
    times = 1 / (1 - on.delta)
    return statement(
        at_most(percent * square(x) / 100, factor(on.delta) ** 2 * square(zeta)),
        given={"S_δ": at_most((1 - on.delta) * square(x), inner(x, zeta))},
        by=[use("S_δ", 2 * times), squared(times * zeta - x)],
    )


@claim(
    "eq:Pn_b_estimate",
    says="On S_δ the norm ‖Pⁿg‖ = ‖Ĝ⁻¹ζ̂‖ is at most ‖ζ̂‖/(1 - δ).",
    formula=r"\|P_t^n g\| = \|\hat G^{-1}\hat\zeta\|_2 \le \|\hat G^{-1}\|_2\|\hat\zeta\|_2 "
    r"\le \tfrac{1}{1-\delta}\|\hat\zeta\|_2",
    tight="attained by samples whose smallest eigenvalue is 1 - δ",
    premises=["eq:stability"],
    proof=estimate_on_symbols,
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


def conditioning_on_symbols(*, factor=lambda p: 1 / p):
    """E[X | S] = E[X 1_S]/p and 1_S ≤ 1, times X/p, in the mean."""
    X, event = nonnegative("‖ζ̂‖² 1_S", random=True)
    return statement(
        at_most(mean_of(X * event) / on.p, factor(on.p) * mean_of(X)),
        given={"S_δ": at_most(event, 1)},
        by=[use("S_δ", X / on.p, mean=True)],
    )


@claim(
    "eq:b_cond_ub",
    says="The conditional mean E[‖ζ̂‖² | S_δ] is at most E‖ζ̂‖²/p = (1/p) Σ_k E(g, b_k)ₙ², where ‖ζ̂‖ is the norm of the "
    "quasi-projection.",
    formula=r"\mathbb{E}[\|\hat\zeta\|_2^2 \mid \mathcal{S}_\delta] \le \tfrac1p\mathbb{E}\|\hat\zeta\|_2^2 "
    r"= \tfrac1p\sum_k\mathbb{E}(g, b_k)_n^2",
    reading="The text calls the last term the norm of the quasi-projection: it is the mean of its square.",
    tight="attained by functions that vanish off the stable samples",
    premises=["eq:stability"],
    proof=conditioning_on_symbols,
    mutants={
        "p half way to 1": {"factor": lambda p: 2 / (1 + p)},
        "one per cent less": {"factor": lambda p: 99 / (100 * p)},
    },
    **PROOF,
)
def conditioning_costs_the_probability(stable, *, factor=lambda p: 1 / p):
    """The quasi-projection of the samples is Σ_k ζ̂_k b_k."""
    squares = [each.moments.T @ each.moments for each in stable.samples]
    total = mean(stable.samples, squares)
    quasi = [stable.system.estimator(each.sample.draws) for each in stable.samples]
    yield equal(mean(stable.samples, [P.T @ P for P in quasi]), total, name="sum", digits=9, symbol="E‖ζ̂‖²")
    for name, event in named(stable):
        bound, scale = factor(event.setting.p) * total, size([total / event.setting.p])
        found = mean(event.chosen, [each.moments.T @ each.moments for each in event.chosen])
        yield forms.nonnegative(bound - found, f"{name}: bound", digits=9, scale=scale)


def variance_bound(s, system):
    """((1 - 1/n) ‖P g‖² + k/n ‖g‖²) / ((1 - δ)² p) as a matrix."""
    return ((s.n - 1) * system.projector + s.k * system.identity) / ((1 - s.delta) ** 2 * s.p * s.n)


def moments_on_symbols(*, bound=variance_bound):
    """The two displays before with Lemma B.2; then 2r‖Pⁿg‖ ≤ ‖Pⁿg‖² + r² with r² = E‖Pⁿg‖², and r² ≤ b²."""
    size, (r, b), printed = nonnegative("‖Pⁿg‖", random=True), positive("r b"), bound(given_s.SETTING, on.SPACE)
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


@claim(
    "x:display-lemE.1-proof-variance",
    also=["x:display-lemE.1-proof-jensen"],
    says="Given S_δ the mean of ‖Pⁿg‖² is at most ((1 - 1/n)‖Pg‖² + (k/n)‖g‖²)/((1 - δ)²p), and the mean of ‖Pⁿg‖ at "
    "most the root of either.",
    formula=r"\mathbb{E}[\|P_t^n g\| \mid \mathcal{S}_\delta]^2 \le "
    r"\mathbb{E}[\|P_t^n g\|^2 \mid \mathcal{S}_\delta] \le "
    r"\tfrac{1}{(1-\delta)^2p}\big((1-\tfrac1n)\|P_t g\|^2 + \tfrac{k_t}{n}\|g\|^2\big)",
    reading="Proved from the two displays before and Lemma B.2, for the roots r and b of both where r > 0; "
    "elsewhere the second is trivial.",
    tight="attained by constants, and by estimates of constant norm",
    premises=["eq:Pn_b_estimate", "eq:b_cond_ub", "lem:quasi-projection_norm/corrected"],
    proof=moments_on_symbols,
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
        S = event.second_moment.astype(float)
        V = np.linalg.eigh(S)[1]
        g = np.column_stack([V, V.sum(axis=1)])
        weighed = [(float(each.probability), each.operator.astype(float) @ g) for each in event.chosen]
        norms = sum(p * np.linalg.norm(image, axis=0) for p, image in weighed) / sum(p for p, _ in weighed)
        second = np.einsum("ki,kl,li->i", g, S, g).clip(0)
        yield at_most(norms, root(second), name=name, digits=8, scale=size([S]), symbol="E‖Pⁿg‖")
        yield dominated(event.second_moment, bound(event.setting, event.system), f"{name}: bound")


def trial_gradients(system, A):
    """Unit vectors, their sum, and what A makes of them added to them: there Cauchy and Schwarz are attained."""
    columns = np.concatenate([system.identity, system.identity.sum(axis=1)[:, None]], axis=1)
    image = A @ (system.identity - system.projector) @ columns
    return np.concatenate([columns, image + columns - system.projector @ columns], axis=1)


def split_on_symbols(*, percent=100):
    """Pⁿg = Pg + Pⁿg⊥ on S_δ, and both lie in T, orthogonal to g⊥. With −Pg for Pg the other sign follows."""
    t, c, estimate, image = vector("Pg g⊥ Pⁿg Pⁿg⊥")
    bound = percent * norm(t) * norm(image) / 100
    return statement(
        [
            equal(inner(t + c, estimate), square(t) + inner(t, image)),
            at_most(inner(t + c, estimate) - square(t), bound),
        ],
        given={
            "S_δ: Pⁿ is the identity on T": equal(inner(t + c, estimate), inner(t + c, t + image)),
            "P: Pⁿg⊥ ∈ T": equal(inner(c, image), 0),
            "P: Pg ∈ T": equal(inner(c, t), 0),
        },
        by=[
            [use("S_δ: Pⁿ is the identity on T"), use("P: Pⁿg⊥ ∈ T"), use("P: Pg ∈ T")],
            [
                use("S_δ: Pⁿ is the identity on T", -1),
                use("P: Pⁿg⊥ ∈ T", -1),
                use("P: Pg ∈ T", -1),
                fact("cauchy", t, image),
            ],
        ],
    )


@claim(
    "x:display-lemE.1-proof-split",
    also=["x:display-lemE.1-proof-cauchy"],
    says="On S_δ the alignment is (g, Pⁿg) = ‖Pg‖² + (Pg, Pⁿg⊥) with g⊥ = (I - P)g, and |(Pg, Pⁿg⊥)| ≤ ‖Pg‖ ‖Pⁿg⊥‖.",
    formula=r"(g, P_t^n g) = (g, P_t g) + (g, (P_t^n - P_t)g) = \|P_t g\|^2 + (g, P_t^n g^\perp), \qquad "
    r"|(g, P_t^n g^\perp)| = |(P_t g, P_t^n g^\perp)| \le \|P_t g\|\,\|P_t^n g^\perp\|",
    reading="The inequality is tried for unit vectors, their sum, and with Pg along the image of g⊥.",
    tight="attained along the image of g⊥",
    premises=["eq:least-squares-projection/onto-corrected"],
    proof=split_on_symbols,
    mutants={
        "every sample": {"samples": lambda stable: stable.samples},
        "one per cent less": {"percent": 99},
        "‖Pⁿg⊥‖ for ‖Pg‖": {"tangent": lambda g, _: 0 * g},
    },
    **PROOF,
)
def alignment_splits(stable, *, samples=lambda stable: stable.stable, percent=100, tangent=lambda g, P: P @ g):
    """P^n v = v for v in T needs the event; then (g, Pⁿg⊥) is a form in Pg and g⊥."""
    P, normal = stable.system.projector, stable.system.identity - stable.system.projector
    estimates = [each.operator for each in samples(stable)]
    split = [P + A @ normal for A in estimates]
    yield equal(split, estimates, name="split", digits=8, scale=size(estimates), symbol="(e_i, Pⁿe_j)")
    left, middle, bounds = [], [], []
    for A in estimates:
        g = trial_gradients(stable.system, A)
        t, image = tangent(g, P), A @ normal @ g
        left.append(np.sum(g * image, axis=0))
        middle.append(np.sum(t * image, axis=0))
        bounds.append(np.sum(t * t, axis=0) * np.sum(image * image, axis=0))
    options = {"digits": 8, "scale": size(bounds)}
    yield equal(left, middle, name="equal", symbol="(g, Pⁿg⊥)", **options)
    bounds = [percent * bound / 100 for bound in bounds]
    yield at_most([each**2 for each in middle], bounds, name="bound", symbol="(Pg, Pⁿg⊥)²", **options)


def alignment_on_symbols(*, square=squared_bias2, percent=100):
    """‖c‖g⊥‖Pg + ‖Pg‖Pⁿg⊥‖² ≥ 0 in the mean, with c = c_bias,2."""
    return statement(given_s.alignment(percent / 100), given=given_s.of_the_normal_part(square), by=given_s.ALIGNED)


@claim(
    "eq:Lsmooth_empirical_linear_term",
    says="Given S_δ the mean alignment is at least ‖Pg‖² - √k/((1 - δ)√(pn)) ‖Pg‖ ‖(I - P)g‖.",
    formula=r"\mathbb{E}[(g, P_t^n g)\mid\mathcal{S}_\delta] \ge \|P_t g\|^2 - "
    r"\tfrac{\sqrt{k_t}}{(1-\delta)\sqrt{pn}}\|P_t g\|\,\|(I-P_t)g\|",
    reading="Proved from the variance of Pⁿg⊥ with c_bias,2 = √k/((1 - δ)√(pn)), where Pg and g⊥ do not vanish; "
    "elsewhere the mean is ‖Pg‖².",
    tight="approached as p tends to 0",
    premises=["x:display-lemE.1-proof-variance", "x:display-lemE.1-proof-split"],
    proof=alignment_on_symbols,
    mutants={
        "two per cent less of c_bias,2": {"square": lambda s: 96 * squared_bias2(s) / 100},
        "no delta": {"square": lambda s: squared_bias2(replace(s, delta=0))},
        "two per cent more": {"percent": 102},
    },
    **PROOF,
)
def alignment_is_bounded_below(stable, *, square=squared_bias2, percent=100):
    """For the worst pair of directions, the singular vectors of E[P^n | S_δ] on the complement, in two proportions."""
    b = stable.system.basis.astype(float)
    for name, event in named(stable):
        A, B = event.mean.astype(float), event.bias.astype(float)
        U, _, V = np.linalg.svd(b @ B)
        for word, size in (("small", 1e-3), ("equal", 1.0)):
            t, c = -size * b.T @ U[:, 0], V[0] - b.T @ b @ V[0]
            bound = percent / 100 * size**2 - float(square(event.setting)) ** 0.5 * size * np.linalg.norm(c)
            yield at_least(
                (t + c) @ A @ (t + c), bound, name=f"{name}, {word}", digits=9, scale=1.0, symbol="E(g, Pⁿg)"
            )
