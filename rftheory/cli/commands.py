"""Every command: reads its arguments, calls one function, prints one document. Heavy imports stay inside."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from rftheory import __version__

app = typer.Typer(
    add_completion=False,
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    help="The theory of random features, made executable and checked.",
    epilog="Ids look like simrf/thm4.3/orf; `rftheory list` shows all. Exit codes: 0 as expected, 1 a verdict "
    "that is not the recorded one, 2 wrong input.",
)
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout and nothing else.")]
Seconds = Annotated[float, typer.Option("--seconds", metavar="S", help="Computing time for one answer.")]
Identifier = Annotated[str, typer.Argument(metavar="ID", help="A statement, e.g. simrf/thm4.3/orf.")]
Selection = Annotated[
    list[str] | None, typer.Argument(metavar="[ID | PAPER ...]", help="Statements or papers.")
]


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """The theory of random features, made executable and checked."""
    from rftheory.errors import InputError

    if version:
        _say(__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        raise InputError(
            "no command given; allowed: list, show, eval, verify, search, errata, mutants, optimize, recommend, conform, compare, report; see --help"
        )


@app.command("list")
def list_statements(
    paper: Annotated[str | None, typer.Argument(metavar="PAPER", help="Only this paper.")] = None,
    kind: Annotated[str | None, typer.Option(metavar="KIND", help="Only this kind.")] = None,
    as_json: Json = False,
) -> None:
    """List every statement: id, kind, recorded verdict, evaluable sides, where it stands, title."""
    from typing import get_args

    from rftheory import registry
    from rftheory.errors import InputError, shorten
    from rftheory.report import schema
    from rftheory.statements import Kind

    if kind is not None and kind not in get_args(Kind):
        raise InputError(f"unknown kind {shorten(kind)}; allowed: {', '.join(get_args(Kind))}")
    if paper is not None:
        registry.paper(paper)
    chosen = [
        schema.entry_document(entry)
        for entry in registry.entries().values()
        if paper in (None, entry.statement.paper) and kind in (None, entry.statement.kind)
    ]
    if as_json:
        _json({"schema": schema.SCHEMA, "statements": chosen})
        return
    from rftheory.report.text import console, listing

    console().print(listing(chosen))


@app.command()
def show(identifier: Identifier, as_json: Json = False) -> None:
    """Show a statement as printed: text, LaTeX, domain, parameters, verdict, correction, BibTeX."""
    from rftheory import evaluation, registry
    from rftheory.report import schema

    name, side = evaluation.split(identifier)
    entry = evaluation.resolve(identifier)[0] if side is not None else registry.find(name)
    document = schema.statement_document(entry)
    if as_json:
        _json(document)
        return
    from rftheory.report.text import statement_lines

    _print(statement_lines(document))


@app.command("eval")
def evaluate(
    identifier: Annotated[str | None, typer.Argument(metavar="ID[:side]", help="What to evaluate.")] = None,
    values: Annotated[
        list[str] | None,
        typer.Argument(metavar="name=value ...", help="Exact numbers, vectors 1,2/3, or @points.npy."),
    ] = None,
    digits: Annotated[int, typer.Option(metavar="N", help="Correct significant digits, 1 to 10000.")] = 50,
    batch: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="One JSON request a line (`-`: stdin), one answer a line."),
    ] = None,
    seconds: Seconds = 60.0,
    as_json: Json = False,
) -> None:
    """Evaluate to certified digits; without a side, all sides that the parameters suit."""
    from rftheory.errors import InputError
    from rftheory.exact.formula import check_digits

    check_digits(digits)
    if batch is not None:
        if identifier is not None or values:
            raise InputError("--batch takes its ids and parameters from the file: give no others")
        _batch(batch, digits, seconds)
        return
    if identifier is None:
        raise InputError("eval needs an ID (or --batch FILE); see `rftheory list`")
    from rftheory.cli.arguments import loaded, parameters
    from rftheory.cli.budget import budget
    from rftheory.evaluation import evaluate_all
    from rftheory.report.schema import value_document

    given = parameters(values or ())
    with budget(seconds):
        found = evaluate_all(identifier, loaded(dict(given)), digits)
    name = identifier.partition(":")[0]
    if as_json:
        documents = [value_document(name, side, given, value) for side, value in found.items()]
        _json(documents if len(documents) > 1 else documents[0])
        return
    for side, value in found.items():
        label = f"{name}:{side}" if side else name
        _say(f"{label} = {value}  (radius {value.radius}; {value.method})")


@app.command()
def verify(
    selection: Selection = None,
    profile: Annotated[str, typer.Option(metavar="quick|full|deep", help="How much work to do.")] = "quick",
    seed: Annotated[int | None, typer.Option(metavar="N", help="Root seed of every random number.")] = None,
    workers: Annotated[int, typer.Option(metavar="K", help="Processes; changes nothing but the time.")] = 1,
    dask: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Run on the dask cluster with this scheduler.")
    ] = None,
    store: Annotated[
        str | None, typer.Option(metavar="FILE", help="Checkpoint finished chunks here.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from what --store FILE holds.")] = False,
    as_json: Json = False,
    junit: Annotated[str | None, typer.Option(metavar="FILE", help="Write JUnit XML.")] = None,
    html: Annotated[str | None, typer.Option(metavar="FILE", help="Write a self-contained page.")] = None,
    markdown: Annotated[str | None, typer.Option(metavar="FILE", help="Write Markdown.")] = None,
    record: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the verdicts found as a ledger.", hidden=True)
    ] = None,
) -> None:
    """Run the evidence of statements or papers (none given: of everything) and print verdicts."""
    from rftheory.cli.cluster import executor_at
    from rftheory.cli.files import checkpoint, writable
    from rftheory.cli.progress import following
    from rftheory.errors import InputError
    from rftheory.registry import statements
    from rftheory.report import schema
    from rftheory.verification import announced, planned, whole_number
    from rftheory.verification import verify as run

    outputs = [file for file in (junit, html, markdown, record) if file is not None]
    for file in outputs:
        writable(file)
    whole_number("workers", workers, 1)
    context = planned(profile, seed)
    chosen = statements(selection or ())
    checkpoint(store, resume=resume)
    if record is not None:
        from rftheory.report.ledger import existing

        existing(record, context.profile.name)
    plan = None
    if context.profile.simulations:
        plan = schema.plan_document(announced(*(selection or ()), context=context), context)
        if not as_json:
            from rftheory.report.text import plan_tables

            _print(plan_tables(plan))
    if dask is not None and workers > 1:
        raise InputError("give --workers or --dask, not both")
    with executor_at(dask) as executor, following(len(chosen)) as progress:
        results = run(
            *(selection or ()),
            workers=workers,
            store=store,
            progress=progress,
            context=context,
            executor=executor,
        )
    document = schema.run_document(results, context, plan)
    if junit is not None:
        from rftheory.report.junit import junit as render_junit

        _write(junit, render_junit(document))
    if html is not None:
        from rftheory.report.html import html as render_html

        _write(html, render_html(document))
    if markdown is not None:
        from rftheory.report.markdown import markdown as render_markdown

        _write(markdown, render_markdown(document))
    if record is not None:
        from rftheory.report.ledger import updated

        _write(record, updated(record, document))
    if as_json:
        _json(document)
    else:
        from rftheory.report.text import run_tables

        _print(run_tables(document))
    if record is None and not all(result["as_recorded"] for result in document["results"]):
        raise typer.Exit(1)


@app.command()
def search(
    identifier: Identifier,
    seconds: Annotated[float, typer.Option(metavar="S", help="How long to search.")] = 20.0,
    as_json: Json = False,
) -> None:
    """Search adversarially for a violation over the stated domain; a find is certified before it is reported."""
    from rftheory import registry
    from rftheory.report import schema
    from rftheory.verification import search as run

    document = schema.search_document(registry.statement(identifier), run(identifier, seconds))
    if as_json:
        _json(document)
    else:
        from rftheory.report.text import search_lines

        _print(search_lines(document))
    if schema.contradicts(document):
        raise typer.Exit(1)


@app.command()
def errata(
    paper: Annotated[str | None, typer.Argument(metavar="PAPER", help="Only this paper.")] = None,
    as_json: Json = False,
) -> None:
    """List every statement refuted as printed, its counterexample, its correction and that one's verdict."""
    from rftheory.report import ledger
    from rftheory.report.schema import SCHEMA

    found = ledger.errata(paper)
    if as_json:
        _json({"schema": SCHEMA, "errata": found})
        return
    from rftheory.report.text import errata_lines

    _print(errata_lines(found))


