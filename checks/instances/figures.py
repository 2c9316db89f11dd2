"""The panels of Figures 2 to 7 as reconstructed: setting, points, steps, and the band that is stated of each."""

from fractions import Fraction
from typing import Any

from checks.instances.conditioned import STEP, on_the_interval
from checks.instances.linear_experiments import SUBLINEAR, bounded, unbounded
from checks.instances.panels import Picture
from theorytest import finite
from theorytest.approximation import Optimal, Plain
from theorytest.claims.plots import Mark
from theorytest.descent import Constant, Mixed

WORDS = {Plain: "uniform", Optimal: "optimal"}
NINTH, PRINTED, ONE = Constant(1 / 9), Mixed(1 / 9, SUBLINEAR, 22), Constant(1.0)


def on_the_bounded_domain(number: Any, label: Any, title: Any, steps: Any, n_steps: Any, **numbers: Any) -> Any:
    """Panels (a), uniform, and (b), optimal points, n = 1; each number is a pair."""
    pairs = [dict(zip(numbers, each, strict=True)) for each in zip(*numbers.values(), strict=True)]
    return finite(
        {
            f"Figure {number} ({letter})": Picture(
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


FIGURE_2 = on_the_bounded_domain(
    2,
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
    3,
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
    4,
    "fig:convergence_up_to_precision_mixed",
    "Constant, then decreasing steps",
    PRINTED,
    10_000,
    stated=({23: 41.21, 2724: 1.0}, {23: 28.0, 1805: 1.0}),
    band=((0.025, 0.61), (0.022, 0.47)),
    slopes=((-0.8,),) * 2,
    marks=((Mark("x", 22, "the text: from constant to decreasing steps"),),) * 2,
)


def on_the_line(word: Any, points: Any, n: Any, n_steps: Any, stated: Any, band: Any, **words: Any) -> Any:
    """A panel of Figure 7, in absolute numbers: L_min,M is 3.1e-4, the start 3.7."""
    label = f"fig:gaussian_convergence_{word}_sampling_n{n}"
    title = f"{word.capitalize()} points, n = {n}, steps 2/9 t^-0.9"
    words |= {"absolute": True, "slopes": (-0.5, -1.0), "stated": stated}
    return Picture(label, title, unbounded, (points, n), SUBLINEAR, n_steps, band, **words)


GAUSSIAN = {
    f"Gaussian points, n = {n}": on_the_line("gaussian", Plain, n, n_steps, {at: height}, band, by_hand=50, digits=4)
    for n, at, height, band, n_steps in (
        (1, 13_239, 2.69676e95, (0.07, 2.5), 1000),
        (21, 450, 2.33739e14, (0.07, 0.65), 300),
        (70, 119, 6.89922e5, (0.15, 0.6), 100),
    )
}
OPTIMAL = {
    f"optimal points, n = {n}": on_the_line("optimal", Optimal, n, 3000, {3001: mean}, band, by_hand=300, drawn=100)
    for n, mean, band in ((1, 0.02216, (0.0075, 0.048)), (7, 0.012365, (0.0072, 0.0195)))
}
NAMES = {"quasi": "quasi-projection", "lsq": "least squares projection"}
KEYS = {"quasi": "quasi", "lsq": "least-squares"}  # in the labels of the paper
FRACTIONS = {0.5: "12", 0.25: "14", 0.125: "18", 0.0625: "116"}
FREE = (Mark("y", 0.375 * 3.6e-4, "0.375 L_min,M: without conditioning"),)
AFTER_ONE_STEP = (Mark("x", 2, "the text: convergence in a single iteration"),)
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


def plateau(word: Any) -> Any:
    """A panel of Figure 5."""
    label, title = f"fig:convergence_up_to_bias_{KEYS[word]}", f"Conditioned {NAMES[word]}, n = 6, δ = 1/2"
    return Picture(label, title, on_the_interval, (word,), Constant(STEP), 100, PLATEAUS[word], marks=FREE)


def single_step(word: Any, delta: Any) -> Any:
    """A panel of Figure 6."""
    label = f"fig:deterministic_step_sizes_{KEYS[word]}_{FRACTIONS[delta]}"
    title = f"{NAMES[word]}, n = 6, δ = {Fraction(delta)}, step 1".capitalize()
    words: dict[str, Any] = {"at": 2, "share": 0.65, "replicas": 200, "x_scale": "linear", "marks": AFTER_ONE_STEP}
    return Picture(
        label, title, on_the_interval, (word, delta), ONE, 3 if delta < 0.1 else 9, AT_ONCE[word, delta], **words
    )


SINGLE_STEPS = {f"{NAMES[word]}, δ = {delta:g}": single_step(word, delta) for word, delta in AT_ONCE}
FIGURE_5 = finite({"Figure 5 (a)": plateau("quasi"), "Figure 5 (b)": plateau("lsq")})
FIGURE_6 = finite(SINGLE_STEPS)
FIGURE_7_PLAIN = finite(GAUSSIAN)
FIGURE_7_OPTIMAL = finite(OPTIMAL)
