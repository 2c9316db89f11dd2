"""Sentences as a page shows them: u_t, c_var,1 and t^(-1/2) with real indices and powers."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

_BRACES = r"\{([^{}]*)\}"
_WORD = r"((?:min|max|opt|var|bias)(?:,[A-Za-z0-9]+)?|[0-9]+|[A-Za-zα-ωΑ-Ω∞*+])"  # P_tg_t is P_t g_t
_BASE = r"(?<=[A-Za-z0-9α-ωΑ-Ω\u0300-\u036fℓℝℕℂ∇‖|)\]ā-ž])"
_INDEX = re.compile(rf"{_BASE}_(?:{_BRACES}|\(([^()]*)\)|{_WORD})")
_POWER = re.compile(rf"{_BASE}\^(?:{_BRACES}|\(([^()]*)\)|([-−][0-9]+/[0-9]+|[-−]?(?:[0-9.]+|[A-Za-zα-ωΑ-Ω*+])))")


_SCRIPT = re.compile(f"{_INDEX.pattern}|{_POWER.pattern}")


_GREEK = dict(
    zip(
        [
            "alpha",
            "beta",
            "gamma",
            "delta",
            "epsilon",
            "eta",
            "theta",
            "kappa",
            "lambda",
            "mu",
            "xi",
            "pi",
            "rho",
            "sigma",
            "tau",
            "phi",
            "chi",
            "omega",
        ],
        "αβγδεηθκλμξπρστφχω",
        strict=True,
    )
)
_SPELLED = re.compile(rf"\b({'|'.join(_GREEK)})(?=[_^])")  # a word with an index or a power is a letter


def prose(text: str) -> Markup:
    """The text, escaped, with indices and powers raised and lowered."""
    safe = str(escape(_SPELLED.sub(lambda found: _GREEK[found.group(1)], _signs(text))))
    safe = _POWER.sub(lambda found: f"<sup>{_inner(found)}</sup>", safe)
    return Markup(_INDEX.sub(lambda found: f"<sub>{_inner(found)}</sub>", safe))


_RAISED, _LOWERED = -0.45, 0.3  # of the size of the letters
_SMALL = "72%"
_BETWEEN = ((" - ", " − "), ("<=", "≤"), (">=", "≥"))


def _signs(text: str) -> str:
    for typed, printed in _BETWEEN:
        text = text.replace(typed, printed)
    return text


def typeset(text: str) -> Markup:
    """The text for a picture: indices and powers as small letters below and above the line, signs as printed."""
    text, parts, end = _signs(text), [], 0
    for found in _SCRIPT.finditer(text):
        parts += [escape(text[end : found.start()]), _script(_inner(found), lowered=found.group(0)[0] == "_")]
        end = found.end()
    return Markup("").join([*parts, escape(text[end:])])


def _script(words: str, *, lowered: bool) -> Markup:
    """The small letters, and nothing of no width that leads back to the line: only that works in all browsers."""
    shift = _LOWERED if lowered else _RAISED
    small = Markup('<tspan dy="{}em" font-size="{}">{}</tspan>').format(shift, _SMALL, words.replace("-", "−"))
    return small + Markup('<tspan dy="{:.3f}em">\u200b</tspan>').format(-shift * 0.72)


def _inner(found: re.Match[str]) -> str:
    return next(group for group in found.groups() if group is not None)
