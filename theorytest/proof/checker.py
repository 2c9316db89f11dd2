"""Decides whether a certificate proves its statement, with python-flint's arithmetic and nothing else.

    python checker.py FILE...        {"statement": {...}, "proof": [one proof per claim], "point": {...} or null}

The language is described in docs/proof.md. Vectors lie in any real Hilbert space, random numbers and vectors have any
law with the moments that occur, and hypotheses and claims about them hold almost surely. Proofs, by the word in "by":
    combination   difference of the two sides = Σ weight · product of things that are ≥ 0, as rational functions
    lemma         a further relation with its proof, and then the claim with it
    cases         every value of an integer between two bounds, or the two signs of an expression
    induction     the claim at the first value of an integer, and at n + 1 if it holds at n
    cut           the claim on both sides of a number, for what looks at intervals:
    sturm         a polynomial in one symbol has no zero inside of its interval, as its Sturm sequence shows
    balls         ball arithmetic, for all numbers of a box of intervals at once
    slope         the claim at one end of an interval, and the same of the derivative on all of it
"""

from __future__ import annotations

import copy
import json
import math
import re
import sys
from collections import namedtuple
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from flint import Ordering, arb, ctx, fmpq, fmpq_mpoly_ctx, fmpq_poly

ATOMS, TERMS, DEGREE, BITS, PRECISION = 96, 10**6, 256, 10**5, 128  # numbers of a certificate, the size of a product
NUMBER = re.compile(r"-?[0-9]{1,400}(/[1-9][0-9]{0,400})?")
METHODS = ("combination", "lemma", "cases", "induction", "cut", "sturm", "balls", "slope")
OPPOSITE, NONZERO = {">": "<", "≥": "≤", "<": ">", "≤": "≥", "≠": "≠", "": ""}, ("<", ">", "≠")
RING = fmpq_mpoly_ctx.get([f"x{i}" for i in range(ATOMS)], Ordering.degrevlex)
ONE = RING.constant(1)
Tree = Any  # an expression as JSON
Value = Any  # a Ratio, or a vector: a dictionary of Ratios by names of vectors
Env = Mapping[str, Value]
Proof = Mapping[str, Any]
Sort = namedtuple("Sort", "low high integer")  # ends with whether they are left out; the integers between them, or all
Given = namedtuple("Given", "holds forall env")  # a relation for all values of its variables, where it was met
Atom = namedtuple("Atom", "key signed strict random integer")  # a number, whether it is ≥ 0, > 0, random, an integer


class Refused(Exception):  # noqa: N818 - an answer, not an accident
    """Why a certificate is not accepted, in one sentence."""


def _require(condition: object, sentence: str) -> None:
    if not condition:
        raise Refused(sentence)


def _times(a: Any, b: Any) -> Any:
    _require(len(a) * len(b) <= TERMS and a.total_degree() + b.total_degree() <= DEGREE, "a product is too large")
    return a * b


class Ratio:  # a quotient of polynomials in lowest terms, the denominator with leading coefficient 1
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

    def used(self) -> set[int]:  # the indices of the generators in it
        degrees = zip(self.num.degrees(), self.den.degrees(), strict=True)
        return {i for i, each in enumerate(degrees) if max(each) > 0}

    def constant(self) -> Any:  # the rational number that it is, or None
        return None if self.used() else self.num.leading_coefficient() if self.num != 0 else fmpq(0)


def number(value: Any) -> Ratio:
    return Ratio(RING.constant(value))


def _rational(text: Any) -> Any:
    _require(isinstance(text, str) and NUMBER.fullmatch(text), f"{text!r} is not a rational number such as '-3/4'")
    return fmpq(*(int(part) for part in text.split("/")))


def _gap(relation: Tree) -> tuple[str, Tree]:  # the difference of the sides, and the sign that it is said to have
    fine = isinstance(relation, list) and len(relation) == 3 and relation[0] in ("=", "≤", "≥", "<", ">", "≠")
    _require(fine, f"{relation!r} is not a relation such as ['≤', left, right]")
    sign, left, right = relation
    return {"≤": "≥", "<": ">"}.get(sign, sign), ["-", right, left] if sign in "≤<" else ["-", left, right]


def _mentions(tree: Tree, name: str) -> bool:
    return any(_mentions(each, name) for each in tree) if isinstance(tree, list) else tree == name


