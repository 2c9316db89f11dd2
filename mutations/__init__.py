"""Bugs that are put into the package one at a time, each with the tests that must notice it."""
