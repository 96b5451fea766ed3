"""Optimal blocks of more than d + 1 rows for positive features, beyond Theorem 3.4 of simrf: sharp codes.

Main results, for every v, among isotropic weight-independent couplings of as many rows with iid chi_d lengths:
* 2d rows: the cross-polytope is best. In the plane, m rows: the regular m-gon.
* d = 3, m = 12: the icosahedron; so too the 600-cell, the roots of E8, the Leech minimal vectors, every sharp code.

rho_c(v) is a positive combination of powers of 1 + c, hence completely monotone in the squared distance 2 - 2c, and the
theorem of Cohn and Kumar (J. AMS 20, 2007) applies to every realisation. Searches over other directions agree.
"""

from __future__ import annotations

import itertools

import sympy as sp

from rftheory.exact.functions.polygon import PolygonSum
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Height,
    On,
    Proof,
    Restated,
    Rule,
    Statement,
    Width,
    formula,
    part,
    real,
)
from rftheory.papers._shared.invariants import d, m
from rftheory.papers.beyond._lemmas.blocks import (
    CONSTANT_AT_ZERO,
    DIMENSION,
    LENGTH,
    T,
    absolutely_monotone,
    block_formula,
    p,
    rho,
)
from rftheory.papers.beyond._lemmas.energies import COLUMNS, ROWS, TWICE, U, directions, energy
from rftheory.papers.beyond._lemmas.random_terms import ANY, error
from rftheory.papers.beyond._lemmas.sharp_codes import (
    ICOSAHEDRAL,
    ICOSAHEDRON_LATEX,
    LINE,
    POLYGON_LATEX,
    POLYGONS,
    THREE,
    TWO,
    vertex_steps,
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


_SPHERES = Domain((DIMENSION, LENGTH))

_VECTORS = directions(
    LENGTH,
    TWICE,
    ("1,0;0,1;-1,0;0,-1", 2),
    ("1,0;1/2,1;-1,1/3;0,-2", 1),
    ("1,0;1,1/100;-1,0;0,-1", "1/10"),
    ("1,0,0;0,1,0;0,0,1;-1,0,0;0,-1,0;0,1,-1", 1),
    ("1,1,0;-1,1,0;0,-1,1;1,0,-1;0,-1,-1;-1,0,1", 3),
    ("1;1", 1),
    ("3,4;3,4;1,0;1,0", 0),
    ("1,0,0,1;0,1,0,0;0,0,1,0;0,0,0,1;-1,-1,0,0;0,0,-1,-1;-1,0,0,-1;0,-1,0,1", 2),
)
_BEST_OF_VECTORS = ROWS * (rho(sp.S.NegativeOne, T, COLUMNS) + (ROWS - 2) * rho(sp.S.Zero, T, COLUMNS))


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


# rational points of the circle, (1-s^2, 2s)/(1+s^2)
_CIRCLE = tuple(f"s{i}" for i in range(1, 5))

_NEAR = real("v", above=0, reach=("1e-2", 6), meaning="|x+y|, positive")

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
    """(1, 0) and a rational point of the circle for each name."""
    parameters = [sp.Integer(0), *(sp.Symbol(name, real=True) for name in names)]
    return [((1 - s**2) / (1 + s**2), 2 * s / (1 + s**2)) for s in parameters]


def _energy(names: tuple[str, ...]) -> sp.Expr:
    """Sum of F over the ordered pairs of the point (1, 0) and the named ones."""
    points = _circle(names)
    return 2 * sp.Add(*(rho(a[0] * b[0] + a[1] * b[1], T, TWO) for a, b in itertools.combinations(points, 2)))


_SQUARE_ENERGY = 4 * (rho(sp.S.NegativeOne, T, TWO) + 2 * rho(sp.S.Zero, T, TWO))

_AGAINST_SQUARE = Restated(
    "four directions of the plane",
    {
        "square": formula(_SQUARE_ENERGY, _SQUARES, "v"),
        "any": formula(_energy(_CIRCLE[:3]), _SQUARES, "s1 s2 s3 v"),
    },
    _SQUARES,
    Below("square", "any", strict=False),
)

OPTIMAL_M_CROSS_POLYTOPE = Statement(
    id="beyond/optimal-m/cross-polytope",
    kind="optimality",
    where="complement to Theorem 3.4 of simrf; Cohn and Kumar, J. AMS 20 (2007)",
    title="The cross-polytope is the best block of 2d rows",
    text="No isotropic, weight-independent coupling of 2d rows with iid chi_d norms has less error at any v.",
    latex=r"\sum_{i\ne j}F(c_{ij})\ge2d\left(F(-1)+(2d-2)F(0)\right)",
    domain_text="m = 2d, d >= 2, v >= 0",
    domain=_SPHERES,
    claim=All(
        (
            Below(error("cross-polytope", 2 * d), error(ANY, 2 * d), strict=False),
            On(
                _VECTORS,
                Below(
                    formula(_BEST_OF_VECTORS, _VECTORS, "U v"),
                    formula(energy(), _VECTORS, "U v"),
                    strict=False,
                ),
                "rows along any 2d vectors U of R^d",
            ),
        )
    ),
    checks=(Derivation(_cross, WHOLE, covered=CONSTANT_AT_ZERO), _AGAINST_SQUARE),
    uses=("beyond/rho-coefficient", "beyond/cross-polytope/ratio"),
    mechanism=("cross-polytope", "positive"),
    note="Rests on the published theorem on universally optimal codes.",
)

_IN_PLANE = directions(
    _NEAR,
    Rule(sp.Eq(Width(U), 2), "vectors of the plane"),
    ("1,0;-1/2,1;-1,-3/4", 1),
    ("1,0;-1,1/100", 2),
    ("1,0;0,1;-1,0;0,-1", "1/2"),
    ("1,0;1/3,1;-4/5,3/5;-4/5,-3/5;1/3,-1", 3),
    ("1,0;1,1;0,1;-1,1;-1,0;-1,-1;0,-1;1,-1", 4),
    ("1,0;1/2,1;-1/2,1;-1,0;-1/2,-1;1/2,-1;1,2", 1),
    ("1,2;1,2", "1/10"),
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
        "pentagon": formula(5 * PolygonSum(THREE + 2, T), _PENTAGONS, "v"),
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
    j, k = sp.symbols("j k", nonnegative=True, integer=True)
    turn = sp.exp(2 * sp.pi * sp.I * j / n)
    proof.equal((1 - turn) * turn**k, turn**k - turn ** (k + 1), "(1 - q) sum q^k telescopes to 1 - q^m")
    proof.equal(turn**n, 1, "which is 0 for q = e^(2 pi i j/m)")
    proof.cite(
        "q is not 1 for 0 < j < m, so sum_k q^k = 0: a design of degree m - 1 >= 2 floor(m/2) - 1, hence sharp"
    )


OPTIMAL_M_POLYGON = Statement(
    id="beyond/optimal-m/polygon",
    kind="optimality",
    where="complement to Theorem 3.4 of simrf; Cohn and Kumar, J. AMS 20 (2007)",
    title="Regular polygons are the best blocks in the plane",
    text="For d = 2 no isotropic, weight-independent coupling of m rows with iid norms beats the regular m-gon at any v.",
    latex=POLYGON_LATEX,
    domain_text="d = 2, m >= 2, v > 0",
    domain=POLYGONS,
    claim=All(
        (
            Below(error("polygon", m), error(ANY, m), strict=False),
            On(
                _IN_PLANE,
                Below(
                    formula(ROWS * PolygonSum(ROWS, T), _IN_PLANE, "U v"),
                    formula(energy(), _IN_PLANE, "U v"),
                    strict=False,
                ),
                "rows along any m vectors U of the plane",
            ),
        )
    ),
    checks=(Derivation(_polygon, WHOLE), _AGAINST_SQUARE, _AGAINST_PENTAGON),
    uses=("beyond/rho-coefficient", "beyond/polygon/ratio"),
    note="Rests on the published theorem on universally optimal codes.",
)

_TWELVE = Domain(
    (_NEAR,), extra=tuple({"v": vv} for vv in ("1/100", "1/2", 1, 2, 4, 6))
)  # the icosahedron against other sets of twelve directions

_CUBE = "1,1,0;1,-1,0;-1,1,0;-1,-1,0;1,0,1;1,0,-1;-1,0,1;-1,0,-1;0,1,1;0,1,-1;0,-1,1;0,-1,-1"
_TWELVE_VECTORS = directions(
    _NEAR,
    Rule(sp.And(sp.Eq(Width(U), 3), sp.Eq(Height(U), 12)), "twelve vectors of R^3"),
    (_CUBE, 1),
    (_CUBE, 4),
    (_CUBE.replace("1,1,0;", "1,2,0;", 1), "1/2"),
    ("0,5,8;0,5,-8;0,-5,8;0,-5,-8;5,8,0;5,-8,0;-5,8,0;-5,-8,0;8,0,5;8,0,-5;-8,0,5;-8,0,-5", 2),
    ("1,0,0;-1,0,0;0,1,0;0,-1,0;0,0,1;0,0,-1;1,1,1;-1,-1,-1;1,-1,1;-1,1,-1;1,1,-1;-1,-1,1", 3),
)

_CUBOCTAHEDRAL = (
    4 * rho(sp.Rational(1, 2), T, THREE) + 2 * rho(sp.S.Zero, T, THREE)
    + 4 * rho(-sp.Rational(1, 2), T, THREE) + rho(sp.S.NegativeOne, T, THREE)
)  # fmt: skip

_TWO_OCTAHEDRA = rho(sp.S.NegativeOne, T, THREE) + 4 * rho(sp.S.Zero, T, THREE) + 6 * sp.exp(T)


def _icosahedron(proof: Proof) -> None:
    _completely_monotone(proof)
    vertex_steps(proof)


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
    latex=ICOSAHEDRON_LATEX,
    domain_text="d = 3, m = 12, v > 0; the other codes alike",
    domain=LINE,
    claim=All(
        (
            Below(error("icosahedron", 12), error(ANY, 12), strict=False),
            On(
                _TWELVE_VECTORS,
                Below(
                    formula(12 * ICOSAHEDRAL, _TWELVE_VECTORS, "v"),
                    formula(energy(), _TWELVE_VECTORS, "U v"),
                    strict=False,
                ),
                "rows along any twelve vectors U of R^3",
            ),
            *(
                Below(error(code, rows), error(ANY, rows), strict=False)
                for code, rows in (
                    ("600-cell", 120),
                    ("roots of E8", 240),
                    ("minimal vectors of Leech", 196560),
                )
            ),
            Below(error("sharp code", m), error(ANY, m), strict=False),
        )
    ),
    checks=(
        Derivation(_icosahedron, part("the icosahedron; that the other codes are sharp is not shown")),
        Restated(
            "against the cuboctahedron",
            {
                "icosahedron": formula(ICOSAHEDRAL, _TWELVE, "v"),
                "other": formula(_CUBOCTAHEDRAL, _TWELVE, "v"),
            },
            _TWELVE,
            Below("icosahedron", "other"),
        ),
        Restated(
            "against two independent octahedra",
            {
                "icosahedron": formula(ICOSAHEDRAL, _TWELVE, "v"),
                "other": formula(_TWO_OCTAHEDRA, _TWELVE, "v"),
            },
            _TWELVE,
            Below("icosahedron", "other"),
        ),
    ),
    uses=("beyond/rho-coefficient", "beyond/icosahedron/ratio"),
    note="Rests on the published theorem on universally optimal codes.",
)

STATEMENTS = (
    OPTIMAL_M_CROSS_POLYTOPE,
    OPTIMAL_M_POLYGON,
    OPTIMAL_M_ICOSAHEDRON,
)
