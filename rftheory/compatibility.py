"""What the oldest Python that is allowed lacks, and which packages an installation has."""

from __future__ import annotations

import sys
from importlib.util import find_spec

__all__ = ("StrEnum", "installed")

if sys.version_info >= (3, 11):  # noqa: UP036 -- the light installation runs on 3.10
    from enum import StrEnum
else:
    from enum import Enum

    class StrEnum(str, Enum):  # noqa: UP042
        """Members are texts, and print as such."""

        __str__ = str.__str__


def installed(package: str) -> bool:
    """Whether a package can be imported."""
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):
        return False
