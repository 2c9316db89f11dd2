"""Decides whether a certificate proves its statement, with python-flint's arithmetic and nothing else.

    python checker.py FILE...        {"statement": {...}, "proof": [one proof per claim], "point": {...} or null}

Statement: {"symbols": {"s": [">0"], "n": ["integer", "≥1"], "x": []}, "vectors": ["g"], "functions": {"X": ["≥0"]},
"random": ["g"], "given": [{"name": "(LS)", "forall": {"v": "vector"}, "holds": RELATION}], "claim": [RELATION, ...]}.
A relation is ["≤", left, right] with one of = ≤ ≥ < >, in a hypothesis also ≠. Symbols are real numbers, vectors lie in
any real Hilbert space, functions map numbers or vectors to numbers. What is random has any law with the moments that
occur in the certificate; hypotheses and claims about it hold almost surely, for all values of their variables at once;
E is the expectation, plain or given what is known. Expressions: "s", "3/4", ["+", a, b], ["-", a], ["-", a, b],
["*", a, b], ["/", a, b], ["^", a, b], ["sqrt", a], ["exp", a], ["log", a], ["max", a, b], ["ip", u, v], ["norm", u],
["E", a], ["at", "X", a]; denominators must be different from 0 by the assumptions.
Point: rational numbers at which all hypotheses hold, so that they do not contradict each other; vectors are multiples
of one unit vector, functions are constant, nothing is drawn. Where it is null, nobody has shown such a point.

Proofs, by the word in "by":
    combination   difference of the two sides = Σ weight · product of things that are ≥ 0, as rational functions
    lemma         a further relation with its proof, and then the claim with it
    cases         every value of an integer between two bounds, or the two signs of an expression
    induction     the claim at the first value of an integer, and at n + 1 if it holds at n
"""

from __future__ import annotations

import copy
import json
import re
import sys
from collections import namedtuple
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx

ATOMS, TERMS, DEGREE, BITS = 96, 10**6, 256, 10**5  # numbers of a certificate, and the size of a product
NUMBER = re.compile(r"-?[0-9]{1,400}(/[1-9][0-9]{0,400})?")
METHODS = ("combination", "lemma", "cases", "induction")
UNIT = "1"  # the vector of which all are multiples at a point
OPPOSITE, NONZERO = {">": "<", "≥": "≤", "<": ">", "≤": "≥", "≠": "≠", "": ""}, ("<", ">", "≠")
RING = fmpq_mpoly_ctx.get([f"x{i}" for i in range(ATOMS)], Ordering.degrevlex)
ONE = RING.constant(1)
Tree = Any  # an expression as JSON
Value = Any  # a Ratio, or a vector: a dictionary of Ratios by names of vectors
Env = Mapping[str, Value]


class Refused(Exception):  # noqa: N818 - an answer, not an accident
    """Why a certificate is not accepted, in one sentence."""


def _require(condition: object, sentence: str) -> None:
    if not condition:
        raise Refused(sentence)


def _times(a: Any, b: Any) -> Any:
    _require(len(a) * len(b) <= TERMS and a.total_degree() + b.total_degree() <= DEGREE, "a product is too large")
    return a * b


class Ratio:
    """A quotient of polynomials in lowest terms, the denominator with leading coefficient 1."""

    def __init__(self, num: Any, den: Any = ONE) -> None:
        if den != 1:
            common = num.gcd(den)
            lead = (den / common).leading_coefficient()
            num, den = num / common / lead, den / common / lead
        self.num, self.den = num, den

    def __add__(self, other: Ratio) -> Ratio:
        return Ratio(_times(self.num, other.den) + _times(other.num, self.den), _times(self.den, other.den))

    def __sub__(self, other: Ratio) -> Ratio:
        return self + number(-1) * other

    def __mul__(self, other: Ratio) -> Ratio:
        return Ratio(_times(self.num, other.num), _times(self.den, other.den))

    def used(self) -> set[int]:
        """The indices of the generators in it."""
        degrees = zip(self.num.degrees(), self.den.degrees(), strict=True)
        return {i for i, (a, b) in enumerate(degrees) if a > 0 or b > 0}


