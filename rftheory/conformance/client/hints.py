"""What code usually wants that fails at the arguments that it is given."""

from __future__ import annotations

import sys
from typing import Protocol

from rftheory.errors import InputError

MISTAKEN = (AssertionError, AttributeError, IndexError, RuntimeError, TypeError, ValueError)
"""What code raises that was given something of another kind."""


class Called(Protocol):
    """How code was called."""

    library: str
    dtype: str
    leading: int | None

    @property
    def contract(self) -> str:
        """Under which contract."""
        ...


def wanted(client: Called, error: Exception) -> str:
    """The option that code of another library, or for batches, usually wants; empty where nothing speaks for one."""
    if client.contract == "frequencies" or not isinstance(error, MISTAKEN) or isinstance(error, InputError):
        return ""
    loaded = next((name for name in ("torch", "jax") if name in sys.modules), None)
    foreign = isinstance(error, (TypeError, AttributeError)) and client.library == "numpy" and loaded
    options = [f"array {loaded}"] if foreign else []
    narrow = "dtype" in str(error) or "Float" in str(error)
    if client.library == "torch" and client.dtype == "float64" and narrow:
        options.append("dtype float32")
    options += [] if client.leading else ["leading 2 for (batch, head, n, d)"]
    return f"; allowed: code that takes such arguments (or options {', '.join(options)})" if options else ""
