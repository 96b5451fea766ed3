"""Every coupling and feature map passes the battery, its mutants and faults planted here do not."""

import itertools
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from rftheory.battery.couplings import hadamard
from rftheory.battery.examination import examination, examine_mechanism
from rftheory.context import Context
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


@pytest.mark.parametrize(("factors", "simplex"), [(1, False), (2, False), (2, True)])
def test_the_enumeration_is_that_of_all_sign_patterns(factors, simplex):
    h = np.array([[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]]) / 2.0
    rows = hadamard.simplex_rows() if simplex else np.eye(4)
    np.testing.assert_allclose(
        rows @ rows.T, np.where(np.eye(4), 1.0, -1.0 / 3.0 if simplex else 0.0), atol=1e-14
    )
    every = []
    for signs in itertools.product(itertools.product((1.0, -1.0), repeat=4), repeat=factors):
        matrix = rows
        for diagonal in signs:
            matrix = matrix @ h @ np.diag(diagonal)
        every.append(matrix)
    matrices, weights = hadamard.direction_law(factors, simplex)
    assert weights.sum() == pytest.approx(1.0)
    found, possible = (np.unique(np.round(a, 8) + 0.0, axis=0) for a in (matrices, np.array(every)))
    np.testing.assert_array_equal(found, possible)
    x = np.array([0.3, -0.9, 0.4, 0.1])
    for s in (0.7, 2.9):
        brute = np.mean(np.cos(s * (np.array(every) @ x)), axis=0)
        np.testing.assert_allclose(weights @ np.cos(s * (matrices @ x)), brute, atol=1e-8)
