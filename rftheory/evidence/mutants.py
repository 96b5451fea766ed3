"""Mutants: does the evidence of a statement reject wrong variants of its formulas?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from rftheory.battery.examination import Mechanism, examination
from rftheory.claims import Below, Order
from rftheory.context import Context
from rftheory.errors import RFTheoryError
from rftheory.evidence.deterministic.agreement import agree
from rftheory.evidence.substitution import Substituted, substituted
from rftheory.exact import balls
from rftheory.exact.formula import Formula
from rftheory.exact.mutation import mutants
from rftheory.mechanisms._shelf import couplings, feature_maps, hybrids, row_maps
from rftheory.statements import Statement
from rftheory.verdict import Evidence, Outcome

Fate = Literal["killed", "equivalent", "still true", "survived"]
Run = tuple[Substituted, Evidence | None]
_OPPOSITE = {"lhs": "rhs", "rhs": "lhs"}
_EVALUATIONS = 1000  # a mutant may have singularities that no quadrature gets past
_POINTS = 6  # a wrong formula shows at ordinary points; more would cost time at every mutant


@dataclass(frozen=True)
class Trial:
    """One mutant of one formula: what was wrong, what became of it, and by which evidence (or why not).

    `equivalent`: the same function to 50 digits at every point tried. `still true`: the mutated
    inequality holds at every point searched (a weaker bound, or a bound with room). Neither counts for or against the evidence.
    """

    formula: str
    wrong: str
    outcome: Fate
    by: str

    @property
    def killed(self) -> bool:
        """Whether some evidence rejects the mutant."""
        return self.outcome == "killed"


def kill_rate(found: Iterable[Trial]) -> float | None:
    """Share of the killed among the wrong mutants (killed or survived); None where there is none."""
    counts = Counter(trial.outcome for trial in found)
    wrong = counts["killed"] + counts["survived"]
    return counts["killed"] / wrong if wrong else None


def trials(statement: Statement, context: Context) -> Iterator[Trial]:
    """Every mutant of every side and companion; what a correction restates is tried on the correction."""
    fixed = statement.correction
    for name, side in statement.sides.items():
        label = f"{statement.id}:{name}" if name else statement.id
        if fixed is None:
            yield from _of_formula([statement], name, side, label, context)
        elif name in fixed.sides:
            yield from _of_formula([fixed, _unclaimed(statement)], name, fixed.sides[name], label, context)
        else:
            yield from _of_formula([_unclaimed(statement)], name, side, label, context)
    for companion, sides in statement.companions.items():
        for name, side in sides.items():
            label = f"{companion}:{name}" if name else companion
            subject = statement if fixed is None else _unclaimed(statement)
            # the two sides of a companion are one identity; its closed form is a second representation
            pair = sides.get(_OPPOSITE[name]) if name in _OPPOSITE else None
            yield from _of_formula([subject], None, side, label, context, pair)


def mechanism_trials(context: Context) -> Iterator[Trial]:
    """Every mutant of every coupling, feature map and hybrid, held against what the right one declares.

    Where the right one does not pass everything, a kill would mean nothing, and none is counted.
    """
    shelf: dict[str, Mechanism] = {**couplings(), **feature_maps(), **hybrids(), **row_maps()}
    for base in shelf.values():
        broken = [e for e in examination(base, context) if e.outcome is not Outcome.HOLDS]
        for mutant in base.mutants():
            wrong = str(getattr(mutant, "wrong", ""))
            if broken:
                reason = f"{base.name} itself does not pass: {broken[0].detail}"
                yield Trial(mutant.name, wrong, "survived", reason)
            else:
                yield _examine(mutant, base, wrong, context)


def _examine(mutant: Mechanism, base: Mechanism, wrong: str, context: Context) -> Trial:
    for found in examination(mutant, context, claim=base):
        if found.outcome is Outcome.FAILS:
            return Trial(mutant.name, wrong, "killed", found.detail)
    return Trial(mutant.name, wrong, "survived", f"no check separates it from {base.name}")


def _unclaimed(statement: Statement) -> Statement:
    """A refuted statement without its false claim: what it says about the values of its sides stays."""
    return replace(statement, claim=None)


def _of_formula(
    subjects: list[Statement],
    name: str | None,
    original: Formula,
    label: str,
    context: Context,
    pair: Formula | None = None,
) -> Iterator[Trial]:
    profile = context.profile
    few = replace(profile, agreement_points=min(_POINTS, profile.agreement_points))
    patient = replace(context, profile=few)
    light = replace(context, profile=few, hasty=True)
    sound = _Sound(light)
    for wrong, mutant in mutants(original):
        by = _twin(original, mutant, name, pair, light, label)
        runs: list[Run] = []
        relevant = () if by else (e for s in subjects for e in substituted(s, name or "", original, mutant))
        for entry in relevant:
            runs.append((entry, _run(entry, light)))
            found = runs[-1][1]
            if found is not None and found.outcome is Outcome.FAILS and sound(entry):
                by = f"{found.kind} ({type(entry.check).__name__})"
                break
        if by:
            yield Trial(label, wrong, "killed", by)
        elif _compared(mutant, original, light, label) is Outcome.HOLDS:
            yield Trial(label, wrong, "equivalent", "equal to the original to 50 digits at every point tried")
        elif name is not None and _weaker(subjects[0], name, runs, patient):
            yield Trial(label, wrong, "still true", "the mutated inequality holds at every point searched")
        else:
            yield Trial(label, wrong, "survived", _reason(runs))


class _Sound:
    """Whether a check spares the true formula; a kill by one that does not would mean nothing."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._known: dict[tuple[int, int], bool] = {}

    def __call__(self, entry: Substituted) -> bool:
        key = (id(entry.true_statement), entry.place)
        if key not in self._known:
            true = replace(entry, check=entry.true_check, statement=entry.true_statement)
            found = _run(true, self._context)
            self._known[key] = found is not None and found.outcome is not Outcome.FAILS
        return self._known[key]


