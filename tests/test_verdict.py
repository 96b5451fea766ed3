"""Verdicts follow from evidence only: its outcomes, its kinds, what it covers, and the form of the claim."""

import json
import pickle

import pytest

from rftheory.errors import InputError
from rftheory.verdict import (
    WHOLE,
    Conclusion,
    Established,
    Evidence,
    EvidenceKind,
    Outcome,
    Verdict,
    agrees,
    conclude,
    part,
    whole,
)

HOLDS, FAILS = Outcome.HOLDS, Outcome.FAILS


def found(kind, outcome=HOLDS, scope=None):
    return Evidence(kind, outcome, "", scope=scope)


DERIVED = found(EvidenceKind.DERIVATION, scope=WHOLE)
IN_PART = found(EvidenceKind.DERIVATION, scope=part("d = 2"))
AGREED = found(EvidenceKind.AGREEMENT)
AGREED_IN_PART = found(EvidenceKind.AGREEMENT, scope=part("y = 0"))
SEARCHED = found(EvidenceKind.SEARCH)
SEARCHED_IN_PART = found(EvidenceKind.SEARCH, scope=part("y = 0"))


@pytest.mark.parametrize(
    ("evidence", "conclusion"),
    [
        ([], "undecided"),
        ([SEARCHED], "supported"),
        ([SEARCHED_IN_PART], "supported, in part"),
        ([SEARCHED_IN_PART, SEARCHED], "supported"),
        ([DERIVED], "derived"),
        ([DERIVED, AGREED, SEARCHED], "certified, derived"),
        ([IN_PART], "derived, in part"),
        ([IN_PART, SEARCHED], "derived, in part"),
        ([AGREED_IN_PART, DERIVED], "derived; certified, in part"),
        ([AGREED_IN_PART, IN_PART], "certified, in part; derived, in part"),
        ([AGREED, IN_PART], "certified; derived, in part"),
        ([DERIVED, found(EvidenceKind.SEARCH, FAILS)], "refuted"),
        ([found(EvidenceKind.REPRESENTATIONS)], "undecided"),
        ([found(EvidenceKind.DERIVATION, Outcome.UNDECIDED, WHOLE)], "undecided"),
    ],
)
def test_the_conclusion_is_the_strongest_that_holds_with_its_part_and_what_stands_beside(
    evidence, conclusion
):
    for order in (evidence, evidence[::-1]):
        reached = conclude("identity", order)
        assert str(reached) == conclusion
        assert Conclusion.parse(str(reached)) == reached


def test_a_claim_in_prose_is_at_most_derived_and_only_by_a_derivation():
    assert str(conclude("identity", [DERIVED, AGREED], "prose")) == "derived"
    assert str(conclude("identity", [AGREED], "prose")) == "supported"
    assert str(conclude("identity", [IN_PART], "prose")) == "derived, in part"


@pytest.mark.parametrize("kind", [EvidenceKind.REGIMES, EvidenceKind.SIMULATION])
def test_an_experiment_that_fails_in_samples_alone_is_not_reproduced(kind):
    missed = found(kind, FAILS)
    for evidence in ([missed], [missed, AGREED, DERIVED], [found(kind), missed]):
        assert conclude("numerical", evidence, experiment=True).verdict is Verdict.NOT_REPRODUCED
        assert conclude("numerical", evidence).verdict is Verdict.REFUTED
    for exact in (EvidenceKind.SEARCH, EvidenceKind.DERIVATION, EvidenceKind.AGREEMENT):
        both = [missed, found(exact, FAILS)]
        assert conclude("numerical", both, experiment=True).verdict is Verdict.REFUTED
    assert str(conclude("numerical", [found(kind)], experiment=True)) == "supported"


def test_definitions_and_what_lies_outside_are_not_judged():
    assert conclude("definition", [DERIVED]).verdict is Verdict.DEFINITION
    assert conclude("outside", []).verdict is Verdict.OUTSIDE


def test_theorems_alone_prove():
    assert [kind for kind in EvidenceKind if kind.establishes is Verdict.PROVED] == [EvidenceKind.THEOREM]
    assert EvidenceKind.DERIVATION.establishes is Verdict.DERIVED


