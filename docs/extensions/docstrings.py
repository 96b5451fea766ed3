"""Docstrings of the library as the site's markup: code between backticks stays code, all other signs stay themselves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_CODE = re.compile(r"(`[^`]+`)")
_SIGNS = re.compile(r"([*|\\]|_\b)")


def marked_up(line: str) -> str:
    """A line of a docstring as reStructuredText that shows the same."""
    parts = _CODE.split(line)
    return "".join(
        f"`{part}`" if index % 2 else _SIGNS.sub(r"\\\1", part) for index, part in enumerate(parts)
    )


def _processed(
    _app: Sphinx, _what: str, _name: str, _obj: object, _options: object, lines: list[str]
) -> None:
    lines[:] = marked_up("\n".join(lines)).split("\n")


def setup(app: Sphinx) -> dict[str, Any]:
    """Listen to docstrings as they are read."""
    app.connect("autodoc-process-docstring", _processed)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
