"""Loads papers: the modules on their shelf, the statements in them, and the files they are written in."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from pathlib import Path
from typing import TYPE_CHECKING

from rftheory import papers

if TYPE_CHECKING:
    from types import ModuleType

    from rftheory.statements import Paper, Statement


def names() -> list[str]:
    """The modules of papers; none is loaded."""
    found = sorted(name for _, name, _ in pkgutil.iter_modules(papers.__path__))
    return [name for name in found if not name.startswith("_")]


def module(name: str) -> ModuleType:
    """A module by its name below the shelf, such as simrf.section4_conformities; an import error there is an error."""
    return importlib.import_module(f"{papers.__name__}.{name}")


def paper(name: str) -> Paper:
    """The paper of one module; its sections are not loaded."""
    found: Paper = module(name).PAPER
    return found


def modules(name: str) -> list[str]:
    """The modules with the statements of one paper, in its order: its own, then its sections."""
    return [name, *(f"{name}.{section}" for section in getattr(module(name), "SECTIONS", ()))]


@functools.cache
def statements(name: str) -> tuple[Statement, ...]:
    """The statements of one module; every section has some, the paper's own module may have none."""
    loaded = module(name)
    return tuple(loaded.STATEMENTS if "." in name else getattr(loaded, "STATEMENTS", ()))


def file(name: str) -> Path | None:
    """The text of a module, found without loading it; None where there is no such file."""
    for folder in papers.__path__:
        stem = Path(folder, *name.split("."))
        for candidate in (stem.with_suffix(".py"), stem / "__init__.py"):
            if candidate.is_file():
                return candidate
    return None


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
