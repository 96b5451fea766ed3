"""Finds what stands on the shelf: every file with MECHANISMS, in this folder and in those that `extended` adds.

Installed distributions add theirs by entry points of the group rftheory.mechanisms: modules with MECHANISMS.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module, invalidate_caches
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, TypeVar

import rftheory.mechanisms as shelf
from rftheory import distributions
from rftheory.distributions import MECHANISMS as GROUP
from rftheory.errors import InputError
from rftheory.measured.hybrids.protocol import AbstractHybrid
from rftheory.measured.protocol import AbstractCoupling, AbstractFeatureMap
from rftheory.measured.rowmaps.protocol import AbstractRowMap

KINDS = (AbstractCoupling, AbstractFeatureMap, AbstractHybrid, AbstractRowMap)
Kind = TypeVar("Kind")


def couplings() -> dict[str, AbstractCoupling]:
    """Every coupling by its name, sorted, an object whose `sample(d, m, rng=.., n=..)` draws rows (n, m, d); a file that fails to import or a name used twice is an error."""
    return dict(_of(AbstractCoupling))


def feature_maps() -> dict[str, AbstractFeatureMap]:
    """Every feature map by its name, sorted, an object with `features` of points and projections; errors as for `couplings`."""
    return dict(_of(AbstractFeatureMap))


def hybrids() -> dict[str, AbstractHybrid]:
    """Every hybrid and complex exponential estimator by its name, sorted; errors as for `couplings`."""
    return dict(_of(AbstractHybrid))


def row_maps() -> dict[str, AbstractRowMap]:
    """Every feature map of whole rows by its name, sorted; errors as for `couplings`."""
    return dict(_of(AbstractRowMap))


@contextmanager
def extended(folder: str | Path) -> Iterator[None]:
    """The shelf with the files of this folder too, as long as the block runs; each is one file of MECHANISMS."""
    before = set(_modules())
    shelf.__path__.append(str(folder))
    _forget()
    try:
        yield
    finally:
        for module in set(_modules()) - before:
            sys.modules.pop(f"{shelf.__name__}.{module}", None)
            vars(shelf).pop(module, None)
        shelf.__path__.remove(str(folder))
        _forget()


def _forget() -> None:
    """The folders are looked through anew."""
    invalidate_caches()
    _found.cache_clear()
    _of.cache_clear()


def _modules() -> list[str]:
    """The names of the files, sorted."""
    return sorted(info.name for info in iter_modules(shelf.__path__) if not info.name.startswith("_"))


@cache
def _of(kind: type[Kind]) -> dict[str, Kind]:
    """The mechanisms of one kind by name: a sampler is looked up for every draw, so it is kept."""
    return {name: item for name, item in _found().items() if isinstance(item, kind)}


@cache
def _found() -> dict[str, Any]:
    """All mechanisms by name, sorted by name."""
    found: dict[str, Any] = {}
    files = ((module, import_module(f"{shelf.__name__}.{module}").MECHANISMS) for module in _modules())
    for module, items in (*files, ("an entry point", distributions.offered(GROUP, "MECHANISMS"))):
        for item in items:
            if not isinstance(item, KINDS):
                raise InputError(f"MECHANISMS of {module} holds {item!r}: no coupling, map or hybrid")
            if item.name in found:
                raise InputError(f"two mechanisms are named {item.name!r}; allowed: one file, one name")
            found[item.name] = item
    return dict(sorted(found.items()))
