"""Point sets of a user: .npy, .npz, .csv files and arrays, read in chunks of rows."""

from __future__ import annotations

import math
import zipfile
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Any, final

import numpy as np

from rftheory.errors import InputError, shorten, unreadable
from rftheory.measured.inputs import Floats

CHUNK_NUMBERS = 1 << 20
LARGEST = 1e30
ROLES = ("queries", "keys")
_PAIRS = (ROLES, ("q", "k"), ("Q", "K"), ("x", "y"), ("X", "Y"))
_MAX_LINE = 1 << 24
_MOST_BY_COLUMNS = 1 << 26  # numbers that must be held at once: half a gigabyte


class AbstractSource(ABC):
    """A set of points: rows in chunks, as float64, checked for finite numbers and scaled."""

    name: str
    scale: float

    @abstractmethod
    def raw(self) -> Iterator[np.ndarray[Any, Any]]:
        """The rows as they are stored, in two-dimensional chunks."""

    def chunks(self) -> Iterator[Floats]:
        """The rows times `scale`; InputError names the first entry that is not finite or too large to square."""
        row = 0
        for chunk in self.raw():
            values = np.asarray(chunk, dtype=np.float64)
            wrong = ~(np.abs(values) * abs(self.scale) <= LARGEST)
            if wrong.any():
                i, j = np.argwhere(wrong)[0]
                what = f"{values[i, j]} in row {row + i + 1}, column {j + 1}"
                raise InputError(f"{self.name}: {what}; allowed: finite numbers of size at most {LARGEST:g}")
            row += len(values)
            yield values if self.scale == 1.0 else values * self.scale

    def rows(self, indices: np.ndarray[Any, Any]) -> Floats:
        """The rows with these indices, in their order; one more pass, holding only what is asked for."""
        wanted, back = np.unique(indices, return_inverse=True)
        found, start = [], 0
        for chunk in self.chunks():
            inside = wanted[(wanted >= start) & (wanted < start + len(chunk))]
            found.append(chunk[inside - start])
            start += len(chunk)
            if start > wanted[-1]:
                break
        gathered: Floats = np.concatenate(found)[back]
        return gathered


