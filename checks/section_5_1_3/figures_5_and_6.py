r"""Figures 5 and 6: six points given S_δ, with the step 3/4 for Figure 5, which prints none, and 1 for Figure 6."""

from __future__ import annotations

from checks.instances.conditioned import STEP, on_six_nodes, on_the_interval
from checks.instances.panels import Picture, most_paths_lie_in, refuted
from checks.section_5_1_3.bias import tabulated_bias
from theorytest import claim, sampled
from theorytest.claims.plots import Mark
from theorytest.decisions.probability import probability_equals
from theorytest.descent.scheme import descend
from theorytest.descent.steps import Constant

NAMES = {"quasi": "quasi-projection", "lsq": "least squares projection"}
ONE, BEST = Constant(1.0), Constant(STEP)


def panel_of_figure_5(run, label, word, steps, band):
    """Most paths after 100 steps, in multiples of L_min,M."""
    experiment = on_the_interval(word)
    F = experiment.floor
    bias = on_six_nodes(word).bias * F
    marks = [Mark("y", bias, "bias on six nodes"), Mark("y", 0.375 * F, "0.375 L_min,M: without conditioning")]
    if word == "lsq":
        marks.append(Mark("y", tabulated_bias() ** 2 * F, "c_bias2^2 L_min,M with Table 2"))
    picture = Picture(
        label=label,
        title=f"Conditioned {NAMES[word]}, n = 6, delta = 1/2, step {steps(1):g}",
        experiment=experiment,
        steps=steps,
        n_steps=100,
        exact=False,
        levels=(1,),
        marks=tuple(marks),
        note="The plateau is the variance of the constant step; the bias lies far below it.",
    )
    yield from most_paths_lie_in(run, picture, (band[0] * F, band[1] * F))


@claim(
    "fig:convergence_up_to_bias_quasi",
    kind="figure",
    says="Figure 5 (a) with the step 3/4: the conditioned quasi-projection stagnates, most paths between 0.025 "
    "and 0.4 L_min,M; without conditioning the mean is 0.375 L_min,M.",
    formula=r"s_t\equiv\tfrac34,\ t = 101:\quad 0.025 \le \tfrac{\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}}"
    r"{\mathcal{L}_{\min,\mathcal{M}}} \le 0.4 \text{ on most paths}",
    expected="confirmed",
    premises=["x:sec5.1.3-stagnation/constant-step"],
    mutants={"at the bias": {"band": (0.0001, 0.01)}, "a tenth of the step": {"steps": Constant(STEP / 10)}},
)
def figure_5_a(run, *, steps=BEST, band=(0.025, 0.4)):
    yield from panel_of_figure_5(run, "fig:convergence_up_to_bias_quasi", "quasi", steps, band)


@claim(
    "fig:convergence_up_to_bias_least-squares",
    kind="figure",
    says="Figure 5 (b) with the step 3/4: the conditioned least squares projection stagnates, most paths "
    "between 0.025 and 0.6 L_min,M; the bound with c_bias2 of Table 2 is 9.0 L_min,M.",
    formula=r"s_t\equiv\tfrac34,\ t = 101:\quad 0.025 \le \tfrac{\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}}"
    r"{\mathcal{L}_{\min,\mathcal{M}}} \le 0.6 \text{ on most paths}",
    expected="confirmed",
    premises=["x:sec5.1.3-stagnation/constant-step"],
    mutants={"at the bound of Table 2": {"band": (0.9, 9.0)}, "a tenth of the step": {"steps": Constant(STEP / 10)}},
)
def figure_5_b(run, *, steps=BEST, band=(0.025, 0.6)):
    yield from panel_of_figure_5(run, "fig:convergence_up_to_bias_least-squares", "lsq", steps, band)


def panel_of_figure_6(run, label, word, delta, band, steps=ONE):
    """Most paths after the first step, in multiples of L_min,M; the start is at 2517."""
    experiment = on_the_interval(word, delta)
    F, few = experiment.floor, delta < 0.1
    picture = Picture(
        label=label,
        title=f"{NAMES[word]}, n = 6, delta = {delta:g}, step {steps(1):g}".capitalize(),
        experiment=experiment,
        steps=steps,
        n_steps=3 if few else 9,
        exact=False,
        levels=(1,),
        x_scale="linear",
        note="One step of least squares ends at the noise; the quasi-projection keeps up to delta of its error.",
    )
    yield from most_paths_lie_in(run, picture, (band[0] * F, band[1] * F), at=2, share=0.65, replicas=200)


def half_is_below(run, delta, median, steps):
    """Whether half of the paths of least squares are below the median after one step: the bands are alike for all δ."""
    experiment = on_the_interval("lsq", delta)

    def below(rng, size):
        return descend(experiment.process, steps, 1, rng, size, times=[2]).gap[:, 0] <= median * experiment.floor

    if not refuted(run):
        yield sampled(
            probability_equals,
            below,
            value=0.5,
            name="median",
            resolution=0.1,
            max_draws=8000,
            symbol="P(gap <= median)",
        )


