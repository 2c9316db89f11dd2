"""Decides whether a certificate proves its statement, with python-flint's arithmetic and nothing else.

    python checker.py FILE...        a certificate is JSON: {"statement": {...}, "proof": [one proof per claim]}

Statement: {"symbols": {"s": [">0"], "n": ["integer", "≥1"], "x": []}, "vectors": ["g"], "functions": {"X": ["≥0"]},
"random": ["g"], "given": [{"name": "(LS)", "forall": {"v": "vector"}, "holds": RELATION}], "claim": [RELATION, ...]}.
A relation is ["≤", left, right] with one of = ≤ ≥ < >, in a hypothesis also ≠. Symbols are real numbers, vectors lie in
any real Hilbert space, functions map numbers or vectors to numbers. What is random has any law with the moments that
occur in the certificate; hypotheses and claims about it hold almost surely, for all values of their variables at once;
E is the expectation, plain or given what is known. That hypotheses can be satisfied is not checked. Expressions:
"s", "3/4", ["+", a, b], ["-", a], ["-", a, b], ["*", a, b], ["/", a, b], ["^", a, b], ["sqrt", a], ["exp", a],
["log", a], ["max", a, b], ["ip", u, v], ["norm", u], ["E", a], ["at", "X", a]; denominators must be different from 0 by
the assumptions.

Proofs, by the word in "by":
    combination   difference of the two sides = Σ weight · product of things that are ≥ 0, as rational functions
    lemma         a further relation with its proof, and then the claim with it
    split         an expression is ≥ 0 or ≤ 0: both cases
    cases         an integer between two bounds: every value
    induction     the claim at the first value of an integer, and at n + 1 if it holds at n
    sturm         a polynomial in one variable on its interval: Sturm's sequence counts the roots
    balls         an inequality on a box, cut into pieces on each of which ball arithmetic decides
"""

from __future__ import annotations

import copy
import itertools
import json
import math
import operator
import re
import sys
from collections import namedtuple
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from flint import Ordering, arb, fmpq, fmpq_mpoly_ctx, fmpq_poly

ATOMS = 96  # numbers that one certificate may speak of
NUMBER = re.compile(r"-?\d{1,400}(/[1-9]\d{0,400})?")
METHODS = ("combination", "lemma", "split", "cases", "induction", "sturm", "balls")
OPPOSITE = {">": "<", "≥": "≤", "<": ">", "≤": "≥", "≠": "≠", "": ""}
NONZERO = ("<", ">", "≠")
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


class Ratio:
    """A quotient of polynomials in lowest terms, the denominator with leading coefficient 1."""

    __slots__ = ("den", "num")

    def __init__(self, num: Any, den: Any = ONE) -> None:
        if den != 1:
            common = num.gcd(den)
            lead = (den / common).leading_coefficient()
            num, den = num / common / lead, den / common / lead
        self.num, self.den = num, den

    def __add__(self, other: Ratio) -> Ratio:
        return Ratio(self.num * other.den + other.num * self.den, self.den * other.den)

    def __sub__(self, other: Ratio) -> Ratio:
        return Ratio(self.num * other.den - other.num * self.den, self.den * other.den)

    def __mul__(self, other: Ratio) -> Ratio:
        return Ratio(self.num * other.num, self.den * other.den)

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


def _key(value: Value) -> Any:
    """Equal if and only if the values are."""
    if isinstance(value, Ratio):
        return str(value.num), str(value.den)
    return tuple(sorted((name, *_key(x)) for name, x in value.items()))


Sort = namedtuple("Sort", "low open_low high open_high integer")  # an interval, or the integers of it
Given = namedtuple("Given", "holds forall env")  # a relation for all values of its variables, where it was met
Atom = namedtuple("Atom", "key signed strict random integer")  # a number, whether it is ≥ 0, > 0, random, an integer


