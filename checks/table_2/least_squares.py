r"""Table 2, the row of least squares from stable points (LSP): each cell against what the estimator needs.

The cells are attained in the limit by one plain point that is rarely stable; optimal points need less.
"""

from dataclasses import replace

from checks.hypotheses import possible_event
from checks.instances.stable_samples import STABLE
from checks.theory.forms import dominated, nonnegative
from checks.theory.non_projection import variance_bound
from checks.theory.stable_least_squares import Event, c_var1, c_var2, squared_bias2
from theorytest import claim

ROW = {"forall": {"T, μ, n, δ": STABLE}, "given": [possible_event], "premises": ["lemma:QBP_bias"]}


def conditioned(stable):
    """Given S_δ."""
    return stable.events


def unconditioned(stable):
    """All samples."""
    return [Event(stable.system, event.setting, stable.samples) for event in stable.events]


@claim(
    "x:tab2-leastsquares-bias1",
    says="Least squares from stable points has c_bias,1 = 1.",
    formula=r"c_{\mathrm{bias},1} = 1",
    tight="attained by every g in the space",
    mutants={"a thousandth more": {"per_mille": 1001}, "points that are not conditioned": {"events": unconditioned}},
    **ROW,
)
def bias1_is_one(stable, *, per_mille=1000, events=conditioned):
    P = stable.system.projector
    for event in events(stable):
        A = P @ event.mean @ P
        yield nonnegative((A + A.T) / 2 - per_mille * P / 1000, f"δ = {float(event.setting.delta):.6g}", digits=9)


@claim(
    "x:tab2-leastsquares-bias2",
    says="Least squares from stable points has c_bias,2 = √k/((1 − δ)√(pn)).",
    formula=r"c_{\mathrm{bias},2} = \tfrac{\sqrt{k_t}}{(1-\delta)\sqrt{p_{\mathcal{S}_\delta}n}}",
    tight="approached by one plain point that is rarely stable, as p and δ tend to 0",
    mutants={
        "two per cent less": {"square": lambda s: 96 * squared_bias2(s) / 100},
        "no probability": {"square": lambda s: s.p * squared_bias2(s)},
        "no k": {"square": lambda s: squared_bias2(replace(s, k=1))},
        "of order 1/n": {"square": lambda s: squared_bias2(s) / s.n},
        "no delta": {"square": lambda s: squared_bias2(replace(s, delta=0))},
    },
    **ROW,
)
def bias2_suffices(stable, *, square=squared_bias2):
    """The norm of the mean on the complement of T, squared."""
    for event in stable.events:
        s, B = event.setting, event.bias
        yield dominated(B.T @ B, square(s) * stable.system.identity, f"δ = {float(s.delta):.6g}")


@claim(
    "x:tab2-leastsquares-var1",
    says="Least squares from stable points has c_var,1 = (n − 1 + k)/(n(1 − δ)²p) next to the printed c_var,2.",
    formula=r"c_{\mathrm{var},1} = \tfrac{1}{(1-\delta)^2p_{\mathcal{S}_\delta}}\tfrac{n-1+k_t}{n}",
    reading="One power of 1/(1 − δ) in place of two, or 1 in place of k, would pass here as well.",
    tight="approached by one point that is stable with probability 1/2, as δ tends to 0",
    mutants={
        "the quasi-projection's": {"first": lambda s: (s.n - 1 + s.k) / s.n},
        "c_var,2": {"first": c_var2},
        "only 1/p": {"first": lambda s: 1 / s.p},
        "two per cent less": {"first": lambda s: 98 * c_var1(s) / 100},
    },
    **ROW,
)
@claim(
    "x:tab2-leastsquares-var2",
    says="Least squares from stable points has c_var,2 = k/(n(1 − δ)²p) next to the printed c_var,1.",
    formula=r"c_{\mathrm{var},2} = \tfrac{1}{(1-\delta)^2p_{\mathcal{S}_\delta}}\tfrac{k_t}{n}",
    reading="One power of 1/(1 − δ) in place of two would pass here as well.",
    tight="approached by one plain point that is rarely stable, as p and δ tend to 0",
    mutants={
        "the quasi-projection's": {"second": lambda s: s.k / s.n},
        "no probability": {"second": lambda s: s.p * c_var2(s)},
        "no k": {"second": lambda s: c_var2(replace(s, k=1))},
        "n + 1": {"second": lambda s: c_var2(replace(s, n=s.n + 1))},
        "no delta": {"second": lambda s: c_var2(replace(s, delta=0))},
        "two per cent less": {"second": lambda s: 98 * c_var2(s) / 100},
    },
    **ROW,
)
def variance_suffices(stable, *, first=c_var1, second=c_var2):
    """On T alone 1 would do, as the estimate reproduces T; the rest pays for the coupling with the complement."""
    for event in stable.events:
        s = event.setting
        bound = variance_bound(stable.system, first(s), second(s))
        yield dominated(event.second_moment, bound, f"δ = {float(s.delta):.6g}")
