"""Statements as one line of Unicode, for verdicts and the terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from theorytest.proof.language import Tree

_LEVELS = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 3}
_ENCLOSED = re.compile(r"‖[^‖]*‖|\([^()]*\)|\{[^{}]*\}")
_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def text(tree: Tree, level: int = 0) -> str:
    """An expression; in parentheses where it stands in something that binds more."""
    if isinstance(tree, str):
        shown = tree.replace("-", "−")
        return f"({shown})" if composed(tree) and level else shown
    made = _made(tree[0], tree[1:])
    return f"({made})" if _LEVELS.get(tree[0], 9) <= level else made


def composed(name: str) -> bool:
    """A number such as -1/2, or a name such as 1−ε, which needs parentheses in a product."""
    return any(sign in _ENCLOSED.sub("", name) for sign in "+−-/^")


def _made(kind: str, parts: list[Tree]) -> str:
    if kind == "+":
        return " + ".join(text(each) for each in parts).replace("+ −", "− ")
    if kind == "-":
        return f"−{text(parts[0], 1)}" if len(parts) == 1 else f"{text(parts[0])} − {text(parts[1], 1)}"
    if kind == "*":
        return "·".join(text(each, 1) for each in parts if each != "1" or parts == ["1"] * len(parts))
    if kind == "/":
        return f"{text(parts[0], 1)}/{text(parts[1], 2)}"
    if kind == "^":
        base, power = text(parts[0], 3), parts[1]
        whole = isinstance(power, str) and power.lstrip("-").isdigit()
        return base + (power.translate(_RAISED) if whole else f"^{text(power, 3)}")
    if kind == "ip":
        return f"‖{text(parts[0])}‖²" if parts[0] == parts[1] else f"({text(parts[0])}, {text(parts[1])})"
    if kind == "at":
        return f"{parts[0]}({', '.join(text(each) for each in parts[1:])})"
    inside = ", ".join(text(each) for each in parts)
    return {"norm": f"‖{inside}‖", "E": f"E[{inside}]", "sqrt": f"√({inside})"}.get(kind, f"{kind}({inside})")


def relations(trees: list[Any]) -> str:
    """Relations, one after the other."""
    return "; ".join(f"{text(left)} {sign} {text(right)}" for sign, left, right in trees)


def conditions(statement: Mapping[str, Any]) -> str:
    """What is assumed of numbers and functions: "for L, s > 0, integer n ≥ 1: ", or nothing."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, bounds in (statement["symbols"] | statement["functions"]).items():
        groups.setdefault(tuple(bounds), []).append(name)
    words = [_condition(names, bounds) for bounds, names in groups.items() if bounds]
    return f"for {', '.join(words)}: " if words else ""


def _condition(names: list[str], bounds: tuple[str, ...]) -> str:
    shown = " and ".join(f"{each[0]} {each[1:]}" for each in bounds if each != "integer")
    return f"{'integer ' * ('integer' in bounds)}{', '.join(names)} {shown}"
