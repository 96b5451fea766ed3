"""Appendix 9.3 of crt: the proof of Theorem 3.2, from the means of the square and of the squared modulus of f1 f2.

Main results, S = |x+sy|^2 and n2 = |x|^2 + |y|^2:
* (19): Var Re(f1 f2) = Re E (f1 f2)^2/2 + E |f1 f2|^2/2 - K^2, both means being of features of the same form.
* (20): E (f1 f2)^2 = alpha1 e^(alpha2 S - (s+1) n2).
* (21): E |f1 f2|^2 = alpha3 e^(alpha4 S - (s+1) n2). The second line has (1-4A)(1-4A) where |1-4A|^2 is meant: right for
  real A, and a bar that the text layer may have lost makes it right for all.

Each line is compared with quadrature at complex A.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    Derivation,
    Equal,
    Proof,
    Representations,
    Restated,
    Statement,
    formula,
    part,
)
from rftheory.papers._shared import gerf
from rftheory.papers._shared.gerf import ALPHA1, ALPHA2, ALPHA3, ALPHA4, NAMES, RE8, W4, B, C, D, general
from rftheory.papers._shared.invariants import d
from rftheory.papers.crt._notation import N2, S2, s

_ALL = general()
_SMALL: tuple[dict[str, object], ...] = tuple(point for point in gerf.MODEST if point["d"] != 10**5)


def _halves(proof: Proof) -> None:
    gerf.real_part_steps(proof)
    value, slope, constant = sp.symbols("A B C")
    scale = sp.Symbol("D", nonzero=True)
    norm, inner, x = sp.symbols("w p x", real=True)
    feature = scale * sp.exp(value * norm**2 + slope * inner + constant * x**2)
    doubled = {value: 2 * value, slope: 2 * slope, constant: 2 * constant, scale: scale**2}
    proof.equal(
        feature**2,
        feature.subs(doubled, simultaneous=True),
        "the square of a feature is the one with 2A, 2B, 2C, D^2",
    )
    p, q, t, u = sp.symbols("p q t u", real=True)
    proof.equal(
        sp.Abs(sp.exp(p + sp.I * q)) ** 2,
        sp.exp(2 * p),
        "|e^z|^2 = e^(2 Re z): 2 Re A, 2 Re B, 2 Re C, |D|^2",
    )
    proof.equal(sp.re((t + sp.I * u) * norm), t * norm, "Re(A|w|^2) = Re(A)|w|^2, w being real")


EQ19 = Statement(
    id="crt/eq19",
    kind="identity",
    where="eq. (19)",
    title="The variance from two means",
    text="Half the real part of E (f1 f2)^2 plus half E |f1 f2|^2 less K^2, both means being of such features again.",
    latex=(
        r"\tfrac12\mathrm{Re}\,\mathbb E\left(f^{(1)2}f^{(2)2}\right)"
        r"+\tfrac12\mathbb E\left(|f^{(1)}|^2|f^{(2)}|^2\right)-K(\mathbf x,\mathbf y)^2"
    ),
    domain_text="Re(1-8A) > 0",
    checks=(Derivation(_halves, WHOLE),),
    uses=("crt/eq16",),
    mechanism=("gerf",),
)

_EQ20 = ALPHA1 * sp.exp(ALPHA2 * S2 - (s + 1) * N2)

EQ20 = Statement(
    id="crt/eq20",
    kind="identity",
    where="eq. (20)",
    title="The mean of the squared product",
    text="E (f1 f2)^2 by alpha1 and alpha2.",
    latex=r"\alpha_1\exp\left(\alpha_2\|\mathbf x+s\mathbf y\|^2-(s+1)(\|\mathbf x\|^2+\|\mathbf y\|^2)\right)",
    domain_text="Re(1-8A) > 0",
    domain=_ALL,
    sides={"": formula(_EQ20, _ALL, NAMES, complex_valued=True)},
    checks=(
        Representations(
            "", formula(gerf.square_by_quadrature(), _ALL, NAMES, complex_valued=True), gerf.MODEST
        ),
        Derivation(gerf.square_steps, WHOLE),
    ),
    uses=("crt/eq16", "crt/thm3.2/alpha1", "crt/thm3.2/alpha2"),
    mechanism=("gerf",),
)

_LINE3 = ALPHA3 * sp.exp(ALPHA4 * S2 - (s + 1) * N2)

_LINE1 = sp.Abs(D) ** 4 * sp.sqrt(RE8) ** (-d) * sp.exp(
    (B + sp.conjugate(B)) ** 2 / (2 * RE8) * S2 + 2 * C * N2
)  # fmt: skip

EQ21_LINE1 = Statement(
    id="crt/eq21/line1",
    kind="identity",
    where="eq. (21), first line",
    title="The mean of the squared modulus",
    text="E |f1 f2|^2 by |D|, B + conj(B) and C.",
    latex=(
        r"|D|^4\left(\sqrt{1-8\mathrm{Re}(A)}\right)^{-d}\exp\left(\tfrac{(B+\overline B)^2}{2(1-8\mathrm{Re}(A))}"
        r"\|\mathbf x+s\mathbf y\|^2+2\mathrm{Re}(C)(\|\mathbf x\|^2+\|\mathbf y\|^2)\right)"
    ),
    domain_text="Re(1-8A) > 0",
    domain=_ALL,
    sides={"": formula(_LINE1, _ALL, NAMES, closed=_LINE3)},
    checks=(
        Representations("", formula(gerf.modulus_by_quadrature(), _ALL, NAMES), _SMALL),
        Representations("", formula(_LINE3, _ALL, NAMES)),
        Derivation(gerf.modulus_steps, WHOLE),
    ),
    uses=("crt/eq16",),
    mechanism=("gerf",),
)

_PLAIN = {"x2": 1, "y2": "1/2", "xy": "1/3"}

_LINE2 = (W4 * W4 / RE8) ** (d / 2) * sp.exp(
    (B**2 + sp.conjugate(B) ** 2 + 2 * sp.Abs(B) ** 2) / (2 * RE8) * S2 - (s + 1) * N2
)


def _with_bar(proof: Proof) -> None:
    gerf.modulus_steps(proof)
    p, q = sp.symbols("p q", real=True)
    value = p + sp.I * q
    bar = sp.conjugate(value)
    proof.equal(
        (1 - 4 * value) * (1 - 4 * bar),
        (1 - 4 * p) ** 2 + 16 * q**2,
        "(1-4A) times its conjugate is |1-4A|^2",
    )


EQ21_LINE2 = Statement(
    id="crt/eq21/line2",
    kind="identity",
    where="eq. (21), second line",
    title="The squared modulus, (5) inserted",
    text="The same with |D|^4 as a power of (1-4A)(1-4A) and the square of B + conj(B) expanded.",
    latex=(
        r"\left(\tfrac{(1-4A)(1-4A)}{1-8\mathrm{Re}(A)}\right)^{d/2}\exp\left(\tfrac{B^2+\overline B^2+2|B|^2}"
        r"{2(1-8\mathrm{Re}(A))}\|\mathbf x+s\mathbf y\|^2-(s+1)(\|\mathbf x\|^2+\|\mathbf y\|^2)\right)"
    ),
    domain_text="Re(1-8A) > 0",
    domain=_ALL,
    sides={"": formula(_LINE2, _ALL, NAMES, complex_valued=True)},
    checks=(
        Restated(
            "at real A it is the third line",
            {
                "second": formula(_LINE2, _ALL, NAMES, complex_valued=True),
                "third": formula(_LINE3, _ALL, NAMES),
            },
            _ALL,
            Equal("second", "third"),
            Agreement(
                "second",
                "third",
                tuple(
                    {**_PLAIN, "d": size, "s": sign, "A": value}
                    for size, value in ((3, "-1/2"), (64, "1/9"), (2, "-100"))
                    for sign in (1, -1)
                ),
            ),
        ),
        Derivation(_with_bar, part("the reading with a bar over one factor 1-4A")),
    ),
    uses=("crt/eq21/line1",),
    mechanism=("gerf",),
    note=(
        "Source unclear: |D|^4 gives one factor 1-4A a bar, which the text layer may have lost. With it the line is "
        "right; without it, as evaluated here, it is right for real A only. The next line has 16|A|^2, as with a bar."
    ),
)

EQ21_LINE3 = Statement(
    id="crt/eq21/line3",
    kind="identity",
    where="eq. (21), last two lines",
    title="The squared modulus by alpha3 and alpha4",
    text="E |f1 f2|^2 by alpha3 and alpha4.",
    latex=r"\alpha_3\exp\left(\alpha_4\|\mathbf x+s\mathbf y\|^2-(s+1)(\|\mathbf x\|^2+\|\mathbf y\|^2)\right)",
    domain_text="Re(1-8A) > 0",
    domain=_ALL,
    sides={"": formula(_LINE3, _ALL, NAMES)},
    checks=(
        Representations("", formula(gerf.modulus_by_quadrature(), _ALL, NAMES), _SMALL),
        Derivation(gerf.modulus_steps, WHOLE),
    ),
    uses=("crt/eq21/line1", "crt/thm3.2/alpha3", "crt/thm3.2/alpha4"),
    mechanism=("gerf",),
)

STATEMENTS = (
    EQ19,
    EQ20,
    EQ21_LINE1,
    EQ21_LINE2,
    EQ21_LINE3,
)
