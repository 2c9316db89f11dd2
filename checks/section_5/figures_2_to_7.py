r"""Figures 2 to 7 of Section 5, reconstructed from u_1 = 0: the source has no pictures, and all numbers are ours.

Figure 4: 1/9 alone brings the mean gap down to L_min,M at t = 47 and 41. Figure 5: the plateau is the variance of the
constant step; the bias lies far below it. Figure 7: for plain points rare paths make the mean gap.
"""

from dataclasses import replace

from checks.instances import figures
from checks.instances.conditioned import STEP
from checks.instances.linear_experiments import SUBLINEAR
from theorytest import claim
from theorytest.approximation import Optimal, Plain
from theorytest.descent import Constant, Mixed, Power

BOTH = "Quasi-projections from one point. The source has no pictures. The bands, in which most paths end, are ours."
STEPS_TOO = "The source has neither pictures nor the steps of this figure; steps, start and bands are ours."


def with_steps(steps):
    """A mutant: the same panel with other steps."""
    return {"change": lambda picture: replace(picture, steps=steps)}


def with_arguments(change):
    """A mutant: another sampler, number of points or stability constant."""
    return {"change": lambda picture: replace(picture, arguments=change(*picture.arguments))}


OTHER_PANEL = {"the panels exchanged": with_arguments(lambda points: ({Plain: Optimal, Optimal: Plain}[points],))}
ONE_MORE = {"one point more": with_arguments(lambda points, n: (points, n + 1))}


def figure(id, says, panels, mutants, also, formula, **words):  # noqa: A002 (as in claim)
    """A reconstruction of ours."""
    given = {"kind": "figure", "voice": "ours", "expected": "confirmed", "reading": BOTH} | words
    return claim(id, says=says, forall={"panel": panels}, mutants=mutants, also=also, formula=formula, **given)


@figure(
    "fig:sublinear_convergence/panels",
    "Figure 2, reconstructed from u_1 = 0: after 10⁴ steps the mean gap is 3.01 L_min,M for uniform and 2.73 L_min,M "
    "for optimal points.",
    figures.FIGURE_2,
    {"steps five per cent larger": with_steps(Power(1.05 * 2 / 9, 0.9))} | OTHER_PANEL,
    ["fig:sublinear_convergence", "fig:sublinear_convergence_optimal"],
    r"s_t = \tfrac29t^{-0.9}",
    label="fig:sublinear_convergence_uniform",
)
@figure(
    "fig:convergence_up_to_precision/panels",
    "Figure 3, reconstructed from u_1 = 0 with s = 1/9: after 1000 steps the mean gap is 0.332 L_min,M for uniform and "
    "0.2 L_min,M for optimal points.",
    figures.FIGURE_3,
    {"a step of 1/8": with_steps(Constant(1 / 8))} | OTHER_PANEL,
    ["fig:convergence_up_to_precision", "fig:convergence_up_to_precision_optimal"],
    r"s_t\equiv\tfrac19",
    label="fig:convergence_up_to_precision_uniform",
)
@figure(
    "fig:convergence_up_to_precision_mixed/panels",
    "Figure 4, reconstructed from u_1 = 0: uniform and optimal points have the mean gap 41 and 28 L_min,M at the "
    "switch, and L_min,M at t = 2724 and 1805.",
    figures.FIGURE_4,
    {"a switch at t = 23": with_steps(Mixed(1 / 9, SUBLINEAR, 23))} | OTHER_PANEL,
    ["fig:convergence_up_to_precision_mixed", "fig:convergence_up_to_precision_mixed_optimal"],
    r"s_t = \tfrac19\ (t\le22), \quad \tfrac29t^{-0.9}\ (t>22)",
    label="fig:convergence_up_to_precision_mixed_uniform",
)
@figure(
    "fig:convergence_up_to_bias/panels",
    "Figure 5, reconstructed with s = 3/4: after 100 steps most paths lie between 0.025 and 0.4 L_min,M for "
    "quasi-projections and 0.025 and 0.6 L_min,M for least squares.",
    figures.FIGURE_5,
    {"a tenth of the step": with_steps(Constant(STEP / 10)), "the step 4/3": with_steps(Constant(4 / 3))},
    ["fig:convergence_up_to_bias", "fig:convergence_up_to_bias_least-squares"],
    r"s_t\equiv\tfrac34,\ t = 101",
    label="fig:convergence_up_to_bias_quasi",
    reading=f"{STEPS_TOO} A hundred such steps forget the start.",
)
@figure(
    "fig:deterministic_step_sizes/panels",
    "Figure 6, reconstructed: a unit step from u_1 = 0 with δ = 1/2 brings most paths to 22 to 500 L_min,M "
    "(quasi-projection) and 0.04 to 1 L_min,M (least squares).",
    figures.FIGURE_6,
    {"a step of 0.8": with_steps(Constant(0.8)), "δ = 1/4": with_arguments(lambda word, _: (word, 0.25))},
    [
        "fig:deterministic_step_sizes",
        "x:sec5.1.3-four-levels",
        *(each.label for each in [*figures.SINGLE_STEPS.values()][1:]),
    ],
    r"s_1 = 1,\quad \delta = \tfrac12, \tfrac14, \tfrac18, \tfrac1{16}",
    label="fig:deterministic_step_sizes_quasi_12",
    reading="The source has no pictures. Start and bands of all eight panels are ours: a unit step of least squares "
    "forgets the start, one of quasi-projections does not.",
)
@figure(
    "fig:gaussian_convergence/plain-panels",
    "Figure 7 (a–c), reconstructed: from u_1 = 0 Gaussian points raise the mean gap to 2.7·10⁹⁵, 2.3·10¹⁴ and 6.9·10⁵ "
    "for n = 1, 21 and 70, while most paths fall.",
    figures.FIGURE_7_PLAIN,
    {"optimal points": with_arguments(lambda _, n: (Optimal, n))} | ONE_MORE,
    ["x:fig7a-n", "x:fig7b-n", "x:fig7c-n", *(each.label for each in [*figures.GAUSSIAN.values()][1:])],
    r"s_t = \tfrac29t^{-0.9}",
    label="fig:gaussian_convergence_gaussian_sampling_n1",
    reading=f"Quasi-projections. {STEPS_TOO} The means are at t = 13,239, 450 and 119, bands at t = 1001, 301, 101.",
)
@figure(
    "fig:gaussian_convergence/optimal-panels",
    "Figure 7 (d) and (e), reconstructed from u_1 = 0: after 3000 steps the mean gap is 0.0222 for one optimal point "
    "and 0.0124 for seven.",
    figures.FIGURE_7_OPTIMAL,
    {
        "Gaussian points": with_arguments(lambda _, n: (Plain, n)),
        "steps five per cent smaller": with_steps(Power(0.95 * 2 / 9, 0.9)),
    }
    | ONE_MORE,
    ["fig:gaussian_convergence", "x:fig7d-n", "fig:gaussian_convergence_optimal_sampling_n7", "x:fig7e-n"],
    r"s_t = \tfrac29t^{-0.9}",
    label="fig:gaussian_convergence_optimal_sampling_n1",
    reading=f"Quasi-projections. {STEPS_TOO}",
)
def reconstruction(run, picture, *, change=lambda picture: picture):
    yield from figures.reconstructed(run, change(picture))
