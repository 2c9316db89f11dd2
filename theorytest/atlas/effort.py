"""How long a cell is looked at: the resolution that is wanted, and the work that it may take, counted and not timed."""

from __future__ import annotations

from dataclasses import dataclass

from theorytest.approximation import Hull


@dataclass(frozen=True)
class Effort:
    """For d ≤ 10 and beyond: the relative resolution, and the nanoseconds of the model below that one cell may take."""

    name: str
    fine: float
    coarse: float
    work: tuple[float, float]
    dims: tuple[int, ...]
    samples: tuple[str, ...]

    def target(self, d: int) -> float:
        """The resolution that is aimed at."""
        return self.fine if d <= 10 else self.coarse

    def work_for(self, d: int) -> float:
        """The nanoseconds."""
        return self.work[0] if d <= 10 else self.work[1]


EFFORTS = {
    "quick": Effort("quick", 0.1, 0.1, (2e7, 1e7), (1, 3), ("2d",)),
    "standard": Effort("standard", 0.02, 0.05, (4e8, 1.2e8), (1, 3, 10, 30), ("1", "2d", "10d")),
    "deep": Effort("deep", 0.01, 0.02, (5e10, 5e10), (1, 3, 10, 30), ("1", "d", "2d", "10d")),
}


def cost(hull: Hull, n: int, columns: int, *, solving: bool) -> float:
    """Nanoseconds for one draw of n points, about: jets of E, moments of T_t, and equations where there are some."""
    d, l, e = hull.space.dim, hull.space.jet_size, hull.dim  # noqa: E741 (the paper's letter)
    slow = 1 if l == 1 else 3
    point = 40 + 8 * e * l * slow * hull.space.ndim**2 + d * columns * l * slow + (d * d * slow if solving else 0)
    return 300 + n * point + 8 * d * columns + (d**3 if solving else 0)
