r"""The proof of Theorem 4.16, line by line [thm:descent_mu-PL]."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import sympy as sp

from checks.instances.smooth_problems import problems
from checks.instances.spirals import HALF, NO_NOISE, Spiral, contraction, sigma, spirals
from checks.section_4.theorem_4_1 import printed_change
from checks.section_4_2_3.theorem_4_16 import linear_steps, unbiased_steps
from theorytest import at_most, claim, equal, repair
from theorytest.decisions.horizon import on_horizon

F = Fraction


def without_bias(constants, smoothness, step, tangent, normal):
    """-(c_bias1 s - s² (L + C_R)/2 c_var1) ‖Pg‖² + s² (L + C_R)/2 c_var2 ‖(I - P)g‖²."""
    c_bias1, _, c_var1, c_var2 = constants
    half = step**2 * smoothness / 2
    return -(c_bias1 * step - half * c_var1) * tangent**2 + half * c_var2 * normal**2


@claim(
    "x:display-thm4.16-proof-descent",
    kind="inequality",
    says="Theorem 4.1 with c_bias2 = 0, beta = 0 and the infimum over H subtracted on both sides.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{t+1})-\mathcal{L}_{\min}\mid\mathcal{F}_t] \le "
    r"(\mathcal{L}(u_t)-\mathcal{L}_{\min}) - \bigl(c_{\mathrm{bias},1}s_t-s_t^2\tfrac{L+C_R}2c_{\mathrm{var},1}\bigr)"
    r"\|P_tg_t\|^2 + s_t^2\tfrac{L+C_R}2c_{\mathrm{var},2}\|(I-P_t)g_t\|^2",
    expected="computed",
    tight="attained by least squares",
    premises=["thm:descent_quasi_projection"],
    mutants={"biased estimates": {"steps": lambda: linear_steps(biased=True)}, "less variance": {"shrink": 0.99}},
)
def descent_without_bias(*, steps=unbiased_steps, shrink=1.0):
    """Least squares only, where the gap is ½‖g‖² and gives back both parts; equal to (12) as a formula."""
    t, c, s, K, *constants = sp.symbols("t c s K b1 v1 v2", positive=True)
    known = (constants[0], 0, *constants[1:])
    rest = sp.expand(without_bias(known, K, s, t, c) - printed_change(known, K, s, t, c))
    yield equal(int(rest == 0), 1, name="formula", symbol="whether both agree")
    rows = [row[1:] for row in steps() if row[1] == 1.0 and row[3] in (1.0, 1.75)]
    found, bounds = [], []
    for _, (b1, b2, v1, v2), K, s, kappa, gap, after in rows:
        tangent, normal = (2 * gap / kappa) ** 0.5, (2 * gap * (1 - 1 / kappa)) ** 0.5
        found.append(after / gap)
        bounds.append(1 + without_bias((b1, b2, shrink * v1, shrink * v2), K, s, tangent, normal) / gap)
    yield at_most(found, bounds, name="least squares", digits=10, scale=1.0, symbol="E gap / gap")


def rational_gradients():
    """(‖g‖², ‖Pg‖², ‖(I - P)g‖²) at the points of all classes of Section 2 that are not stationary."""
    found = []
    for problem in problems().values():
        for u, basis in problem.points:
            g = problem.gradient(u)
            t = problem.project(basis, g)
            squares = [F(problem.inner(each, each)) for each in (g, t, g - t)]
            found += [squares] if squares[1] else []
    return found


@claim(
    "x:thm4.16-proof-substitution",
    kind="identity",
    says="The squared orthogonal part is kappa - 1 times the squared projected gradient, which is the squared "
    "gradient over kappa.",
    formula=r"\|(I-P_t)g_t\|^2 = \|g_t\|^2-\|P_tg_t\|^2 = (\kappa_t-1)\|P_tg_t\|^2, \quad "
    r"\|P_tg_t\|^2 = \tfrac1{\kappa_t}\|g_t\|^2",
    mutants={
        "kappa squared": {"kappa": lambda g, t: (g / t) ** 2},
        "one more": {"kappa": lambda g, t: 1 + g / t},
    },
)
def parts_of_the_gradient(*, kappa=lambda g, t: g / t):
    """In rational numbers, on lines, planes, arcs and in L² of an interval."""
    rows = rational_gradients()
    k = [kappa(g, t) for g, t, _ in rows]
    for name, found, claimed in (
        ("orthogonal", [c for *_, c in rows], [(ki - 1) * t for ki, (_, t, _) in zip(k, rows, strict=True)]),
        ("Pythagoras", [c for *_, c in rows], [g - t for g, t, _ in rows]),
        ("projected", [t for _, t, _ in rows], [g / ki for ki, (g, *_) in zip(k, rows, strict=True)]),
    ):
        yield equal(found, claimed, name=name, symbol="the squared norm")


b1, v1, v2, s, K, k, G, Y = sp.symbols("c_bias1 c_var1 c_var2 s K kappa G Y", positive=True)
half = s**2 * K / 2
LINES = {
    "parts": Y - (b1 * s - half * v1) * G / k + half * v2 * (k - 1) * G / k,
    "collected": Y - (b1 * s - half * (v1 + v2 * (k - 1))) / k * G,
    "sigma": Y - sigma((b1, 0, v1, v2), K, s, k) / k * G,
}


@claim(
    "x:display-thm4.16-proof-kappa",
    kind="identity",
    says="All lines of the second display are equal to the first one, with the squared gradient over kappa.",
    formula=r"-\bigl(c_{\mathrm{bias},1}s_t-s_t^2\tfrac{L+C_R}2c_{\mathrm{var},1}\bigr)\tfrac1{\kappa_t}\|g_t\|^2 + "
    r"s_t^2\tfrac{L+C_R}2c_{\mathrm{var},2}\tfrac{\kappa_t-1}{\kappa_t}\|g_t\|^2 = "
    r"-\tfrac{\tilde\sigma_t}{\kappa_t}\|g_t\|^2",
    premises=["x:thm4.16-proof-substitution"],
    mutants={
        "kappa for kappa - 1": {"lines": LINES | {"parts": LINES["parts"] + half * v2 * G / k}},
        "not over kappa": {"lines": LINES | {"sigma": Y - sigma((b1, 0, v1, v2), K, s, k) * G}},
    },
)
def lines_agree(*, lines=LINES):
    """As formulas; the printed signs ≤ between them are equalities."""
    first = Y + without_bias((b1, 0, v1, v2), K, s, sp.sqrt(G / k), sp.sqrt(G * (k - 1) / k))
    for (name, left), (_, right) in pairwise([("first", first), *lines.items()]):
        agree = int(sp.simplify(sp.expand(left - right)) == 0)
        yield equal(agree, 1, name=f"after {name}", symbol="whether both agree")


def last_line(time):
    """gap_t - 2 λ σ̃/κ gap_t against a_t times the gap at time t (0) or t + 1 (1), for every draw."""
    for name, spiral in spirals().items():
        step = spiral.best_step()
        a = contraction(spiral.constants, spiral.smoothness, step, spiral.kappa)
        before = 1 - 2 * sigma(spiral.constants, spiral.smoothness, step, spiral.kappa) / spiral.kappa
        for p, after in spiral.factors(step):
            yield equal(
                before,
                a * (F(1), after)[time],
                name=f"{name}, {p}, {after}",
                symbol="a_t gap",
            )


@claim(
    "x:display-thm4.16-proof-pl",
    kind="identity",
    says="As printed, the last line of the (PL) estimate is a_t times the gap of the next iterate.",
    formula=r"(\mathcal{L}(u_t)-\mathcal{L}_{\min}) - 2\lambda\tfrac{\tilde\sigma_t}{\kappa_t}"
    r"(\mathcal{L}(u_t)-\mathcal{L}_{\min}) = a_t(\mathcal{L}(u_{t+1})-\mathcal{L}_{\min})",
    expected="refuted",
    gravity="misprint",
)
def pl_line_as_printed(*, step=HALF):
    """The exact step s = 1/2 on the line, whose gap falls from 1 to 1/4: a_t = 1/4 against 1/16.

    With the best step s = 1 the next gap is 0 while a_t = 0, where nothing can be seen.
    """
    if step:
        line = Spiral(normal=NO_NOISE)
        ((_, after),) = line.factors(step)
        a = contraction(line.constants, line.smoothness, step, line.kappa)
        yield equal(a, a * after, name="the line", symbol="a_t gap")
    yield from last_line(1)


@repair(
    "x:display-thm4.16-proof-pl/corrected",
    "x:display-thm4.16-proof-pl",
    kind="inequality",
    says="It is a_t times the gap of the current iterate, and (PL) gives it where sigma-tilde is positive.",
    formula=r"(\mathcal{L}(u_t)-\mathcal{L}_{\min}) - \tfrac{\tilde\sigma_t}{\kappa_t}\|g_t\|^2 \le "
    r"a_t(\mathcal{L}(u_t)-\mathcal{L}_{\min})",
    tight="attained by least squares along axes",
    premises=["eq:mu-PL"],
    mutants={
        "as printed": {"time": 1},
        "sigma negative": {"sign": -1},
        "one per cent more of lambda": {"share": F(101, 100)},
    },
)
def pl_line(*, time=0, sign=1, share=1):
    """Then in rational numbers on the classes of Section 2 that have (PL), for σ̃/κ = 1/7; attained there."""
    yield from last_line(time)
    for name, problem in problems().items():
        if problem.lam is None:
            continue
        ratio, gaps = sign * F(1, 7), [problem.gap(u) for u, _ in problem.points]
        squares = [problem.inner(g, g) for g in (problem.gradient(u) for u, _ in problem.points)]
        left = [each - ratio * square for each, square in zip(gaps, squares, strict=True)]
        right = [(1 - 2 * share * problem.lam * ratio) * each for each in gaps]
        yield at_most(left, right, name=name, symbol="gap - sigma/kappa |g|^2")


# A step that is chosen by looking at the past: after a draw that raised the gap, half of it.
DEPTH = 7


def paths(spiral, first):
    """(probability, gaps, factors a_t) of all paths of DEPTH steps from the gap 1."""
    found = [(F(1), (F(1),), ())]
    for _ in range(DEPTH):
        grown = []
        for p, gaps, a in found:
            step = first / 2 if len(gaps) > 1 and gaps[-1] > gaps[-2] else first
            now = contraction(spiral.constants, spiral.smoothness, step, spiral.kappa)
            grown += [(p * q, (*gaps, factor * gaps[-1]), (*a, now)) for q, factor in spiral.factors(step)]
        found = grown
    return found


SEEN = {"45 degrees": (Spiral(F(1)), F(1, 4)), "60 degrees and more": (Spiral(F(2)), F(1, 5))}


def conditional_means(every):
    """(Y_t, E[Y_{t+1} | F_t], t) at every node of the tree, from its paths."""
    for t in range(DEPTH):
        nodes = {}
        for p, gaps, _ in every:
            mass, total = nodes.get(gaps[: t + 1], (0, 0))
            nodes[gaps[: t + 1]] = (mass + p, total + p * gaps[t + 1])
        for past, (mass, total) in nodes.items():
            yield past[-1], total / mass, t


@claim(
    "x:display-thm4.16-proof-contraction",
    also=["x:display-thm4.16-proof-scaled"],
    kind="inequality",
    says="With a read as the bound of all a_t, the expected next gap is at most a times the gap, and the gaps "
    "over b^t contract by c = a/b, which lies between 0 and 1.",
    formula=r"\mathbb{E}[Y_{t+1}\mid\mathcal{F}_t] \le \bar aY_t, \quad "
    r"\mathbb{E}[b^{-(t+1)}Y_{t+1}\mid\mathcal{F}_t] \le \tfrac{\bar a}{b}\,b^{-t}Y_t",
    tight="attained on spirals",
    premises=["x:display-thm4.16-one-step"],
    mutants={
        "the smallest a_t": {"of": min},
        "c = a": {"c": lambda a, _: a},
        "c one per cent less": {"c": lambda a, b: F(99, 100) * a / b},
    },
)
def scaled_gaps_contract(*, of=max, c=lambda a, b: a / b):
    """All paths of seven steps, with steps that depend on the past, so that a_t takes two values."""
    for name, (spiral, first) in SEEN.items():
        every = paths(spiral, first)
        a = of(factor for *_, factors in every for factor in factors)
        b = (1 + a) / 2
        rows = list(conditional_means(every))
        for word, left, right in (
            ("gaps", [mean for _, mean, _ in rows], [a * gap for gap, *_ in rows]),
            ("scaled", [mean / b ** (t + 1) for _, mean, t in rows], [c(a, b) * gap / b**t for gap, _, t in rows]),
        ):
            yield at_most(left, right, name=f"{name}, {word}", symbol="the next mean")
        yield at_most(c(a, b), F(99, 100), name=f"{name}, c", symbol="c")


@claim(
    "x:thm4.16-proof-summable",
    kind="almost sure",
    says="The gaps over b^t are summable: the mean of their sum is at most the first gap over 1 - c.",
    formula=r"\mathbb{E}\sum_tb^{-t}Y_t \le \tfrac{b}{b-\bar a}\,Y_0",
    expected="consistent",
    tight="attained on the spiral of 45 degrees, as the number of steps tends to infinity",
    premises=["x:display-thm4.16-proof-contraction", "prop:RobbinsSiegmund"],
    mutants={
        "share x 0.99": {"share": 0.99},
        "b = a": {"base": lambda a: a},
        "b below a": {"base": lambda a: F(9, 10) * a},
    },
)
def scaled_gaps_are_summable(*, base=lambda a: (1 + a) / 2, share=1.0):
    """All paths of seven steps counted; far out the mean for the first step always, whose factors are independent."""
    for name, (spiral, step) in SEEN.items():
        every, far = paths(spiral, step), spiral.mean_factor(step)
        a = max(factor for *_, factors in every for factor in factors)
        b, bound = base(a), share * float((1 + a) / (1 - a))  # b / (b - a) for the middle b
        counted = sum(p * gap / b**t for p, gaps, _ in every for t, gap in enumerate(gaps))
        for n, total in ((DEPTH, counted), (2000, sum(float(far / b) ** t for t in range(2000)))):
            decide, word = on_horizon(at_most, n), f"{name}, {n} terms"
            yield decide(float(total), bound, name=word, symbol="E sum b^-t Y_t")


SPIKES = [[F(int(i == j)) for j in range(8)] for i in range(8)]
SEQUENCES = [*SPIKES, [F(1, 2**i) for i in range(8)], [F(i % 3, 1 + i) for i in range(8)], [F(1)] * 8]


@claim(
    "x:thm4.16-proof-stechkin",
    kind="inequality",
    says="A nonnegative sequence with a finite weighted sum is at most that sum over its weight; no Stechkin "
    "inequality is needed, and none gives more at every t.",
    formula=r"Y_t \le \gamma_t^{-1}\sum_r\gamma_rY_r, \qquad \gamma_t = b^{-t}",
    tight="attained by a single spike",
    mutants={
        "rate x 0.99": {"rate": lambda b, t: 0.99 * (b**t)},
        "b^t / t": {"rate": lambda b, t: b**t / max(t, 1)},
        "(b/2)^t": {"rate": lambda b, t: (b / 2) ** t},
    },
)
def weighted_sum_bounds_terms(*, rate=lambda b, t: b**t):
    """Attained by a single spike. Stechkin bounds the t-th largest scaled term by the sum over t, not the t-th one."""
    for b in (F(1, 2), F(9, 10)):
        for i, scaled in enumerate(SEQUENCES):  # γ_t Y_t
            Y = [b**t * value for t, value in enumerate(scaled)]
            bounds = [rate(b, t) * sum(scaled) for t in range(len(Y))]
            yield at_most(Y, bounds, name=f"b = {b}, sequence {i}", symbol="Y_t")
