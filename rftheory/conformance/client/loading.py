"""The object that "module:name" or "file.py:name" names, and why there is none."""

from __future__ import annotations

import difflib
import importlib
import sys
import warnings
from pathlib import Path
from typing import Any

from rftheory.conformance.client.guarding import held, place
from rftheory.errors import InputError, shorten

ALLOWED = "MODULE:CALLABLE, e.g. my_package.maps:features, or FILE.py:CALLABLE"


def load(spec: str) -> Any:
    """The object of that name (the working directory counts); InputError where there is none.

    What the module raises while it is imported is said with file and line, and so is a package that it lacks.
    """
    module, colon, path = spec.rpartition(":")
    if not colon or not module or not path:
        raise InputError(f"cannot read {shorten(spec)}; allowed: {ALLOWED}")
    found = _imported(*_named(module))
    for part in path.split("."):
        if not hasattr(found, part):
            near = difflib.get_close_matches(part, [n for n in dir(found) if not n.startswith("__")], 3)
            known = f"; nearest: {', '.join(near)}" if near else ""
            what = getattr(found, "__name__", type(found).__name__)
            raise InputError(f"{shorten(spec)}: {what} has no {shorten(part)}{known}")
        with held(shorten(spec)):
            found = getattr(found, part)
    return found


def _named(module: str) -> tuple[str, Path]:
    """The name to import, and the folder that it is looked for in."""
    if not module.endswith(".py"):
        return module, Path.cwd()
    file = Path(module)
    if not file.is_file():
        raise InputError(f"cannot import {shorten(module)}: no such file; allowed: {ALLOWED}")
    return file.stem, file.resolve().parent


def _imported(module: str, folder: Path) -> Any:
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    try:
        with warnings.catch_warnings(), held(f"cannot import {shorten(module)}: it"):
            return importlib.import_module(module)
    except InputError as error:
        cause = error.__cause__
        if not isinstance(cause, ModuleNotFoundError) or cause.name is None:
            raise
        if module == cause.name or module.startswith(f"{cause.name}."):
            text = f"cannot import {shorten(module)}: no such module in the working directory or installed"
            raise InputError(text) from cause
        where = place(cause)
        text = f"cannot import {shorten(module)}: it needs {cause.name}, which is not installed{where}"
        raise InputError(text) from cause
