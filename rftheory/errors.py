"""Every exception of rftheory, each carrying what is needed to act on it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any


class RFTheoryError(Exception):
    """Base of all errors that rftheory raises on purpose. They travel between processes as they are."""

    def __reduce__(self) -> tuple[Any, ...]:
        """As text and attributes: the arguments of a subclass are not the text that it says."""
        return _rebuilt, (type(self), self.args, self.__dict__)


class InputError(RFTheoryError, ValueError):
    """The input cannot be used: the text says what was given and what is allowed."""


class DomainError(InputError):
    """A parameter lies outside its domain; carries `.parameter`, `.value` and `.rule`.

    `given`: all that a rule between several parameters takes, as `name = value, ...`; `.parameter` is its last one.
    """

    def __init__(self, parameter: str, value: Any, rule: str, *, given: str | None = None) -> None:
        self.parameter = parameter
        self.value = value
        self.rule = rule
        shown = f"{parameter} = {shorten(value)} is outside its domain: {rule}"
        super().__init__(shown if given is None else f"{given}: outside the domain; allowed: {rule}")


class UnknownIdError(InputError):
    """No statement, side or mechanism has this name; `.nearest` lists the closest ones."""

    def __init__(self, name: str, nearest: tuple[str, ...] = (), what: str = "statement") -> None:
        self.name = name
        self.nearest = nearest
        hint = f"; nearest: {', '.join(nearest)}" if nearest else ""
        super().__init__(f"unknown {what} {shorten(name)}{hint}")


class PrecisionError(RFTheoryError, ArithmeticError):
    """No enclosure certified the digits asked for; `.best` is the narrowest one found (or None)."""

    def __init__(self, message: str, best: Any = None) -> None:
        self.best = best
        super().__init__(message)


class NormaliserError(RFTheoryError, ArithmeticError):
    """Attention has normalisers that are not positive: `.count` of `.total` rows, `.first` its index."""

    def __init__(self, count: int, total: int, first: tuple[int, ...]) -> None:
        self.count = count
        self.total = total
        self.first = first
        super().__init__(
            f"{count} of {total} rows have a normaliser that is negative or vanishes, first at {first}: features "
            "of both signs may cancel; take more projections or positive features, or mark such rows as NaN"
        )


class BudgetError(RFTheoryError):
    """A check needs more work than its budget allows; the text says how much."""


def out_of_time(seconds: float) -> BudgetError:
    """What is said where an answer took longer than it was given."""
    return BudgetError(
        f"no answer after {seconds:g} seconds of computing: ask for fewer digits or smaller parameters, or "
        "allow more with --seconds"
    )


def unreadable() -> tuple[type[Exception], ...]:
    """What NumPy, zipfile and its decompressors raise at a file of arrays that is damaged, encrypted or none."""
    import lzma
    import tokenize
    import zipfile
    import zlib

    return (
        OSError,
        ValueError,
        TypeError,
        LookupError,
        EOFError,
        SyntaxError,
        OverflowError,
        MemoryError,
        RecursionError,
        RuntimeError,
        tokenize.TokenError,
        zipfile.BadZipFile,
        zipfile.LargeZipFile,
        zlib.error,
        lzma.LZMAError,
    )


def _rebuilt(kind: type[RFTheoryError], said: tuple[Any, ...], more: dict[str, Any]) -> RFTheoryError:
    error = kind.__new__(kind)
    error.args = said
    error.__dict__.update(more)
    return error


def shorten(value: Any, limit: int = 60) -> str:
    """One printable line of at most `limit` characters for any value, however large."""
    text = value if isinstance(value, str) else _text(value)
    text = "".join(c if c.isprintable() else "?" for c in text[: limit + 1])
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def not_text(value: Any) -> str:
    """What a rule about numbers adds where text is given, which looks the same in the message."""
    return ", not text" if isinstance(value, str) else ""


def _text(value: Any) -> str:
    """`repr`, with plain fractions; numbers beyond the interpreter's limit for decimal text are only named."""
    try:
        return str(value) if isinstance(value, Fraction) else repr(value)
    except ValueError:
        return f"({type(value).__name__} too long to print)"
