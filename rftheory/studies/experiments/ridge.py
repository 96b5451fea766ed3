"""Ridge regression on random features with a tuned bandwidth: what a linear model on features loses to the kernel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.engine.streams import stream
from rftheory.measured.inputs import Floats, integer
from rftheory.mechanisms._names import projected
from rftheory.studies.data import TABLES, TARGETS, labelled_table
from rftheory.studies.experiments.measurements import MEANS, ExperimentResult, Measured, mean
from rftheory.studies.regression import split

SIGMAS = tuple(float(v) for v in np.logspace(-1.5, 1.0, 8))
PENALTIES = (1e-4, 1e-2, 1.0)
HELD = 0.2
Gram = Callable[[Floats, Floats], Floats]


@dataclass(frozen=True)
class _Task:
    """Points and targets, a column a class, for training, choosing and testing."""

    train: tuple[Floats, Floats]
    choose: tuple[Floats, Floats]
    test: tuple[Floats, Floats]
    classes: bool

    def score(self, guess: Floats, truth: Floats) -> float:
        """The share of right classes, or R^2."""
        if self.classes:
            return float(np.mean(np.argmax(guess, axis=1) == np.argmax(truth, axis=1)))
        return 1.0 - float(np.sum((guess - truth) ** 2) / np.sum((truth - truth.mean()) ** 2))


def ridge(
    mechanisms: Sequence[str] = ("iid-trigonometric", "orthogonal-trigonometric", "hd3-trigonometric"),
    *,
    data: str = "diabetes",
    blocks: Sequence[float] = (1, 2, 4, 8),
    seeds: int = 20,
    seed: int = 0,
) -> ExperimentResult:
    """Test score of ridge regression on m = share d projections of the Gaussian kernel exp(-sigma^2 |x - y|^2 / 2).

    `data`: a table with numbers to predict (`diabetes`; R^2), a synthetic one (`waves`: sums of sines of five inputs
    with noise; R^2), or a table of classes (accuracy of the largest column). sigma and the penalty are those of the
    best score of the kernel itself on the choosing part, the same for all; its test score stands first. Columns are
    standardised by the training part. Source: orf, section 5, Table 2, with a ridge in place of the support vector
    machine.
    """
    task = _task(data, seed)
    count, width = integer("seeds", seeds, 2), task.train[0].shape[1]
    sigma, penalty = max(
        ((s, p) for s in SIGMAS for p in PENALTIES), key=lambda c: _kernel_score(task, task.choose, *c)
    )
    known = _kernel_score(task, task.test, sigma, penalty)
    found = [Measured("exact kernel", float(share), known, known, known) for share in blocks]
    for name in mechanisms:
        for share in blocks:
            m = max(1, round(share * width))
            rng = stream(seed, f"experiment/ridge/{name}", m, 0)
            values = [_score(task, name, m, (sigma, penalty), rng) for _ in range(count)]
            found.append(mean(name, float(share), values))
    title = f"Ridge regression: {data}, d = {width}, sigma = {sigma:.3g}"
    up = "test accuracy" if task.classes else "test R^2"
    return ExperimentResult(title, "m / d", up, f"{seeds} draws of the features; {MEANS}", tuple(found))


def _task(data: str, seed: int) -> _Task:
    if data == "waves":
        points, targets = _waves(stream(seed, "experiment/ridge/waves", 0, 0))
    elif data in (*TABLES, *TARGETS):
        points, targets = labelled_table(data)  # type: ignore[arg-type]
    else:
        raise DomainError("data", data, f"waves, or one of {', '.join((*TABLES, *TARGETS))}")
    classes = data in TABLES
    parts = split(points, targets, seed=seed, held=HELD)
    known = np.unique(targets)

    def columns(labels: Floats) -> Floats:
        if classes:
            return np.asarray(labels[:, None] == known, dtype=np.float64)
        return np.asarray((labels[:, None] - parts.train[1].mean()) / parts.train[1].std())

    train, choose, test = ((x, columns(y)) for x, y in (parts.train, parts.choose, parts.test))
    return _Task(train, choose, test, classes)


def _waves(rng: np.random.Generator) -> tuple[Floats, Floats]:
    """400 uniform points of the cube [-1, 1]^5, sin(pi x_1) + sin(pi x_2 x_3) + x_4 + noise of deviation 0.1."""
    x = rng.uniform(-1.0, 1.0, (400, 5))
    clean = np.sin(np.pi * x[:, 0]) + np.sin(np.pi * x[:, 1] * x[:, 2]) + x[:, 3]
    return x, clean + 0.1 * rng.standard_normal(400)


def _kernel_score(task: _Task, asked: tuple[Floats, Floats], sigma: float, penalty: float) -> float:
    def gram(x: Floats, y: Floats) -> Floats:
        gaps = np.sum(x**2, axis=1)[:, None] + np.sum(y**2, axis=1) - 2.0 * x @ y.T
        return np.asarray(np.exp(-(sigma**2) / 2.0 * np.maximum(gaps, 0.0)))

    x, y = task.train
    weights = np.linalg.solve(gram(x, x) + penalty * np.eye(len(x)), y)
    return task.score(gram(asked[0], x) @ weights, asked[1])


def _score(task: _Task, name: str, m: int, chosen: tuple[float, float], rng: np.random.Generator) -> float:
    sigma, penalty = chosen
    coupling, features = projected(name)
    width = task.train[0].shape[1]
    w = coupling.project(np.eye(width), m, rng=rng, n=1)[0]

    def mapped(x: Floats) -> Floats:
        return np.asarray(
            features.matrix(sigma * x @ w.T, np.sum((sigma * x) ** 2, axis=1), kernel="gaussian")
        )

    phi = mapped(task.train[0])
    normal = phi.T @ phi + penalty * np.eye(phi.shape[1])
    weights = np.linalg.solve(normal, phi.T @ task.train[1])
    return task.score(mapped(task.test[0]) @ weights, task.test[1])
