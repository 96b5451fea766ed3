"""What `recommend` runs, by what it was given: the document, and what prints its lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rftheory.report.schema import Document

Found = tuple[Document, Callable[[Document, int], Iterable[Any]]]


def by_attention(files: tuple[str, str, str], features: int, scale: str | None, seed: int) -> Found:
    """The ranking by the error of the output of attention."""
    from rftheory.domain.values import parse_number
    from rftheory.recommendation.attention_ranking import rank_attention
    from rftheory.report.recommended.attention import attention_document, attention_lines

    length = None if scale is None else float(parse_number(scale, "scale"))
    return attention_document(
        rank_attention(*files, features=features, scale=length, seed=seed)
    ), attention_lines


def by_error(
    data: str,
    queries: str | None,
    features: int,
    kernel: str,
    parameters: Mapping[str, Any],
    target: float,
    scales: Mapping[str, str | None],
    seed: int,
    plot: str | None,
) -> Found:
    """The ranking by the error of the kernel, drawn where `plot` names a file."""
    from rftheory.cli.files import writable
    from rftheory.cli.printing import wrote
    from rftheory.errors import InputError
    from rftheory.recommendation.advice import recommend
    from rftheory.recommendation.kernel_ranking import KernelRanking
    from rftheory.report.recommended import recommendation
    from rftheory.report.recommended.kernels import kernel_document, kernel_lines

    names = kernel.split(",")
    if plot is not None:
        if len(names) > 1 or kernel not in ("gaussian", "softmax") or parameters:
            raise InputError(
                "--plot draws the ranking of --kernel gaussian or softmax; allowed: leave it out"
            )
        writable(plot)
        recommendation.drawable()
    found = recommend(
        data,
        queries,
        features=features,
        kernel=names if len(names) > 1 else kernel,
        parameters=_lengths(parameters) or None,
        target=target,
        seed=seed,
        **_scales(scales),
    )
    if isinstance(found, KernelRanking):
        return kernel_document(found), kernel_lines
    document = recommendation.recommendation_document(found)
    if plot is not None:
        recommendation.plot(document, plot)
        wrote(plot)
    return document, recommendation.recommendation_lines


def _scales(given: Mapping[str, str | None]) -> dict[str, Any]:
    """The one of scale, sigma and gamma that is given, in numbers; InputError where there are two."""
    from rftheory.domain.values import parse_number
    from rftheory.errors import InputError

    named = {name: text for name, text in given.items() if text is not None}
    if len(named) > 1:
        raise InputError(f"{' and '.join(f'--{name}' for name in named)} are given; allowed: one of them")
    return {
        name: text if (name, text) == ("scale", "median") else float(parse_number(text, name))
        for name, text in named.items()
    }


def _lengths(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """`ard` is a lengthscale in several numbers; InputError where both are given."""
    from rftheory.domain.values import parse_number
    from rftheory.errors import InputError

    found = dict(parameters)
    ard = found.pop("ard", None)
    if ard is None:
        return found
    if "lengthscale" in found:
        raise InputError("--lengthscale and --ard are given; allowed: one of them")
    return found | {"lengthscale": [float(parse_number(part, "ard")) for part in ard.split(",")]}
