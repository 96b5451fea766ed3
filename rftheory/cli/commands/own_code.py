"""A user's own data and code: recommend, conform."""

from __future__ import annotations

from typing import Annotated

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
    kernel: Annotated[
        str,
        typer.Option(
            metavar="NAME,..",
            help="gaussian, softmax; or of stationary kernels matern12, matern32, matern52, matern, rq, exponential, "
            "exponential-power, generalised-cauchy, laplace, cauchy one or several, by commas.",
        ),
    ] = "gaussian",
    target: Annotated[
        float, typer.Option(metavar="E", help="Error to reach: mean relative; of stationary kernels rms.")
    ] = 0.1,
    scale: Annotated[
        str | None,
        typer.Option(
            metavar="S|median",
            help="Multiply all points by this first; median: by 1 over the median distance.",
        ),
    ] = None,
    sigma: Annotated[
        str | None, typer.Option(metavar="S", help="In place of --scale: of exp(-|x-y|^2/(2 S^2)).")
    ] = None,
    gamma: Annotated[
        str | None,
        typer.Option(
            metavar="G", help="In place of --scale: of exp(-G |x-y|^2), or laplace exp(-G |x-y|_1)."
        ),
    ] = None,
    lengthscale: Annotated[float | None, typer.Option(metavar="L", help="Of stationary kernels.")] = None,
    ard: Annotated[
        str | None, typer.Option(metavar="L1,L2,..", help="A lengthscale for each coordinate.")
    ] = None,
    nu: Annotated[float | None, typer.Option(metavar="NU", help="Smoothness of matern.")] = None,
    alpha: Annotated[float | None, typer.Option(metavar="A", help="Of rq.")] = None,
    power: Annotated[
        float | None, typer.Option(metavar="A", help="Of exponential-power, generalised-cauchy.")
    ] = None,
    beta: Annotated[float | None, typer.Option(metavar="B", help="Of generalised-cauchy.")] = None,
    top: Annotated[int, typer.Option(metavar="N", help="Rows of the table.")] = 5,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the sampled pairs.")] = 0,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw the ranking (.png, .svg, .pdf).")
    ] = None,
    as_json: Json = False,
) -> None:
    """Rank mechanisms by their exact error on pairs of your own points, tuned, with features for a target error."""
    from rftheory.cli.commands.recommending import by_attention, by_error
    from rftheory.errors import InputError
    from rftheory.measured.inputs import integer

    integer("top", top, 1)
    given = {"nu": nu, "alpha": alpha, "power": power, "beta": beta, "lengthscale": lengthscale, "ard": ard}
    parameters = {name: value for name, value in given.items() if value is not None}
    if attention is not None:
        others = (data, queries, plot, sigma, gamma)
        if any(each is not None for each in others) or scale == "median" or parameters:
            raise InputError(
                "--attention takes its files alone; allowed beside it: --features, --scale, --seed, --top"
            )
        document, lines = by_attention(attention, features, scale, seed)
    elif data is None:
        raise InputError("recommend needs DATA, a file of points (or --attention Q K V)")
    else:
        scales = {"scale": scale, "sigma": sigma, "gamma": gamma}
        document, lines = by_error(data, queries, features, kernel, parameters, target, scales, seed, plot)
    if as_json:
        print_json(document)
    else:
        print_parts(lines(document, top))


def conform(context: typer.Context) -> None:
    """Hold your own feature map, sampler or estimator against the theory; exit 1 where it does not conform."""
    from rftheory.cli.conforming.program import run

    raise typer.Exit(run(context.args))
