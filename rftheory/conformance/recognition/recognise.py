"""What a client is, by its contract."""

from __future__ import annotations

from rftheory.conformance.recognition.attention import attention
from rftheory.conformance.recognition.estimates import estimates, frequencies, means
from rftheory.conformance.recognition.examination import Examination, Recognised
from rftheory.conformance.recognition.features import features
from rftheory.conformance.spectral.recognition import spectral

LINE = "one coordinate: means against the declared kernel; rows, all of them parallel, and variances are not checked"


def recognise(examination: Examination) -> Recognised:
    """The subjects of its checks, and what was not declared."""
    known = Recognised(examination, examination.declaration, examination.kernel, examination.m)
    contract = examination.client.contract
    if examination.d == 1:
        return means(known, LINE)
    if examination.stationary is not None:
        return spectral(known)
    if contract == "frequencies":
        return frequencies(known)
    if contract == "estimates" or examination.mixed:
        return estimates(known)
    return attention(known) if contract == "attention" else features(known)
