"""Which repair of rows mends which failure, and what failing rows show besides: made by hand, check by check."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.linalg import hadamard

from rftheory import conform
from rftheory.battery.rows.draws import DrawnRows
from rftheory.conformance.checks import checked
from rftheory.conformance.findings import Finding
from rftheory.conformance.projections.checks import CHECKS, STATISTICAL
from rftheory.conformance.projections.draws import Projections
from rftheory.conformance.projections.measurements import Parallel, RepeatedBlocks
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.mechanisms._shelf import couplings

Floats = Any
N, M, D = 1024, 16, 8
Made = Callable[[Floats, np.random.Generator], Floats]


def norms(w: Floats) -> Floats:
    return np.linalg.norm(w, axis=-1, keepdims=True)


def alike(w: Floats, rng: np.random.Generator) -> Floats:
    """All rows of a draw near one direction, with norms of their own."""
    del rng
    near = w[:, :1] / norms(w[:, :1]) + 0.3 * w / norms(w)
    return near / norms(near) * norms(w)


def spread(w: Floats, rng: np.random.Generator) -> Floats:
    """The rows of every block orthogonal."""
    q = np.linalg.qr(rng.standard_normal((2 * len(w), D, D))).Q.reshape(len(w), M, D)
    return q * norms(w)


def sorted_norms(w: Floats, rng: np.random.Generator) -> Floats:
    """The longest rows have the largest first coordinates."""
    del rng
    units, sizes = w / norms(w), np.sort(norms(w)[..., 0], axis=1)
    place = np.argsort(np.argsort(np.abs(units[..., 0]), axis=1), axis=1)
    return units * np.take_along_axis(sizes, place, axis=1)[..., None]


def twice(w: Floats, rng: np.random.Generator) -> Floats:
    """The third row has the direction of the first."""
    del rng
    w[:, 2] = w[:, 0] / norms(w[:, 0]) * norms(w[:, 2])
    return w


def against(w: Floats, rng: np.random.Generator) -> Floats:
    """The third row is the first with the other sign."""
    del rng
    w[:, 2] = -w[:, 0]
    return w


def hollow(w: Floats, rng: np.random.Generator) -> Floats:
    """The first row leaves out the first coordinate."""
    del rng
    w[:, 0, 0] = 0.0
    return w


def long(w: Floats, rng: np.random.Generator) -> Floats:
    del rng
    return math.sqrt(2.0) * w


def shifted(w: Floats, rng: np.random.Generator) -> Floats:
    del rng
    return w + 0.5


def stretched(w: Floats, rng: np.random.Generator) -> Floats:
    del rng
    return w * np.linspace(0.6, 1.4, D)


def one_norm(w: Floats, rng: np.random.Generator) -> Floats:
    """All norms of a draw are that of its first row."""
    del rng
    return w / norms(w) * norms(w[:, :1])


def same_blocks(w: Floats, rng: np.random.Generator) -> Floats:
    """The second block has the directions of the first."""
    del rng
    w[:, D:] = w[:, :D] / norms(w[:, :D]) * norms(w[:, D:])
    return w


def opposite_blocks(w: Floats, rng: np.random.Generator) -> Floats:
    del rng
    w[:, D:] = -w[:, :D]
    return w


def still(w: Floats, rng: np.random.Generator) -> Floats:
    """Two rows that no draw changes."""
    del rng
    w[:, :2] = w[:1, :2]
    return w


def coins(w: Floats, rng: np.random.Generator) -> Floats:
    """Entries that are signs."""
    return rng.choice([-1.0, 1.0], w.shape)


@cache
def subject(claim: str, make: Made | None) -> Projections:
    """Right rows of the coupling with one thing changed."""
    rng = np.random.default_rng(11)
    w = couplings()[claim].sample(D, M, rng=rng, n=N)
    rows = DrawnRows.of(w if make is None else make(w, rng), couplings()[claim], 1e-13)
    return Projections(rows, ErrorBudget(STATISTICAL))


def found(claim: str, make: Made | None, check: str) -> Finding:
    one = [each for each in CHECKS if each.name == check]
    (finding,) = checked([subject(claim, make)], one)
    return finding


def diagonals(rows: Any, rng: np.random.Generator) -> Floats:
    """H D H D with one diagonal for both factors, the second block too."""
    signs = rng.choice([-1.0, 1.0], (len(rows), 2, 1, D))
    h = hadamard(D) / math.sqrt(D)
    return (math.sqrt(D) * (h * signs) @ (h * signs)).reshape(len(rows), 2 * D, D)


MENDED: list[tuple[str, Made, str, tuple[str, ...], tuple[str, ...]]] = [
    ("iid", alike, "rows of a draw", ("directions",), ("norms",)),
    ("iid", sorted_norms, "norms and coordinates", ("norms",), ("length",)),
    ("iid", twice, "rows that repeat", ("rows",), ("norms",)),
    ("iid", hollow, "entries that vanish", ("rows",), ("length",)),
    ("iid", long, "norm law", ("length",), ("directions",)),
    ("iid", one_norm, "norms within a draw", ("norms",), ("directions",)),
    ("iid", shifted, "signs of entries", ("centre",), ("norms",)),
    ("iid", shifted, "signs of entries", ("row signs",), ("length",)),
    ("iid", stretched, "marginal law", ("covariance",), ("entry signs",)),
    ("iid", coins, "marginal law", ("entries",), ("covariance",)),
    ("iid", still, "redraws", ("still rows",), ("length",)),
    ("iid", still, "redraws", ("law",), ("norms",)),
    ("orthogonal", spread, "norm law", (), ()),
    ("orthogonal", alike, "cosines of a block", ("directions",), ("norms",)),
    ("orthogonal", same_blocks, "blocks", ("blocks",), ("norms",)),
    ("orthogonal", same_blocks, "directions between blocks", ("blocks",), ("signs",)),
    ("orthogonal", long, "norm law", ("norm law",), ("signs",)),
    ("orthogonal", shifted, "cosines of a block", ("rows",), ("length",)),
    ("hd2", diagonals, "second moments of a row", ("rows",), ("length",)),
]


@pytest.mark.parametrize(("claim", "make", "check", "right", "wrong"), MENDED)
def test_a_repair_mends_what_it_takes_out(
    claim: str, make: Made, check: str, right: tuple[str, ...], wrong: tuple[str, ...]
) -> None:
    finding = found(claim, make, check)
    if not right:
        assert not finding.fails
        assert not finding.mended("rows")
        return
    assert finding.fails
    assert finding.mended(*right)
    assert finding.mended(*right, *wrong)
    assert not finding.mended(*wrong)
    assert not finding.mended()
    assert not found(claim, None, check).fails


def test_what_failing_rows_show() -> None:
    for make, opposite in ((same_blocks, False), (opposite_blocks, True)):
        for check in ("blocks", "directions between blocks"):
            assert found("orthogonal", make, check).measurements == RepeatedBlocks(opposite)
    assert found("orthogonal", None, "blocks").measurements is None
    assert found("iid", twice, "rows that repeat").measurements == Parallel(False)
    assert found("iid", against, "rows that repeat").measurements == Parallel(True)
    assert found("iid", twice, "rows that repeat").effect == 1.0
    assert found("iid", None, "rows that repeat").effect == 0.0
    assert found("iid", hollow, "entries that vanish").effect == 1.0


def without_first(rows: Any, rng: np.random.Generator) -> Floats:
    """H D_1 H D_2 H D_3 without D_1: H H is one, and D_2 H D_3 is left."""
    signs = rng.choice([-1.0, 1.0], (2, len(rows), 2, D))
    return (signs[0][..., None] * hadamard(D) * signs[1][..., None, :]).reshape(len(rows), 2 * D, D)


def test_a_diagonal_that_is_missing_is_counted() -> None:
    wrong = found("hd3", without_first, "factors of a product")
    assert wrong.fails
    assert wrong.detail == "diagonals of signs: those of hd1"
    for name in ("hd2", "hd3"):
        right = found(name, None, "factors of a product")
        assert not right.fails
        assert right.detail == f"{name[2]} diagonals of signs"


def test_the_length_of_shown_rows_counts_where_a_kernel_is_claimed() -> None:
    """No estimate is seen that could be wrong by it."""

    def frequencies(d: int, m: int, seed: int) -> Floats:
        return math.sqrt(2.0) * np.random.default_rng(seed).standard_normal((m, d))

    options: dict[str, Any] = {"d": D, "m": M, "draws": 256}
    assert conform(frequencies, kernel="gaussian", **options).causes == ("bandwidth-2",)
    assert conform(frequencies, **options).causes == ()
