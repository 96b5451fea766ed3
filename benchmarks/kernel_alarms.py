"""Right maps of stationary kernels and right dense features, declared or not, with fresh seeds: how many are accused.

python -m benchmarks.kernel_alarms --runs 100 --seconds 1500: so many rounds of every map, or as long as the time allows;
a line of JSON for every run, and one with all counts at the end.
A run counts as an accusation where it exits 1, whatever was declared; one that is left open exits 3, with the reason.
"""

from __future__ import annotations

import argparse
import json
import math
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from rftheory import conform
from rftheory.conformance.findings import Report
from rftheory.measured.inputs import Floats
from rftheory.measured.radial.coupled import RadialCoupling
from rftheory.measured.radial.law import AbstractRadialLaw
from rftheory.measured.radial.names import frequency_law
from rftheory.mechanisms._shelf import couplings
from rftheory.verdict import Outcome

M, DRAWS = 16, 2048
DIMENSIONS = (4, 16, 4, 16, 64)
KERNELS: dict[str, dict[str, Any]] = {
    "matern12": {},
    "matern32": {},
    "matern52": {},
    "laplace": {},
    "cauchy": {},
    "rq": {"kernel_alpha": 1.0},
}
Features = Callable[..., Floats]


def waves(kernel: str, lengths: Any, coupling: str, d: int) -> Features:
    """Sines and cosines of rows of the kernel."""
    law = frequency_law(kernel, lengthscale=lengths, **({"alpha": 1.0} if kernel == "rq" else {}))

    def features(x: Floats, seed: int) -> Floats:
        rng = np.random.default_rng(seed)
        if isinstance(law, AbstractRadialLaw):
            w = RadialCoupling(couplings()[coupling], law).sample(d, M, rng=rng, n=1)[0]
        else:
            w = law.rows(d, M, rng=rng, n=1)[0]
        p = x @ w.T
        return np.concatenate([np.cos(p), np.sin(p)], axis=1) / math.sqrt(M)

    return features


def dense(a: Floats, *, weighted: bool) -> Features:
    """exp(z.Az + z.(I-4A)^{1/2} x - |x|^2/2) det(I-4A)^{1/4}, or rows of a Cholesky root with the root of p/q."""
    d = len(a)
    sigma = np.eye(d) - 4.0 * a
    values, vectors = np.linalg.eigh(sigma)
    root = np.linalg.cholesky(sigma) if weighted else vectors * np.sqrt(values) @ vectors.T
    inverse, level = np.linalg.inv(sigma), 0.25 * float(np.sum(np.log(values)))

    def features(x: Floats, seed: int) -> Floats:
        z = np.random.default_rng(seed).standard_normal((M, d))
        w = z @ root.T
        heights = -0.25 * np.sum(w * w - w @ inverse * w, axis=1) if weighted else np.sum(z @ a * z, axis=1)
        phi: Floats = np.exp(
            x @ w.T + heights + level - 0.5 * np.sum(x * x, axis=1, keepdims=True)
        ) / math.sqrt(M)
        return phi

    return features


def cases(d: int) -> Iterator[tuple[str, Features, dict[str, Any]]]:
    """Every right map: a name, the code, and what is declared of it."""
    for kernel, parameters in KERNELS.items():
        code = waves(kernel, 1.0, "iid", d)
        yield f"{kernel} undeclared", code, {}
        yield f"{kernel} kernel", code, {"kernel": kernel, **parameters}
        yield f"{kernel} iid", code, {"kernel": kernel, "mechanism": "iid", **parameters}
    turned = waves("matern32", 1.0, "orthogonal", d)
    yield "matern32 orthogonal", turned, {"kernel": "matern32", "mechanism": "orthogonal"}
    lengths = tuple(0.7 + 0.05 * i for i in range(d))
    yield "ARD matern52", waves("matern52", lengths, "iid", d), {"kernel": "matern52", "ard": lengths}
    g = np.random.default_rng(d).standard_normal((d, d))
    matrices = {
        "scalar": -0.08 * np.eye(d),
        "diagonal": -np.diag(np.linspace(0.01, 0.2, d)),
        "full": -0.05 * g @ g.T / d,
    }
    for name, a in matrices.items():
        for weighted in (False, True):
            label, code = f"{'weighted' if weighted else 'dense'} {name}", dense(a, weighted=weighted)
            yield f"{label} undeclared", code, {}
            claim = {"mechanism": "iid-dense", "kernel": "softmax", "parameters": {"A": a}, "norm": 0.4}
            yield f"{label} declared", code, claim


def reason(report: Report) -> str:
    """Why a run exits 3: the code has another kernel than those of undeclared code, or checks that stay undecided."""
    if report.identity:
        return "another kernel" if not report.unbiased else "another coupling"
    left = Counter(f.check.partition(":")[0] for f in report.findings if f.outcome is Outcome.UNDECIDED)
    return ", ".join(f"undecided {name}" for name in sorted(left)) or "open"


def main() -> None:
    """Rounds of all maps, one line a run, and one with every count."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=1500.0)
    parser.add_argument("--root", type=int, default=None)
    given = parser.parse_args()
    root = secrets.randbits(31) if given.root is None else given.root
    counts: dict[str, Counter[int]] = {}
    reasons: Counter[str] = Counter()
    accused, begun, made = [], time.process_time(), 0
    for index in range(given.runs):
        d = DIMENSIONS[index % len(DIMENSIONS)]
        for name, code, claim in cases(d):
            if time.process_time() - begun > given.seconds:
                break
            seed = (root + 7919 * made) % 2**31
            report = conform(code, d=d, draws=DRAWS, seed=seed, **claim)
            counts.setdefault(name, Counter())[report.exit_code] += 1
            made += 1
            why = reason(report) if report.exit_code == 3 else ""
            reasons.update([f"{name}: {why}"] if why else [])
            run = {"map": name, "d": d, "seed": seed, "exit": report.exit_code, "causes": report.causes}
            run |= {"why": why} if why else {}
            print(json.dumps(run), flush=True)
            accused += [run] if report.exit_code == 1 else []
    found = {name: dict(count) for name, count in counts.items()}
    line = {
        "root": root,
        "runs": made,
        "seconds": time.process_time() - begun,
        "accused": accused,
        "open": dict(reasons),
        "exits": found,
    }
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
