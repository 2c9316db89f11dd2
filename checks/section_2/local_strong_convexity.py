r"""Section 2: strong convexity around non-degenerate minima, which needs a continuous second derivative.

A differentiable L is λ-strongly convex on a ball if (∇L(u) - ∇L(w), u - w) ≥ λ ‖u - w‖² for all u, w in it.
"""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np

from theorytest import at_least, claim, equal, repair

RADII = (3, 101, 10**4 + 1, 10**8 + 1)  # odd k: the points 1/k and 1/(k + 1) come as near to the minimum as one likes


def zigzag(k):
    """L'(1/k) = 1/k + (-1)^k / k², linear in between and odd: L is even, smooth with L = 4, and L''(0) = 1."""
    return Fraction(1, k) + Fraction((-1) ** k, k**2)


def monotonicity_of_the_zigzag(k):
    """(L'(x) - L'(y)) / (x - y) for the neighbours x = 1/k and y = 1/(k + 1)."""
    return (zigzag(k) - zigzag(k + 1)) / (Fraction(1, k) - Fraction(1, k + 1))


def wave_curvature(k):
    """L'' at 1/x = π/2 + 2πk for L = x²/2 + 2 x⁴ sin(1/x): 24 x² - 1, while L''(0) = 1 and L'' exists everywhere."""
    x = 1 / (mpmath.pi / 2 + 2 * mpmath.pi * k)
    h = x**3 / 10**6  # far shorter than a wave, whose length is about x²
    with mpmath.workdps(120):
        return float((wave(x + h) - 2 * wave(x) + wave(x - h)) / h**2)


def wave(x):
    """x²/2 + 2 x⁴ sin(1/x)."""
    return x**2 / 2 + 2 * x**4 * mpmath.sin(1 / x)


@claim(
    "x:sec2-local-strong-convexity",
    kind="remark",
    says="Every function is strongly convex in some neighbourhood of its non-degenerate minima.",
    formula=r"\nabla^2\mathcal{L}(u_*) > 0 \implies \exists\, r, \lambda > 0: "
    r"(\nabla\mathcal{L}(u)-\nabla\mathcal{L}(w), u-w) \ge \lambda\|u-w\|^2 \quad\text{on } B_r(u_*)",
    expected="refuted",
    gravity="misprint",
    premises=["x:sec2-local-strong-convexity/witness"],
)
def functions_are_locally_strongly_convex_as_printed(*, lam=Fraction(0)):
    """Not even convex, λ = 0, in any neighbourhood: the zigzag has L''(0) = 1 and quotients below -1 at any distance.

    A second witness is twice differentiable everywhere. A third is quadratic, on square-summable sequences:
    Σ v_k²/(2k) has an injective second derivative at 0 and no modulus λ > 0.
    """
    for k in RADII:
        quotient = monotonicity_of_the_zigzag(k)
        yield at_least(quotient, lam, name=f"zigzag, r = 1/{k}", symbol="ΔL'/Δx")
    for k in RADII[:3]:
        name = f"wave {k}"
        yield at_least(wave_curvature(k), float(lam), name=name, digits=None, symbol="L''")
    sequence = [Fraction(1, k) for k in RADII]
    claimed = max(lam, Fraction(1, 10**6))
    yield at_least(sequence, claimed, name="square-summable sequences", symbol="L'' e_k e_k")


@claim(
    "x:sec2-local-strong-convexity/witness",
    kind="value",
    says="The zigzag has a strict minimum at 0, a Lipschitz gradient and the second derivative 1 there.",
    formula=r"\mathcal{L}'(\tfrac1k) = \tfrac1k + \tfrac{(-1)^k}{k^2}: \quad \mathcal{L}''(0) = 1, "
    r"\quad \mathcal{L}' > 0 \text{ on } (0, \tfrac12]",
    mutants={"another second derivative": {"curvature": 1.01}, "a smaller Lipschitz constant": {"lipschitz": 3}},
)
def zigzag_is_not_degenerate(*, curvature=1, lipschitz=Fraction(16, 5)):
    """|L'(1/k) / (1/k) - 1| = 1/k, and the slopes of L' between neighbours lie in [-3/2, 19/6]."""
    k = (2, 3, 100, 101, 10**8, 10**8 + 1)
    slopes = [zigzag(j) * j for j in k]
    bounds = [Fraction(1, j) for j in k]
    distances = [abs(slope - Fraction(curvature)) for slope in slopes]
    yield equal(distances, bounds, name="second derivative", symbol="|L'(x)/x - 1|")
    yield at_least(slopes, Fraction(1, 2), name="strict minimum", symbol="L'(x)/x")
    steep = [abs(monotonicity_of_the_zigzag(j)) for j in range(1, 200)]
    yield at_least(lipschitz, max(steep), name="smooth", symbol="the Lipschitz constant")


