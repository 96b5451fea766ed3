"""Frames: arrangements of m unit vectors, turned at random, with independent chi lengths; by the cosines of their pairs.

The mean square error of an estimate from such rows needs pairs alone: with f_i the estimate of one row and k the kernel,
m^2 E (mean - k)^2 = sum over i, j of E (f_i - k)(f_j - k), and a pair is told by its cosine. Every row of a frame sees
the same cosines. Sources: polygons by hand; the others Conway and Sloane, Sphere packings, lattices and groups (1999).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import sympy as sp
from sympy.core.function import AppliedUndef

from rftheory.claims import Claim, Estimate, Quantity
from rftheory.evidence.mutants.nodes.place import NoValue, Realised
from rftheory.measured.engine.nets import Nets
from rftheory.measured.inputs import Floats

_GOLD = (1.0 + math.sqrt(5.0)) / 4.0  # cos 36
_SMALL = (math.sqrt(5.0) - 1.0) / 4.0  # cos 72
Cosines = Mapping[float, int]


@dataclass(frozen=True)
class Arrangement:
    """Of how many vectors in which dimension (None: any that the claim names), and the cosines from one to the others."""

    rows: int | None
    d: int | None
    cosines: Callable[[int], Cosines]


def _fixed(d: int, cosines: Cosines) -> Arrangement:
    return Arrangement(1 + sum(cosines.values()), d, lambda _: cosines)


def _polygon(m: int) -> Cosines:
    found: dict[float, int] = {}
    for k in range(1, m):
        cosine = round(math.cos(2.0 * math.pi * k / m), 15)
        found[cosine] = found.get(cosine, 0) + 1
    return found


_ICOSAHEDRON = _fixed(3, {5**-0.5: 5, -(5**-0.5): 5, -1.0: 1})
_FRAMES = {
    "polygon": Arrangement(None, 2, _polygon),
    "icosahedron": _ICOSAHEDRON,
    "sharp code": _ICOSAHEDRON,
    "600-cell": _fixed(
        4, {_GOLD: 12, 0.5: 20, _SMALL: 12, 0.0: 30, -_SMALL: 12, -0.5: 20, -_GOLD: 12, -1.0: 1}
    ),
    "roots of E8": _fixed(8, {0.5: 56, 0.0: 126, -0.5: 56, -1.0: 1}),
    "minimal vectors of Leech": _fixed(
        24, {0.5: 4600, 0.25: 47104, 0.0: 93150, -0.25: 47104, -0.5: 4600, -1.0: 1}
    ),
}
_SIMPLEX = Arrangement(None, None, lambda m: {-1.0 / (m - 1): m - 1} if m > 1 else {})
for _name in ("simplex of m rows", "m-vertex simplex"):
    _FRAMES[_name] = _SIMPLEX
FAMILIES = frozenset(
    (
        "isotropic, blind to lengths",
        "rotation-invariant weight-independent",
        "weight-independent, rotation-invariant",
    )
)
"""Names of all couplings with uniform directions and independent chi lengths: every frame is one of them."""


def frame_of(name: str) -> Arrangement | None:
    """The frame of that name; None where it is none."""
    return _FRAMES.get(name)


def cosines_of(frame: Arrangement, rows: int, d: int) -> Cosines:
    """The cosines from one of `rows` vectors in R^d to the others; NoValue where the frame has other numbers of them."""
    if (frame.rows or rows) != rows or (frame.d or d) != d:
        raise NoValue(f"the frame has {frame.rows or rows} vectors in R^{frame.d or d}")
    if frame is _SIMPLEX and rows > d + 1:
        raise NoValue(f"no simplex of {rows} vectors in R^{d}")
    return frame.cosines(rows)


def said(claim: Claim) -> dict[str, Fraction]:
    """What a claim says that its domain leaves out: the dimension of its frames, how many vectors they have; g(t) =
    (1 + t)/2 where an exponential of g is to have a mean.
    """
    found: dict[str, Fraction] = {}
    for term in claim.terms:
        if not isinstance(term, sp.Basic):
            continue
        for node in sorted(term.atoms(Estimate), key=str):
            frame = frame_of(node.coupling)
            if frame is not None and frame.d is not None:
                found["d"] = Fraction(frame.d)
                if frame.rows is not None and node.rows.is_Symbol:
                    found[str(node.rows)] = Fraction(frame.rows)
        of_g = any(str(node.args[0]).startswith("coefficient of") for node in term.atoms(Quantity))
        if of_g or any(str(g.func) == "g" for e in term.atoms(sp.exp) for g in e.atoms(AppliedUndef)):
            found |= {"a0": Fraction(1, 2), "a1": Fraction(1, 2)}
    return found


def pairs_of(cosines: Iterable[float], place: Realised, nets: Nets) -> Iterator[Floats]:
    """Two rows of chi lengths and every cosine, (draws, 2, d): the same first row with all of them.

    In R^d only the coordinates that the inputs use are drawn, one along the rest of the first row, and what is left.
    """
    d = place.d
    used = max((int(np.flatnonzero(v)[-1]) + 1 for v in place.pair if np.any(v)), default=1)
    if d >= used + 3:
        drawn = np.zeros((nets.draws, 2, d))
        drawn[:, :, :used] = nets.gaussians(2, used)
        drawn[:, 0, used] = np.sqrt(nets.chisquare(d - used, (nets.draws,)))
        drawn[:, 1, used] = nets.gaussians()
        drawn[:, 1, used + 1] = np.sqrt(nets.chisquare(d - used - 1, (nets.draws,)))
    else:
        drawn = nets.gaussians(2, d)
    lengths = np.sqrt(nets.chisquare(d, (nets.draws, 2, 1)))
    one = drawn[:, 0] / np.linalg.norm(drawn[:, 0], axis=-1, keepdims=True)
    other = drawn[:, 1] - np.vecdot(drawn[:, 1], one)[:, None] * one
    size = np.linalg.norm(other, axis=-1, keepdims=True)
    other = other / np.where(size > 0.0, size, 1.0)
    for cosine in cosines:
        turned = cosine * one + math.sqrt(max(0.0, 1.0 - cosine**2)) * other
        yield np.stack([one, turned], axis=1) * lengths