def number(value: Any) -> Ratio:
    """A rational number."""
    return Ratio(RING.constant(value))


def _rational(text: Any) -> Any:
    _require(isinstance(text, str) and NUMBER.fullmatch(text), f"{text!r} is not a rational number such as '-3/4'")
    return fmpq(*(int(part) for part in text.split("/")))


def _relation(tree: Tree) -> Tree:
    fine = isinstance(tree, list) and len(tree) == 3 and tree[0] in ("=", "≤", "≥", "<", ">", "≠")
    _require(fine, f"{tree!r} is not a relation such as ['≤', left, right]")
    return tree


def _mentions(tree: Tree, name: str) -> bool:
    return any(_mentions(each, name) for each in tree) if isinstance(tree, list) else tree == name


def _key(value: Value) -> Any:  # equal if and only if the values are
    if isinstance(value, Ratio):
        return str(value.num), str(value.den)
    return tuple(sorted((name, *_key(x)) for name, x in value.items()))


Sort = namedtuple("Sort", "low open_low high open_high integer")  # an interval, or the integers of it
Given = namedtuple("Given", "holds forall env")  # a relation for all values of its variables, where it was met
Atom = namedtuple("Atom", "key signed strict random integer")  # a number, whether it is ≥ 0, > 0, random, an integer


def _sort(conditions: Any) -> Sort:
    """[">0", "≤1"] or ["integer", "≥1"]."""
    found: dict[str, Any] = {"low": None, "open_low": False, "high": None, "open_high": False}
    for each in conditions:
        if each != "integer":
            _require(isinstance(each, str) and each[:1] in (*"<>≤≥",), f"{each!r} is not a condition such as '>0'")
            side = "low" if each[0] in ">≥" else "high"
            _require(found[side] is None, f"{conditions} bound one side twice")
            found |= {side: _rational(each[1:]), f"open_{side}": each[0] in "<>"}
    made = Sort(**found, integer="integer" in conditions)
    low, high, closed = made.low, made.high, not (made.open_low or made.open_high)
    _require(None in (low, high) or low < high or (low == high and closed), f"nothing satisfies {conditions}")
    whole = closed and low is not None and low.q == 1 and (high is None or high.q == 1)
    _require(whole or not made.integer, f"{conditions}: integers need whole bounds, and one from below")
    return made


