"""The ledger of recorded verdicts and findings: written from a run, read as one. Runs nothing itself."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rftheory import __version__, registry
from rftheory.errors import InputError, shorten
from rftheory.report.schema import SCHEMA, Document, conclusion_document
from rftheory.report.statements import evidence_kinds, heading
from rftheory.verdict import Verdict

if TYPE_CHECKING:
    from rftheory.statements import Statement
    from rftheory.verdict import Conclusion

_MISSED = (Verdict.REFUTED.value, Verdict.NOT_REPRODUCED.value)


def updated(file: str, run: Document, papers: Sequence[str]) -> str:
    """The ledger in `file` with a run's verdicts of these papers put in, in the papers' order, as JSON text.

    Verdicts of statements that the run left out stay; those of ids that no paper has any more go.
    """
    before = existing(file, run["profile"])
    parts = ("verdicts", "corrections", "errata", "cited")
    verdicts, fixed, errata, cited = (dict(before.get(k, {})) for k in parts)
    for result in run["results"]:
        if result["id"].partition("/")[0] not in papers:
            continue
        verdicts[result["id"]] = result["conclusion"]
        errata.pop(result["id"], None)
        cited |= dict(_cited(result))
        if "correction" in result:
            fixed[result["correction"]["id"]] = result["correction"]["conclusion"]
        if result["verdict"] in _MISSED:
            errata[result["id"]] = _finding(result)
    known = [record for key in registry.reach(papers) for record in registry.records(key)]
    order = [record.id for record in known]
    fixes = [name for record in known for name in record.corrections]
    ledger = {
        "schema": SCHEMA,
        "rftheory": __version__,
        "profile": run["profile"],
        "seed": run["seed"],
        "alpha": run["alpha"],
        "beta": run["beta"],
        "verdicts": {name: verdicts[name] for name in order if name in verdicts},
        "corrections": {name: fixed[name] for name in fixes if name in fixed},
        "errata": {name: errata[name] for name in order if name in errata},
        "cited": {name: cited[name] for name in (*order, *fixes) if cited.get(name)},
    }
    return json.dumps(ledger, indent=1, ensure_ascii=False) + "\n"


def recorded_run() -> Document:
    """The recorded verdicts as a run document: no evidence but what refuted; `checks` names those that apply.

    Statements without a recorded verdict are left out.
    """
    ledger = registry.ledger()
    if not ledger.get("verdicts"):
        raise InputError(
            "no verdicts are recorded: give --from RESULTS.json, made by `rftheory verify --json`"
        )
    return {
        "schema": SCHEMA,
        "environment": {"rftheory": ledger["rftheory"]},
        **{name: ledger[name] for name in ("alpha", "beta", "seed", "profile")},
        "results": [
            _recorded(statement, found)
            for statement in registry.statements()
            if (found := registry.recorded_conclusion(statement.id)) is not None
        ],
    }


def _recorded(statement: Statement, recorded: Conclusion) -> Document:
    finding = registry.finding(statement.id)
    document: Document = {
        **heading(statement),
        **conclusion_document(recorded),
        "recorded": recorded.verdict.value,
        "as_recorded": True,
        "evidence": [],
        "checks": evidence_kinds(statement),
    }
    if finding:
        document["evidence"] = [{"kind": finding["kind"], "outcome": "fails", "detail": finding["detail"]}]
        if finding.get("counterexample"):
            document["counterexample"] = finding["counterexample"]
    if statement.outside or statement.undecided:
        document["reason"] = statement.outside or statement.undecided
    corrected = statement.correction
    if corrected is not None:
        found = registry.recorded_conclusion(corrected.id)
        document["correction"] = {
            "id": corrected.id,
            **(
                conclusion_document(found) if found else {"verdict": "unrecorded", "conclusion": "unrecorded"}
            ),
            "text": corrected.text,
            "latex": corrected.latex,
        }
    return document


def _finding(result: Document) -> Document:
    item = next(item for item in result["evidence"] if item["outcome"] == "fails")
    found = {"kind": item["kind"], "detail": item["detail"], "counterexample": result.get("counterexample")}
    second = item.get("data", {}).get("second")
    return found if second is None else found | {"second": second}


def _cited(result: Document) -> Iterator[tuple[str, list[str]]]:
    """The facts cited for a statement and for its correction."""
    for found in (result, result.get("correction")):
        if found is not None:
            data = [item.get("data", {}) for item in found["evidence"]]
            yield found["id"], list(dict.fromkeys(fact for entry in data for fact in entry.get("cited", ())))


def existing(file: str, profile: str) -> Document:
    path = Path(file)
    if not path.is_file() or path.stat().st_size == 0:
        return {}
    try:
        ledger: Document = json.loads(path.read_text(encoding="utf-8"))
        schema, made_by = ledger["schema"], ledger["profile"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{shorten(file)} is no ledger: {error}") from error
    if (schema, made_by) != (SCHEMA, profile):
        raise InputError(f"{shorten(file)} was made with profile {made_by}; this run has {profile}")
    return ledger
