"""Which of several forms of one mechanism the code has, by one draw of its features at the origin."""

from __future__ import annotations

import numpy as np

from rftheory.conformance.client.clients import Client
from rftheory.errors import InputError
from rftheory.mechanisms._field_names import FieldName


def settled(term: FieldName, client: Client, d: int) -> str:
    """The mechanism that a term names: sines with cosines, or cosines with random phases, as the features show.

    At 0 the former are 0 and one constant, the latter cos(b) for every phase b. Where features do not show it, sines
    with cosines are meant, whose estimates are those of the field's formulas.
    """
    if not term.forms:
        return term.mechanism
    if client.contract == "frequencies":
        return term.mechanism
    return f"{term.mechanism}-{_form(client, d) if client.contract == 'features' else term.forms[0]}"


def _form(client: Client, d: int) -> str:
    try:
        sizes = np.abs(client.features(np.zeros((1, d)), 1)[0][0])
    except InputError:
        return "trigonometric"
    top = float(np.max(sizes))
    if not np.isfinite(top) or top == 0.0:
        return "trigonometric"
    between = np.count_nonzero((sizes > 1e-3 * top) & (sizes < (1.0 - 1e-3) * top))
    return "phase" if between else "trigonometric"
