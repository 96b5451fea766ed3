"""The report on a function S(omega): no seeds, no draws, one check to rounding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rftheory.conformance.checks import checked
from rftheory.conformance.claim.declaration import number
from rftheory.conformance.client.clients import client
from rftheory.conformance.client.sizes import Sizes
from rftheory.conformance.contracts import CONTRACTS
from rftheory.conformance.diagnosis.diagnose import diagnose
from rftheory.conformance.findings import Report
from rftheory.conformance.judgement.answers import answers
from rftheory.conformance.judgement.unknown import Identity
from rftheory.conformance.moments.sample_sizes import scale
from rftheory.conformance.request import Calling
from rftheory.conformance.spectral.density import CONVENTIONS, DensityValues, frequencies
from rftheory.errors import InputError, shorten
from rftheory.measured.inputs import integer
from rftheory.moments.radial_kernels import GaussianCovariance, StationaryKernel


def density_report(
    target: Any,
    stated: StationaryKernel | None,
    name: str | None,
    d: int,
    size: float | str,
    ard: Sequence[float] | None,
    convention: str | None,
    calling: Calling,
) -> Report:
    """S held against the density of the kernel in d >= 1 dimensions; InputError for wrong usage."""
    if calling.contract != "spectral":
        raise InputError("convention is of a spectral density; allowed: with contract spectral")
    if name != "gaussian" if stated is None else stated.additive:
        raise InputError(
            "a spectral density is that of a kernel (the mass of an additive one is on the axes); allowed: --kernel "
            "gaussian, matern32, rq, .."
        )
    if convention not in (None, *CONVENTIONS):
        raise InputError(f"convention {shorten(convention)}; allowed: {', '.join(CONVENTIONS)}")
    if target is None:
        raise InputError("a spectral density is a function; allowed: code")
    integer("d", d, 1)
    factor, kernel = scale(size, d), stated or GaussianCovariance()
    kernel = kernel.stretched(1.0 / factor)
    if ard is not None:
        if len(ard) != d or factor != 1.0:
            raise InputError(f"ard has {len(ard)} lengthscales; allowed: d = {d}, and no other lengthscale")
        kernel = replace(kernel, lengthscale=tuple(number("ard", one) for one in ard))
    code = client(
        target,
        contract="spectral",
        array=calling.array,
        dtype=calling.dtype,
        leading=calling.leading,
        settings=Sizes(d, None, factor),
    )
    w = frequencies(kernel, d)
    values = DensityValues(w, code.density(w), kernel, convention, code.rounding)
    found = diagnose(checked((values,), CONTRACTS["spectral"]))
    return Report(
        client=code.name,
        contract="spectral",
        mechanism="spectral density",
        recognised=False,
        kernel=kernel.name,
        d=d,
        m=0,
        dtype=code.dtype_seen,
        seeding="no seed",
        draws=1,
        seed=0,
        profile="exact",
        alpha=0.0,
        beta=0.0,
        preflight=f"values at {len(w)} frequencies, to rounding",
        findings=found,
        source=code.source,
        answers=answers(found, Identity()),
    )
