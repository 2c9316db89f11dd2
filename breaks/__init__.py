"""Errors put into the laboratory one at a time, and the claims that notice them."""
