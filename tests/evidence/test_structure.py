"""Every mechanism passes the battery, its mutants and faults planted here do not, and the bounds are what they say."""

import itertools
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

from rftheory.battery import concentration, coupling_draws, hadamard_laws
from rftheory.battery.examination import examination, examine_mechanism
from rftheory.battery.row_functionals import uncorrelated
from rftheory.context import Context
from rftheory.evidence.mutants import mechanism_trials
from rftheory.measured.protocol import AbstractCoupling
from rftheory.mechanisms._shelf import couplings, feature_maps
from rftheory.verdict import Outcome

CONTEXT = Context(seed=7)
COUPLINGS, MAPS = couplings(), feature_maps()
SHELF = {**COUPLINGS, **MAPS}


def first_failure(mechanism, claim):
    """What the battery rejects first, or None."""
    found = (e for e in examination(mechanism, CONTEXT, claim=claim) if e.outcome is Outcome.FAILS)
    return next((e.data["check"] for e in found), None)


@pytest.mark.parametrize("name", list(SHELF))
def test_what_stands_on_the_shelf_passes_every_check(name):
    found = examine_mechanism(SHELF[name], CONTEXT)
    assert len(found) >= 6
    assert [e.detail for e in found if e.outcome is not Outcome.HOLDS] == []
    assert all(e.kind == "structure" and e.data["rate"] == 1e-10 for e in found)


@pytest.mark.parametrize("name", ["simplex", "hd2", "sphere", "givens", *MAPS])
def test_every_mutant_is_killed(name):
    mutants = SHELF[name].mutants()
    assert len(mutants) >= 6
    assert [m.name for m in mutants if first_failure(m, SHELF[name]) is None] == []


def test_trials_report_each_mutant_once_and_count_no_kill_under_a_broken_base(monkeypatch):
    maps, broken = dict(MAPS), replace(MAPS["positive"].mutants()[3], name="positive")
    monkeypatch.setattr("rftheory.evidence.mutants.couplings", dict)
    monkeypatch.setattr("rftheory.evidence.mutants.hybrids", dict)
    monkeypatch.setattr("rftheory.evidence.mutants.row_maps", dict)
    monkeypatch.setattr("rftheory.evidence.mutants.feature_maps", lambda: maps)
    found = list(mechanism_trials(CONTEXT))
    assert [t.formula for t in found] == [m.name for base in MAPS.values() for m in base.mutants()]
    assert all(t.killed and t.wrong and t.by for t in found)
    object.__setattr__(broken, "mutants", MAPS["positive"].mutants)
    maps["positive"] = broken
    found = [t for t in mechanism_trials(CONTEXT) if t.formula.startswith("positive/")]
    assert len(found) == 8
    assert all(not t.killed and "itself does not pass" in t.by for t in found)


def test_equal_seeds_give_equal_evidence():
    one, two = (examine_mechanism(COUPLINGS["hd1"], CONTEXT) for _ in range(2))
    assert one == two
    assert one != examine_mechanism(COUPLINGS["hd1"], Context(seed=8))


@dataclass(frozen=True)
class Planted(AbstractCoupling):
    """A coupling with one fault in one place."""

    base: Any
    fault: str
    isotropic: bool = True

    name = title = reference = "planted"

    @property
    def law(self):
        return self.base.law

    def spoil(self, w):
        n, m, r = w.shape
        if self.fault == "frozen norms":
            w *= (np.linalg.norm(w[:1], axis=-1) / np.linalg.norm(w, axis=-1))[..., None]
        if self.fault == "norms shared between blocks" and m > 4:
            norms = np.linalg.norm(w, axis=-1)
            w[:, 4:] *= (norms[:, : m - 4] / norms[:, 4:])[..., None]
        if self.fault == "successive draws alike":
            w[1 : n - n % 2 : 2] = w[: n - n % 2 : 2]
        if self.fault == "right-handed" and m >= 4 and r == 4:
            w[:, 0] *= np.sign(np.linalg.det(w[:, :4]))[:, None]
        return w

    def sample(self, d, m, *, rng, n):
        w = self.spoil(np.array(self.base.sample(d, m, rng=rng, n=n)))
        if self.fault == "a row too few":
            return w[:, : max(1, m - 1)]
        return 1.1 * w if self.fault == "long in sample" else w

    def frame(self, d, m, r, *, rng, n):
        w = self.spoil(np.array(self.base.frame(d, m, r, rng=rng, n=n)))
        if (self.fault == "long in cut frames" and m < d) or (self.fault == "long in thin frames" and r < d):
            w *= 1.1
        return w

    def mutants(self):
        return ()