@app.command()
def mutants(selection: Selection = None, as_json: Json = False) -> None:
    """Try wrong variants of formulas (and, without a selection, of mechanisms) against the evidence."""
    from rftheory.cli.progress import following
    from rftheory.evidence.mutants import mechanism_trials, trials
    from rftheory.registry import statements
    from rftheory.report import schema
    from rftheory.verification import planned

    chosen, context = statements(selection or ()), planned("full")
    groups: dict[str, list[Any]] = {}
    with following(len(chosen)) as progress:
        for statement in chosen:
            groups[statement.id] = list(trials(statement, context))
            if progress is not None:
                progress(statement)
    for trial in () if selection else mechanism_trials(context):
        groups.setdefault(f"mechanism/{trial.formula.partition('/')[0]}", []).append(trial)
    document = {
        "schema": schema.SCHEMA,
        "totals": schema.counts([trial for group in groups.values() for trial in group]),
        "results": [schema.trials_document(name, group) for name, group in groups.items()],
    }
    if as_json:
        _json(document)
        return
    from rftheory.report.text import mutant_tables

    _print(mutant_tables(document))


@app.command()
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
        _json(document)
        return
    _print(recommendation.recommendation_lines(document))


@app.command()
def optimize(
    what: Annotated[
        str,
        typer.Argument(
            metavar="WHAT",
            help="oprf, gerf, poisson, geometric, discrete, simplex-plus, coupling or hybrid.",
        ),
    ],
    values: Annotated[
        list[str] | None,
        typer.Argument(metavar="name=value ...", help="Exact numbers, vectors 1,2/3, or @points.npy."),
    ] = None,
    digits: Annotated[int, typer.Option(metavar="N", help="Correct significant digits, 1 to 10000.")] = 30,
    seconds: Seconds = 60.0,
    as_json: Json = False,
) -> None:
    """Find the optimal parameters, with the objective there and a certificate of optimality."""
    from rftheory.cli.arguments import loaded, parameters
    from rftheory.cli.budget import budget
    from rftheory.errors import InputError
    from rftheory.optimization import optimize as run
    from rftheory.report.optimum import optimum_document, optimum_lines

    given = parameters(values or ())
    for name in sorted({"what", "digits"} & set(given)):
        raise InputError(f"{name} is no parameter of an optimiser; see `rftheory optimize --help`")
    with budget(seconds):
        found = run(what, digits=digits, **loaded(dict(given)))
    document = optimum_document(found, given)
    if as_json:
        _json(document)
        return
    _print(optimum_lines(document))


