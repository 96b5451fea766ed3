"""Large objects made small: a term that stands in several places is written once, and named there."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

Json = Any
LIMIT = 10_000
"""Bytes from which on an object is written so."""
_SHORT = 24  # bytes of a term that is as well repeated


def shortened(made: dict[str, Any]) -> dict[str, Any]:
    """The object with the key `parts` where it is large: its k-th term stands wherever "#k" does."""
    if len(json.dumps(made)) <= LIMIT:
        return made
    sharing = _Sharing([*made["claim"][1:], *(entry["of"] for entry in made["by"])])
    relation, *sides = made["claim"]
    claim = [relation, *map(sharing.written, sides)]
    by = [entry | {"of": sharing.written(entry["of"])} for entry in made["by"]]
    return made | {"claim": claim, "by": by, "parts": sharing.parts} if sharing.parts else made


class _Sharing:
    """The terms that stand in several places, each after those that stand in it."""

    def __init__(self, terms: list[Json]) -> None:
        self._count: Counter[str] = Counter()
        for each in terms:
            self._counted(each)
        self._names: dict[str, str] = {}
        self.parts: list[Json] = []

    def _counted(self, term: Json) -> None:
        """Every place of a term counts, but what stands in it once alone."""
        if isinstance(term, list):
            text = json.dumps(term)
            self._count[text] += 1
            if self._count[text] == 1:
                for part in term:
                    self._counted(part)

    def written(self, term: Json) -> Json:
        """The term with names in it, or its own name."""
        if not isinstance(term, list):
            return term
        text = json.dumps(term)
        if text in self._names:
            return self._names[text]
        inner = [self.written(part) for part in term]
        if self._count[text] < 2 or len(text) < _SHORT:
            return inner
        self.parts.append(inner)
        self._names[text] = f"#{len(self.parts) - 1}"
        return self._names[text]