class Checker:
    """A statement with what is known at some place of its proof: hypotheses, lemmas, cases."""

    def __init__(self, statement: Any) -> None:
        self.sorts = {name: _sort(each) for name, each in statement.get("symbols", {}).items()}
        self.functions = {name: _sort(each) for name, each in statement.get("functions", {}).items()}
        self.vectors, self.random = tuple(statement.get("vectors", [])), tuple(statement.get("random", []))
        names = [*self.sorts, *self.functions, *self.vectors]
        for name in (*names, *self.random):
            _require(names.count(name) == 1 and not NUMBER.fullmatch(name), f"{name!r} must be declared, and once")
        self.atoms: list[Atom] = []
        self.known: dict[str, str] = {}  # monic irreducible polynomials and their signs
        self.given: dict[str, Given] = {}
        for name, sort in self.sorts.items():
            if sort.high is not None:
                sign = "<" if sort.open_high else "≤"
                self.assume(f"{name} {sign} {sort.high}", [sign, name, str(sort.high)], {}, {})
        for given in statement.get("given", []):
            forall = {name: each if each == "vector" else _sort(each) for name, each in given.get("forall", {}).items()}
            _require(not set(forall) & set(names), f"a variable of {given['name']!r} has two meanings")
            self.assume(given["name"], given["holds"], forall, {})

    def assume(self, name: Any, holds: Tree, forall: Mapping[str, Any], env: Env) -> None:
        """A hypothesis more, whose sign is known from now on."""
        _require(isinstance(name, str) and name not in self.given, f"hypotheses need different names, got {name!r}")
        self.given = {**self.given, name: Given(_relation(holds), forall, env)}
        if not forall:
            self.known = dict(self.known)
            self.learn(*self.sides(holds, env))

    def knowing(self, name: Any, holds: Tree, env: Env) -> Checker:
        """The same place with a hypothesis more."""
        more = copy.copy(self)
        more.assume(name, holds, {}, env)
        return more

    def atom(self, key: Any, signed: bool, strict: bool, random: bool, integer: bool = False) -> Ratio:
        """The generator of an atom; the same number with another known sign is another atom."""
        atom = Atom(key, signed, strict, random, integer)
        if atom not in self.atoms:
            _require(len(self.atoms) < ATOMS, f"a certificate may speak of {ATOMS} numbers at most")
            self.atoms.append(atom)
        return Ratio(RING.gen(self.atoms.index(atom)))

    def bounded(self, key: Any, sort: Sort, random: bool) -> Ratio:
        """A number with a lower bound is the bound plus something nonnegative."""
        if sort.low is None:
            return self.atom(key, False, False, random)
        return self.atom(key, True, sort.open_low, random, sort.integer) + number(sort.low)

    def depends(self, value: Value) -> bool:
        """Whether a number or a vector is random."""
        if isinstance(value, Ratio):
            return any(self.atoms[i].random for i in value.used())
        return any(name in self.random or self.depends(x) for name, x in value.items())

    def terms_sign(self, polynomial: Any) -> str:
        """'>' or '≥' if no term can be negative, '' otherwise."""
        found = "≥"
        for powers, coefficient in polynomial.to_dict().items():
            if coefficient < 0 or any(power % 2 and not self.atoms[i].signed for i, power in enumerate(powers)):
                return ""
            if all(self.atoms[i].strict for i, power in enumerate(powers) if power):
                found = ">"
        return found

    def factor_sign(self, factor: Any) -> str:
        """'>', '≥', '<', '≤' or '' of an irreducible polynomial."""
        lead = factor.leading_coefficient()
        known = self.known.get(str(factor / lead), "")
        seen = self.terms_sign(factor) or OPPOSITE[self.terms_sign(-factor)]
        return seen if seen in ("<", ">") else (known if lead > 0 else OPPOSITE[known]) or seen

    def sign(self, value: Ratio) -> str:
        """'>', '≥', '=' or '' of a number; its denominator is not 0."""
        if value.num == 0:
            return "="
        product = _times(value.num, value.den)
        seen, (constant, factors) = self.terms_sign(product), product.factor()
        signs = [(self.factor_sign(each), power % 2) for each, power in factors]
        negative = (constant < 0) ^ (sum(odd and sign in ("<", "≤") for sign, odd in signs) % 2 == 1)
        if seen == ">" or negative or any(odd and sign in ("", "≠") for sign, odd in signs):
            return seen
        return ">" if all(sign in NONZERO for sign, _ in signs) else "≥"

    def learn(self, value: Ratio, sign: str) -> None:
        """value > 0 or ≥ 0 settles the sign of its only factor of unknown sign; value ≠ 0 those of all."""
        if sign == "=" or value.num == 0:
            return
        constant, factors = _times(value.num, value.den).factor()
        signs = [self.factor_sign(each) for each, _ in factors]
        unknown = [factor for factor, found in zip(factors, signs, strict=True) if found not in ("<", ">")]
        if len(unknown) == 1 and unknown[0][1] % 2 and sign != "≠":
            lead = unknown[0][0].leading_coefficient()
            flips = sum(found == "<" and power % 2 for found, (_, power) in zip(signs, factors, strict=True))
            negative = (constant < 0) ^ (lead < 0) ^ (flips % 2 == 1)
            self.known[str(unknown[0][0] / lead)] = OPPOSITE[sign] if negative else sign
        elif sign in (">", "≠"):
            self.known |= {str(each / each.leading_coefficient()): "≠" for each, _ in unknown}

    def value(self, tree: Tree, env: Env) -> Value:
        """The value of an expression."""
        if isinstance(tree, str):
            if NUMBER.fullmatch(tree):
                return number(_rational(tree))
            if tree in env:
                return env[tree]
            _require(tree in self.sorts or tree in self.vectors, f"{tree!r} is not declared")
            return (
                self.bounded(tree, self.sorts[tree], tree in self.random) if tree in self.sorts else {tree: number(1)}
            )
        _require(isinstance(tree, list) and len(tree) > 1, f"{tree!r} is not an expression")
        if tree[0] == "at":
            _require(len(tree) > 2 and tree[1] in self.functions, f"{tree[1]!r} is not a function with arguments")
            if tree[1] in env:  # constant, at a point
                return env[tree[1]]
            values = [self.value(each, env) for each in tree[2:]]
            random = tree[1] in self.random or any(self.depends(each) for each in values)
            return self.bounded(("at", tree[1], *map(_key, values)), self.functions[tree[1]], random)
        _require(tree[0] in OPERATIONS, f"{tree[0]!r} is not an operation: {', '.join(OPERATIONS)}")
        return OPERATIONS[tree[0]](self, *(self.value(each, env) for each in tree[1:]))

    def sides(self, relation: Tree, env: Env) -> tuple[Ratio, str]:
        """The difference of the sides and the sign that it is said to have: '=', '≥' or '>'."""
        sign, left, right = _relation(relation)
        small, large = (left, right) if sign in "≤<" else (right, left)
        return self.value(large, env) - self.value(small, env), {"≤": "≥", "<": ">"}.get(sign, sign)

    def add(self, *values: Value) -> Value:
        """The sum of numbers, or of vectors."""
        if all(isinstance(each, Ratio) for each in values):
            return sum(values, number(0))
        names = {name: None for each in values for name in each}
        total = {name: sum((each[name] for each in values if name in each), number(0)) for name in names}
        return {name: x for name, x in total.items() if x.num != 0}

    def multiply(self, *values: Value) -> Value:
        """The product of numbers, or of numbers and one vector."""
        vectors, total = [each for each in values if isinstance(each, dict)], number(1)
        _require(len(vectors) < 2, "'*' multiplies numbers, or numbers and one vector")
        for each in values:
            total = total * each if isinstance(each, Ratio) else total
        return {name: total * x for name, x in vectors[0].items() if total.num != 0} if vectors else total

    def divide(self, value: Value, by: Ratio) -> Value:
        """The quotient by a number that cannot vanish."""
        factors = by.num.factor()[1] if by.num != 0 else [(by.num, 1)]
        _require(all(self.factor_sign(each) in NONZERO for each, _ in factors), f"{by.num} may vanish, a denominator")
        return self.multiply(value, Ratio(by.den, by.num))

    def power(self, base: Ratio, exponent: Ratio) -> Value:
        """Whole powers of anything, all powers of positive numbers."""
        if exponent.used() or (exponent.num != 0 and exponent.num.leading_coefficient().q != 1):
            _require(self.sign(base) == ">", "a base that may not be positive has whole powers only")
            random = self.depends(base) or self.depends(exponent)
            return self.atom(("^", _key(base), _key(exponent)), True, True, random)
        power, made = int(exponent.num.leading_coefficient().p) if exponent.num != 0 else 0, number(1)
        bits = max(max(x.p.bit_length(), x.q.bit_length()) for x in (*base.num.coeffs(), *base.den.coeffs()))
        _require(abs(power) <= 64 and bits * abs(power) <= BITS, "a whole power may be 64 at most, of smaller numbers")
        for _ in range(abs(power)):
            made = made * base
        return made if power >= 0 else self.divide(number(1), made)

    def inner(self, u: Value, v: Value) -> Ratio:
        """The inner product, by bilinearity."""
        total = number(0)
        for a, x in u.items():
            for b, y in v.items():
                random, unit = a in self.random or b in self.random, a == b == UNIT
                total += x * y * (number(1) if unit else self.atom(("ip", *sorted((a, b))), a == b, False, random))
        return total

    def mean(self, value: Ratio) -> Ratio:
        """The expectation: what is known before the draw comes out, every random monomial has its own."""
        _require(not self.depends(Ratio(value.den)), "the expectation of a quotient by something random")
        total = number(0)
        for powers, coefficient in value.num.to_dict().items():
            drawn = tuple((i, power) for i, power in enumerate(powers) if power and self.atoms[i].random)
            kept = [0 if power and self.atoms[i].random else power for i, power in enumerate(powers)]
            signed = all(power % 2 == 0 or self.atoms[i].signed for i, power in drawn)
            rest = Ratio(RING.from_dict({tuple(kept): coefficient}), value.den)
            total += rest * self.atom(("E", drawn), signed, False, False) if drawn else rest
        return total

    def prove(self, relation: Tree, proof: Any, env: Env) -> None:
        """Refuse a proof that does not prove the relation; `env` belongs to the relation, not to the proof."""
        _require(isinstance(proof, dict), f"a proof must be an object, got {proof!r}")
        _require(_relation(relation)[0] != "≠", "≠ is a hypothesis, not a claim")
        _require(proof.get("by") in METHODS, f"{proof.get('by')!r} is not a kind of proof: {', '.join(METHODS)}")
        getattr(self, proof["by"])(relation, proof, env)

    def combination(self, relation: Tree, proof: Mapping[str, Any], env: Env) -> None:
        """The difference of the sides is a sum of terms with the right sign."""
        (rest, sign), found = self.sides(relation, env), [self.term(each) for each in proof.get("terms", [])]
        for value, _ in found:
            rest = rest - value
        _require(rest.num == 0, "the terms do not add up to the difference of the sides")
        signs = {each for _, each in found}
        _require(sign != "=" or signs <= {"="}, "an equation does not follow from inequalities")
        _require(sign != ">" or ">" in signs, "a strict inequality needs a term that is positive")

    def term(self, term: Mapping[str, Any]) -> tuple[Ratio, str]:
        """weight · product of things with a sign, or the expectation of that."""
        total, found = self.value(term.get("times", "1"), {}), [self.factor(each) for each in term.get("of", [])]
        signs = [sign for _, sign in found]
        if "=" not in signs:
            signs.append(self.sign(total))
            if not signs[-1]:
                self.prove(["≥", term["times"], "0"], term.get("because"), {})
                signs[-1] = "≥"
        for value, _ in found:
            total = total * value
        sign = "=" if "=" in signs else "≥" if "≥" in signs else ">"
        return (self.mean(total) if term.get("mean") is True else total), sign

    def factor(self, factor: Any) -> tuple[Ratio, str]:
        """A hypothesis (the upper bound of a symbol is one), a square, or a fact."""
        if "given" in factor:
            return self.hypothesis(factor["given"], factor.get("at", {}))
        if "square" in factor:
            root = self.value(factor["square"], {})
            return (root * root if isinstance(root, Ratio) else self.inner(root, root)), "≥"
        _require("fact" in factor, f"{factor!r} is not a factor")
        name, *values = factor["fact"]
        _require(name in FACTS, f"{name!r} is not a fact: {', '.join(FACTS)}")
        return FACTS[name](self, *(self.value(each, {}) for each in values))

    def hypothesis(self, name: Any, at: Mapping[str, Tree]) -> tuple[Ratio, str]:
        """A hypothesis, at values that its variables may take."""
        _require(name in self.given, f"{name!r} is not a hypothesis")
        holds, forall, env = self.given[name]
        _require(set(at) == set(forall), f"{name!r} needs values of {list(forall)}, got {list(at)}")
        values = {each: self.value(tree, {}) for each, tree in at.items()}
        for each, value in values.items():
            known = not (_mentions(holds, "E") and self.depends(value))
            _require(known, f"{name!r} speaks of expectations: {each} must be known before the draw")
            inside = isinstance(value, dict) if forall[each] == "vector" else self.lies(value, forall[each])
            _require(inside, f"{name!r} does not reach this {each}")
        found, sign = self.sides(holds, {**env, **values})
        _require(sign != "≠", f"{name!r} has no sign")
        return found, sign

    def lies(self, value: Ratio, sort: Sort) -> bool:
        """Whether a number lies where a variable may."""
        ends = [] if sort.low is None else [(value - number(sort.low), sort.open_low)]
        ends += [] if sort.high is None else [(number(sort.high) - value, sort.open_high)]
        inside = all(self.sign(gap) == ">" if is_open else self.sign(gap) for gap, is_open in ends)
        whole = value.den == 1 and all(self.atoms[i].integer for i in value.used())
        return inside and (not sort.integer or (whole and all(each.q == 1 for each in value.num.coeffs())))

    def lemma(self, relation: Tree, proof: Mapping[str, Any], env: Env) -> None:
        """First another relation, then this one."""
        self.prove(proof.get("holds"), proof.get("proof"), {})
        self.knowing(proof.get("name"), proof.get("holds"), {}).prove(relation, proof.get("then"), env)

    def cases(self, relation: Tree, proof: Mapping[str, Any], env: Env) -> None:
        """Every value of an integer between two bounds, or the two signs of what is known before the draw."""
        on, proofs = proof["on"], proof["proofs"]
        if isinstance(on, str) and on in self.sorts and self.sorts[on].integer:
            sort = self.integer(on, env)
            every = sort.high is not None and sort.high - sort.low + 1 == len(proofs)
            _require(every, f"{on!r} has no upper bound, or not one proof for each value")
            places = [(self, {**env, on: number(each)}) for each in range(int(sort.low), int(sort.high) + 1)]
        else:
            _require(not self.depends(self.value(on, {})), "a case must be known before the draw")
            places = [(self.knowing(proof["name"], [sign, on, "0"], {}), dict(env)) for sign in ("≥", "≤")]
        _require(len(places) == len(proofs), f"there are {len(places)} cases and {len(proofs)} proofs")
        for (place, there), each in zip(places, proofs, strict=True):
            place.prove(relation, each, there)

    def integer(self, name: Any, env: Env) -> Sort:
        """An integer that a proof runs through."""
        free = name in self.sorts and name not in env and name not in self.random
        _require(free and self.sorts[name].integer, f"{name!r} is not an integer of the statement")
        return self.sorts[name]

    def induction(self, relation: Tree, proof: Mapping[str, Any], env: Env) -> None:
        """The first value, and from one to the next; no hypothesis may speak of the integer itself."""
        name, sort = proof["on"], self.integer(proof["on"], env)
        spoken = [other for other, each in self.given.items() if _mentions(each.holds, name) or name in each.env]
        _require(sort.high is None and not spoken, f"{name!r} has an upper bound, or occurs in {spoken}")
        self.prove(relation, proof.get("base"), {**env, name: number(sort.low)})
        step = self.knowing(proof.get("name"), relation, env)
        step.prove(relation, proof.get("step"), {**env, name: self.value(name, {}) + number(1)})


