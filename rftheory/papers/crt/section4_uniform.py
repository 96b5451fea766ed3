"""Section 4 of crt, Theorem 4.3: uniform convergence of softmax attention by OPRF."""

from __future__ import annotations

from rftheory.kit import Derivation, Representations, Statement, formula
from rftheory.papers.crt._lemmas.uniform import (
    BALL,
    COUNT_BY_NET,
    GAMMA_BY_SERIES,
    GAMMA_FACTOR,
    LIPSCHITZ,
    LIPSCHITZ_BY_SERIES,
    MODEST,
    NAMES,
    RADIUS,
    RADIUS_BY_SUM,
    REPAIRED_COUNT,
    SCALE,
    SCALE_BY_SERIES,
    SUCCESS,
    SUFFICIENT,
    second_form,
    uniform_fails,
    uniform_holds,
)

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
    companions={
        "crt/thm4.3/Gamma": {"": formula(GAMMA_FACTOR, BALL, "d R A")},
        "crt/thm4.3/rho": {"": formula(RADIUS, BALL, "d R")},
        "crt/thm4.3/gamma": {"": formula(LIPSCHITZ, BALL, "d R A")},
        "crt/thm4.3/m-scale": {"": formula(SCALE, BALL, NAMES)},
    },
    checks=(
        second_form("Gamma by its power series", GAMMA_FACTOR, GAMMA_BY_SERIES, "d R A"),
        second_form("rho from both norms", RADIUS, RADIUS_BY_SUM, "d R"),
        second_form("gamma by a power series", LIPSCHITZ, LIPSCHITZ_BY_SERIES, "d R A"),
        second_form("the scale by power series", SCALE, SCALE_BY_SERIES, NAMES),
        SUCCESS,
        Derivation(uniform_fails, "every constant in Omega, at the optimal A", refutes=True),
    ),
    uses=("crt/thm4.2/iid", "crt/eq37", "crt/sec9.9/net"),
    mechanism=("iid", "oprf"),
    setting="iid x OPRF x softmax attention matrix",
    note=(
        "One pair x = y on the boundary, d = 2, at its own optimal A: Gamma stays bounded while the kernel grows like "
        "exp(R^2/sqrt d), so that M of order log R leaves an error above any fixed eps."
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
    checks=(
        Representations(
            "count",
            formula(COUNT_BY_NET, SUFFICIENT, f"{NAMES} p"),
            tuple({**point, "p": "1/10"} for point in MODEST),
        ),
        Derivation(uniform_holds),
    ),
    uses=(),
)

STATEMENTS = (THM4_3,)
