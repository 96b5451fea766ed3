"""Section 3.1 of crt, first part: generalised exponential features (GERF), their mean and their variance.

f1 = D exp(A|w|^2 + B w.x + C|x|^2), f2 = D exp(A|w|^2 + s B w.y + C|y|^2), s = 1 or -1. Main results:
* Theorem 3.1: with B = sqrt(s(1-4A)), C = -(s+1)/2, D = (1-4A)^(d/4) and Re(1-4A) > 0, E Re(f1 f2) = K.
* Theorem 3.2: for Re(1-8A) > 0, Var Re(f1 f2) = e^(-(s+1) n2) (Re(alpha1 e^(alpha2 S)) + alpha3 e^(alpha4 S))/2 - K^2,
  S = |x+sy|^2, n2 = |x|^2 + |y|^2, with alpha1 to alpha4 as printed.
* A = 0 gives trigonometric features for s = -1 and positive ones for s = 1.

Proofs: complex Gaussian integrals coordinate by coordinate and (Re Z)^2 = (Re Z^2 + |Z|^2)/2 (Appendices 9.2, 9.3).
The definitions are compared with quadrature at complex A and with draws. The branch of alpha1 is (1-4A)/sqrt(1-8A).
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.complex_vectors import RealPart
from rftheory.kit import (
    WHOLE,
    Agreement,
    All,
    Derivation,
    Domain,
    Equal,
    Proof,
    Representations,
    Statement,
    formula,
)
from rftheory.papers._shared import gerf
from rftheory.papers._shared.gerf import ALPHA1, ALPHA2, ALPHA3, ALPHA4, W4, W8, A, B, C, D, general
from rftheory.papers._shared.invariants import DIMENSION, SQUARES, d
from rftheory.papers.crt._lemmas import drawn
from rftheory.papers.crt._lemmas.gaussian_moments import moment_series
from rftheory.papers.crt._lemmas.special_cases import NORM, W_X, becomes
from rftheory.papers.crt._notation import KERNEL, N2, s

_ALL = general()

EQ4 = Statement(
    id="crt/eq4",
    kind="definition",
    where="eq. (4)",
    title="Generalised exponential features",
    text="f1 and f2 are D times the exponential of A|w|^2, a multiple of w.x or w.y, and C|x|^2 or C|y|^2.",
    latex=(
        r"f^{(1)}_{\rm GE}=D\exp(A\|\omega\|^2+B\omega^\top\mathbf x+C\|\mathbf x\|^2),\quad "
        r"f^{(2)}_{\rm GE}=D\exp(A\|\omega\|^2+sB\omega^\top\mathbf y+C\|\mathbf y\|^2)"
    ),
    domain_text="A, B, C, D complex, s = 1 or -1",
    mechanism=("iid", "gerf"),
    setting="iid x generalised exponential x Gaussian; one complex number per projection",
)


def _special(proof: Proof) -> None:
    w, p, q, x, y = sp.symbols("w p q x y", real=True)
    value, slope, constant, scale, sign = sp.symbols("A B C D s")
    first = scale * sp.exp(value * w**2 + slope * p + constant * x**2)
    second = scale * sp.exp(value * w**2 + sign * slope * q + constant * y**2)
    cases = (
        ("trigonometric", (0, sp.I, 0, 1, -1), sp.exp(sp.I * p), sp.exp(-sp.I * q)),
        ("positive", (0, 1, -1, 1, 1), sp.exp(p - x**2), sp.exp(q - y**2)),
    )
    for name, values, left, right in cases:
        chosen = dict(zip((value, slope, constant, scale, sign), values, strict=True))
        proof.equal(first.subs(chosen), left, f"f1 is the {name} feature, p = w.x")
        proof.equal(second.subs(chosen), right, f"f2 is the {name} feature, q = w.y")
        known = {A: 0, s: values[4]}
        for letter, printed, expected in zip("BCD", (B, C, D), values[1:4], strict=True):
            proof.equal(printed.subs(known), expected, f"{letter} by (5) at A = 0, s = {values[4]}")


SEC3_1_SPECIAL = Statement(
    id="crt/sec3.1/special",
    kind="identity",
    where="Section 3.1, after eq. (4)",
    title="Trigonometric and positive features as special cases",
    text="A = 0 gives trigonometric features with (B, C, D, s) = (i, 0, 1, -1), positive ones with (1, -1, 1, 1).",
    latex=r"(A,B,C,D,s)=(0,i,0,1,-1),\ (0,1,-1,1,1)",
    domain_text="as stated",
    claim=All(
        (
            becomes((0, 0, 1), sp.I, sp.exp(sp.I * W_X), "(A, B, C, D) = (0, i, 0, 1): f1"),
            becomes((0, 0, 1), -sp.I, sp.exp(-sp.I * W_X), "(A, B, C, D, s) = (0, i, 0, 1, -1): f2"),
            becomes(
                (0, -1, 1), sp.S.One, sp.exp(W_X - NORM), "(A, B, C, D, s) = (0, 1, -1, 1, 1): f1 and f2"
            ),
        )
    ),
    checks=(Derivation(_special, WHOLE),),
    uses=("crt/eq4", "crt/eq5", "crt/sec2.2/trig", "crt/sec2.2/pos"),
    mechanism=("gerf",),
)

_A_S = general(gerf.COMPLEX_A, gerf.SIGN, finite=False)
_D_A = general(DIMENSION, gerf.COMPLEX_A, finite=False)
_ONLY_S = Domain((gerf.SIGN,), (gerf.SIGNED,))
_c = s * W4
_HALVES = [sp.sqrt((sp.Abs(_c) + sign * s * (1 - 4 * sp.re(A))) / 2) for sign in (1, -1)]

_ROOT = sp.Piecewise(  # the principal root of s(1-4A) by the half-angle formulas
    (_HALVES[0] + sp.I * _HALVES[1], sp.Le(s * sp.im(A), 0)), (_HALVES[0] - sp.I * _HALVES[1], True)
)

_CONSTANT = sp.Piecewise((sp.Integer(-1), sp.Eq(s, 1)), (sp.S.Zero, True))

EQ5 = Statement(
    id="crt/eq5",
    kind="definition",
    where="eq. (5)",
    title="The dependent parameters B, C, D",
    text="With Re(1-4A) > 0: B is the root of s(1-4A), C = -(s+1)/2, D the d-th power of the fourth root of 1-4A.",
    latex=r"\mathrm{Re}(1-4A)>0,\quad B=\sqrt{s(1-4A)},\quad C=-(s+1)/2,\quad D=(\sqrt[4]{1-4A})^d",
    domain_text="Re(1-4A) > 0, s = 1 or -1; principal roots",
    companions={
        "crt/eq5/B": {"": formula(B, _A_S, "A s", closed=_ROOT, complex_valued=True)},
        "crt/eq5/C": {"": formula(C, _ONLY_S, "s", closed=_CONSTANT)},
        "crt/eq5/D": {"": formula(D, _D_A, "d A", closed=sp.exp(d / 4 * sp.log(W4)), complex_valued=True)},
    },
    checks=(Derivation(gerf.mean_steps, WHOLE),),
    uses=("crt/eq4",),
    mechanism=("gerf",),
)

_ANY = general(finite=False)
_PAIR = Domain(SQUARES, _ALL.rules[:1], _ALL.repair, _ALL.extra)

THM3_1 = Statement(
    id="crt/thm3.1",
    kind="identity",
    where="Theorem 3.1",
    title="Generalised exponential features are unbiased",
    text="With B, C, D from (5) the real part of f1 f2 has the mean K, for every A with Re(1-4A) > 0 and both s.",
    latex=(
        r"\mathbb E\,\mathrm{Re}\left(f^{(1)}_{\rm GE}(\omega,\mathbf x)f^{(2)}_{\rm GE}(\omega,\mathbf y)\right)"
        r"=K(\mathbf x,\mathbf y)"
    ),
    domain_text="Re(1-4A) > 0, s = 1 or -1",
    domain=_ANY,
    sides={
        "lhs": formula(
            sp.re(gerf.mean_by_quadrature()),
            _ANY,
            gerf.NAMES,
            closed=sp.exp(C * N2) * moment_series(s * gerf.S2),
        ),
        "rhs": formula(KERNEL, _PAIR, "x2 y2 xy"),
    },
    claim=Equal(),
    checks=(
        Agreement(points=(*gerf.MODEST, {**gerf.MODEST[2], "A": "1/5+1/20j"})),
        Representations("lhs", points=gerf.MODEST[:3]),
        Derivation(gerf.mean_steps, WHOLE),
        drawn.unbiased(),
    ),
    uses=("crt/eq4", "crt/eq5", "crt/eq16"),
    mechanism=("iid", "gerf"),
)

THM3_2 = Statement(
    id="crt/thm3.2",
    kind="identity",
    where="Theorem 3.2, eq. (6)",
    title="Variance of generalised exponential features",
    text="The variance of one projection in closed form, by alpha1 to alpha4 and |x+sy|^2.",
    latex=(
        r"\mathrm{Var}\,\mathrm{Re}(f^{(1)}f^{(2)})=\tfrac12e^{-(s+1)(\|\mathbf x\|^2+\|\mathbf y\|^2)}"
        r"\left(\mathrm{Re}\left(\alpha_1e^{\alpha_2\|\mathbf x+s\mathbf y\|^2}\right)"
        r"+\alpha_3e^{\alpha_4\|\mathbf x+s\mathbf y\|^2}\right)-K(\mathbf x,\mathbf y)^2"
    ),
    domain_text="Re(1-8A) > 0, s = 1 or -1",
    domain=_ALL,
    sides={
        "lhs": formula(gerf.variance_by_quadrature(), _ALL, gerf.NAMES, closed=gerf.variance_by_series()),
        "rhs": formula(gerf.VARIANCE, _ALL, gerf.NAMES, closed=gerf.STABLE),
    },
    claim=Equal(),
    checks=(
        Agreement(points=gerf.MODEST),
        Representations("lhs", points=gerf.MODEST[:3]),
        Representations("rhs", points=gerf.MODEST),
        Derivation(gerf.variance_steps, WHOLE),
        drawn.variance(formula(gerf.VARIANCE, _ALL, gerf.NAMES, closed=gerf.STABLE)),
    ),
    uses=("crt/thm3.1", *(f"crt/thm3.2/alpha{i}" for i in range(1, 5))),
    mechanism=("iid", "gerf"),
    setting="iid x GERF x Gaussian, one projection",
)

_FINITE_D_A = general(DIMENSION, gerf.COMPLEX_A)
_FINITE_A_S = general(gerf.COMPLEX_A, gerf.SIGN)

THM3_2_ALPHA1 = Statement(
    id="crt/thm3.2/alpha1",
    kind="definition",
    where="Theorem 3.2",
    title="alpha1",
    text="The d-th power of the principal root of 1 + 16 A^2/(1-8A).",
    latex=r"\alpha_1=\left(\sqrt{1+\tfrac{16A^2}{1-8A}}\right)^d",
    domain_text="Re(1-8A) > 0",
    domain=_FINITE_D_A,
    sides={"": formula(ALPHA1, _FINITE_D_A, "d A", complex_valued=True)},
    checks=(
        Representations("", formula((W4 / sp.sqrt(W8)) ** d, _FINITE_D_A, "d A", complex_valued=True)),
        Derivation(gerf.square_steps, WHOLE),
    ),
    mechanism=("gerf",),
    note="The principal root is (1-4A)/sqrt(1-8A), whose real part is positive.",
)

THM3_2_ALPHA2 = Statement(
    id="crt/thm3.2/alpha2",
    kind="definition",
    where="Theorem 3.2",
    title="alpha2",
    text="s + s/(1-8A).",
    latex=r"\alpha_2=s+\tfrac{s}{1-8A}",
    domain_text="Re(1-8A) > 0",
    domain=_FINITE_A_S,
    sides={"": formula(ALPHA2, _FINITE_A_S, "A s", complex_valued=True)},
    checks=(
        Representations("", formula(2 * B**2 / W8, _FINITE_A_S, "A s", complex_valued=True)),
        Derivation(gerf.square_steps, WHOLE),
    ),
    mechanism=("gerf",),
)

THM3_2_ALPHA3 = Statement(
    id="crt/thm3.2/alpha3",
    kind="definition",
    where="Theorem 3.2",
    title="alpha3",
    text="The power d/2 of 1 + 16|A|^2/(1 - 8 Re A).",
    latex=r"\alpha_3=\left(1+\tfrac{16|A|^2}{1-8\mathrm{Re}(A)}\right)^{d/2}",
    domain_text="Re(1-8A) > 0",
    domain=_FINITE_D_A,
    sides={"": formula(ALPHA3, _FINITE_D_A, "d A")},
    checks=(
        Representations("", formula((sp.Abs(W4) / sp.sqrt(gerf.RE8)) ** d, _FINITE_D_A, "d A")),
        Derivation(gerf.modulus_steps, WHOLE),
    ),
    mechanism=("gerf",),
)

THM3_2_ALPHA4 = Statement(
    id="crt/thm3.2/alpha4",
    kind="definition",
    where="Theorem 3.2",
    title="alpha4",
    text="s/2 + (s + 2|1-4A|)/(2(1 - 8 Re A)).",
    latex=r"\alpha_4=\tfrac s2+\tfrac{s+2|1-4A|}{2(1-8\mathrm{Re}(A))}",
    domain_text="Re(1-8A) > 0",
    domain=_FINITE_A_S,
    sides={"": formula(ALPHA4, _FINITE_A_S, "A s")},
    checks=(
        Representations("", formula(2 * RealPart(B) ** 2 / gerf.RE8, _FINITE_A_S, "A s")),
        Derivation(gerf.modulus_steps, WHOLE),
    ),
    mechanism=("gerf",),
)

SEC3_1_GLOBAL_OPEN = Statement(
    id="crt/sec3.1/global-open",
    kind="optimality",
    where="Section 3.1, before Theorem 3.3; Section 6",
    title="The global minimum over complex A is open",
    text="Where (6) is least over complex A with Re(1-8A) > 0 and both signs is left open.",
    latex=r"\min_{A\in\mathbb C,\ \mathrm{Re}(1-8A)>0,\ s\in\{-1,+1\}}\mathrm{Var}",
    domain_text="Re(1-8A) > 0, s = 1 or -1",
    outside="an open question, which claims nothing that could be false",
    uses=("crt/thm3.2",),
    mechanism=("gerf",),
    note="The landscape, and which sign is better where, are in beyond/complex.",
)

STATEMENTS = (
    EQ4,
    SEC3_1_SPECIAL,
    EQ5,
    THM3_1,
    THM3_2,
    THM3_2_ALPHA1,
    THM3_2_ALPHA2,
    THM3_2_ALPHA3,
    THM3_2_ALPHA4,
    SEC3_1_GLOBAL_OPEN,
)
