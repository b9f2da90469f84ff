"""Chapters out of matches, records and set-ups; a study as a file of records with its lines."""

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

from .. import names
from ..analysis.positions import reached
from ..archive import exporter, importer
from ..archive.record_format import FORMAT, Record, read, split, text_of
from ..archive.replay import steps
from ..archive.views import Unfit, claimed
from ..boards import presenter, told
from ..models import Chapter, Imported, Study, Table, new_seed
from ..table.errors import CannotLoad, Refused
from . import actions
from .actions import BadStudy, Rests
from .tree import Full, Tree

LONGEST_WORK = 2.0  # seconds of playing what somebody brings


class Time:
    """How long what somebody brings may still be played; all of it together."""

    def __init__(self) -> None:
        self._until = monotonic() + LONGEST_WORK

    def left(self) -> float:
        """So many seconds.

        Raises:
            Unfit: there are none.
        """
        left = self._until - monotonic()
        if left <= 0:
            raise Unfit(_("This takes too long to check. Bring it in smaller parts."))
        return left


def of_table(user: User, key: str, table: Table, at: int | None) -> Chapter:
    """A chapter over a match that is over, at the place after this move (None: the last).

    `key` is that of the study; "": a new one, which is called as the table is.

    A record that somebody else has brought is taken over: they may delete theirs.

    Raises:
        Refused: the match is not over, or the study is full.
    """
    if not table.is_over or table.started_at is None:
        raise Rests
    time = Time()
    with transaction.atomic():
        record: Record | None = None
        if table.is_brought:
            record = read(table.imported.text)
            table = _own(user, table, time)
        key = key or actions.create(user, table.title).key
        last = table.move_count
        at = last if at is None else min(at, last)
        return _chapter(user, key, table, table.title, time, record, at)


def copy(user: User, study: Study) -> Study:
    """A study of this person with the chapters of one that they may read.

    Those in which readers guess are left out: what follows is their owner's alone.

    Raises:
        Refused: there is nothing to copy, or they have too many studies already.
    """
    time = Time()
    with transaction.atomic():
        mine = actions.create(user, study.name)
        for chapter in study.chapters.select_related("table__imported"):
            chapter.study = study
            if is_whole(chapter, user):
                table = _own(user, chapter.table, time)
                said = {
                    name: getattr(chapter, name) for name in ("seed", "nodes", "notes", "guess")
                }
                actions.add(user, mine.key, table, chapter.name, **said)
        if not mine.chapters.exists():
            raise BadStudy(_("This study has no chapter that could be copied."))
    return mine


def _own(user: User, table: Table, time: Time) -> Table:
    """The table of a match; of a record that somebody else has brought, one of their own."""
    if not table.is_brought or table.imported.by_id == user.pk:
        return table
    return importer.keep(user, _prepared(table.imported.text, time), importer.MOST)


def of_set_up(user: User, key: str, game: str, seats: int, options: Mapping[str, str]) -> Chapter:
    """A chapter over a set-up of this game, of which nothing has been played.

    Raises:
        Refused: there is no such game or option, or the study is full.
    """
    found = rules.catalogue().get(game)
    if found is None:
        raise BadStudy(_("There is no such game here."))
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
    time = Time()
    try:
        found.check(seats, options)
        (first,) = steps(Record(header, []))
    except (rules.OptionError, rules.RecordError) as error:
        raise BadStudy(told(error.why, game)) from error
    prepared = _prepared(text_of(Record({**header, "chance": first.outcomes}, [])), time)
    with transaction.atomic():
        table = importer.keep(user, prepared, importer.MOST)
        return _chapter(user, key, table, presenter(game).name(), time)


