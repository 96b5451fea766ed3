"""LaTeX as MathML, which browsers draw by themselves; markup of an allowed kind only. Interprets no mathematics."""

from __future__ import annotations

import functools
import re
import unicodedata
import xml.etree.ElementTree as ET
from html import escape, unescape

MAX_LATEX = 4000
_TAGS = re.compile(
    "math|mrow|m[ion]|mtext|mspace|mfrac|msqrt|mroot|msu[bp]|msubsup|m(?:under|over)|munderover|"
    "mtable|mt[rd]|mstyle"
)
_ATTRIBUTES = re.compile(
    "xmlns|display(?:style)?|scriptlevel|stretchy|fence|form|m(?:in|ax)size|width|linethickness|"
    "accent|movablelimits"
)
_ALPHABETS = {
    "double-struck": "DOUBLE-STRUCK",
    "script": "SCRIPT",
    "bold": "BOLD",
    "bold-italic": "BOLD ITALIC",
}
_DEFINITIONS = re.compile(
    r"\\(?:[a-z]*newcommand|newenvironment|providecommand|DeclareMathOperator|[exg]?def|let)(?![A-Za-z])"
)
_UNSEEN = "\u00a0\u2002\u2003\u2009\u200a\u2061\u2062"
_OPERATORS = re.compile(r"\\arg(?![A-Za-z])")


def formula(latex: str) -> str:
    """LaTeX as a `<math>` element, with the text itself below; only the text where it cannot be converted."""
    text = f"<pre>{escape(latex)}</pre>"
    drawn = mathml(latex)
    if drawn is None:
        return text
    return f"{drawn}<details><summary>LaTeX</summary>{text}</details>"


@functools.lru_cache(maxsize=4096)
def mathml(latex: str) -> str | None:
    """LaTeX as presentation MathML, or None where a command is unknown, the text is broken, or too long."""
    from latex2mathml.converter import convert_to_element

    if len(latex) > MAX_LATEX or _DEFINITIONS.search(latex):
        return None  # short text may define commands that expand without end
    try:
        tree = convert_to_element(_OPERATORS.sub(r"\\operatorname{arg}", latex), display="block")
    except Exception:  # noqa: BLE001 -- any text may come here; what the converter refuses is shown as text
        return None
    for element in tree.iter():
        if not _admitted(element):
            return None
    return ET.tostring(tree, encoding="unicode")


def _admitted(element: ET.Element) -> bool:
    """Bring an element into the allowed form; False where it has none."""
    if not _TAGS.fullmatch(element.tag) or element.tail:
        return False
    text = unescape(element.text or "")
    if "\\" in text or not all(character.isprintable() or character in _UNSEEN for character in text):
        return False
    variant = element.attrib.get("mathvariant", "")
    if variant in _ALPHABETS:
        text = "".join(_lettered(character, _ALPHABETS[variant]) for character in text)
    kept = {name: value for name, value in element.attrib.items() if _ATTRIBUTES.fullmatch(name)}
    if variant == "normal":
        kept["mathvariant"] = "normal"
    element.attrib.clear()
    element.attrib.update(kept)
    element.text = text or None
    return True


def _lettered(character: str, alphabet: str) -> str:
    """A letter or digit in a mathematical alphabet, which every browser draws; others stay."""
    plain = (
        unicodedata.name(character, "").removeprefix("LATIN ").removeprefix("GREEK ").replace("LETTER ", "")
    )
    for name in (f"MATHEMATICAL {alphabet} {plain}", f"{alphabet} {plain}"):
        try:
            return unicodedata.lookup(name)
        except KeyError:
            continue
    return character
