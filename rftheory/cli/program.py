"""What shells know the program by."""

from __future__ import annotations

PROGRAM, COMPLETE = "rftheory", "_RFTHEORY_COMPLETE"
