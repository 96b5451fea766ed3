"""Section 4 of crt, Theorem 4.3: uniform convergence of softmax attention by OPRF.

Main results:
* As printed, M of order Gamma (d/eps^2) log(gamma rho/eps), Gamma = e^(-3R^2/(A sqrt d)), brings every entry of the
  kernel matrix within eps: false. At one pair x = y on the boundary, d = 2, at its own optimal A, Gamma stays bounded
  while K_sfm grows like exp(R^2/sqrt d): for every constant in Omega the chance of success tends to 0.
* Corrected: M >= (2 Gamma/eps^2)(2d log(1 + 4 sqrt2 gamma rho/(eps sqrt p)) + log(4/p)) fails with probability at most
  p, with Gamma = (1-4A)^d e^((2-1/A) R^2/sqrt d) and gamma^2 = 16 Gamma (R^2/sqrt d + (1-4A) d).

The refutation bounds the probability by densities of the chi-square mixture. The proof is a net of the ball,
Hoeffding's inequality at its points and Markov's for the Lipschitz constant (Appendix 9.9).
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    Below,
    Claim,
    Derivation,
    Domain,
    Equal,
    Erratum,
    Estimate,
    Exists,
    Given,
    On,
    Proof,
    Quantity,
    Representations,
    Restated,
    Statement,
    TailBound,
    formula,
    integer,
    part,
    real,
)
from rftheory.papers._shared.generalised_exponential import A
from rftheory.papers._shared.invariants import COUNT, d, m
from rftheory.papers.crt._lemmas.bounded import hoeffding_steps
from rftheory.papers.crt._lemmas.uniform import (
    BALL,
    COUNT_BY_NET,
    GAMMA_BY_SERIES,
    GAMMA_FACTOR,
    LIPSCHITZ,
    LIPSCHITZ_BY_SERIES,
    MODEST,
    NAMES,
    NORM_BOUND,
    RADIUS,
    RADIUS_BY_SUM,
    REPAIRED_COUNT,
    REPAIRED_FACTOR,
    REPAIRED_GRADIENT,
    SCALE,
    SCALE_BY_SERIES,
    SUFFICIENT,
    R,
    covering_steps,
    eps,
    gradient_steps,
    p,
    r,
)


def _second_form(words: str, printed: sp.Expr, other: sp.Expr, names: str) -> Restated:
    """A printed quantity and another writing of it agree."""
    points = tuple({name: point[name] for name in names.split()} for point in MODEST)
    return Restated(
        words,
        {"printed": formula(printed, BALL, names), "other": formula(other, BALL, names)},
        BALL,
        Equal("printed", "other"),
        Agreement("printed", "other", points),
    )


_u = sp.Symbol("u", positive=True)  # |x|^2 = |y|^2 = R^2/sqrt(2) at d = 2, x = y
_TWO = Domain((integer("d", 2, 2), NORM_BOUND, real("eps", 1, 1)), extra=({"d": 2, "R": 20, "eps": 1},))
_a = ((sp.sqrt((8 * _u + 2) ** 2 + 64 * _u) + 8 * _u + 2) / 4 - 1) / 8  # -A of (7) at d = 2, |x+y|^2 = 4u
_AT = R**2 / sp.sqrt(2)

_SUCCESS = Restated(
    "M = Gamma (d/eps^2) log(gamma rho/eps) + 1 succeeds with probability 1/2 at one pair x = y, d = 2, optimal A",
    {
        "half": formula(sp.S.Half, _TWO, ""),
        "chance": formula(
            ((SCALE.subs(A, -_a.subs(_u, _AT)) + 1) ** 2 * eps * sp.exp(-_AT) / _a.subs(_u, _AT)),
            _TWO,
            "d R eps",
        ),
    },
    _TWO,
    Below("half", "chance", strict=False),
)

_C = sp.Symbol("C", positive=True)


def _fails(proof: Proof) -> None:
    """One pair x = y with |x|^2 = u in R^2 at its optimal A: P[error <= eps] -> 0 as u grows, for M = C times the scale."""
    t, big = sp.symbols("t t2", positive=True)
    width = (sp.sqrt((2 * t + 2) ** 2 + 16 * t) + 2 * t + 2) / 4
    proof.equal(_a, ((width - 1) / 8).subs(t, 4 * _u), "-A = (1/rho* - 1)/8 at d = 2, t = |x+y|^2 = 4u")
    proof.positive(
        sp.expand((2 * t + 2) ** 2 + 16 * t - (2 * t + 2) ** 2),
        "the root exceeds 2t + 2, so 1/rho* > t + 1, -A > u/2",
    )
    factor = GAMMA_FACTOR.subs({d: 2, R: sp.sqrt(sp.sqrt(2) * _u)})
    proof.equal(factor.subs(A, -_u / 2), sp.exp(6), "Gamma = exp(3u/(-A)) < e^6")
    proof.positive(sp.diff(factor, A).subs(A, -t), "Gamma rises with A, so the bound holds for -A > u/2")
    scale = SCALE.subs({d: 2, R: sp.sqrt(sp.sqrt(2) * _u)}).subs(A, -_u / 2)
    proof.cite(
        "an error of at most eps means |sum Z_i - M| <= h = M eps e^(-u), for the estimate is e^u times the mean of Z_i; "
        "once h <= M/2 some Z_i >= 1/2 lies in an interval of length 2h that the others determine"
    )
    x, h, alpha = sp.symbols("x h alpha", positive=True)
    length = 2 * h / x / (2 * alpha)
    proof.equal(
        length.subs(x, sp.S.Half),
        2 * h / alpha,
        "Z = Z_max e^(-2 alpha R), alpha = -A: there R lies in an interval of length log(1 + 2h/x)/(2 alpha) <= 2h/alpha",
    )
    proof.nonnegative(
        sp.diff(big - sp.log(1 + big), big), "log(1 + b) <= b: the difference is 0 at 0 and rises"
    )
    shape = sp.Symbol("j", nonnegative=True, integer=True)
    half = t / 2
    density = half**shape * sp.exp(-half) / sp.factorial(shape) / 2
    proof.equal(
        sp.summation(density, (shape, 0, sp.oo)),
        sp.S.Half,
        "chi-square densities with 2 + 2j degrees of freedom sum to 1/2, so each, and each mixture of them, is at most 1/2",
    )
    chance = (_C * scale + 1) ** 2 * eps * sp.exp(-_u) / (_u / 2)
    proof.cite("hence P[error <= eps] <= M h/alpha = M^2 eps e^(-u)/alpha")
    proof.limit(
        chance.subs({eps: 1, _C: big}),
        _u,
        sp.oo,
        0,
        "with M at most C times the scale plus 1 this vanishes for every C (at eps = 1)",
    )


def _holds(proof: Proof) -> None:
    """M >= (2 Gamma/eps^2)(2d log(1 + 4 sqrt2 gamma rho/(eps sqrt p)) + log(4/p)) fails with probability at most p."""
    gradient_steps(proof)
    hoeffding_steps(proof)
    covering_steps(proof)
    steep, count = sp.symbols("gamma T", positive=True)
    net = eps * sp.sqrt(p / 2) / (2 * steep)
    proof.equal(
        steep**2 * (2 * net / eps) ** 2,
        p / 2,
        "Markov: L_f > eps/(2r) with probability at most gamma^2 (2r/eps)^2 = p/2 for this radius r",
    )
    proof.equal(
        1 + 2 * RADIUS / net,
        1 + 4 * sp.sqrt(2) * steep * RADIUS / (eps * sp.sqrt(p)),
        "the net has (1 + 2 rho/r)^(2d) points",
    )
    size = sp.Symbol("Gamma", positive=True)
    total = sp.Symbol("M", positive=True)
    exponent = 2 * (total * eps / 2) ** 2 / (total * size)
    proof.equal(
        exponent,
        total * eps**2 / (2 * size),
        "Hoeffding at a point: 2 exp(-M eps^2/(2 Gamma)), ranges sqrt Gamma",
    )
    enough = 2 * size / eps**2 * (sp.log(count) + sp.log(4 / p))
    proof.equal(
        2 * count * sp.exp(-exponent.subs(total, enough)),
        p / 2,
        "the union over T points fails with probability p/2",
    )
    logarithm = 2 * d * sp.log(1 + 4 * sp.sqrt(2) * sp.sqrt(REPAIRED_GRADIENT) * RADIUS / (eps * sp.sqrt(p)))
    stated = sp.Symbol("logT", positive=True)
    proof.equal(
        REPAIRED_COUNT.subs(logarithm, stated).subs(REPAIRED_FACTOR, size),
        enough.subs(sp.log(count), stated),
        "with log T = 2d log(1 + 2 rho/r) this is the count",
    )
    proof.equal(
        eps / 2 + eps / (2 * r) * r,
        eps,
        "elsewhere the error is at most eps/2 more than at the nearest point",
    )


_ERROR = Quantity(  # the matrices of all rows of Q and K
    "largest entry in size", Estimate("iid", "oprf", m, at="Q, K", kernel="softmax") - sp.Symbol("K_sfm")
)
_PROBABILITY = real("p", above=0, below=1, meaning="probability of failure")


def _enough(count: sp.Expr) -> Claim:
    """From that many projections on the largest error exceeds eps with probability at most p."""
    return Given(m >= count, TailBound(_ERROR, eps, p))


_ROWS = Domain((*BALL.parameters, COUNT))
_EVERY_FAILURE = Domain((_PROBABILITY,))

THM4_3 = Statement(
    id="crt/thm4.3",
    kind="tail bound",
    where="Theorem 4.3",
    title="Uniform convergence of softmax attention by OPRF",
    text="M of order Gamma (d/eps^2) log(gamma rho/eps) projections bring every entry of the softmax kernel matrix within eps.",
    latex=(
        r"M=\Omega\left(\Gamma\tfrac d{\epsilon^2}\log\tfrac{\gamma\rho}\epsilon\right),\ "
        r"\Gamma=e^{-3R^2/(\sqrt dA)},\ \rho=\sqrt2Rd^{-1/4},\ \gamma=\sqrt{4\Gamma(R^2/\sqrt d+d^2)}"
    ),
    domain_text="rows in the ball of radius R > 0, any constant probability",
    domain=BALL,
    claim=On(
        _EVERY_FAILURE,
        Exists((real("C", above=0),), On(_ROWS, _enough(_C * SCALE), "every d, R, eps, M, optimal A")),
        "every probability p of failure",
    ),
    companions={
        "crt/thm4.3/Gamma": {"": formula(GAMMA_FACTOR, BALL, "d R A")},
        "crt/thm4.3/rho": {"": formula(RADIUS, BALL, "d R")},
        "crt/thm4.3/gamma": {"": formula(LIPSCHITZ, BALL, "d R A")},
        "crt/thm4.3/m-scale": {"": formula(SCALE, BALL, NAMES)},
    },
    checks=(
        _second_form("Gamma by its power series", GAMMA_FACTOR, GAMMA_BY_SERIES, "d R A"),
        _second_form("rho from both norms", RADIUS, RADIUS_BY_SUM, "d R"),
        _second_form("gamma by a power series", LIPSCHITZ, LIPSCHITZ_BY_SERIES, "d R A"),
        _second_form("the scale by power series", SCALE, SCALE_BY_SERIES, NAMES),
        _SUCCESS,
        Derivation(_fails, part("every constant in Omega, at the optimal A"), refutes=True),
    ),
    uses=("crt/thm4.2/iid/corrected",),
    mechanism=("iid", "oprf"),
    setting="iid x OPRF x softmax attention matrix",
    note=(
        "One pair x = y on the boundary, d = 2, at its own optimal A: Gamma stays bounded while the kernel grows like "
        "exp(R^2/sqrt d), so that M of order log R leaves an error above any fixed eps."
    ),
    erratum=Erratum(
        "error",
        "Theorem 4.3",
        "Gamma is too small: at fixed d it stays bounded while the kernel, and with it the error, grows with R.",
        5,
        formula=r"\Gamma=\exp\left(-\frac{3R^2}{\sqrt dA}\right)",
        follows_from="crt/eq37",
        script=(
            "u = R**2/sqrt(2)  # |x|^2 = |y|^2 at x = y, d = 2\n"
            "a = ((sqrt((8*u + 2)**2 + 64*u) + 8*u + 2)/4 - 1)/8  # -A, the optimum (7)\n"
            "Gamma, rho = exp(3*u/a), sqrt(2)*R/d**0.25\n"
            "gamma_ = sqrt(4*Gamma*(u + d**2))\n"
            "M = Gamma*d/eps**2*log(gamma_*rho/eps) + 1\n"
            "left, right = mpf(1)/2, M**2*eps*exp(-u)/a  # right: at least the probability of success"
        ),
        relation="<=",
        objection="Every constant in Omega fails: the probability of success tends to 0 as R grows, whatever it is.",
    ),
).corrected(
    text="With the true range and gradient of Z, an explicit M fails with probability at most p for all rows at once.",
    latex=(
        r"M\ge\tfrac{2\Gamma}{\epsilon^2}\left(2d\log\left(1+\tfrac{4\sqrt2\gamma\rho}{\epsilon\sqrt p}\right)+\log\tfrac4p\right),\ "
        r"\Gamma=(1-4A)^de^{(2-1/A)R^2/\sqrt d},\ \gamma^2=16\Gamma(R^2/\sqrt d+(1-4A)d)"
    ),
    domain_text="rows in the ball of radius R > 0, failure probability p",
    domain=SUFFICIENT,
    sides={"count": formula(REPAIRED_COUNT, SUFFICIENT, f"{NAMES} p")},
    claim=On(
        Domain((*SUFFICIENT.parameters, COUNT)), _enough(REPAIRED_COUNT), "every d, R, A < 0, eps, p, M"
    ),
    checks=(
        Representations(
            "count",
            formula(COUNT_BY_NET, SUFFICIENT, f"{NAMES} p"),
            tuple({**point, "p": "1/10"} for point in MODEST),
        ),
        Derivation(_holds, WHOLE),
    ),
    uses=("crt/thm4.2/iid/corrected",),
)

STATEMENTS = (THM4_3,)
