"""Whether a check draws and tests as it declares: the evidence of one that does not counts for nothing."""

from __future__ import annotations

from dataclasses import replace

from rftheory.context import Context
from rftheory.measured.engine.watching import watched
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, Outcome

TESTS = "tests"
"""Where the data of an evidence say how many tests it made."""


def evidence_of(check: Check, statement: Statement, context: Context) -> Evidence:
    """What the check finds; undecided, with the reason, where it draws or tests outside its declaration.

    A check whose declaration contradicts itself is not run: an error rate that nobody counted would be spent.
    """
    reason = contradiction(check)
    if reason:
        return Evidence(check.kind, Outcome.UNDECIDED, f"outside the error budget: {reason}")
    with watched() as streams:
        found = check.run(statement, context)
    reason = _overdrawn(check, found, streams)
    if reason:
        return replace(
            found,
            outcome=Outcome.UNDECIDED,
            detail=f"outside the error budget: {reason}",
            counterexample=None,
        )
    return found


def contradiction(check: Check) -> str:
    """How the declaration of a check contradicts itself; empty where it does not."""
    if check.random == "samples" and check.tests < 1:
        return "samples are drawn, and no test is declared"
    if check.tests and check.random != "samples":
        return f"{check.tests} tests are declared, and no samples"
    return ""


def made_tests(found: Evidence) -> int:
    """How many statistical tests were made for this evidence."""
    made = found.data.get(TESTS, 0)
    return made if isinstance(made, int) else 0


def _overdrawn(check: Check, found: Evidence, streams: set[str]) -> str:
    """How a check went beyond what it declares; empty where it did not."""
    if made_tests(found) > check.tests:
        return f"{made_tests(found)} tests were made, {check.tests} are declared"
    if streams and not check.random:
        return f"random numbers were drawn ({min(streams)}), and none are declared"
    return ""
