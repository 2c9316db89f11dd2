"""The attack: every "for all" is searched for its counterexample. Nothing in this room knows any particular paper.

`theorytest.attack(relation, region)` is its door. The room is called `attacks`, since a package `attack` would hide it.
"""

from theorytest.lazily import lazily

__getattr__, __all__ = lazily(
    __name__,
    {
        "errors": ("AttackError",),
        "outcome": ("Attacked", "Counterexample"),
        "region": ("Region", "product", "same_size"),
    },
)
