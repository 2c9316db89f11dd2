"""Section 4: from an estimator to trajectories and rates."""
