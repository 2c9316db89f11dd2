"""All breaks of this paper's laboratory, in one table."""

from __future__ import annotations

from breaks import approximation, descent, models
from breaks.breaking import Break

PACKAGES = ("theorytest.approximation", "theorytest.descent")  # where they are

BREAKS: tuple[Break, ...] = (*approximation.BREAKS, *descent.BREAKS, *models.BREAKS, descent.CONTROL)
