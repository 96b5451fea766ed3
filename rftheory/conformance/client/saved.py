"""Draws that another program made and saved: rows, features or estimates in an .npz file. Nothing of it is ever run."""

from __future__ import annotations

import math
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rftheory.conformance.client.clients import Client
from rftheory.errors import InputError, shorten, unreadable
from rftheory.measured.inputs import Floats

MOST = 4 << 30
FEWEST = 16
KEYS = "rows (n, m, d); or x and y (p, d) with estimates (n, p); or x and y (p, d) with features_x and features_y (n, p, F)"
KNOWN = frozenset(("rows", "x", "y", "estimates", "features_x", "features_y"))


@dataclass(frozen=True)
class Saved:
    """A client that replays n draws, by seeds 0 to n - 1; its pairs (X, Y) where there are any; d, and m if it shows."""

    client: Client
    draws: int
    d: int
    m: int | None
    pairs: tuple[Floats, Floats] | None


def saved(file: str | Path) -> Saved:
    """What an .npz file holds: n independent draws of rows, or of estimates (or features) at p pairs of points.

    InputError for a file that is none, for other keys or shapes, for objects (nothing is unpickled), for numbers that
    are not real floating-point numbers, and for more than 4 GiB.
    """
    path = Path(file)
    arrays = _arrays(path)
    keys = frozenset(arrays)
    if keys == {"rows"}:
        return _rows(path, arrays["rows"])
    if keys == {"x", "y", "estimates"}:
        return _estimates(path, arrays, arrays["estimates"])
    if keys == {"x", "y", "features_x", "features_y"}:
        queries, others = arrays["features_x"], arrays["features_y"]
        if queries.shape != others.shape or queries.ndim != 3:
            raise _wrong(path, f"features_x {queries.shape} and features_y {others.shape}")
        return _estimates(path, arrays, np.einsum("npf,npf->np", queries, others))
    raise _wrong(path, f"keys {', '.join(sorted(keys)) or 'none'}")


def _wrong(path: Path, what: str) -> InputError:
    return InputError(f"{shorten(str(path))} has {shorten(what, 120)}; allowed: {KEYS}")


def _rows(path: Path, rows: Floats) -> Saved:
    """A sampler that gives the n draws of rows."""
    if rows.ndim != 3 or len(rows) < FEWEST or rows.shape[2] < 2:
        raise _wrong(path, f"rows of shape {rows.shape} (n at least {FEWEST}, d at least 2)")
    n, m, d = rows.shape
    found = Client(path.name, "frequencies", lambda _d, _m, seed: rows[seed], replayed=True)
    return Saved(found, n, d, m, None)


def _estimates(path: Path, arrays: Mapping[str, Floats], values: Floats) -> Saved:
    """An estimator that gives the n draws of estimates at its pairs."""
    x, y = arrays["x"], arrays["y"]
    if x.ndim != 2 or x.shape != y.shape or x.shape[1] < 2 or not np.all(np.isfinite([x, y])):
        raise _wrong(path, f"x {x.shape} and y {y.shape} (equal shapes, d at least 2, finite)")
    if values.ndim != 2 or values.shape[1] != len(x) or len(values) < FEWEST:
        raise _wrong(path, f"estimates {values.shape} for {len(x)} pairs (n at least {FEWEST})")
    found = Client(path.name, "estimates", lambda seed: values[seed], fixed=True, replayed=True)
    return Saved(found, len(values), x.shape[1], None, (x, y))


def _arrays(path: Path) -> dict[str, Floats]:
    """The arrays of a file, each looked at before memory is taken for it."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = [info for info in archive.infolist() if not info.is_dir()]
            names = [info.filename.removesuffix(".npy") for info in members]
            if len(set(names)) < len(names) or not set(names) <= KNOWN:
                raise _wrong(path, f"keys {', '.join(names[:8])}")
            if sum(info.file_size for info in members) > MOST:
                raise InputError(
                    f"{shorten(str(path))} is larger than {MOST >> 30} GiB; allowed: fewer draws"
                )
            return {name: _array(archive, info, path) for name, info in zip(names, members, strict=True)}
    except InputError:
        raise
    except unreadable() as error:
        reason = getattr(error, "strerror", None) or shorten(str(error), 100)
        raise InputError(
            f"cannot read {shorten(str(path))}: {reason}; allowed: an .npz file of {KEYS}"
        ) from error


def _array(archive: zipfile.ZipFile, info: zipfile.ZipInfo, path: Path) -> Floats:
    """One array whose header says no more than the file holds."""
    with archive.open(info) as stream:
        shape, kind = _header(stream)
        start = stream.tell()
    if kind.kind != "f" or kind.itemsize > 8:
        raise _wrong(path, f"{info.filename} of dtype {kind} (allowed: float16, float32, float64)")
    if math.prod(shape) * kind.itemsize != info.file_size - start or math.prod(shape) == 0:
        raise _wrong(path, f"{info.filename} of shape {shape}, which its {info.file_size} bytes are not")
    with archive.open(info) as stream:
        found = np.lib.format.read_array(stream, allow_pickle=False)
    return np.asarray(found, dtype=np.float64)


def _header(stream: Any) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Shape and dtype by the header of an .npy member."""
    version = np.lib.format.read_magic(stream)
    read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, _, kind = read(stream)
    return shape, kind
