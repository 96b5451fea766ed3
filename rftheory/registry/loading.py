"""Loads papers: the modules on their shelf and from elsewhere, the statements in them, the files they are written in."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import pkgutil
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from rftheory import papers
from rftheory.errors import InputError, shorten
from rftheory.registry import sources

if TYPE_CHECKING:
    from types import ModuleType

    from rftheory.registry.sources import PaperSource
    from rftheory.statements import Paper, Statement


_read: dict[PaperSource, tuple[tuple[str, int, int], ...]] = {}
"""The texts of papers in files and folders as they were when these were opened last."""


def shipped() -> tuple[str, ...]:
    """The papers of the package by their modules; none is loaded."""
    return _beside_one_another(tuple(papers.__path__))


@functools.cache
def _beside_one_another(folders: tuple[str, ...]) -> tuple[str, ...]:
    found = sorted(name for _, name, _ in pkgutil.iter_modules(folders))
    return tuple(name for name in found if not name.startswith("_"))


def own() -> dict[str, PaperSource]:
    """The papers from elsewhere by key; none is loaded. InputError for one that takes the key of a shipped one."""
    found = sources.own()
    for key in found.keys() & set(shipped()):
        raise InputError(f"{found[key].words} has the key {key} of a paper of rftheory; allowed: another key")
    return found


def names() -> list[str]:
    """The modules of papers, those of the package first; none is loaded."""
    return [*shipped(), *own()]


def known(name: str) -> bool:
    """Whether a paper has this module; where one of the package has, nothing else is looked through."""
    return name in shipped() or name in own()


def source(name: str) -> PaperSource | None:
    """Where a module's paper comes from; None for one of the package, for which nothing else is looked through."""
    key = name.partition(".")[0]
    return None if key in shipped() else own().get(key)


def package(name: str) -> str:
    """What a module is imported as."""
    found = source(name)
    if found is None:
        return f"{papers.__name__}.{name}"
    return ".".join([found.module, *name.split(".")[1:]])


def module(name: str) -> ModuleType:
    """A module by its name below the shelf, such as simrf.section4_conformities; an import error there is an error.

    Of a paper from elsewhere this runs its author's file; whatever it raises is an InputError that says where.
    """
    found = source(name)
    if found is None:
        return importlib.import_module(package(name))
    try:
        return importlib.import_module(package(name)) if found.path is None else _from_file(name, found)
    except (Exception, SystemExit) as error:
        raise InputError(_said(found, error)) from error


def _from_file(name: str, found: PaperSource) -> ModuleType:
    """A module of a paper in a file or folder, which is run where it is not loaded, or its text is another one."""
    assert found.path is not None
    text = found.path / "__init__.py" if found.path.is_dir() else found.path
    known = sys.modules.get(found.module)
    if known is None or getattr(known, "__file__", None) != str(text):
        forget(found)
        inside = [str(found.path)] if found.path.is_dir() else None
        spec = importlib.util.spec_from_file_location(found.module, text, submodule_search_locations=inside)
        assert spec is not None
        assert spec.loader is not None
        made = sys.modules[found.module] = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(made)
        except BaseException:
            forget(found)
            raise
    return importlib.import_module(package(name))


def refresh(found: PaperSource) -> None:
    """A paper in a file or folder is loaded anew when it is asked for, if one of its texts is another one by now."""
    if found.path is None:
        return
    texts = sorted(found.path.rglob("*.py")) if found.path.is_dir() else [found.path]
    now = tuple((str(text), text.stat().st_mtime_ns, text.stat().st_size) for text in texts)
    if _read.get(found, now) != now:
        forget(found)
    _read[found] = now


def forget(found: PaperSource) -> None:
    """The modules of a paper are loaded anew when they are asked for."""
    for name in [name for name in sys.modules if f"{name}.".startswith(f"{found.module}.")]:
        del sys.modules[name]
    _own_statements.cache_clear()


def _said(found: PaperSource, error: BaseException) -> str:
    """What went wrong in somebody's own file, and in which of its lines."""
    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame for frame in frames if "rftheory_own" in frame.name or _within(found, frame.filename)]
    line = f"{inside[-1].filename}, line {inside[-1].lineno}" if inside else found.words
    if isinstance(error, SyntaxError) and error.filename:
        line = f"{error.filename}, line {error.lineno}"
    return (
        f"the paper {found.key} cannot be loaded ({line}): {type(error).__name__}: {shorten(str(error), 300)}"
    )


