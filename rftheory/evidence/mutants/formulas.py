"""Mutants of formulas: the same slip in one representation of a side, or in all of them at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rftheory.claims import Below, Claim, Order, conjuncts
from rftheory.context import Context
from rftheory.errors import RFTheoryError
from rftheory.evidence.deterministic.agreement import Representations, agree
from rftheory.evidence.mutants.attack import EVALUATIONS, WORK, rejects
from rftheory.evidence.mutants.parting import Parting
from rftheory.evidence.mutants.running import run
from rftheory.evidence.mutants.theorems import BY_THEOREM, proved_to_be
from rftheory.evidence.mutants.trial import Fate, Place, Trial
from rftheory.evidence.mutants.undefined import loses_its_value
from rftheory.evidence.substitution import Substituted, substituted, with_formula
from rftheory.exact import balls
from rftheory.exact.formula import Formula
from rftheory.exact.mutation import mutants, mutants_of_both
from rftheory.statements import Statement
from rftheory.verdict import Evidence, Outcome

Run = tuple[Substituted, Evidence | None, str]
_COMPANION = "(companion)"  # no side has this name: a side may have the empty one
_OPPOSITE = {"lhs": "rhs", "rhs": "lhs"}
_EQUAL = "equal to the original to 50 digits at every point tried"
_TRUE = "the mutated inequality holds at every point searched"
_POINTS, _SEARCHED = 6, 24  # a wrong formula shows at ordinary points; more would cost time at every mutant


def formula_trials(statement: Statement, context: Context) -> Iterator[Trial]:
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
            # what a correction says of a companion of the printed statement is said of the same formula
            subjects = [statement] if fixed is None else [fixed, _unclaimed(statement)]
            # the two sides of a companion are one identity
            pair = sides.get(_OPPOSITE[name]) if name in _OPPOSITE else None
            yield from _of_formula(subjects, None, side, label, context, pair)


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
    fewer = replace(few, search_points=min(_SEARCHED, few.search_points))
    patient, quick = replace(context, profile=few), replace(context, profile=fewer, hasty=True)
    sound, light = _Sound(), replace(patient, hasty=True)
    partings = [Parting(subject, light) for subject in subjects]
    wrongs: list[tuple[Place, str, Formula]] = [
        ("formula", wrong, mutant) for wrong, mutant in mutants(original)
    ]
    # a definition claims nothing: with one slip in all its forms it is another definition, and nothing is wrong
    if any(subject.claim is not None for subject in subjects):
        wrongs += [("both representations", wrong, mutant) for wrong, mutant in mutants_of_both(original)]
    for place, wrong, mutant in wrongs:
        both = place == "both representations"
        by = "" if both else _twin(mutant, pair, light, label)
        entries = [
            entry
            for subject in (() if by else subjects)
            for entry in substituted(subject, _COMPANION if name is None else name, original, mutant)
            if not (both and _of_its_own_forms(entry))
        ]
        runs: list[Run] = []
        # a mistake shows at few points, mostly; what these let pass is searched further, and with more work
        for each, work in ((quick, WORK), (light, WORK), (quick, 10 * WORK)):
            if by or (runs and work > WORK and all(found is not None for _, found, _ in runs)):
                break
            runs = list(_rejected(entries, each, sound, work))
            by = runs[-1][2] if runs else ""
        compared = Outcome.UNDECIDED if by else _compared(mutant, original, light, label)
        if compared is Outcome.FAILS and name is not None and any(proved_to_be(s, name) for s in subjects):
            by = BY_THEOREM
        elif not by and runs:
            by = loses_its_value(mutant, original, subjects[0].domain)
        if by:
            yield Trial(label, wrong, "killed", by, place)
        elif compared is Outcome.HOLDS:
            yield Trial(label, wrong, "equivalent", _EQUAL, place)
        elif name is not None and _weaker(subjects[0], name, runs, patient):
            yield Trial(label, wrong, "still true", _TRUE, place)
        else:
            fate, how = _by_parts(subjects, partings, _COMPANION if name is None else name, original, mutant)
            if fate == "survived":
                how = "; ".join(filter(None, (_reason(runs, subjects), how)))
            yield Trial(label, wrong, fate, how, place)


def _rejected(entries: list[Substituted], context: Context, sound: _Sound, work: int) -> Iterator[Run]:
    """The checks that were run, up to the first that rejects the mutant and spares the original."""
    for entry in entries:
        found = run(entry, context, work)
        if found is not None and rejects(found) and sound(entry, context):
            yield entry, found, f"{found.kind} ({type(entry.check).__name__})"
            return
        yield entry, found, ""


def _by_parts(
    subjects: list[Statement], partings: list[Parting], name: str, original: Formula, mutant: Formula
) -> tuple[Fate, str]:
    """What becomes of the mutant by each part of the claims that says something of it."""
    found: list[tuple[Fate, str]] = []
    for subject, parting in zip(subjects, partings, strict=True):
        if subject.claim is None:
            continue
        changed = with_formula(subject, name, original, mutant)
        assert changed.claim is not None
        read = {key for key, side in changed.sides.items() if side is not subject.sides[key]}
        pairs = zip(
            conjuncts(subject.claim, subject.domain), conjuncts(changed.claim, subject.domain), strict=True
        )
        for own, other in pairs:
            if own.claim != other.claim or read.intersection(_named(own.claim)):
                found.append(parting.told(own, other, changed.sides))
                if found[-1][0] == "killed":
                    return found[-1]
    if found and all(fate == "still true" for fate, _ in found):
        return found[0]
    return "survived", next((how for fate, how in found if fate == "survived" and how), "")


def _named(claim: Claim) -> set[str]:
    return {term for term in claim.terms if isinstance(term, str)}


def _of_its_own_forms(entry: Substituted) -> bool:
    """Whether the check compares a side's two forms, which share the mistake."""
    return isinstance(entry.true_check, Representations) and entry.true_check.other is None


