"""The language of claims: who says it, how far it reaches, under which hypotheses. No paper is known here."""

from theorytest.lazily import lazily

__getattr__, __all__ = lazily(
    __name__,
    {
        "claim": ("Claim", "claim", "repair"),
        "domains": ("Domain", "Extent", "Instance", "family", "finite", "horizon", "symbol"),
        "hypotheses": ("Hypothesis",),
        "ledger": ("Ledger", "UnknownClaimError", "load_ledger"),
        "mutants": ("ClaimError", "Mutant"),
        "paper": ("Coverage", "Item", "Paper", "read_paper"),
        "plots": ("Curve", "Mark", "Panel", "Series"),
        "words": ("Gravity", "Kind", "Voice"),
    },
)
