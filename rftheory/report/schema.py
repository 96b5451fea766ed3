"""The one schema, and what every document of it has: its number, values, versions. Renders nothing, computes nothing."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from rftheory import __version__
from rftheory.verdict import Conclusion, Verdict

if TYPE_CHECKING:
    from rftheory.exact.enclosure import Enclosure

SCHEMA = 1
Document = dict[str, Any]


def json_schema() -> Document:
    """The JSON Schema of every document, as shipped with the package."""
    text = (files("rftheory") / "report" / "schema-1.json").read_text(encoding="utf-8")
    loaded: Document = json.loads(text)
    return loaded


def value_document(
    identifier: str, side: str, parameters: Mapping[str, object], enclosure: Enclosure
) -> Document:
    """A certified value: every printed digit is correct, |value - truth| <= radius."""
    document: Document = {
        "id": identifier,
        "side": side,
        "parameters": dict(parameters),
        "digits": enclosure.digits,
        "value": enclosure.value,
    }
    if enclosure.value_im is not None:
        document["value_im"] = enclosure.value_im
    return document | {"radius": enclosure.largest_radius, "method": enclosure.method}


def verdict_name(verdict: Verdict | None) -> str | None:
    """A verdict as documents give it; None where nothing is recorded."""
    return None if verdict is None else verdict.value


def conclusion_document(conclusion: Conclusion | None) -> Document:
    """The word, and the conclusion in full: what holds beside it, and whether it holds in part only."""
    if conclusion is None:
        return {"verdict": None, "conclusion": None}
    return {"verdict": conclusion.verdict.value, "conclusion": str(conclusion)}


def environment() -> Document:
    """Versions and platform of this run."""
    packages = ("python-flint", "sympy", "mpmath", "numpy", "scipy", "array-api-compat")
    return {
        "rftheory": __version__,
        "python": platform.python_version(),
        **{name: _version(name) for name in packages},
        "platform": platform.platform(),
    }


def _version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"
