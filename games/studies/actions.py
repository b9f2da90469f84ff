"""Who may read a study and who may change it: each change holds its row and asks for its owner."""

from __future__ import annotations

import contextlib
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Exists, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

import games.rules as rules
from accounts.models import User

from .. import names
from ..analysis.positions import reached
from ..analysis.variations import mover
from ..clubs.queries import circles_of
from ..models import Chapter, Line, Membership, Study, Table
from ..table.access import visible_to
from ..table.errors import BadMove, Refused
from ..table.session.loader import asking, seats_of
from ..table.user_locks import hold
from ..table.views.page_context import names_of
from .tree import (
    LONGEST_COMMENT,
    LONGEST_LINE,
    MOST_NODES,
    Full,
    Mark,
    Note,
    Tree,
    marks_of,
)

MOST_STUDIES = 50  # of one person
MOST_CHAPTERS = 30  # of a study


class NoSuchStudy(Refused):
    """There is none, or none of which whoever asks may know."""

    status = 404
    code = "no_such_study"

    def __init__(self) -> None:
        super().__init__(_("There is no such study."))


class Rests(Refused):
    """The match of a chapter runs again: what its record showed is hidden once more."""

    code = "running"

    def __init__(self) -> None:
        super().__init__(_("You can study a match when it is over."))


class BadStudy(Refused):
    status = 422
    code = "bad_study"


# reading


def studies_of(user: User) -> QuerySet[Study]:
    return Study.objects.filter(owner=user)


def readable(key: str, user: Any) -> Study:
    """The study of this key.

    Raises:
        NoSuchStudy: there is none that this person may read.
    """
    study = Study.objects.select_related("owner", "circle").filter(key=key).first()
    if study is None or not _may_read(study, user):
        raise NoSuchStudy
    return study


def _may_read(study: Study, user: Any) -> bool:
    if user is not None and user.pk is not None and user.pk == study.owner_id:
        return True
    if study.hidden_at is not None:
        return False
    if study.readers == Study.Readers.LINK:
        return True
    if study.readers != Study.Readers.CIRCLE or user is None or not user.is_authenticated:
        return False
    inside = Membership.objects.filter(circle=study.circle_id, user=user, circle__closed_at=None)
    return inside.exists()


def chapter_of(study: Study, pk: int, user: Any) -> Chapter:
    """A chapter of a study that this person reads.

    Raises:
        NoSuchStudy: it has none like that, or one of a table of which the person may not know.
        Rests: its match runs again.
    """
    chapter = study.chapters.select_related("table").filter(pk=pk).first()
    if chapter is None or not visible_to(chapter.table, user):
        raise NoSuchStudy
    chapter.study = study
    if not is_told(chapter):
        raise Rests
    return chapter


def is_told(chapter: Chapter) -> bool:
    """Whether the match is over, and is still the one of which the chapter was made."""
    table = chapter.table
    return table.is_over and chapter.version >= table.set_back_version


def tree_of(chapter: Chapter) -> Tree:
    return Tree.stored(chapter.table.move_count, chapter.nodes, chapter.notes)


def words_of(study: Study, user: Any) -> Iterator[str]:
    """What its author has written that this person may read: names, comments, labels of marks."""
    for chapter in study.chapters.select_related("table").defer("table__state"):
        if is_told(chapter) and visible_to(chapter.table, user):
            yield chapter.name
            for place, note in sorted(tree_of(chapter).notes.items()):
                if chapter.guess is None or place <= chapter.guess:
                    yield from filter(None, (note.comment, *(mark.label for mark in note.marks)))


def line_to(chapter: Chapter, tree: Tree, place: int) -> Line:
    """The way to a place as a line that is tried out; it is nobody's row."""
    after, path = tree.path(place)
    moves = [[tree.nodes[one].seat, tree.nodes[one].move] for one in path]
    return Line(
        user=chapter.study.owner,
        table=chapter.table,
        after=after,
        seed=chapter.seed,
        moves=moves,
        at=len(moves),
    )


# changing a study


def create(user: User, name: str) -> Study:
    """A study without chapters.

    Raises:
        Refused: it cannot have this name, or would be one too many.
    """
    name = _named(name)
    with transaction.atomic():
        hold(user)
        if studies_of(user).count() >= MOST_STUDIES:
            message = _("You already have %(n)d studies. Delete one first.")
            raise Refused(message % {"n": MOST_STUDIES})
        return Study.objects.create(owner=user, name=name)


