"""Ids as attributes, so that every Python prompt completes them: rftheory.ids.simrf.thm4_3.orf is simrf/thm4.3/orf."""

from __future__ import annotations

import keyword
import re

from rftheory import registry

_OTHER = re.compile(r"\W")


class Id(str):
    """An id, or the beginning of some: a text like any other, whose attributes are the ids that begin with it.

    In the names of attributes every sign other than a letter or digit is `_`; a name that text has already, or that
    Python keeps for itself, ends in `_`.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return super().__repr__() if self else f"<ids: {', '.join(f'.{name}' for name in self._below())}>"

    def __getattr__(self, name: str) -> Id:
        found = self._below().get(name)
        if found is None:
            raise AttributeError(f"no id {str(self) or 'of rftheory'} with {name!r}; see dir()")
        return found

    def __dir__(self) -> list[str]:
        return list(self._below())

    def _ipython_key_completions_(self) -> list[str]:
        """For ids["simrf/<TAB>."""
        return [name for name in _every() if name.startswith(self)]

    def __getitem__(self, key: object) -> str:
        """ids["simrf/thm4.3/orf"], and what text gives for a number or slice."""
        if isinstance(key, str):
            registry.owner(key)
            return Id(key)
        return super().__getitem__(key)  # type: ignore[index]

    def _below(self) -> dict[str, Id]:
        start = f"{self}/" if self else ""
        found: dict[str, Id] = {}
        for name in _every():
            if name.startswith(start) and len(name) > len(start):
                part = name[len(start) :].partition("/")[0]
                found.setdefault(_attribute(part), Id(start + part))
        return found


def _every() -> list[str]:
    return [name for record in registry.records() for name in record.ids]


def _attribute(part: str) -> str:
    name = _OTHER.sub("_", part)
    if name[0].isdigit():
        name = f"_{name}"
    return f"{name}_" if hasattr(str, name) or keyword.iskeyword(name) else name


ids = Id("")
"""The root: rftheory.ids."""
