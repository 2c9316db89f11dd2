"""Section 3: from a measure to an estimated projection."""
