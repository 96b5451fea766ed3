"""Where papers come from beside the shelf of the package: installed distributions, folders and files. Executes none.

A distribution names its papers by entry points, `key = "module"`. In a folder a file or package is a paper where its
text imports rftheory and assigns STATEMENTS, or PAPER = Paper(..): the text is parsed, and a stray module is never run.
"""

from __future__ import annotations

import ast
import functools
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rftheory.errors import InputError, shorten

GROUP = "rftheory.papers"
"""The group of entry points of papers: key = module."""
VARIABLE = "RFTHEORY_PAPERS"
"""Files and folders of papers, separated as in PATH."""
_KEY = re.compile(r"[a-z][a-z0-9_-]{0,39}\Z")
_PRIVATE = ("_", ".", "test_", "conftest", "setup")
_opened: list[str] = []


@dataclass(frozen=True)
class PaperSource:
    """One paper from elsewhere: its key, the module it is imported as, and its text where no import system knows it."""

    key: str
    module: str
    path: Path | None = None

    @property
    def words(self) -> str:
        """Where it comes from, as messages say it."""
        return f"the installed module {self.module}" if self.path is None else str(self.path)


def own() -> dict[str, PaperSource]:
    """Every paper from elsewhere by its key, sorted; InputError where two have one key."""
    named = (each for each in os.environ.get(VARIABLE, "").split(os.pathsep) if each)
    return _own(tuple(dict.fromkeys([*map(str, map(_whole, named)), *_opened])))


@functools.lru_cache(maxsize=16)
def _own(places: tuple[str, ...]) -> dict[str, PaperSource]:
    found: dict[str, PaperSource] = {}
    in_files = (each for place in places for each in _papers_at(Path(place)))
    for each in (*_installed(), *in_files):
        before = found.setdefault(each.key, each)
        if before != each:
            raise InputError(f"two papers have the key {each.key}: {before.words}, and {each.words}")
    return dict(sorted(found.items()))


def opened() -> tuple[str, ...]:
    """The files and folders that were opened in this process, as whole paths."""
    return tuple(_opened)


def add(place: str | Path) -> None:
    """Papers in this file or folder are known from now on; InputError where there is none."""
    path = _whole(place)
    _papers_at(path)
    if str(path) not in _opened:
        _opened.append(str(path))


def only(places: Iterable[str]) -> None:
    """These files and folders are open, and no others."""
    _opened[:] = places


def papers_at(place: str | Path) -> tuple[str, ...]:
    """The keys of the papers in this file or folder."""
    return tuple(source.key for source in _papers_at(_whole(place)))


def is_place(name: str) -> bool:
    """Whether a selection names a file or folder, and no id or key: it ends in .py, or begins as paths do."""
    return name.endswith(".py") or name.startswith((".", "/", "~", os.sep)) or "\\" in name


def _whole(place: str | Path) -> Path:
    """The whole path; InputError for text that is none."""
    try:
        return Path(place).expanduser().resolve()
    except (OSError, ValueError, RuntimeError) as error:
        raise InputError(f"{shorten(str(place))} is no path: {error}") from error


def _installed() -> Iterator[PaperSource]:
    from rftheory.distributions import named

    for each in named(GROUP):
        if each.attr:
            raise InputError(f"entry point {each.name} = {each.value}; allowed: {GROUP} names modules alone")
        yield PaperSource(_checked(each.name, f"the entry point {each.value}"), each.module)


def _papers_at(path: Path) -> list[PaperSource]:
    """The papers in a file, in a package, or beside one another in a folder; InputError where there is none."""
    if not os.path.exists(path):  # noqa: PTH110 -- never raises
        raise InputError(
            f"no file or folder {shorten(str(path), 200)}; allowed: a paper, or a folder of papers"
        )
    one = _described(path)
    if one is not None:
        return [one]
    inside = (
        each for each in _children(path) if not each.name.startswith(_PRIVATE) and not each.is_symlink()
    )
    found = [source for each in sorted(inside) if (source := _described(each)) is not None]
    if not found:
        raise InputError(
            f"no paper in {shorten(str(path), 200)}; allowed: a file that imports rftheory and assigns STATEMENTS"
        )
    return found


def _children(path: Path) -> Iterable[Path]:
    return path.iterdir() if path.is_dir() else ()


def _described(path: Path) -> PaperSource | None:
    """The paper that a file or package holds by its text, which is parsed and not run; None where it holds none."""
    text = path / "__init__.py" if path.is_dir() else path
    if text.suffix != ".py" or not text.is_file():
        return None
    try:
        tree = ast.parse(text.read_bytes())
    except (SyntaxError, ValueError, OSError):
        return None
    assigned = dict(_assigned(tree))
    paper = assigned.get("PAPER")
    if not _imports(tree) or not ("STATEMENTS" in assigned or _is_paper(paper)):
        return None
    name = _literal_key(paper) or path.stem
    key = _checked(name, str(path))
    return PaperSource(key, f"rftheory_own_{key.replace('-', '_')}", path)


def _imports(tree: ast.Module) -> bool:
    """Whether the module imports rftheory at its top level."""
    names = [
        name
        for node in tree.body
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in (
            [node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
        )
    ]
    return any(name.partition(".")[0] == "rftheory" for name in names)


def _assigned(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else (node.target,):
                if isinstance(target, ast.Name):
                    yield target.id, node.value


def _is_paper(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Call) and "Paper" in (
        getattr(value.func, "id", ""),
        getattr(value.func, "attr", ""),
    )


def _literal_key(paper: ast.expr | None) -> str:
    """The key that Paper(..) is given as it stands in the text; empty where it is not given so."""
    if not isinstance(paper, ast.Call) or not _is_paper(paper):
        return ""
    given = [each.value for each in paper.keywords if each.arg == "key"] or paper.args[:1]
    value = given[0].value if given and isinstance(given[0], ast.Constant) else ""
    return value if isinstance(value, str) else ""


def _checked(key: str, where: str) -> str:
    if not _KEY.match(key):
        raise InputError(
            f"{shorten(key)} in {shorten(where, 200)} is no key of a paper; allowed: a-z, then a-z, 0-9, - and _"
        )
    return key
