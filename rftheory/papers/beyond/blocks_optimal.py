"""Optimal blocks of more than d + 1 rows: cross-polytope, regular polygons, icosahedron and other sharp codes."""

from __future__ import annotations

import itertools

import sympy as sp

from rftheory.exact.functions.polygon import PolygonSum, PolygonSumBesideSquare
from rftheory.kit import (
    Below,
    Derivation,
    Domain,
    Proof,
    Representations,
    Restated,
    Statement,
    formally,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.invariants import m
from rftheory.papers.beyond._lemmas.blocks import (
    DIMENSION,
    MOVING,
    T,
    absolutely_monotone,
    block_formula,
    length,
    p,
    ratio,
    rho,
)

_NEAR = real("v", above=0, reach=("1e-2", 6), meaning="|x+y|, positive")
_POLYGONS = Domain(
    (integer("m", 2, reach=10**6, meaning="rows of a block"), MOVING),
    extra=tuple(
        {"m": mm, "v": vv}
        for mm, vv in ((2, 1), (3, 2), (5, 1), (4, 10), (7, "1e-3"), (12, 3), (1000, 2), (5, 20))
    ),
)
_LINE = Domain((MOVING,), extra=tuple({"v": vv} for vv in (1, 2, "1e-3", "1/2", 5, 8)))
_TWO, _THREE = sp.Integer(2), sp.Integer(3)
_ROOT = 1 / sp.sqrt(5)
_ICOSAHEDRAL = 5 * rho(_ROOT, T, _THREE) + 5 * rho(-_ROOT, T, _THREE) + rho(sp.S.NegativeOne, T, _THREE)
# rational points of the circle, (1-s^2, 2s)/(1+s^2), and of the sphere by stereographic projection
_CIRCLE = tuple(f"s{i}" for i in range(1, 5))
_SQUARES = Domain(
    (*(real(name, reach=("1e-2", 50)) for name in _CIRCLE[:3]), _NEAR),
    extra=tuple(
        {**dict(zip(_CIRCLE, s, strict=False)), "v": vv}
        for s, vv in (
            ((1, -1, "1000"), 1),
            ((1, -1, -1), 2),
            (("99/100", "-1", 10**6), 3),
            ((0, 0, 0), 1),
            (("3/2", "-3/2", 1), "1/2"),
        )
    ),
)


def _circle(names: tuple[str, ...]) -> list[tuple[sp.Expr, sp.Expr]]:
    parameters = [sp.Integer(0), *(sp.Symbol(name, real=True) for name in names)]
    return [((1 - s**2) / (1 + s**2), 2 * s / (1 + s**2)) for s in parameters]


def _energy(names: tuple[str, ...]) -> sp.Expr:
    """Sum of F over the ordered pairs of the point (1, 0) and the named ones."""
    points = _circle(names)
    return 2 * sp.Add(
        *(rho(a[0] * b[0] + a[1] * b[1], T, _TWO) for a, b in itertools.combinations(points, 2))
    )


_SQUARE_ENERGY = 4 * (rho(sp.S.NegativeOne, T, _TWO) + 2 * rho(sp.S.Zero, T, _TWO))
_AGAINST_SQUARE = Restated(
    "four directions of the plane",
    {
        "square": formula(_SQUARE_ENERGY, _SQUARES, "v"),
        "any": formula(_energy(_CIRCLE[:3]), _SQUARES, "s1 s2 s3 v"),
    },
    _SQUARES,
    Below("square", "any", strict=False),
)


def _completely_monotone(proof: Proof) -> None:
    """F as a function of the squared distance s = 2 - 2c is completely monotone on (0, 4]."""
    block_formula(proof)
    absolutely_monotone(proof)
    s = sp.Symbol("s", positive=True)
    u = sp.Symbol("u", nonnegative=True)
    proof.equal(
        1 + (1 - s / 2),
        (4 - s) / 2,
        "1 + c = (4 - s)/2, so F is a positive combination of the powers ((4-s)/2)^j",
    )
    power = (u / 2) ** (p + 1)
    proof.nonnegative(
        sp.diff(power, u),
        "each is completely monotone: with u = 4 - s >= 0, (-d/ds)^n = (d/du)^n keeps it >= 0",
    )
    proof.cite(
        "Cohn and Kumar (J. Amer. Math. Soc. 20, 2007, Theorem 1.2): sharp codes and the 600-cell minimise the energy of every "
        "completely monotone potential of the squared distance among sets of as many points"
    )
    proof.cite(
        "applied to every realisation of the directions, then averaged: any isotropic weight-independent coupling"
    )


def _vertices(proof: Proof) -> None:
    """The cosines of the twelve vertices, counted."""
    golden = (1 + sp.sqrt(5)) / 2
    corners = []
    for a, b in itertools.product((1, -1), repeat=2):
        base = (sp.S.Zero, sp.Integer(a), b * golden)
        corners += [base, (base[2], base[0], base[1]), (base[1], base[2], base[0])]
    squared = sp.expand(sum(x**2 for x in corners[0]))
    cosines = [
        sp.radsimp(sp.expand(sum(x * y for x, y in zip(corners[0], q, strict=True))) / squared)
        for q in corners[1:]
    ]
    for value, often in ((_ROOT, 5), (-_ROOT, 5), (sp.S.NegativeOne, 1)):
        found = sum(1 for cosine in cosines if sp.simplify(cosine - value) == 0)
        proof.equal(
            sp.Integer(found),
            sp.Integer(often),
            f"of its 11 partners a vertex has {often} at the cosine {value}",
        )
    proof.cite(
        "the rotations of the icosahedron act transitively on its vertices: every row has these partners"
    )


_POLYGON_LATEX = r"1+\frac{\sum_{k=1}^{m-1}\left(\rho_{\cos(2\pi k/m)}(v)-e^{v^2}\right)}{e^{2v^2}-e^{v^2}}"
_ICOSAHEDRON_LATEX = r"1+\frac{5\rho_{1/\sqrt5}+5\rho_{-1/\sqrt5}+\rho_{-1}-11e^{v^2}}{e^{2v^2}-e^{v^2}}"

_SPHERES = Domain((DIMENSION, MOVING))


def _cross(proof: Proof) -> None:
    _completely_monotone(proof)
    d = sp.Symbol("d", positive=True)
    proof.equal(
        2 * d * (1 + (2 * d - 2)), 2 * d * (2 * d - 1), "2d (F(-1) + (2d-2) F(0)) counts all ordered pairs"
    )
    proof.equal(
        (1 + 0 * (2 * d - 2)) / (2 * d) * 2 * d,
        1,
        "two cosines, -1 and 0: a spherical 3-design, hence sharp (2*2 - 1 = 3)",
    )
    proof.equal((1 + (-1) ** 2) / (2 * d), 1 / d, "its second moment is that of the sphere")


OPTIMAL_M_CROSS_POLYTOPE = Statement(
    id="beyond/optimal-m/cross-polytope",
    kind="optimality",
    where="complement to Theorem 3.4 of simrf; Cohn and Kumar, J. AMS 20 (2007)",
    title="The cross-polytope is the best block of 2d rows",
    text="No isotropic, weight-independent coupling of 2d rows with iid chi_d norms has less error at any v.",
    latex=r"\sum_{i\ne j}F(c_{ij})\ge2d\left(F(-1)+(2d-2)F(0)\right)",
    domain_text="m = 2d, d >= 2, v >= 0",
    domain=_SPHERES,
    checks=(Derivation(_cross), _AGAINST_SQUARE),
    uses=("beyond/rho-coefficient", "beyond/cross-polytope/ratio"),
    mechanism=("cross-polytope", "positive"),
    note="Rests on the published theorem on universally optimal codes.",
)

_PENTAGONS = Domain(
    (*(real(name, reach=("1e-2", 50)) for name in _CIRCLE), _NEAR),
    extra=tuple(
        {**dict(zip(_CIRCLE, s, strict=True)), "v": vv}
        for s, vv in (
            (("73/100", "308/100", "-308/100", "-73/100"), 1),
            ((1, -1, 10, -10), 2),
            (("3/4", 3, -3, "-3/4"), 3),
        )
    ),
)

_AGAINST_PENTAGON = Restated(
    "five directions of the plane",
    {
        "pentagon": formula(5 * PolygonSum(_THREE + 2, T), _PENTAGONS, "v"),
        "any": formula(_energy(_CIRCLE), _PENTAGONS, "s1 s2 s3 s4 v"),
    },
    _PENTAGONS,
    Below("pentagon", "any", strict=False),
)


def _polygon(proof: Proof) -> None:
    _completely_monotone(proof)
    n = sp.Symbol("n", positive=True, integer=True)
    proof.equal(
        sp.cos(2 * sp.pi * (n - 1) / n),
        sp.cos(2 * sp.pi / n),
        "row k and row m - k have one cosine: floor(m/2) cosines",
    )
    for size in (2, 3, 4, 5, 6, 7):
        for power in range(1, size):
            moments = sum(sp.cos(2 * sp.pi * power * i / size) for i in range(size))
            proof.true(
                abs(sp.N(moments, 50)) < sp.Float("1e-45"), f"the {size}-gon is a design to degree {power}"
            )
    proof.cite(
        "sum_k e^(2 pi i k j/m) = 0 for 0 < j < m: a design of degree m - 1 >= 2 floor(m/2) - 1, hence sharp"
    )


OPTIMAL_M_POLYGON = Statement(
    id="beyond/optimal-m/polygon",
    kind="optimality",
    where="complement to Theorem 3.4 of simrf; Cohn and Kumar, J. AMS 20 (2007)",
    title="Regular polygons are the best blocks in the plane",
    text="For d = 2 no isotropic, weight-independent coupling of m rows with iid norms beats the regular m-gon at any v.",
    latex=_POLYGON_LATEX,
    domain_text="d = 2, m >= 2, v > 0",
    domain=_POLYGONS,
    checks=(Derivation(_polygon), _AGAINST_SQUARE, _AGAINST_PENTAGON),
    uses=("beyond/rho-coefficient", "beyond/polygon/ratio"),
    note="Rests on the published theorem on universally optimal codes.",
)

_TWELVE = Domain(
    (_NEAR,), extra=tuple({"v": vv} for vv in ("1/100", "1/2", 1, 2, 4, 6))
)  # the icosahedron against other sets of twelve directions

_CUBOCTAHEDRAL = (
    4 * rho(sp.Rational(1, 2), T, _THREE) + 2 * rho(sp.S.Zero, T, _THREE)
    + 4 * rho(-sp.Rational(1, 2), T, _THREE) + rho(sp.S.NegativeOne, T, _THREE)
)  # fmt: skip

_TWO_OCTAHEDRA = rho(sp.S.NegativeOne, T, _THREE) + 4 * rho(sp.S.Zero, T, _THREE) + 6 * sp.exp(T)


def _icosahedron(proof: Proof) -> None:
    _completely_monotone(proof)
    _vertices(proof)


OPTIMAL_M_ICOSAHEDRON = Statement(
    id="beyond/optimal-m/icosahedron",
    kind="optimality",
    where="complement to Theorem 3.4 of simrf; Cohn and Kumar, J. AMS 20 (2007)",
    title="The icosahedron and other sharp codes are the best blocks of their size",
    text=(
        "For d = 3 no isotropic, weight-independent coupling of 12 rows with iid norms beats the icosahedron at any v; so it is with "
        "the 600-cell (d = 4, m = 120), the roots of E8 (d = 8, m = 240), the Leech minimal vectors (d = 24, m = 196560) "
        "and every sharp code."
    ),
    latex=_ICOSAHEDRON_LATEX,
    domain_text="d = 3, m = 12, v > 0; the other codes alike",
    domain=_LINE,
    checks=(
        Derivation(_icosahedron),
        Restated(
            "against the cuboctahedron",
            {
                "icosahedron": formula(_ICOSAHEDRAL, _TWELVE, "v"),
                "other": formula(_CUBOCTAHEDRAL, _TWELVE, "v"),
            },
            _TWELVE,
            Below("icosahedron", "other"),
        ),
        Restated(
            "against two independent octahedra",
            {
                "icosahedron": formula(_ICOSAHEDRAL, _TWELVE, "v"),
                "other": formula(_TWO_OCTAHEDRA, _TWELVE, "v"),
            },
            _TWELVE,
            Below("icosahedron", "other"),
        ),
    ),
    uses=("beyond/rho-coefficient", "beyond/icosahedron/ratio"),
    note="Rests on the published theorem on universally optimal codes.",
)

_POLYGON_POINTS: tuple[dict[str, object], ...] = tuple(
    {"m": mm, "v": vv} for mm, vv in ((2, 1), (3, 2), (5, 1), (6, "1/10"), (8, 3), (13, 2), (30, 1))
)

_ONE_ROW = integer("m", 1, reach=10**6, meaning="rows of a block")

_k = sp.Symbol("k", positive=True, integer=True)

_PARTNERS = sp.Sum(rho(sp.cos(2 * sp.pi * _k / m), T, _TWO), (_k, 1, m - 1))

_POLYGON, _FAST_POLYGON = ratio(_PARTNERS, m), ratio(PolygonSumBesideSquare(m, T), m)


def _polygon_ratio(proof: Proof) -> None:
    block_formula(proof)
    angle = sp.Symbol("a", real=True)
    proof.equal(
        sp.simplify(sp.cos(angle) * sp.cos(length) + sp.sin(angle) * sp.sin(length) - sp.cos(angle - length)),
        0,
        "rows at angles 2 pi j/m and 2 pi l/m have the cosine of their difference",
    )
    size = sp.Symbol("n", positive=True)
    total = sp.Symbol("S", positive=True)
    proof.equal(size * total / size, total, "each row sees the differences k = 1..m-1 once")


POLYGON_RATIO = Statement(
    id="beyond/polygon/ratio",
    kind="identity",
    where="complement to Theorem 3.2 of simrf",
    title="Per-feature ratio of polygon blocks",
    text="Error of blocks of m rows along a regular m-gon of the plane against independent rows.",
    latex=_POLYGON_LATEX,
    domain_text="d = 2, m >= 2, v > 0",
    domain=_POLYGONS,
    sides={"": formally(formula(_POLYGON, _POLYGONS, "m v", closed=_FAST_POLYGON), _ONE_ROW)},
    checks=(Derivation(_polygon_ratio), Representations("", points=_POLYGON_POINTS)),
    uses=("beyond/rho-single-series",),
)

_ICOSAHEDRON = ratio(_ICOSAHEDRAL, sp.Integer(12))


def _icosahedral_ratio(proof: Proof) -> None:
    block_formula(proof)
    _vertices(proof)


_BEAMS: tuple[dict[str, object], ...] = tuple({"v": vv} for vv in ("1/10", 1, 2, 3))


def _beta(cosine: sp.Expr) -> sp.Expr:
    """rho at d = 3 by the mean over the split of the norms."""
    angle = sp.Symbol("phi", real=True)
    body = sp.sin(angle) ** 2 * sp.hyper((3,), (sp.Rational(3, 2),), T / 2 * (1 + cosine * sp.sin(angle)))
    return 2 / sp.pi * sp.Integral(body, (angle, 0, sp.pi))


ICOSAHEDRON_RATIO = Statement(
    id="beyond/icosahedron/ratio",
    kind="identity",
    where="complement to Theorem 3.2 of simrf",
    title="Per-feature ratio of icosahedral blocks",
    text="Error of blocks of twelve rows along an icosahedron, with iid chi_3 norms, against independent rows.",
    latex=_ICOSAHEDRON_LATEX,
    domain_text="d = 3, v > 0",
    domain=_LINE,
    sides={"": formula(_ICOSAHEDRON, _LINE, "v")},
    checks=(
        Derivation(_icosahedral_ratio),
        Representations(
            "",
            formula(
                ratio(5 * _beta(_ROOT) + 5 * _beta(-_ROOT) + _beta(sp.S.NegativeOne), sp.Integer(12)),
                _LINE,
                "v",
            ),
            _BEAMS,
        ),
    ),
    uses=("beyond/rho-beta",),
)

OPTIMAL_M_OPEN = Statement(
    id="beyond/optimal-m/open",
    kind="optimality",
    where="complement to Theorem 3.4 of simrf",
    title="Other numbers of rows",
    text="Nothing is claimed of the best block of m rows where no universally optimal code is known, nor of couplings that see the norms.",
    latex="-",
    domain_text="d >= 3, for example d + 2 <= m <= 2d - 1",
    outside="an open question: nothing is claimed that could be checked",
    uses=("beyond/simplex-block/optimal", "beyond/optimal-m/cross-polytope"),
)

STATEMENTS = (
    OPTIMAL_M_CROSS_POLYTOPE,
    OPTIMAL_M_POLYGON,
    OPTIMAL_M_ICOSAHEDRON,
    POLYGON_RATIO,
    ICOSAHEDRON_RATIO,
    OPTIMAL_M_OPEN,
)
