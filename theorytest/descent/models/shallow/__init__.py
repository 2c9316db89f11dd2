"""Shallow networks as a model class (Section 5.3, Appendix K)."""
