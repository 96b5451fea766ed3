"""How much memory a process holds, and how much a machine has; None where the system does not say."""

from __future__ import annotations

import os
from pathlib import Path

SHARE = 0.75
"""Of the memory of the machine (or of its control group): what code may hold where nothing is said."""
CONTROL = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


def resident(process: int) -> int | None:
    """Bytes that a process holds in memory (Linux)."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def allowed() -> int | None:
    """Bytes that code may hold where nothing is said."""
    found = [_whole()] + [_number(Path(file)) for file in CONTROL]
    known = [size for size in found if size is not None]
    return int(SHARE * min(known)) if known else None


def _whole() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


def _number(file: Path) -> int | None:
    try:
        return int(file.read_text("ascii"))
    except (OSError, ValueError):
        return None