FAULTS = {
    "none": None,
    "frozen norms": "norm law",
    "norms shared between blocks": "norm law",
    "successive draws alike": "norm law",
    "right-handed": "isotropy",
    "a row too few": "shapes",
    "long in sample": "norm law",
    "long in cut frames": "ways",
    "long in thin frames": "ways",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_of_one_place_are_seen_by_the_check_that_is_meant_for_them(fault):
    assert first_failure(Planted(COUPLINGS["orthogonal"], fault), COUPLINGS["orthogonal"]) == FAULTS[fault]


def test_a_law_that_nothing_is_known_of_stays_undecided():
    unknown = Planted(COUPLINGS["orthogonal"], "none", isotropic=False)
    assert Outcome.UNDECIDED in {e.outcome for e in examine_mechanism(unknown, CONTEXT)}
    foreign = replace(MAPS["trigonometric"], name="foreign")
    outcomes = [e.outcome for e in examine_mechanism(foreign, CONTEXT)]
    assert outcomes.count(Outcome.UNDECIDED) == 1
    assert Outcome.FAILS not in outcomes
    with pytest.raises(TypeError, match="not two couplings"):
        examine_mechanism(MAPS["positive"], CONTEXT, claim=COUPLINGS["iid"])


def test_a_refused_legal_call_fails():
    refusing = replace(MAPS["trigonometric"].mutants()[5], pairwise=True)
    claim = replace(MAPS["trigonometric"], name="foreign")
    found = [e.detail for e in examine_mechanism(refusing, CONTEXT, claim=claim)]
    assert any("terms: a legal call raises InputError" in detail for detail in found)


@pytest.mark.parametrize("n", [5, 60, 1000, concentration.draws(coupling_draws.EFFECT)])
def test_the_limits_cover_by_the_exact_distributions(n):
    e = concentration.reach(n)
    assert 2 * np.exp(-2 * n * e * e) == pytest.approx(concentration.RATE, rel=1e-9)
    assert stats.kstwo.sf(e, n) <= concentration.RATE * (1 + 1e-6)
    heads = stats.binom(n, 0.5)
    assert 2 * heads.sf(np.floor(n * (1 + 2 * e) / 2)) <= concentration.RATE
    if 4 * e < 1:
        assert stats.binom(n, (1 + 4 * e) / 2).cdf(n * (1 + 2 * e) / 2) <= concentration.RATE


@pytest.mark.parametrize("effect", [0.5, coupling_draws.COARSE, coupling_draws.MIDDLE, 0.05])
def test_sizes_are_the_least_that_see_the_effect(effect):
    n = concentration.draws(effect)
    assert 2 * concentration.reach(n) <= effect < 2 * concentration.reach(n - 1)


def test_distances_are_those_of_the_definition():
    rng = np.random.default_rng(3)
    u, v = rng.random(500) ** 1.2, rng.random(300)
    assert concentration.law("u", u, lambda s: s).distance == pytest.approx(
        stats.ks_1samp(u, stats.uniform.cdf).statistic
    )
    assert concentration.same_law("uv", u, v).distance == pytest.approx(
        stats.ks_2samp(u, v).statistic, abs=1e-12
    )
    x = rng.integers(0, 3, 400) + rng.normal(0, 1e-15, 400)
    weights = np.array([0.2, 0.5, 0.3])
    expected = max(abs(np.mean(x < 0.5) - 0.2), abs(np.mean(x < 1.5) - 0.7))
    found = concentration.discrete_law("x", x, np.array([2.0, 0.0, 1.0]), weights[[2, 0, 1]])
    assert found.distance == pytest.approx(expected)
    assert not concentration.mean("too large", np.full(10**6, 1.1), 1.1).holds
    assert not concentration.exact("nothing", np.empty(0), 0.0, 1.0).holds


def test_a_covariance_needs_no_mean():
    rng = np.random.default_rng(5)
    f, g = 0.9 + 0.1 * rng.random(20_000), 0.8 * np.sign(rng.standard_normal(20_000))
    assert uncorrelated("unrelated", f, g).holds
    assert not uncorrelated("related", g, g).holds


@pytest.mark.parametrize(("factors", "simplex"), [(1, False), (2, False), (2, True)])
def test_the_enumeration_is_that_of_all_sign_patterns(factors, simplex):
    h = np.array([[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]]) / 2.0
    rows = hadamard_laws.simplex_rows() if simplex else np.eye(4)
    np.testing.assert_allclose(
        rows @ rows.T, np.where(np.eye(4), 1.0, -1.0 / 3.0 if simplex else 0.0), atol=1e-14
    )
    every = []
    for signs in itertools.product(itertools.product((1.0, -1.0), repeat=4), repeat=factors):
        matrix = rows
        for diagonal in signs:
            matrix = matrix @ h @ np.diag(diagonal)
        every.append(matrix)
    matrices, weights = hadamard_laws.direction_law(factors, simplex)
    assert weights.sum() == pytest.approx(1.0)
    found, possible = (np.unique(np.round(a, 8) + 0.0, axis=0) for a in (matrices, np.array(every)))
    np.testing.assert_array_equal(found, possible)
    x = np.array([0.3, -0.9, 0.4, 0.1])
    for s in (0.7, 2.9):
        brute = np.mean(np.cos(s * (np.array(every) @ x)), axis=0)
        np.testing.assert_allclose(weights @ np.cos(s * (matrices @ x)), brute, atol=1e-8)
