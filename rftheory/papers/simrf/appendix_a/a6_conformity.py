"""Appendix A.6 of simrf: the conformity at a fixed angle, from (60) to (67).

* (60): the resultant. Misprinted with squares inside the norm; Definition 3.1 has |w_i + w_j|.
* (61), (62): the density (20) in (10), then the integral over the length, Gamma(k+d) for every term.
* (64): int_0^pi sin^{d-1} f df in three forms.
* (66): at the simplex cosine the angular integral is a finite alternating sum, by the binomial theorem.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    All,
    Derivation,
    Domain,
    Equal,
    Erratum,
    Length,
    Proof,
    Representations,
    Restated,
    Statement,
    formula,
    part,
    real,
)
from rftheory.papers.simrf._lemmas import pairs
from rftheory.papers.simrf._lemmas.pairs import (
    PAIR_CONFORMITY,
    PRODUCT,
    STRETCH,
    TERM,
    angular,
    shape,
    stretch,
    wallis,
)
from rftheory.papers.simrf._lemmas.random_terms import FIXED, mean_summand, resultant
from rftheory.papers.simrf._notation import (
    ANY_DIMENSION,
    COSINE,
    DIMENSION,
    SIMPLEX,
    c,
    conformity,
    d,
    f,
    k,
    p,
    v,
    w,
)

_NORMS = Domain(
    (real("u", above=0, meaning="|w_i|"), real("r", above=0, meaning="|w_j|"), COSINE),
    extra=({"u": 1, "r": 1, "c": 0}, {"u": 2, "r": 1, "c": "-1/2"}),
)

_u, _r = sp.symbols("u r", positive=True)


def _homogeneity(proof: Proof) -> None:
    scale = sp.Symbol("scale", positive=True)
    defined = sp.sqrt(_u**2 + _r**2 + 2 * _u * _r * c)
    grown = sp.sqrt((scale * _u) ** 2 + (scale * _r) ** 2 + 2 * scale**2 * _u * _r * c)
    proof.equal(grown**2, (scale * defined) ** 2, "|w_i + w_j| grows with the scale")
    square = (scale * _u) ** 2 + (scale * _r) ** 2
    proof.equal(square / (_u**2 + _r**2), scale**2, "any reading of a sum of squares grows with its square")
    proof.distinct(sp.Integer(2) ** 2, sp.Integer(2), "the two differ at the scale 2")


EQ60 = Statement(
    id="simrf/eq60",
    kind="definition",
    where="eq. (60)",
    title="The resultant, misprinted",
    text=(
        "The resultant of two projections is printed with squares inside the norm; Definition 3.1 has the norm of "
        "the sum. Read as |w_i|^2 + |w_j|^2 the printed form is not even of the same degree."
    ),
    latex=r"w_{ij}=\|\bm w_i^2+\bm w_j^2\|_2",
    domain_text="i != j",
    domain=_NORMS,
    claim=Equal(_u**2 + _r**2, sp.sqrt(_u**2 + _r**2 + 2 * _u * _r * c)),
    checks=(Derivation(_homogeneity, part("any reading of the squares"), refutes=True),),
    uses=("simrf/lemma4.2/pdf", "simrf/def3.1"),
    erratum=Erratum(
        kind="misprint",
        at="after (60)",
        formula=r"w_{ij}=\|\bm w_i^2+\bm w_j^2\|_2",
        false="The resultant is |w_i + w_j|, as in Definition 3.1; a sum of squares has not even its degree.",
        weight=1,
        points=({"u": "1", "r": "1", "c": "0"}, {"u": "2", "r": "1", "c": "-1/2"}),
        objection="The square of a vector is read as its squared length; any other reading has the same degree 2.",
    ),
).corrected(
    kind="identity",
    where="eq. (60), as Definition 3.1",
    title="The resultant",
    text="The density (20) is that of the norm of the sum of the two projections.",
    latex=r"w_{ij}=\|w_i+w_j\|_2=\sqrt{w_i^2+w_j^2+2w_iw_j\cos\theta}",
    claim=Equal(Length(resultant(FIXED)), sp.sqrt(_u**2 + _r**2 + 2 * _u * _r * c)),
    checks=(Derivation(pairs.polar_steps, WHOLE),),
    uses=(),
)


def _inserted(proof: Proof) -> None:
    pairs.density_steps(proof)
    w = sp.Symbol("w", positive=True)
    term = (
        sp.gamma(d / 2) * v ** (2 * k) * w ** (2 * k) / (2 ** (2 * k) * sp.factorial(k) * sp.gamma(k + d / 2))
    )
    density = w ** (2 * d - 1) / (2 ** (d - 2) * sp.gamma(d / 2) ** 2) * shape
    printed = v ** (2 * k) / (
        2 ** (2 * k) * sp.factorial(k) * 2 ** (d - 2) * sp.gamma(d / 2) * sp.gamma(k + d / 2)
    )
    proof.equal(
        term * density,
        printed * w ** (2 * k + 2 * d - 1) * shape,
        "density times summand, constants collected",
    )
    proof.cite("Tonelli: all factors are nonnegative, so the sum and the integrals exchange")


_EQ61 = sp.Sum(
    v ** (2 * k)
    / (2 ** (2 * k) * sp.factorial(k) * 2 ** (d - 2) * sp.gamma(d / 2) * sp.gamma(k + d / 2))
    * sp.Integral(
        w ** (2 * k + 2 * d - 1) * PRODUCT ** (d - 1) * sp.exp(-(w**2) / (2 * STRETCH)) / STRETCH**d,
        (f, 0, sp.pi / 2),
        (w, 0, sp.oo),
    ),
    (k, 0, sp.oo),
)

EQ61 = Statement(
    id="simrf/eq61",
    kind="identity",
    where="eq. (61)",
    title="Conformity at a fixed angle, density inserted",
    text="Definition 3.1 with the density (20): a series of double integrals over length and split.",
    latex=(
        r"\rho_\theta=\sum_k\frac{v^{2k}}{2^{2k}k!\,2^{d-2}\Gamma(\frac d2)\Gamma(k+\frac d2)}\int_0^\infty dw"
        r"\int_0^{\frac\pi2}d\phi\,w^{2k+2d-1}(\sin\phi\cos\phi)^{d-1}"
        r"\frac{e^{-\frac{w^2}{2(1+\sin2\phi\cos\theta)}}}{(1+\sin2\phi\cos\theta)^d}"
    ),
    domain_text="fixed theta",
    domain=PAIR_CONFORMITY,
    claim=Equal(mean_summand(FIXED) - _EQ61, sp.S.Zero),
    checks=(Derivation(_inserted, WHOLE),),
    uses=("simrf/lemma4.2/pdf", "simrf/def3.1"),
    mechanism=("positive",),
    setting="a pair of fixed cosine x positive",
)


def _radial(proof: Proof) -> None:
    pairs.moment_steps(proof)
    radial = 2 ** (k + d - 1) * sp.gamma(k + d) * stretch**k
    before = v ** (2 * k) / (
        2 ** (2 * k) * sp.factorial(k) * 2 ** (d - 2) * sp.gamma(d / 2) * sp.gamma(k + d / 2)
    )
    after = (
        v ** (2 * k)
        * sp.gamma(k + d)
        / (2**k * sp.factorial(k) * 2 ** (d - 2) * sp.gamma(d / 2) * sp.gamma(k + d / 2))
    )
    proof.equal(
        before * radial * 2 ** (1 - d),
        after * stretch**k,
        "(61) after the radial integral, constants collected",
    )
    proof.equal(2 * pairs.PRODUCT, sp.sin(2 * f), "sin f cos f = sin(2f)/2 gives the factor 2^(1-d)")


_EQ62_TERM = (
    v ** (2 * k)
    * sp.gamma(k + d)
    / (2**k * sp.factorial(k) * 2 ** (d - 2) * sp.gamma(d / 2) * sp.gamma(k + d / 2))
)

_EQ62 = sp.Sum(
    _EQ62_TERM * sp.Integral(sp.sin(2 * f) ** (d - 1) * (1 + sp.sin(2 * f) * c) ** k, (f, 0, sp.pi / 2)),
    (k, 0, sp.oo),
)

_PRINTED_62 = formula(
    _EQ62,
    PAIR_CONFORMITY,
    "d c v",
    closed=conformity(c),
    majorants={k: 2 * _EQ62_TERM * (1 + sp.Abs(c)) ** k},
)

_SMALL = ({"d": 3, "c": "-1/2", "v": "1/2"}, {"d": 2, "c": "1/3", "v": "1/10"})

EQ62 = Statement(
    id="simrf/eq62",
    kind="identity",
    where="eq. (62)",
    title="Conformity at a fixed angle, length integrated",
    text="A rescaling of the length leaves a series of angular integrals with Gamma-function coefficients.",
    latex=(
        r"\rho_\theta=\sum_k\frac{v^{2k}\Gamma(k+d)}{2^kk!\,2^{d-2}\Gamma(\frac d2)\Gamma(k+\frac d2)}"
        r"\int_0^{\frac\pi2}d\phi(\sin2\phi)^{d-1}(1+\sin2\phi\cos\theta)^k"
    ),
    domain_text="fixed theta",
    domain=PAIR_CONFORMITY,
    sides={"": _PRINTED_62},
    claim=Equal(mean_summand(FIXED), ""),
    checks=(
        Restated(
            "the printed series against the conformity of a pair",
            {"lhs": _PRINTED_62, "rhs": formula(conformity(c), PAIR_CONFORMITY, "d c v")},
            PAIR_CONFORMITY,
            Equal(),
            Agreement(points=_SMALL),
            WHOLE,
        ),
        Representations("", points=_SMALL),
        Derivation(_radial, WHOLE),
    ),
    uses=("simrf/eq61",),
    mechanism=("positive",),
    setting="a pair of fixed cosine x positive",
)

_HALF = sp.Rational(1, 2)

_DIMENSIONS = Domain((ANY_DIMENSION,), extra=tuple({"d": value} for value in (1, 2, 3, 64, 1000)))


def _wallis_steps(proof: Proof) -> None:
    pairs.angular_steps(proof)
    proof.cite(
        "the Legendre duplication formula sqrt(pi) Gamma(2t) = 2^(2t-1) Gamma(t) Gamma(t+1/2) at t = d/2"
    )
    doubled = 2 ** (d - 1) * sp.gamma(d / 2) * sp.gamma(d / 2 + _HALF) / sp.sqrt(sp.pi)
    second = sp.sqrt(sp.pi) * sp.gamma(d / 2) / (sp.gamma(d / 2 + _HALF) * sp.gamma(d / 2))
    proof.equal(
        2 ** (d - 1) * sp.gamma(d / 2) / doubled,
        second,
        "with Gamma(d) rewritten the third form is the second",
    )


_WALLIS = {
    "first": formula(
        sp.Integral(sp.sin(f) ** (d - 1), (f, 0, sp.pi)) / sp.gamma(d / 2), _DIMENSIONS, "d",
        closed=wallis(d) / sp.gamma(d / 2),
    ),
    "second": formula(
        sp.sqrt(sp.pi) * sp.gamma(d / 2) / (sp.gamma(d / 2 + _HALF) * sp.gamma(d / 2)), _DIMENSIONS, "d"
    ),
    "third": formula(2 ** (d - 1) * sp.gamma(d / 2) / sp.gamma(d), _DIMENSIONS, "d"),
}  # fmt: skip

EQ64 = Statement(
    id="simrf/eq64",
    kind="identity",
    where="eq. (64)",
    title="The angular integral, three forms",
    text="The Wallis integral over (0, pi), by the Beta function and by the duplication formula.",
    latex=(
        r"\frac1{\Gamma(\frac d2)}\int_0^\pi d\phi(\sin\phi)^{d-1}=\sqrt\pi\frac{\Gamma(\frac d2)}"
        r"{\Gamma(\frac d2+\frac12)\Gamma(\frac d2)}=2^{d-1}\frac{\Gamma(\frac d2)}{\Gamma(d)}"
    ),
    domain_text="any d",
    domain=_DIMENSIONS,
    sides=_WALLIS,
    companions={f"simrf/eq64/{name}": {"": form} for name, form in _WALLIS.items()},
    claim=All((Equal("first", "second"), Equal("second", "third"))),
    checks=(
        Representations("first", points=_DIMENSIONS.extra),  # type: ignore[arg-type]
        Derivation(_wallis_steps, WHOLE),
    ),
)

_SIMPLEX_TERMS = Domain(
    (DIMENSION, TERM), extra=tuple({"d": dd, "k": kk} for dd in (2, 3, 64) for kk in (0, 1, 2, 5))
)


def _binomial_steps(proof: Proof) -> None:
    pairs.angular_steps(proof)
    proof.cite("the binomial theorem for (1 + c sin f)^k with c = -1/(d-1), a finite sum")
    s = sp.Symbol("sine", positive=True)
    proof.equal(
        s ** (d - 1) * (SIMPLEX * s) ** p / s ** (d + p - 1), SIMPLEX**p, "the powers of sin f in the term p"
    )
    t = sp.Symbol("t", positive=True)
    general = sp.sqrt(sp.pi) * sp.gamma(t / 2) / sp.gamma((t + 1) / 2)
    proof.equal(general.subs(t, d + p), wallis(d + p), "its angular integral")


_POWERS = sp.Sum(
    sp.factorial(k) / (sp.factorial(k - p) * sp.factorial(p)) * SIMPLEX**p * wallis(d + p), (p, 0, k)
)

EQ66 = Statement(
    id="simrf/eq66",
    kind="identity",
    where="eq. (66)",
    title="The simplex angular integral by the binomial theorem",
    text="At the simplex cosine the angular integral of order k is a finite alternating sum of Wallis integrals.",
    latex=(
        r"\int_0^\pi d\phi(\sin\phi)^{d-1}\left(1-\frac{\sin\phi}{d-1}\right)^k=\sum_{p=0}^k\frac{k!}{(k-p)!p!}"
        r"\left(-\frac1{d-1}\right)^p\sqrt\pi\frac{\Gamma(\frac{d+p}2)}{\Gamma(\frac{d+p+1}2)}"
    ),
    domain_text="cos(theta) = -1/(d-1)",
    domain=_SIMPLEX_TERMS,
    sides={
        "lhs": formula(
            sp.Integral(sp.sin(f) ** (d - 1) * (1 - sp.sin(f) / (d - 1)) ** k, (f, 0, sp.pi)),
            _SIMPLEX_TERMS,
            "d k",
            closed=angular(SIMPLEX),
        ),
        "rhs": formula(_POWERS, _SIMPLEX_TERMS, "d k", closed=angular(SIMPLEX)),
    },
    claim=Equal(),
    checks=(Derivation(_binomial_steps, WHOLE),),
    uses=("simrf/eq64",),
    mechanism=("simplex",),
)


STATEMENTS = (
    EQ60,
    EQ61,
    EQ62,
    EQ64,
    EQ66,
)
