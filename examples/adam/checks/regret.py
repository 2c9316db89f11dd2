"""Section 4: the regret bound, its corollary, and AMSGrad as what is true instead."""

import math
from fractions import Fraction as F

from methods import DIAMETER, Online, bias_corrected, largest_so_far, played

from theorytest import at_least, at_most, bounded, claim, family, product, reals, repair, vectors
from theorytest.attacks.exact import sqrt
from theorytest.decisions import Growth

LAMBDA = F(1, 100)  # of β₁,ₜ = β₁ λ^(t-1), in (0, 1): without momentum it enters the printed bound only


def as_printed(game, found, T):
    """D²/(2α) √(T v̂) + α G/√(1-β₂) ‖g‖₂ + D² G √(1-β₂)/(2α (1-λ)²), the bound for β₁ = 0 and d = 1."""
    D, G, a, b = DIAMETER, found.largest, game.step, game.beta2
    first = D * D / (2 * a) * sqrt(T * found.v)
    return first + a * G * sqrt(found.squares) / sqrt(1 - b) + D * D * G * sqrt(1 - b) / (2 * a * (1 - LAMBDA) ** 2)


def of_amsgrad(game, found, T):
    """D²√T/α √v̂ + α √(1 + log T)/√(1-β₂) ‖g‖₂, Theorem 4 of Reddi, Kale and Kumar for β₁ = 0 and d = 1."""
    D, a = DIAMETER, game.step
    logarithm = F(math.ceil(1e9 * math.log(T)), 10**9)  # rounded up: the bound is not made smaller
    return D * D * sqrt(T * found.v) / a + a * sqrt((1 + logarithm) * found.squares) / sqrt(1 - game.beta2)


def games(low, says):
    """Games of one to six rounds with gradients in [-1, 1], of which the largest is at least `low`."""
    region = product(reals(F(1, 10), 4), reals(F(1, 10**8), F(1, 2), log=True), vectors([1, 2, 3, 4, 5, 6], -1, 1))
    wide = region.map(lambda a, b, g: Online(a, b, tuple(g)), says=says)
    return wide.where(lambda game: max(abs(each) for each in game.gradients) >= low)


def normalised(a, b, g):
    """The same game with the largest gradient equal to 1."""
    largest = max(abs(each) for each in g)
    return Online(a, b, tuple(each / largest for each in g) if largest else (*g[:-1], 1))


PLAYED = [
    Online(F(1), F(1, 2), (1,)),
    Online(F(1), F(9, 10), (1, -1, 1, -1)),
    Online(F(1), F(3, 4), (1,)),  # the worst for AMSGrad: a regret of 2 where the bound is 4
]
GAMES = family(
    PLAYED,
    "steps α, constants β₂ and gradients in [-1, 1]",
    search=games(F(1, 1000), "games of one to six rounds"),
    effort=1500,
)
UNIT_GAMES = family(
    PLAYED,
    "steps α, constants β₂ and gradients whose largest is 1",
    search=product(reals(F(1, 10), 4), reals(F(1, 10**8), F(1, 2), log=True), vectors([1, 2, 3, 4, 5, 6], -1, 1)).map(
        normalised, says="games of one to six rounds with G = 1"
    ),
    effort=10_000,
)
AMSGRAD = {"moment": largest_so_far, "bound": of_amsgrad}


@repair(
    "thm:regret/amsgrad",
    "thm:regret",
    by=AMSGRAD,
    says="AMSGrad, which never lets v̂ fall, has a regret of at most D²√(T v̂)/α + α√(1 + log T)‖g‖₂/√(1−β₂).",
    formula=r"R(T) \le \tfrac{D^2\sqrt{T}}{\alpha}\sqrt{\hat v_T}"
    r" + \tfrac{\alpha\sqrt{1+\log T}}{\sqrt{1-\beta_2}}\|g_{1:T}\|_2",
    forall={"α, β₂, g": GAMES},
    mutants={"less than half": {"bound": lambda *words: of_amsgrad(*words) * F(49, 100)}},
    controls={"half": {"bound": lambda *words: of_amsgrad(*words) / 2}},
    reading="Theorem 4 of Reddi, Kale and Kumar (2018) for β₁ = 0 and d = 1",
)
@claim(
    "thm:regret",
    says="For steps α/√t the regret of Adam is at most D²√(T v̂)/(2α) + αG‖g‖₂/√(1−β₂) + D²G√(1−β₂)/(2α(1−λ)²).",
    formula=r"R(T) \le \tfrac{D^2}{2\alpha}\sqrt{T\hat v_T} + \tfrac{\alpha G_\infty}{\sqrt{1-\beta_2}}\|g_{1:T}\|_2"
    r" + \tfrac{D_\infty^2 G_\infty\sqrt{1-\beta_2}}{2\alpha(1-\lambda)^2}",
    forall={"α, β₂, g": GAMES},
    gravity="wrong statement",
    finding="not-homogeneous",
    reading="d = 1, β₁ = 0 (so γ = 0) and λ = 1/100, all of them allowed; θ is projected onto [−1, 1], so that D = 2",
)
def regret_is_at_most_the_bound(game, *, moment=bias_corrected, bound=as_printed):
    found = played(game, moment)
    return at_most(found.regret, bound(game, found, len(game.gradients)), symbol="the regret")