@final
@dataclass(frozen=True)
class ArraySource(AbstractSource):
    """An array in memory or mapped from a file."""

    name: str
    array: np.ndarray[Any, Any]
    scale: float = 1.0

    def raw(self) -> Iterator[np.ndarray[Any, Any]]:
        step = max(1, CHUNK_NUMBERS // self.array.shape[1])
        for start in range(0, len(self.array), step):
            yield self.array[start : start + step]


@final
@dataclass(frozen=True)
class ZipSource(AbstractSource):
    """A row-major array inside an .npz file, unpacked a chunk at a time."""

    name: str
    file: str
    member: str
    scale: float = 1.0

    def raw(self) -> Iterator[np.ndarray[Any, Any]]:
        try:
            with zipfile.ZipFile(self.file) as archive, archive.open(self.member) as stream:
                shape, _, dtype = _header(stream)
                step = max(1, CHUNK_NUMBERS // shape[1])
                for start in range(0, shape[0], step):
                    count = min(step, shape[0] - start) * shape[1]
                    data = stream.read(count * dtype.itemsize)
                    yield np.frombuffer(data, dtype=dtype, count=count).reshape(-1, shape[1])
        except unreadable() as error:
            raise InputError(f"{self.name}: not readable ({error})") from error


@final
@dataclass(frozen=True)
class TextSource(AbstractSource):
    """Numbers in lines, separated by commas, semicolons, tabs or blanks; a first line of names is passed over."""

    name: str
    file: str
    scale: float = 1.0

    def raw(self) -> Iterator[np.ndarray[Any, Any]]:
        done, width = 0, None
        try:
            with Path(self.file).open(encoding="utf-8-sig") as stream:
                first = _line(stream)
                delimiter = next((mark for mark in ",;\t" if mark in first), None)
                if _numeric(first, delimiter):
                    stream.seek(0)
                else:
                    done = 1
                width = len(_fields(first, delimiter))
                step = max(1, CHUNK_NUMBERS // width)
                while lines := list(islice(iter(partial(_line, stream), ""), step)):
                    kept = [line for line in lines if line.strip()]
                    if kept:
                        values = np.loadtxt(
                            kept, delimiter=delimiter, comments=None, ndmin=2, dtype=np.float64
                        )
                        if values.shape[1] != width:
                            raise InputError(
                                f"{self.name}: {values.shape[1]} columns after {width}; allowed: the same"
                            )
                        yield values
                    done += len(lines)
        except InputError:
            raise
        except UnicodeDecodeError as error:
            raise InputError(f"{self.name}: not a text file of numbers ({error.reason})") from error
        except (OSError, ValueError, MemoryError) as error:
            reason = shorten(str(error).partition(";")[0], 120)
            raise InputError(
                f"{self.name}: not numbers in equal columns, after line {done}: {reason}"
            ) from error


def _line(stream: IO[str]) -> str:
    """The next line, empty at the end; InputError for one that no row of numbers fills."""
    line = stream.readline(_MAX_LINE + 1)
    if len(line) > _MAX_LINE:
        raise InputError(f"a line of more than {_MAX_LINE} characters")
    return line


def sources(data: Any, queries: Any = None, scale: float = 1.0) -> tuple[AbstractSource, AbstractSource]:
    """(queries, keys), the same source twice where there is one set. Files by path, arrays as they are."""
    found = _opened(data, "data", scale)
    if queries is None:
        return (found[0], found[-1])
    asked = _opened(queries, "queries", scale)
    if len(found) > 1 or len(asked) > 1:
        raise InputError("one set of points a file, where queries are given; an .npz holds two")
    return (asked[0], found[0])


def _opened(data: Any, role: str, scale: float) -> tuple[AbstractSource, ...]:
    if isinstance(data, (str, Path)):
        return _file(str(data), scale)
    try:
        array = np.asarray(data)
    except (TypeError, ValueError) as error:
        raise InputError(f"{role}: no array of numbers, given {type(data).__name__}") from error
    return (ArraySource(role, _checked(role, array), scale),)


def _file(file: str, scale: float) -> tuple[AbstractSource, ...]:
    shown, path = shorten(file), Path(file)
    try:
        if not path.is_file():
            raise InputError(
                f"{shown}: no such file; allowed: a .npy, .npz or .csv file of points, one a row"
            )
        if path.stat().st_size == 0:
            raise InputError(f"{shown}: the file is empty")
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{shown}: not readable ({getattr(error, 'strerror', None) or error})") from error
    kind = path.suffix.lower()
    if kind == ".npy":
        try:
            array = np.load(path, mmap_mode="r", allow_pickle=False)
        except unreadable() as error:
            raise InputError(f"{shown}: not a readable .npy file of numbers ({error})") from error
        return (ArraySource(shown, _checked(shown, array), scale),)
    if kind == ".npz":
        return _archive(file, shown, scale)
    if kind in (".csv", ".tsv", ".txt"):
        return (TextSource(shown, file, scale),)
    raise InputError(f"{shown}: unknown kind of file; allowed: .npy, .npz, .csv")


def _archive(file: str, shown: str, scale: float) -> tuple[AbstractSource, ...]:
    try:
        with zipfile.ZipFile(file) as archive:
            members = {n.removesuffix(".npy"): n for n in archive.namelist() if n.endswith(".npy")}
            names = tuple(members) if len(members) == 1 else _pair(shown, set(members))
            found: list[AbstractSource] = []
            for name in names:
                label = f"{shown}, array {shorten(name)}"
                with archive.open(members[name]) as stream:
                    shape, columns, dtype = _header(stream)
                if columns and len(shape) == 2:
                    if math.prod(shape) > _MOST_BY_COLUMNS:
                        raise InputError(
                            f"{label}: {math.prod(shape)} numbers stored by columns; allowed: by rows, or at most "
                            f"{_MOST_BY_COLUMNS}"
                        )
                    with np.load(file, allow_pickle=False) as whole:
                        found.append(ArraySource(label, _checked(label, whole[name]), scale))
                    continue
                _check(label, shape, dtype)
                found.append(ZipSource(label, file, members[name], scale))
    except unreadable() as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{shown}: not a readable .npz file of numbers ({error})") from error
    return tuple(found)


def _pair(shown: str, names: set[str]) -> tuple[str, str]:
    for first, second in _PAIRS:
        if names >= {first, second}:
            return first, second
    given = shorten(", ".join(sorted(names)) or "nothing")
    raise InputError(
        f"{shown}: holds {given}; allowed: one array, or two named queries and keys (q, k; x, y)"
    )


def _header(stream: IO[bytes]) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Shape, whether stored by columns, dtype."""
    version = np.lib.format.read_magic(stream)
    read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, columns, dtype = read(stream)
    return shape, columns, dtype


def _checked(label: str, array: Any) -> np.ndarray[Any, Any]:
    if not isinstance(array, np.ndarray) or isinstance(array, np.ma.MaskedArray):
        raise InputError(f"{label}: no plain array of numbers")
    _check(label, array.shape, array.dtype)
    return array


def _check(label: str, shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
    if dtype.kind not in "iuf" or dtype.itemsize > 8:
        raise InputError(f"{label}: dtype {dtype}; allowed: real numbers of at most 64 bits")
    if len(shape) != 2:
        raise InputError(f"{label}: shape {shape}; allowed: two dimensions, one point a row")
    if 0 in shape:
        raise InputError(f"{label}: empty, shape {shape}; allowed: at least two rows and one column")


def _fields(line: str, delimiter: str | None) -> list[str]:
    return line.strip().split(delimiter)


def _numeric(line: str, delimiter: str | None) -> bool:
    try:
        return bool([float(field) for field in _fields(line, delimiter)])
    except ValueError:
        return False
