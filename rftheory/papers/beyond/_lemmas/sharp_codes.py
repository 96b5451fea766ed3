"""Blocks along sharp codes: complete monotonicity in the squared distance, polygons of the plane, the icosahedron."""

from __future__ import annotations

import itertools

import sympy as sp

from rftheory.kit import Domain, Proof, integer
from rftheory.papers.beyond._lemmas.blocks import MOVING, T, rho

POLYGONS = Domain(
    (integer("m", 2, reach=10**6, meaning="rows of a block"), MOVING),
    extra=tuple(
        {"m": mm, "v": vv}
        for mm, vv in ((2, 1), (3, 2), (5, 1), (4, 10), (7, "1e-3"), (12, 3), (1000, 2), (5, 20))
    ),
)

LINE = Domain((MOVING,), extra=tuple({"v": vv} for vv in (1, 2, "1e-3", "1/2", 5, 8)))
TWO, THREE = sp.Integer(2), sp.Integer(3)
ROOT = 1 / sp.sqrt(5)
ICOSAHEDRAL = 5 * rho(ROOT, T, THREE) + 5 * rho(-ROOT, T, THREE) + rho(sp.S.NegativeOne, T, THREE)
POLYGON_LATEX = r"1+\frac{\sum_{k=1}^{m-1}\left(\rho_{\cos(2\pi k/m)}(v)-e^{v^2}\right)}{e^{2v^2}-e^{v^2}}"
ICOSAHEDRON_LATEX = r"1+\frac{5\rho_{1/\sqrt5}+5\rho_{-1/\sqrt5}+\rho_{-1}-11e^{v^2}}{e^{2v^2}-e^{v^2}}"


def vertex_steps(proof: Proof) -> None:
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
    for value, often in ((ROOT, 5), (-ROOT, 5), (sp.S.NegativeOne, 1)):
        found = sum(1 for cosine in cosines if sp.simplify(cosine - value) == 0)
        proof.equal(
            sp.Integer(found),
            sp.Integer(often),
            f"of its 11 partners a vertex has {often} at the cosine {value}",
        )
    proof.cite(
        "the rotations of the icosahedron act transitively on its vertices: every row has these partners"
    )
