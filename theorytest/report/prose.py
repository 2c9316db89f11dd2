"""Sentences as a page shows them: u_t, c_var,1 and t^(-1/2) with real indices and powers."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

_BRACES = r"\{([^{}]*)\}"
_PARENTHESES = r"\(((?:[^()]|\([^()]*\))*)\)"  # with one more pair inside
_WORD = r"((?:min|max|opt|var|bias)(?:,[A-Za-z0-9]+|[0-9])?|[0-9]+|[A-Za-zα-ωΑ-Ω∞*+])"  # P_tg_t is P_t g_t
_BASE = r"(?<=[A-Za-z0-9α-ωΑ-Ω\u0300-\u036fℓℝℕℂ∇‖|)\]ā-žḀ-ỿ])"
_INDEX = re.compile(rf"{_BASE}_(?:{_BRACES}|{_PARENTHESES}|{_WORD})")
_POWER = re.compile(
    rf"{_BASE}\^(?:{_BRACES}|{_PARENTHESES}|([-−][0-9]+/[0-9]+|[-−]?(?:[0-9]+(?:[.][0-9]+)?|[A-Za-zα-ωΑ-Ω∞*+])))"
)


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
_NAMES = "|".join(_GREEK)
_SPELLED = re.compile(rf"\b({_NAMES})(?=[_^])|(?<=_)({_NAMES})\b")  # a word with or in an index or a power is a letter


_LABEL = r"(?<![\w.])[A-Za-z][A-Za-z0-9]*:[A-Za-z][\w:./-]*"  # eq:Pn_b
_NAME = re.compile(rf"({_LABEL}|\b[a-z]+(?:_(?!min|max|opt|var|bias)[a-z]{{3,}})+\b)")  # or n_samples


def prose(text: str) -> Markup:
    """The text, escaped, with indices and powers raised and lowered; labels, as eq:P_n, and names of code stay."""
    spelled = _SPELLED.sub(lambda found: _GREEK[found.group(0)], _signs(text))
    parts = _NAME.split(spelled)  # names have odd places
    return Markup("").join(escape(part) if i % 2 else _scripts(part) for i, part in enumerate(parts))


_COUNTED = re.compile(r"\b[0-9]+ (?:of the [0-9]+|fails?(?= only)|needs? a change)")


def emphasised(text: str) -> Markup:
    """A headline, escaped, with its counts in bold."""
    return Markup(_COUNTED.sub(r"<b>\g<0></b>", str(escape(text))))


def _scripts(text: str) -> Markup:
    safe = str(escape(text))
    safe = _POWER.sub(lambda found: f"<sup>{_inner(found)}</sup>", safe)
    return Markup(_INDEX.sub(lambda found: f"<sub>{_inner(found)}</sub>", safe))


_RAISED, _LOWERED = -0.45, 0.3  # of the size of the letters
_SMALL = "72%"
_BETWEEN = ((" - ", " − "), ("<=", "≤"), (">=", "≥"))


_NEGATIVE = re.compile(r"(?<![\w.)\]-])-(?=[0-9])")  # neither a hyphen nor a range
_EXPONENT = re.compile(r"(?<![A-Za-z0-9.])([0-9]+(?:\.[0-9]+)?)e([-+]?)0*([0-9]+)(?![A-Za-z0-9])")


def _signs(text: str) -> str:
    for typed, printed in _BETWEEN:
        text = text.replace(typed, printed)
    return _NEGATIVE.sub("−", _EXPONENT.sub(_scientific, text))


def _scientific(found: re.Match[str]) -> str:
    """6.4e-13 as 6.4·10^{−13}."""
    digits, sign, power = found.groups()
    return f"{'' if digits == '1' else digits + '·'}10^{{{'−' if sign == '-' else ''}{power}}}"


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
    words = next(group for group in found.groups() if group is not None)
    return re.sub(r"^(var|bias)([0-9])$", r"\1,\2", words)
