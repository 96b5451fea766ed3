"""Appendix H.2 of hrf, (93)-(96): Gaussian coefficients from the matrix of a pair of cluster centres.

False as printed
* That lambda_ij = exp(-|Ax + A^-1 y|^2/(2 tau^2)) is greatest at the centres. Its maximum 1 is where
  Ax + A^-1 y = 0: at the centres for loss 0, as with (86), not with (88) where an entry of both has one sign.
* (93): the factor SM(x/tau, -y/tau) is right for real A. In general the exponent is
  -sum_k Re(a_k^2)/|a_k|^2 x_k y_k/tau^2, with the sign reversed at an imaginary entry.
* (94): the features (95), (96) have lambda_ij as their mean for real A only.

Proofs. |z_k|^2 = |a x|^2 + |y/a|^2 + 2 Re(a^2)/|a|^2 x y in every coordinate; Lemma 2.4 for the features.
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
    Erratum,
    Formula,
    Given,
    On,
    Proof,
    Representations,
    Rule,
    Statement,
    formula,
    nonzero,
    real,
    same_length,
    vector,
)
from rftheory.papers._shared.complex_pairs import INPUTS, SAME_LENGTH, gaussian_mgf, x, y
from rftheory.papers.hrf._lemmas.diagonal import (
    ENTRY,
    HERMITIAN_AX,
    HERMITIAN_AY,
    HERMITIAN_Z,
    NAMES,
    PRODUCT,
    SIZE2,
    SOLVED,
    a_im,
    a_re,
    diagonal_pairs,
    k,
    solved_pairs,
    total,
)

_tau = sp.Symbol("tau", positive=True)
_TAU = real("tau", above=0, reach=("1/10", 10), meaning="width of the window")
_WIDTHS = (1, "1/2", 3)
_ANY = diagonal_pairs(_TAU, tau=_WIDTHS)
_WINDOW = sp.exp(-HERMITIAN_Z / (2 * _tau**2))
_OUTER = sp.exp(-HERMITIAN_AX / (2 * _tau**2)) * sp.exp(-HERMITIAN_AY / (2 * _tau**2))
_TURN = (a_re[k] ** 2 - a_im[k] ** 2) / SIZE2  # Re(a^2)/|a|^2
_COEFFICIENT = formula(_WINDOW, _ANY, f"{NAMES} tau")
_LINEARISED = formula(_OUTER * sp.exp(-total(_TURN * x[k] * y[k]) / _tau**2), _ANY, f"{NAMES} tau")

_SOLVED = solved_pairs(_TAU, tau=(1, 2, "1/2"))

_ri, _rj = sp.IndexedBase("ri"), sp.IndexedBase("rj")

_CENTRED = Domain(
    (*INPUTS, vector("ri", "centre r_i"), vector("rj", "centre r_j"), _TAU),
    (
        SAME_LENGTH,
        Rule(
            sp.And(same_length(_ri, _rj), nonzero(_ri), nonzero(_rj)),
            "ri and rj have the same length, without a zero entry",
        ),
        Rule(same_length(x, _ri), "the centres have the length of x"),
    ),
    extra=(
        {"x": "1,2", "y": "0,1", "ri": "1,-1", "rj": "-2,1/2", "tau": 1},
        {"x": "0,0", "y": "0,0", "ri": "1,-1", "rj": "4,1/2", "tau": 1},
    ),
)

_ROOT = sp.sqrt(sp.Abs(_rj[k] / _ri[k]))


def _from_centres(u: sp.IndexedBase, v: sp.IndexedBase, names: str) -> Formula:
    """lambda of (93) at (u, v), A from (88) at the centres."""
    loss = total((_ROOT * u[k] + v[k] / _ROOT) ** 2)
    return formula(sp.exp(-loss / (2 * _tau**2)), _CENTRED, names)


def _greatest(proof: Proof) -> None:
    """exp(-t) is greatest at t = 0; for (88) the least loss is 4 sum max(0, r_i,k r_j,k)."""
    t, p, q = sp.symbols("t p q", nonnegative=True)
    proof.equal(sp.exp(-t).subs(t, 0), sp.S.One, "where z = 0 the coefficient is 1")
    proof.positive(-sp.diff(sp.exp(-t), t), "and it is smaller wherever |z| > 0: these are all its maxima")
    root = sp.sqrt((q + 1) / (p + 1))
    proof.equal(
        (root * (p + 1) + (q + 1) / root) ** 2,
        4 * (p + 1) * (q + 1),
        "(88) at a coordinate of one sign: loss 4 r_i r_j > 0, so the centres stay below 1 = lambda(0, 0)",
    )
    proof.equal(
        (root * (p + 1) - (q + 1) / root) ** 2, sp.S.Zero, "at a coordinate of opposite signs the loss is 0"
    )


APPH_2_LAMBDA_MAX = Statement(
    id="hrf/appH.2/lambda-max",
    kind="identity",
    where="Appendix H.2, before eq. (93)",
    title="Where the Gaussian lambda coefficient is greatest",
    text="The Gaussian coefficient built with the matrix of a pair of centres is greatest at these centres.",
    latex=r"\arg\max\lambda_{i,j}=(r_i,r_j)",
    domain_text="A from (85) or (88)",
    domain=_ANY,
    sides={"": _COEFFICIENT},
    claim=All(
        (
            On(_SOLVED, Equal("", sp.S.One), "A from (85), x and y the centres"),
            On(
                _CENTRED,
                Below(
                    _from_centres(x, y, "x y ri rj tau"),
                    _from_centres(_ri, _rj, "ri rj tau"),
                    strict=False,
                ),
                "A from (88): lambda at x, y is at most lambda at the centres r_i, r_j",
            ),
        )
    ),
    checks=(Representations("", _LINEARISED),),
    uses=("hrf/eq86", "hrf/eq88/corrected"),
    mechanism=("gaussian-hybrid",),
    note="True with the complex matrix of (85), which leaves no loss at the centres; the real one of (88) may.",
    erratum=Erratum(
        kind="missing hypothesis",
        at="Appendix H.2, before eq. (93)",
        quote="maximum value when x = ri",
        false=(
            "With the real matrix of (88) the coefficient is below 1 at centres that share the sign of a coordinate, "
            "and equal to 1 elsewhere, so its maximum is not at the centres."
        ),
        weight=2,
        follows_from="hrf/appH.2/real-small",
        points=(
            {"x": "1,1", "y": "-1,-1", "ri": "1,1", "rj": "1,1", "tau": "1"},
            {"x": "1,1/2", "y": "1,1/2", "ri": "1,1", "rj": "1,1", "tau": "1"},
        ),
        script=(
            "a = [sqrt(abs(q/p)) for p, q in zip(ri, rj)]  # (88)\n"
            "loss = lambda u, v: fsum((c*p + q/c)**2 for c, p, q in zip(a, u, v))\n"
            "left = exp(-loss(x, y)/(2*tau**2))\n"
            "right = exp(-loss(ri, rj)/(2*tau**2))\n"
        ),
        relation="<=",
    ),
).corrected(
    title="The centres are maxima where the loss is 0",
    text=(
        "The coefficient has its maximum 1 exactly where Ax + A^(-1)y = 0: at the centres if the loss of A is "
        "0 there, as for (86), and not for (88) with a coordinate where the centres have the same sign."
    ),
    latex=r"\lambda_{i,j}(x,y)=\max\lambda_{i,j}=1\iff Ax+A^{-1}y=0",
    domain_text="diagonal A, Ax + A^(-1)y = 0",
    domain=_SOLVED,
    sides={
        "": formula(_WINDOW, _SOLVED, f"{NAMES} tau"),
        "most": formula(sp.S.One, _SOLVED, f"{NAMES} tau"),
    },
    claim=All(
        (
            Equal("", "most"),
            On(
                _ANY,
                Given(sp.Not(SOLVED.condition), Below(_COEFFICIENT, sp.S.One)),
                "elsewhere: any diagonal A, x and y",
            ),
        )
    ),
    checks=(Derivation(_greatest, WHOLE),),
    uses=(),
)


def _modulus(proof: Proof) -> None:
    """One coordinate of |Ax + A^{-1}y|^2 for a complex entry."""
    alpha, beta, u, v = sp.symbols("alpha beta u v", real=True)
    size = alpha**2 + beta**2
    real_part, imaginary_part = alpha * u + alpha / size * v, beta * u - beta / size * v
    entry = alpha + sp.I * beta
    proof.equal(entry * (alpha - sp.I * beta), size, "1/a = conj(a)/|a|^2: entry k of z in its parts")
    proof.equal(
        real_part**2 + imaginary_part**2,
        size * u**2 + v**2 / size + 2 * (alpha**2 - beta**2) / size * u * v,
        "|z_k|^2 = |a x|^2 + |y/a|^2 + 2 Re(a^2)/|a|^2 x y",
    )


EQ93 = Statement(
    id="hrf/eq93",
    kind="identity",
    where="eq. (93)",
    title="Linearisation of the Gaussian lambda coefficient",
    text="The coefficient is a product of two Gaussian weights and SM(x/tau, -y/tau).",
    latex=(
        r"e^{-\frac{\|Ax+A^{-1}y\|^2}{2\tau^2}}=e^{-\frac{\|Ax\|^2}{2\tau^2}}e^{-\frac{\|A^{-1}y\|^2}{2\tau^2}}"
        r"SM(x/\tau,-y/\tau),\ A=A^{i,j}"
    ),
    domain_text="A from (85) or (88), tau > 0",
    domain=_ANY,
    sides={
        "lhs": _COEFFICIENT,
        "rhs": formula(_OUTER * sp.exp(-PRODUCT / _tau**2), _ANY, f"{NAMES} tau"),
    },
    claim=Equal(),
    uses=("hrf/eq89/corrected",),
    mechanism=("gaussian-hybrid",),
    erratum=Erratum(
        kind="missing hypothesis",
        at="eq. (93)",
        quote="It can be easily linearized since",
        false=(
            "The cross term of |Ax + A^(-1)y|^2 is 2 x.y for real A only; an imaginary entry, as (86) has for "
            "centres of one sign, reverses its sign in that coordinate."
        ),
        weight=2,
        points=(
            {"a_re": "0,1", "a_im": "1,0", "x": "1,1", "y": "1,-1", "tau": "1"},
            {"a_re": "0,1", "a_im": "1,0", "x": "1,1", "y": "2,1", "tau": "1"},
        ),
        script=(
            "A = [mpc(p, q) for p, q in zip(a_re, a_im)]\n"
            "size = lambda v: fsum(abs(c)**2 for c in v)/(2*tau**2)\n"
            "ax, ay = [a*u for a, u in zip(A, x)], [v/a for a, v in zip(A, y)]\n"
            "left = exp(-size([p + q for p, q in zip(ax, ay)]))\n"
            "right = exp(-size(ax))*exp(-size(ay))*exp(-fdot(x, y)/tau**2)\n"
        ),
        relation="=",
        objection=(
            "With bilinear squares, as in (14), the two sides would agree, but the left one would be no Gaussian "
            "coefficient: it could exceed 1. For a real matrix (93) is right as it stands."
        ),
    ),
    note=(
        "True for real A. At an imaginary entry the cross term has the other sign; with bilinear squares in all "
        "exponents the identity would hold, but the left side would no longer lie in (0, 1]."
    ),
).corrected(
    title="Linearisation for complex diagonal matrices",
    text="The inner product is weighed with Re(a_k^2)/|a_k|^2: 1 for real, -1 for imaginary entries.",
    latex=(
        r"e^{-\frac{\|Ax+A^{-1}y\|^2}{2\tau^2}}=e^{-\frac{\|Ax\|^2}{2\tau^2}}"
        r"e^{-\frac{\|A^{-1}y\|^2}{2\tau^2}}\exp\Big(-\tfrac1{\tau^2}\sum_k"
        r"\tfrac{\mathrm{Re}(a_k^2)}{|a_k|^2}x_ky_k\Big)"
    ),
    domain_text="real or complex diagonal A, tau > 0",
    sides={
        "lhs": _COEFFICIENT,
        "rhs": _LINEARISED,
    },
    checks=(Derivation(_modulus, WHOLE),),
    uses=(),
)

_REAL = diagonal_pairs(_TAU, real=True, tau=_WIDTHS)
_FEATURE_MEAN = (
    sp.exp(-HERMITIAN_AX / _tau**2)
    * sp.exp(-HERMITIAN_AY / _tau**2)
    * sp.exp(total((ENTRY * x[k] - y[k] / ENTRY) ** 2) / (2 * _tau**2))
)


def _real_window(proof: Proof) -> None:
    """The features of (95), (96) for real A."""
    _modulus(proof)
    gaussian_mgf(proof)
    a = sp.Symbol("a", real=True, nonzero=True)
    u, v = sp.symbols("u v", real=True)
    mean = -((a * u) ** 2) / _tau**2 - (v / a) ** 2 / _tau**2 + ((a * u - v / a) / _tau) ** 2 / 2
    proof.equal(
        mean,
        -((a * u + v / a) ** 2) / (2 * _tau**2),
        "one coordinate: two weights exp(-|.|^2/tau^2) and the mean of exp(w (a x - y/a)/tau)",
    )


EQ94 = Statement(
    id="hrf/eq94",
    kind="identity",
    where="eqs. (94)-(96)",
    title="Features of the Gaussian lambda coefficient",
    text="The features (95) of x and (96) of -y, with weights exp(-|.|^2/tau^2), estimate the coefficient.",
    latex=r"\lambda_{i,j}(x,y)\approx\Psi^{\tau,m}_{A^{i,j}}(x)^\top\Psi^{\tau,m}_{(A^{i,j})^{-1}}(-y)",
    domain_text="A from (85) or (88)",
    domain=_ANY,
    sides={
        "lhs": _COEFFICIENT,
        "rhs": formula(_FEATURE_MEAN, _ANY, f"{NAMES} tau", complex_valued=True),
    },
    claim=Equal(),
    uses=("hrf/eq93/corrected",),
    mechanism=("gaussian-hybrid",),
    note="Unbiased for real A only, the case of the experiments of the paper.",
    erratum=Erratum(
        kind="missing hypothesis",
        at="eqs. (94)-(96)",
        formula=(
            r"\lambda_{i,j}(x,y)\approx\Psi^{\tau,m}_{A^{i,j}}(x)^\top\Psi^{\tau,m}_{(A^{i,j})^{-1}}(-y)"
        ),
        false="For a complex matrix the product of these features has another mean than the coefficient.",
        weight=2,
        follows_from="hrf/eq93",
        points=(
            {"a_re": "0,1", "a_im": "1,0", "x": "1,1", "y": "1,-1", "tau": "1"},
            {"a_re": "0,1", "a_im": "1,0", "x": "1,1", "y": "2,1", "tau": "1"},
        ),
        script=(
            "A = [mpc(p, q) for p, q in zip(a_re, a_im)]\n"
            "size = lambda v: fsum(abs(c)**2 for c in v)/tau**2\n"
            "ax, ay = [a*u for a, u in zip(A, x)], [v/a for a, v in zip(A, y)]\n"
            "left = exp(-size([p + q for p, q in zip(ax, ay)])/2)\n"
            "mean = exp(fsum((p - q)**2 for p, q in zip(ax, ay))/(2*tau**2))  # of exp(w.(Ax - A^-1 y)/tau)\n"
            "right = re(exp(-size(ax))*exp(-size(ay))*mean)\n"
        ),
        relation="=",
    ),
).corrected(
    title="Features of the Gaussian lambda coefficient, real matrices",
    text="With a real diagonal A the product of the features has the coefficient as its mean.",
    latex=r"\lambda_{i,j}(x,y)=\mathbb E\big[\Psi^{\tau,m}_A(x)^\top\Psi^{\tau,m}_{A^{-1}}(-y)\big]",
    domain_text="A real diagonal, tau > 0",
    domain=_REAL,
    sides={
        "lhs": formula(_WINDOW, _REAL, f"{NAMES} tau"),
        "rhs": formula(_FEATURE_MEAN, _REAL, f"{NAMES} tau", complex_valued=True),
    },
    checks=(Derivation(_real_window, WHOLE),),
    uses=("hrf/lemma2.4",),
)

APPH_2_INDEPENDENCE = Statement(
    id="hrf/appH.2/independence",
    kind="definition",
    where="Appendix H.2, after eq. (96)",
    title="Projections of the lambda estimators",
    text="The m projections of the coefficient are iid N(0, I_d), drawn apart from those of the base estimators.",
    latex=r"\omega_1,\dots,\omega_m\overset{iid}\sim N(0,I_d)",
    domain_text="-",
    uses=("hrf/eq8",),
    mechanism=("gaussian-hybrid",),
    note="Printed without the object of the comparison; read as independent of those applied in base estimators.",
)


STATEMENTS = (
    APPH_2_LAMBDA_MAX,
    EQ93,
    EQ94,
    APPH_2_INDEPENDENCE,
)