def _atomic(name: str, arity: int, domain: str = "", *, signed: bool = False, strict: bool = False) -> Any:
    """A function that is not computed further, of numbers whose signs are in `domain`."""

    def made(checker: Checker, *values: Value) -> Ratio:
        _require(len(values) == arity, f"{name} has {len(values)} arguments")
        numbers = [each for each in values if isinstance(each, Ratio)]
        _require(numbers == list(values) or name == "norm", f"{name} is a function of numbers")
        signs = [checker.sign(each) for each in numbers]
        _require(not domain or all(each and each in domain for each in signs), f"{name} of a number of unknown sign")
        positive = strict or (name in ("sqrt", "max") and ">" in signs)
        nonnegative = signed or positive or (name == "max" and any(signs))
        random = any(checker.depends(each) for each in values)
        return checker.atom((name, *map(_key, values)), nonnegative, positive, random)

    return made


SQRT, EXP, LOG = _atomic("sqrt", 1, ">≥=", signed=True), _atomic("exp", 1, strict=True), _atomic("log", 1, ">")
MAX, NORM, MINUS = _atomic("max", 2), _atomic("norm", 1, signed=True), number(-1)
OPERATIONS: dict[Any, Callable[..., Value]] = {"+": Checker.add, "*": Checker.multiply}
OPERATIONS |= {"-": lambda c, a, b=None: c.multiply(MINUS, a) if b is None else c.add(a, c.multiply(MINUS, b))}
OPERATIONS |= {"/": Checker.divide, "^": Checker.power, "ip": Checker.inner, "E": Checker.mean}
OPERATIONS |= {"sqrt": SQRT, "exp": EXP, "log": LOG, "max": MAX, "norm": lambda c, u: NORM(c, dict(u))}


