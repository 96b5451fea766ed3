"""What verifying a statement found, and whether that is what was recorded. Runs nothing."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from rftheory import registry
from rftheory.statements import Statement
from rftheory.verdict import Conclusion, Evidence, Outcome, Verdict, agrees


@dataclass(frozen=True)
class Result:
    """What verifying one statement found; `correction` is the result of its corrected form."""

    statement: Statement
    conclusion: Conclusion
    recorded: Conclusion | None
    evidence: tuple[Evidence, ...]
    correction: Result | None
    seconds: float

    def __repr__(self) -> str:
        recorded = "unrecorded" if self.recorded is None else f"recorded {self.recorded}"
        return f"Result({self.statement.id}: {self.conclusion}; {recorded})"

    def _repr_html_(self) -> str:
        """For notebooks: the statement, its conclusion and a line a piece of evidence."""
        rows = "".join(
            f"<tr><td>{each.kind.value}</td><td>{each.outcome.value}</td><td>{escape(each.detail)}</td></tr>"
            for each in self.evidence
        )
        head = f"<b>{escape(self.statement.id)}</b> {escape(self.statement.title)}: {self.conclusion._repr_html_()}"
        return f"<div>{head}<table>{rows}</table></div>"

    def _repr_latex_(self) -> str:
        """What the statement prints, in LaTeX."""
        return self.statement._repr_latex_()

    @property
    def verdict(self) -> Verdict:
        """The word of the conclusion."""
        return self.conclusion.verdict

    @property
    def counterexample(self) -> dict[str, str] | None:
        """The certified counterexample, if the statement is refuted by one."""
        for item in self.evidence:
            if item.outcome is Outcome.FAILS and item.counterexample:
                return dict(item.counterexample)
        return None

    @property
    def as_expected(self) -> bool:
        """True unless a verdict contradicts the recorded one, a shipped one is not recorded, or the correction is refuted."""
        if self.recorded is None or not agrees(self.conclusion.first, self.recorded.first):
            return self.recorded is None and registry.is_own(self.statement.id)
        fixed = self.correction
        if fixed is None or fixed.recorded is None:
            return fixed is None or fixed.verdict is not Verdict.REFUTED
        return agrees(fixed.conclusion.first, fixed.recorded.first)
