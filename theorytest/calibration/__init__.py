"""The judge on trial: worlds of known truth, and the measured error rates of every decision."""

from theorytest.lazily import lazily

__getattr__, __all__ = lazily(
    __name__,
    {
        "rules": ("Case", "calibrate", "default_cases"),
        "suite": ("suite",),
        "suite_calibration": ("calibrate_suite",),
        "tallies": ("Calibration", "read_calibration", "write_calibration"),
        "worlds": ("World",),
    },
)
