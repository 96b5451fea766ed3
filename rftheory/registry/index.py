"""The index that ships with the package: every statement of the papers, known without loading one.

It says which texts it was made from. A module whose text has changed since, or the texts that its paper shares, is
no longer answered for: whoever asks loads it instead.
"""

from __future__ import annotations

import functools
import json
import zlib
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from rftheory.errors import InputError
from rftheory.registry import loading
from rftheory.registry.record import Record, ids, record
from rftheory.registry.sources import PaperSource

INDEX = "index.json"
_CHECKED: set[str] = set()
_WRONG: set[str] = set()


@dataclass(frozen=True, eq=False)
class Volume:
    """One paper: its key, and the records of its statements in order."""

    key: str
    records: tuple[Record, ...]

    @functools.cached_property
    def ids(self) -> dict[str, Record]:
        """Every id, each with the record that it belongs to; duplicates and foreign ids are errors."""
        result: dict[str, Record] = {}
        for entry in self.records:
            for identifier in entry.ids:
                if identifier in result or not identifier.startswith(f"{self.key}/"):
                    raise InputError(f"id {identifier} is taken or does not belong to {self.key}")
                result[identifier] = entry
        return result


def volume(name: str) -> Volume:
    """The paper in one module of the shelf: from the index as far as it is current, else as it loads."""
    elsewhere = loading.source(name)
    return _shipped_volume(name) if elsewhere is None else _own_volume(elsewhere)


def forget() -> None:
    """Papers from elsewhere are read anew."""
    _own_volume.cache_clear()


@functools.cache
def _own_volume(elsewhere: PaperSource) -> Volume:
    """A paper that no index knows."""
    records = (record(s, m) for m in loading.modules(elsewhere.key) for s in loading.statements(m))
    return Volume(loading.paper(elsewhere.key).key, tuple(records))


@functools.cache
def _shipped_volume(name: str) -> Volume:
    paper = _shipped().get(name)
    if paper is None or not _same(loading.shared(name), paper["shared"]):
        return Volume(loading.paper(name).key, tuple(r for m in loading.modules(name) for r in _loaded(m)))
    pages = []
    for module, page in paper["modules"].items():
        current = module not in _WRONG and _same([loading.file(module)], page["text"])
        pages.append(_indexed(module, page) if current else _loaded(module))
    return Volume(paper["key"], tuple(entry for page in pages for entry in page))


def confirmed(module: str) -> bool:
    """Whether the index is right about the ids of a module, which is loaded; where it is not, it is not asked again."""
    if module in _CHECKED or loading.source(module) is not None:
        return True
    found = {identifier for statement in loading.statements(module) for identifier in ids(statement)}
    told = {i for i, entry in volume(module.partition(".")[0]).ids.items() if entry.module == module}
    _CHECKED.add(module)
    if found != told:
        _WRONG.add(module)
        _shipped_volume.cache_clear()
    return found == told


def text(refuted: Container[str]) -> str:
    """The whole index as JSON text, one statement a line, made from the papers as they load; `refuted` are ids."""
    papers = []
    for name in loading.shipped():
        pages = [f"{json.dumps(module)}: {_page(module, refuted)}" for module in loading.modules(name)]
        head = {"key": loading.paper(name).key, "shared": digest(loading.shared(name))}
        papers.append(f"{json.dumps(name)}: {_group(head, 'modules', '{', pages, '}')}")
    return "{\n" + ",\n".join(papers) + "\n}\n"


def digest(texts: Iterable[Path | None]) -> str:
    """A short digest of texts and their names, the same for every end of line; empty without texts."""
    found, value = [path for path in texts if path is not None], 0
    for path in found:
        value = zlib.crc32(path.name.encode() + path.read_bytes().replace(b"\r\n", b"\n"), value)
    return f"{value:08x}" if found else ""


def _same(texts: Iterable[Path | None], recorded: str) -> bool:
    """Whether texts are those of the index; a package that is shipped without texts is as it was shipped."""
    return digest(texts) in (recorded, "")


@functools.cache
def _shipped() -> Mapping[str, Any]:
    source = files("rftheory") / INDEX
    found: Mapping[str, Any] = json.loads(source.read_text(encoding="utf-8")) if source.is_file() else {}
    return found


def _indexed(module: str, page: Mapping[str, Any]) -> tuple[Record, ...]:
    return tuple(Record(module=module, **entry) for entry in page["statements"])


@functools.cache
def _loaded(module: str) -> tuple[Record, ...]:
    return tuple(record(statement, module) for statement in loading.statements(module))


def _page(module: str, refuted: Container[str]) -> str:
    """One module of the index."""
    found = (record(s, module, refuted=s.id in refuted).as_json() for s in loading.statements(module))
    members = [json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in found]
    return _group({"text": digest([loading.file(module)])}, "statements", "[", members, "]")


def _group(head: Mapping[str, str], name: str, opening: str, members: list[str], closing: str) -> str:
    """An object with one field of members, each on lines of its own."""
    body = ",\n".join(members)
    return f"{json.dumps(head)[:-1]}, {json.dumps(name)}: {opening}\n{body}\n{closing}}}"
