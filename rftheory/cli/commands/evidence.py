"""Evidence is run: verify, search, mutants."""

from __future__ import annotations

from typing import Annotated

import typer

from rftheory.cli.commands.options import Dask, Identifier, Json, Selection, Workers
from rftheory.cli.printing import print_json, print_parts


def verify(
    selection: Selection = None,
    profile: Annotated[str, typer.Option(metavar="quick|full|deep", help="How much work to do.")] = "quick",
    seed: Annotated[int | None, typer.Option(metavar="N", help="Root seed of every random number.")] = None,
    workers: Workers = 1,
    dask: Dask = None,
    store: Annotated[
        str | None, typer.Option(metavar="FILE", help="Checkpoint finished chunks here.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from what --store FILE holds.")] = False,
    accumulate: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Draw afresh, and decide on all runs that FILE holds together."),
    ] = None,
    as_json: Json = False,
    junit: Annotated[str | None, typer.Option(metavar="FILE", help="Write JUnit XML.")] = None,
    html: Annotated[str | None, typer.Option(metavar="FILE", help="Write a self-contained page.")] = None,
    markdown: Annotated[str | None, typer.Option(metavar="FILE", help="Write Markdown.")] = None,
    record: Annotated[
        str | None,
        typer.Option(
            metavar="[FILE]", help="Keep the verdicts found: beside papers of your own, or in FILE."
        ),
    ] = None,
) -> None:
    """Run the evidence of statements or papers (none given: of everything) and print verdicts."""
    from rftheory.cli.cluster import executor_at
    from rftheory.cli.files import checkpoint, writable, write
    from rftheory.cli.progress import following
    from rftheory.errors import InputError
    from rftheory.registry import statements
    from rftheory.report import runs
    from rftheory.verification import announced, planned, whole_number
    from rftheory.verification import verify as run

    for file in filter(None, (junit, html, markdown, record)):
        writable(file)
    whole_number("workers", workers, 1)
    chosen = statements(selection or ())
    context = planned(profile, seed, selection=selection or ())
    checkpoint(store, resume=resume)
    if accumulate is not None:
        if store is not None:
            raise InputError("give --store or --accumulate, not both")
        if record is not None:
            raise InputError("--record keeps what a run alone found: it goes without --accumulate")
        writable(accumulate)
    ledgers = (
        [] if record is None else _ledgers(record, [each.paper for each in chosen], context.profile.name)
    )
    plan, tests = None, announced(*(selection or ()), context=context)
    if tests or context.profile.simulations:
        plan = runs.plan_document(tests, context)
        if not as_json:
            from rftheory.report.text import plan_tables

            print_parts(plan_tables(plan))
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
            accumulate=accumulate,
        )
    document = runs.run_document(results, context, plan)
    if junit is not None:
        from rftheory.report.junit import junit as render_junit

        write(junit, render_junit(document))
    if html is not None:
        from rftheory.report.html import html as render_html

        write(html, render_html(document))
    if markdown is not None:
        from rftheory.report.markdown import markdown as render_markdown

        write(markdown, render_markdown(document))
    if record is not None:
        from rftheory.report.ledger import updated

        for file, papers in ledgers:
            write(file, updated(file, document, papers))
    if as_json:
        print_json(document)
    else:
        from rftheory.report.text import run_tables

        print_parts(run_tables(document))
        print_parts(f"recorded in {file}" for file, _ in ledgers)
    if record is None and not all(result["as_recorded"] for result in document["results"]):
        raise typer.Exit(1)


def _ledgers(record: str, papers: list[str], profile: str) -> list[tuple[str, tuple[str, ...]]]:
    """The ledgers that a run is written to, each with its papers; what cannot be is said before the run."""
    from rftheory.cli.files import writable
    from rftheory.cli.own_papers import recorded_at
    from rftheory.registry.ledgers import LEDGER
    from rftheory.report.ledger import existing

    keys = list(dict.fromkeys(papers))
    beside = recorded_at(record, keys, LEDGER)
    found: list[tuple[str, tuple[str, ...]]] = [(str(path), (key,)) for key, path in beside.items()]
    if record:
        found = [(record, (*keys,))]
    for file, _ in found:
        writable(file)
        existing(file, profile)
    return found


def search(
    identifier: Identifier,
    seconds: Annotated[float, typer.Option(metavar="S", help="How long to search.")] = 20.0,
    workers: Annotated[int, typer.Option(metavar="K", help="Processes that share the points out.")] = 1,
    dask: Dask = None,
    as_json: Json = False,
) -> None:
    """Search adversarially for a violation over the stated domain; a find is certified before it is reported."""
    from rftheory import registry
    from rftheory.cli.cluster import executor_at
    from rftheory.report import runs
    from rftheory.searching import search as run

    with executor_at(dask) as executor:
        found = run(identifier, seconds, workers=workers, executor=executor)
    document = runs.search_document(registry.statement(identifier), found)
    if as_json:
        print_json(document)
    else:
        from rftheory.report.text import search_lines

        print_parts(search_lines(document))
    if runs.contradicts(document):
        raise typer.Exit(1)


def mutants(
    selection: Selection = None,
    as_json: Json = False,
    workers: Workers = 1,
    dask: Dask = None,
    store: Annotated[
        str | None, typer.Option(metavar="FILE", help="Keep what was tried here, line by line.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from what --store FILE holds.")] = False,
    markdown: Annotated[str | None, typer.Option(metavar="FILE", help="Write the table as Markdown.")] = None,
) -> None:
    """Try wrong variants of statements (and, without a selection, of mechanisms) against the evidence."""
    from rftheory.cli.cluster import executor_at
    from rftheory.cli.files import writable, write
    from rftheory.cli.progress import following
    from rftheory.registry import statements
    from rftheory.report.mutants import mutants_document, table
    from rftheory.trying import try_mutants

    for file in (store, markdown):
        if file is not None:
            writable(file)
    chosen = statements(selection or ())
    with executor_at(dask) as executor, following(len(chosen)) as progress:
        tried = try_mutants(
            *(selection or ()),
            workers=workers,
            store=store,
            resume=resume,
            progress=progress,
            executor=executor,
        )
    document = mutants_document(tried)
    if markdown is not None:
        write(markdown, table(document))
    if as_json:
        print_json(document)
        return
    from rftheory.report.text import mutant_tables

    print_parts(mutant_tables(document))
