"""Certified values as notebooks show them: digits in groups of five, the radius beside them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

_GROUP = 5


def value_html(parts: Sequence[str], radius: str, method: str) -> str:
    """The real part, and the imaginary one if any, with thin spaces between groups of digits, and the radius."""
    shown = _joined([_grouped(part, "\N{NARROW NO-BREAK SPACE}<wbr>") for part in parts])
    certainty = "exact" if radius == "0" else f"± {_power(radius)}"
    title = escape(method, quote=True)
    return (
        f'<span class="rftheory-value" title="{title}"><code>{shown}</code> <small>{certainty}</small></span>'
    )


def value_latex(parts: Sequence[str], radius: str) -> str:
    r"""The same with `\,` between groups of digits."""
    joined = _joined([_latex(_grouped(part, r"\,")) for part in parts]).replace("j", r"\,\mathrm i")
    return f"${joined}$" if radius == "0" else rf"${joined} \pm {_latex(radius)}$"


def _joined(parts: Sequence[str]) -> str:
    if len(parts) == 1:
        return parts[0]
    return f"{parts[0]}{'' if parts[1].startswith('-') else '+'}{parts[1]}j"


def _grouped(text: str, between: str) -> str:
    """Digits before the point in groups from the right of it, digits behind it from the left."""
    mantissa, e, power = text.partition("e")
    sign = "-" if mantissa.startswith("-") else ""
    whole, point, rest = mantissa.lstrip("-").partition(".")
    first = len(whole) % _GROUP
    before = [whole[:first]] * bool(first) + [whole[i : i + _GROUP] for i in range(first, len(whole), _GROUP)]
    after = [rest[i : i + _GROUP] for i in range(0, len(rest), _GROUP)]
    return sign + between.join(before) + point + between.join(after) + e + power


def _power(radius: str) -> str:
    digit, e, power = radius.partition("e")
    return f"{digit}·10<sup>{power}</sup>" if e else digit


def _latex(text: str) -> str:
    mantissa, e, power = text.partition("e")
    return rf"{mantissa} \cdot 10^{{{power}}}" if e else mantissa
