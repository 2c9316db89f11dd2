"""The gradient descent column of Table 1 beside the worst case over all functions, as PEPit computes it.

`python benchmarks/worst_cases.py [--output FILE]`, with the extra `pep`. Row 1: all L-smooth functions that are bounded
below; row 2: those that satisfy the Polyak-Łojasiewicz inequality with λ as well. PEPit solves a semidefinite programme
whose value is the worst case over the whole class, in any dimension (for row 2 an upper bound of it); the bound beside
it is what Theorem 4.1 gives for gradient descent, where P_t = I, c_var,1 = 1 and nothing is random.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

from page import Section, markdown

STEPS = (1, 2, 4, 8)
L, LAM = 1.0, 0.1
HEAD = ("row of Table 1", "t", "worst case (PEPit)", "bound of Theorem 4.1", "bound / worst case")
TITLE = "theorytest: worst cases of gradient descent"
COMMAND = "python benchmarks/worst_cases.py --output benchmarks/WORST_CASES.md"


def smallest_gradient(steps: int) -> float:
    """The largest min_{t ≤ τ} ‖∇f(x_t)‖² of gradient descent with s = 1/L where f(x_0) - inf f ≤ 1."""
    from PEPit import PEP
    from PEPit.functions import SmoothFunction

    problem = PEP()
    f = problem.declare_function(SmoothFunction, L=L)
    x = problem.set_initial_point()
    gradient, start = f.oracle(x)
    gradients = [gradient]
    for _ in range(steps):
        x = x - gradient / L
        gradient, value = f.oracle(x)
        gradients.append(gradient)
    for each in gradients:
        problem.set_performance_metric(each**2)
    problem.set_initial_condition(start - value <= 1 - gradient**2 / (2 * L))  # inf f ≤ f(x_τ) - ‖∇f(x_τ)‖²/(2L)
    return float(problem.solve(verbose=0))


def gap(steps: int) -> float:
    """The largest f(x_τ) - min f of gradient descent with s = 1/L where f(x_0) - min f ≤ 1."""
    from PEPit import PEP
    from PEPit.functions import SmoothQuadraticLojasiewiczFunctionExpensive

    problem = PEP()
    f = problem.declare_function(SmoothQuadraticLojasiewiczFunctionExpensive, L=L, mu=LAM)
    best = f(f.stationary_point())
    x = problem.set_initial_point()
    problem.set_initial_condition(f(x) - best <= 1)
    for _ in range(steps):
        x = x - f.gradient(x) / L
    problem.set_performance_metric(f(x) - best)
    return float(problem.solve(verbose=0))


def bound_on_gradients(steps: int) -> float:
    """The sum of (s - L s²/2) ‖g_t‖² over t = 0, ..., τ is at most f(x_0) - inf f."""
    return 2 * L / (steps + 1)


def bound_on_gap(steps: int) -> float:
    """a^τ with a = 1 - 2 λ (s - L s²/2)."""
    return float((1 - LAM / L) ** steps)


Row = tuple[str, int, float, float]


def rows() -> Iterator[Row]:
    """Both rows, at all numbers of steps."""
    columns: tuple[tuple[str, Callable[[int], float], Callable[[int], float]], ...] = (
        ("(B) + (LS): the smallest ‖∇f‖²", smallest_gradient, bound_on_gradients),
        ("(LS) + (SPL): the gap", gap, bound_on_gap),
    )
    for name, worst, bound in columns:
        for steps in STEPS:
            yield name, steps, worst(steps), bound(steps)


def main() -> None:
    """Print the table, or write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, metavar="FILE")
    options = parser.parse_args()
    lines = [(name, str(t), f"{worst:.5f}", f"{bound:.5f}", f"{bound / worst:.3f}") for name, t, worst, bound in rows()]
    lead = "PEPit's value is the worst case over the class (of row 2: an upper bound of it), for every dimension."
    sections = [Section("Gradient descent with s = 1/L, L = 1, λ = 1/10", lead, HEAD, lines)]
    text = markdown(TITLE, [("made by", f"`{COMMAND}`")], sections)
    if options.output:
        options.output.write_text(text, encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
