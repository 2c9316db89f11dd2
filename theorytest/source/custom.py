r"""Environments that a source makes of others: \newenvironment{important}{\begin{theorem}}{\end{theorem}}.

Where one is used, the environments that it begins and ends are written instead; what follows, such as [a name], is
left to the innermost. `restatable` of thmtools is the environment that it names. Lines are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_NEW = re.compile(r"\\(?:(?:re)?newenvironment\*?|(?:New|Renew|Provide|Declare)DocumentEnvironment)\s*(?=\{)")
_BEGIN, _END = re.compile(r"\\begin\s*\{[\w*]+\}"), re.compile(r"\\end\s*\{[\w*]+\}")
_BRACKETS = re.compile(r"\s*\[[^\]]*\]")
_RESTATED = re.compile(
    r"\\begin\{restatable\*?\}(\s*\[[^\]]*\])?\s*\{(\w+)\}\s*\{\w+\}(.*?)\\end\{restatable\*?\}", re.DOTALL
)
_DEEPEST = 5  # environments that are made of each other


def written_out(text: str) -> str:
    """The text without such environments."""
    made, bare = dict[str, tuple[str, str]](), text
    for found, name, begins, ends in _definitions(text):
        made[name] = begins, ends
        bare = bare.replace(found, "\n" * found.count("\n"), 1)
    for _ in range(_DEEPEST if made else 0):
        for name, (begins, ends) in made.items():
            bare = bare.replace(rf"\begin{{{name}}}", begins).replace(rf"\end{{{name}}}", ends)
    return _RESTATED.sub(lambda at: rf"\begin{{{at[2]}}}{at[1] or ''}{at[3]}\end{{{at[2]}}}", bare)


def _definitions(text: str) -> Iterator[tuple[str, str, str, str]]:
    """The definition, the name, and what begins and ends; only those that are made of others."""
    for at in _NEW.finditer(text):
        name, position = _group(text, at.end())
        if "Document" in at[0]:
            _, position = _group(text, position)
        while brackets := _BRACKETS.match(text, position):
            position = brackets.end()
        before, position = _group(text, position)
        after, position = _group(text, position)
        begins, ends = _BEGIN.findall(before), _END.findall(after)
        if begins and len(begins) == len(ends) and rf"\begin{{{name}}}" not in before:
            yield text[at.start() : position], name, "".join(begins), "".join(ends)


def _group(text: str, position: int) -> tuple[str, int]:
    """What stands between the next braces, and where they end; nothing where no braces follow."""
    start = re.compile(r"\s*\{").match(text, position)
    if start is None:
        return "", position
    depth = 1
    for i in range(start.end(), len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return text[start.end() : i], i + 1
    return "", position
