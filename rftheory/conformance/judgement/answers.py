"""Three questions: does it estimate the kernel, is the law of its projections the declared one, is anything harmful."""

from __future__ import annotations

from collections.abc import Sequence

from rftheory.conformance.findings import Answer, Finding, Question, Settled
from rftheory.conformance.judgement.unknown import Identity
from rftheory.conformance.size.worst_error import WorstError
from rftheory.conformance.unreadable import UNREAD, Unread
from rftheory.verdict import Outcome

HARMFUL = frozenset(
    {
        "shape",
        "overflow",
        "underflow",
        "not-finite",
        "precision",
        "seed-ignored",
        "not-reproducible",
        "batch-dependent",
    }
)
"""Causes that are harm, whatever the check that showed them."""
HARM_CHECKS = frozenset({"one seed, one draw", "shape and finiteness", "one point, one feature vector"})
MOMENTS = frozenset({"moments", "induced moments", "hybrids"})
LAW = frozenset({"projections", "count rows", "disclosed", "sharing"})
HARM_AREAS = frozenset({"unreadable", "draws", "places"})
ASKED: dict[Question, str] = {
    "estimate": "does it estimate the kernel",
    "law": "is the law of its projections the declared one",
    "harm": "is anything harmful",
}
GOOD: dict[Question, Settled] = {"estimate": "yes", "law": "yes", "harm": "no"}
BAD: dict[Question, Settled] = {"estimate": "no", "law": "no", "harm": "yes"}


def question(found: Finding) -> Question:
    """Which question a finding speaks of."""
    seen = found.measurements
    if found.area in MOMENTS or (isinstance(seen, Unread) and seen.reason in UNREAD):
        return "estimate"
    if found.cause in HARMFUL or found.area in HARM_AREAS or found.check in HARM_CHECKS:
        return "harm"
    return "law" if found.area in (*LAW, "spectral", "density") else "estimate"


def answers(
    findings: Sequence[Finding], identity: Identity, worst: WorstError | None = None
) -> tuple[Answer, ...]:
    """One answer a question, in the order in which they matter. worst: a bias that no interval explains."""
    return tuple(_answer(asked, findings, identity, worst) for asked in ASKED)


def _answer(
    asked: Question, findings: Sequence[Finding], identity: Identity, worst: WorstError | None
) -> Answer:
    about = [f for f in findings if question(f) == asked]
    wrong = [f for f in about if f.counts]
    if wrong:
        return Answer(asked, BAD[asked], f"{len(wrong)} of {len(about)} checks fail")
    notes = _notes(about)
    still = [f for f in findings if f.check == "redraws" and f.cause == "seed-ignored"]
    if asked == "estimate" and still:
        return Answer(
            asked, "not asked", still[0].note or "every seed gives one draw, of which no mean can be seen"
        )
    if asked == "estimate" and worst is not None and not identity.text:
        alone = not any(f.counts for f in findings)
        head = "the mechanism itself is biased" if alone else "estimates are biased"
        return Answer(asked, "no", f"{head}: {worst.text}")
    if asked == "estimate" and identity.text:
        return Answer(asked, "yes" if identity.unbiased else "no" if worst else "not asked", identity.text)
    if not about:
        return Answer(asked, "not asked", "no check of this code is about it")
    unsettled = [f for f in about if f.outcome is Outcome.UNDECIDED and not f.note]
    if unsettled:
        return Answer(asked, "not settled", f"{len(unsettled)} of {len(about)} checks stay undecided")
    if asked == "law" and any(f.note and f.cause is None for f in about):
        return Answer(asked, "not asked", notes)
    if asked == "law" and notes:
        return Answer(asked, "no", notes)
    return Answer(asked, GOOD[asked], notes or f"{len(about)} checks hold")


def _notes(about: Sequence[Finding]) -> str:
    """Each note once, with the checks that it is of."""
    each = dict.fromkeys(f.note for f in about if f.note)
    return "; ".join(f"{note} ({', '.join(f.check for f in about if f.note == note)})" for note in each)
