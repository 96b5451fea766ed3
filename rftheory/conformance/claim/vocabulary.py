"""What is said of a name of the field: the term that it means, why it is not known here, or what is near."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from rftheory.errors import InputError, UnknownIdError
from rftheory.mechanisms._field_names import TERMS, FieldName, named, plain
from rftheory.moments.row_maps import COUNTS

COMMON = frozenset(
    [
        "random",
        "features",
        "feature",
        "the",
        "of",
        "in",
        "with",
        "a",
        "an",
        "and",
        "for",
        "on",
        "projections",
        "estimator",
    ]
)


STRANGERS = {
    ("fastfood",): "rows S H G P H B are no mechanism whose moments are known here",
    ("qmc", "halton", "sobol", "quasi-monte-carlo"): "points of low discrepancy are no independent draws",
    ("nystroem", "nystrom"): "landmarks of the data are no random features",
    (
        "tensor-sketch",
        "tensorsketch",
        "polynomial-sketch",
    ): "sketches of polynomials are not known here",
    (
        "favor#",
        "sharp",
        "derf",
        "saderf",
        "dense-exponential",
    ): "dense exponential features are declared as dense, with their A or Sigma as a parameter",
    ("matern", "laplace", "cauchy"): "this is a kernel: see --kernel",
}
"""Names that are understood and not held against anything, and why."""


def term(name: str | None) -> FieldName | None:
    """The term of a name, whatever its case and its dashes; None for any other name.

    InputError for a name that is understood and not known here.
    """
    if name is None:
        return None
    if (known := named(name)) is not None:
        return known
    for names, why in STRANGERS.items():
        if plain(name) in names:
            raise InputError(
                f"{name}: {why}; allowed: no --mechanism, so that what the code is gets recognised, or one of "
                "`rftheory conform --list`"
            )
    return None


def unknown(mechanism: str, names: Iterable[str]) -> UnknownIdError:
    """The error for a name that nothing has: the nearest names by spelling and by meaning."""
    known = [*(name for found in TERMS for name in (found.name, *found.also)), *names]
    near = difflib.get_close_matches(mechanism.lower(), known, 4)
    return UnknownIdError(mechanism, tuple(dict.fromkeys((*_meant(mechanism), *near)))[:5], what="mechanism")


def _meant(mechanism: str) -> list[str]:
    """Terms whose meaning shares a word with the name."""
    asked = _words(mechanism)
    shared = [
        (len(asked & _words(f"{found.name} {found.meaning} {' '.join(found.also)}")), found)
        for found in TERMS
    ]
    most = max(count for count, _ in shared)
    return [found.name for count, found in shared if count == most][:3] if most else []


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]{3,}", text.lower())) - COMMON


def needed(name: str) -> str:
    """The parameters that a mechanism needs, as --list prints them."""
    base = name.removesuffix("-positive")
    if name in COUNTS:
        return {"poisson": "lam", "geometric": "p", "discrete": "masses"}[base]
    return "A (optional)" if "oprf" in name or "gerf" in name else ""
