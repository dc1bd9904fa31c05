"""``gpuscope edit``: sets a run's name, tags and note."""

import argparse

from gpuscope.cli import console, selection
from gpuscope.core.errors import UsageError

HELP = "name, tag or annotate a run"
_MAX_TEXT = 10_000
"""Maximum characters of a text: several pages, well below the limit of bundles (``bundles.limits.TEXT``)."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope edit``."""
    parser.add_argument("run", metavar="RUN", help=selection.RUN_HELP)
    parser.add_argument("--name", help="its new name")
    parser.add_argument("--tag", action="append", default=[], help="a tag to add; may be repeated")
    parser.add_argument("--untag", action="append", default=[], metavar="TAG", help="a tag to remove")
    parser.add_argument("--note", help="its new note; an empty one removes the note")


def run(arguments: argparse.Namespace) -> int:
    """Change the run; with ``--json``, print it."""
    if arguments.name is None and arguments.note is None and not arguments.tag and not arguments.untag:
        raise UsageError("nothing to change", "Give --name, --tag, --untag or --note.")
    _check(arguments)
    from gpuscope.storage.editing import edit_run

    url = selection.url_of(arguments)
    with selection.opened(arguments) as reader:
        record = reader.find(arguments.run)
        reader.refuse_unstored([record])
    run_id = record.run_id
    edit_run(url, run_id, name=arguments.name, add_tags=tuple(arguments.tag), remove_tags=tuple(arguments.untag), note=arguments.note)
    if arguments.json:
        with selection.opened(arguments) as reader:
            console.print_document(reader.checked(reader.find(run_id)).to_json())
    else:
        console.print_text(f"Run {run_id} is changed.")
    return 0


def _check(arguments: argparse.Namespace) -> None:
    if arguments.name is not None and not arguments.name.strip():
        raise UsageError("the name is empty", "Omit --name to keep the old one.")
    for tag in (*arguments.tag, *arguments.untag):
        if not tag.strip() or any(character.isspace() for character in tag):
            raise UsageError(f"{tag[:60]!r} is not a tag", "A tag is one word.")
    for text in (arguments.name, arguments.note, *arguments.tag):
        if text is not None and len(text) > _MAX_TEXT:
            raise UsageError(f"a text of {len(text)} characters is too long", f"The maximum is {_MAX_TEXT}.")
