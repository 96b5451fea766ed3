"""A conformance report as JUnit XML: one test case a check."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from rftheory.report.conformed.summary import State, causes, open_findings, state, summary
from rftheory.report.schema import Document

KINDS: dict[State, str] = {"wrong": "failure", "open": "error", "excused": "skipped"}
COUNTED = {"failures": "failure", "errors": "error", "skipped": "skipped"}


def junit(document: Document) -> str:
    """One suite: what fails is a failure, what is not settled an error, what is expected is skipped.

    So there are failures where the exit code is 1, errors and no failure where it is 3, neither where it is 0.
    """
    wrong = open_findings(document)
    said = [cause for cause in causes(document) if not cause.checks]
    kinds = [KINDS[state(document, found)] for found in wrong] + [KINDS[cause.state] for cause in said]
    counts = {name: str(kinds.count(kind)) for name, kind in COUNTED.items()}
    counts = {"tests": str(len(document["findings"]) + len(said))} | counts
    root = ET.Element("testsuites", counts | {"name": "rftheory conform"})
    suite = ET.SubElement(root, "testsuite", counts | {"name": legal(document["client"])})
    properties = ET.SubElement(suite, "properties")
    for name in ("mechanism", "kernel", "d", "m", "draws", "seed", "profile", "conclusion"):
        ET.SubElement(
            properties, "property", {"name": f"rftheory.{name}", "value": legal(str(document[name]))}
        )
    for found in document["findings"]:
        case = _case(suite, document, found["check"])
        if found in wrong:
            message = found.get("diagnosis") or found["detail"]
            text = f"{found.get('cause', found['outcome'])}: {message}"
            detail = f"{found['detail']} (against {found['statement']})"
            _mark(case, KINDS[state(document, found)], text, detail)
    for cause in said:
        _mark(_case(suite, document, cause.name), KINDS[cause.state], cause.line, cause.line)
    ET.SubElement(suite, "system-out").text = legal(summary(document))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _case(suite: ET.Element, document: Document, name: str) -> ET.Element:
    classname = f"rftheory.conform.{legal(document['client'])}"
    return ET.SubElement(suite, "testcase", {"classname": classname, "name": legal(name)})


def _mark(case: ET.Element, kind: str, message: str, text: str) -> None:
    ET.SubElement(case, kind, {"message": legal(" ".join(message.split()))}).text = legal(text)


def legal(text: str) -> str:
    """Without the characters that XML 1.0 forbids."""
    return "".join(c if c in "\t\n" or (c >= " " and not "\ud800" <= c <= "\udfff") else "?" for c in text)
