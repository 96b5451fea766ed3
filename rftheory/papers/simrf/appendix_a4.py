"""Appendices A.4 and A.5 of simrf: the proofs of Lemma 4.1 and of the density in Lemma 4.2."""

from __future__ import annotations

import sympy as sp

from rftheory.domain import Domain, real
from rftheory.evidence.deterministic.agreement import Agreement, Representations
from rftheory.evidence.deterministic.derivation import Derivation, Proof
from rftheory.evidence.deterministic.restated import Restated
from rftheory.exact.functions.opposite_first_line import OppositeFirstLine
from rftheory.papers.simrf._lemmas import pairs
from rftheory.papers.simrf._lemmas.pairs import (
    DENSITY,
    LAW,
    LAW_DOMAIN,
    ONE_LENGTH,
    PAIR,
    PAIR_POINTS,
    PRODUCT,
    STRETCH,
    chi,
    chi_twice,
    mean_law,
    printed_density,
    radius,
)  # fmt: skip
from rftheory.papers.simrf._notation import c, d, f, k, t, v, w
from rftheory.statements import Equal, Statement, formally, formula

_GAMMA = Domain(
    (real("t", above=0, reach=("1e-6", 1000000), meaning="the paper's z"),),
    extra=tuple({"t": value} for value in (1, "1/2", "7/3", "1e-6", 32, 1000)),
)
_NONZERO = Domain(PAIR.parameters, PAIR.rules, PAIR.repair, PAIR.extra[:5])
_FIRST_POINTS = PAIR_POINTS[:3]
_LAW_POINTS: tuple[dict[str, object], ...] = (
    {"d": 2, "c": "1/3", "w": "1/4"},
    {"d": 1, "c": "-1/2", "w": "1/2"},
    {"d": 8, "c": "-1/7", "w": 4},
)


def _term_by_term(proof: Proof) -> None:
    r, s = sp.symbols("w s", positive=True)
    density = r ** (d - 1) * sp.exp(-(r**2) / 4) / (2 ** (d - 1) * sp.gamma(d / 2))
    term = (
        sp.gamma(d / 2) * v ** (2 * k) * r ** (2 * k) / (2 ** (2 * k) * sp.factorial(k) * sp.gamma(k + d / 2))
    )
    proof.cite("Tonelli: the terms are nonnegative, so the sum and the integral exchange")
    changed = (density * term).subs(r, 2 * sp.sqrt(s)) * sp.diff(2 * sp.sqrt(s), s)
    gamma_body = v ** (2 * k) / sp.factorial(k) * s ** (k + d / 2 - 1) * sp.exp(-s) / sp.gamma(k + d / 2)
    proof.equal(changed, gamma_body, "w = 2 sqrt(s): every term is v^(2k)/k! times a Gamma(k + d/2) density")
    proof.equal(
        sp.summation(v ** (2 * k) / sp.factorial(k), (k, 0, sp.oo)), sp.exp(v**2), "the exponential series"
    )


def _gamma_integral(proof: Proof) -> None:
    s, power = sp.symbols("s t", positive=True)
    r = sp.Symbol("w", positive=True)
    body = r ** (2 * power - 1) * sp.exp(-(r**2) / 2)
    changed = body.subs(r, sp.sqrt(2 * s)) * sp.diff(sp.sqrt(2 * s), s)
    proof.equal(changed, 2 ** (power - 1) * s ** (power - 1) * sp.exp(-s), "w = sqrt(2s) in the integral")
    proof.cite("Euler's integral of Gamma(t), convergent for t > 0")


def _independent(proof: Proof) -> None:
    s = sp.Symbol("s", real=True)
    gauss = sp.exp(-(s**2) / 2) / sp.sqrt(2 * sp.pi)
    mean = sp.integrate(sp.exp(s * v) * gauss, (s, -sp.oo, sp.oo))
    proof.cite(
        "isotropy of N(0, I_d): w_i.v is |v| times a standard normal variable; independence of the pair"
    )
    proof.equal(mean, sp.exp(v**2 / 2), "E exp(w_1.v) for one projection")
    proof.equal(mean**2, sp.exp(v**2), "the product of two of them, for every ordered pair")


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


