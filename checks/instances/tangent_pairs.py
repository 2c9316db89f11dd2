"""What the conditions of Section 2 compare on the problems of `smooth_problems`: gradients, tangents and steps."""

from fractions import Fraction


def squared_gradient(problem, u):
    """‖∇L(u)‖²."""
    g = problem.gradient(u)
    return problem.inner(g, g)


def squared_projection(problem, basis, u):
    """‖P_t ∇L(u)‖² for the projection onto the span of the basis."""
    g = problem.project(basis, problem.gradient(u))
    return problem.inner(g, g)


def anywhere(problem):
    """As printed in (SPL): u_t fixes T_t, and u is any point of the model class."""
    return [(basis, u) for _, basis in problem.points for u, _ in problem.points]


def at_the_iterate(problem):
    """As meant: T_t belongs to the point itself."""
    return [(basis, u) for u, basis in problem.points]


def linear_steps(problem):
    """(u_t, g) for both signs and two lengths."""
    lengths = (-3, Fraction(1, 2), 4)
    return [(u, length * b) for u, basis in problem.points for b in basis for length in lengths]