def _derivative(tree: Tree, name: str) -> Tree:  # it is defined where the expression is differentiable, or nowhere
    if not _mentions(tree, name) or tree == name:
        return str(int(tree == name))
    kind, first, last = tree[0], tree[1], tree[-1]
    if kind == "/" or (kind == "^" and _mentions(last, name)):
        same = ["*", first, ["^", last, "-1"]] if kind == "/" else ["exp", ["*", last, ["log", first]]]
        return _derivative(same, name)
    inner = [_derivative(each, name) for each in tree[1:]]
    if kind in ("+", "-"):
        return [kind, *inner]
    if kind == "*":
        return ["+", *(["*", *tree[1 : i + 1], each, *tree[i + 2 :]] for i, each in enumerate(inner) if each != "0")]
    less = str(_rational(last) - 1) if kind == "^" and NUMBER.fullmatch(str(last)) else ["-", last, "1"]
    power = ["*", last, "1" if less == "0" else ["^", first, less]]
    outer = power if kind == "^" else FUNCTIONS[kind][-1](first)
    return ["*", outer, inner[0]]


def _enclosed(tree: Tree, box: Mapping[str, Any]) -> Any:  # a ball with all values on a box, nan where one is missing
    if isinstance(tree, str):
        return box[tree] if tree in box else arb(_rational(tree))
    values = [_enclosed(each, box) for each in tree[1:]]
    if tree[0] == "^" and values[1].is_integer() and abs(values[1]) < 100:
        power, base = int(values[1].unique_fmpz()), values[0] if values[1] >= 0 else 1 / values[0]
        return math.prod([base] * abs(power), start=arb(1))  # flint's powers of balls across 0 may be nan
    return BALLS[tree[0]](*values)


