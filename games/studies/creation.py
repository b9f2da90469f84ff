"""Chapters from matches, records and set-ups; export of a study as a file of records."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Mapping
from time import monotonic
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

import games.rules as rules
from accounts.models import User
from portal.errors import Conflict, Invalid

from .. import names
from ..archive import exporter, importer
from ..archive.models import ImportedRecord
from ..archive.record_format import FORMAT, Record, parse, serialize, split_records
from ..archive.replay import replay_steps
from ..archive.views import claimed_game
from ..boards import presenter, translate_reason
from ..models import Table
from ..move_comments.comments import readable_comments
from ..table.access import has_public_seed
from ..table.errors import MatchLoadError
from ..table.session.loader import seats_of
from ..table.views.page_context import seat_names
from . import actions
from .actions import MatchRunningError
from .analysis.positions import position_of
from .models import Chapter, Study, new_seed
from .tree import MAX_COMMENT_LENGTH, Annotation, Tree, TreeFullError

MAX_WORK_SECONDS = 2.0  # for replaying the records of one request


class WorkBudget:
    """The time limit for replaying all records of one request."""

    def __init__(self) -> None:
        self._until = monotonic() + MAX_WORK_SECONDS

    def seconds_left(self) -> float:
        """The seconds that are left.

        Raises:
            Invalid: none are left.
        """
        left = self._until - monotonic()
        if left <= 0:
            raise Invalid(
                _("This takes too long to check. Import it in smaller parts."), code="bad_record"
            )
        return left


def add_chapter_from_table(user: User, key: str, table: Table, at: int | None) -> Chapter:
    """Add a chapter about a finished match, at the node after move `at` (None: the last).

    `key` is that of the study; "" creates a new one, which gets the title of the table.

    A record that somebody else has imported is copied, because they may delete theirs.

    Raises:
        ActionError: the match is not over, or the study is full.
    """
    if not has_public_seed(table) or table.started_at is None:
        raise MatchRunningError(table)
    time = WorkBudget()
    with transaction.atomic():
        record: Record | None = None
        match = table
        if table.is_imported:
            record = parse(table.imported.text)
            table = _own_copy(user, table, time)
        key = key or actions.create_study(user, table.title).key
        last = table.move_count
        at = last if at is None else min(at, last)
        chapter = _add_chapter(user, key, table, table.title, time, record, at)
        _copy_comments(user, match, chapter)
        return chapter


def _copy_comments(user: User, table: Table, chapter: Chapter) -> None:
    """Copy the comments on moves that a person reads in the viewer, with the authors' names."""
    tree, names = actions.load_tree(chapter), seat_names(seats_of(table))
    readable: Any = readable_comments(table, user)  # with an annotation
    found = [one for one in readable if not (one.is_folded or one.hidden_at)]
    for one in found:
        note = tree.notes.get(one.move.number, Annotation())
        text = f"{one.author_name(names)}: {one.text}"
        text = "\n\n".join(filter(None, (note.comment, text)))[:MAX_COMMENT_LENGTH]
        tree.say(one.move.number, note._replace(comment=text))
    if found:
        chapter.nodes, chapter.annotations = tree.to_json()
        chapter.save(update_fields=["nodes", "annotations"])


def copy_study(user: User, study: Study) -> Study:
    """Create a study with copies of the chapters of a study that the person may read.

    Chapters in which readers guess are left out, because only their owner may see what follows.

    Raises:
        ActionError: there is nothing to copy, or the person has too many studies.
    """
    time = WorkBudget()
    with transaction.atomic():
        mine = actions.create_study(user, study.name)
        for chapter in study.chapters.select_related("table__imported"):
            chapter.study = study
            if can_read_whole(chapter, user):
                table = _own_copy(user, chapter.table, time)
                said = {
                    name: getattr(chapter, name)
                    for name in ("seed", "nodes", "annotations", "guess_start")
                }
                actions.add_chapter(user, mine.key, table, chapter.name, **said)
        if not mine.chapters.exists():
            raise Invalid(_("This study has no chapter that could be copied."), code="bad_study")
    return mine


def _own_copy(user: User, table: Table, time: WorkBudget) -> Table:
    """The table of a match; for a record that somebody else has imported, a copy of one's own."""
    if not table.is_imported or table.imported.imported_by_id == user.pk:
        return table
    return importer.store_import(user, _prepare_import(table.imported.text, time), importer.MOST)


def add_chapter_from_set_up(
    user: User, key: str, game: str, seats: int, options: Mapping[str, str]
) -> Chapter:
    """Add a chapter about a set-up of this game, without any moves.

    Raises:
        ActionError: there is no such game or option, or the study is full.
    """
    found = rules.catalogue().get(game)
    if found is None:
        raise Invalid(_("There is no such game here."), code="bad_study")
    header: dict[str, Any] = {
        "format": FORMAT,
        "game": game,
        "rules": found.version,
        "seats": seats,
        "options": dict(options),
        "end": Table.Status.CALLED_OFF.value,
        "seed": new_seed(),
        "chance": {},
        "moves": 0,
    }
    time = WorkBudget()
    try:
        found.check(seats, options)
        (first,) = replay_steps(Record(header, []))
    except (rules.OptionError, rules.RecordError) as error:
        raise Invalid(translate_reason(error.why, game), code="bad_study") from error
    prepared = _prepare_import(serialize(Record({**header, "chance": first.outcomes}, [])), time)
    with transaction.atomic():
        table = importer.store_import(user, prepared, importer.MOST)
        return _add_chapter(user, key, table, presenter(game).name(), time)


