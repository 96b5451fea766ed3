"""Names of mechanisms: a coupling of the shelf, a hyphen, and a feature map; or what the field calls them."""

from __future__ import annotations

from rftheory.errors import InputError
from rftheory.measured.protocol import AbstractCoupling, AbstractFeatureMap
from rftheory.measured.rowmaps.laws import AbstractDiscreteLaw
from rftheory.measured.rowmaps.protocol import AbstractRowMap
from rftheory.mechanisms._field_names import TERMS, named, stands_for
from rftheory.mechanisms._shelf import couplings, feature_maps, hybrids, row_maps

SomeMap = AbstractFeatureMap | AbstractRowMap


def projected(mechanism: str) -> tuple[AbstractCoupling, AbstractFeatureMap]:
    """The coupling and the projected feature map of a name; InputError for any other."""
    shelf, maps = couplings(), feature_maps()
    for name in sorted(shelf, key=len, reverse=True):
        features = str(mechanism).removeprefix(f"{name}-")
        if features != mechanism and features in maps:
            return shelf[name], maps[features]
    raise InputError(
        f"unknown mechanism {mechanism!r}; allowed: a coupling ({', '.join(shelf)}), a hyphen, and a feature map "
        f"({', '.join(maps)}){stands_for(mechanism)}"
    )


def attending(mechanism: str) -> tuple[AbstractCoupling | None, SomeMap]:
    """The coupling and the map of attention's name for both: `orthogonal-oprf`, `favor+`, or a map alone.

    A map alone has orthogonal rows, one of counts none. A name of the field is what it stands for, with the first of its
    maps. InputError for a hybrid, which is no map of single rows, and for any other name.
    """
    shelf, maps = couplings(), feature_maps() | row_maps()
    term = named(mechanism)
    name = str(mechanism) if term is None else "-".join((term.mechanism, *term.forms[:1]))
    for rows in ("", *sorted(shelf, key=len, reverse=True)):
        features = name.removeprefix(f"{rows}-") if rows else name
        if features not in maps or (rows and features == name):
            continue
        found = maps[features]
        if isinstance(found, AbstractRowMap) and isinstance(found.law, AbstractDiscreteLaw):
            if rows:
                raise InputError(
                    f"{features} has rows of counts, which no coupling joins; allowed: {features} alone"
                )
            return None, found
        return shelf[rows or "orthogonal"], found
    if name in hybrids():
        reason = f"{mechanism} is a hybrid, which has no features of single rows"
    else:
        reason = f"unknown mechanism {mechanism!r}"
    known = ", ".join(each.name for each in TERMS if each.mechanism not in hybrids())
    raise InputError(
        f"{reason}; allowed: a coupling ({', '.join(shelf)}), a hyphen, and a map ({', '.join(maps)}); a map alone; or {known}"
    )
