"""BibTeX of the papers, as their shelves state it. Formats nothing itself."""

from __future__ import annotations

from collections.abc import Sequence

from rftheory import registry


def bibliography(keys: Sequence[str] = ()) -> str:
    """The BibTeX entries of these papers (none given: all), in order."""
    chosen = keys or tuple(registry.shelf())
    return "\n\n".join(registry.paper(key).bibtex.strip() for key in chosen) + "\n"
