"""The catalogue: what is known of every coupling and feature map, and the ids of the statements that certify it.

A new coupling or feature map is a file of the shelf and an entry here; `extended` adds entries for a while. The tests
hold each entry to its certificates, and each item of the shelf to an entry or to its reason in WITHOUT.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from typing import TypeVar

from rftheory import distributions
from rftheory.errors import InputError, shorten
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import AbstractCoupling, Kernel
from rftheory.mechanisms import _shelf
from rftheory.moments import relative_moments as relative
from rftheory.moments.block_powers import Spread
from rftheory.moments.dense.relative import DenseMoments
from rftheory.moments.entries import CertifyingSide, CouplingEntry, MapEntry, MechanismMoments, Term
from rftheory.moments.induced_kernels import induced_moments, own_maps
from rftheory.moments.pairs import Pair
from rftheory.moments.relative_moments import AbstractRelativeMoments
from rftheory.moments.row_maps import Row
from rftheory.moments.row_moments import row_moments
from rftheory.moments.term_moments import WAVES, TermMoments, estimate_moments, term_moments

UNBIASED = "simrf/eq1"
"""That estimates are unbiased, of a map without a statement of its own."""
FORM = "simrf/eq3"
"""The form of a map without a definition of its own."""
INFINITE = "crt/thm3.2"
"""Where a variance is infinite."""
SMREG = "performer/sec2.3/smreg"
"""The mean with rows of length sqrt(d), of a map without a statement of its own."""
COUPLED_ROWS = "crt/thm4.1"
"""The variance of maps of whole rows with coupled rows."""

PAIRS, PAIRS_OF_WAVES = "beyond/rho-beta", "beyond/rff-pair"
"""The mean product of two rows of a block, of e^t and of cos t."""
POISSON, GEOMETRIC = "crt/thm3.4", "crt/thm3.5"
"""The variances of counts."""
_SAME = 1e-9


def _projected(name: str, kernel: Kernel, x: Floats, y: Floats, fixed: bool, row: Row | None) -> TermMoments:
    del row
    return term_moments(name, kernel, x, y, fixed)


def _induced(name: str, kernel: Kernel, x: Floats, y: Floats, fixed: bool, row: Row | None) -> TermMoments:
    del kernel, row
    return induced_moments(name, x, y, fixed=fixed)


def _whole(kernel: Kernel, x: Floats, y: Floats, fixed: bool, row: Row | None) -> TermMoments:
    if row is None:
        raise InputError("the parameters of a map of whole rows; allowed: give them")
    return row_moments(row, kernel, x, y, fixed)


_BOTH: tuple[Kernel, ...] = ("gaussian", "softmax")
_GERF = CertifyingSide("crt/thm3.2:lhs", "gaussian")


def _generalised(
    name: str, term: Term | None = _whole, known: relative.GeneralisedMoments | None = None, s: int = 1
) -> MapEntry:
    """A generalised exponential map: rows of a block vary together as those of e^t (s = 1) or cos t do."""
    return MapEntry(
        name,
        "crt/eq4",
        dict.fromkeys(_BOTH, "crt/thm3.1"),
        "crt/thm3.2",
        COUPLED_ROWS,
        SMREG,
        term,
        known,
        relative.positive_pairs if s == 1 else relative.trigonometric_pairs,
        PAIRS if s == 1 else PAIRS_OF_WAVES,
        (_GERF,),
    )


def _counts(
    name: str,
    variance: str,
    known: AbstractRelativeMoments | None = None,
    term: Term | None = _whole,
    *,
    certified: bool = True,
) -> MapEntry:
    """A map of counts, which are independent."""
    return MapEntry(
        name,
        "crt/eq10",
        dict.fromkeys(_BOTH, "crt/eq9"),
        variance,
        term=term,
        relative=known,
        certificates=(CertifyingSide(f"{variance}:rhs", "gaussian"),) if certified else (),
    )


_MAPS = (
    MapEntry(
        "trigonometric",
        "simrf/eq3",
        {"gaussian": "orf/lemma1/mean", "softmax": "performer/sec2.3/estimator-trig"},
        "performer/lemma2/trig",
        "orf/thm1/decomposition",
        "orf/thm2/bias",
        partial(_projected, "trigonometric"),
        relative.TrigonometricMoments(),
        relative.trigonometric_pairs,
        PAIRS_OF_WAVES,
        (
            CertifyingSide("performer/lemma2/trig", "softmax"),
            CertifyingSide("crt/sec2.2/trig-variance", "gaussian"),
        ),
    ),
    MapEntry(
        "positive",
        "simrf/eq7",
        {"gaussian": "simrf/eq7", "softmax": "performer/lemma1/exp"},
        "performer/lemma2/positive",
        "simrf/thm3.2/formula",
        SMREG,
        partial(_projected, "positive"),
        relative.PositiveMoments(),
        relative.positive_pairs,
        PAIRS,
        (CertifyingSide("performer/lemma2/positive", "softmax"),),
    ),
    MapEntry(
        "hyperbolic",
        "performer/lemma1/cosh",
        {"softmax": "performer/lemma1/cosh"},
        "performer/lemma2/hyperbolic",
        "simrf/thm3.2/formula",
        SMREG,
        partial(_projected, "hyperbolic"),
        relative.HyperbolicMoments(),
        relative.hyperbolic_pairs,
        PAIRS,
        (CertifyingSide("performer/lemma2/hyperbolic", "softmax"),),
    ),
    MapEntry(
        "phase",
        "beyond/phase/mean",
        {"gaussian": "beyond/phase/mean"},
        "beyond/phase/variance",
        "beyond/phase/variance",
        SMREG,
        partial(_projected, "phase"),
        certificates=(CertifyingSide("beyond/phase/variance:rhs", "gaussian"),),
    ),
    _generalised("oprf", known=relative.GeneralisedMoments()),
    _generalised("gerf+", None, relative.GeneralisedMoments("gerf+", 1, False)),
    _generalised("gerf-", None, relative.GeneralisedMoments("gerf-", -1, False), -1),
    _generalised("gerf"),
    _generalised("gerf-negative", s=-1),
    replace(_generalised("gerf-antithetic"), gap=relative.hyperbolic_pairs, certificates=()),
    _counts("poisson", POISSON, relative.PoissonMoments()),
    _counts("poisson-each", POISSON, relative.PoissonMoments("poisson-each", True), None),
    _counts("poisson-positive", POISSON),
    _counts("geometric", GEOMETRIC, relative.GeometricMoments()),
    _counts("geometric-positive", GEOMETRIC),
    _counts("discrete", "crt/eq10", certified=False),
    _counts("discrete-positive", "crt/eq10", certified=False),
    MapEntry(
        "dense",
        "beyond/dense/feature",
        dict.fromkeys(_BOTH, "beyond/dense/unbiased"),
        "beyond/dense/relative",
        "beyond/dense/ort/pair",
        SMREG,
        _whole,
        DenseMoments(),
        certificates=(CertifyingSide("beyond/dense/variance", "softmax"),),
    ),
    MapEntry(
        "angular-hybrid",
        "hrf/eq19/estimator",
        variance="hrf/thmD.1/shared",
        relative=relative.AngularMoments(),
        certificates=(CertifyingSide("hrf/thmD.1/shared", "softmax"),),
    ),
)

_COUPLINGS = (
    CouplingEntry("iid", True, conformity="simrf/lemma4.1/conformity:rhs"),
    CouplingEntry(
        "orthogonal",
        True,
        (
            CertifyingSide("simrf/cor3.3:rhs", "gaussian", "positive"),
            CertifyingSide("orf/thm1/decomposition:rhs", "gaussian", "trigonometric"),
            CertifyingSide("crt/thm4.1/ort", "gaussian", "gerf"),
            CertifyingSide("beyond/gerf/ort-variance", "gaussian", "gerf-negative"),
        ),
        "simrf/thm4.3/orf:rhs",
    ),
    CouplingEntry(
        "simplex",
        True,
        (
            CertifyingSide("simrf/cor3.3:lhs", "gaussian", "positive"),
            CertifyingSide("beyond/rff-simplex/mse", "gaussian", "trigonometric"),
            CertifyingSide("beyond/gerf/simplex-variance", "gaussian", "gerf"),
            CertifyingSide("beyond/gerf/simplex-variance", "gaussian", "gerf-negative"),
        ),
        "simrf/thm4.3/simrf:rhs",
    ),
    CouplingEntry(
        "simplex-full",
        certificates=(CertifyingSide("beyond/simplex-d+1/mse", "gaussian", "positive"),),
        note="its one cosine gives moments of plain maps near the origin; not ranked beside the simplex",
    ),
    CouplingEntry(
        "sphere",
        certificates=(CertifyingSide(SMREG, "softmax", "positive", "mean"),),
        note="rows of length sqrt(d) have another mean than the kernel: the regularised one",
    ),
    CouplingEntry(
        "orthogonal-fixed-norm",
        certificates=(
            CertifyingSide(SMREG, "softmax", "positive", "mean"),
            CertifyingSide("performer/thm2/smreg:lhs", "softmax", "positive"),
            CertifyingSide("orf/thm2/bias:lhs", "gaussian", "trigonometric", "bias"),
        ),
        note="rows of length sqrt(d) have another mean than the kernel: the regularised one",
    ),
)

_TURNED = "not isotropic: moments depend on where the points lie, and only bounds of them are known"
WITHOUT = {
    "cross-polytope": "rows of a block have two cosines; only the bound of `coupled_bound` is used",
    "simplex-plus": "directions follow the norms; only the bound of `coupled_bound` is used",
    **dict.fromkeys(("hd1", "hd2", "hd3", "hadamard-simplex", "givens"), _TURNED),
}
"""Couplings of the shelf without an entry, and why."""

HYBRID_MEAN = "hrf/eq8/unbiased"
HYBRID_ENDS = "hrf/sec2.4/zero-ends"
HYBRID_SIGN = "hrf/eq16"
HYBRID_VARIANCE = {True: "hrf/thm3.1/shared", False: "hrf/thm3.1/independent"}
"""What `hybrid_moments` of any hybrid stand on; the variance by whether its projections are shared."""

E = TypeVar("E", MapEntry, CouplingEntry)
_added: dict[str, MapEntry] = {}
_added_couplings: dict[str, CouplingEntry] = {}


@contextmanager
def extended(*entries: MapEntry | CouplingEntry) -> Iterator[None]:
    """The catalogue with these entries too, as long as the block runs; InputError for a name that it has."""
    for entry in entries:
        if entry.name in (*maps(), *couplings()):
            raise InputError(f"two entries are named {entry.name!r}; allowed: one entry, one name")
        if isinstance(entry, MapEntry):
            _added[entry.name] = entry
        else:
            _added_couplings[entry.name] = entry
    try:
        yield
    finally:
        for entry in entries:
            (_added if isinstance(entry, MapEntry) else _added_couplings).pop(entry.name)


def maps() -> dict[str, MapEntry]:
    """Every feature map by name; those of the shelf with a kernel of their own have what their functions induce."""
    own = {name: _own(name) for name in own_maps()}
    return {entry.name: entry for entry in _MAPS} | own | _offered(MapEntry) | _added


def couplings() -> dict[str, CouplingEntry]:
    """Every coupling by name."""
    return {entry.name: entry for entry in _COUPLINGS} | _offered(CouplingEntry) | _added_couplings


@cache
def _offered(kind: type[E]) -> dict[str, E]:
    """The entries of one kind that installed distributions bring; InputError for what is none, and a name that is taken."""
    taken = {entry.name for entry in (*_MAPS, *_COUPLINGS)}
    found: dict[str, E] = {}
    for entry in distributions.offered(distributions.MECHANISMS, "MOMENTS"):
        if not isinstance(entry, (MapEntry, CouplingEntry)):
            raise InputError(f"MOMENTS holds {shorten(entry)}; allowed: MapEntry, CouplingEntry")
        if entry.name in taken:
            raise InputError(f"two entries are named {entry.name!r}; allowed: one entry, one name")
        taken.add(entry.name)
        if isinstance(entry, kind):
            found[entry.name] = entry
    return found


def _own(name: str) -> MapEntry:
    eq5 = "performer/eq5"
    return MapEntry(name, eq5, {"own": eq5}, eq5, eq5, eq5, partial(_induced, name))


def ranked_maps() -> dict[str, AbstractRelativeMoments]:
    """What `recommend` compares."""
    return {name: entry.relative for name, entry in maps().items() if entry.relative is not None}


def ranked_couplings() -> tuple[str, ...]:
    """What `recommend` compares, independent rows first; InputError for an entry that its coupling belies."""
    shelf, found = _shelf.couplings(), [entry for entry in couplings().values() if entry.ranked]
    for entry in found:
        entry.check(shelf[entry.name])
    return tuple(entry.name for entry in found)


def moments(
    coupling: AbstractCoupling | None, name: str, kernel: Kernel, row: Row | None = None
) -> MechanismMoments:
    """What is known of estimates of the kernel by this map, at the parameters `row`, on rows of this coupling."""
    known = couplings().get(coupling.name) if coupling is not None else None
    entry = maps()[name if row is None else row.name]
    return MechanismMoments(coupling, entry, kernel, row, known is not None and known.ranked)


def definition(name: str) -> str:
    """The statement that defines the features."""
    found = maps().get(name)
    return FORM if found is None else found.definition


def mean_statement(name: str | None, kernel: Kernel, coupling: AbstractCoupling | None = None) -> str:
    """The statement that the estimates are unbiased; with rows of length sqrt(d), what else their mean is."""
    found = maps().get(name or "")
    if coupling is not None and coupling.law.norm == "sqrt(d)":
        return SMREG if found is None else found.fixed
    return UNBIASED if found is None else found.means.get(kernel, UNBIASED)


def variance_statement(name: str, coupling: AbstractCoupling | None = None, row: Row | None = None) -> str:
    """The statement of the variance, with rows of this coupling."""
    found = maps()[name]
    if coupling is None or coupling.law.directions == "independent":
        return found.variance
    return found.coupled if row is None else COUPLED_ROWS


def coupled_certificate(coupling: str, name: str) -> str:
    """The statement, with its side, of the variance of this map on rows of this coupling."""
    found = couplings()[coupling].certificates
    return next(one.id for one in found if (one.map, one.what) == (name, "variance"))


def familiar(name: str, kernel: Kernel, pair: Pair, m: int, mean: float) -> Iterator[tuple[str, str, Spread]]:
    """(coupling, map, moments) of every ranked coupling and plain map whose estimates have this mean, `name` first."""
    shelf = _shelf.couplings()
    for other in (name, *(one for one in WAVES if one != name)):
        if abs(term_moments(other, kernel, pair.x, pair.y, False).mean - mean) > _SAME * abs(mean):
            continue
        for rows in ranked_couplings():
            found = estimate_moments(shelf[rows], other, kernel, pair, m)
            if found is not None:
                yield rows, other, found
