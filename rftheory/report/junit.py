"""A run as JUnit XML: one test case a statement, failed exactly where the run fails. Judges nothing itself."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import groupby
from typing import Any

from rftheory.report.schema import Document


def junit(run: Document) -> str:
    """The run document of `schema.run_document` as JUnit XML, one suite a paper."""
    root = ET.Element("testsuites", _counts(run["results"]) | {"name": "rftheory"})
    for paper, group in groupby(run["results"], key=lambda result: result["id"].partition("/")[0]):
        results = list(group)
        suite = ET.SubElement(root, "testsuite", _counts(results) | {"name": paper})
        for result in results:
            _case(suite, paper, result)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _counts(results: list[Document]) -> dict[str, str]:
    return {
        "tests": str(len(results)),
        "failures": str(sum(not result["as_recorded"] for result in results)),
        "errors": "0",
        "skipped": str(sum(_skipped(result) for result in results)),
        "time": f"{sum(result['seconds'] for result in results):.3f}",
    }


def _skipped(result: Document) -> bool:
    return bool(result["as_recorded"] and result["verdict"] == "outside")


def _case(suite: ET.Element, paper: str, result: dict[str, Any]) -> None:
    case = ET.SubElement(
        suite,
        "testcase",
        {"classname": f"rftheory.{paper}", "name": result["id"], "time": f"{result['seconds']:.3f}"},
    )
    if not result["as_recorded"]:
        message = f"verdict {result['verdict']}, recorded {result['recorded'] or 'nothing'}"
        ET.SubElement(case, "failure", {"message": message}).text = _legal(evidence_lines(result))
    elif _skipped(result):
        ET.SubElement(case, "skipped", {"message": _legal(result.get("reason", "outside"))})
    ET.SubElement(case, "system-out").text = _legal(evidence_lines(result))


def evidence_lines(result: Document) -> str:
    """The evidence of a result, one line a piece."""
    lines = [f"{item['kind']}: {item['outcome']}: {item['detail']}" for item in result["evidence"]]
    if "counterexample" in result:
        lines.append(
            "counterexample: " + ", ".join(f"{k} = {v}" for k, v in result["counterexample"].items())
        )
    return "\n".join(lines)


def _legal(text: str) -> str:
    """`text` without the characters that XML 1.0 forbids."""
    return "".join(c if c in "\t\n\r" or (c >= " " and not "\ud800" <= c <= "\udfff") else "?" for c in text)
