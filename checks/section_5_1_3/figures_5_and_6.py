r"""Figures 5 and 6: six points given S_δ, with the step 3/4 for Figure 5, which prints none, and 1 for Figure 6."""

from checks.instances.conditioned import STEP, N, on_the_interval
from checks.instances.panels import Picture, most_paths_lie_in, refuted
from theorytest import claim, finite, sampled
from theorytest.approximation import TABLE_2
from theorytest.claims.plots import Mark
from theorytest.decisions.probability import probability_equals
from theorytest.descent import Constant, descend

NAMES = {"quasi": "quasi-projection", "lsq": "least squares projection"}
KEYS = {"quasi": "quasi", "lsq": "least-squares"}  # in the labels of the paper
FRACTIONS = {0.5: "12", 0.25: "14", 0.125: "18", 0.0625: "116"}
ONE = Constant(1.0)


@claim(
    "fig:convergence_up_to_bias/panels",
    label="fig:convergence_up_to_bias_quasi",
    also=["fig:convergence_up_to_bias_least-squares"],
    kind="figure",
    voice="ours",
    says="Figure 5, reconstructed with s = 3/4: after 100 steps most paths lie between 0.025 and 0.4 L_min,M for "
    "quasi-projections and 0.025 and 0.6 L_min,M for least squares.",
    formula=r"s_t\equiv\tfrac34,\ t = 101",
    forall={"panel": finite({"(a)": ("quasi", (0.025, 0.4)), "(b)": ("lsq", (0.025, 0.6))})},
    reading="The source has neither pictures nor the steps of this figure; step and bands are ours. The plateau is the "
    "variance of the constant step, not the bias: without conditioning it is at 0.375 L_min,M.",
    expected="confirmed",
    mutants={"a tenth of the step": {"steps": Constant(STEP / 10)}, "the step 4/3": {"steps": Constant(4 / 3)}},
)
def figure_5(run, panel, *, steps=Constant(STEP)):  # noqa: B008 (a frozen rule)
    word, band = panel
    experiment = on_the_interval(word)
    F = experiment.floor
    marks = [Mark("y", 0.375 * F, "0.375 L_min,M: without conditioning")]
    if word == "lsq":
        tabulated = TABLE_2["lsq"].numbers(k=3, n=N, p=0.223, delta=0.5)["c_bias2"]
        marks.append(Mark("y", tabulated**2 * F, "c_bias2^2 L_min,M with Table 2"))
    picture = Picture(
        label=f"fig:convergence_up_to_bias_{KEYS[word]}",
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


PANELS = {
    ("quasi", 0.5): ((22, 500), None),
    ("quasi", 0.25): ((6, 110), None),
    ("quasi", 0.125): ((1.8, 30), None),
    ("quasi", 0.0625): ((0.4, 8), None),
    ("lsq", 0.5): ((0.04, 1.0), 0.251),
    ("lsq", 0.25): ((0.028, 0.6), 0.153),
    ("lsq", 0.125): ((0.013, 0.65), 0.107),
    ("lsq", 0.0625): ((0.005, 0.7), None),
}


def label(word, delta):
    """Of a panel of Figure 6."""
    return f"fig:deterministic_step_sizes_{KEYS[word]}_{FRACTIONS[delta]}"


@claim(
    "fig:deterministic_step_sizes/panels",
    label=label("quasi", 0.5),
    also=["x:sec5.1.3-four-levels", *(label(*key) for key in PANELS if key != ("quasi", 0.5))],
    kind="figure",
    voice="ours",
    says="Figure 6, reconstructed: after one unit step with δ = 1/2 most paths lie between 22 and 500 L_min,M "
    "(quasi-projection) and between 0.04 and 1 L_min,M (least squares).",
    formula=r"s_1 = 1,\quad \delta = \tfrac12, \tfrac14, \tfrac18, \tfrac1{16}",
    forall={"panel": finite({f"{NAMES[word]}, δ = {delta:g}": (word, delta) for word, delta in PANELS})},
    reading="The source has no pictures. The bands of all eight panels, and the medians of least squares, are ours.",
    expected="confirmed",
    mutants={"a step of 0.8": {"steps": Constant(0.8)}, "δ = 1/4 in all panels": {"always": 0.25}},
)
def figure_6(run, panel, *, steps=ONE, always=None):
    (word, delta), (band, median) = panel, PANELS[panel]
    experiment = on_the_interval(word, always or delta)
    F = experiment.floor
    picture = Picture(
        label=label(word, delta),
        title=f"{NAMES[word]}, n = 6, delta = {delta:g}, step {steps(1):g}".capitalize(),
        experiment=experiment,
        steps=steps,
        n_steps=3 if delta < 0.1 else 9,
        exact=False,
        levels=(1,),
        x_scale="linear",
        note="One step of least squares ends at the noise; the quasi-projection keeps up to delta of its error.",
    )
    yield from most_paths_lie_in(run, picture, (band[0] * F, band[1] * F), at=2, share=0.65, replicas=200)
    if median is not None and not refuted(run):
        yield half_is_below(experiment, median * F, steps)


def half_is_below(experiment, median, steps):
    """Whether half of the paths of least squares are below the median after one step: the bands are alike for all δ."""

    def below(rng, size):
        return descend(experiment.process, steps, 1, rng, size, times=[2]).gap[:, 0] <= median

    options = {"resolution": 0.1, "max_draws": 8000, "symbol": "P(gap <= median)"}
    return sampled(probability_equals, below, value=0.5, name="median", **options)
