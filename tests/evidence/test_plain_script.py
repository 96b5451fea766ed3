"""Scripts of plain mpmath show what the errata show, and need nothing of ours."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import mpmath
import pytest
import sympy as sp

from rftheory import registry
from rftheory.errors import InputError
from rftheory.evidence.plain_script import script
from rftheory.exact import plain
from rftheory.report.errata import errata

REFUTED = [item["id"] for item in errata() if item["class"] != "not reproduced"]
SCOPE = {"x": mpmath.mpf(3) / 7, "d": mpmath.mpf(5), "k": mpmath.mpf(2)}
X, D, K, T = sp.symbols("x d k t", positive=True)


def _text(identifier: str) -> str | None:
    shown = registry.ledger()["errata"][identifier].get("counterexample")
    try:
        return script(registry.statement(identifier), shown)
    except InputError:
        return None


@cache
def _outputs() -> dict[str, subprocess.CompletedProcess[str]]:
    """What every script answers, run beside each other in bare interpreters."""
    texts = {name: text for name in REFUTED if (text := _text(name)) is not None}

    def answer(text: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", "-c", text]
        return subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)

    with ThreadPoolExecutor(2) as pool:
        return dict(zip(texts, pool.map(answer, texts.values()), strict=True))


def _number(text: str) -> mpmath.mpc:
    """A side as errata or scripts print it: a ball, a fraction, a complex number."""
    plain_text = text.strip().strip("[]()")
    if "j" in plain_text:
        real, _, imaginary = plain_text.replace("] + [", " + ").rpartition(" + ")
        return mpmath.mpc(_number(real).real, _number(imaginary.rstrip("j").rstrip("]")).real)
    head = plain_text.split(" ")[0]
    above, _, below = head.partition("/")
    return mpmath.mpc(mpmath.mpf(above) / mpmath.mpf(below or 1))


@pytest.mark.parametrize("identifier", REFUTED)
def test_a_script_shows_the_counterexample_with_mpmath_alone(identifier: str) -> None:
    found = _outputs().get(identifier)
    if found is None:
        pytest.fail(f"{identifier} needs a script of its own")
    assert "rftheory" not in "".join(
        line for line in (_text(identifier) or "").splitlines() if "import" in line
    )
    assert found.returncode == 0, found.stdout + found.stderr
    shown = registry.ledger()["errata"][identifier]["counterexample"]
    with mpmath.workdps(30):
        for line, name in zip(found.stdout.splitlines(), ("left", "right"), strict=False):
            value = _number(line.partition("=")[2])
            assert name not in shown or mpmath.almosteq(value, _number(shown[name]), mpmath.mpf(10) ** -18), (
                name
            )


def test_every_refuted_statement_says_what_is_wrong() -> None:
    missing = [name for name in REFUTED if registry.statement(name).erratum is None]
    assert missing == []
    sources = {
        name: e.follows_from for name in REFUTED if (e := registry.statement(name).erratum) is not None
    }
    for name, source in sources.items():
        chain = [name]
        while source:
            assert source in REFUTED, f"{chain[-1]} follows from {source}, which is not refuted"
            assert source not in chain, f"{name} follows from itself"
            chain.append(source)
            source = sources.get(source, "")


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (X / 2 - D**2 / 3, mpmath.mpf(3) / 14 - mpmath.mpf(25) / 3),
        (-X * D / (2 * K), -mpmath.mpf(15) / 28),
        (1 / sp.sqrt(X), mpmath.sqrt(mpmath.mpf(7) / 3)),
        (sp.Integer(2) ** (-K) * 3, mpmath.mpf(3) / 4),
        (sp.exp(-2 * X - D), mpmath.exp(-mpmath.mpf(41) / 7)),
        (sp.Sum(X**T / sp.factorial(T), (T, 0, sp.oo)), mpmath.exp(mpmath.mpf(3) / 7)),
        (sp.Product(D + 2 * T, (T, 0, K - 1)), mpmath.mpf(35)),
        (sp.Integral(T**2, (T, 0, X)), mpmath.mpf(9) / 343),
        (sp.Piecewise((X, X > 1), (D, True)), mpmath.mpf(5)),
        (sp.hyper([D], [D], X), mpmath.exp(mpmath.mpf(3) / 7)),
        (sp.Rational(1, 3) * sp.pi, mpmath.pi / 3),
        ((X - D) ** 2 * (-X) ** 3, -((mpmath.mpf(32) / 7) ** 2) * (mpmath.mpf(3) / 7) ** 3),
    ],
)
def test_an_expression_means_the_same_in_plain_mpmath(expression: sp.Expr, value: mpmath.mpf) -> None:
    lines = [f"{name} = mpf('{mpmath.nstr(v, 40)}')" for name, v in SCOPE.items()]
    text = "\n".join(
        ["from mpmath import *", "mp.dps = 30", *lines, f"print(nstr({plain.source(expression)}, 15))"]
    )
    found = subprocess.run([sys.executable, "-I", "-c", text], check=True, capture_output=True, text=True)
    assert mpmath.almosteq(mpmath.mpf(found.stdout), value, 1e-12)


def test_what_has_no_form_is_refused() -> None:
    with pytest.raises(InputError, match="no form in plain mpmath"):
        plain.source(sp.zeta(X))