def _chi_twice(proof: Proof) -> None:
    pairs.angular_steps(proof)
    r = sp.Symbol("w", positive=True)
    scale = r ** (2 * d - 1) * sp.exp(-(r**2) / 2) / sp.gamma(d / 2) ** 2
    wallis = sp.sqrt(sp.pi) * sp.gamma(d / 2) / sp.gamma((d + 1) / 2)
    proof.equal(PRODUCT, sp.sin(2 * f) / 2, "sin f cos f = sin(2f)/2; f -> f/2 maps (0, pi/2) to (0, pi)")
    proof.equal(
        scale / 2 ** (d - 2) * 2 ** (1 - d) / 2,
        scale / 2 ** (2 * d - 2),
        "the constants of the first two forms",
    )
    third = (
        sp.sqrt(sp.pi)
        * r ** (2 * d - 1)
        * sp.exp(-(r**2) / 2)
        / (2 ** (2 * d - 2) * sp.gamma(d / 2) * sp.gamma((d + 1) / 2))
    )
    proof.equal(scale / 2 ** (2 * d - 2) * wallis, third, "the second and the third form")
    proof.cite(
        "the Legendre duplication formula sqrt(pi) Gamma(2t) = 2^(2t-1) Gamma(t) Gamma(t+1/2) at t = d/2"
    )
    duplicated = (
        third * sp.gamma((d + 1) / 2) * sp.gamma(d / 2) * 2 ** (d - 1) / (sp.sqrt(sp.pi) * sp.gamma(d))
    )
    proof.equal(duplicated, chi_twice(r), "the third form and (58)")
    proof.equal(chi(r).subs(d, 2 * d), chi_twice(r), "(58) is the chi density with 2d degrees of freedom")


_POLAR = sp.Integral(
    sp.Integral(
        radius * chi(radius * sp.cos(f)) * chi(radius * sp.sin(f)), (radius, 0, w / sp.sqrt(STRETCH))
    ),
    (f, 0, sp.pi / 2),
)
_SECOND, _THIRD = w * sp.cos(f) / sp.sqrt(STRETCH), w * sp.sin(f)
_FIRST_LINE = sp.Integral(w / sp.sqrt(STRETCH) * chi(_SECOND) * chi(_THIRD / STRETCH), (f, 0, sp.pi / 2))
_FIRST_LINE_EVERYWHERE = sp.Piecewise((OppositeFirstLine(d, w), sp.Eq(c, -1)), (_FIRST_LINE, True))
_MENDED = sp.Integral(w / STRETCH * chi(_SECOND) * chi(_THIRD / sp.sqrt(STRETCH)), (f, 0, sp.pi / 2))

_FORMS = {
    "first": formula(printed_density(sp.S.One), ONE_LENGTH, "d w", closed=chi_twice(w)),
    "second": formula(
        w ** (2 * d - 1) / (2 ** (2 * d - 2) * sp.gamma(d / 2) ** 2)
        * sp.Integral(sp.sin(f) ** (d - 1) * sp.exp(-(w**2) / 2), (f, 0, sp.pi)),
        ONE_LENGTH, "d w", closed=chi_twice(w),
    ),
    "third": formula(
        sp.sqrt(sp.pi) * w ** (2 * d - 1) / (2 ** (2 * d - 2) * sp.gamma(d / 2) * sp.gamma(d / 2 + sp.Rational(1, 2)))
        * sp.exp(-(w**2) / 2),
        ONE_LENGTH, "d w",
    ),
}  # fmt: skip
_LENGTHS: tuple[dict[str, object], ...] = (
    {"d": 2, "w": 1},
    {"d": 1, "w": "1/2"},
    {"d": 64, "w": 11},
    {"d": 7, "w": 20},
)