def add_chapters_from_file(user: User, key: str, text: bytes) -> list[Chapter]:
    """Add a chapter for each record of a file, with the record's variations; all or none.

    Raises:
        ActionError: a record is invalid, or there are too many.
    """
    made, time = [], WorkBudget()
    with transaction.atomic():
        for number, (_line, one) in enumerate(split_records(io.BytesIO(text))):
            if number >= actions.MOST_CHAPTERS:
                message = _("A study can have at most %(n)d chapters.")
                raise Conflict(message % {"n": actions.MOST_CHAPTERS})
            prepared = _prepare_import(one, time)
            table = importer.store_import(user, prepared, importer.MOST)
            name = presenter(table.game).name()
            made.append(_add_chapter(user, key, table, name, time, prepared.record))
    if not made:
        raise Invalid(_("There is no record in this file."), code="bad_study")
    return made


def _prepare_import(text: bytes, time: WorkBudget) -> importer.PreparedImport:
    try:
        return importer.PreparedImport(text, time.seconds_left())
    except rules.RecordError as error:
        message = _("This record was not imported: %(why)s")
        raise Invalid(
            message % {"why": translate_reason(error.why, claimed_game(text))}, code="bad_record"
        ) from error


def _add_chapter(
    user: User,
    key: str,
    table: Table,
    name: str,
    time: WorkBudget,
    record: Record | None = None,
    at: int = 0,
) -> Chapter:
    """Add a chapter with the variations of its record, as far as the rules accept them."""
    said = record.header.get("study", {}) if record is not None else {}
    said = said if isinstance(said, Mapping) else {}
    seed, called, guess = said.get("seed"), said.get("chapter"), said.get("guess")
    if not (isinstance(seed, str) and 0 < len(seed) <= 32 and seed.isascii()):
        seed = new_seed()
    if (
        isinstance(called, str)
        and names.is_visible_line(called)
        and 0 < len(called) <= names.LONGEST
    ):
        name = called
    if not (type(guess) is int and 0 <= guess < table.move_count):
        guess = None
    chapter = actions.add_chapter(
        user, key, table, name, seed=seed, current_node=at, guess_start=guess
    )
    if record is not None and record.lines:
        tree = Tree(table.move_count)
        try:
            tree.read(record.lines, table.seat_count)
        except TreeFullError as full:
            raise Invalid(
                _("This record has too many variations, or they are too long."), code="bad_study"
            ) from full
        _delete_illegal_branches(chapter, tree, time)
        chapter.nodes, chapter.annotations = tree.to_json()
        chapter.save(update_fields=["nodes", "annotations"])
    return chapter


def _delete_illegal_branches(chapter: Chapter, tree: Tree, time: WorkBudget) -> None:
    """Delete the nodes whose moves the rules do not accept."""
    for place in sorted(tree.nodes):
        if place not in tree.nodes:
            continue  # deleted with an earlier node
        time.seconds_left()
        line = actions.variation_to(chapter, tree, place)
        if position_of(chapter.table, line)[1] < line.position:
            tree.cut(place)


# export


def export_study(study: Study, user: Any) -> bytes:
    """The chapters that this person may read, each as a record with its variations.

    Chapters in which readers guess are only for their owner.

    Raises:
        MatchLoadError: the installed rules cannot play one of them.
    """
    told_ones = []
    for chapter in study.chapters.select_related("table"):
        chapter.study = study
        if not can_read_whole(chapter, user):
            continue
        told_ones.append(export_chapter(chapter))
    return b"".join(told_ones)


def can_read_whole(chapter: Chapter, user: Any) -> bool:
    """Whether this reader may see all of a chapter."""
    is_mine = user is not None and user.pk == chapter.study.owner_id
    return (
        actions.is_available(chapter)
        and actions.is_visible_to(chapter.table, user)
        and (is_mine or chapter.guess_start is None)
    )


def export_chapter(chapter: Chapter) -> bytes:
    table, tree = chapter.table, actions.load_tree(chapter)
    try:
        record = (
            parse(ImportedRecord.objects.get(table=table).text)
            if table.is_imported
            else exporter.build_record(table)
        )
    except rules.RecordError as error:
        raise MatchLoadError(table, error) from error
    said: dict[str, Any] = {"chapter": chapter.name, "seed": chapter.seed}
    if chapter.guess_start is not None and chapter.guess_start <= tree.match_length:
        said["guess"] = chapter.guess_start
    header = {**record.header, "study": said}
    return serialize(dataclasses.replace(record, header=header, lines=list(tree.lines())))
