"""Checks of an array of draws: what stands on the shelf passes at any rates and shapes, and planted faults are seen."""

import math
from dataclasses import replace

import numpy as np
import pytest

from rftheory.battery.check import StructureCheck
from rftheory.battery.concentration import STRICT
from rftheory.battery.couplings.draws import ExaminedCoupling
from rftheory.battery.examination import CHECKS, evidence, examined
from rftheory.battery.rows import laws
from rftheory.battery.rows.checks import ROW_CHECKS
from rftheory.battery.rows.draws import DrawnRows
from rftheory.measured.inference.error_budget import Share
from rftheory.mechanisms._shelf import couplings, feature_maps
from rftheory.verdict import Outcome

COUPLINGS = couplings()
LOOSE = Share("test", 1e-4, 1e-2)
SIZE, ERROR = 8000, 1e-12


def drawn(name, d=4, m=8, n=SIZE):
    return COUPLINGS[name].project(np.eye(d), m, rng=np.random.default_rng(3), n=n)


def found(w, claim, share=STRICT, **options):
    rows = DrawnRows.of(w, COUPLINGS[claim], ERROR, **options)
    return {check.name: check.measure(rows, share) for check in ROW_CHECKS if check.applies(rows)}


def failing(w, claim, **options):
    return {name for name, deviation in found(w, claim, **options).items() if not deviation.holds}


@pytest.mark.parametrize("share", [STRICT, LOOSE])
@pytest.mark.parametrize("name", list(COUPLINGS))
def test_draws_of_the_shelf_pass(name, share):
    passed = found(drawn(name), name, share)
    assert all(deviation.holds for deviation in passed.values())
    spending = {check.name for check in ROW_CHECKS if check.statistical}
    shares = {each for each, deviation in passed.items() if deviation.share is not None}
    assert shares <= spending
    assert {"redraws", "cosines of a block", "blocks", "independence of draws"} <= set(passed)


@pytest.mark.parametrize(("d", "m"), [(2, 1), (3, 7), (8, 3), (5, 5)])
@pytest.mark.parametrize("name", ["iid", "orthogonal", "simplex", "sphere"])
def test_shapes_cut_blocks_and_single_rows_pass(name, d, m):
    assert failing(drawn(name, d, m, 500), name) == set()


def swapped_norms(w):
    return w * (math.sqrt(w.shape[-1]) / np.linalg.norm(w, axis=-1, keepdims=True))


FAULTS = {
    "constant norms": (swapped_norms, {"norm law", "marginal law"}),
    "too long": (lambda w: 1.3 * w, {"norm law", "marginal law"}),
    "one draw for all": (lambda w: np.repeat(w[:1], len(w), axis=0), {"redraws"}),
    "positive corner": (lambda w: w * np.where(w[:, :1, :1] < 0.0, -1.0, 1.0), {"signs of entries"}),
    "blocks alike": (
        lambda w: np.concatenate([w[:, :4], w[:, :4]], axis=1),
        {"blocks", "directions between blocks"},
    ),
    "one length a draw": (
        lambda w: w * (np.linalg.norm(w[:, :1], axis=-1) / np.linalg.norm(w, axis=-1))[..., None],
        {"norms within a draw"},
    ),
    "draws in pairs": (lambda w: np.repeat(w[: SIZE // 2], 2, axis=0), {"independence of draws"}),
    "turned towards one another": (
        lambda w: w + 0.1 * w[:, :1],
        {"cosines of a block"},
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_seen_by_the_check_that_is_meant_for_it(fault):
    spoil, expected = FAULTS[fault]
    assert expected <= failing(spoil(drawn("orthogonal")), "orthogonal")


def test_signs_that_do_not_show_are_not_asked_for():
    w = drawn("simplex")
    unsigned = w * np.where(w[..., :1] < 0.0, -1.0, 1.0)
    assert "cosines of a block" in failing(unsigned, "simplex")
    assert "cosines of a block" not in failing(unsigned, "simplex", signed=False)


def test_limits_follow_the_share():
    w = drawn("iid")
    strict, loose = found(w, "iid"), found(w, "iid", LOOSE)
    for name, deviation in strict.items():
        if deviation.share is not None:
            assert loose[name].limit < deviation.limit < deviation.effect
            assert loose[name].distance == deviation.distance
        else:
            assert loose[name] == deviation


def test_laws_are_those_of_their_names():
    z = np.linspace(-1.5, 1.5, 7)
    assert laws.chi(3)(np.abs(z)) == pytest.approx(laws.chi_squared(3)(z**2))
    assert laws.cosine(3)(z) == pytest.approx(np.clip((1.0 + z) / 2.0, 0.0, 1.0))
    assert laws.coordinate(4)(2.0 * z) == pytest.approx(laws.cosine(4)(z))
    assert laws.marginal(COUPLINGS["sphere"].law, 5)(z) == pytest.approx(laws.coordinate(5)(z))
    assert laws.marginal(COUPLINGS["iid"].law, 5)(z) == pytest.approx(laws.normal(z))


def test_the_list_is_selected_by_tags():
    coupling, other = (examined(c, c, 0) for c in (COUPLINGS["iid"], feature_maps()["positive"]))
    names = [check.name for check in CHECKS if check.applies(coupling)]
    assert "joint law" in names
    assert "cosines" not in names
    assert {check.subject for check in CHECKS if check.applies(coupling)} == {ExaminedCoupling}
    assert not any(check.applies(other) for check in CHECKS if check.subject is ExaminedCoupling)


def test_what_is_not_known_is_undecided_and_a_refused_call_fails():
    subject = examined(COUPLINGS["iid"], COUPLINGS["iid"], 0)
    open_ = StructureCheck("open", ExaminedCoupling, lambda _: "nothing is known")
    assert evidence(open_, subject).outcome is Outcome.UNDECIDED

    def refuse(_):
        raise ValueError("no")

    assert evidence(replace(open_, measure=refuse), subject).outcome is Outcome.FAILS
