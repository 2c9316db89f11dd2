"""The tree that pylatexenc makes of a text: arguments of macros, rows of displays, labels and references."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db
from pylatexenc.latexwalker import LatexEnvironmentNode, LatexGroupNode, LatexMacroNode

Node = Any  # pylatexenc is published without types
REFERENCES = ("ref", "eqref", "cref", "Cref", "autoref", "pageref", "nameref", "refeq", "vref", "labelcref")
_LONGEST = 100  # characters of a title


def is_macro(node: Node, *names: str) -> bool:
    """Whether it is one of these macros."""
    return isinstance(node, LatexMacroNode) and node.macroname in names


def is_environment(node: Node) -> bool:
    """Whether it begins and ends."""
    return isinstance(node, LatexEnvironmentNode)


def children(node: Node) -> list[Node]:
    """What lies inside: arguments first."""
    inside = list(getattr(getattr(node, "nodeargd", None), "argnlist", None) or [])
    inside += list(getattr(node, "nodelist", None) or [])
    return [each for each in inside if each is not None]


def argument(nodes: Sequence[Node], position: int) -> Node | None:
    """The braces that belong to a macro: its own, or those that follow one which pylatexenc does not know."""
    own = [each for each in children(nodes[position]) if isinstance(each, LatexGroupNode) and each.delimiters[0] == "{"]
    if own:
        return own[0]
    for each in nodes[position + 1 :]:
        if isinstance(each, LatexGroupNode) and each.delimiters[0] == "{":
            return each
        if each.latex_verbatim().strip() and not each.latex_verbatim().lstrip().startswith("["):
            return None
    return None


def optional(nodes: Sequence[Node], text: str) -> str:
    """What stands in brackets at the beginning of an environment."""
    body = "".join(each.latex_verbatim() for each in nodes).lstrip() if nodes else text
    if not body.startswith("["):
        return ""
    depth = 0
    for i, letter in enumerate(body):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(letter, 0)
        if depth == 0:
            return body[1:i]
    return ""


def inside(node: Node) -> str:
    """The TeX between the braces."""
    return "".join(each.latex_verbatim() for each in node.nodelist) if node is not None else ""


def named(nodes: Sequence[Node], *macros: str) -> Iterator[tuple[str, int]]:
    """The arguments of these macros anywhere below, with their positions."""
    for i, each in enumerate(nodes):
        if is_macro(each, *macros):
            found = argument(nodes, i)
            if found is not None:
                yield inside(found).strip(), each.pos
        yield from named(children(each), *macros)


def has(nodes: Sequence[Node], *macros: str) -> bool:
    """Whether one of these macros stands anywhere below."""
    return any(is_macro(each, *macros) or has(children(each), *macros) for each in nodes)


def cited(nodes: Sequence[Node]) -> tuple[str, ...]:
    """The labels that are referred to, each once."""
    found = (label.strip() for labels, _ in named(nodes, *REFERENCES) for label in labels.split(","))
    return tuple(dict.fromkeys(label for label in found if label))


def rows(nodes: Sequence[Node]) -> list[list[Node]]:
    """The rows of a display or a table; breaks inside of braces and other environments are not its own."""
    found: list[list[Node]] = [[]]
    for each in nodes:
        if is_macro(each, "\\", "tabularnewline", "cr"):
            found.append([])
        else:
            found[-1].append(each)
    return [row for row in found if "".join(each.latex_verbatim() for each in row).strip()]


def _fraction(node: Node, l2tobj: Any) -> str:
    """Numerator and denominator in parentheses, unless they are one word: 1/(a + b) is not 1/a + b."""
    parts = (l2tobj.nodelist_to_text([each]).strip() for each in node.nodeargd.argnlist)
    return "/".join(each if _WORD.fullmatch(each) else f"({each})" for each in parts)


def _reader() -> LatexNodes2Text:
    known = get_default_latex_context_db()
    known.add_context_category("fractions", [MacroTextSpec("frac", simplify_repl=_fraction)], prepend=True)
    return LatexNodes2Text(known, math_mode="text", keep_comments=False, strict_latex_spaces=False)


_FRACTIONS = re.compile(r"\\[tdc]frac(?![a-zA-Z])")
_WORD = re.compile(r"\w+(?:[\^_]\w+)?|√\([^()]*\)|\([^()]*\)")
_READER = _reader()


def plain(tex: str) -> str:
    """TeX as short text, for a title."""
    try:
        text = _READER.latex_to_text(_FRACTIONS.sub(r"\\frac", tex))
    except Exception:
        text = tex
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1].rsplit(' ', 1)[0]} …"
