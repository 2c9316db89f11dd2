"""Statements and proofs in TeX, so that a referee can follow by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from theorytest.proof.language import Tree
from theorytest.proof.text import composed

_SIGNS = {"≤": r"\le", "≥": r"\ge", "=": "=", "<": "<", ">": ">", "≠": r"\ne"}
_LEVELS = {"+": 1, "-": 1, "*": 2, "/": 3, "^": 4}


def tex(tree: Tree, level: int = 0) -> str:
    """An expression; in parentheses where it stands in something that binds more."""
    if isinstance(tree, str):
        shown = _number(tree) if tree.lstrip("-")[:1].isdigit() else name(tree)
        bare = not composed(tree) or (shown[:1] != "-" and shown != tree and level < _LEVELS["^"])  # \tfrac is closed
        return rf"\left({shown}\right)" if level and not bare else shown
    kind, parts = tree[0], tree[1:]
    made = _made(kind, parts)
    bare = kind == "/" and level < _LEVELS["^"]  # a fraction is closed in itself, but not below a power
    return rf"\left({made}\right)" if _LEVELS.get(kind, 9) <= level and not bare else made


def _made(kind: str, parts: list[Tree]) -> str:
    if kind == "+":
        return "+".join(tex(each) for each in parts).replace("+-", "-")
    if kind == "-":
        return f"-{tex(parts[0], 1)}" if len(parts) == 1 else f"{tex(parts[0])}-{tex(parts[1], 1)}"
    if kind == "*":
        return r"\,".join(tex(each, 1) for each in parts)
    if kind == "/":
        return rf"\frac{{{tex(parts[0])}}}{{{tex(parts[1])}}}"
    if kind == "^":
        return f"{tex(parts[0], 4)}^{{{tex(parts[1])}}}"
    if kind == "ip":
        same = parts[0] == parts[1]
        return rf"\|{tex(parts[0])}\|^2" if same else rf"({tex(parts[0])}, {tex(parts[1])})"
    if kind == "at":
        return f"{name(parts[0])}({', '.join(tex(each) for each in parts[1:])})"
    inside = ", ".join(tex(each) for each in parts)
    forms = {"norm": r"\|%s\|", "E": r"\mathbb{E}[%s]", "sqrt": r"\sqrt{%s}"}
    return forms.get(kind, rf"\{kind}\left(%s\right)") % inside


def _number(text: str) -> str:
    sign, bare = ("-", text[1:]) if text.startswith("-") else ("", text)
    above, _, below = bare.partition("/")
    return sign + (rf"\tfrac{{{above}}}{{{below}}}" if below else above)


def name(text: str) -> str:
    """A name; what follows an underscore is an index."""
    head, _, index = text.partition("_")
    return f"{head}_{{{index.strip('{}')}}}" if index else head


def relation(tree: Tree) -> str:
    """A relation."""
    return f"{tex(tree[1])} {_SIGNS[tree[0]]} {tex(tree[2])}"


def declared(statement: Mapping[str, Any]) -> Iterator[str]:
    """Every name of a statement with the conditions on it."""
    random = r" \text{ random}"
    for text in statement.get("vectors", []):
        yield rf"{name(text)} \in \mathcal{{H}}" + random * (text in statement["random"])
    for kind in ("symbols", "functions"):
        for text, conditions in statement.get(kind, {}).items():
            bounds = [
                rf"{name(text)} {_SIGNS[each[0]]} {_number(each[1:])}" for each in conditions if each != "integer"
            ]
            ring = r"\mathbb{Z}" if "integer" in conditions else r"\mathbb{R}"
            words = bounds if bounds and "integer" not in conditions else [rf"{name(text)} \in {ring}", *bounds]
            yield ", ".join(words) + random * (text in statement["random"])


def _parts(proof: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The proofs in a proof."""
    yield from (proof[part] for part in ("proof", "then", "base", "step", "start", "slope") if part in proof)
    yield from proof.get("proofs", [])


def kinds(proof: Mapping[str, Any]) -> Iterator[str]:
    """The kinds of proof in a proof, from the outside."""
    yield proof["by"]
    for part in _parts(proof):
        yield from kinds(part)


def steps(proof: Mapping[str, Any]) -> Iterator[str]:
    """What is added up, term by term, in the order of the proof."""
    for term in proof.get("terms", []):
        factors = [_factor(each) for each in term.get("of", [])]
        weight = term.get("times", "1")
        made = r"\cdot ".join([*([tex(weight, 1)] if weight != "1" or not factors else []), *factors])
        yield rf"\mathbb{{E}}[{made}]" if term.get("mean") else made
        yield from (rf"{step} \text{{ (shows that the factor is }} \ge 0\text{{)}}" for step in _reasons(term))
    yield from _looked_at(proof)
    for part in _parts(proof):
        yield from steps(part)


def _looked_at(proof: Mapping[str, Any]) -> Iterator[str]:
    """What a proof about an interval looks at, in words where it adds up nothing."""
    kind, symbol = proof["by"], name(proof.get("in", ""))
    if kind == "sturm":
        polynomials = r",\; ".join(_polynomial(each, symbol) for each in proof["sequence"])
        yield rf"\text{{no zero inside of the interval of }} {symbol}\text{{, by the Sturm sequence }} {polynomials}"
    if kind == "balls":
        yield r"\text{ball arithmetic on the box}"
    if kind == "cut":
        yield rf"\text{{below and above }} {symbol} = {_number(proof['at'])}"
    if kind == "slope":
        words = {"low": "lower", "high": "upper"}[proof["from"]]
        yield rf"\text{{at the {words} end of }} {symbol}\text{{, and for }} \tfrac{{d}}{{d{symbol}}}"


def _polynomial(coefficients: list[str], symbol: str) -> str:
    kept = [(each.startswith("-"), each.lstrip("-"), k) for k, each in enumerate(coefficients) if each != "0"]
    terms = [("-" if minus else "+") + tex(x if k == 0 else ["*", x, ["^", symbol, str(k)]]) for minus, x, k in kept]
    return "".join(terms).removeprefix("+")


def _reasons(term: Mapping[str, Any]) -> Iterator[str]:
    return steps(term["because"]) if "because" in term else iter(())


def _factor(factor: Mapping[str, Any]) -> str:
    if "given" in factor:
        at = ", ".join(f"{name(x)} = {tex(tree)}" for x, tree in factor.get("at", {}).items())
        return _text(factor["given"]) + (f"|_{{{at}}}" if at else "")
    if "square" in factor:
        return rf"\|{tex(factor['square'])}\|^2"
    return f"{_text(factor['fact'][0])}({', '.join(tex(each) for each in factor['fact'][1:])})"


def _text(words: str) -> str:
    """Words in a formula; what TeX would take for a command stays a sign."""
    return r"\text{%s}" % "".join(f"\\{sign}" if sign in "_{}" else sign for sign in words)  # noqa: UP031 - braces