STATEMENTS = (
    Statement(
        id="simrf/eq53",
        kind="identity",
        where="eq. (53)",
        title="Conformity of independent projections, term by term",
        text="The density (18) integrated against (10) gives the exponential series, so the conformity is exp(v^2).",
        latex=(
            r"\rho=\Gamma(\tfrac d2)\int_0^\infty dw\frac{w^{d-1}e^{-\frac{w^2}4}}{2^{d-1}\Gamma(\frac d2)}"
            r"\sum_k\frac{v^{2k}w^{2k}}{2^{2k}k!\,\Gamma(k+\frac d2)}=\sum_k\frac{v^{2k}}{k!}=e^{v^2}"
        ),
        domain_text="iid w_i",
        checks=(Derivation(_term_by_term),),
        uses=("simrf/lemma4.1/pdf", "simrf/seca.4/gamma-integral", "simrf/lemma4.1/conformity"),
        mechanism="iid x positive",
    ),
    Statement(
        id="simrf/seca.4/gamma-integral",
        kind="identity",
        where="A.4, after (53)",
        title="A Gaussian moment integral",
        text="The integral of w^(2t-1) against exp(-w^2/2) is 2^(t-1) Gamma(t); the left side is split at w^2 = 2.",
        latex=r"\int_0^\infty dw\,w^{2z-1}e^{-\frac{w^2}2}=2^{z-1}\Gamma(z)",
        domain_text="general (the integral converges for t > 0)",
        domain=_GAMMA,
        sides={
            "lhs": formula(
                2 ** (t - 1) * (sp.lowergamma(t, 1, evaluate=False) + sp.uppergamma(t, 1, evaluate=False)),
                _GAMMA,
                "t",
            ),
            "rhs": formula(2 ** (t - 1) * sp.gamma(t), _GAMMA, "t"),
        },
        claim=Equal(),
        checks=(Derivation(_gamma_integral),),
    ),
    Statement(
        id="simrf/seca.4/short",
        kind="identity",
        where="A.4, last paragraph",
        title="Conformity of independent projections, in one line",
        text="Independence splits the mean of exp((w_i+w_j).v) into two Gaussian moment generating functions.",
        latex=r"\rho=\mathbb E[e^{w_1^\top v}]\,\mathbb E[e^{w_2^\top v}]=e^{v^2}",
        domain_text="iid N(0, I_d)",
        checks=(Derivation(_independent),),
        uses=("simrf/seca.1/mean", "simrf/lemma4.1/conformity"),
        mechanism="iid x positive",
    ),
    Statement(
        id="simrf/seca.5/ellipse",
        kind="identity",
        where="A.5, before (54)",
        title="Norms of a fixed resultant lie on an ellipse",
        text="At a constant length of the resultant the two norms lie on an ellipse with axes along the diagonals.",
        latex=r"w/\sqrt{1\pm\cos\theta}",
        domain_text="fixed theta",
        checks=(Derivation(_ellipse),),
        mechanism="a pair of fixed cosine",
    ),
    Statement(
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
        domain=LAW_DOMAIN,
        sides={
            "lhs": formally(formula(mean_law(), LAW_DOMAIN, "d c w", closed=LAW), without=("c",)),
            "rhs": formula(_POLAR, LAW_DOMAIN, "d c w", closed=LAW),
        },
        claim=Equal(),
        checks=(
            Agreement(points=_LAW_POINTS[1:2]),
            Representations("lhs", points=_LAW_POINTS[::2]),
            Representations("rhs", points=_LAW_POINTS[1:2]),
            Derivation(pairs.polar_steps),
        ),
        uses=("simrf/seca.5/ellipse",),
        mechanism="a pair of fixed cosine",
    ),
    Statement(
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
            "rhs": formula(_FIRST_LINE, _NONZERO, "d c w", closed=_FIRST_LINE_EVERYWHERE),
        },
        claim=Equal(),
        checks=(Agreement(points=_FIRST_POINTS), Representations("rhs", points=_FIRST_POINTS[:1])),
        uses=("simrf/eq55",),
        mechanism="a pair of fixed cosine",
        note="The second line of (56) is the right density, so the first line is a misprint.",
        slip=True,
        correction=Statement(
            id="simrf/eq56/line1/corrected",
            kind="identity",
            where="eq. (56), first line",
            title="Derivative of the law, first line mended",
            text="The Leibniz rule gives the prefactor w/(1 + sin 2f cos theta) and the same root in both arguments.",
            latex=(
                r"p(w)=\int_0^{\pi/2}\frac{w\,d\phi}{1+\sin(2\phi)\cos(\theta)}\,"
                r"p_\chi\Big(\frac{w\cos\phi}{\sqrt{1+\sin(2\phi)\cos(\theta)}}\Big)"
                r"p_\chi\Big(\frac{w\sin\phi}{\sqrt{1+\sin(2\phi)\cos(\theta)}}\Big)"
            ),
            domain_text="fixed theta",
            domain=PAIR,
            sides={
                "lhs": formula(DENSITY, PAIR, "d c w"),
                "rhs": formula(_MENDED, PAIR, "d c w", closed=DENSITY),
            },
            claim=Equal(),
            checks=(
                Agreement(points=PAIR_POINTS),
                Representations("rhs", points=PAIR_POINTS[:1]),
                Derivation(pairs.density_steps),
            ),
        ),
    ),
    Statement(
        id="simrf/eq56/line2",
        kind="identity",
        where="eq. (56), second line",
        title="Derivative of the law, second line",
        text="The second line is the density (20); it does not equal the first line as that is printed.",
        latex=(
            r"=\frac{w^{2d-1}}{2^{d-2}\Gamma(\frac d2)^2}\int_0^{\pi/2}d\phi(\sin\phi\cos\phi)^{d-1}"
            r"\frac{e^{-\frac{w^2}{2(1+\sin2\phi\cos\theta)}}}{(1+\sin2\phi\cos\theta)^d}"
        ),
        domain_text="fixed theta",
        domain=_NONZERO,
        sides={
            "lhs": formula(_FIRST_LINE, _NONZERO, "d c w", closed=_FIRST_LINE_EVERYWHERE),
            "rhs": formula(printed_density(), _NONZERO, "d c w", closed=DENSITY),
        },
        claim=Equal(),
        checks=(
            Agreement(points=_FIRST_POINTS),
            Representations("lhs", points=_FIRST_POINTS[:1]),
            Representations("rhs", points=PAIR_POINTS[:1]),
        ),
        uses=("simrf/eq56/line1",),
        mechanism="a pair of fixed cosine",
        note="Only the printed first line is at fault: see the correction of simrf/eq56/line1.",
        slip=True,
        correction=Statement(
            id="simrf/eq56/line2/corrected",
            kind="identity",
            where="eq. (56), second line",
            title="The mended first line gives the second",
            text="With the first line mended both lines of (56) are the same integral.",
            latex=(
                r"\int_0^{\pi/2}\frac{w\,d\phi}{A}\,p_\chi\Big(\frac{w\cos\phi}{\sqrt A}\Big)"
                r"p_\chi\Big(\frac{w\sin\phi}{\sqrt A}\Big)=\frac{w^{2d-1}}{2^{d-2}\Gamma(\frac d2)^2}\int_0^{\pi/2}"
                r"(\sin\phi\cos\phi)^{d-1}\frac{e^{-w^2/(2A)}}{A^d}d\phi,\quad A=1+\sin2\phi\cos\theta"
            ),
            domain_text="fixed theta",
            domain=PAIR,
            sides={
                "lhs": formula(_MENDED, PAIR, "d c w", closed=DENSITY),
                "rhs": formula(printed_density(), PAIR, "d c w", closed=DENSITY),
            },
            claim=Equal(),
            checks=(
                Agreement(points=PAIR_POINTS),
                Representations("lhs", points=PAIR_POINTS[:1]),
                Representations("rhs", points=PAIR_POINTS[:1]),
                Derivation(pairs.density_steps),
            ),
        ),
    ),
    Statement(
        id="simrf/eq57",
        kind="identity",
        where="eq. (57)",
        title="The density at a right angle, three forms",
        text="At a right angle the angular integral decouples and is a quotient of Gamma functions.",
        latex=(
            r"p(w)=\frac{w^{2d-1}}{2^{d-2}\Gamma(\frac d2)^2}\int_0^{\pi/2}(\sin\phi\cos\phi)^{d-1}e^{-\frac{w^2}2}d\phi"
            r"=\sqrt\pi\frac{w^{2d-1}}{2^{2d-2}\Gamma(\frac d2)\Gamma(\frac d2+\frac12)}e^{-\frac{w^2}2}"
        ),
        domain_text="theta = pi/2",
        domain=ONE_LENGTH,
        sides=_FORMS,
        companions={f"simrf/eq57/{name}": {"": form} for name, form in _FORMS.items()},
        checks=(
            Agreement("first", "second", points=_LENGTHS),
            Agreement("second", "third", points=_LENGTHS),
            Representations("first", points=_LENGTHS[:2]),
            Representations("second", points=_LENGTHS[:2]),
            Derivation(_chi_twice),
        ),
        uses=("simrf/eq56/line2",),
        mechanism="orthogonal x positive",
    ),
    Statement(
        id="simrf/eq58",
        kind="identity",
        where="eq. (58) and the text after it",
        title="The chi law with 2d degrees of freedom",
        text="The duplication formula turns the density of an orthogonal pair into the chi density of 2d.",
        latex=r"p(w)=\frac{w^{2d-1}e^{-w^2/2}}{2^{d-1}\Gamma(d)}",
        domain_text="theta = pi/2",
        domain=ONE_LENGTH,
        sides={"": formula(chi_twice(w), ONE_LENGTH, "d w")},
        checks=(
            Representations("", _FORMS["second"].with_expression(_FORMS["second"].expression), _LENGTHS),
            Restated(
                "(58) against the third form of (57)",
                {"lhs": formula(chi_twice(w), ONE_LENGTH, "d w"), "rhs": _FORMS["third"]},
                ONE_LENGTH,
                Equal(),
            ),
            Derivation(_chi_twice),
        ),
        uses=("simrf/eq57",),
        mechanism="orthogonal x positive",
    ),
)
