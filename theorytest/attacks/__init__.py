"""The attack: every "for all" is searched for its counterexample. Nothing in this room knows any particular paper.

`theorytest.attack(relation, region)` is its door. The room is called `attacks`, since a package `attack` would hide it.
"""
