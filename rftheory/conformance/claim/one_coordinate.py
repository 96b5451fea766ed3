"""What can be asked of points with one coordinate: all rows are parallel there, and means alone are checked."""

from __future__ import annotations

from rftheory.errors import InputError


def on_a_line(contract: str, mechanism: str | None, *, kernel: bool, ratios: bool) -> None:
    """InputError for anything but features and estimates of which a kernel is declared, and no mechanism."""
    if contract not in ("features", "estimates") or mechanism is not None or ratios or not kernel:
        raise InputError(
            "d = 1; allowed: at least 2, or features and estimates by --kernel (or --gamma, --lengthscale, --sigma) and no "
            "--mechanism, whose means are checked"
        )
