"""What a second program accepts of a statement: its theorems where it has proofs, else its refutation."""

from __future__ import annotations

from typing import Any

from rftheory.certificates import refutation
from rftheory.evidence.theorems.store import stored


def certificate(identifier: str) -> tuple[dict[str, Any], ...]:
    """The proof objects of a statement, one a part of its claim, or the refutation of one that is false: as for JSON.

    Written to a file, each is accepted or refused by `rftheory-check FILE`, a program of the standard library that
    shares no code with what made it; docs/proof.md defines the form. Raises InputError, which says why, for a
    statement that has neither, and UnknownIdError.
    """
    proofs = stored(identifier)
    if proofs:
        return tuple(dict(found) for found in proofs.values())
    return (refutation.certificate(identifier),)
