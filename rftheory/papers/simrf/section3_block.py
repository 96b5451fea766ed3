"""Section 3 of simrf, the SimRF block: norms, simplex directions and a rotation, W = D S R.

* (8): each row of D S R is N(0, I_d), a chi_d norm times a uniform direction.
* (9): the printed rows s_i have |s_i| = 1 and s_i.s_j = -1/(d-1) for i != j: the Gram matrix by cases in
  exact algebra, and row i against output i of Algorithm 1 for every unit vector.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    Derivation,
    Domain,
    Equal,
    Proof,
    Restated,
    Rule,
    Statement,
    formula,
    integer,
    part,
    real_part,
)
from rftheory.papers.simrf._notation import DIMENSION, SIMPLEX, chi, d, i, j, k


def _gaussian_row(proof: Proof) -> None:
    r = sp.Symbol("r", positive=True)
    sphere = 2 * sp.pi ** (d / 2) / sp.gamma(d / 2) * r ** (d - 1)
    proof.cite("R Haar turns every unit row s_i into a uniform direction, independent of its chi_d norm")
    proof.equal(
        chi(r) / sphere,
        (2 * sp.pi) ** (-d / 2) * sp.exp(-(r**2) / 2),
        "each row of D S R has the density of N(0, I_d)",
    )


SEC3_BLOCK = Statement(
    id="simrf/sec3/block",
    kind="definition",
    where="Section 3, eq. (8), repeated as (87)",
    title="The SimRF block",
    text=(
        "A block of d projections: chi_d norms times simplex directions under a Haar rotation; more than d "
        "projections come in independent blocks."
    ),
    latex=r"W_{\rm simp}=DSR",
    domain_text="m = d per block",
    checks=(Derivation(_gaussian_row, part("the law of one row")),),
    uses=("simrf/eq9",),
    mechanism=("simplex",),
)

_ROW = tuple(Rule(sp.Symbol(name, integer=True) <= d, f"{name} <= d") for name in ("i", "j", "k"))

_ENTRIES = Domain(
    (DIMENSION, integer("i", 1), integer("j", 1), integer("k", 1)),
    _ROW,
    lambda point: {n: min(value, point["d"], key=real_part) for n, value in point.items()},
    tuple(
        {"d": dd, "i": ii, "j": jj, "k": 1}
        for dd, ii, jj in (
            (2, 1, 2),
            (2, 2, 2),
            (3, 1, 2),
            (3, 1, 3),
            (8, 8, 8),
            (8, 3, 3),
            (64, 5, 64),
            (64, 2, 9),
        )
    ),
)


def _entry(row: sp.Expr, column: sp.Expr) -> sp.Expr:
    """The component `column` of the row s_`row` of (9), both counted from 1."""
    last, inside = sp.KroneckerDelta(row, d), 1 - sp.KroneckerDelta(column, d)
    rise = sp.sqrt(d / (d - 1)) * sp.KroneckerDelta(row, column)
    fall = (sp.sqrt(d) + 1) / (d - 1) ** sp.Rational(3, 2) * inside
    return last * inside / sp.sqrt(d - 1) + (1 - last) * (rise - fall)


_A, _B, _C = sp.sqrt(d / (d - 1)), (sp.sqrt(d) + 1) / (d - 1) ** sp.Rational(3, 2), 1 / sp.sqrt(d - 1)

_EQUAL, _LAST_I, _LAST_J = sp.KroneckerDelta(i, j), sp.KroneckerDelta(i, d), sp.KroneckerDelta(j, d)

_ONE = _A * _C - (d - 1) * _B * _C

_BY_CASES = (
    (1 - _LAST_I) * (1 - _LAST_J) * (_A**2 * _EQUAL - 2 * _A * _B + (d - 1) * _B**2)
    + (_LAST_I * (1 - _LAST_J) + _LAST_J * (1 - _LAST_I)) * _ONE
    + _LAST_I * _LAST_J * (d - 1) * _C**2
)

_PRINTED_ENTRY = formula(_entry(i, k), _ENTRIES, "d i k")

_Q = sp.Symbol("q", positive=True, integer=True)

_LAST_OUTPUT = sp.Sum(sp.KroneckerDelta(_Q, k), (_Q, 1, d - 1)) / sp.sqrt(d - 1)

_FROM_UNIT_VECTOR = _LAST_I * _LAST_OUTPUT + (1 - _LAST_I) * (
    sp.sqrt(d) / sp.sqrt(d - 1) * sp.KroneckerDelta(i, k) - (sp.sqrt(d) + 1) / (d - 1) * _LAST_OUTPUT
)

_FEW: tuple[dict[str, object], ...] = tuple(
    {"d": dd, "i": row, "k": column}
    for dd, row, column in ((2, 1, 1), (3, 3, 1), (5, 2, 2), (5, 2, 4), (5, 4, 5), (5, 5, 5), (9, 3, 1))
)

_PRODUCT = sp.Sum(_entry(i, k) * _entry(j, k), (k, 1, d))


def _simplex_gram(proof: Proof) -> None:
    proof.equal(_A**2 - 2 * _A * _B + (d - 1) * _B**2, sp.S.One, "|s_i|^2 for i < d")
    proof.equal((d - 1) * _C**2, sp.S.One, "|s_d|^2")
    proof.equal(-2 * _A * _B + (d - 1) * _B**2, SIMPLEX, "s_i.s_j for i, j < d, i != j")
    proof.equal(_ONE, SIMPLEX, "s_i.s_d for i < d")


_GRAM = formula(_EQUAL + (1 - _EQUAL) * SIMPLEX, _ENTRIES, "d i j")

EQ9 = Statement(
    id="simrf/eq9",
    kind="identity",
    where="eq. (9), repeated as (88)",
    title="Simplex directions",
    text="The printed rows of S are unit vectors, and every two of them have the cosine -1/(d-1).",
    latex=(
        r"s_i=\sqrt{\tfrac d{d-1}}\,e_i-\tfrac{\sqrt d+1}{(d-1)^{3/2}}(1,..,1,0)^\top\ (1\le i<d),\quad "
        r"s_d=\tfrac1{\sqrt{d-1}}(1,..,1,0)^\top"
    ),
    domain_text="d x d block",
    domain=_ENTRIES,
    companions={
        "simrf/eq9/entry": {"": _PRINTED_ENTRY},
        "simrf/eq9/inner": {
            "lhs": formula(_PRODUCT, _ENTRIES, "d i j", closed=_BY_CASES),
            "rhs": _GRAM,
        },
    },
    claim=Equal(formula(_PRODUCT, _ENTRIES, "d i j"), _GRAM),
    checks=(
        Restated(
            "entry k of row i is output i of Algorithm 1 for the k-th unit vector",
            {"entry": _PRINTED_ENTRY, "output": formula(_FROM_UNIT_VECTOR, _ENTRIES, "d i k")},
            _ENTRIES,
            Equal("entry", "output"),
            Agreement("entry", "output", _FEW),
        ),
        Derivation(_simplex_gram, WHOLE),
    ),
    mechanism=("simplex",),
)


STATEMENTS = (
    SEC3_BLOCK,
    EQ9,
)
