"""The atlas: every estimator, sampler and space of the laboratory measured against its references, cell by cell."""

from theorytest.lazily import lazily

__getattr__, __all__ = lazily(
    __name__,
    {
        "cells": ("DELTA", "ESTIMATORS", "Cell", "cells"),
        "comparing": ("Change", "compared"),
        "effort": ("EFFORTS", "Effort"),
        "measuring": ("measure",),
        "pages": ("write_pages",),
        "picture": ("heat_map",),
        "rate_problems": ("PROBLEMS", "Problem"),
        "rate_rows": ("RateCell", "RateRow", "measure_rate", "rate_cells"),
        "record": ("Atlas", "AtlasError", "read_atlas", "write_atlas"),
        "rows": ("Quantity", "Row"),
        "summary": ("summary",),
        "worlds": ("World",),
    },
)