def cosine(v):
    """The gradient of 1 - cos v."""
    return np.sin(v)


def double_well(v):
    """The gradient of (x² - 1)² at x = 1 + v."""
    return 4 * (1 + v) * ((1 + v) ** 2 - 1)


def valley(v):
    """The gradient of (1 - x)² + (y - x²)² at (x, y) = (1, 1) + v."""
    x, y = 1 + v[..., 0], 1 + v[..., 1]
    return np.stack([2 * (x - 1) - 4 * x * (y - x**2), 2 * (y - x**2)], axis=-1)


def interpolated_zigzag(v):
    """The gradient of the zigzag between its nodes, down to 1/1000."""
    k = np.arange(1000, 0, -1)
    nodes, values = 1 / k, np.array([float(zigzag(int(j))) for j in k])
    return np.sign(v) * np.interp(np.abs(v), np.append(0.0, nodes), np.append(0.0, values))


# gradient, smallest eigenvalue of the Hessian at the minimum, radius of the ball where nine tenths of it are left:
# cos r = 9/10, then 12 (1 - r)² - 4 = 9/10 · 8, then a radius from the size of the third derivatives
SMOOTH = {
    "cosine": (cosine, 1.0, float(np.arccos(0.9))),
    "double well": (double_well, 8.0, float(1 - np.sqrt(11.2 / 12))),
    "valley": (valley, 6 - np.sqrt(32.0), 1e-3),
}


def smallest_quotient(gradient, dimension, radius):
    """min (∇L(u) - ∇L(w), u - w) / ‖u - w‖² over pairs of a ball."""
    line = np.linspace(-radius, radius, 401)[:, None]
    angle = np.linspace(0, 2 * np.pi, 25)[:-1]
    circle = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    v = line if dimension == 1 else (np.linspace(0, radius, 13)[1:, None, None] * circle).reshape(-1, 2)
    u, w = (v[i] for i in np.triu_indices(len(v), 1))
    return np.min(np.sum((gradient(u) - gradient(w)) * (u - w), axis=-1) / np.sum((u - w) ** 2, axis=-1))


@repair(
    "x:sec2-local-strong-convexity/corrected",
    "x:sec2-local-strong-convexity",
    kind="inequality",
    says="With a continuous second derivative, at least l at the minimum, every modulus below l holds near it.",
    formula=r"\mathcal{L}\in C^2,\ \nabla^2\mathcal{L}(u_*) \ge \lambda_0 I,\ \lambda < \lambda_0 \implies "
    r"\exists\, r > 0: (\nabla\mathcal{L}(u)-\nabla\mathcal{L}(w), u-w) \ge \lambda\|u-w\|^2 \quad\text{on } B_r(u_*)",
    expected="computed",
    tight="approached at the rim of the largest ball",
    mutants={
        "the modulus of the minimum itself": {"share": 1.0},
        "twice the radius": {"zoom": 2},
        "a discontinuous second derivative": {"losses": SMOOTH | {"zigzag": (interpolated_zigzag, 1.0, 0.01)}},
        "a degenerate minimum": {"losses": SMOOTH | {"quartic": (lambda v: 4 * v**3, 1.0, 0.01)}},
    },
)
def smooth_functions_are_locally_strongly_convex(*, losses=SMOOTH, share=0.9, zoom=1):
    """On one line the radius is the largest possible; no ball has the modulus of the minimum itself."""
    for name, (gradient, modulus, radius) in losses.items():
        found = smallest_quotient(gradient, 2 if name == "valley" else 1, zoom * radius)
        yield at_least(found, share * modulus, name=name, digits=9, symbol="the modulus")
