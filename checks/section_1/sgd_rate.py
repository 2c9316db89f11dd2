r"""Section 1: is SGD slower than 1/t, and does the paper's scheme come close to exact gradient descent?"""

from fractions import Fraction

import numpy as np

from checks.hypotheses import (
    LINEAR_QUASI_PROJECTION,
    bounded_normal,
    fixed_steps,
    no_retraction,
    optimal_points,
    quasi_projection,
    smooth_loss,
    strong_polyak_lojasiewicz,
)
from checks.instances.best_step_problems import NOISY, Sequence
from checks.instances.weighted_losses import normal_share, weighted_loss
from checks.theory.best_steps import SEEN, slowest
from theorytest import at_least, at_most, claim, equal, family, horizon, integers, proof
from theorytest.approximation import Optimal, QuasiProjection
from theorytest.descent import Constant, Power, by_enumeration

TIMES = np.array([1, 2, 3, 10, 100, 1000])


def rules(problem):
    """Constant, decaying and best steps."""
    return {
        "constant": Constant(0.1 / problem.m),
        "t^-3/4": Power(1 / problem.m, 0.75),
        "best": problem.best_steps(TIMES[-1])[0],
        "harmonic": Sequence(lambda t: 1 / (t + problem.noise / problem.start)),
    }


def bound_on_symbols(*, bound=slowest):
    """Induction over t: (1 - s)² X + s² v is at least 1/(D + 1/v) where X ≥ 1/D, by a square; (m - 1) s² X is left."""
    X, steps, (t, k), (first, v) = (
        proof.function("X"),
        proof.function("s"),
        proof.integer("t k"),
        proof.positive("X_1 v"),
    )
    m, s, least = proof.number("m", "≥1"), steps(t), bound(first, v, t)
    return proof.statement(
        at_least(X(t), bound(first, v, t)),
        given={
            "X_1": proof.defined(equal(X(1), first)),
            "X": proof.defined(equal(X(k + 1), (1 - 2 * steps(k) + m * steps(k) ** 2) * X(k) + steps(k) ** 2 * v), k),
        },
        by=proof.induction(
            t,
            base=[proof.use("X_1")],
            step=[
                proof.use("X", at={"k": t}),
                proof.use(proof.HYPOTHESIS, (1 - s) ** 2 + (m - 1) * s**2),
                proof.squared(s, (m - 1) * least),
                proof.squared(s - least / (least + v), least + v),
            ],
        ),
    )


def bound_at(problem):
    """Every rule at every time."""
    known = {"X_1": problem.start, "v": problem.noise, "m": problem.m}
    for rule in rules(problem).values():
        for t, x in zip(TIMES, problem.errors(rule, TIMES), strict=True):
            yield known | {"t": int(t), "X": {t: x}.__getitem__}


@claim(
    "x:sec1-sgd-rate",
    kind="rate",
    says="Even under convexity assumptions, classical SGD converges at the rate of at most O(1/t).",
    formula=r"\mathbb{E}\|u_t - Pu^*\|^2 \ge (\tfrac1{X_1} + \tfrac{t-1}{v})^{-1}, \quad v = \tfrac dn\|(I-P)u^*\|^2",
    forall={"T, n, u*": NOISY, "t": horizon},
    given=[*LINEAR_QUASI_PROJECTION, optimal_points, fixed_steps, *SEEN],
    reading="A rate for the class of convex losses: least squares with noise v > 0 at the minimiser cannot be faster. "
    "SGD is the quasi-projection, the gradient in an orthonormal basis. All t: from X_{t+1} = (1 - 2s + ms²)X_t + s²v, "
    "m = (n - 1 + d)/n.",
    tight="attained by constants and the steps 1/(t + v/X_1)",
    proof=proof.compared(bound_on_symbols, bound_at, per=slowest(*proof.positive("X_1 v"), proof.integer("t"))),
    covers=["t"],
    mutants={
        "two per cent more noise": {"bound": lambda X, v, t: slowest(X, Fraction(51, 50) * v, t)},
        "one step fewer": {"bound": lambda X, v, t: slowest(X, v, t - 1)},
    },
)
def noise_forbids_more(problem, *, bound=slowest):
    """Up to t = 1000, by exact moments; the certificate covers the recursion for all times."""
    for word, rule in rules(problem).items():
        ratio = problem.errors(rule, TIMES) / bound(problem.start, problem.noise, TIMES)
        yield at_least(ratio, 1.0, word, digits=9, symbol="X_t / bound")


def rate(loss, n, s, share):
    """1 - 2λ(s - s² L/2 (c_var1 + c_var2 c²)) with the constants of optimal points."""
    d = loss.space.dim
    return 1 - 2 * loss.lam * (s - s**2 * loss.L / 2 * ((n - 1 + d) / n + d / n * share))


@claim(
    "x:sec1-affirmative",
    kind="rate",
    says="A scheme based on empirical gradients can come close to the rates of deterministic gradient descent.",
    formula=r"s = \tfrac{1}{L(c_{\mathrm{var},1}+c^2c_{\mathrm{var},2})}: \ "
    r"\mathbb{E}\,\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \le "
    r"(1-\lambda s)^{t-1}(\mathcal{L}(u_1)-\mathcal{L}_{\min,\mathcal{M}})",
    forall={
        "d": family((1, 2, 3), "dimensions; weighted least squares on four points", search=integers(1, 4)),
        "n": family((1, 3), "positive integers", search=integers(1, 4), effort=16),
        "t": horizon,
    },
    given=[smooth_loss, strong_polyak_lojasiewicz, bounded_normal, quasi_projection, optimal_points, no_retraction],
    reading="Read as Table 1 at its best: under the hypotheses listed the mean gap falls exponentially with this "
    "constant step.",
    tight="attained in one dimension, where λ = L",
    mutants={
        "the normal part forgotten": {"share": lambda _: 0.0},
        "a rate two per cent better": {"rate": lambda *setting: 0.98 * rate(*setting)},
    },
)
def scheme_is_exponential(d, n, *, share=normal_share, rate=rate):
    problem, times = weighted_loss(d), np.arange(1, 40)
    c2 = share(problem)
    s = 1 / (problem.L * ((n - 1 + d) / n + d / n * c2))
    moments = by_enumeration(QuasiProjection(Optimal(problem.space), n), problem)
    gap = moments.gap(Constant(s), times, problem.best + 1.0)
    ratio = gap / gap[0] / rate(problem, n, s, c2) ** (times - 1)
    return at_most(ratio, 1.0, digits=9, until=39, symbol="gap / bound")