class _Sound:
    """Whether a check spares the true formula at the same points; a kill by one that does not would mean nothing."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int, int], bool] = {}

    def __call__(self, entry: Substituted, context: Context) -> bool:
        key = (id(entry.true_statement), entry.place, context.profile.search_points)
        if key not in self._known:
            true = replace(entry, check=entry.true_check, statement=entry.true_statement)
            found = run(true, context, 10 * WORK)
            self._known[key] = found is not None and not rejects(found)
        return self._known[key]


def _twin(mutant: Formula, pair: Formula | None, context: Context, label: str) -> str:
    """For companions: the other side, with which it is one identity."""
    if pair is None or _compared(mutant, pair, context, label) is not Outcome.FAILS:
        return ""
    return "agreement of the companion's two sides"


def _reason(runs: list[Run], subjects: list[Statement]) -> str:
    if not runs and all(subject.claim is None for subject in subjects):
        return "a definition: it claims nothing that another formula could contradict"
    if not runs:
        return "no evidence evaluates this formula: one representation only"
    checks = ", ".join(dict.fromkeys(type(entry.check).__name__ for entry, _, _ in runs))
    return f"not rejected by {checks}"


def _compared(mutant: Formula, other: Formula, context: Context, label: str) -> Outcome:
    """HOLDS only where all points agree, none undecided."""
    try:
        with balls.integrals_within(EVALUATIONS), balls.work_within(WORK):
            found = agree(mutant, other, mutant.domain, context, (), label)
    except (RFTheoryError, ArithmeticError, NotImplementedError, ValueError):
        return Outcome.UNDECIDED
    certain = found.outcome is not Outcome.HOLDS or not found.data.get("undecided")
    return found.outcome if certain else Outcome.UNDECIDED


def _weaker(subject: Statement, name: str, runs: list[Run], context: Context) -> bool:
    """The mutated claim is one-sided and holds at every point of its search, none left undecided."""
    if subject.claim is None or not any(
        _one_sided(part.claim, name) for part in conjuncts(subject.claim, subject.domain)
    ):
        return False
    searched = [run for run in runs if run[0].searches]
    return bool(searched) and all(
        _holds_throughout(found) or _holds_throughout(run(entry, context, 10 * WORK))
        for entry, found, _ in searched
    )


def _one_sided(claim: Claim, name: str) -> bool:
    """Whether the claim is an inequality, or a bound of an order, on that side."""
    return name in claim.terms and (
        isinstance(claim, Below) or (isinstance(claim, Order) and claim.one_sided)
    )


def _holds_throughout(found: Evidence | None) -> bool:
    return found is not None and found.outcome is Outcome.HOLDS and not found.data.get("undecided")