def own(user: User, key: str) -> Study:
    """The study of this key, held, of the person to whom it belongs.

    Raises:
        NoSuchStudy: they have none like that.
    """
    study = studies_of(user).select_for_update().filter(key=key).first()
    if study is None:
        raise NoSuchStudy
    study.owner = user
    return study


def change(user: User, key: str, *, name: str, readers: str, circle: str = "") -> None:
    """Rename a study, and say who may read it; `circle` is the key of one they are in.

    Raises:
        Refused: nothing has changed.
    """
    name = _named(name)
    if readers not in Study.Readers.values:
        raise BadStudy(_("Choose who may read the study."))
    chosen = None
    if readers == Study.Readers.CIRCLE:
        chosen = circles_of(user).filter(key=circle).first()
        if chosen is None:
            raise BadStudy(_("You are not in this circle."))
    with transaction.atomic():
        study = own(user, key)
        study.name, study.readers, study.circle = name, readers, chosen
        study.save(update_fields=["name", "readers", "circle"])


def remove(user: User, key: str) -> None:
    """Delete a study.

    Raises:
        NoSuchStudy: they have none like that.
    """
    with transaction.atomic():
        study = own(user, key)
        over = [*study.chapters.values_list("table", flat=True)]
        study.delete()
        _drop_set_ups(user, over)


def add(user: User, key: str, table: Table, name: str, **fields: Any) -> Chapter:
    """A chapter over a table at the end of a study.

    Raises:
        Refused: its match is not over, or it would be one chapter too many.
    """
    if not table.is_over or table.started_at is None:
        raise Rests
    with transaction.atomic():
        study = own(user, key)
        if study.chapters.count() >= MOST_CHAPTERS:
            message = _("A study can have at most %(n)d chapters.")
            raise Refused(message % {"n": MOST_CHAPTERS})
        _touch(study)
        return Chapter.objects.create(
            study=study, table=table, version=table.version, name=_named(name), **fields
        )


# changing a chapter


def play(user: User, key: str, pk: int, at: int, texts: Sequence[str]) -> int:
    """Play moves of whoever is to move from a place; the place to which they lead.

    Raises:
        Refused: nothing has changed.
    """
    if not texts:
        raise Refused(_("There is nothing to play: choose a move first."))
    with _changed(user, key, pk) as (chapter, tree):
        _check(tree, at)
        table, line = chapter.table, line_to(chapter, tree, at)
        with asking(table):
            found, _done = reached(table, line)
            seat = mover(line, found.match)
            match = found.match.copy()
            for number, text in enumerate(texts, 1):
                try:
                    match.play(0 if seat is None else seat, text)
                except rules.IllegalMove as error:
                    raise BadMove(error, number, table, names_of(seats_of(table))) from error
        assert seat is not None
        for text in texts:
            at = _on(table, tree, at, seat, text)
        chapter.at = at
    return at


def _on(table: Table, tree: Tree, at: int, seat: int, text: str) -> int:
    """The place behind a move: the match's own where that is what was played in it."""
    if at < tree.trunk and table.moves.filter(number=at + 1, seat=seat, text=text).exists():
        return at + 1
    return tree.add(at, seat, text)


def go(user: User, key: str, pk: int, to: int) -> None:
    """Go to a place, to be there again when the page is opened."""
    with _changed(user, key, pk) as (chapter, tree):
        _check(tree, to)
        chapter.at = to


def say(user: User, key: str, pk: int, at: int, comment: str) -> None:
    """Write what is to be said of a place; empty: nothing.

    Raises:
        Refused: nothing has changed.
    """
    comment = unicodedata.normalize("NFC", comment).replace("\r\n", "\n").strip()
    if len(comment) > LONGEST_COMMENT:
        message = _("A comment can have at most %(n)d characters.")
        raise BadStudy(message % {"n": LONGEST_COMMENT})
    with _changed(user, key, pk) as (chapter, tree):
        _check(tree, at)
        chapter.at = at
        tree.say(at, tree.notes.get(at, Note())._replace(comment=comment))


