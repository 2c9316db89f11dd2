r"""Figures 2 to 7 of Section 5, reconstructed from u_1 = 0: the source has no pictures, and all numbers are ours.

Figure 2: with 2/9 t^-0.9 the mean gap is about exp(-(40/9) t^0.1), whose slope on logarithmic axes is -(4/9) t^0.1.
Figure 4: after the switch the smaller steps need until t = 2724 and 1805 to come down to L_min,M, which 1/9 alone does
at t = 47 and 41. Figure 5: the plateau is the variance of the constant step; the bias lies far below it. Figure 7: for
plain points the mean gap grows as long as the steps are too large for its second moments; it is made by rare paths.
"""

from dataclasses import replace
from fractions import Fraction

from checks.instances.conditioned import STEP, on_the_interval
from checks.instances.linear_experiments import SUBLINEAR, bounded, unbounded
from checks.instances.panels import Picture, reconstructed
from theorytest import claim, finite
from theorytest.approximation import Optimal, Plain
from theorytest.claims.plots import Mark
from theorytest.descent import Constant, Mixed, Power

WORDS = {Plain: "uniform", Optimal: "optimal"}
NINTH, PRINTED, ONE = Constant(1 / 9), Mixed(1 / 9, SUBLINEAR, 22), Constant(1.0)
BOTH = "The source has no pictures. The bands, in which most paths end, are ours."
STEPS_TOO = "The source has neither pictures nor the steps of this figure; steps, start and bands are ours."


def on_the_bounded_domain(label, title, steps, n_steps, **numbers):
    """Panels (a), uniform, and (b), optimal points, n = 1; each number is a pair."""
    pairs = [dict(zip(numbers, each, strict=True)) for each in zip(*numbers.values(), strict=True)]
    return finite(
        {
            f"({letter})": Picture(
                f"{label}_{WORDS[points]}",
                f"{title}, {WORDS[points]} points, n = 1",
                bounded,
                (points,),
                steps,
                n_steps,
                by_hand=1000,
                **each,
            )
            for letter, points, each in zip("ab", WORDS, pairs, strict=True)
        }
    )


def with_steps(steps):
    """A mutant: the same panel with other steps."""
    return {"change": lambda picture: replace(picture, steps=steps)}


def with_arguments(change):
    """A mutant: another sampler, number of points or stability constant."""
    return {"change": lambda picture: replace(picture, arguments=change(*picture.arguments))}


EXCHANGED = {Plain: Optimal, Optimal: Plain}
OTHER_PANEL = {"the panels exchanged": with_arguments(lambda points: (EXCHANGED[points],))}
FIGURE_2 = on_the_bounded_domain(
    "fig:sublinear_convergence",
    "Decreasing steps 2/9 t^-0.9",
    SUBLINEAR,
    10_000,
    stated=({10_001: 3.01}, {10_001: 2.734}),
    band=((0.95, 6.4), (0.87, 5.8)),
    slopes=((-0.8, -0.9),) * 2,
    marks=((), (Mark("x", 1000, "the text: the asymptotic regime sets in"),)),
    drawn=(100,) * 2,
)
FIGURE_3 = on_the_bounded_domain(
    "fig:convergence_up_to_precision",
    "Constant step 1/9",
    NINTH,
    1000,
    stated=({1001: 0.332}, {1001: 0.2}),
    band=((0.05, 0.85), (0.035, 0.46)),
    marks=((Mark("x", 22, "the text: steps that Corollary 4.6 asks for"),),) * 2,
    drawn=(300,) * 2,
)


FIGURE_4 = on_the_bounded_domain(
    "fig:convergence_up_to_precision_mixed",
    "Constant, then decreasing steps",
    PRINTED,
    10_000,
    stated=({23: 41.21, 2724: 1.0}, {23: 28.0, 1805: 1.0}),
    band=((0.025, 0.61), (0.022, 0.47)),
    slopes=((-0.8,),) * 2,
    marks=((Mark("x", 22, "the text: from constant to decreasing steps"),),) * 2,
)


def on_the_line(word, points, n, n_steps, stated, band, **words):
    """A panel of Figure 7, in absolute numbers: L_min,M is 3.1e-4, the start 3.7."""
    label = f"fig:gaussian_convergence_{word}_sampling_n{n}"
    title, fixed = f"{word.capitalize()} points, n = {n}, steps 2/9 t^-0.9", {"absolute": True, "slopes": (-0.5, -1.0)}
    return Picture(label, title, unbounded, (points, n), SUBLINEAR, n_steps, band, stated=stated, **fixed, **words)


