"""The theory of random features, made executable and checked. Importing this loads nothing heavy."""

from __future__ import annotations

import importlib
from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "evaluate": "rftheory.evaluation",
    "statement": "rftheory.registry",
    "verify": "rftheory.verification",
    "search": "rftheory.verification",
    "Enclosure": "rftheory.exact.enclosure",
    "Verdict": "rftheory.verdict",
    "RFTheoryError": "rftheory.errors",
    "InputError": "rftheory.errors",
    "DomainError": "rftheory.errors",
    "UnknownIdError": "rftheory.errors",
    "PrecisionError": "rftheory.errors",
}

__all__ = (
    "DomainError",
    "Enclosure",
    "InputError",
    "PrecisionError",
    "RFTheoryError",
    "UnknownIdError",
    "Verdict",
    "__version__",
    "evaluate",
    "search",
    "statement",
    "verify",
)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'rftheory' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return list(__all__)
