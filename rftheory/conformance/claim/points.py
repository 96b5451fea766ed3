"""Pairs of test points: those that a user brings along, those that a positive map of counts takes."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from rftheory.errors import InputError, shorten, unreadable
from rftheory.measured.inputs import Floats, reals
from rftheory.moments.pairs import Pair
from rftheory.moments.row_maps import Counts

MOST = 64
_FARTHEST = 1e100
"""A coordinate beyond which the square of a norm is near to no number any more."""
_MOST_BYTES = 1 << 28  # of an archive, unpacked


def brought(given: Any) -> tuple[Pair, ...]:
    """Pairs of (X, Y), each (p, d) with p <= 64, or of the file that holds them; InputError otherwise."""
    if isinstance(given, (str, Path)):
        given = _file(Path(given))
    if not isinstance(given, (tuple, list, np.ndarray)) or len(given) != 2:
        raise InputError("pairs: allowed: (X, Y), two arrays of shape (p, d)")
    x, y = (
        np.asarray(reals(f"pairs {name}", part, ndims=(2,), shape="(p, d)"))
        for name, part in zip("XY", given, strict=True)
    )
    if x.shape != y.shape or x.shape[0] > MOST:
        raise InputError(
            f"pairs have shapes {x.shape} and {y.shape}; allowed: the same, at most {MOST} pairs"
        )
    return tuple(
        Pair(f"pair {index + 1}", np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64))
        for index, (a, b) in enumerate(zip(x, y, strict=True))
    )


def within_numbers(pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
    """The pairs; InputError where squares of their norms are beyond the numbers of double precision."""
    far = max(float(np.max(np.abs(part))) for pair in pairs for part in (pair.x, pair.y))
    if not far <= _FARTHEST:
        raise InputError(f"test points have a coordinate of {far:.3g}; allowed: at most {_FARTHEST:g}")
    return pairs


def moved(pairs: tuple[Pair, ...], row: Counts) -> tuple[Pair, ...]:
    """The pairs with their sizes, strictly above the shift of a positive map."""
    low = np.asarray(row.shift)

    def above(x: Floats) -> Floats:
        found: Floats = low + np.abs(x) + 0.05 * float(np.linalg.norm(x)) / math.sqrt(len(x))
        return found

    return tuple(replace(pair, x=above(pair.x), y=above(pair.y)) for pair in pairs)


def legal(pairs: tuple[Pair, ...], row: Counts) -> tuple[tuple[Pair, ...], str]:
    """The given pairs that a positive map takes, and which are skipped; InputError where none is left."""
    kept = tuple(pair for pair in pairs if all(np.all(row.moved(x) > 0.0) for x in (pair.x, pair.y)))
    if not kept:
        raise InputError(
            "pairs: none has all coordinates of x and y above the shift of the map; allowed: such pairs"
        )
    names = {pair.label for pair in kept}
    lost = [pair.label for pair in pairs if pair.label not in names]
    text = f"; skipped, since a coordinate is not above the shift: {', '.join(lost)}" if lost else ""
    return kept, text


def _file(path: Path) -> Any:
    """A .npy of shape (2, p, d), or a .npz with x and y."""
    try:
        with path.open("rb") as stream:
            if stream.read(len(np.lib.format.MAGIC_PREFIX)) == np.lib.format.MAGIC_PREFIX:
                return np.load(path, mmap_mode="r", allow_pickle=False)
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as found:  # closed even if broken
            size = sum(entry.file_size for entry in found.zip.infolist())
            if size > _MOST_BYTES:
                raise InputError(f"pairs {shorten(str(path))}: {size} bytes unpacked; at most {_MOST_BYTES}")
            parts: dict[str, Floats] = {name.lower(): found[name] for name in found.files}
    except InputError:
        raise
    except unreadable() as error:
        raise InputError(f"pairs {shorten(str(path))}: {shorten(str(error), 120)}") from error
    if not {"x", "y"} <= parts.keys():
        raise InputError(f"pairs {shorten(str(path))} holds {', '.join(parts)}; allowed: x and y")
    return parts["x"], parts["y"]
