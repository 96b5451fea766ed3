"""Words that stand among formulas, as LaTeX: upright text, its indices and powers set as such, its signs as signs."""

from __future__ import annotations

import re

from sympy.printing.pretty.pretty_symbology import greek_letters

_SIGNS = {
    "<=": r"\le ", ">=": r"\ge ", "!=": r"\ne ", "->": r"\to ", "<": "<", ">": ">", "|": "|", "~": r"\sim ",
    "{": r"\{", "}": r"\}", "\\": r"\backslash ", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\wedge ",
}  # fmt: skip
_SCRIPT = r"[_^](?:[^\W_]+|\([^()]*\))"
_PIECE = re.compile(f"{_SCRIPT}|{'|'.join(map(re.escape, _SIGNS))}")


def worded(words: str) -> str:
    r"""LaTeX of plain words: `rows w_i of R^(d-1)` has i below and d-1 above; what `\text` cannot hold stands outside it.

    Every mark of the words is printed as itself; none is read as markup.
    """
    found, place, last = "", 0, ""
    for match in _PIECE.finditer(words):
        piece, before = match[0], words[place : match.start()]
        found += _text(before)
        script = piece[0] if len(piece) > 1 and piece[0] in "_^" else ""
        if script:
            bare = not found or (not before and last == script)
            found += f"{'{}' * bare}{script}{{{worded(piece[1:].strip('()'))}}}"
        else:
            found += _SIGNS[piece]
        place, last = match.end(), script
    return found + _text(words[place:])


def symbols(text: str) -> str:
    """LaTeX of a list of symbols (`x, y`, `sigma x, -x`), and of what is none as of words."""
    names = set(re.findall(r"[^\W\d_]+", text))
    if any(len(name) > 1 and name not in greek_letters for name in names):
        return worded(text)
    return re.sub(r"[^\W\d_]{2,}", lambda name: rf"\{name[0]}", text)


def _text(words: str) -> str:
    return rf"\text{{{words}}}" if words else ""