def _twin(
    original: Formula, mutant: Formula, name: str | None, pair: Formula | None, context: Context, label: str
) -> str:
    """For companions, which no check names: the other side and the closed form."""
    if name is not None:
        return ""
    closed = None if original.closed is None else original.with_expression(original.closed)
    for twin in (pair, closed):
        if twin is not None and _compared(mutant, twin, context, label) is Outcome.FAILS:
            return (
                "agreement of the companion's two sides" if twin is pair else "agreement with the closed form"
            )
    return ""


def _reason(runs: list[Run]) -> str:
    if not runs:
        return "no evidence evaluates this formula: one representation only"
    checks = ", ".join(dict.fromkeys(type(entry.check).__name__ for entry, _ in runs))
    return f"not rejected by {checks}"


def _compared(mutant: Formula, other: Formula, context: Context, label: str) -> Outcome:
    """HOLDS only where all points agree, none undecided."""
    try:
        with balls.integrals_within(_EVALUATIONS):
            found = agree(mutant, other, mutant.domain, context, (), label)
    except (RFTheoryError, ArithmeticError, NotImplementedError, ValueError):
        return Outcome.UNDECIDED
    certain = found.outcome is not Outcome.HOLDS or not found.data.get("undecided")
    return found.outcome if certain else Outcome.UNDECIDED


def _weaker(subject: Statement, name: str, runs: list[Run], context: Context) -> bool:
    """The mutated claim is one-sided and holds at every point of its search, none left undecided."""
    claim = subject.claim
    if not isinstance(claim, (Below, Order)) or name not in (claim.left, claim.right):
        return False
    if isinstance(claim, Order) and not claim.one_sided:
        return False
    searched = [run for run in runs if run[0].searches]
    return bool(searched) and all(
        _holds_throughout(found) or _holds_throughout(_run(entry, context)) for entry, found in searched
    )


def _holds_throughout(found: Evidence | None) -> bool:
    return found is not None and found.outcome is Outcome.HOLDS and not found.data.get("undecided")


def _run(entry: Substituted, context: Context) -> Evidence | None:
    """The evidence of the check with the substitute, or None where it cannot be gathered."""
    try:
        with balls.integrals_within(_EVALUATIONS):
            return entry.check.run(entry.statement, context)
    except (RFTheoryError, ArithmeticError, NotImplementedError, ValueError):
        return None
