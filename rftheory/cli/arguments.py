"""User text becomes parameters: `name=value`, `@points.npy`. Numbers stay exact text; nothing is evaluated."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rftheory.domain.values import MAX_ENTRIES
from rftheory.errors import InputError, shorten, unreadable

_HEADER = 1 << 16  # bytes of an array file before its numbers, at most
MAX_TEXT = 1 << 22


def parameters(pairs: Iterable[str]) -> dict[str, str]:
    """The given text of every parameter by name; malformed and repeated ones are InputErrors."""
    given: dict[str, str] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name.isidentifier() or not value.strip() or "=" in value:
            raise InputError(
                f"cannot read {shorten(pair)}; parameters are given as name=value without spaces, e.g. d=64"
            )
        if name in given:
            raise InputError(f"parameter {shorten(name)} is given twice")
        if len(value) > MAX_TEXT:
            raise InputError(f"parameter {shorten(name)} has {len(value)} characters; at most {MAX_TEXT}")
        given[name] = value
    return given


def loaded(given: dict[str, object]) -> dict[str, object]:
    """The parameters with every `@file` replaced by the vector or list of vectors in it."""
    return {
        name: load(name, value[1:]) if isinstance(value, str) and value.startswith("@") else value
        for name, value in given.items()
    }


def load(name: str, file: str) -> list[object]:
    """A one-dimensional .npy file as a vector, a two-dimensional one as a list of vectors (floats are exact).

    An .npz file with one array, too, or the array NAME of `@file.npz:NAME`.
    """
    import numpy as np

    shown, (file, member) = shorten(f"@{file}"), _member(file)
    path = Path(file)
    try:
        if not path.is_file():
            raise InputError(f"{name} = {shown}: no such file; allowed: a .npy or .npz file of numbers")
        if file.lower().endswith(".npz"):
            array = _of_archive(f"{name} = {shown}", path, member)
        else:
            with path.open("rb") as stream:
                if stream.read(len(np.lib.format.MAGIC_PREFIX)) != np.lib.format.MAGIC_PREFIX:
                    raise InputError(f"{name} = {shown}: not a .npy file")
            array = np.load(path, mmap_mode="r", allow_pickle=False)
    except InputError:
        raise
    except unreadable() as error:
        kind = ".npz" if file.lower().endswith(".npz") else ".npy"
        raise InputError(f"{name} = {shown}: not a readable {kind} file of numbers ({error})") from error
    if not isinstance(array, np.ndarray) or array.dtype.kind not in "iuf" or array.dtype.itemsize > 8:
        raise InputError(f"{name} = {shown}: allowed is a .npy file of real numbers of at most 64 bits")
    if array.ndim not in (1, 2) or array.size == 0:
        raise InputError(f"{name} = {shown}: shape {array.shape}; allowed: 1 or 2 dimensions, not empty")
    if array.size > MAX_ENTRIES:
        raise InputError(f"{name} = {shown}: {array.size} numbers; at most {MAX_ENTRIES}")
    return list(array.tolist())


def _member(file: str) -> tuple[str, str]:
    """The file, and the array of an archive that stands behind a colon."""
    path, sign, member = file.rpartition(":")
    return (path, member) if sign and path.lower().endswith(".npz") else (file, "")


def _of_archive(shown: str, path: Path, member: str) -> Any:
    """The array of that name, or the only one; InputError names those that there are."""
    import numpy as np

    with path.open("rb") as stream, np.load(stream, allow_pickle=False) as archive:  # closed even if broken
        names = list(archive.files)
        if (member or names[:1] != names) and member not in names:
            raise InputError(
                f"{shown}: holds {shorten(', '.join(names))}; allowed: @FILE.npz:NAME with one of them"
            )
        member = member or names[0]
        size = max(e.file_size for e in archive.zip.infolist() if e.filename in (member, f"{member}.npy"))
        if size > 8 * MAX_ENTRIES + _HEADER:  # said before a small file becomes a large array
            raise InputError(f"{shown}: an array of {size} bytes; at most {MAX_ENTRIES} numbers")
        return archive[member]
