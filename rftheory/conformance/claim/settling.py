"""Which of several forms of one mechanism the code has: by its features at the origin, or by its estimates at y = x."""

from __future__ import annotations

import numpy as np

from rftheory.conformance.client.clients import Client
from rftheory.errors import InputError
from rftheory.mechanisms._field_names import FieldName

SEEDS = (1, 2, 3)


def settled(term: FieldName, client: Client, d: int) -> str:
    """The mechanism that a term names: sines with cosines, or cosines with random phases, as the features show.

    At 0 the former are 0 and one constant, the latter cos(b) for every phase b, one constant only where all phases are
    equal: then no feature is 0, nor even. Estimates of the former are the
    kernel itself at y = x, in every draw; those of the latter vary there. Where the code does not show it, sines with
    cosines are meant, whose estimates are those of the field's formulas.
    """
    if not term.forms:
        return term.mechanism
    if client.contract == "frequencies":
        return term.mechanism
    forms = {"features": _form, "estimates": _varying}
    return (
        f"{term.mechanism}-{forms[client.contract](client, d) if client.contract in forms else term.forms[0]}"
    )


def _varying(client: Client, d: int) -> str:
    if client.fixed or client.replayed:
        return "trigonometric"
    x = np.cos(1.0 + np.arange(4.0 * d)).reshape(4, d) / np.sqrt(d)
    try:
        found = np.stack([client.estimates(x, x, seed) for seed in SEEDS])
    except InputError:
        return "trigonometric"
    if not np.all(np.isfinite(found)):
        return "trigonometric"
    noise = 1e-9 + 64.0 * np.sqrt(d) * client.rounding
    return "phase" if np.max(np.ptp(found, axis=0)) > noise * np.max(np.abs(found)) else "trigonometric"


def _form(client: Client, d: int) -> str:
    try:
        sizes = np.abs(client.features(np.zeros((1, d)), 1)[0][0])
    except InputError:
        return "trigonometric"
    top = float(np.max(sizes))
    if not np.isfinite(top) or top == 0.0:
        return "trigonometric"
    between = np.count_nonzero((sizes > 1e-3 * top) & (sizes < (1.0 - 1e-3) * top))
    return "phase" if between or (np.all(sizes > 1e-3 * top) and _uneven(client, d)) else "trigonometric"


def _uneven(client: Client, d: int) -> bool:
    """Whether features tell x from -x, as cosines alone do not."""
    x = np.cos(1.0 + np.arange(float(d)))[None, :] / np.sqrt(d)
    try:
        plus, minus = (client.features(sign * x, 1)[0][0] for sign in (1.0, -1.0))
    except InputError:
        return False
    return plus.shape == minus.shape and float(np.max(np.abs(plus - minus))) > 1e-3 * float(
        np.max(np.abs(plus))
    )