def panel_claim(panel, word, delta, band, mutants):
    """What the eight claims of Figure 6 have in common."""
    low, high = band
    half = f", half of them below {MEDIANS[delta]:g} L_min,M" if word == "lsq" and delta in MEDIANS else ""
    return claim(
        f"fig:deterministic_step_sizes_{panel}",
        kind="figure",
        says=f"Figure 6, {NAMES[word]}, delta = {delta:g}: after one step of size 1 most paths lie between "
        f"{low:g} and {high:g} L_min,M{half}.",
        formula=rf"s_1 = 1,\ \delta = {delta:g}:\quad {low:g} \le " + GAP + rf" \le {high:g} \text{{ on most paths}}",
        expected="confirmed",
        premises=["x:sec5.1.3-single-iteration/corrected"],
        mutants=mutants,
    )


GAP = r"\tfrac{\mathcal{L}(u_2)-\mathcal{L}_{\min,\mathcal{M}}}{\mathcal{L}_{\min,\mathcal{M}}}"
NARROWER = {"a step of 0.9": {"steps": Constant(0.9)}}
AT_ONCE = {"convergence in one step": {"band": (0.0, 1.0)}}
QUASI = {0.5: (22, 500), 0.25: (6, 110), 0.125: (1.8, 30), 0.0625: (0.4, 8)}
MEDIANS = {0.5: 0.251, 0.25: 0.153, 0.125: 0.107}  # of least squares, in multiples of L_min,M
LSQ = {0.5: (0.04, 1.0), 0.25: (0.028, 0.6), 0.125: (0.013, 0.65), 0.0625: (0.005, 0.7)}


@panel_claim("quasi_12", "quasi", 0.5, QUASI[0.5], AT_ONCE | {"delta = 1/8": {"delta": 0.125}})
def figure_6_a(run, *, delta=0.5, band=QUASI[0.5]):
    yield from panel_of_figure_6(run, "fig:deterministic_step_sizes_quasi_12", "quasi", delta, band)


@panel_claim("quasi_14", "quasi", 0.25, QUASI[0.25], AT_ONCE | {"delta = 1/2": {"delta": 0.5}})
def figure_6_b(run, *, delta=0.25, band=QUASI[0.25]):
    yield from panel_of_figure_6(run, "fig:deterministic_step_sizes_quasi_14", "quasi", delta, band)


@panel_claim("quasi_18", "quasi", 0.125, QUASI[0.125], AT_ONCE | {"delta = 1/2": {"delta": 0.5}})
def figure_6_c(run, *, delta=0.125, band=QUASI[0.125]):
    yield from panel_of_figure_6(run, "fig:deterministic_step_sizes_quasi_18", "quasi", delta, band)


@panel_claim("quasi_116", "quasi", 0.0625, QUASI[0.0625], AT_ONCE | {"delta = 1/2": {"delta": 0.5}})
def figure_6_d(run, *, delta=0.0625, band=QUASI[0.0625]):
    yield from panel_of_figure_6(run, "fig:deterministic_step_sizes_quasi_116", "quasi", delta, band)


@panel_claim(
    "least-squares_12",
    "lsq",
    0.5,
    LSQ[0.5],
    NARROWER | {"quasi-projection": {"word": "quasi"}, "delta = 0.25": {"delta": 0.25}},
)
def figure_6_e(run, *, word="lsq", steps=ONE, delta=0.5):
    yield from panel_of_figure_6(run, "fig:deterministic_step_sizes_least-squares_12", word, delta, LSQ[0.5], steps)
    yield from half_is_below(run, delta, MEDIANS[0.5], steps)


@panel_claim(
    "least-squares_14",
    "lsq",
    0.25,
    LSQ[0.25],
    NARROWER | {"quasi-projection": {"word": "quasi"}, "delta = 0.5": {"delta": 0.5}},
)
def figure_6_f(run, *, word="lsq", steps=ONE, delta=0.25):
    yield from panel_of_figure_6(run, "fig:deterministic_step_sizes_least-squares_14", word, delta, LSQ[0.25], steps)
    yield from half_is_below(run, delta, MEDIANS[0.25], steps)


@panel_claim(
    "least-squares_18",
    "lsq",
    0.125,
    LSQ[0.125],
    NARROWER | {"quasi-projection": {"word": "quasi"}, "delta = 0.25": {"delta": 0.25}},
)
def figure_6_g(run, *, word="lsq", steps=ONE, delta=0.125):
    yield from panel_of_figure_6(run, "fig:deterministic_step_sizes_least-squares_18", word, delta, LSQ[0.125], steps)
    yield from half_is_below(run, delta, MEDIANS[0.125], steps)


@panel_claim("least-squares_116", "lsq", 0.0625, LSQ[0.0625], NARROWER)
def figure_6_h(run, *, word="lsq", steps=ONE):
    yield from panel_of_figure_6(
        run, "fig:deterministic_step_sizes_least-squares_116", word, 0.0625, LSQ[0.0625], steps
    )
