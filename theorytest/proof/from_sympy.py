"""From expressions of sympy to terms, with the assumptions that their symbols carry."""

from __future__ import annotations

from typing import Any

from theorytest.proof.language import Leaf, Term, apply


def from_sympy(value: Any) -> Term:
    """A term for an expression; what the language does not know is refused by name."""
    import sympy as sp

    try:
        expression = sp.sympify(value)
    except sp.SympifyError:
        raise TypeError(f"a term must be a number or a formula, got {value!r:.60}") from None
    if isinstance(expression, sp.Dummy):
        raise TypeError(f"a symbol must be known by its name, got the dummy {expression}")
    if isinstance(expression, sp.Symbol):
        return Term(expression.name, frozenset({Leaf(expression.name, "symbols", conditions(expression))}))
    if isinstance(expression, sp.Float):
        return Term(str(sp.Rational(str(expression))))
    if isinstance(expression, sp.Rational):
        return Term(str(expression))
    parts = [from_sympy(each) for each in expression.args]
    if isinstance(expression, sp.Pow) and expression.exp == sp.Rational(1, 2):
        return apply("sqrt", parts[0])
    if isinstance(expression, sp.Pow) and expression.exp.is_Rational and expression.exp.q == 2:
        return apply("^", apply("sqrt", parts[0]), str_number(expression.exp.p))
    for kind, name in ((sp.Add, "+"), (sp.Mul, "*"), (sp.Pow, "^"), *_functions()):
        if isinstance(expression, kind):
            return apply(name, *parts)
    if isinstance(expression, sp.Abs):
        return abs(parts[0])
    raise TypeError(f"{type(expression).__name__} is not in the language of statements: {str(expression)[:60]}")


def _functions() -> list[tuple[Any, str]]:
    import sympy as sp

    return [(sp.exp, "exp"), (sp.log, "log"), (sp.Max, "max"), (sp.sin, "sin"), (sp.cos, "cos"), (sp.tanh, "tanh")]


def str_number(value: Any) -> Term:
    """A whole number."""
    return Term(str(int(value)))


_KNOWN = {"real", "positive", "nonnegative", "integer", "commutative"}


def conditions(symbol: Any) -> tuple[str, ...]:
    """What sympy assumes of a symbol; it simplifies by everything that it assumes, and a statement has these words."""
    if more := sorted(word for word, known in symbol._assumptions_orig.items() if known is True and word not in _KNOWN):
        raise TypeError(f"{symbol} is assumed to be {', '.join(more)}, which a statement cannot say")
    if symbol.is_integer and symbol.is_nonnegative:
        return ("integer", "≥1" if symbol.is_positive else "≥0")
    if symbol.is_integer:
        raise TypeError(f"the integer {symbol} needs a lower bound: positive=True or nonnegative=True")
    return (">0",) if symbol.is_positive else ("≥0",) if symbol.is_nonnegative else ()