def _sturm(polynomial: Any) -> list[Any]:  # each divided by a positive number, and all by their common divisor
    sequence = [polynomial, polynomial.derivative()]
    while sequence[-1] != 0:
        rest = sequence[-2] % sequence[-1]
        sequence.append(-rest / abs(rest.leading_coefficient()) if rest != 0 else rest)
    return [each // (sequence[-2] / sequence[-2].leading_coefficient()) for each in sequence[:-1]]


def _key(value: Value) -> Any:  # equal if and only if the values are
    vector = isinstance(value, dict)
    return tuple(sorted((name, *_key(x)) for name, x in value.items())) if vector else (str(value.num), str(value.den))


def _sort(conditions: Any) -> Sort:  # [">0", "≤1"] or ["integer", "≥1"]
    bounds = [each for each in conditions if each != "integer"]
    found = [[(_rational(x[1:]), x[0] in "<>") for x in bounds if x[:1] in (*signs,)] for signs in (">≥", "<≤")]
    _require(all(len(each) < 2 for each in found) and len(bounds) == sum(map(len, found)), f"{conditions} are unclear")
    (low, open_low), (high, open_high) = (each[0] if each else (None, False) for each in found)
    some = low is None or high is None or low < high or (low == high and not (open_low or open_high))
    _require(some, f"nothing satisfies {conditions}")
    whole = not (open_low or open_high) and low is not None and low.q == 1 and (high is None or high.q == 1)
    _require(whole or "integer" not in conditions, f"{conditions}: integers need whole bounds, and one from below")
    return Sort((low, open_low), (high, open_high), "integer" in conditions)


class Checker:  # what is known at some place of a proof: hypotheses, lemmas, cases, cut intervals
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
        self.box = {name: (sort.low, sort.high) for name, sort in self.sorts.items()}
        for name, (_, (high, is_open)) in self.box.items():
            if high is not None:
                self.assume(f"{name} {'≤<'[is_open]} {high}", ["≤<"[is_open], name, str(high)], {}, {})
        for given in statement.get("given", []):
            forall = {name: each if each == "vector" else _sort(each) for name, each in given.get("forall", {}).items()}
            _require(not set(forall) & set(names), f"a variable of {given['name']!r} has two meanings")
            self.assume(given["name"], given["holds"], forall, {})

    def assume(self, name: Any, holds: Tree, forall: Mapping[str, Any], env: Env) -> None:  # its sign is known then
        _require(isinstance(name, str) and name not in self.given, f"hypotheses need different names, got {name!r}")
        self.given = {**self.given, name: Given(holds, forall, env)}
        if not forall:
            self.learn(*self.sides(holds, env))

    def knowing(self, name: Any, holds: Tree, env: Env) -> Checker:  # the same place with a hypothesis more
        more = copy.copy(self)
        more.assume(name, holds, {}, env)
        return more

    def atom(self, key: Any, signed: bool, strict: bool, random: bool, integer: bool = False) -> Ratio:  # a generator
        atom = Atom(key, signed, strict, random, integer)
        if atom not in self.atoms:
            _require(len(self.atoms) < ATOMS, f"a certificate may speak of {ATOMS} numbers at most")
            self.atoms.append(atom)
        return Ratio(RING.gen(self.atoms.index(atom)))

    def depends(self, *values: Value) -> bool:  # whether one of them is random
        parts = [part for each in values for part in (each.items() if isinstance(each, dict) else [("", each)])]
        return any(name in self.random or any(self.atoms[i].random for i in x.used()) for name, x in parts)

    def terms_sign(self, polynomial: Any) -> str:  # '>' or '≥' if no term can be negative, '' otherwise
        found = polynomial.to_dict().items()
        terms = [([(self.atoms[i], n % 2) for i, n in enumerate(powers) if n], c) for powers, c in found]
        if any(c < 0 or any(odd and not atom.signed for atom, odd in atoms) for atoms, c in terms):
            return ""
        return ">" if any(all(atom.strict for atom, _ in atoms) for atoms, _ in terms) else "≥"

    def factors(self, value: Ratio) -> tuple[bool, list[tuple[Any, int, str]]]:  # monic, odd powers or not, signs
        product, found = _times(value.num, value.den), []
        for factor, power in product.factor()[1]:
            monic = factor / factor.leading_coefficient()
            seen = self.terms_sign(monic) or OPPOSITE[self.terms_sign(-monic)]
            found.append((monic, power % 2, seen if seen in ("<", ">") else self.known.get(str(monic)) or seen))
        return product.leading_coefficient() < 0, found

    def sign(self, value: Ratio) -> str:  # '>', '≥', '=' or '' of a number; its denominator is not 0
        if value.num == 0:
            return "="
        seen, (negative, factors) = self.terms_sign(_times(value.num, value.den)), self.factors(value)
        negative ^= sum(odd and sign in ("<", "≤") for _, odd, sign in factors) % 2 == 1
        if seen == ">" or negative or any(odd and sign in ("", "≠") for _, odd, sign in factors):
            return seen
        return ">" if all(sign in NONZERO for _, _, sign in factors) else "≥"

    def learn(self, value: Ratio, sign: str) -> None:  # for the only factor of unknown sign; ≠ 0 for all of them
        negative, factors = self.factors(value) if value.num != 0 else (False, [])
        unknown = [(each, odd) for each, odd, found in factors if found not in ("<", ">")]
        if len(unknown) == 1 and unknown[0][1] and sign in (">", "≥"):
            negative ^= sum(odd and found == "<" for _, odd, found in factors) % 2 == 1
            self.known = {**self.known, str(unknown[0][0]): OPPOSITE[sign] if negative else sign}
        elif sign in (">", "≠"):
            self.known = {**self.known, **{str(each): "≠" for each, _ in unknown}}

    def value(self, tree: Tree, env: Env) -> Value:  # the value of an expression
        if not isinstance(tree, list):
            if tree in env or tree in self.vectors:
                return env[tree] if tree in env else {tree: number(1)}
            if NUMBER.fullmatch(tree):
                return number(_rational(tree))
            _require(tree in self.sorts, f"{tree!r} is not declared")
            key, sort, random = tree, self.sorts[tree], tree in self.random
        elif tree[0] == "at":
            _require(len(tree) > 2 and tree[1] in self.functions, f"{tree[1]!r} is not a function with arguments")
            values = [self.value(each, env) for each in tree[2:]]
            key, sort = ("at", tree[1], *map(_key, values)), self.functions[tree[1]]
            random = tree[1] in self.random or self.depends(*values)
        else:
            _require(tree[0] in OPERATIONS, f"{tree[0]!r} is not an operation: {', '.join(OPERATIONS)}")
            return OPERATIONS[tree[0]](self, *(self.value(each, env) for each in tree[1:]))
        (low, is_open), _, integer = sort  # a number with a lower bound is the bound plus something nonnegative
        return self.atom(key, low is not None, is_open, random, integer) + number(low or 0)

    def sides(self, relation: Tree, env: Env) -> tuple[Ratio, str]:  # the difference of the sides, and its sign
        sign, gap = _gap(relation)
        return self.value(gap, env), sign

    def add(self, *values: Value) -> Value:  # numbers, or vectors
        if all(isinstance(each, Ratio) for each in values):
            return sum(values, number(0))
        names = {name: None for each in values for name in each}
        total = {name: sum((each[name] for each in values if name in each), number(0)) for name in names}
        return {name: x for name, x in total.items() if x.num != 0}

    def multiply(self, *values: Value) -> Value:  # numbers, or numbers and one vector
        vectors = [each for each in values if isinstance(each, dict)]
        _require(len(vectors) < 2, "'*' multiplies numbers, or numbers and one vector")
        total = math.prod((each for each in values if isinstance(each, Ratio)), start=number(1))
        return {name: total * x for name, x in vectors[0].items() if total.num != 0} if vectors else total

    def divide(self, value: Value, by: Ratio) -> Value:  # by a number that cannot vanish
        seen = [sign in NONZERO for *_, sign in self.factors(Ratio(by.num))[1]] if by.num != 0 else [False]
        _require(all(seen), f"{by.num} may vanish, a denominator")
        return self.multiply(value, Ratio(by.den, by.num))

    def power(self, base: Ratio, exponent: Ratio) -> Value:  # whole powers of anything, all powers of positive numbers
        power = exponent.constant()
        if power is None or power.q != 1:
            _require(self.sign(base) == ">", "a base that may not be positive has whole powers only")
            return self.atom(("^", _key(base), _key(exponent)), True, True, self.depends(base, exponent))
        bits = max(max(x.p.bit_length(), x.q.bit_length()) for x in (*base.num.coeffs(), *base.den.coeffs()))
        _require(abs(power) <= 64 and bits * abs(power) <= BITS, "a whole power may be 64 at most, of smaller numbers")
        made = math.prod([base] * int(abs(power)), start=number(1))
        return made if power >= 0 else self.divide(number(1), made)

    def inner(self, u: Value, v: Value) -> Ratio:  # by bilinearity
        pairs = [(sorted((a, b)), x * y) for a, x in u.items() for b, y in v.items()]
        atoms = [self.atom(("ip", a, b), a == b, False, a in self.random or b in self.random) for (a, b), _ in pairs]
        return sum((x * atom for (_, x), atom in zip(pairs, atoms, strict=True)), number(0))

    def mean(self, value: Ratio) -> Ratio:  # what is known comes out, every random monomial has its own expectation
        _require(not self.depends(Ratio(value.den)), "the expectation of a quotient by something random")
        total = number(0)
        for powers, coefficient in value.num.to_dict().items():
            drawn = tuple((i, power) for i, power in enumerate(powers) if power and self.atoms[i].random)
            kept = [0 if power and self.atoms[i].random else power for i, power in enumerate(powers)]
            signed = all(power % 2 == 0 or self.atoms[i].signed for i, power in drawn)
            rest = Ratio(RING.from_dict({tuple(kept): coefficient}), value.den)
            total += rest * self.atom(("E", drawn), signed, False, False) if drawn else rest
        return total

    def function(self, a: Ratio, name: str) -> Ratio:  # a number of its own, but where its value is known
        domain, sign, (at, found), _ = FUNCTIONS[name]
        seen, known = self.sign(a), a.constant() == at
        _require(not domain or (seen and seen in domain), f"{name} of a number of unknown sign")
        strict = sign == ">" or (name == "sqrt" and seen == ">")
        return number(found) if known else self.atom((name, _key(a)), sign != "", strict, self.depends(a))

    def maximum(self, a: Ratio, b: Ratio) -> Ratio:  # positive if one of both is seen to be
        signs = {self.sign(a), self.sign(b)}
        return self.atom(("max", _key(a), _key(b)), any(signs), ">" in signs, self.depends(a, b))

    def prove(self, relation: Tree, proof: Any, env: Env) -> None:  # `env` belongs to the relation, not to the proof
        known = isinstance(proof, dict) and proof.get("by") in METHODS
        _require(known, f"a proof must be an object, by one of {', '.join(METHODS)}, got {proof!r:.80}")
        _require(_gap(relation)[0] != "≠", "≠ is a hypothesis, not a claim")
        getattr(self, proof["by"])(relation, proof, env)

    def combination(self, relation: Tree, proof: Proof, env: Env) -> None:  # a sum of terms with the right sign
        (rest, sign), found = self.sides(relation, env), [self.term(each) for each in proof.get("terms", [])]
        rest = sum((MINUS * value for value, _ in found), rest)
        _require(rest.num == 0, "the terms do not add up to the difference of the sides")
        signs = {each for _, each in found}
        _require(sign != "=" or signs <= {"="}, "an equation does not follow from inequalities")
        _require(sign != ">" or ">" in signs, "a strict inequality needs a term that is positive")

    def term(self, term: Proof) -> tuple[Ratio, str]:  # weight · things with a sign, or the expectation of that
        total, found = self.value(term.get("times", "1"), {}), [self.factor(each) for each in term.get("of", [])]
        signs = [sign for _, sign in found]
        if "=" not in signs:
            seen = self.sign(total)
            if not seen:
                self.prove(["≥", term["times"], "0"], term.get("because"), {})
            signs.append(seen or "≥")
        total = math.prod((value for value, _ in found), start=total)
        sign = "=" if "=" in signs else "≥" if "≥" in signs else ">"
        return (self.mean(total) if term.get("mean") is True else total), sign

    def factor(self, factor: Any) -> tuple[Ratio, str]:  # a hypothesis (an upper bound is one), a square, or a fact
        if "given" in factor:
            return self.hypothesis(factor["given"], factor.get("at", {}))
        if "square" in factor:
            root = self.value(factor["square"], {})
            return (root * root if isinstance(root, Ratio) else self.inner(root, root)), "≥"
        name, *values = factor["fact"]
        _require(name in FACTS, f"{name!r} is not a fact: {', '.join(FACTS)}")
        at = {each: self.value(tree, {}) for each, tree in zip("abc", values, strict=False)}
        said = [each for each, *conditions in FACTS[name] if all(self.sign(self.value(x, at)) for x in conditions)]
        _require(said, f"{name!r} does not say anything about these numbers")
        return self.sides(said[0], at)

    def hypothesis(self, name: Any, at: Proof) -> tuple[Ratio, str]:  # at values that its variables may take
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

    def lies(self, value: Ratio, sort: Sort) -> bool:  # whether a number lies where a variable may
        ends = zip((number(1), MINUS), sort[:2], strict=True)
        gaps = [(side * (value - number(at)), is_open) for side, (at, is_open) in ends if at is not None]
        inside = all(self.sign(gap) == ">" if is_open else self.sign(gap) for gap, is_open in gaps)
        whole = value.den == 1 and all(self.atoms[i].integer for i in value.used())
        return inside and (not sort.integer or (whole and all(each.q == 1 for each in value.num.coeffs())))

    def lemma(self, relation: Tree, proof: Proof, env: Env) -> None:  # first another relation
        self.prove(proof.get("holds"), proof.get("proof"), {})
        self.knowing(proof.get("name"), proof.get("holds"), {}).prove(relation, proof.get("then"), env)

    def cases(self, relation: Tree, proof: Proof, env: Env) -> None:  # the values of an integer, or two signs
        on, proofs = proof["on"], proof["proofs"]
        if isinstance(on, str) and on in self.sorts and self.sorts[on].integer:
            (low, _), (high, _), _ = self.sorts[on]
            every = high is not None and high - low + 1 == len(proofs) and on not in (*env, *self.random)
            _require(every, f"{on!r} has no upper bound, or not one proof for each value")
            places = [(self, {**env, on: number(each)}) for each in range(int(low), int(high) + 1)]
        else:
            _require(not self.depends(self.value(on, {})), "a case must be known before the draw")
            places = [(self.knowing(proof["name"], [sign, on, "0"], {}), dict(env)) for sign in ("≥", "≤")]
        for (place, there), each in zip(places, proofs, strict=True):
            place.prove(relation, each, there)

    def induction(self, relation: Tree, proof: Proof, env: Env) -> None:  # nothing may speak of the integer itself
        name, (low, high, integer) = proof["on"], self.sorts[proof["on"]]
        _require(integer and name not in (*env, *self.random), f"{name!r} is not an integer of the statement")
        spoken = [other for other, each in self.given.items() if _mentions(each.holds, name) or name in each.env]
        _require(high[0] is None and not spoken, f"{name!r} has an upper bound, or occurs in {spoken}")
        self.prove(relation, proof.get("base"), {**env, name: number(low[0])})
        step = self.knowing(proof.get("name"), relation, env)
        step.prove(relation, proof.get("step"), {**env, name: self.value(name, {}) + number(1)})

    def cut(self, relation: Tree, proof: Proof, env: Env) -> None:  # both pieces of an interval
        name, at, place = proof["in"], _rational(proof["at"]), copy.copy(self)
        (low, high), (below, above) = self.box[name], proof["proofs"]
        inside = (low[0] is None or low[0] < at) and (high[0] is None or at < high[0]) and name not in self.random
        _require(inside, f"{at} does not lie inside of the interval of {name!r}, or this is random")
        for ends, each in (((low, (at, False)), below), (((at, False), high), above)):
            place.box = {**self.box, name: ends}
            place.prove(relation, each, env)

    def sturm(self, relation: Tree, proof: Proof, env: Env) -> None:
        """p ≥ 0 if p without its square factors has no zero inside of the interval; p > 0 if p has none at all."""
        name, (gap, sign) = proof["in"], self.sides(relation, env)
        ends, (index,) = self.box[name], self.value(name, {}).used()
        _require(gap.used() <= {index} and sign != "=" and gap.num != 0, "this is no inequality in one symbol")
        powers = {each[index]: c for each, c in _times(gap.num, gap.den).to_dict().items()}
        p = fmpq_poly([powers.get(i, 0) for i in range(max(powers) + 1)])
        p = p(fmpq_poly([-(self.sorts[name].low[0] or 0), 1]))  # a symbol counts from its lower bound
        if sign == "≥":
            p //= math.prod((each ** (n // 2 * 2) for each, n in p.factor()[1]), start=fmpq_poly([1]))
        sequence = _sturm(p)
        _require(proof["sequence"] == [[str(c) for c in each.coeffs()] for each in sequence], "the sequence is another")
        far = 1 + sum(abs(each) for each in (p / p.leading_coefficient()).coeffs())  # beyond all zeros
        far += sum(abs(at) for at, _ in ends if at is not None)
        low, high = (side * fmpq(far) if at is None else at for side, (at, _) in zip((-1, 1), ends, strict=True))
        signs = [[each(at) > 0 for each in sequence if each(at) != 0] for at in (low, high)]
        below, above = (sum(a != b for a, b in pairwise(each)) for each in signs)  # between: zeros in (low, high]
        fine = below - above == (p(high) == 0) and p((low + high) / 2) > 0
        zero = sign == ">" and any(at is not None and not is_open and p(at) == 0 for at, is_open in ends)
        _require(fine and not zero, "the polynomial is negative somewhere, or 0 where it must not be")

    def balls(self, relation: Tree, _: Proof, env: Env) -> None:  # the ball lies on the right side of 0
        sign, gap = _gap(relation)
        box = {name: (low, high) for name, ((low, _), (high, _)) in self.box.items() if _mentions(gap, name)}
        box |= {name: (value.constant(),) * 2 for name, value in env.items() if _mentions(gap, name)}
        _require(all(None not in x for x in box.values()) and sign in (">", "≥"), "balls need ends and an inequality")
        with ctx.workprec(PRECISION):
            ball = _enclosed(gap, {name: arb(low).union(arb(high)) for name, (low, high) in box.items()})
        _require(ball.is_finite() and (ball > 0 if sign == ">" else ball >= 0), f"{ball} may be negative")

    def slope(self, relation: Tree, proof: Proof, env: Env) -> None:
        """What is ≥ 0 at an end of an interval and moves up from there is ≥ 0; only bounds may speak of the symbol."""
        name, (sign, gap), place = proof["in"], _gap(relation), copy.copy(self)
        bound, side = [name, str(self.sorts[name].high[0])], ("low", "high").index(proof["from"])
        _require(not self.sorts[name].integer and name not in (*self.random, *env), f"{name!r} cannot be moved")
        place.given, place.known, (at, is_open) = {}, {}, self.box[name][side]
        for other, each in self.given.items():
            if not _mentions(each.holds, name) or (each.holds[1:] == bound and each.holds[0] in "<≤"):
                place.assume(other, *each)
        start, further = {">": ("≥", ">") if is_open else (">", "≥")}.get(sign, (sign, sign))
        place.prove([start, gap, "0"], proof["start"], {**env, name: number(at)})
        place.prove([further, ["*", ("1", "-1")[side], _derivative(gap, name)], "0"], proof["slope"], env)


FUNCTIONS: dict[Any, Any] = {  # the signs that it takes, the sign that it has, a value, the derivative
    "sqrt": (">≥=", "≥", (1, 1), lambda a: ["/", "1/2", ["sqrt", a]]),
    "exp": ("", ">", (0, 1), lambda a: ["exp", a]),
    "log": (">", "", (1, 0), lambda a: ["/", "1", a]),
    "sin": ("", "", (0, 0), lambda a: ["cos", a]),
    "cos": ("", "", (0, 1), lambda a: ["-", ["sin", a]]),
    "tanh": ("", "", (0, 0), lambda a: ["-", "1", ["^", ["tanh", a], "2"]]),
}


MINUS = number(-1)
OPERATIONS: dict[Any, Callable[..., Value]] = {name: partial(Checker.function, name=name) for name in FUNCTIONS}
OPERATIONS |= {"+": Checker.add, "*": Checker.multiply, "/": Checker.divide, "^": Checker.power, "E": Checker.mean}
OPERATIONS |= {"ip": Checker.inner, "max": Checker.maximum}
OPERATIONS["-"] = lambda c, a, b=None: c.multiply(MINUS, a) if b is None else c.add(a, c.multiply(MINUS, b))
OPERATIONS |= {"norm": lambda c, u: c.atom(("norm", _key(dict(u))), True, False, c.depends(u))}
BALLS: dict[Any, Any] = {name: getattr(arb, name) for name in (*FUNCTIONS, "max")}
BALLS |= {"+": lambda *each: sum(each, arb(0)), "*": lambda *each: math.prod(each, start=arb(1))}
BALLS |= {"/": arb.__truediv__, "^": lambda a, b: (a.log() * b).exp()}
BALLS["-"] = lambda a, b=None: -a if b is None else a - b
ABOVE, BELOW = ([sign, ["^", "a", "b"], ["+", "1", ["*", "b", ["-", "a", "1"]]]] for sign in "≥≤")
FACTS: dict[Any, Any] = {  # relations between a, b and c, each with what must be seen to be ≥ 0
    "norm": [[["=", ["^", ["norm", "a"], "2"], ["ip", "a", "a"]]]],
    "cauchy": [[["≥", ["*", ["norm", "a"], ["norm", "b"]], ["ip", "a", "b"]]]],
    "sqrt": [[["=", ["^", ["sqrt", "a"], "2"], "a"]]],
    "exp": [[["≥", ["exp", "a"], ["+", "1", "a"]]]],
    "max left": [[["≥", ["max", "a", "b"], "a"]]],
    "max right": [[["≥", ["max", "a", "b"], "b"]]],
    "powers": [[["=", ["*", ["^", "a", "b"], ["^", "a", "c"]], ["^", "a", ["+", "b", "c"]]]]],
    "bernoulli": [[ABOVE, ["-", "b", "1"]], [ABOVE, ["-", "b"]], [BELOW, "b", ["-", "1", "b"]]],
    "exp sum": [[["=", ["exp", ["+", "a", "b"]], ["*", ["exp", "a"], ["exp", "b"]]]]],
    "exp log": [[["=", ["exp", ["log", "a"]], "a"]]],
}


def check(certificate: Any) -> None:  # refuse a certificate that does not prove its statement
    try:
        statement, claims, proofs = certificate["statement"], certificate["statement"]["claim"], certificate["proof"]
        _require(len(claims) == len(proofs) > 0, f"there are {len(claims)} claims and {len(proofs)} proofs")
        for relation, proof in zip(claims, proofs, strict=True):
            Checker(statement).prove(relation, proof, {})
    except (TypeError, KeyError, IndexError, AttributeError, ValueError, RecursionError, ArithmeticError) as error:
        raise Refused(f"the certificate is malformed ({type(error).__name__}: {error})") from None


if __name__ == "__main__":
    for path in sys.argv[1:]:
        check(json.loads(Path(path).read_text(encoding="utf-8")))
        print(f"{path}: accepted")
