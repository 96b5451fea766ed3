"""House rules for every statement on the shelf, checked through the registry."""

import re
from dataclasses import replace

import pytest

from rftheory import registry
from rftheory.claims import Below, Equal
from rftheory.evidence.deterministic.agreement import Agreement
from rftheory.evidence.deterministic.search import Search
from rftheory.evidence.plan import applicable
from rftheory.evidence.reduction import by_sides
from rftheory.evidence.statistical.sampling import Sampled
from rftheory.evidence.statistical.sequential import Sequential
from rftheory.evidence.statistical.simulation import Simulation
from rftheory.mechanisms._shelf import couplings, feature_maps, hybrids, row_maps
from rftheory.verdict import Verdict

STATEMENTS = registry.statements()
KINDS = {
    "identity", "inequality", "asymptotic", "limit", "tail bound", "optimality", "algorithm", "scaling", "definition",
    "existence", "conjecture", "numerical", "remark",
}  # fmt: skip


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda s: s.id)
def test_entry_is_complete(statement):
    assert re.fullmatch(r"[a-z]+(/[A-Za-z0-9.+-]+)+", statement.id)
    assert statement.kind in KINDS
    for field in ("where", "title", "text", "latex", "domain_text"):
        assert getattr(statement, field).strip(), field
    known = {*registry.entries(), *registry.corrections()}
    assert all(used in known for used in statement.uses)
    for sides in (statement.sides, *statement.companions.values()):
        for formula in sides.values():
            assert set(formula.names) <= set(formula.domain.names)
            assert formula.latex()


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda s: s.id)
def test_entry_can_be_judged_or_says_why_not(statement):
    if statement.outside or statement.kind == "definition":
        return
    assert applicable(statement) or statement.undecided


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda s: s.id)
def test_pointwise_claims_are_checked_and_domains_are_not_empty(statement):
    if isinstance(statement.claim, (Equal, Below)) and by_sides(statement.claim, statement.sides):
        assert any(isinstance(check, (Agreement, Search)) for check in applicable(statement))
        sides = [s for s in (statement.claim.left, statement.claim.right) if isinstance(s, str)]
        names = tuple(dict.fromkeys(n for s in sides for n in statement.sides[s].names))
        assert list(statement.domain.points(3, names))


def test_mechanisms_are_entries_of_the_shelf():
    shelf = {*couplings(), *feature_maps(), *hybrids(), *row_maps()}
    every = [s for printed in STATEMENTS for s in (printed, printed.correction) if s is not None]
    assert {name for s in every for name in s.mechanism} - shelf == set()
    assert sum(bool(s.mechanism) for s in every) > 400


def test_simulations_name_real_mechanisms_and_legal_points():
    for statement in STATEMENTS:
        for subject in (statement, statement.correction):
            for check in subject.checks if subject is not None else ():
                if isinstance(check, (Simulation, Sampled, Sequential)):
                    for point in check.points:
                        check.experiment(point) if isinstance(check, Simulation) else check.drawn(point)
                        check.expected.point({n: point[n] for n in check.expected.names})


def test_ledger_covers_exactly_the_shelf_and_leaves_no_identity_undecided():
    recorded = registry.recorded()
    assert set(recorded) == {s.id for s in STATEMENTS}
    for statement in STATEMENTS:
        verdict = recorded[statement.id].verdict
        if verdict is Verdict.UNDECIDED:
            assert statement.kind != "identity" or "doubtful source" in statement.undecided
            assert statement.undecided
        if verdict is Verdict.REFUTED:
            assert statement.correction is not None, statement.id
        if verdict is Verdict.OUTSIDE:
            assert statement.outside


def test_search_is_deterministic_over_the_domain():
    for statement in STATEMENTS[:40]:
        if statement.claim is not None and statement.sides:
            names = next(iter(statement.sides.values())).names
            assert list(statement.domain.points(8, names)) == list(statement.domain.points(8, names))


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda s: s.id)
def test_chosen_points_are_of_use(statement):
    """Domains share their chosen points, and leave out those that their own rules exclude; some must remain."""
    for subject in (statement, statement.correction):
        for domain in (
            [subject.domain, *(s.domain for s in subject.sides.values())] if subject is not None else ()
        ):
            legal = 0
            for extra in domain.extra:
                known = {name: value for name, value in extra.items() if name in domain.names}
                for name, value in known.items():
                    replace(domain[name], lower=None, upper=None).parse(value)
                legal += domain.legal(known, tuple(known)) is not None
            assert legal or not domain.extra
