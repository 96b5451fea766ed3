"""Queries and keys with different second moments X and Y: the map M that balances them.

E x y^T = 0, v = M x + M^(-T) y:
* M^T M = X^(-1) # Y makes every eigenvalue of E v v^T least at once: 2 sqrt(lambda_j(XY)).
* at one pair a single scale already gains (|x| - |y|)^2.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Height,
    On,
    Proof,
    Rule,
    Statement,
    every,
    formula,
    real,
)
from rftheory.papers._shared.invariants import CAUCHY_SCHWARZ, fit, x2, xy, y2
from rftheory.papers.beyond._lemmas.dense.best import ell, least
from rftheory.papers.beyond._lemmas.dense.lists import above, eta, i, lam, lists, total

_WHERE = "dense features, queries and keys"
_L, _H = lam[i], eta[i]
_NAMES = "lam eta"
_POINTS = (
    {"lam": "1", "eta": "4"},
    {"lam": "1/10,3", "eta": "2,1/7"},
    {"lam": "1,1,1", "eta": "1,1,1"},
    {"lam": "20,1/1000", "eta": "1/100,50"},
    {"lam": "1e6,1e-6", "eta": "1e-6,1e6"},
)
_BOTH = lists(_NAMES, above("lam", strict=True), above("eta", strict=True), extra=_POINTS)
_M = sp.IndexedBase("M")
_WITH_M = lists(
    "lam eta M",
    above("lam", strict=True),
    above("eta", strict=True),
    Rule(every(_M, lambda entry: sp.Ne(entry, 0)), "every entry of M is nonzero"),
    extra=tuple(
        {**p, "M": each} for p, each in zip(_POINTS, ("2", "1,-1/2", "1,2,1", "1/10,-3", "1,1"), strict=True)
    ),
)
_theta = sp.Symbol("theta", real=True)
_ROOMS = Rule(sp.And(sp.Eq(Height(lam), 2), sp.Eq(Height(eta), 2)), "lam and eta have two entries")
_PLANES = lists(
    _NAMES,
    above("lam", strict=True),
    above("eta", strict=True),
    _ROOMS,
    others=(real("theta", reach=("1e-2", 6), meaning="angle between the eigenvectors of X and Y"),),
    extra=(
        {"lam": "1/10,3", "eta": "2,1/7", "theta": "1/3"},
        {"lam": "1,1", "eta": "2,5", "theta": 2},
        {"lam": "1,4", "eta": "2,5", "theta": 0},
        {"lam": "20,1/1000", "eta": "1/100,50", "theta": "-3/2"},
    ),
)
_p, _q, _o = sp.Symbol("p", positive=True), sp.Symbol("q", positive=True), sp.Symbol("o", real=True)
_MAPS = Domain(
    (
        *_PLANES.parameters,
        *(real(n, above=0, reach=("1e-1", 10), meaning="entry of the diagonal of M") for n in "pq"),
        real("o", reach=("1e-1", 3), meaning="M_12, M upper triangular"),
    ),
    _PLANES.rules,
    extra=tuple(
        {**point, "p": p, "q": q, "o": o}
        for point, (p, q, o) in zip(_PLANES.extra, ((1, 1, 0), (2, "1/2", 1), ("11/10", "11/10", 0), ("1/3", 2, "-1/2")), strict=True)
    ),
)  # fmt: skip
_VALUE = total(ell(2 * sp.sqrt(_L * _H)))
_IDENTITY = total(ell(_L + _H))
_ROTATION = sp.Matrix([[sp.cos(_theta), -sp.sin(_theta)], [sp.sin(_theta), sp.cos(_theta)]])
_X = sp.Matrix([[lam[0], 0], [0, lam[1]]])
_Y = _ROTATION * sp.Matrix([[eta[0], 0], [0, eta[1]]]) * _ROTATION.T
_MAP = sp.Matrix([[_p, _o], [0, _q]])
_BACK = sp.Matrix([[1 / _p, -_o / (_p * _q)], [0, 1 / _q]])
_MOMENT = _MAP * _X * _MAP.T + _BACK.T * _Y * _BACK
_TRACE_XY = (lam[0] * eta[0] + lam[1] * eta[1]) * sp.cos(_theta) ** 2 + (
    lam[0] * eta[1] + lam[1] * eta[0]
) * sp.sin(_theta) ** 2
_DET_XY = lam[0] * lam[1] * eta[0] * eta[1]
_TRACE = 2 * sp.sqrt(_TRACE_XY + 2 * sp.sqrt(_DET_XY))


def _eigenvalue(trace: sp.Expr, determinant: sp.Expr, sign: int) -> sp.Expr:
    """An eigenvalue of a 2 x 2 matrix with real ones."""
    return trace / 2 + sign * sp.sqrt(trace**2 / 4 - determinant)


_PRODUCTS = {sign: 2 * sp.sqrt(_eigenvalue(_TRACE_XY, _DET_XY, sign)) for sign in (1, -1)}
_OF_MAP = {
    sign: _eigenvalue(_MOMENT[0, 0] + _MOMENT[1, 1], _MOMENT[0, 0] * _MOMENT[1, 1] - _MOMENT[0, 1] ** 2, sign)
    for sign in (1, -1)
}


def _balanced_steps(proof: Proof) -> None:
    size, other, q = sp.symbols("lam eta q", positive=True)
    proof.equal(
        q * size + other / q - 2 * sp.sqrt(size * other),
        (sp.sqrt(q * size) - sp.sqrt(other / q)) ** 2,
        "one coordinate: q lam + eta/q >= 2 (lam eta)^(1/2), q = M^2",
    )
    best = sp.sqrt(other / size)
    proof.equal(
        best * size * best, other, "with equality at Q X Q = Y: q = (eta/lam)^(1/2), M = (eta/lam)^(1/4)"
    )
    proof.equal(
        (size + other) - 2 * sp.sqrt(size * other),
        (sp.sqrt(size) - sp.sqrt(other)) ** 2,
        "and M = I has the larger eigenvalue lam + eta; ell rises",
    )
    proof.cite(
        "Bhatia and Kittaneh 1990: 2 s_j(P^(1/2) S^(1/2)) <= lambda_j(P + S) for P, S >= 0, with P = M X M^T, "
        "S = M^(-T) Y M^(-1); P S is similar to X Y"
    )


BALANCED = Statement(
    id="beyond/dense/balanced",
    kind="optimality",
    where=_WHERE,
    title="Balanced queries and keys",
    text=(
        "The map with M^T M = Q, Q X Q = Y, minimises every eigenvalue of E v v^T at once over all invertible M: they become "
        "2 sqrt(lambda_j(XY)). The joint optimum over (M, A) of the mean log second moment is the sum of ell of them."
    ),
    latex=(
        r"\lambda_j\left(MXM^\top+M^{-\top}YM^{-1}\right)\ge2\sqrt{\lambda_j(XY)},\quad "
        r"\min_{M,A}G=\sum_j\ell\left(2\sqrt{\lambda_j(XY)}\right)"
    ),
    domain_text="X, Y > 0, E x y^T = 0; lam_i, eta_i > 0 their eigenvalues where they commute",
    domain=_BOTH,
    companions={
        "beyond/dense/balanced/value": {"": formula(_VALUE, _BOTH, _NAMES)},
        "beyond/dense/balanced/identity": {"": formula(_IDENTITY, _BOTH, _NAMES)},
    },
    claim=All(
        (
            Equal(
                formula(_VALUE, _BOTH, _NAMES),
                formula(total(least(2 * sp.sqrt(_L) * sp.sqrt(_H))), _BOTH, _NAMES),
            ),
            Equal(formula(_IDENTITY, _BOTH, _NAMES), formula(total(least(_L + _H)), _BOTH, _NAMES)),
            Below(formula(_VALUE, _BOTH, _NAMES), formula(_IDENTITY, _BOTH, _NAMES), strict=False),
            On(
                _WITH_M,
                Below(
                    formula(_VALUE, _BOTH, _NAMES),
                    formula(total(ell(_M[i] ** 2 * _L + _H / _M[i] ** 2)), _WITH_M, "lam eta M"),
                    strict=False,
                ),
                "M diagonal",
            ),
            *(
                On(
                    _MAPS,
                    Below(
                        formula(_PRODUCTS[sign], _MAPS, "lam eta theta"),
                        formula(_OF_MAP[sign], _MAPS, "lam eta theta p q o"),
                        strict=False,
                    ),
                    f"d = 2, the {word} eigenvalue, X and Y turned, M upper triangular",
                )
                for sign, word in ((1, "larger"), (-1, "smaller"))
            ),
        )
    ),
    checks=(Derivation(_balanced_steps, WHOLE),),
    uses=("beyond/dense/log-optimum/value",),
    note="The matrix inequality is a published theorem (Bhatia, Kittaneh); M upper triangular is any M, up to a rotation.",
)


def _trace_steps(proof: Proof) -> None:
    one, two, three, four = sp.symbols("l1 l2 e1 e2", positive=True)
    angle = sp.Symbol("theta", real=True)
    turn = sp.Matrix([[sp.cos(angle), -sp.sin(angle)], [sp.sin(angle), sp.cos(angle)]])
    other = turn * sp.diag(three, four) * turn.T
    proof.equal(
        sp.trigsimp((sp.diag(one, two) * other).trace()),
        (one * three + two * four) * sp.cos(angle) ** 2 + (one * four + two * three) * sp.sin(angle) ** 2,
        "tr XY",
    )
    p, q = sp.symbols("p q", positive=True)
    proof.equal((p + q) ** 2, p**2 + q**2 + 2 * p * q, "tr of a root in d = 2: (tr + 2 sqrt(det))^(1/2)")
    proof.cite("tr(XQ + Y Q^(-1)) is convex in Q > 0 and stationary where Q X Q = Y; tr(M C M^(-1)) = tr C")


TRACE = Statement(
    id="beyond/dense/balanced/trace",
    kind="identity",
    where=_WHERE,
    title="Balanced plain features",
    text=(
        "For A = 0 the balanced M is optimal whatever C = E x y^T is: the least mean log second moment is "
        "2 tr (X^(1/2) Y X^(1/2))^(1/2) + 2 tr C. The first term in d = 2, Y turned by theta."
    ),
    latex=r"2\,\mathrm{tr}\left(X^{1/2}YX^{1/2}\right)^{1/2}+2\,\mathrm{tr}\,C",
    domain_text="X, Y > 0 of size 2, theta real",
    domain=_PLANES,
    sides={"": formula(_TRACE, _PLANES, "lam eta theta")},
    claim=All(
        (
            Equal("", formula(_PRODUCTS[1] + _PRODUCTS[-1], _PLANES, "lam eta theta")),
            On(
                _MAPS,
                Below(
                    "",
                    formula(_MOMENT[0, 0] + _MOMENT[1, 1], _MAPS, "lam eta theta p q o"),
                    strict=False,
                ),
                "any M",
            ),
        )
    ),
    checks=(Derivation(_trace_steps, WHOLE),),
    uses=("beyond/dense/balanced",),
)

_g = sp.Symbol("g", positive=True)
_LENGTHS = (
    *(real(f"{n}2", above=0, meaning=f"|{n}|^2") for n in "xy"),
    real("xy", meaning="inner product of x and y"),
)
_SOME: tuple[dict[str, object], ...] = tuple(
    {"x2": p, "y2": q, "xy": r}
    for p, q, r in ((4, "1/4", "1/2"), (1, 1, "-1/2"), ("1e6", "1e-6", 1), (2, 3, 0))
)
_INPUTS = Domain(_LENGTHS, (CAUCHY_SCHWARZ,), fit, _SOME)
_SCALES = Domain(
    (*_LENGTHS, real("g", above=0, reach=("1e-2", 100), meaning="the scale")),
    (CAUCHY_SCHWARZ,),
    fit,
    tuple({**p, "g": g} for p, g in zip(_SOME, ("1/2", 1, 3, "11/10"), strict=True)),
)
_PLAIN = x2 + y2 + 2 * xy


def _norm_steps(proof: Proof) -> None:
    g, p, q = sp.symbols("g p q", positive=True)
    proof.equal(g**2 * p**2 + q**2 / g**2 - 2 * p * q, (g * p - q / g) ** 2, "|g x|^2 + |y/g|^2 >= 2 |x||y|")
    proof.equal((q / p) * p**2, q**2 / (q / p), "with equality at g^2 = |y|/|x|")
    proof.equal(p**2 + q**2 - 2 * p * q, (p - q) ** 2, "the gain")


NORM_BALANCE = Statement(
    id="beyond/dense/norm-balance",
    kind="identity",
    where=_WHERE,
    title="One scale balances the norms",
    text=(
        "x -> g x, y -> y/g with g^2 = |y|/|x| turns v^2 into 2|x||y| + 2 x.y: the log gain at a pair is exactly "
        "(|x| - |y|)^2 for plain features."
    ),
    latex=r"|x+y|^2-\min_g|gx+y/g|^2=(|x|-|y|)^2",
    domain_text="x2, y2 > 0, xy^2 <= x2 y2",
    domain=_INPUTS,
    sides={
        "": formula(
            x2 + y2 - 2 * sp.sqrt(x2 * y2),
            _INPUTS,
            "x2 y2 xy",
            closed=(x2 - y2) ** 2 / (sp.sqrt(x2) + sp.sqrt(y2)) ** 2,
        )
    },
    claim=All(
        (
            Equal("", formula((sp.sqrt(x2) - sp.sqrt(y2)) ** 2, _INPUTS, "x2 y2 xy")),
            On(
                _SCALES,
                Below(
                    formula(_PLAIN - (_g**2 * x2 + y2 / _g**2 + 2 * xy), _SCALES, "x2 y2 xy g"),
                    "",
                    strict=False,
                ),
                "any scale g",
            ),
        )
    ),
    checks=(Derivation(_norm_steps, WHOLE),),
    uses=("beyond/dense/relative",),
)

STATEMENTS = (
    BALANCED,
    TRACE,
    NORM_BALANCE,
)