def _sort(conditions: Any) -> Sort:
    """[">0", "≤1"] or ["integer", "≥1"]."""
    _require(isinstance(conditions, list), f"conditions must be a list such as ['>0'], got {conditions!r}")
    found: dict[str, Any] = {"low": None, "open_low": False, "high": None, "open_high": False}
    for each in conditions:
        if each != "integer":
            _require(isinstance(each, str) and each[:1] in (*"<>≤≥",), f"{each!r} is not a condition such as '>0'")
            side = "low" if each[0] in ">≥" else "high"
            _require(found[side] is None, f"{conditions} bound one side twice")
            found |= {side: _rational(each[1:]), f"open_{side}": each[0] in "<>"}
    made = Sort(**found, integer="integer" in conditions)
    bounded = None not in (made.low, made.high)
    point = bounded and made.low == made.high and not (made.open_low or made.open_high)
    _require(not bounded or made.low < made.high or point, f"nothing satisfies {conditions}")
    whole = made.low is not None and made.low.q == 1 and (made.high is None or made.high.q == 1)
    _require(not made.integer or (whole and not made.open_low and not made.open_high), f"{conditions}: use ≥ and ≤")
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
        self.env: Env = {}  # an integer and its value, in a proof by cases
        for name, sort in self.sorts.items():
            if sort.high is not None:
                self.learn(number(sort.high) - self.value(name, {}), ">" if sort.open_high else "≥")
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
        known = sort.low is not None
        made = self.atom(key, known, known and sort.open_low, random, sort.integer)
        return made + number(sort.low) if known else made

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
        seen = self.terms_sign(value.num * value.den)
        if seen == ">":
            return seen
        constant, factors = (value.num * value.den).factor()
        signs = [(self.factor_sign(each), power % 2) for each, power in factors]
        negative = (constant < 0) ^ (sum(odd and sign in ("<", "≤") for sign, odd in signs) % 2 == 1)
        if negative or any(odd and sign in ("", "≠") for sign, odd in signs):
            return seen
        return ">" if all(sign in NONZERO for sign, _ in signs) else "≥"

    def learn(self, value: Ratio, sign: str) -> None:
        """value > 0 or ≥ 0 settles the sign of its only factor of unknown sign; value ≠ 0 those of all."""
        if sign == "=" or value.num == 0:
            return
        constant, factors = (value.num * value.den).factor()
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
            if tree in env or tree in self.env:
                return env.get(tree, self.env.get(tree))
            _require(tree in self.sorts or tree in self.vectors, f"{tree!r} is not declared")
            random = tree in self.random
            return self.bounded(tree, self.sorts[tree], random) if tree in self.sorts else {tree: number(1)}
        _require(isinstance(tree, list) and len(tree) > 1, f"{tree!r} is not an expression")
        if tree[0] == "at":
            _require(len(tree) > 2 and tree[1] in self.functions, f"{tree[1]!r} is not a function with arguments")
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

    def subtract(self, *values: Value) -> Value:
        """-a or a - b."""
        _require(len(values) < 3, "'-' has one or two arguments")
        return self.add(*values[:-1], self.multiply(number(-1), values[-1]))

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
        power = int(exponent.num.leading_coefficient().p) if exponent.num != 0 else 0
        _require(abs(power) <= 64, "a whole power may be 64 at most")
        made = Ratio(base.num ** abs(power), base.den ** abs(power))
        return made if power >= 0 else self.divide(number(1), made)

    def inner(self, u: Value, v: Value) -> Ratio:
        """The inner product, by bilinearity."""
        total = number(0)
        for (a, x), (b, y) in itertools.product(u.items(), v.items()):
            random = a in self.random or b in self.random
            total += x * y * self.atom(("ip", *sorted((a, b))), a == b, False, random)
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
        kind = proof.get("by")
        _require(relation[0] != "≠", "≠ is a hypothesis, not a claim")
        _require(kind in METHODS, f"{kind!r} is not a kind of proof: {', '.join(METHODS)}")
        getattr(self, kind)(_relation(relation), proof, env)

    def combination(self, relation: Tree, proof: Mapping[str, Any], env: Env) -> None:
        """The difference of the sides is a sum of terms with the right sign."""
        self.sum_up(*self.sides(relation, env), proof.get("terms", []))

    def sum_up(self, rest: Ratio, sign: str, terms: Any) -> None:
        """Refuse terms that do not add up to a number, or do not show its sign."""
        _require(isinstance(terms, list), f"terms must be a list, got {terms!r}")
        found = [self.term(each) for each in terms]
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
                self.sum_up(total, "≥", term.get("because"))
                signs[-1] = "≥"
        for value, _ in found:
            total = total * value
        sign = "=" if "=" in signs else "≥" if "≥" in signs else ">"
        return (self.mean(total) if term.get("mean") is True else total), sign

    def factor(self, factor: Any) -> tuple[Ratio, str]:
        """A hypothesis, a square, the distance from an upper bound, or a fact."""
        if "given" in factor:
            return self.hypothesis(factor["given"], factor.get("at", {}))
        if "square" in factor:
            root = self.value(factor["square"], {})
            return (root * root if isinstance(root, Ratio) else self.inner(root, root)), "≥"
        if "below" in factor:
            sort = self.sorts[factor["below"]]
            _require(sort.high is not None, f"{factor['below']!r} has no upper bound")
            return number(sort.high) - self.value(factor["below"], {}), ">" if sort.open_high else "≥"
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

    def split(self, relation: Tree, proof: Mapping[str, Any], env: Env) -> None:
        """Whether an expression is ≥ 0 or ≤ 0, the relation holds."""
        _require(not self.depends(self.value(proof.get("on"), {})), "a case must be known before the draw")
        for sign, part in (("≥", "nonnegative"), ("≤", "nonpositive")):
            case = self.knowing(proof.get("name"), [sign, proof.get("on"), "0"], {})
            case.prove(relation, proof.get(part), env)

    def integer(self, name: Any, env: Env) -> Sort:
        """An integer that a proof runs through."""
        free = name in self.sorts and not (name in env or name in self.env or name in self.random)
        _require(free and self.sorts[name].integer, f"{name!r} is not an integer of the statement")
        return self.sorts[name]

    def cases(self, relation: Tree, proof: Mapping[str, Any], env: Env) -> None:
        """Every value of an integer between two bounds."""
        sort = self.integer(proof.get("on"), env)
        _require(sort.high is not None, f"{proof['on']!r} has no upper bound")
        values = range(int(sort.low), int(sort.high) + 1)
        _require(len(values) == len(proof["proofs"]), f"{proof['on']!r} has {len(values)} values")
        for value, each in zip(values, proof["proofs"], strict=True):
            case = copy.copy(self)
            case.env = {**self.env, proof["on"]: number(value)}
            case.prove(relation, each, env)

    def induction(self, relation: Tree, proof: Mapping[str, Any], env: Env) -> None:
        """The first value, and from one to the next; no hypothesis may speak of the integer itself."""
        name = str(proof.get("on"))
        sort = self.integer(name, env)
        spoken = [other for other, each in self.given.items() if _mentions(each.holds, name) or name in each.env]
        _require(sort.high is None and not spoken, f"{name!r} has an upper bound, or occurs in {spoken}")
        self.prove(relation, proof.get("base"), {**env, name: number(sort.low)})
        step = self.knowing(proof.get("name"), relation, env)
        step.prove(relation, proof.get("step"), {**env, name: self.value(name, {}) + number(1)})

    def sturm(self, relation: Tree, proof: Mapping[str, Any], env: Env) -> None:
        """A polynomial in one symbol, positive or nonnegative on the interval of the symbol."""
        difference, sign = self.sides(relation, env)
        sort, (index,) = self.sorts[proof["on"]], self.value(proof["on"], {}).used()
        _require(difference.used() <= {index} and sign != "=", f"this is not an inequality in {proof['on']!r} alone")
        powers = {each[index]: c for each, c in (difference.num * difference.den).to_dict().items()}
        polynomial = fmpq_poly([powers.get(k, 0) for k in range(max(powers, default=0) + 1)])
        high = None if sort.high is None else sort.high - (sort.low or 0)  # a symbol counts from its lower bound
        ends = [(None if sort.low is None else fmpq(0), sort.open_low), (high, sort.open_high)]
        _require(_keeps_sign(polynomial, ends, strict=sign == ">"), "the difference of the sides changes its sign")

    def balls(self, relation: Tree, proof: Mapping[str, Any], env: Env) -> None:
        """Ball arithmetic on every piece of the box of the symbols."""
        box = {name: (each.low, each.high) for name, each in self.sorts.items() if _mentions(relation, name)}
        _require(all(None not in each for each in box.values()), "every symbol needs two bounds")
        fine = relation[0] != "=" and not env and not self.env
        _require(fine, "balls decide inequalities between the symbols of the statement")
        _require(decided(relation, proof.get("pieces"), box), "balls do not decide one of the pieces")


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
MAX, NORM = _atomic("max", 2), _atomic("norm", 1, signed=True)
OPERATIONS: dict[Any, Callable[..., Value]] = {"+": Checker.add, "*": Checker.multiply, "-": Checker.subtract}
OPERATIONS |= {"/": Checker.divide, "^": Checker.power, "ip": Checker.inner, "E": Checker.mean}
OPERATIONS |= {"sqrt": SQRT, "exp": EXP, "log": LOG, "max": MAX, "norm": lambda c, u: NORM(c, dict(u))}
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
    "bernoulli": lambda c, a, p: _bernoulli(c, a, p),
}


