"""How a claim is proved, as its author writes it down: terms of a combination, and kinds of proof around them.

by=[use("(LS)", mean=True), use("(BBV) bias", times=s), squared(u - v, times=1 / s)]
by=induction(T, step=[use("recursion", at={"t": T + 1}), use("the claim at T", times=a)])
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from theorytest.decisions.relations import Relation
from theorytest.proof.finder import Finder, Proof, Tactic, prove, substituted
from theorytest.proof.language import Term, Tree, term

HYPOTHESIS = "the claim before"  # the name of an induction hypothesis


def use(name: str, times: Any = 1, *, at: Mapping[str, Any] | None = None, mean: bool = False) -> dict[str, Any]:
    """A hypothesis times a multiplier, or the expectation of that."""
    where = {variable: term(each).tree for variable, each in (at or {}).items()}
    return _term({"given": name, **({"at": where} if where else {})}, times, mean)


def squared(root: Any, times: Any = 1, *, mean: bool = False) -> dict[str, Any]:
    """The square of a number, or of the norm of a vector."""
    return _term({"square": term(root).tree}, times, mean)


def fact(kind: str, *values: Any, times: Any = 1, mean: bool = False) -> dict[str, Any]:
    """What is true of an operation itself, such as Cauchy's inequality."""
    return _term({"fact": [kind, *(term(each).tree for each in values)]}, times, mean)


def below(symbol: Term, times: Any = 1) -> dict[str, Any]:
    """The distance of a symbol from its upper bound."""
    (leaf,) = symbol.leaves
    (bound,) = (each for each in leaf.conditions if each[0] in "<≤")
    return use(f"{leaf.name} {bound[0]} {bound[1:]}", times)


def product(*terms: dict[str, Any], times: Any = 1, mean: bool = False) -> dict[str, Any]:
    """The product of several terms, or the expectation of it."""
    weights = [term(times).tree, *(each.get("times", "1") for each in terms)]
    kept = [each for each in weights if each != "1"]
    tree = "1" if not kept else kept[0] if len(kept) == 1 else ["*", *kept]
    factors = [factor for each in terms for factor in each.get("of", [])]
    return {"times": tree, "of": factors, **({"mean": True} if mean else {})}


def _term(factor: dict[str, Any], times: Any, mean: bool) -> dict[str, Any]:
    return {"times": term(times).tree, "of": [factor], **({"mean": True} if mean else {})}


def _name(variable: Any) -> str:
    return str(term(variable).tree)


def _relation(relation: Relation) -> Tree:
    return [relation.sign, term(relation.value).tree, term(relation.bound).tree]


def induction(variable: Any, base: Any = None, step: Any = None) -> Tactic:
    """From the first value of an integer to all; the step may use HYPOTHESIS."""
    name = _name(variable)

    def find(finder: Finder, relation: Tree) -> Proof:
        first = substituted(relation, {name: str(finder.sorts[name].low[0])})
        later = substituted(relation, {name: ["+", name, "1"]})
        known = finder.knowing(HYPOTHESIS, relation, {})
        return {
            "by": "induction",
            "on": name,
            "name": HYPOTHESIS,
            "base": prove(finder, first, base),
            "step": prove(known, later, step),  # type: ignore[arg-type]
        }

    return find


def lemma(name: str, holds: Relation, then: Any = None, *, by: Any = None) -> Tactic:
    """First another relation, and then the claim with it."""

    def find(finder: Finder, relation: Tree) -> Proof:
        tree = _relation(holds)
        proof = prove(finder, tree, by)
        more = prove(finder.knowing(name, tree, {}), relation, then)  # type: ignore[arg-type]
        return {"by": "lemma", "name": name, "holds": tree, "proof": proof, "then": more}

    return find


def split(name: str, on: Any, nonnegative: Any = None, nonpositive: Any = None) -> Tactic:
    """Two cases: an expression is at least 0, or at most 0."""
    tree = term(on).tree

    def find(finder: Finder, relation: Tree) -> Proof:
        proofs = [
            prove(finder.knowing(name, [sign, tree, "0"], {}), relation, by)  # type: ignore[arg-type]
            for sign, by in (("≥", nonnegative), ("≤", nonpositive))
        ]
        return {"by": "cases", "name": name, "on": tree, "proofs": proofs}

    return find


def cases(variable: Any, by: Any = None) -> Tactic:
    """Every value of an integer between two bounds, each in the same way."""
    name = _name(variable)

    def find(finder: Finder, relation: Tree) -> Proof:
        sort = finder.sorts[name]
        values = range(int(sort.low[0]), int(sort.high[0]) + 1)
        proofs = [prove(finder, substituted(relation, {name: str(value)}), by) for value in values]
        return {"by": "cases", "on": name, "proofs": proofs}

    return find


def series(partial: Any, variable: Any, bound: Any, majorant: Any, *, step: Any = None, base: Any = None) -> Tactic:
    """Partial sums S(T) ≤ bound for all T, since S(T) ≤ bound - F(T) with F ≥ 0, by induction."""
    stronger = Relation("≤", term(partial), term(bound) - term(majorant))
    return lemma("the sum and its majorant", stronger, by=induction(variable, base=base, step=step))
