"""A user's own data and code: recommend, conform."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from rftheory.cli.commands.options import Json
from rftheory.cli.printing import print_json, print_parts


def recommend(
    features: Annotated[int, typer.Option(metavar="M", help="Real features to spend.")],
    data: Annotated[
        str | None, typer.Argument(metavar="DATA", help="Points, one a row: .npy, .npz or .csv.")
    ] = None,
    attention: Annotated[
        tuple[str, str, str] | None,
        typer.Option(metavar="Q K V", help="Rank by the error of the output of attention on these files."),
    ] = None,
    queries: Annotated[
        str | None, typer.Option(metavar="FILE", help="Queries; DATA are then the keys.")
    ] = None,
    kernel: Annotated[str, typer.Option(metavar="gaussian|softmax", help="Which kernel.")] = "gaussian",
    target: Annotated[float, typer.Option(metavar="REL", help="Mean relative error to reach.")] = 0.1,
    scale: Annotated[
        str | None,
        typer.Option(
            metavar="S|median",
            help="Multiply all points by this first; median: by 1 over the median distance.",
        ),
    ] = None,
    lengthscale: Annotated[
        str | None, typer.Option(metavar="L", help="The kernel exp(-|x-y|^2/(2 L^2)): scale 1/L.")
    ] = None,
    gamma: Annotated[
        str | None, typer.Option(metavar="G", help="The kernel exp(-G |x-y|^2): scale sqrt(2 G).")
    ] = None,
    top: Annotated[int, typer.Option(metavar="N", help="Rows of the table.")] = 5,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the sampled pairs.")] = 0,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw the ranking (.png, .svg, .pdf).")
    ] = None,
    as_json: Json = False,
) -> None:
    """Rank mechanisms by their exact error on pairs of your own points, tuned, with features for a target error."""
    from rftheory.cli.files import writable
    from rftheory.domain.values import parse_number
    from rftheory.errors import InputError
    from rftheory.measured.inputs import integer
    from rftheory.recommendation.advice import recommend as run
    from rftheory.recommendation.attention_ranking import rank_attention
    from rftheory.report import recommendation
    from rftheory.report.recommended.attention import attention_document, attention_lines

    if plot is not None:
        writable(plot)
        recommendation.drawable()
    integer("top", top, 1)
    if attention is not None:
        if any(given is not None for given in (data, queries, plot, lengthscale, gamma)) or scale == "median":
            raise InputError(
                "--attention takes its files alone; allowed beside it: --features, --scale, --seed, --top"
            )
        length = None if scale is None else float(parse_number(scale, "scale"))
        ranking = rank_attention(*attention, features=features, scale=length, seed=seed)
        if as_json:
            print_json(attention_document(ranking))
        else:
            print_parts(attention_lines(attention_document(ranking), top))
        return
    if data is None:
        raise InputError("recommend needs DATA, a file of points (or --attention Q K V)")
    given = {"scale": scale, "lengthscale": lengthscale, "gamma": gamma}
    sizes: dict[str, Any] = {
        name: text if text is None or (name, text) == ("scale", "median") else float(parse_number(text, name))
        for name, text in given.items()
    }
    found = run(data, queries, features=features, kernel=kernel, target=target, seed=seed, **sizes)
    document = recommendation.recommendation_document(found)
    if plot is not None:
        recommendation.plot(document, plot)
    if as_json:
        print_json(document)
        return
    print_parts(recommendation.recommendation_lines(document, top))


def conform(context: typer.Context) -> None:
    """Hold your own feature map, sampler or estimator against the theory; exit 1 where it does not conform."""
    from rftheory.cli.conforming.program import run

    raise typer.Exit(run(context.args))
