"""What the mixing variables of a stationary kernel's rows are shared by, in the words of a claim."""

from __future__ import annotations

from rftheory.errors import InputError, shorten
from rftheory.moments.radial_kernels import StationaryKernel
from rftheory.moments.waves.kernel_names import NAMED
from rftheory.moments.waves.wave_moments import Sharing

SHARINGS: tuple[Sharing, ...] = ("row", "block", "stratified")


def shared(sharing: str | None, kernel: StationaryKernel | None) -> Sharing:
    """Who shares a mixing variable; InputError for another word, and without a kernel that has one."""
    if sharing is None:
        return "row"
    for word in SHARINGS:
        if sharing == word and kernel is not None:
            return word
    if sharing in SHARINGS:
        raise InputError(
            f"sharing {sharing} is given without a kernel; allowed: --kernel of {', '.join(NAMED)}"
        )
    raise InputError(f"sharing {shorten(sharing)}; allowed: {', '.join(SHARINGS)}")
