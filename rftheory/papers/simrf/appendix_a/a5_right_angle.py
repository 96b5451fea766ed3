"""Appendix A.5 of simrf, (57) and (58): the density of |w_i + w_j| at a right angle.

* (57): three forms of one density, by the Wallis integral.
* (58): w^{2d-1} e^{-w^2/2}/(2^{d-1} Gamma(d)), chi with 2d degrees of freedom, by the duplication formula.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Distribution,
    Equal,
    Law,
    Length,
    Proof,
    Representations,
    Statement,
    formula,
)
from rftheory.papers.simrf._lemmas import pairs
from rftheory.papers.simrf._lemmas.pairs import ONE_LENGTH, PRODUCT, chi_twice, printed_density
from rftheory.papers.simrf._lemmas.random_terms import resultant
from rftheory.papers.simrf._notation import chi, d, f, w


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

EQ57 = Statement(
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
    claim=All(
        (
            Law(Length(resultant("orthogonal")), Distribution("density in w", printed_density(sp.S.One))),
            Equal("first", "second"),
            Equal("second", "third"),
        )
    ),
    checks=(
        Representations("first", points=_LENGTHS[:2]),
        Representations("second", points=_LENGTHS[:2]),
        Derivation(_chi_twice, WHOLE),
    ),
    uses=("simrf/eq56/line2",),
    mechanism=("orthogonal", "positive"),
)

EQ58 = Statement(
    id="simrf/eq58",
    kind="identity",
    where="eq. (58) and the text after it",
    title="The chi law with 2d degrees of freedom",
    text="The duplication formula turns the density of an orthogonal pair into the chi density of 2d.",
    latex=r"p(w)=\frac{w^{2d-1}e^{-w^2/2}}{2^{d-1}\Gamma(d)}",
    domain_text="theta = pi/2",
    domain=ONE_LENGTH,
    sides={"": formula(chi_twice(w), ONE_LENGTH, "d w")},
    claim=All(
        (
            Law(Length(resultant("orthogonal")), Distribution("chi", 2 * d)),
            Equal("", _FORMS["third"]),
        )
    ),
    checks=(
        Representations("", _FORMS["second"].with_expression(_FORMS["second"].expression), _LENGTHS),
        Derivation(_chi_twice, WHOLE),
    ),
    uses=("simrf/eq57",),
    mechanism=("orthogonal", "positive"),
)


STATEMENTS = (
    EQ57,
    EQ58,
)
