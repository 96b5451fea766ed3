"""Files of points: statistics over all pairs, streamed, and one clear line for what cannot be used."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rftheory
from rftheory.errors import InputError
from rftheory.recommendation import sources as reading
from rftheory.recommendation.pairs import sampled
from rftheory.recommendation.sources import ArraySource, sources
from rftheory.recommendation.statistics import CompensatedSum, statistics

X = np.random.default_rng(3).standard_normal((37, 3))
Y = np.random.default_rng(4).standard_normal((23, 3)) + 0.5


def _files(folder: Path) -> dict[str, Path]:
    np.save(folder / "x.npy", X)
    np.save(folder / "columns.npy", np.asfortranarray(X))
    np.savez(folder / "x.npz", X)
    np.savez_compressed(folder / "packed.npz", a=X)
    np.savez(folder / "columns.npz", np.asfortranarray(X))
    np.savetxt(folder / "x.csv", X, delimiter=",", header='"a",b,c', comments="", fmt="%.17g")
    np.savetxt(folder / "x.tsv", X, delimiter="\t", fmt="%.17g")
    (folder / "gaps.csv").write_text(
        "\ufeff" + "\n\n".join(";".join(map(repr, map(float, row))) for row in X) + "\n"
    )
    return {path.name: path for path in folder.iterdir()}


def test_every_format_holds_the_same_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "CHUNK_NUMBERS", 15)
    indices = np.array([36, 0, 5, 5, 17])
    for name, path in _files(tmp_path).items():
        source = sources(path)[0]
        assert np.array_equal(np.concatenate(list(source.chunks())), X), name
        assert np.array_equal(source.rows(indices), X[indices]), name


def test_two_sets(tmp_path: Path) -> None:
    np.savez(tmp_path / "two.npz", queries=X, keys=Y, other=np.zeros(1))
    np.save(tmp_path / "x.npy", X.astype(np.float32))
    np.save(tmp_path / "y.npy", Y)
    asked, kept = sources(tmp_path / "two.npz")
    assert (len(asked.rows(np.arange(37))), len(kept.rows(np.arange(23)))) == (37, 23)
    asked, kept = sources(tmp_path / "y.npy", tmp_path / "x.npy", scale=2.0)
    assert np.array_equal(asked.rows(np.array([4])), 2.0 * X[4:5].astype(np.float32))
    assert np.array_equal(kept.rows(np.array([4])), 2.0 * Y[4:5])
    drawn = sampled(asked, kept, statistics(asked, kept), 50, np.random.default_rng(0))
    again = sampled(asked, kept, statistics(asked, kept), 50, np.random.default_rng(0))
    assert np.array_equal(drawn.x, again.x)
    assert {tuple(row) for row in drawn.y} <= {tuple(row) for row in 2.0 * Y}


def test_statistics_are_those_of_the_paper() -> None:
    x, y = X[:6], Y[:6]
    texts = {
        name: ";".join(",".join(map(str, map(Fraction, map(float, row)))) for row in rows)
        for name, rows in (("X", x), ("Y", y))
    }
    found = statistics(ArraySource("x", x), ArraySource("y", y))
    for s in (1, -1):
        expected = float(rftheory.evaluate("crt/eq8:lhs", s=s, **texts))
        assert found.squared_sum(s) == pytest.approx(expected, rel=1e-14)
    assert found.overlap.sum() == pytest.approx(float(rftheory.evaluate("crt/eq12:lhs", **texts)), rel=1e-14)
    for column in range(3):
        one = {"x": list(map(Fraction, x[:, column])), "y": list(map(Fraction, y[:, column]))}
        assert found.absolute[column] == pytest.approx(
            float(rftheory.evaluate("crt/eq14:lhs", **one)), rel=1e-14
        )


def test_shifted_statistics() -> None:
    found = statistics(ArraySource("x", X), ArraySource("y", Y))
    for c in (found.centre, found.minimum - 0.5, np.zeros(3)):
        direct = statistics(ArraySource("x", X - c), ArraySource("y", Y - c))
        moved = found.shifted(c)
        assert moved.plus == pytest.approx(direct.squared_sum(1))
        assert moved.minus == pytest.approx(direct.squared_sum(-1))
        assert moved.overlap == pytest.approx(direct.overlap)
        assert moved.absolute is None or moved.absolute == pytest.approx(direct.absolute)
    assert found.shifted(found.centre).absolute is None


def test_sums_keep_what_cancels() -> None:
    rng = np.random.default_rng(0)
    values = rng.standard_normal((999, 2)) * 1e16
    rows = np.concatenate([values, np.full((1, 2), 0.5), -values[::-1]])
    total = CompensatedSum(2)
    for start in range(0, len(rows), 130):
        total.add(rows[start : start + 130])
    assert total.value == pytest.approx([0.5, 0.5], rel=1e-9)


BAD: dict[str, Any] = {
    "nan": np.array([[1.0, 2.0], [np.nan, 3.0]]),
    "inf": np.array([[1.0, 2.0], [np.inf, 3.0]]),
    "huge": np.array([[1.0, 2.0], [1e200, 3.0]]),
    "one row": np.ones((1, 3)),
    "constant": np.ones((5, 3)),
    "empty": np.ones((0, 3)),
    "dtype": np.ones((4, 3), dtype=complex),
    "dtype bool": np.ones((4, 3), dtype=bool),
    "dtype <U1": np.array([["a", "b"], ["c", "d"]]),
    "shape (4,)": np.ones(4),
}


@pytest.mark.parametrize("what", BAD)
def test_unusable_arrays(what: str, tmp_path: Path) -> None:
    np.save(tmp_path / "bad.npy", BAD[what])
    np.savez(tmp_path / "bad.npz", BAD[what])
    for data in (BAD[what], tmp_path / "bad.npy", tmp_path / "bad.npz"):
        with pytest.raises(InputError) as error:
            rftheory.recommend(data, features=8)
        assert (what in str(error.value)) or what == "huge"
        assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [
        ("e.csv", b"", "empty"),
        ("h.csv", b"a,b\n", "no rows"),
        ("o.csv", b"a,b\n1,2\n", "one row"),
        ("r.csv", b"1,2\n3\n", "columns"),
        ("t.csv", b"a,b\n1,x\n", "x"),
        ("n.csv", b"1,2\nnan,3\n", "nan"),
        ("b.csv", b"\xff\xfe\x00\x01", "text"),
        ("p.npy", b"junk", "npy"),
        ("z.npz", b"PK\x03\x04junk", "npz"),
        ("k.txt.gz", b"1", "unknown kind"),
    ],
)
def test_unusable_files(name: str, content: bytes, what: str, tmp_path: Path, command: Any) -> None:
    (tmp_path / name).write_bytes(content)
    answer = command(["recommend", str(tmp_path / name), "--features", "8"])
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.count("\n") == 1
    assert what in answer.err


def test_what_does_not_fit(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the same dimension"):
        rftheory.recommend(X, X[:, :2], features=8)
    with pytest.raises(InputError, match="no such file"):
        rftheory.recommend(tmp_path / "none.npy", features=8)
    np.savez(tmp_path / "many.npz", a=X, b=X)
    with pytest.raises(InputError, match="holds a, b"):
        rftheory.recommend(tmp_path / "many.npz", features=8)
    wrong: list[dict[str, Any]] = [
        {"kernel": "x"},
        {"features": 0},
        {"target": 0},
        {"scale": np.nan},
        {"seed": -1},
    ]
    for given in wrong:
        with pytest.raises(InputError):
            rftheory.recommend(X, **{"features": 8} | given)
