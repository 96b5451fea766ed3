"""One mutant, and what became of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Fate = Literal["killed", "equivalent", "still true", "survived"]
Place = Literal["formula", "both representations", "claim", "domain", "step", "mechanism"]


@dataclass(frozen=True)
class Trial:
    """One mutant: what was wrong, where, what became of it, and by which evidence (or why not).

    `equivalent`: the same function to 50 digits at every point tried. `still true`: what the mutant claims holds at
    every point searched (a weaker bound, a bound with room, a wider domain). Neither counts for or against the
    evidence.
    """

    formula: str
    wrong: str
    outcome: Fate
    by: str
    place: Place = "formula"

    @property
    def killed(self) -> bool:
        """Whether some evidence rejects the mutant."""
        return self.outcome == "killed"


def kill_rate(found: Iterable[Trial]) -> float | None:
    """Share of the killed among the wrong mutants (killed or survived); None where there is none."""
    counts = Counter(trial.outcome for trial in found)
    wrong = counts["killed"] + counts["survived"]
    return counts["killed"] / wrong if wrong else None


def cleared(found: Iterable[Trial]) -> float | None:
    """Share of the mutants that are killed or shown to be true all the same; None where there is no mutant."""
    counts = Counter(trial.outcome for trial in found)
    total = sum(counts.values())
    return 1 - counts["survived"] / total if total else None
