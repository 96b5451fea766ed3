"""A user's own data and code: recommend, conform."""

from __future__ import annotations

from typing import Annotated

import typer

from rftheory.cli.commands.options import Json
from rftheory.cli.printing import print_json, print_parts


def recommend(
    data: Annotated[str, typer.Argument(metavar="DATA", help="Points, one a row: .npy, .npz or .csv.")],
    features: Annotated[int, typer.Option(metavar="M", help="Real features to spend.")],
    queries: Annotated[
        str | None, typer.Option(metavar="FILE", help="Queries; DATA are then the keys.")
    ] = None,
    kernel: Annotated[str, typer.Option(metavar="gaussian|softmax", help="Which kernel.")] = "gaussian",
    target: Annotated[float, typer.Option(metavar="REL", help="Mean relative error to reach.")] = 0.1,
    scale: Annotated[float, typer.Option(metavar="S", help="Multiply all points by this first.")] = 1.0,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the sampled pairs.")] = 0,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw the ranking (.png, .svg, .pdf).")
    ] = None,
    as_json: Json = False,
) -> None:
    """Rank mechanisms by their exact error on pairs of your own points, tuned, with features for a target error."""
    from rftheory.cli.files import writable
    from rftheory.recommendation.advice import recommend as run
    from rftheory.report import recommendation

    if plot is not None:
        writable(plot)
        recommendation.drawable()
    found = run(data, queries, features=features, kernel=kernel, target=target, scale=scale, seed=seed)
    document = recommendation.recommendation_document(found)
    if plot is not None:
        recommendation.plot(document, plot)
    if as_json:
        print_json(document)
        return
    print_parts(recommendation.recommendation_lines(document))


def conform(
    target: Annotated[
        str, typer.Argument(metavar="MODULE:CALLABLE", help="What to hold against the theory.")
    ],
    mechanism: Annotated[
        str | None, typer.Option(metavar="NAME", help="What it claims to be, e.g. orthogonal-positive.")
    ] = None,
    parameter: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="A parameter of the mechanism, e.g. A=-0.125 (repeatable)."),
    ] = None,
    statement: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="Only the checks of this statement (repeatable).")
    ] = None,
    kernel: Annotated[str | None, typer.Option(metavar="gaussian|softmax", help="Which kernel.")] = None,
    d: Annotated[int, typer.Option("--d", metavar="D", help="Dimension of the points.")] = 16,
    m: Annotated[
        int | None, typer.Option("--m", metavar="M", help="Projections (samplers, estimators).")
    ] = None,
    norm: Annotated[float, typer.Option(metavar="R", help="Norm of the test points.")] = 0.7,
    scale: Annotated[
        str,
        typer.Option(
            metavar="S|d^-1/4", help="The kernel is that of S times the points (d^-1/4: logits q.k/sqrt(d))."
        ),
    ] = "1",
    contract: Annotated[
        str | None,
        typer.Option(metavar="features|estimates|frequencies|attention", help="What the callable gives."),
    ] = None,
    ratios: Annotated[
        bool, typer.Option("--ratios", help="Only ratios are claimed: a stabilised map for attention.")
    ] = False,
    pairs: Annotated[
        str | None, typer.Option(metavar="FILE", help="Test points: .npy (2, p, d), or .npz with x and y.")
    ] = None,
    leading: Annotated[
        int, typer.Option(metavar="0|1|2", help="Axes of length one before the points: batch, head.")
    ] = 0,
    array: Annotated[
        str, typer.Option(metavar="numpy|torch[:DEVICE]|jax|cupy", help="Arrays it is given.")
    ] = "numpy",
    dtype: Annotated[str, typer.Option(metavar="DTYPE", help="Their dtype.")] = "float64",
    profile: Annotated[str, typer.Option(metavar="quick|full", help="4096 or 32768 draws.")] = "quick",
    seed: Annotated[int | None, typer.Option(metavar="N", help="Root seed.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="A new root seed, printed.")] = False,
    as_json: Json = False,
) -> None:
    """Hold your own feature map, sampler or estimator against the theory; exit 1 where it does not conform."""
    from rftheory.cli.arguments import parameters
    from rftheory.conformance.conform import conform as run
    from rftheory.errors import InputError
    from rftheory.report import conformance

    if fresh and seed is not None:
        raise InputError("give --seed or --fresh, not both")
    found = run(
        target,
        mechanism=mechanism,
        parameters=parameters(parameter or ()),
        statements=tuple(statement or ()),
        kernel=kernel,
        d=d,
        m=m,
        norm=norm,
        scale=scale,
        contract=contract,
        array=array,
        dtype=dtype,
        profile=profile,
        seed=seed,
        fresh=fresh,
        ratios=ratios,
        pairs=pairs,
        leading=leading,
    )
    document = conformance.conformance_document(found)
    if as_json:
        print_json(document)
    else:
        print_parts(conformance.conformance_lines(document))
    if not found.conforms:
        raise typer.Exit(1)
