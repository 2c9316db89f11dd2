"""Recorded verdicts as one page. This room reads records and runs nothing."""
