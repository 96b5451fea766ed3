"""What checks say of themselves: kind, tests, sides, cost; the engine reads nothing else of them."""

import importlib
import inspect
import pkgutil

import pytest
import sympy as sp

from rftheory import evidence
from rftheory.claims import Below, Equal, Order
from rftheory.domain import Domain, integer, real
from rftheory.evidence.deterministic.agreement import Agreement, Representations
from rftheory.evidence.deterministic.carrying import Carrying
from rftheory.evidence.deterministic.conjunction import Conjunction
from rftheory.evidence.deterministic.orders import OrderCheck
from rftheory.evidence.deterministic.restated import Restated
from rftheory.evidence.deterministic.search import Search
from rftheory.evidence.plan import applicable, planned_tests
from rftheory.evidence.statistical.regimes import RegimeGains
from rftheory.evidence.statistical.simulation import Simulation
from rftheory.evidence.substitution import substitute, substituted
from rftheory.statements import Check, Statement, formula
from rftheory.verdict import Evidence, EvidenceKind, Outcome

v = sp.Symbol("v", nonnegative=True)
DOMAIN = Domain((integer("d", 2), real("v", 0)))


def side(expression, closed=None):
    return formula(expression, DOMAIN, "v", closed)


def statement(sides, claim=None, **more):
    return Statement("x/1", "identity", "-", "-", "-", "-", "-", DOMAIN, sides, claim=claim, **more)


def checks(room):
    """Every class of checks that a room defines."""
    package = importlib.import_module(f"{evidence.__name__}.{room}")
    for _, name, _ in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{package.__name__}.{name}")
        for _, cls in inspect.getmembers(module, inspect.isclass):
            if cls.__module__ == module.__name__ and issubclass(cls, Check):
                yield cls


@pytest.mark.parametrize(
    ("room", "random"), [("deterministic", set()), ("statistical", {"points", "samples"})]
)
def test_rooms_are_told_apart_by_what_is_drawn(room, random):
    found = list(checks(room))
    assert len(found) >= 9
    own = [
        cls for cls in found if not isinstance(cls.random, property)
    ]  # a property delegates, or is the default
    assert {cls.random for cls in own} == random
    assert len(own) == (len(found) if random else 0)


def test_kinds_of_evidence_are_stated_by_the_class():
    for cls in (*checks("deterministic"), *checks("statistical")):
        assert isinstance(cls.kind, EvidenceKind) or cls is Conjunction or issubclass(cls, Carrying)


def test_sides_are_read_by_name_or_through_the_claim():
    sides = {"a": side(v), "b": side(v), "c": side(v)}
    assert Agreement("a", "b").reads(statement(sides)) == ("a", "b")
    assert Representations("c").reads(statement(sides)) == ("c",)
    for check in (Search(), OrderCheck()):
        assert check.reads(statement(sides, Below("a", sp.Integer(2)))) == ("a",)
        assert check.reads(statement(sides, Order(v, "v", "b", "c"))) == ("b", "c")
        assert check.reads(statement(sides)) == ()


def test_a_restated_claim_is_what_its_check_is():
    sides = {"lhs": side(v), "rhs": side(v)}
    simulation = Simulation("iid", "positive", "mean", side(v), ({"d": 2}, {"d": 3}))
    for check, kind in ((None, EvidenceKind.AGREEMENT), (simulation, EvidenceKind.SIMULATION)):
        found = Restated("words", sides, DOMAIN, Equal(), check)
        assert found.kind is kind
        assert found.costly is (check is simulation)
        assert found.random == ("" if check is None else "samples")
        assert found.rejects
        assert found.reads(statement(sides)) == ()
        assert found.tests == (0 if check is None else 2)
    assert (
        planned_tests([statement({}, checks=(Restated("words", sides, DOMAIN, Equal(), simulation),))]) == 2
    )


def test_a_new_kind_of_check_needs_a_kind_and_a_run():
    class Toy(Check):
        kind = EvidenceKind.GRID

        def run(self, statement, context):  # noqa: ARG002
            return Evidence(self.kind, Outcome.HOLDS, "")

    subject = statement({"": side(v)}, checks=(Toy(),))
    assert applicable(subject) == subject.checks
    assert subject.checks[0].random == ""
    assert planned_tests([subject]) == 0
    assert list(substituted(subject, "", subject.sides[""], side(2 * v))) == []
    with pytest.raises(TypeError, match="abstract"):
        type("Halfway", (Check,), {"kind": EvidenceKind.GRID})()


def test_costly_checks_are_not_tried_on_mutants():
    gains = RegimeGains((), costly=True)
    assert gains.costly
    assert not RegimeGains(()).costly
    original, other = side(v), side(2 * v)
    costly = Simulation("iid", "positive", "mean", original, ())
    assert substitute(costly, original, other).expected is other
    subject = statement({"": original}, checks=(costly,))
    assert list(substituted(subject, "", original, other)) == []


def test_a_closed_form_stays_when_the_printed_one_is_replaced():
    original = side(2 * v, v + v + 0 * v)
    subject = statement({"": original})
    (found,) = substituted(subject, "", original, side(3 * v))
    assert found.compares
    assert not found.searches
    assert found.statement.sides[""].expression == 3 * v
    assert found.check.other.expression == original.closed
    assert found.true_check.other is None
