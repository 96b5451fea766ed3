"""What a paper lacks, in one line each: claims, domains, values at corners, second representations, quotations, names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rftheory import registry
from rftheory.errors import BudgetError, PrecisionError, UnknownIdError, shorten
from rftheory.evidence.mutants import trials
from rftheory.evidence.plan import applicable
from rftheory.exact.balls import seconds_within
from rftheory.mechanisms import _shelf as shelf
from rftheory.report.mathml import mathml
from rftheory.statements import Statement
from rftheory.verdict import EvidenceKind, Verdict
from rftheory.verification import planned

_CORNERS, _DIGITS, _SECONDS = 24, 10, 10.0
_WITHOUT_CLAIM = ("definition", "remark", "conjecture", "algorithm")
_ALONE = (EvidenceKind.SEARCH, EvidenceKind.GRID)
"""What reads every side once, as it is written."""


@dataclass(frozen=True)
class Lack:
    """What is missing of a statement or paper: its id or key, which rule says so, and a line."""

    about: str
    rule: str
    line: str


Rule = Callable[[Statement], Iterator[str]]


def lint(
    paper: str, *, mutants: bool = True, progress: Callable[[Statement], None] | None = None
) -> list[Lack]:
    """What the statements of a paper (a key, a file or a folder) and it itself lack, in order; without `mutants` faster."""
    chosen = registry.statements([paper])
    found: list[Lack] = []
    for key in dict.fromkeys(each.paper for each in chosen):
        found += [Lack(key, "reference", line) for line in _reference(key)]
    for statement in chosen:
        for each in (statement, *([statement.correction] if statement.correction is not None else [])):
            rules = RULES | ({"mutants": _mutants} if mutants and each is statement else {})
            for name, rule in rules.items():
                found += [Lack(each.id, name, line) for line in rule(each)]
        if progress is not None:
            progress(statement)
    return found


def _reference(key: str) -> Iterator[str]:
    own = registry.paper(key)
    for name in ("title", "authors", "venue", "bibtex"):
        if not getattr(own, name).strip():
            yield f"no {name}: PAPER = Paper(key, title, authors, venue, bibtex) says what is cited"


def _claim(statement: Statement) -> Iterator[str]:
    if statement.claim is None and statement.kind not in _WITHOUT_CLAIM and not statement.outside:
        yield f"no claim: {statement.kind} without one is never more than undecided; say Equal(), Below(), .."


def _domain(statement: Statement) -> Iterator[str]:
    names = statement.domain.names
    if statement.sides and not names and statement.claim is not None:
        yield "domain empty: no parameter, so the claim is about one number; say over what it holds"
    read = {name for side in statement.sides.values() for name in side.names}
    if statement.claim is not None:
        terms = (term for term in statement.claim.terms if not isinstance(term, str))
        read |= {
            str(symbol)
            for term in terms
            for symbol in getattr(getattr(term, "expression", term), "free_symbols", ())
        }
    read |= {name for rule in statement.domain.rules for name in rule.names}
    for name in names:
        if (statement.sides or statement.claim is not None) and name not in read:
            yield f"parameter {name} is read by no side, rule or claim: leave it out, or say what depends on it"
    if not statement.domain_text.strip():
        yield "no words for the domain as printed"


def _corners(statement: Statement) -> Iterator[str]:
    for label, side in statement.sides.items():
        try:
            with seconds_within(_SECONDS):
                for point in side.domain.points(_CORNERS, side.names):
                    try:
                        side.at(point, _DIGITS)
                    except (PrecisionError, OverflowError, ZeroDivisionError) as error:
                        at = ", ".join(f"{name} = {value}" for name, value in point.items())
                        yield f"side {label or '(unnamed)'} has no value at {shorten(at, 120)}: {shorten(str(error), 160)}"
                        break
        except BudgetError:
            yield f"side {label or '(unnamed)'} takes more than {_SECONDS:g} s at {_CORNERS} points of its domain"


def _representations(statement: Statement) -> Iterator[str]:
    if statement.claim is None or statement.outside:
        return
    if any(check.kind not in _ALONE for check in applicable(statement)):
        return
    single = [label or "(unnamed)" for label, side in statement.sides.items() if side.closed is None]
    if single:
        yield (
            f"one representation only of {', '.join(single)}: give formula(.., closed=), Representations, a "
            "Derivation or Sampled, so that a slip in it is seen"
        )


def _mutants(statement: Statement) -> Iterator[str]:
    if statement.outside or statement.claim is None:
        return
    refuted = registry.recorded_verdict(statement.id) is Verdict.REFUTED
    if refuted or (statement.erratum is not None and statement.correction is not None):
        return
    alive = [
        each
        for each in trials(statement, planned("full", selection=[statement.id]))
        if not each.killed and each.outcome == "survived"
    ]
    if alive:
        yield f"{len(alive)} mutants alive, first {alive[0].formula}, {alive[0].wrong}: {shorten(alive[0].by, 120)}"


def _latex(statement: Statement) -> Iterator[str]:
    if not statement.latex.strip():
        yield "no LaTeX of the formula as printed"
    elif mathml(statement.latex) is None:
        yield f"LaTeX does not render: {shorten(statement.latex, 120)}"


def _quotation(statement: Statement) -> Iterator[str]:
    if statement.erratum is None and registry.recorded_verdict(statement.id) is Verdict.REFUTED:
        yield "refuted, and no erratum says what is wrong, with the words at issue"
    if not statement.text.strip():
        yield "no text: what the paper says, in its words"


def _mechanism(statement: Statement) -> Iterator[str]:
    known = {**shelf.couplings(), **shelf.feature_maps(), **shelf.hybrids(), **shelf.row_maps()}
    for name in statement.mechanism:
        if name not in known:
            yield f"mechanism {name} is unknown: an entry point of rftheory.mechanisms brings one"


def _uses(statement: Statement) -> Iterator[str]:
    for name in statement.uses:
        try:
            registry.owner(name)
        except UnknownIdError as error:
            yield f"rests on {error}"


RULES: dict[str, Rule] = {
    "claim": _claim,
    "domain": _domain,
    "corner": _corners,
    "representation": _representations,
    "latex": _latex,
    "quotation": _quotation,
    "mechanism": _mechanism,
    "uses": _uses,
}
"""What every statement and correction is held to; mutants, which take longest, come last."""
