"""Draws that another program saved: judged like code, and nothing of the file is trusted."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rftheory.conformance.client.saved import saved
from rftheory.conformance.conform import conform
from rftheory.errors import InputError
from rftheory.measured.inputs import Floats

D, M, N = 8, 16, 1024


def _orthogonal(rng: np.random.Generator, *, signed: bool = True) -> Floats:
    blocks = []
    for _ in range(M // D):
        q, r = np.linalg.qr(rng.standard_normal((D, D)))
        q = q * np.sign(np.diag(r)) if signed else q
        blocks.append(np.sqrt(rng.chisquare(D, (D, 1))) * q.T)
    return np.concatenate(blocks)


def _file(path: Path, **arrays: Any) -> str:
    np.savez(path / "draws.npz", **arrays)
    return str(path / "draws.npz")


@pytest.mark.parametrize("signed", [True, False])
def test_saved_rows(tmp_path: Path, signed: bool, command: Any) -> None:
    rng = np.random.default_rng(3)
    file = _file(tmp_path, rows=np.stack([_orthogonal(rng, signed=signed) for _ in range(N)]))
    answer = command(["conform", "--saved", file, "--mechanism", "orf", "--json"])
    document = json.loads(answer.out)
    assert answer.code == (0 if signed else 1)
    assert (document["draws"], document["d"], document["m"]) == (N, D, M)
    assert document["seeding"] == "the file"
    assert ("unsigned-qr" in document["causes"]) == (not signed)
    assert "one seed, one draw" not in {found["check"] for found in document["findings"]}


def _features(x: Floats, rng: np.random.Generator, scale: float) -> Floats:
    z = scale * x @ rng.standard_normal((D, M))
    return np.hstack([np.cos(z), np.sin(z)]) / np.sqrt(M)


@pytest.mark.parametrize("scale", [1.0, 1.4])
@pytest.mark.parametrize("as_features", [True, False])
def test_saved_features_and_estimates(tmp_path: Path, scale: float, as_features: bool) -> None:
    rng = np.random.default_rng(4)
    x, y = 0.25 * rng.standard_normal((2, 3, D))
    both = [_features(np.concatenate([x, y]), rng, scale) for _ in range(N)]
    fx, fy = np.stack([f[:3] for f in both]), np.stack([f[3:] for f in both])
    held = {"features_x": fx, "features_y": fy} if as_features else {"estimates": np.sum(fx * fy, axis=2)}
    file = _file(tmp_path, x=x, y=y, **held)
    report = conform(saved=file, mechanism="rff", m=M)
    assert report.conclusion == ("conforms" if scale == 1.0 else "fails")


def test_equal_draws_are_no_redraws(tmp_path: Path) -> None:
    x = np.eye(2, D)
    file = _file(tmp_path, x=x, y=-x, estimates=np.full((N, 2), 0.3))
    assert conform(saved=file, mechanism="rff", m=M).finding("redraws").fails


def _header(shape: str, kind: str = "<f8") -> bytes:
    text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}"
    text += " " * (-(len(text) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode()


def _zip(path: Path, members: dict[str, bytes]) -> str:
    with zipfile.ZipFile(path / "hostile.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return str(path / "hostile.npz")


def _npy(array: Any) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array, allow_pickle=True)
    return stream.getvalue()


HOSTILE: dict[str, dict[str, bytes]] = {
    "objects": {"rows.npy": _npy(np.array([[[object()] * 2]] * 16))},
    "more than there is": {"rows.npy": _header("(1000000, 1000000, 1000)")},
    "negative": {"rows.npy": _header("(-16, 2, 2)") + bytes(512)},
    "other bytes": {"rows.npy": _header("(16, 2, 2)") + bytes(8)},
    "code in a header": {"rows.npy": _header("__import__('os')._exit(0)")},
    "no header": {"rows.npy": b"rows"},
    "integers": {"rows.npy": _npy(np.ones((16, 2, 2), dtype=np.int64))},
    "complex numbers": {"rows.npy": _npy(np.ones((16, 2, 2), dtype=complex))},
    "another key": {"weights.npy": _npy(np.ones((16, 2, 2)))},
    "a path": {"../rows.npy": _npy(np.ones((16, 2, 2)))},
    "two dimensions": {"rows.npy": _npy(np.ones((16, 2)))},
    "few draws": {"rows.npy": _npy(np.ones((3, 2, 2)))},
    "nothing": {},
    "no pairs": {"estimates.npy": _npy(np.ones((16, 2)))},
    "pairs that differ": {
        "x.npy": _npy(np.ones((2, 3))),
        "y.npy": _npy(np.ones((3, 3))),
        "estimates.npy": _npy(np.ones((16, 2))),
    },
    "points without end": {
        "x.npy": _npy(np.full((2, 3), np.inf)),
        "y.npy": _npy(np.ones((2, 3))),
        "estimates.npy": _npy(np.ones((16, 2))),
    },
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_one_line(name: str, tmp_path: Path) -> None:
    file = _zip(tmp_path, HOSTILE[name])
    with pytest.raises(InputError, match="allowed") as raised:
        saved(file)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 600


def test_what_is_no_archive_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("rows", "utf-8")
    np.save(tmp_path / "plain.npy", np.ones((16, 2, 2)))
    for name in ("text.npz", "plain.npy", "none.npz", "."):
        with pytest.raises(InputError, match="cannot read"):
            saved(tmp_path / name)


def test_a_file_and_code_are_one_too_many(tmp_path: Path) -> None:
    file = _file(tmp_path, rows=np.ones((16, 2, 2)))
    for target, given in ((np.cos, file), (None, None)):
        with pytest.raises(InputError, match="one of them"):
            conform(target, saved=given)