@app.command()
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
        _json(document)
    else:
        _print(conformance.conformance_lines(document))
    if not found.conforms:
        raise typer.Exit(1)


@app.command()
def compare(
    table: Annotated[
        str,
        typer.Argument(
            metavar="TABLE.csv", help="Parameters by name and a value, one row each (`-`: stdin)."
        ),
    ],
    identifier: Annotated[
        str | None,
        typer.Option(
            "--id", metavar="ID[:side]", help="What the values are of (a column id may say it too)."
        ),
    ] = None,
    value: Annotated[str, typer.Option(metavar="NAME", help="The column of the values.")] = "value",
    tolerance: Annotated[
        str | None, typer.Option(metavar="R", help="Agree within R times the certified value instead.")
    ] = None,
    seconds: Seconds = 60.0,
    as_json: Json = False,
) -> None:
    """Hold a table of values against the certified ones; exit 1 where a row differs or cannot be read."""
    from rftheory.cli.budget import budget
    from rftheory.cli.files import reading
    from rftheory.comparison.judging import judged
    from rftheory.comparison.reading import table_of
    from rftheory.comparison.rows import Tally
    from rftheory.report import comparison

    tally = Tally()
    with budget(seconds):
        pass  # seconds that are wrong are so for every row
    with reading(table) as stream:
        columns, cells = table_of(stream)
        rows = judged(
            columns, cells, identifier, value=value, tolerance=tolerance, limit=lambda: budget(seconds)
        )
        if as_json:
            for piece in comparison.pieces(rows, tally, identifier, tolerance):
                print(piece, end="")  # noqa: T201
        else:
            _print(comparison.comparison_lines(rows, tally))
    if not tally.agrees:
        raise typer.Exit(1)


@app.command()
def report(
    out: Annotated[str, typer.Argument(metavar="OUT.html", help="The page to write.")],
    results: Annotated[
        str | None,
        typer.Option("--from", metavar="RESULTS.json", help="A run of `verify --json` (`-`: stdin)."),
    ] = None,
) -> None:
    """Write one self-contained page: verdicts, evidence, formulas, errata, plots; without --from, as recorded."""
    from rftheory.cli.files import reading, writable
    from rftheory.report.page import page
    from rftheory.report.reading import run_from

    writable(out)
    if results is None:
        _write(out, page())
        return
    with reading(results) as stream:
        _write(out, page(run_from(stream, results)))


def _batch(file: str, digits: int, seconds: float) -> None:
    from rftheory.cli.batch import answers
    from rftheory.cli.files import reading

    with reading(file) as lines:
        for answer in answers(lines, digits, seconds):
            _json(answer, indent=None)
            sys.stdout.flush()


def _json(document: Any, indent: int | None = 2) -> None:
    import json

    _say(json.dumps(document, indent=indent, allow_nan=False))


def _say(line: str) -> None:
    print(line, file=sys.stdout)  # noqa: T201


def _print(parts: Any) -> None:
    from rftheory.report.text import console

    screen = console()
    for part in parts:
        screen.print(part)


def _write(file: str, text: str) -> None:
    from rftheory.cli.files import write

    write(file, text)
