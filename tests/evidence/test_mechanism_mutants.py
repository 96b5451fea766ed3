"""Mutants of mechanisms: each is reported once, and none counts as killed where the right one does not pass."""

from dataclasses import replace

from rftheory.context import Context
from rftheory.evidence.mutants import mechanism_trials
from rftheory.mechanisms._shelf import feature_maps

CONTEXT = Context(seed=7)
MAPS = feature_maps()


def test_trials_report_each_mutant_once_and_count_no_kill_under_a_broken_base(monkeypatch):
    maps, broken = dict(MAPS), replace(MAPS["positive"].mutants()[3], name="positive")
    monkeypatch.setattr("rftheory.evidence.mutants.mechanisms.couplings", dict)
    monkeypatch.setattr("rftheory.evidence.mutants.mechanisms.hybrids", dict)
    monkeypatch.setattr("rftheory.evidence.mutants.mechanisms.row_maps", dict)
    monkeypatch.setattr("rftheory.evidence.mutants.mechanisms.feature_maps", lambda: maps)
    found = list(mechanism_trials(CONTEXT))
    assert [t.formula for t in found] == [m.name for base in MAPS.values() for m in base.mutants()]
    assert all(t.killed and t.wrong and t.by for t in found)
    object.__setattr__(broken, "mutants", MAPS["positive"].mutants)
    maps["positive"] = broken
    found = [t for t in mechanism_trials(CONTEXT) if t.formula.startswith("positive/")]
    assert len(found) == 8
    assert all(not t.killed and "itself does not pass" in t.by for t in found)