def _bernoulli(c: Checker, a: Ratio, p: Ratio) -> tuple[Ratio, str]:
    """aᵖ ≥ 1 + p (a - 1) for p ≥ 1 or p ≤ 0, and ≤ for 0 ≤ p ≤ 1; a > 0."""
    outside, inside = c.sign(p - number(1)) or c.sign(number(0) - p), c.sign(p) and c.sign(number(1) - p)
    _require(c.sign(a) == ">" and (outside or inside), "Bernoulli's inequality needs a > 0, and p beside 0 and 1")
    gap = c.power(a, p) - number(1) - p * (a - number(1))
    return (gap if outside else number(0) - gap), "≥"


def _roots_inside(p: Any, low: Any, high: Any) -> int:
    """The number of roots of a square-free polynomial between the ends, by Sturm's theorem."""
    sequence = [p, p.derivative()]
    while sequence[-1] != 0:
        sequence.append(-(sequence[-2] % sequence[-1]))

    def changes(end: Any, side: int) -> int:
        values = [q.leading_coefficient() * side ** q.degree() if end is None else q(end) for q in sequence[:-1]]
        signs = [value > 0 for value in values if value != 0]
        return sum(a != b for a, b in itertools.pairwise(signs))

    return changes(low, -1) - changes(high, 1) - (high is not None and p(high) == 0)


