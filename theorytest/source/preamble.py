r"""What a preamble says about numbers: theorem-like environments, counters within others, which equations have one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from theorytest.source.counters import Counters, standard

_CLASS = re.compile(r"\\documentclass(?:\[[^\]]*\])?\{(\w+)\}")
_NEW = re.compile(r"\\newtheorem(\*?)\s*\{(\w+\*?)\}\s*(?:\[(\w+\*?)\])?\s*\{([^{}]*)\}\s*(?:\[(\w+)\])?")
_DECLARE = re.compile(r"\\declaretheorem\s*(?:\[((?:[^\[\]{}]|\{[^{}]*\})*)\])?\s*\{([\w,* ]+)\}\s*(?:\[([^\]]*)\])?")
_WITHIN = re.compile(r"\\(?:numberwithin|counterwithin\*?|@addtoreset)\s*\{(\w+)\}\s*\{(\w+)\}")
_RESETS = re.compile(r"\\(?:counterwithin\*|@addtoreset)\s*\{(\w+)\}")  # and print no more than before
THE = re.compile(r"\\(?:renewcommand\*?\s*\{?\s*\\the(\w+)\s*\}?|def\s*\\the(\w+))\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_REFS_ONLY = re.compile(r"\\mathtoolsset\{[^}]*showonlyrefs(?!\s*=\s*false)|\\usepackage(?:\[[^\]]*\])?\{autonum\}")
_STANDARD = ("theorem", "lemma", "proposition", "corollary", "definition", "remark", "example")  # of many classes


@dataclass(frozen=True)
class Theorem:
    """A theorem-like environment: what is printed in front of its number, and the counter; None for no number."""

    title: str
    counter: str | None


@dataclass(frozen=True)
class Preamble:
    """The rules of one document."""

    theorems: dict[str, Theorem]
    counters: Counters
    refs_only: bool  # only equations that are referred to have a number
    eqref_only: bool  # and only by \eqref
    top: str  # the heading that an appendix letters


def read_preamble(text: str) -> Preamble:
    """From the whole source: packages and authors declare environments anywhere."""
    found = _CLASS.search(text)
    counters = standard(found[1] if found else "article")
    theorems = dict(_theorems(text, counters))
    for name in _STANDARD:
        if name not in theorems and rf"\begin{{{name}}}" in text:  # declared by the class
            theorems[name] = Theorem(name.capitalize(), "theorem")
    for inner, outer in _WITHIN.findall(text):
        counters.within[inner] = outer
    counters.forms |= {inner: rf"\arabic{{{inner}}}" for inner in _RESETS.findall(text)}
    counters.forms |= forms(text.partition(r"\begin{document}")[0])
    refs = _REFS_ONLY.search(text)
    top = "chapter" if r"\chapter" in text else "section"
    return Preamble(theorems, counters, refs is not None, refs is not None and "autonum" not in refs[0], top)


def forms(text: str) -> dict[str, str]:
    r"""How counters are printed, by \renewcommand{\theequation}{S\arabic{equation}} and the like."""
    return {one or other: form for one, other, form in THE.findall(text)}


def _theorems(text: str, counters: Counters) -> Iterator[tuple[str, Theorem]]:
    shared: dict[str, str] = {}
    for star, name, sibling, title, within in _NEW.findall(text):
        yield name, Theorem(title, None if star else _counter(name, sibling, within, shared, counters))
    for before, names, after in _DECLARE.findall(text):
        told = dict(_options(f"{before},{after}"))
        for name in (each.strip() for each in names.split(",")):
            sibling = next((told[key] for key in ("sibling", "numberlike", "sharenumber") if key in told), "")
            within = next((told[key] for key in ("numberwithin", "parent", "within") if key in told), "")
            plain = told.get("numbered", "") in ("no", "false")
            title = told.get("title") or told.get("name") or name.capitalize()
            yield name, Theorem(title, None if plain else _counter(name, sibling, within, shared, counters))


def _counter(name: str, sibling: str, within: str, shared: dict[str, str], counters: Counters) -> str:
    counter = shared.get(sibling, sibling) or name
    shared[name] = counter
    if within:
        counters.within[counter] = within
    return counter


def _options(text: str) -> Iterator[tuple[str, str]]:
    for part in re.split(r",(?![^{]*\})", text):
        key, _, value = part.partition("=")
        if key.strip():
            yield key.strip(), value.strip().strip("{}")
