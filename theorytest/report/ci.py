"""A record for continuous integration: workflow annotations, JUnit, and a badge."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as Xml

from theorytest.runs.record import Judged, Record, StoredVariant

_GOOD, _BAD, _OPEN = "#2e7d32", "#b3261e", "#8a6d00"
_EM = 6.6  # width of a letter of the badge


def annotated(record: Record) -> Iterator[str]:
    """One workflow command for each claim that is not as expected, and for each mutant that survives."""
    homes = {each.id: (each.file, each.line) for each in record.ledger.claims}
    for judged in record.verdicts:
        file, line = homes.get(judged.id, ("", 0))
        where = f"file={_escaped(file)},line={line},title={_escaped(judged.id)}"
        if not judged.as_expected:
            yield f"::error {where}::{_text(f'{judged.sentence} (expected: {judged.expected})')}"
        for variant in _survivors(judged):
            yield f"::error {where}::{_text(f'{variant.name} survived: {variant.sentence}')}"


def _survivors(judged: Judged) -> list[StoredVariant]:
    return [each for each in judged.mutants if not each.passes]


def _text(words: str) -> str:
    return words.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped(words: str) -> str:
    return _text(words).replace(":", "%3A").replace(",", "%2C")


def junit(record: Record) -> str:
    """Every claim and every mutant as a test case: it fails where the run is not as expected."""
    suites = Xml.Element("testsuites")
    suite = Xml.SubElement(suites, "testsuite", name=record.ledger.paper.title or "theorytest")
    failures = 0
    for judged in record.verdicts:
        failures += _case(suite, judged.id, "" if judged.as_expected else judged.sentence)
        for variant in judged.mutants:
            failures += _case(suite, f"{judged.id}[{variant.name}]", "" if variant.passes else variant.sentence)
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(failures))
    return Xml.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def _case(suite: Xml.Element, name: str, problem: str) -> int:
    case = Xml.SubElement(suite, "testcase", classname="theorytest", name=_printable(name))
    if problem:
        Xml.SubElement(case, "failure", message=_printable(problem))
    return int(bool(problem))


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)


def badge(record: Record) -> str:
    """`theorytest | 12 of 12 as expected`, in the colour of the exit code."""
    fine = sum(each.as_expected for each in record.verdicts)
    words = f"{fine} of {len(record.verdicts)} as expected"
    colour = {0: _GOOD, 3: _OPEN}.get(record.run.exit_code, _BAD)
    left, right = round(len("theorytest") * _EM + 12), round(len(words) * _EM + 12)
    svg = Xml.Element("svg", xmlns="http://www.w3.org/2000/svg", width=str(left + right), height="20", role="img")
    svg.set("aria-label", f"theorytest: {words}")
    Xml.SubElement(svg, "rect", width=str(left), height="20", fill="#444")
    Xml.SubElement(svg, "rect", x=str(left), width=str(right), height="20", fill=colour)
    style = {"fill": "#fff", "font-family": "Verdana, sans-serif", "font-size": "11", "text-anchor": "middle"}
    Xml.SubElement(svg, "text", {**style, "x": str(left // 2), "y": "14"}).text = "theorytest"
    Xml.SubElement(svg, "text", {**style, "x": str(left + right // 2), "y": "14"}).text = words
    return Xml.tostring(svg, encoding="unicode") + "\n"