def _keeps_sign(p: Any, ends: list[tuple[Any, bool]], *, strict: bool) -> bool:
    """Whether p > 0 or p ≥ 0 on an interval."""
    low, high = (end for end, _ in ends)
    if p == 0 or (None not in (low, high) and low >= high):
        return p == 0 and not strict
    constant, factors = p.factor_squarefree()
    odd = math.prod((each for each, power in factors if power % 2), start=fmpq_poly([constant]))
    even = math.prod((each for each, power in factors if power % 2 == 0), start=fmpq_poly([1]))
    left, right = (high or fmpq(0)) - 1 if low is None else low, (low or fmpq(0)) + 1 if high is None else high
    if _roots_inside(odd, low, high) or odd((left + right) / 2) < 0:
        return False
    closed = [end for end, is_open in ends if end is not None and not is_open]
    return not strict or (_roots_inside(even, low, high) == 0 and all(p(end) > 0 for end in closed))


def decided(relation: Tree, pieces: Any, box: Mapping[str, tuple[Any, Any]]) -> bool:
    """Whether the relation holds on every piece: "here", or [name, cut, pieces below, pieces above]."""
    if pieces == "here":
        balls = {name: arb(low).union(arb(high)) for name, (low, high) in box.items()}
        gap = _ball(relation[2], balls) - _ball(relation[1], balls)
        return {"<": gap > 0, "≤": gap >= 0, ">": gap < 0, "≥": gap <= 0}[relation[0]]  # type: ignore[no-any-return]
    name, cut, below, above = pieces
    (low, high), cut = box[name], _rational(cut)
    _require(low < cut < high, f"{name} is cut at {cut}, which does not lie between {low} and {high}")
    return all(
        decided(relation, part, {**box, name: ends}) for part, ends in ((below, (low, cut)), (above, (cut, high)))
    )


def _ball(tree: Tree, box: Mapping[str, Any]) -> Any:
    """An enclosure of an expression on a box, nan where a part of it may be undefined."""
    if isinstance(tree, str):
        return box[tree] if tree in box else arb(_rational(tree))
    _require(tree[0] in BALLS, f"{tree[0]!r} is not an operation on balls")
    values = [_ball(each, box) for each in tree[1:]]
    return BALLS[tree[0]](*values) if all(each.is_finite() for each in values) else arb("nan")  # nan⁰ would be 1


BALLS: dict[Any, Callable[..., Any]] = {"/": operator.truediv, "^": operator.pow, "max": arb.max}
BALLS |= {"+": lambda *v: sum(v, arb(0)), "*": lambda *v: math.prod(v, start=arb(1)), "sqrt": arb.sqrt}
BALLS |= {"-": lambda a, *b: a.__sub__(*b) if b else -a, "exp": arb.exp, "log": arb.log}


def check(certificate: Any) -> None:
    """Refuse a certificate that does not prove its statement."""
    try:
        statement, proofs = certificate["statement"], certificate["proof"]
        claims = statement["claim"]
        _require(isinstance(claims, list) and isinstance(proofs, list), "the claims and the proofs must be lists")
        _require(len(claims) == len(proofs) > 0, f"there are {len(claims)} claims and {len(proofs)} proofs")
        for relation, proof in zip(claims, proofs, strict=True):
            Checker(statement).prove(relation, proof, {})
    except (TypeError, KeyError, IndexError, AttributeError, ValueError, RecursionError, ArithmeticError) as error:
        raise Refused(f"the certificate is malformed ({type(error).__name__}: {error})") from None


def main(paths: list[str]) -> int:
    """Check files; 1 when one is refused."""
    refused = 0
    for path in paths:
        try:
            check(json.loads(Path(path).read_text(encoding="utf-8")))
            print(f"{path}: accepted")
        except (Refused, OSError, ValueError, RecursionError) as error:
            print(f"{path}: refused: {error}")
            refused = 1
    return refused


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