GAUSSIAN = {
    f"n = {n}": on_the_line("gaussian", Plain, n, n_steps, {at: height}, band, by_hand=50, digits=4)
    for n, at, height, band, n_steps in (
        (1, 13_239, 2.69676e95, (0.07, 2.5), 1000),
        (21, 450, 2.33739e14, (0.07, 0.65), 300),
        (70, 119, 6.89922e5, (0.15, 0.6), 100),
    )
}
OPTIMAL = {
    f"n = {n}": on_the_line("optimal", Optimal, n, 3000, {3001: mean}, band, by_hand=300, drawn=100)
    for n, mean, band in ((1, 0.02216, (0.0075, 0.048)), (7, 0.012365, (0.0072, 0.0195)))
}
ONE_MORE = {"one point more": with_arguments(lambda points, n: (points, n + 1))}

NAMES = {"quasi": "quasi-projection", "lsq": "least squares projection"}
KEYS = {"quasi": "quasi", "lsq": "least-squares"}  # in the labels of the paper
FRACTIONS = {0.5: "12", 0.25: "14", 0.125: "18", 0.0625: "116"}
FREE = (Mark("y", 0.375 * 3.6e-4, "0.375 L_min,M: without conditioning"),)
AFTER_ONE_STEP = (Mark("x", 2, "the text: a single step brings the mean below L_min,M"),)
PLATEAUS = {"quasi": (0.025, 0.4), "lsq": (0.025, 0.6)}
AT_ONCE = {  # the band after one step
    ("quasi", 0.5): (22, 500),
    ("quasi", 0.25): (6, 110),
    ("quasi", 0.125): (1.8, 30),
    ("quasi", 0.0625): (0.4, 8),
    ("lsq", 0.5): (0.04, 1.0),
    ("lsq", 0.25): (0.028, 0.6),
    ("lsq", 0.125): (0.013, 0.65),
    ("lsq", 0.0625): (0.005, 0.7),
}


def plateau(word):
    """A panel of Figure 5."""
    label, title = f"fig:convergence_up_to_bias_{KEYS[word]}", f"Conditioned {NAMES[word]}, n = 6, δ = 1/2"
    return Picture(label, title, on_the_interval, (word,), Constant(STEP), 100, PLATEAUS[word], marks=FREE)


def single_step(word, delta):
    """A panel of Figure 6."""
    label = f"fig:deterministic_step_sizes_{KEYS[word]}_{FRACTIONS[delta]}"
    title = f"{NAMES[word]}, n = 6, δ = {Fraction(delta)}, step 1".capitalize()
    words = {"at": 2, "share": 0.65, "replicas": 200, "x_scale": "linear", "marks": AFTER_ONE_STEP}
    return Picture(
        label, title, on_the_interval, (word, delta), ONE, 3 if delta < 0.1 else 9, AT_ONCE[word, delta], **words
    )


FIGURE_6 = {f"{NAMES[word]}, δ = {delta:g}": single_step(word, delta) for word, delta in AT_ONCE}


def figure(id, says, panels, mutants, also, formula, **words):  # noqa: A002 (as in claim)
    """A reconstruction of ours."""
    given = {"kind": "figure", "voice": "ours", "expected": "confirmed", "reading": BOTH} | words
    return claim(id, says=says, forall={"panel": panels}, mutants=mutants, also=also, formula=formula, **given)


