"""The headline: how many of the paper's numbered results stand as printed, up to a slip, or need a change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from theorytest.claims.paper import Item
from theorytest.decisions.decision import Verdict, combine
from theorytest.report.book import Book, named
from theorytest.report.results import RESULTS, SLIPS, S, Sentence, gravest, printed_by_paper, results_of, within, worst

_PLURALS = {"corollary": "corollaries", "Corollary": "Corollaries"}


def results_sentence(book: Book) -> str:
    """How many results stand as printed, and with their proofs, or nothing where the paper has none."""
    return standing(book.items, printed_by_paper(book))


def standing(items: Mapping[str, Item], printed: Sequence[Sentence]) -> str:
    """The same of the paper's list and its sentences alone."""
    known = list(_known(items, printed))
    if not known:
        return ""
    proofs = {_name(item): proof for item, statement, proof in known if combine(e.verdict for e in statement).holds}
    names = f"the {len(known)} {_kinds([item for item, *_ in known])}"
    first = (
        f"No counterexample is known to {len(proofs)} of {names} as printed."
        if proofs
        else f"None of {names} was found to hold as printed."
    )
    return " ".join(filter(None, (first, _failing(known), _of_proofs(proofs) if proofs else "")))


def _known(items: Mapping[str, Item], printed: Sequence[S]) -> Iterator[tuple[Item, list[S], Verdict | None]]:
    """The results whose statement has a sentence: these sentences, and the worst verdict of the proof."""
    for item in results_of(items):
        if statement := list(within(items, printed, item, statement=True)):
            yield item, statement, worst(list(within(items, printed, item, statement=False)))


def _name(item: Item) -> str:
    return named(item.number or item.label, item.kind)


def _kinds(items: Sequence[Item]) -> str:
    """`theorems, corollaries and lemmas`: the kinds of results that there are."""
    return listed([_PLURALS.get(kind, f"{kind}s") for kind in RESULTS if any(item.kind == kind for item in items)])


def listed(words: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _failing(known: Sequence[tuple[Item, Sequence[Sentence], Verdict | None]]) -> str:
    """Which statements fail only by a slip, which need a change, and how many are open."""
    failing = [
        (_name(item), gravest(statement))
        for item, statement, _ in known
        if any(each.verdict is Verdict.REFUTED for each in statement)
    ]
    slips = {words: sum(found is gravity for _, found in failing) for gravity, words in SLIPS.items()}
    changed = [name for name, gravity in failing if gravity not in SLIPS]
    found = [_slips({words: n for words, n in slips.items() if n})] if any(slips.values()) else []
    need = "needs" if len(changed) == 1 else "need"
    found += [f"{len(changed)} {need} a change ({in_kinds(changed)})"] * bool(changed)
    unsettled = [combine(each.verdict for each in statement) for _, statement, _ in known]
    n_open = sum(not each.holds and each is not Verdict.REFUTED for each in unsettled)
    found += [f"{n_open} {'is' if n_open == 1 else 'are'} open"] * bool(n_open)
    return f"{'; '.join(found)}." if found else ""


def _slips(slips: Mapping[str, int]) -> str:
    """`5 fail only by a slip (1 by a misprint, 4 when read literally)`."""
    total = sum(slips.values())
    fail = "fails" if total == 1 else "fail"
    if len(slips) == 1:
        return f"{total} {fail} only {next(iter(slips))}"
    return f"{total} {fail} only by a slip ({', '.join(f'{n} {words}' for words, n in slips.items())})"


def in_kinds(names: Sequence[str]) -> str:
    """`Corollaries 4.5 and 4.10, Theorem 4.21`: names of one kind together."""
    groups: dict[str, list[str]] = {}
    for name in names:
        kind, _, number = name.partition(" ")
        groups.setdefault(kind if kind.lower() in RESULTS and " " not in number else name, []).append(number)
    return ", ".join(
        f"{_PLURALS.get(kind, f'{kind}s')} {listed(numbers)}"
        if len(numbers) > 1
        else f"{kind} {numbers[0]}".strip()
        if kind.lower() in RESULTS
        else kind
        for kind, numbers in groups.items()
    )


def _of_proofs(proofs: Mapping[str, Verdict | None]) -> str:
    """What became of the proofs of the statements that hold, by the names of their results."""
    seen = [proof for proof in proofs.values() if proof is not None]
    whole, unseen = sum(proof.holds for proof in seen), len(proofs) - len(seen)
    if len(proofs) == 1:
        found = "no refuted sentence" if whole else "a sentence that fails or is open"
        name = next(iter(proofs))
        return f"The proof of {name} has {found}." if seen else f"No sentence of the proof of {name} was looked at."
    if not seen:
        return f"Of the {len(proofs)}, no sentence of a proof was looked at."
    rest = f"; for {unseen} no sentence of a proof was looked at" if unseen else ""
    have = "has" if whole == 1 else "have"
    return f"Of the {len(proofs)}, {whole} {have} no refuted sentence in the proof either{rest}."
