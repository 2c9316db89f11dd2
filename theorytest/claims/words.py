"""The words that a claim says about itself: whose sentence it is, of what sort, and how grave its failure is."""

from __future__ import annotations

from enum import StrEnum


class Voice(StrEnum):
    """Who says it."""

    PAPER = "paper"  # the sentence and its numbers are in the source, at these lines
    REPAIR = "repair"  # what is true instead of a refuted sentence: a theorem of ours
    OURS = "ours"  # a remark, an extension, a reconstruction; never called printed


class Kind(StrEnum):
    """What sort of sentence it is, where the report treats it in its own way."""

    STATEMENT = "statement"
    DEFINITION = "definition"  # needs no mutant: it can be misused, but not wrong
    RATE = "rate"
    ALMOST_SURE = "almost sure"
    FIGURE = "figure"


class Gravity(StrEnum):
    """How much a sentence that fails as printed matters, the gravest first."""

    STATEMENT = "wrong statement"
    CONSTANT = "wrong constant"
    HYPOTHESIS = "missing hypothesis"
    PROOF = "gap in a proof"
    MISPRINT = "misprint"
    LITERAL = "fails only when read literally"
