"""Verdicts follow from evidence only: its outcomes, its kinds and what it covers."""

import json
import pickle

import pytest

from rftheory.verdict import Evidence, EvidenceKind, Outcome, Verdict, agrees, conclude


def test_verdicts_follow_from_evidence_only():
    holds, fails = (Evidence(EvidenceKind.SEARCH, o, "") for o in (Outcome.HOLDS, Outcome.FAILS))
    proof = Evidence(EvidenceKind.DERIVATION, Outcome.HOLDS, "")
    assert conclude("identity", []) is Verdict.UNDECIDED
    assert conclude("identity", [holds]) is Verdict.SUPPORTED
    assert conclude("identity", [holds, proof]) is Verdict.PROVED
    assert conclude("identity", [proof, fails]) is Verdict.REFUTED
    assert conclude("definition", []) is Verdict.DEFINITION
    assert conclude("outside", []) is Verdict.OUTSIDE
    assert agrees(Verdict.SUPPORTED, Verdict.PROVED)
    assert not agrees(Verdict.PROVED, Verdict.SUPPORTED)
    assert not agrees(Verdict.REFUTED, Verdict.PROVED)
    with pytest.raises(TypeError, match="three values"):
        bool(Outcome.HOLDS)


@pytest.mark.parametrize(("kind", "whole", "part"), [(k, k.whole, k.part) for k in EvidenceKind])
def test_a_kind_is_its_name_and_carries_what_it_establishes(kind, whole, part):
    assert json.loads(json.dumps({"kind": kind})) == {"kind": kind.value}
    assert pickle.loads(pickle.dumps(kind)) is kind
    for covers, expected in ((True, whole), (False, part)):
        assert conclude("identity", [Evidence(kind, Outcome.HOLDS, "")]) is expected
    assert conclude("identity", [Evidence(kind, Outcome.UNDECIDED, "")]) is Verdict.UNDECIDED


def test_only_a_derivation_of_the_whole_domain_proves_and_representations_upgrade_nothing():
    assert [kind for kind in EvidenceKind if kind.whole is Verdict.PROVED] == [EvidenceKind.DERIVATION]
    assert [kind for kind in EvidenceKind if kind.part is Verdict.UNDECIDED] == [EvidenceKind.REPRESENTATIONS]
