"""Appendix A.5 of simrf up to (56): the law and the density of |w_i + w_j| at a fixed angle, Lemma 4.2.

* Before (54): norms of one resultant w lie on an ellipse with semi-axes w/sqrt(1 +- cos theta).
* (54), (55): the law of the resultant in polar coordinates of the norms.
* (56): its derivative. The first line is misprinted: the prefactor is w/A and both arguments have sqrt(A)
  below, with A = 1 + sin 2f cos theta; the second line is right, the density (20).

The printed integrals are held against `PairDensity` and `PairCdf`, certified series of the same laws.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.opposite_first_line import OppositeFirstLine
from rftheory.exact.functions.pair_norm import PairCdf
from rftheory.kit import (
    WHOLE,
    Agreement,
    Derivation,
    Distribution,
    Domain,
    Equal,
    Erratum,
    Law,
    Length,
    Proof,
    Representations,
    Restated,
    Statement,
    formally,
    formula,
    integer,
    real,
)
from rftheory.papers.simrf._lemmas import pairs
from rftheory.papers.simrf._lemmas.pairs import (
    AWAY,
    DENSITY,
    PAIR,
    PAIR_POINTS,
    PRODUCT,
    RESULTANT,
    STRETCH,
    keep_away,
    printed_density,
    radius,
)
from rftheory.papers.simrf._lemmas.random_terms import FIXED, resultant
from rftheory.papers.simrf._notation import COSINE, c, chi, d, f, w


def _ellipse(proof: Proof) -> None:
    form = sp.Matrix([[1, c], [c, 1]])
    for sign in (1, -1):
        axis = sp.Matrix([1, sign])
        proof.equal((form * axis)[0], 1 + sign * c, f"(1, {sign}) is an eigenvector of the quadratic form")
        proof.equal((form * axis)[1], sign * (1 + sign * c), "in its second component too")
    proof.equal(sp.Matrix([1, 1]).dot(sp.Matrix([1, -1])), 0, "the two axes are orthogonal")
    e = sp.Symbol("e", positive=True)
    half = w / sp.sqrt(e)
    proof.equal(e * half**2, w**2, "on the axis of eigenvalue e the curve has the semi-axis w/sqrt(e)")
    proof.cite(
        "1 +- cos(theta) > 0 for 0 < theta < pi: both eigenvalues are positive, the curve is an ellipse"
    )


_TURN = Domain(
    (
        RESULTANT,
        real("c", above=-1, below=1, meaning="cosine of the angle between two projections"),
        real("f", reach=("1e-3", 4), meaning="angle along the curve"),
    ),
    extra=({"w": 1, "c": 0, "f": 0}, {"w": 2, "c": "-1/2", "f": 1}, {"w": 3, "c": "9/10", "f": "-1/3"}),
)

# a point of the ellipse with the semi-axes w/sqrt(1 +- c) along the diagonals
_MAJOR, _MINOR = (w * turn / sp.sqrt(1 + sign * c) for sign, turn in ((1, sp.cos(f)), (-1, sp.sin(f))))

_FIRST_NORM, _SECOND_NORM = (_MAJOR + _MINOR) / sp.sqrt(2), (_MAJOR - _MINOR) / sp.sqrt(2)

SECA_5_ELLIPSE = Statement(
    id="simrf/seca.5/ellipse",
    kind="identity",
    where="A.5, before (54)",
    title="Norms of a fixed resultant lie on an ellipse",
    text="At a constant length of the resultant the two norms lie on an ellipse with axes along the diagonals.",
    latex=r"w/\sqrt{1\pm\cos\theta}",
    domain_text="fixed theta",
    domain=_TURN,
    claim=Equal(_FIRST_NORM**2 + _SECOND_NORM**2 + 2 * c * _FIRST_NORM * _SECOND_NORM, w**2),
    checks=(Derivation(_ellipse, WHOLE),),
    setting="a pair of fixed cosine",
)

_LAW_POINTS: tuple[dict[str, object], ...] = (
    {"d": 2, "c": "1/3", "w": "1/4"},
    {"d": 1, "c": "-1/2", "w": "1/2"},
    {"d": 8, "c": "-1/7", "w": 4},
)

_POLAR = sp.Integral(
    sp.Integral(
        radius * chi(radius * sp.cos(f)) * chi(radius * sp.sin(f)), (radius, 0, w / sp.sqrt(STRETCH))
    ),
    (f, 0, sp.pi / 2),
)

_LAW_DOMAIN = Domain((integer("d", 1, reach=1000), COSINE, RESULTANT), (AWAY,), keep_away, PAIR.extra[:4])

_LAW = PairCdf(d, c, w)


def _mean_law() -> sp.Expr:
    """P(|w_i+w_j| < w): the chi_2d law of the radius at w^2/(1 + c sin 2f), averaged over the split f."""
    end = w**2 / (2 * STRETCH)
    radial = end**d / d * sp.hyper((d,), (d + 1,), -end)  # the lower incomplete Gamma function of d at `end`
    return 2 / sp.gamma(d / 2) ** 2 * sp.Integral(PRODUCT ** (d - 1) * radial, (f, 0, sp.pi / 2))


EQ55 = Statement(
    id="simrf/eq55",
    kind="identity",
    where="eqs. (54), (55)",
    title="Law of the resultant in polar coordinates",
    text="The probability of a short resultant is a double integral over the ellipse's part of the quadrant.",
    latex=(
        r"p(w<w')=\int_0^{\pi/2}d\phi\int_0^{\frac{w'}{\sqrt{1+\sin(2\phi)\cos(\theta)}}}dr\,r\,"
        r"p_\chi(r\cos\phi)p_\chi(r\sin\phi)"
    ),
    domain_text="fixed theta",
    domain=_LAW_DOMAIN,
    sides={
        "lhs": formally(formula(_mean_law(), _LAW_DOMAIN, "d c w", closed=_LAW), without=("c",)),
        "rhs": formula(_POLAR, _LAW_DOMAIN, "d c w", closed=_LAW),
    },
    claim=Equal(),
    checks=(
        Agreement(points=_LAW_POINTS[1:2]),
        Representations("lhs", points=_LAW_POINTS[::2]),
        Representations("rhs", points=_LAW_POINTS[1:2]),
        Derivation(pairs.polar_steps, WHOLE),
    ),
    uses=("simrf/seca.5/ellipse",),
    setting="a pair of fixed cosine",
)

_NONZERO = Domain(PAIR.parameters, PAIR.rules, PAIR.repair, PAIR.extra[:5])

_FIRST_POINTS = PAIR_POINTS[:3]

_ALONG, _ACROSS = w * sp.cos(f) / sp.sqrt(STRETCH), w * sp.sin(f)

_PRINTED = sp.Integral(w / sp.sqrt(STRETCH) * chi(_ALONG) * chi(_ACROSS / STRETCH), (f, 0, sp.pi / 2))

_EVERYWHERE = sp.Piecewise((OppositeFirstLine(d, w), sp.Eq(c, -1)), (_PRINTED, True))

_FIRST_LINE = formula(_PRINTED, _NONZERO, "d c w", closed=_EVERYWHERE)

_LEIBNIZ = sp.Integral(w / STRETCH * chi(_ALONG) * chi(_ACROSS / sp.sqrt(STRETCH)), (f, 0, sp.pi / 2))

_MENDED = formula(_LEIBNIZ, PAIR, "d c w", closed=DENSITY)

EQ56_LINE1 = Statement(
    id="simrf/eq56/line1",
    kind="identity",
    where="eq. (56), first line",
    title="Derivative of the law, first line",
    text="As printed, the derivative of (55) lacks a square root in one argument and has the root of the prefactor.",
    latex=(
        r"p(w)=\int_0^{\pi/2}d\phi\frac w{\sqrt{1+\sin(2\phi)\cos(\theta)}}\,"
        r"p_\chi\Big(\frac{w\cos\phi}{\sqrt{1+\sin(2\phi)\cos(\theta)}}\Big)"
        r"p_\chi\Big(\frac{w\sin\phi}{1+\sin(2\phi)\cos(\theta)}\Big)"
    ),
    domain_text="fixed theta",
    domain=_NONZERO,
    sides={
        "lhs": formula(DENSITY, _NONZERO, "d c w"),
        "rhs": _FIRST_LINE,
    },
    claim=Equal(),
    checks=(Agreement(points=_FIRST_POINTS), Representations("rhs", points=_FIRST_POINTS[:1])),
    uses=("simrf/eq55",),
    setting="a pair of fixed cosine",
    note="The second line of (56) is the right density, so the first line is a misprint.",
    erratum=Erratum(
        kind="misprint",
        at="eq. (56), first line",
        formula=(
            r"\frac w{\sqrt{1+\sin(2\phi)\cos(\theta)}}\,p_\chi(\ldots)\,"
            r"p_\chi\Big(\frac{w\sin\phi}{1+\sin(2\phi)\cos(\theta)}\Big)"
        ),
        false=(
            "The Leibniz rule gives the prefactor w/(1 + sin 2 phi cos theta) and the same root below in both "
            "arguments, from which the second line follows."
        ),
        weight=1,
        points=({"d": "2", "c": "1/3", "w": "1"}, {"d": "3", "c": "-1/2", "w": "2"}),
    ),
).corrected(
    title="Derivative of the law, first line mended",
    text="The Leibniz rule gives the prefactor w/(1 + sin 2f cos theta) and the same root in both arguments.",
    latex=(
        r"p(w)=\int_0^{\pi/2}\frac{w\,d\phi}{1+\sin(2\phi)\cos(\theta)}\,"
        r"p_\chi\Big(\frac{w\cos\phi}{\sqrt{1+\sin(2\phi)\cos(\theta)}}\Big)"
        r"p_\chi\Big(\frac{w\sin\phi}{\sqrt{1+\sin(2\phi)\cos(\theta)}}\Big)"
    ),
    domain=PAIR,
    sides={
        "lhs": formula(DENSITY, PAIR, "d c w"),
        "rhs": _MENDED,
    },
    checks=(
        Agreement(points=PAIR_POINTS),
        Representations("rhs", points=PAIR_POINTS[:1]),
        Derivation(pairs.density_steps, WHOLE, covered="at w = 0 both densities are 0"),
    ),
    uses=(),
)

EQ56_LINE2 = Statement(
    id="simrf/eq56/line2",
    kind="identity",
    where="eq. (56), second line",
    title="The density of the resultant",
    text="The second line is the density (20): the derivative of the law (55).",
    latex=(
        r"=\frac{w^{2d-1}}{2^{d-2}\Gamma(\frac d2)^2}\int_0^{\pi/2}d\phi(\sin\phi\cos\phi)^{d-1}"
        r"\frac{e^{-\frac{w^2}{2(1+\sin2\phi\cos\theta)}}}{(1+\sin2\phi\cos\theta)^d}"
    ),
    domain_text="fixed theta",
    domain=_NONZERO,
    sides={
        "lhs": _FIRST_LINE,
        "rhs": formula(printed_density(), _NONZERO, "d c w", closed=DENSITY),
    },
    claim=Law(Length(resultant(FIXED)), Distribution("density in w", printed_density())),
    checks=(
        Restated(
            "the printed integral against a certified series of the density",
            {
                "lhs": formula(DENSITY, PAIR, "d c w"),
                "rhs": formula(printed_density(), PAIR, "d c w"),
            },
            PAIR,
            Equal(),
            Agreement(points=PAIR_POINTS),
            WHOLE,
        ),
        Representations("lhs", points=_FIRST_POINTS[:1]),
        Representations("rhs", points=PAIR_POINTS[:1]),
        Derivation(pairs.density_steps, WHOLE, covered="at w = 0 both densities are 0"),
    ),
    uses=("simrf/eq55",),
    setting="a pair of fixed cosine",
    note="The left side is the first line as printed, whose misprint is told at simrf/eq56/line1; what is claimed is p(w).",
)


STATEMENTS = (
    SECA_5_ELLIPSE,
    EQ55,
    EQ56_LINE1,
    EQ56_LINE2,
)