def of_file(user: User, key: str, text: bytes) -> list[Chapter]:
    """A chapter for each record of a file, with the lines that it has; all of them, or none.

    Raises:
        Refused: one does not hold, or they are too many.
    """
    made, time = [], Time()
    with transaction.atomic():
        for number, (_line, one) in enumerate(split(io.BytesIO(text))):
            if number >= actions.MOST_CHAPTERS:
                message = _("A study can have at most %(n)d chapters.")
                raise Refused(message % {"n": actions.MOST_CHAPTERS})
            prepared = _prepared(one, time)
            table = importer.keep(user, prepared, importer.MOST)
            name = presenter(table.game).name()
            made.append(_chapter(user, key, table, name, time, prepared.record))
    if not made:
        raise BadStudy(_("There is no record in this file."))
    return made


def _prepared(text: bytes, time: Time) -> importer.Prepared:
    try:
        return importer.Prepared(text, time.left())
    except rules.RecordError as error:
        message = _("This record is not kept: %(why)s")
        raise Unfit(message % {"why": told(error.why, claimed(text))}) from error


def _chapter(
    user: User,
    key: str,
    table: Table,
    name: str,
    time: Time,
    record: Record | None = None,
    at: int = 0,
) -> Chapter:
    """A chapter with the lines of its record, as far as the rules take them."""
    said = record.header.get("study", {}) if record is not None else {}
    said = said if isinstance(said, Mapping) else {}
    seed, called, guess = said.get("seed"), said.get("chapter"), said.get("guess")
    if not (isinstance(seed, str) and 0 < len(seed) <= 32 and seed.isascii()):
        seed = new_seed()
    if isinstance(called, str) and names.is_one_line(called) and 0 < len(called) <= names.LONGEST:
        name = called
    if not (type(guess) is int and 0 <= guess < table.move_count):
        guess = None
    chapter = actions.add(user, key, table, name, seed=seed, at=at, guess=guess)
    if record is not None and record.lines:
        tree = Tree(table.move_count)
        try:
            tree.read(record.lines, table.seat_count)
        except Full as full:
            raise BadStudy(_("The lines of this record are too many or too long.")) from full
        _prune(chapter, tree, time)
        chapter.nodes, chapter.notes = tree.as_stored()
        chapter.save(update_fields=["nodes", "notes"])
    return chapter


def _prune(chapter: Chapter, tree: Tree, time: Time) -> None:
    """Take away what the rules do not take."""
    for place in sorted(tree.nodes):
        if place not in tree.nodes:
            continue  # gone with one before it
        time.left()
        line = actions.line_to(chapter, tree, place)
        if reached(chapter.table, line)[1] < line.at:
            tree.cut(place)


# out


def text_of_study(study: Study, user: Any) -> bytes:
    """The chapters that this person may read, each a record with its lines.

    Of a chapter in which readers guess, that what they are to guess is only its owner's.

    Raises:
        CannotLoad: what is installed here cannot play one of them.
    """
    told_ones = []
    for chapter in study.chapters.select_related("table"):
        chapter.study = study
        if not is_whole(chapter, user):
            continue
        told_ones.append(text_of_chapter(chapter))
    return b"".join(told_ones)


def is_whole(chapter: Chapter, user: Any) -> bool:
    """Whether this reader may have all of a chapter at once."""
    is_mine = user is not None and user.pk == chapter.study.owner_id
    return (
        actions.is_told(chapter)
        and actions.visible_to(chapter.table, user)
        and (is_mine or chapter.guess is None)
    )


def text_of_chapter(chapter: Chapter) -> bytes:
    table, tree = chapter.table, actions.tree_of(chapter)
    try:
        record = (
            read(Imported.objects.get(table=table).text)
            if table.is_brought
            else exporter.record_of(table)
        )
    except rules.RecordError as error:
        raise CannotLoad(table, error) from error
    said: dict[str, Any] = {"chapter": chapter.name, "seed": chapter.seed}
    if chapter.guess is not None and chapter.guess <= tree.trunk:
        said["guess"] = chapter.guess
    header = {**record.header, "study": said}
    return text_of(dataclasses.replace(record, header=header, lines=list(tree.lines())))
