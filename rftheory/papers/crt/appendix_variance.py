"""Appendix 9.3 of crt: the proof of Theorem 3.2, from the means of the square and of the squared modulus of f1 f2.

Main results, S = |x+sy|^2 and n2 = |x|^2 + |y|^2:
* (19): Var Re(f1 f2) = Re E (f1 f2)^2/2 + E |f1 f2|^2/2 - K^2, both means being of features of the same form.
* (20): E (f1 f2)^2 = alpha1 e^(alpha2 S - (s+1) n2).
* (21): E |f1 f2|^2 = alpha3 e^(alpha4 S - (s+1) n2). The second line has (1-4A)(1-4A) where |1-4A|^2 is meant: right for
  real A, and its correction, with a bar that the text layer may have lost, for all.

Each line is compared with quadrature at complex A.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Claim,
    Derivation,
    Distribution,
    Domain,
    Draw,
    Equal,
    Expectation,
    On,
    Proof,
    Restated,
    Statement,
    Variance,
    formula,
    real,
)
from rftheory.papers._shared import gerf
from rftheory.papers._shared.gerf import ALPHA1, ALPHA2, ALPHA3, ALPHA4, NAMES, RE8, W4, B, C, D, general
from rftheory.papers._shared.invariants import DIMENSION, d, fit
from rftheory.papers.crt._notation import KERNEL, N2, S2, s

_ALL = general()
_RE, _IM = (
    Draw(name, Distribution(f"{name} of one product of features", gerf.A, s))
    for name in ("Re f1 f2", "Im f1 f2")
)
_SQUARE, _MODULUS = Expectation(_RE**2 - _IM**2), Expectation(_RE**2 + _IM**2)  # Re E (f1 f2)^2, E |f1 f2|^2


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


_w2, _wv = sp.symbols("w2 wv", real=True)
_ONE_ROW = Domain(
    (*_ALL.parameters, real("w2", 0, meaning="|w|^2"), real("wv", meaning="w.(x+sy)")),
    _ALL.rules,
    fit,
    tuple({**point, "w2": 1, "wv": "1/2"} for point in gerf.MODEST),
)


def _product(value: sp.Expr, slope: sp.Expr, constant: sp.Expr, scale: sp.Expr) -> sp.Expr:
    """f1 f2 with these A, B, C, D at a given row."""
    return scale**2 * sp.exp(2 * value * _w2 + slope * _wv + constant * N2)


def _same(one: sp.Expr, other: sp.Expr) -> Claim:
    names = "d A s x2 y2 w2 wv"
    return On(
        _ONE_ROW,
        Equal(
            formula(one, _ONE_ROW, names, complex_valued=True),
            formula(other, _ONE_ROW, names, complex_valued=True),
        ),
        "every row w",
    )


_GIVEN_ROW = _product(gerf.A, B, C, D)

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
    domain=_ALL,
    claim=All(
        (
            Equal(Variance(_RE), _SQUARE / 2 + _MODULUS / 2 - KERNEL**2),
            _same(_GIVEN_ROW**2, _product(2 * gerf.A, 2 * B, 2 * C, D**2)),
            _same(
                _GIVEN_ROW * sp.conjugate(_GIVEN_ROW),
                _product(2 * sp.re(gerf.A), B + sp.conjugate(B), 2 * C, sp.Abs(D) ** 2),
            ),
        )
    ),
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
    claim=All(
        (
            Equal(_SQUARE + 2 * sp.I * Expectation(_RE * _IM), ""),
            Equal("", formula(gerf.square_by_quadrature(), _ALL, NAMES, complex_valued=True)),
        )
    ),
    checks=(Derivation(gerf.square_steps, WHOLE),),
    uses=("crt/eq16", "crt/thm3.2/alpha1", "crt/thm3.2/alpha2"),
    mechanism=("gerf",),
)

_LINE3 = ALPHA3 * sp.exp(ALPHA4 * S2 - (s + 1) * N2)

_BY_QUADRATURE = formula(gerf.modulus_by_quadrature(), _ALL, NAMES)

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
    claim=All((Equal(_MODULUS, ""), Equal("", _BY_QUADRATURE))),
    checks=(Derivation(gerf.modulus_steps, WHOLE),),
    uses=("crt/eq16",),
    mechanism=("gerf",),
)

_REAL = Domain(
    (DIMENSION, real("A", below="1/8", reach=("1e-3", 1000)), *_ALL.parameters[2:]),
    tuple(rule for rule in _ALL.rules if rule is not gerf.FINITE),
    fit,
    tuple(
        {"x2": 1, "y2": "1/2", "xy": "1/3", "d": size, "s": sign, "A": value}
        for size, value in ((3, "-1/2"), (64, "1/9"), (2, "-100"))
        for sign in (1, -1)
    ),
)

_LINE2 = (W4 * W4 / RE8) ** (d / 2) * sp.exp(
    (B**2 + sp.conjugate(B) ** 2 + 2 * sp.Abs(B) ** 2) / (2 * RE8) * S2 - (s + 1) * N2
)


_WITH_BAR = formula(
    (sp.Abs(W4) ** 2 / RE8) ** (d / 2)
    * sp.exp((B**2 + sp.conjugate(B) ** 2 + 2 * sp.Abs(B) ** 2) / (2 * RE8) * S2 - (s + 1) * N2),
    _ALL,
    NAMES,
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
    claim=Equal(_MODULUS, ""),
    checks=(
        Restated(
            "real A",
            {
                "second": formula(_LINE2, _REAL, NAMES, complex_valued=True),
                "third": formula(_LINE3, _REAL, NAMES),
            },
            _REAL,
            Equal("second", "third"),
        ),
    ),
    uses=("crt/eq21/line1",),
    mechanism=("gerf",),
    note=(
        "Source unclear: |D|^4 gives one factor 1-4A a bar, which the text layer may have lost. Without it, as evaluated "
        "here, the line is right for real A. The next line has 16|A|^2, as with a bar."
    ),
).corrected(
    text="With a bar over one factor 1-4A the line is right for every A.",
    latex=(
        r"\left(\tfrac{(1-4A)(1-4\overline A)}{1-8\mathrm{Re}(A)}\right)^{d/2}\exp\left(\tfrac{B^2+\overline B^2+2|B|^2}"
        r"{2(1-8\mathrm{Re}(A))}\|\mathbf x+s\mathbf y\|^2-(s+1)(\|\mathbf x\|^2+\|\mathbf y\|^2)\right)"
    ),
    sides={},
    claim=All((Equal(_MODULUS, _WITH_BAR), Equal(_WITH_BAR, _BY_QUADRATURE))),
    checks=(Derivation(_with_bar, WHOLE),),
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
    claim=All((Equal(_MODULUS, ""), Equal("", _BY_QUADRATURE))),
    checks=(Derivation(gerf.modulus_steps, WHOLE),),
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