def _within(found: PaperSource, file: str) -> bool:
    if found.path is not None:
        return Path(file).is_relative_to(found.path)
    return found.module.partition(".")[0] in Path(file).parts or Path(file).stem == found.module


def paper(name: str) -> Paper:
    """The paper of one module; its sections are not loaded. A bare file of statements is one of its own."""
    loaded, elsewhere = module(name), source(name)
    if elsewhere is None:
        found: Paper = loaded.PAPER
        return found
    from rftheory.statements import Paper

    title = (loaded.__doc__ or name).strip().splitlines()[0].rstrip(".")
    own = getattr(loaded, "PAPER", Paper(name, title, "", Path(loaded.__file__ or name).name, ""))
    if not isinstance(own, Paper) or own.key != name:
        given = f"the key {own.key}" if isinstance(own, Paper) else f"no Paper but {shorten(own)}"
        raise InputError(f"PAPER of {elsewhere.words} has {given}; allowed: the key {name}")
    return own


def modules(name: str) -> list[str]:
    """The modules with the statements of one paper, in its order: its own, then its sections."""
    return [name, *(f"{name}.{section}" for section in getattr(module(name), "SECTIONS", ()))]


def statements(name: str) -> tuple[Statement, ...]:
    """The statements of one module; every section has some, the paper's own module may have none."""
    elsewhere = source(name)
    return _shipped_statements(name) if elsewhere is None else _own_statements(elsewhere, name)


@functools.cache
def _shipped_statements(name: str) -> tuple[Statement, ...]:
    loaded = module(name)
    return tuple(loaded.STATEMENTS if "." in name else getattr(loaded, "STATEMENTS", ()))


@functools.cache
def _own_statements(elsewhere: PaperSource, name: str) -> tuple[Statement, ...]:
    from rftheory.evidence.theorems import store
    from rftheory.statements import Statement

    loaded = module(name)
    place = beside(name, store.BESIDE)
    if place is not None:
        store.keep(elsewhere.key, place)
    found = tuple(getattr(loaded, "STATEMENTS", ()))
    for index, each in enumerate(found):
        if not isinstance(each, Statement):
            raise InputError(
                f"STATEMENTS[{index}] of {elsewhere.words} is {shorten(each)}; allowed: a Statement"
            )
        if not each.id.startswith(f"{elsewhere.key}/"):
            raise InputError(
                f"id {shorten(each.id)} in {elsewhere.words}; allowed: {elsewhere.key}/.., the key of its paper "
                "(of a bare file its name, or that of PAPER)"
            )
    return found


def file(name: str) -> Path | None:
    """The text of a module, found without loading it where it is shipped; None where there is no such file."""
    if source(name) is not None:
        own = module(name).__file__
        return None if own is None else Path(own)
    for folder in papers.__path__:
        stem = Path(folder, *name.split("."))
        for candidate in (stem.with_suffix(".py"), stem / "__init__.py"):
            if candidate.is_file():
                return candidate
    return None


def beside(name: str, what: str) -> Path | None:
    """A file that belongs to a paper from elsewhere: WHAT in its folder, or NAME.WHAT beside the file that it is."""
    text = file(name.partition(".")[0]) if source(name) is not None else None
    if text is None:
        return None
    return text.with_name(what if text.name == "__init__.py" else f"{text.stem}.{what}")


def shown(name: str) -> str:
    """The file of a module as it is shown: below the package, or whole where it stands elsewhere."""
    found = file(name) or Path(*name.split(".")).with_suffix(".py")
    home = Path(papers.__path__[0]).parent
    return found.relative_to(home).as_posix() if found.is_relative_to(home) else str(found)


def shared(name: str) -> list[Path]:
    """The texts that every section of a paper may read: its own module, its private ones, those of several papers."""
    own = file(name)
    if own is None:
        return []
    found = [own]
    for private in (path for folder in papers.__path__ for path in sorted(Path(folder).glob("_*"))):
        found += [private] if private.is_file() else sorted(private.rglob("*.py"))
    if own.name == "__init__.py":
        inside = ((path, path.relative_to(own.parent).parts) for path in sorted(own.parent.rglob("*.py")))
        found += (
            path
            for path, parts in inside
            if any(part.startswith("_") and part != "_proofs" for part in parts)
        )
    return list(dict.fromkeys(found))
