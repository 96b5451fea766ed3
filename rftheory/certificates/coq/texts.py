"""Expressions of Coq as text: numbers, sums, products and quotients with the brackets that they need."""

from __future__ import annotations

import re
from fractions import Fraction

Parts = tuple[str, str]  # real and imaginary part; "" is 0


def number(value: Fraction | int) -> str:
    """A rational number."""
    q = Fraction(value)
    top = str(abs(q.numerator)) if q.denominator == 1 else f"{abs(q.numerator)} / {q.denominator}"
    return f"(- {top})" if q < 0 else top if q.denominator == 1 else f"({top})"


def closed(text: str) -> str:
    """In brackets unless it is one word."""
    return text if re.fullmatch(r"\w+", text) or bracketed(text) else f"({text})"


def bracketed(text: str) -> bool:
    """Whether one pair of brackets holds all."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return place == len(text) - 1 and text[0] == "("
    return False


def factor(text: str) -> str:
    """A factor of a product: sums and what a sign leads are put in brackets."""
    return text if re.fullmatch(r"[\w^ ()/*]+", text) and not loose(text) else closed(text)


def loose(text: str) -> bool:
    """Whether a sum or sign stands outside of brackets."""
    depth = 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and sign in "+-":
            return True
    return False


def added(parts: list[str]) -> str:
    """A sum; what a sign leads is subtracted."""
    first, *others = parts or [""]
    return first + "".join(f" - {p[2:]}" if p.startswith("- ") else f" + {p}" for p in others)


def minus(text: str) -> str:
    """The negative: a product or one word is led by the sign, a sum is put in brackets."""
    if not text:
        return ""
    if text.startswith("- "):
        return text[2:] if not loose(text[2:]) else f"- {closed(text)}"
    return f"- {text if not loose(text) else closed(text)}"


def times(a: str, b: str) -> str:
    """A product of real expressions, "" being 0."""
    if not a or not b:
        return ""
    return b if a == "1" else a if b == "1" else f"{factor(a)} * {factor(b) if '/' not in b else closed(b)}"


def multiplied(a: Parts, b: Parts) -> Parts:
    """A product of complex ones."""
    return (
        added([part for part in (times(a[0], b[0]), minus(times(a[1], b[1]))) if part]),
        added([part for part in (times(a[0], b[1]), times(a[1], b[0])) if part]),
    )


def over(text: str, under: str) -> str:
    """A quotient."""
    return f"{factor(text)} / {under}" if text else ""