@figure(
    "fig:sublinear_convergence/panels",
    "Figure 2, reconstructed from u_1 = 0: after 10⁴ steps the mean gap is 3.01 L_min,M for uniform and 2.73 L_min,M "
    "for optimal points.",
    FIGURE_2,
    {"steps five per cent larger": with_steps(Power(1.05 * 2 / 9, 0.9))} | OTHER_PANEL,
    ["fig:sublinear_convergence", "fig:sublinear_convergence_optimal"],
    r"s_t = \tfrac29t^{-0.9}",
    label="fig:sublinear_convergence_uniform",
)
@figure(
    "fig:convergence_up_to_precision/panels",
    "Figure 3, reconstructed from u_1 = 0 with s = 1/9: after 1000 steps the mean gap is 0.332 L_min,M for uniform and "
    "0.2 L_min,M for optimal points.",
    FIGURE_3,
    {"a step of 1/8": with_steps(Constant(1 / 8))} | OTHER_PANEL,
    ["fig:convergence_up_to_precision", "fig:convergence_up_to_precision_optimal"],
    r"s_t\equiv\tfrac19",
    label="fig:convergence_up_to_precision_uniform",
)
@figure(
    "fig:convergence_up_to_precision_mixed/panels",
    "Figure 4, reconstructed: for uniform and optimal points the mean gap is 41 and 28 L_min,M at the switch, and "
    "L_min,M at t = 2724 and 1805.",
    FIGURE_4,
    {"a switch at t = 23": with_steps(Mixed(1 / 9, SUBLINEAR, 23))} | OTHER_PANEL,
    ["fig:convergence_up_to_precision_mixed", "fig:convergence_up_to_precision_mixed_optimal"],
    r"s_t = \tfrac19\ (t\le22), \quad \tfrac29t^{-0.9}\ (t>22)",
    label="fig:convergence_up_to_precision_mixed_uniform",
)
@figure(
    "fig:convergence_up_to_bias/panels",
    "Figure 5, reconstructed with s = 3/4: after 100 steps most paths lie between 0.025 and 0.4 L_min,M for "
    "quasi-projections and 0.025 and 0.6 L_min,M for least squares.",
    finite({"(a)": plateau("quasi"), "(b)": plateau("lsq")}),
    {"a tenth of the step": with_steps(Constant(STEP / 10)), "the step 4/3": with_steps(Constant(4 / 3))},
    ["fig:convergence_up_to_bias", "fig:convergence_up_to_bias_least-squares"],
    r"s_t\equiv\tfrac34,\ t = 101",
    label="fig:convergence_up_to_bias_quasi",
    reading=STEPS_TOO,
)
@figure(
    "fig:deterministic_step_sizes/panels",
    "Figure 6, reconstructed: after one unit step with δ = 1/2 most paths lie between 22 and 500 L_min,M "
    "(quasi-projection) and between 0.04 and 1 L_min,M (least squares).",
    finite(FIGURE_6),
    {"a step of 0.8": with_steps(Constant(0.8)), "δ = 1/4": with_arguments(lambda word, _: (word, 0.25))},
    ["fig:deterministic_step_sizes", "x:sec5.1.3-four-levels", *(each.label for each in [*FIGURE_6.values()][1:])],
    r"s_1 = 1,\quad \delta = \tfrac12, \tfrac14, \tfrac18, \tfrac1{16}",
    label="fig:deterministic_step_sizes_quasi_12",
    reading="The source has no pictures. The bands of all eight panels are ours.",
)
@figure(
    "fig:gaussian_convergence/plain-panels",
    "Figure 7 (a) to (c), reconstructed: with Gaussian points the mean gap rises to 2.7·10⁹⁵, 2.3·10¹⁴ and 6.9·10⁵ for "
    "n = 1, 21 and 70, while most paths fall.",
    finite(GAUSSIAN),
    {"optimal points": with_arguments(lambda _, n: (Optimal, n))} | ONE_MORE,
    ["x:fig7a-n", "x:fig7b-n", "x:fig7c-n", *(GAUSSIAN[n].label for n in ("n = 21", "n = 70"))],
    r"s_t = \tfrac29t^{-0.9}",
    label="fig:gaussian_convergence_gaussian_sampling_n1",
    reading=f"{STEPS_TOO} The means are at t = 13,239, 450 and 119, the bands at t = 1001, 301 and 101.",
)
@figure(
    "fig:gaussian_convergence/optimal-panels",
    "Figure 7 (d) and (e), reconstructed: after 3000 steps the mean gap is 0.0222 for one optimal point and 0.0124 for "
    "seven.",
    finite(OPTIMAL),
    {
        "Gaussian points": with_arguments(lambda _, n: (Plain, n)),
        "steps five per cent smaller": with_steps(Power(0.95 * 2 / 9, 0.9)),
    }
    | ONE_MORE,
    ["fig:gaussian_convergence", "x:fig7d-n", "fig:gaussian_convergence_optimal_sampling_n7", "x:fig7e-n"],
    r"s_t = \tfrac29t^{-0.9}",
    label="fig:gaussian_convergence_optimal_sampling_n1",
    reading=STEPS_TOO,
)
def reconstruction(run, picture, *, change=lambda picture: picture):
    yield from reconstructed(run, change(picture))
