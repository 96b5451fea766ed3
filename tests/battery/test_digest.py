"""Numbers made of draws block by block are those of all draws at once, by their definitions; and no block is lost."""

import gc
import math
import weakref

import numpy as np
import pytest

from rftheory.battery.concentration import STRICT
from rftheory.battery.rows import digest
from rftheory.battery.rows.digest import Digest
from rftheory.battery.rows.draws import DrawnRows
from rftheory.battery.rows.functionals import combination
from rftheory.battery.rows.structure import redraws
from rftheory.conformance.projections.repairs import repaired
from rftheory.mechanisms._shelf import couplings

ERROR = 1e-12
SPLITS = ([50], [1, 49], [7] * 7 + [1], [20, 1, 29])


def drawn(name, d=4, m=10, n=50):
    return couplings()[name].sample(d, m, rng=np.random.default_rng(5), n=n)


def digested(w, claim, sizes, signed=True):
    made = Digest(len(w), *w.shape[1:], couplings()[claim], ERROR, signed)
    for part in np.split(w, np.cumsum(sizes)[:-1]):
        made.take(part)
    return DrawnRows(made.first, couplings()[claim], ERROR, made.numbers, signed)


@pytest.mark.parametrize("sizes", SPLITS)
@pytest.mark.parametrize("name", ["iid", "orthogonal"])
def test_blocks_give_what_all_draws_give(name, sizes):
    w = drawn(name)
    n, m, d = w.shape
    numbers = digested(w, name, sizes).numbers
    norms = np.linalg.norm(w, axis=-1)
    units = w / norms[..., None]
    block = 4 if name == "orthogonal" else min(couplings()[name].height(d), m)
    picked = np.stack([w[k, k % block] for k in range(n)])
    second = np.einsum("nj,nj->n", units[:, 0], units[:, block if m > block else 0])
    for found, wanted in (
        (numbers.norms, norms),
        (numbers.first, units[..., 0]),
        (numbers.picked, picked),
        (numbers.combined, combination(w)),
        (numbers.within, np.einsum("nj,nj->n", units[:, 0], units[:, 1])),
        (numbers.between, second),
        (numbers.signs, np.sum(np.sign(w), axis=0)),
    ):
        np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-12)
    if numbers.likeness is not None:
        cosines = np.einsum("nij,nkj->nik", units, units) ** 2
        off = cosines[:, ~np.eye(m, dtype=bool)]
        np.testing.assert_allclose(numbers.likeness, np.mean(off, axis=1), rtol=1e-12)


@pytest.mark.parametrize("sizes", SPLITS)
def test_a_change_in_the_last_draw_is_seen(sizes):
    still = np.repeat(drawn("iid", n=1), 50, axis=0)
    moved = still.copy()
    moved[-1, 0, 0] *= 1.5
    assert digested(still, "iid", sizes).frozen_directions
    assert not digested(moved, "iid", sizes).frozen_directions


@pytest.mark.parametrize("sizes", SPLITS)
def test_rows_that_no_draw_changes_are_told_from_the_others(sizes):
    w = drawn("iid")
    w[:, 3:5] = w[0, 3:5]
    rows = digested(w, "iid", sizes)
    assert np.flatnonzero(rows.still).tolist() == [3, 4]
    assert not rows.frozen_directions
    found = redraws(rows, STRICT)
    assert (found.holds, found.distance) == (False, 0.2)
    assert redraws(digested(drawn("iid"), "iid", sizes), STRICT).holds


@pytest.mark.parametrize("signed", [True, False])
def test_signs_of_rows_count_where_they_are_known(signed):
    w = np.repeat(drawn("iid", n=1), 50, axis=0)
    w *= np.random.default_rng(1).choice([-1.0, 1.0], (50, w.shape[1], 1))
    assert digested(w, "iid", [20, 30], signed).frozen_directions is not signed


def test_only_first_draws_are_kept(monkeypatch):
    monkeypatch.setattr(digest, "KEPT", 400)
    monkeypatch.setattr(digest, "FEW", 10)
    w = drawn("orthogonal")
    rows = digested(w, "orthogonal", [3, 20, 27])
    assert np.array_equal(rows.w, w[:10])
    assert (rows.n, rows.units.shape) == (50, (10, 10, 4))
    assert rows.square == pytest.approx(float(np.mean(w**2)))


def test_many_entries_need_few_draws():
    assert digest.kept(256, 64) == 256
    assert digest.kept(1024, 256) == 64
    assert digest.kept(4096, 1024) == digest.LEAST
    assert math.prod((digest.kept(4096, 1024), 4096, 1024)) * 8 < 2**29


def test_draws_end_with_those_who_ask_for_them():
    """Draws that refer to themselves would stay, some hundred MB after a few runs, until the collector looks for them."""
    gc.collect()
    gc.disable()
    try:
        rows = digested(drawn("orthogonal"), "orthogonal", [50])
        assert rows.whole is rows
        assert repaired(rows, ()) is rows
        assert repaired(rows, ("signs",)) is repaired(rows, ("signs",))
        kept = weakref.ref(rows)
        del rows
        assert kept() is None
    finally:
        gc.enable()
