"""The worst cases that PEPit finds by semidefinite programming, beside the bounds of this pack: `python pep.py`.

Needs `pip install theorytest[pep]`. PEPit optimises over all functions of a class in every dimension, so that its
values are the exact worst cases up to the accuracy of the solver.
"""

from __future__ import annotations

from collections.abc import Callable

from PEPit import PEP
from PEPit.functions import ConvexFunction, SmoothConvexFunction, SmoothStronglyConvexFunction
from PEPit.primitive_steps import proximal_step

T, MU = 3, 0.25


def gradient_descent() -> float:
    """f(x_T) - f* for steps 1/L with L = 1 and ‖x₀ - x*‖ ≤ 1."""
    problem = PEP()
    f = problem.declare_function(SmoothConvexFunction, L=1)
    best = f.stationary_point()
    start = x = problem.set_initial_point()
    problem.set_initial_condition((start - best) ** 2 <= 1)
    for _ in range(T):
        x = x - f.gradient(x)
    problem.set_performance_metric(f(x) - f(best))
    return float(problem.solve(verbose=0))


def best_step() -> float:
    """‖x_T - x*‖² for steps 2/(L + μ)."""
    problem = PEP()
    f = problem.declare_function(SmoothStronglyConvexFunction, L=1, mu=MU)
    best = f.stationary_point()
    start = x = problem.set_initial_point()
    problem.set_initial_condition((start - best) ** 2 <= 1)
    for _ in range(T):
        x = x - 2 / (1 + MU) * f.gradient(x)
    problem.set_performance_metric((x - best) ** 2)
    return float(problem.solve(verbose=0))


def proximal_point() -> float:
    """f(x_T) - f* for proximal steps of length 1."""
    problem = PEP()
    f = problem.declare_function(ConvexFunction)
    best = f.stationary_point()
    start = x = problem.set_initial_point()
    problem.set_initial_condition((start - best) ** 2 <= 1)
    for _ in range(T):
        x, _, value = proximal_step(x, f, 1)
    problem.set_performance_metric(value - f(best))
    return float(problem.solve(verbose=0))


COMPARED: dict[str, tuple[Callable[[], float], float]] = {
    "Theorem 1.5, gradient descent": (gradient_descent, 1 / (4 * T + 2)),
    "Theorem 2.5, the step 2/(L + μ)": (best_step, ((1 - MU) / (1 + MU)) ** (2 * T)),
    "Theorem 4.5, proximal points": (proximal_point, 1 / (4 * T)),
}


def main() -> None:
    """Print one line for each theorem."""
    print(f"{'T = ' + str(T):<36}{'PEPit':>10}{'bound':>10}")
    for name, (worst, bound) in COMPARED.items():
        print(f"{name:<36}{worst():>10.5f}{bound:>10.5f}")


if __name__ == "__main__":
    main()