def test_a_weaker_verdict_of_the_same_direction_agrees_and_a_stronger_one_does_not():
    ranked = [
        Established(Verdict.PROVED),
        Established(Verdict.CERTIFIED),
        Established(Verdict.DERIVED),
        Established(Verdict.CERTIFIED, True),
        Established(Verdict.DERIVED, True),
        Established(Verdict.SUPPORTED),
        Established(Verdict.UNDECIDED),
    ]
    for place, recorded in enumerate(ranked):
        assert [agrees(each, recorded) for each in ranked] == [n >= place for n in range(len(ranked))]


def test_a_part_counts_for_less_from_derived_on_only():
    """Samples and nothing say no less of a part: either agrees with the other."""
    for verdict in (Verdict.SUPPORTED, Verdict.UNDECIDED):
        one, other = Established(verdict), Established(verdict, True)
        assert agrees(one, other)
        assert agrees(other, one)
    for verdict in (Verdict.DERIVED, Verdict.CERTIFIED):
        assert agrees(Established(verdict, True), Established(verdict))
        assert not agrees(Established(verdict), Established(verdict, True))


ORDERED = {Verdict.PROVED, Verdict.CERTIFIED, Verdict.DERIVED, Verdict.SUPPORTED, Verdict.UNDECIDED}


@pytest.mark.parametrize("recorded", Verdict)
@pytest.mark.parametrize("reached", Verdict)
def test_verdicts_of_other_directions_agree_with_themselves_alone(reached, recorded):
    if reached not in ORDERED or recorded not in ORDERED:
        assert agrees(reached, recorded) is (reached is recorded)
        assert agrees(Established(reached), Established(recorded)) is (reached is recorded)


@pytest.mark.parametrize("kind", list(EvidenceKind))
def test_a_kind_is_its_name_and_carries_what_it_establishes(kind):
    assert json.loads(json.dumps({"kind": kind})) == {"kind": kind.value}
    assert pickle.loads(pickle.dumps(kind)) is kind
    assert conclude("identity", [found(kind)]).verdict is kind.establishes


def test_scopes_say_whether_they_are_the_whole():
    assert (part("d = 2").words, part("d = 2").whole) == ("d = 2", False)
    assert (whole("every d").words, whole("every d").whole) == ("every d", True)
    for scope, in_part in ((None, False), (WHOLE, False), (whole("every d"), False), (part("d = 2"), True)):
        assert found(EvidenceKind.DERIVATION, scope=scope).in_part is in_part


def test_words_are_exact():
    with pytest.raises(TypeError, match="three values"):
        bool(HOLDS)
    with pytest.raises(InputError, match="needs words"):
        part(" ")
    with pytest.raises(InputError, match="unknown verdict"):
        Established.parse("certified, in part, of it")


def test_a_representation_shows_sixty_characters_of_the_detail():
    for size, shown in ((1, "x"), (60, 60 * "x"), (61, 59 * "x" + "…"), (500, 59 * "x" + "…")):
        assert repr(Evidence(EvidenceKind.SEARCH, HOLDS, size * "x")) == f"Evidence(search holds: {shown})"


def test_a_conclusion_is_shown_by_its_words_and_in_a_notebook_with_the_first_in_bold():
    reached = conclude("identity", [AGREED, IN_PART])
    assert repr(reached) == "Conclusion(certified; derived, in part)"
    assert reached._repr_html_() == "<b>certified</b>, derived, in part"
    assert conclude("identity", [DERIVED])._repr_html_() == "<b>derived</b>"


def test_a_part_of_the_strongest_word_counts_for_less_than_the_whole_of_a_weaker_one():
    whole, part = Established.parse("derived"), Established.parse("proved, in part")
    supported = Established.parse("supported")
    assert [agrees(one, other) for one, other in ((part, whole), (whole, part), (supported, part))] == [
        True,
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("said", "in_part"),
    [
        ("derived", False),
        ("derived, in part", True),
        ("derived; certified, in part", False),
        ("certified, in part; derived, in part", True),
    ],
)
def test_a_conclusion_is_in_part_where_its_first_word_is(said, in_part):
    assert Conclusion.parse(said).in_part is in_part
