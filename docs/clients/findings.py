"""Holds three published packages against the theory and writes README.md: `python findings.py`, with the extra `clients`."""

from importlib.metadata import version
from pathlib import Path

import gpytorch_kernel
import performer
import sklearn_sampler

from rftheory import conform

D, M = 16, 48
SOFTMAX = {"kernel": "softmax", "mechanism": "orthogonal-positive"}
RUNS = (
    ("scikit-learn", "RBFSampler(gamma=0.5)", sklearn_sampler.unit, {}),
    ("scikit-learn", "RBFSampler(gamma=1), scale √2", sklearn_sampler.wide, {"scale": 2**0.5}),
    ("gpytorch", "RFFKernel, features", gpytorch_kernel.features, {}),
    (
        "gpytorch",
        "RFFKernel, entries",
        gpytorch_kernel.estimates,
        {"mechanism": "iid-trigonometric", "m": M},
    ),
    ("gpytorch", "RFFKernel, lengthscale 1/2, scale 2", gpytorch_kernel.half_lengthscale, {"scale": 2.0}),
    (
        "gpytorch",
        "the same, declared with scale 1",
        gpytorch_kernel.half_lengthscale,
        {"mechanism": "iid-trigonometric"},
    ),
    (
        "performer-pytorch",
        "gaussian_orthogonal_random_matrix, unmodified",
        performer.performer.gaussian_orthogonal_random_matrix,
        {"mechanism": "orthogonal", "m": M, "array": "torch", "dtype": "float32"},
    ),
    (
        "performer-pytorch",
        "the same, scaling=1",
        performer.fixed_norms,
        {"mechanism": "orthogonal-fixed-norm", "m": M},
    ),
    (
        "performer-pytorch",
        "its blocks with the signs of R",
        performer.haar,
        {"mechanism": "orthogonal", "m": M},
    ),
    ("performer-pytorch", "softmax_kernel as an unbiased map", performer.features, SOFTMAX),
    ("performer-pytorch", "softmax_kernel in ratios", performer.features, {**SOFTMAX, "ratios": True}),
    (
        "performer-pytorch",
        "softmax_kernel(eps=0) in ratios",
        performer.without_epsilon,
        {**SOFTMAX, "ratios": True},
    ),
    (
        "performer-pytorch",
        "the same, with the signs of R",
        performer.without_epsilon_haar,
        {**SOFTMAX, "ratios": True},
    ),
    ("performer-pytorch", "eps=0, maxima multiplied back", performer.without_stabiliser, SOFTMAX),
    ("performer-pytorch", "the same, with the signs of R", performer.without_stabiliser_haar, SOFTMAX),
    ("performer-pytorch", "FastAttention", performer.attention, {**SOFTMAX, "scale": "d^-1/4", "m": M}),
)


def shown(finding):
    """One failed check: what was found, with its interval where it has one."""
    low, high = finding.interval or (0.0, 0.0)
    unit = {"relative": " relative"}.get(finding.unit, "")
    span = f" in [{low:.3g}, {high:.3g}]" if high > low else ""
    return f"{finding.check} {finding.effect:.3g}{unit}{span} (`{finding.statement}`)"


def resolution(report):
    """The largest error of a mean that would have passed."""
    deltas = [found.delta for found in report.findings if found.check.startswith("mean") and found.delta]
    return f"conforms; a bias of {max(deltas):.1%} would have been seen" if deltas else "conforms"


def line(package, title, target, options):
    """A row of the table."""
    report = conform(target, d=D, **options)
    found = [shown(f) for f in report.failures[:4]]
    more = len(report.failures) - len(found)
    text = "; ".join(found) + (f"; and {more} more" if more else "")
    causes = ", ".join(f"`{cause}`" for cause in report.causes) or resolution(report)
    return f"| {package} {version(package)} | {title} | {report.mechanism} | {causes} | {text} |"


INTRODUCTION = f"""# Published packages against the theory

Written by `python docs/clients/findings.py` (extra `clients`); d = {D}, m = {M}, the fixed seed, 4096 draws, α = β = 10⁻⁶ a line. The adapters beside that script are a few lines each; the packages run as published.

| package | object | mechanism | causes | what was found |
|---|---|---|---|---|
"""
REASONS = """
## Why

*The sampler of performer-pytorch* takes Q from a QR decomposition as it comes. LAPACK fixes the signs of R's diagonal, so Q is orthogonal but not uniform (`orf/sec3/footnote1`): the first entry of every block has one sign in every draw, and estimates are biased wherever x + y has a part along it. Fix: multiply the columns of Q by sign(diag(R)). `unsigned_qr.py` shows sign and bias, before and after. Where only ratios are claimed, rows cannot be read off, and the same mistake shows as `biased` (a mean 13 % low) and in the variance; the signs of R mend both.

*Its feature map* subtracts a maximum: per query and per head, which cancels in attention; entries of the kernel matrix mean nothing. It also adds ε = 10⁻⁴ after the maximum was subtracted and e^{−|x|²/2} was multiplied in. That cancels nowhere: features of inputs with norm 2.8 (standard normal in 64 dimensions, after d^(−1/4)) are mostly smaller than ε. `epsilon.py` shows the attention matrix: nearly uniform for every m with ε as shipped; with ε = 0 it tends to softmax attention as m grows. At few features (m = 266) the uniform matrix is nearer to softmax attention than the noisy unbiased one: ε is a regulariser there, not an approximation. Fix: `eps=0`, or an ε in proportion to the features.

*GPyTorch's RFFKernel and scikit-learn's RBFSampler* conform, with lengthscale ℓ = 1/scale and γ = scale²/2. Declared with a wrong scale they are told so by name, which is no defect of theirs.
"""

if __name__ == "__main__":
    rows = "\n".join(line(*run) for run in RUNS)
    Path(__file__).with_name("README.md").write_text(f"{INTRODUCTION}{rows}\n{REASONS}", encoding="utf-8")