def _bernoulli(c: Checker, a: Ratio, p: Ratio) -> tuple[Ratio, str]:
    """aᵖ ≥ 1 + p (a - 1) for p ≥ 1 or p ≤ 0, and ≤ for 0 ≤ p ≤ 1; a > 0."""
    outside, inside = c.sign(p - number(1)) or c.sign(number(0) - p), c.sign(p) and c.sign(number(1) - p)
    _require(c.sign(a) == ">" and (outside or inside), "Bernoulli's inequality needs a > 0, and p beside 0 and 1")
    gap = c.power(a, p) - number(1) - p * (a - number(1))
    return (gap if outside else number(0) - gap), "≥"


FACTS: Mapping[Any, Callable[..., tuple[Ratio, str]]] = {
    "norm": lambda c, u: (NORM(c, u) * NORM(c, u) - c.inner(u, u), "="),
    "cauchy": lambda c, u, v: (NORM(c, u) * NORM(c, v) - c.inner(u, v), "≥"),
    "sqrt": lambda c, a: (SQRT(c, a) * SQRT(c, a) - a, "="),
    "exp": lambda c, a: (EXP(c, a) - number(1) - a, "≥"),
    "log": lambda c, a: (a - number(1) - LOG(c, a), "≥"),
    "max left": lambda c, a, b: (MAX(c, a, b) - a, "≥"),
    "max right": lambda c, a, b: (MAX(c, a, b) - b, "≥"),
    "max either": lambda c, a, b: ((MAX(c, a, b) - a) * (MAX(c, a, b) - b), "="),
    "powers": lambda c, a, p, q: (c.power(a, p) * c.power(a, q) - c.power(a, p + q), "="),
    "bernoulli": _bernoulli,
}


