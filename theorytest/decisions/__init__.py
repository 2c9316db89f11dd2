"""How a comparison is decided: relations that see their arithmetic, and rules that sample."""

from theorytest.lazily import lazily

__getattr__, __all__ = lazily(
    __name__,
    {
        "decision": ("Arithmetic", "Decision", "Verdict", "combine"),
        "directions": ("bounded_upper", "matrix_at_most", "moment_upper"),
        "growth": ("bounded", "grows_like_log", "grows_like_power"),
        "horizon": ("finite_horizon", "on_horizon"),
        "means": ("mean_at_least", "mean_at_most", "mean_equals"),
        "probability": ("clopper_pearson", "probability_at_least", "probability_at_most", "probability_equals"),
        "rates": ("contraction_equals", "exponent_at_least", "exponent_at_most", "exponent_equals"),
        "relations": ("Relation", "at_least", "at_most", "equal", "less_than", "more_than", "threshold"),
        "sampled": ("Sampled", "sampled"),
        "sequential": ("Plan",),
        "trajectories": ("drift_at_most", "maximal_inequality"),
    },
)
