"""Section 4 and Appendix A of performer: the order of the errors, and the settings of the experiments.

Main results
* Section 4.2: orthogonal projections err less than independent ones, positive features less than trigonometric ones.
  Drawn only: the scale of the inputs is not printed, and both orders depend on it.
* A.1: the multipliers 1.5634, 1.5487, 1.5359 are the rounded quotients of the token counts of PG-19.

Proofs. Exact quotients of the printed counts; the counts themselves are data.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    All,
    Below,
    Derivation,
    Domain,
    ErrorOrder,
    Estimate,
    MeanSquareError,
    Printed,
    Proof,
    Statement,
    formula,
    whole,
)
from rftheory.papers._shared.invariants import COUNT, m


def _error(coupling: str, features: str) -> MeanSquareError:
    """Of the attention output."""
    return MeanSquareError(Estimate(coupling, features, m, at="Q, K, V", kernel="attention"))


SEC4_2_ERROR_ORDER = Statement(
    id="performer/sec4.2/error-order",
    kind="inequality",
    where="Section 4.2, Figure 4",
    title="Order of the errors of the attention output",
    text="Orthogonal projections err less than independent ones, positive features less than trigonometric ones.",
    latex=r"\mathrm{MSE}^{\rm ort}<\mathrm{MSE}^{\rm iid},\quad\mathrm{MSE}^{+}<\mathrm{MSE}^{\rm trig}",
    domain_text="L = 4096, d = 16, m varied, normalised random inputs",
    domain=Domain((COUNT,)),
    claim=All(
        (
            *(
                Below(_error("orthogonal", name), _error("iid", name))
                for name in ("trigonometric", "positive")
            ),
            *(
                Below(_error(name, "positive"), _error(name, "trigonometric"))
                for name in ("iid", "orthogonal")
            ),
        )
    ),
    checks=(
        ErrorOrder(("orthogonal", "trigonometric"), ("iid", "trigonometric"), (16, 64, 256), 256, norm=1.0),
        ErrorOrder(("orthogonal", "positive"), ("iid", "positive"), (64, 256), 256, norm=1.0, odds=0.68),
        ErrorOrder(("iid", "positive"), ("iid", "trigonometric"), (16, 64, 256), 4096),
        ErrorOrder(("orthogonal", "positive"), ("orthogonal", "trigonometric"), (16, 64, 256), 4096),
    ),
    uses=("performer/eq4", "performer/lemma2/trig", "performer/lemma2/positive"),
    mechanism=("iid", "orthogonal", "trigonometric", "positive"),
    undecided="a matter of experiment: drawn in the full profile",
    note=(
        "The scale of the inputs is not printed, and both orders depend on it. With queries and keys of length "
        "d^(1/4) orthogonal rows gain clearly, but trigonometric features err less than positive ones; with "
        "standard normal entries positive features err far less, and the gain of orthogonal rows is too small to be "
        "seen in 60 draws."
    ),
)

_SPLITS = {
    "train": (3084760726, 1973136207, "1.5634"),
    "valid": (4656945, 3007061, "1.5487"),
    "test": (10699704, 6966499, "1.5359"),
}
_QUOTIENTS = {
    split: formula(sp.Rational(pieces, words), Domain(), "") for split, (pieces, words, _) in _SPLITS.items()
}
_HALF_UNIT = sp.Rational(1, 20000)


def _multipliers(proof: Proof) -> None:
    for split, (pieces, words, printed) in _SPLITS.items():
        distance = abs(sp.Rational(pieces, words) - sp.Rational(printed))
        proof.below(distance, _HALF_UNIT, f"{split}: {pieces}/{words} rounds to {printed}")
    loss, nats = sp.symbols("l t", positive=True)
    ratio = sp.Symbol("c", positive=True)
    proof.equal(
        sp.exp(ratio * (loss / nats)), sp.exp(loss / (nats / ratio)),
        "exp(multiplier * loss): total log-likelihood per original token, as there are c pieces to a token",
    )  # fmt: skip


SECA_1_PG19 = Statement(
    id="performer/secA.1/pg19",
    kind="identity",
    where="Section A.1.1",
    title="Token counts of PG-19",
    text="The multipliers of the log-likelihood are the quotients of the token counts, piece by word, of each split.",
    latex=r"3084760726/1973136207=1.5634,\ 4656945/3007061=1.5487,\ 10699704/6966499=1.5359",
    domain_text="PG-19, four decimals",
    companions={f"performer/secA.1/pg19-{split}": {"lhs": side} for split, side in _QUOTIENTS.items()},
    claim=All(tuple(Printed(_QUOTIENTS[split], printed) for split, (_, _, printed) in _SPLITS.items())),
    checks=(
        Derivation(
            _multipliers, whole("the quotients of the printed counts; the counts themselves are data")
        ),
    ),
    setting="arithmetic",
)

SECA_3_DEFAULTS = Statement(
    id="performer/secA.3/defaults",
    kind="definition",
    where="Sections A.3, A.4, A.6",
    title="Default settings",
    text=(
        "Softmax attention: renormalised, stabiliser 1e-6, 256 orthogonal features, ortho_scaling 0; generalised: "
        "stabiliser 0, 256 features, ReLU with epsilon 1e-3; Linformer: k = 600, delta = 1e-6."
    ),
    latex=r"m=256,\ k=600,\ \delta=10^{-6}",
    domain_text="the experiments of the paper",
    setting="settings",
)


STATEMENTS = (
    SEC4_2_ERROR_ORDER,
    SECA_1_PG19,
    SECA_3_DEFAULTS,
)
