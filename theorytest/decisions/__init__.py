"""How a comparison is decided: relations that see their arithmetic, and rules that sample."""

from theorytest.lazily import lazily

__getattr__, __all__ = lazily(
    __name__,
    {
        "curves": ("curve_at_most",),
        "decision": ("Arithmetic", "Decision", "Verdict", "combine"),
        "directions": ("bounded_upper", "matrix_at_most", "moment_upper"),
        "growth": ("Growth", "bounded", "grows_like_log", "grows_like_power"),
        "horizon": ("finite_horizon", "on_horizon"),
        "mean_growth": ("mean_bounded", "mean_grows_like_log", "mean_grows_like_power"),
        "means": ("mean_at_least", "mean_at_most", "mean_equals"),
        "path_growth": ("paths_bounded", "paths_grow_like_log", "paths_grow_like_power"),
        "probability": ("clopper_pearson", "probability_at_least", "probability_at_most", "probability_equals"),
        "rates": ("contraction_equals", "exponent_at_least", "exponent_at_most", "exponent_equals"),
        "relations": ("Relation", "at_least", "at_most", "equal", "less_than", "more_than", "threshold"),
        "sampled": ("Sampled", "sampled"),
        "sequential": ("Plan",),
        "trajectories": ("drift_at_most", "maximal_inequality"),
    },
)