def satisfied(statement: Mapping[str, Any], point: Mapping[str, Any]) -> None:
    """Refuse a point at which a hypothesis, or a condition on a symbol, does not hold."""
    place = Checker({**statement, "given": []})
    values = {name: number(_rational(point[name])) for name in (*place.sorts, *place.functions, *place.vectors)}
    for name, sort in (place.sorts | place.functions).items():
        _require(place.lies(values[name], sort), f"the point violates a condition on {name!r}")
    env = {name: {UNIT: each} if name in place.vectors else each for name, each in values.items()}
    for given in statement.get("given", []):
        gap, sign = place.sides(given["holds"], env)
        enough = {"=": ("=",), "≥": ("=", "≥", ">"), ">": (">",), "≠": (">",)}[sign]
        _require(place.sign(gap * gap if sign == "≠" else gap) in enough, f"the point violates {given['name']!r}")


def check(certificate: Any) -> None:
    """Refuse a certificate that does not prove its statement."""
    try:
        statement, claims, proofs = certificate["statement"], certificate["statement"]["claim"], certificate["proof"]
        _require(len(claims) == len(proofs) > 0, f"there are {len(claims)} claims and {len(proofs)} proofs")
        for relation, proof in zip(claims, proofs, strict=True):
            Checker(statement).prove(relation, proof, {})
        if certificate.get("point") is not None:
            satisfied(statement, certificate["point"])
    except (TypeError, KeyError, IndexError, AttributeError, ValueError, RecursionError, ArithmeticError) as error:
        raise Refused(f"the certificate is malformed ({type(error).__name__}: {error})") from None


if __name__ == "__main__":
    for path in sys.argv[1:]:
        try:
            check(json.loads(Path(path).read_text(encoding="utf-8")))
        except (Refused, OSError, ValueError, RecursionError) as refusal:
            sys.exit(f"{path}: refused: {refusal}")
        print(f"{path}: accepted")