def mark(user: User, key: str, pk: int, at: int, thing: str, label: str) -> None:
    """Mark a thing on the board of a place, or take its mark away.

    Raises:
        Refused: nothing has changed.
    """
    (new,) = marks_of([[thing, " ".join(label.split())]]) or (None,)
    if new is None:
        raise BadStudy(_("This cannot be marked."))
    with _changed(user, key, pk) as (chapter, tree):
        _check(tree, at)
        chapter.at = at
        note = tree.notes.get(at, Note())
        others = tuple(one for one in note.marks if one.id != new.id)
        marks: tuple[Mark, ...] = others if len(others) < len(note.marks) else (*others, new)
        tree.say(at, note._replace(marks=marks_of(marks)))


def put_marks(user: User, key: str, pk: int, at: int, given: Sequence[Sequence[str]]) -> None:
    """Put these marks, each the id of an element and what it is called, in the place of all.

    Raises:
        Refused: nothing has changed.
    """
    marks = marks_of(given)
    if len(marks) != len(given):
        raise BadStudy(_("This cannot be marked."))
    with _changed(user, key, pk) as (_chapter, tree):
        _check(tree, at)
        tree.say(at, tree.notes.get(at, Note())._replace(marks=marks))


def cut(user: User, key: str, pk: int, at: int) -> None:
    """Take a place away that the study has added, and all behind it."""
    with _changed(user, key, pk) as (chapter, tree):
        _check(tree, at)
        if at not in tree.nodes:
            raise Refused(_("The moves of the match itself stay."))
        before = tree.nodes[at].before
        tree.cut(at)
        chapter.at = chapter.at if chapter.at in tree else before
        if chapter.guess is not None and chapter.guess not in tree:
            chapter.guess = None


def set_guess(user: User, key: str, pk: int, at: int | None) -> None:
    """Let readers guess what comes next, from this place on; None: they read everything."""
    with _changed(user, key, pk) as (chapter, tree):
        if at is not None:
            _check(tree, at)
            if not tree.after(at):
                raise Refused(_("Nothing follows here that could be guessed."))
        chapter.guess = at


def rename_chapter(user: User, key: str, pk: int, name: str) -> None:
    name = _named(name)
    with _changed(user, key, pk) as (chapter, _tree):
        chapter.name = name


def remove_chapter(user: User, key: str, pk: int) -> None:
    """Delete a chapter, also one whose match runs again.

    Raises:
        NoSuchStudy: there is none like that.
    """
    with transaction.atomic():
        chapters = own(user, key).chapters.filter(pk=pk)
        over = [*chapters.values_list("table", flat=True)]
        if not over:
            raise NoSuchStudy
        chapters.delete()
        _drop_set_ups(user, over)


@contextlib.contextmanager
def _changed(user: User, key: str, pk: int) -> Iterator[tuple[Chapter, Tree]]:
    """A chapter and its tree to change; both are written afterwards.

    Raises:
        Refused: they have none like that, or its match runs; or it has become too large.
    """
    with transaction.atomic():
        study = own(user, key)
        chapter = chapter_of(study, pk, user)
        tree = tree_of(chapter)
        try:
            yield chapter, tree
        except Full as full:
            message = _("A chapter can have %(n)d moves of its own, and a line %(long)d of them.")
            raise Refused(message % {"n": MOST_NODES, "long": LONGEST_LINE}) from full
        chapter.nodes, chapter.notes = tree.as_stored()
        chapter.save(update_fields=["nodes", "notes", "name", "at", "guess"])
        _touch(study)


def _check(tree: Tree, place: int) -> None:
    if place not in tree:
        raise Refused(_("This study has changed meanwhile. Look again and choose once more."))


def _touch(study: Study) -> None:
    study.changed_at = timezone.now()
    study.save(update_fields=["changed_at"])


def _named(name: str) -> str:
    name = names.composed(name, names.LONGEST)
    if not name or len(name) > names.LONGEST or not names.is_one_line(name):
        message = _("A name is one line of at most %(n)d characters.")
        raise BadStudy(message % {"n": names.LONGEST})
    return name


def _drop_set_ups(user: User, over: Sequence[int]) -> None:
    """Delete the set-ups among these tables, over which chapters stood that are gone."""
    set_ups = Table.objects.filter(pk__in=over, imported__by=user, move_count=0)
    set_ups.filter(chapters=None).delete()


# for an account that is being deleted


def forget_all(user: User) -> None:
    studies_of(user).delete()


def any_of(user: int) -> Exists:
    """Whether there is any, for the database to say."""
    return Exists(Study.objects.filter(owner=user))