@repair(
    "thm:regret/unit-amsgrad",
    "thm:regret/unit",
    by=AMSGRAD,
    says="AMSGrad keeps its own bound in all games whose largest gradient is 1.",
    mutants={"less than half": {"bound": lambda *words: of_amsgrad(*words) * F(49, 100)}},
    controls={"half": {"bound": lambda *words: of_amsgrad(*words) / 2}},
)
@claim(
    "thm:regret/unit",
    voice="ours",
    says="Where the largest gradient is 1 the regret of Adam is at most the printed bound.",
    forall={"α, β₂, g": UNIT_GAMES},
    gravity="wrong statement",
    finding="v-may-fall",
    reading="units in which G = 1: the printed bound is read as if it were homogeneous",
)
def regret_is_at_most_the_bound_in_units(game, *, moment=bias_corrected, bound=as_printed):
    found = played(game, moment)
    return at_most(found.regret, bound(game, found, len(game.gradients)), symbol="the regret")


def cycle(T):
    """C = 4 once, then -1 twice: the example of Reddi, Kale and Kumar, with β₂ = 1/(1 + C²)."""
    return Online(0.5, 1 / 17, tuple(4.0 if t % 3 == 0 else -1.0 for t in range(T)))


TIMES = [3 * 2**k for k in range(11)]


@claim(
    "cor:average",
    says="The average regret of Adam is O(1/√T).",
    formula=r"\tfrac{R(T)}{T} = \mathcal{O}\bigl(\tfrac{1}{\sqrt T}\bigr)",
    gravity="wrong statement",
    finding="v-may-fall",
    reading="tried on the periodic game (4, −1, −1) of Reddi, Kale and Kumar (2018) with β₂ = 1/17 and α = 1/2",
)
def regret_over_root_t_is_bounded(*, moment=bias_corrected):
    growth = [float(played(cycle(T), moment).regret) / math.sqrt(T) for T in TIMES]
    return bounded(growth, TIMES, among=(Growth.BOUNDED, Growth.POWER))


@claim(
    "cor:average/linear",
    voice="ours",
    says="On the periodic game (4, −1, −1) Adam pays at least 4 more than the best fixed point in every cycle.",
    forall={"k": family([1, 10, 100, 1000], "numbers of cycles")},
    mutants={"4.1 more": {"each": 4.1}},
)
def regret_is_linear(k, *, each=4):
    return at_least(played(cycle(3 * k), bias_corrected).regret, each * k, symbol="the regret")


@repair(
    "cor:average/amsgrad",
    "cor:average",
    says="On the periodic game (4, −1, −1) the regret of AMSGrad is at most 32√T + 2√(T(1 + log T)).",
    formula=r"R(T) \le 32\sqrt T + 2\sqrt{T(1+\log T)}",
    forall={"T": family(TIMES, "numbers of rounds")},
    mutants={"Adam instead": {"moment": bias_corrected}},
    reading="Theorem 4 of Reddi, Kale and Kumar (2018) for this game, where v̂ ≤ 16, D = 2, α = 1/2 and ‖g‖² = 6T",
)
def amsgrad_has_sublinear_regret(T, *, moment=largest_so_far):
    bound = 32 * math.sqrt(T) + 2 * math.sqrt(T * (1 + math.log(T)))
    return at_most(played(cycle(T), moment).regret, bound, symbol="the regret")
