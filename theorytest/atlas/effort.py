"""How long a cell is looked at: the resolution that is wanted, and the work that it may take, counted and not timed."""

from __future__ import annotations

from dataclasses import dataclass

from theorytest.approximation import Hull
from theorytest.atlas.cells import DIMS, SAMPLES


@dataclass(frozen=True)
class Effort:
    """For d ≤ 10 and beyond: the relative resolution, and the nanoseconds of the model below that one cell may take."""

    name: str
    fine: float
    coarse: float
    work: tuple[float, float]
    dims: tuple[int, ...]
    samples: tuple[str, ...]
    epsilons: tuple[float, ...]
    replicas: tuple[int, int, int]  # of trajectories: compiled, linear or curved, networks
    horizon: tuple[int, int]  # steps, and those of networks

    def target(self, d: int) -> float:
        """The resolution that is aimed at."""
        return self.fine if d <= 10 else self.coarse

    def work_for(self, d: int) -> float:
        """The nanoseconds."""
        return self.work[0] if d <= 10 else self.work[1]


THREE = (0.05, 0.1, 0.2)
WORDS = ("1", "2d", "10d")
EFFORTS = {
    effort.name: effort
    for effort in (
        Effort("quick", 0.1, 0.1, (2e7, 1e7), (1, 3), ("2d",), (0.1,), (2000, 500, 20), (256, 16)),
        Effort("standard", 0.02, 0.05, (2.5e8, 4e7), DIMS, WORDS, THREE, (20_000, 1000, 1000), (512, 32)),
        Effort("deep", 0.01, 0.02, (1e10, 1e10), DIMS, SAMPLES, THREE, (100_000, 100_000, 1000), (2048, 256)),
    )
}


def cost(hull: Hull, n: int, columns: int, *, solving: bool) -> float:
    """Nanoseconds for one draw of n points, about: its points, and equations where there are some."""
    d, l = hull.space.dim, hull.space.jet_size  # noqa: E741 (the paper's letter)
    point = point_cost(hull, columns) + (d * d * l if solving else 0)
    return 300 + n * point + 8 * d * columns + (d**3 if solving else 0)


def point_cost(hull: Hull, columns: int) -> float:
    """Nanoseconds for one point, about: jets of E, and moments of T_t along the columns."""
    d, l, e = hull.space.dim, hull.space.jet_size, hull.dim  # noqa: E741 (the paper's letter)
    return 100 + l * (12 * e + 5 * d * columns)
