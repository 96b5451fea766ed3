"""To be written."""

from rftheory.statements import Statement

STATEMENTS: tuple[Statement, ...] = ()
