"""A run: budget, seeds, tasks, journal, records, regression, and evidence carried over runs."""

from theorytest.lazily import lazily

__getattr__, __all__ = lazily(
    __name__,
    {
        "baseline": ("Baseline", "baseline_of", "read_baseline", "write_baseline"),
        "budget": ("BudgetError", "Level", "Setting", "setting", "shares"),
        "evidence": ("Evidence", "EvidenceError"),
        "journal": ("Journal", "open_journal"),
        "outcome": ("Outcome", "outcome"),
        "pool": ("RunnerError", "spread"),
        "record": ("Record", "schema"),
        "recording": ("build_record",),
        "records": ("RecordError", "read_record", "write_record"),
        "regression": ("compare",),
        "results": ("Result", "Task", "judge"),
        "runner": ("run",),
        "seeds": ("Generators",),
    },
)
