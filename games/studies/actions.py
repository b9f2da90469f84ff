"""Reading and changing studies: each change locks the row of the study and checks its owner."""

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
from accounts.user_locks import lock_users
from portal.errors import Conflict, Invalid, NotFound

from .. import names
from ..clubs.queries import clubs_of
from ..models import Membership, Table
from ..table.access import has_public_seed, is_visible_to
from ..table.errors import IllegalMoveError
from ..table.session.loader import rules_guard, seats_of
from ..table.views.page_context import seat_names
from .analysis.positions import position_of
from .analysis.variations import seat_to_move
from .models import Chapter, Study, Variation
from .tree import (
    LONGEST_LINE,
    MAX_COMMENT_LENGTH,
    MOST_NODES,
    Annotation,
    Mark,
    Tree,
    TreeFullError,
    parse_marks,
)

MOST_STUDIES = 50  # per person
MOST_CHAPTERS = 30  # per study


class StudyNotFoundError(NotFound):
    """There is no such study, or the person may not know of it."""

    code = "no_such_study"

    def __init__(self) -> None:
        super().__init__(_("There is no such study."))


class MatchRunningError(Conflict):
    """The match, or its duplicate round, is running (again), so what a record shows is hidden."""

    code = "running"

    def __init__(self, table: Table) -> None:
        super().__init__(
            _("You can study a match when all tables of its round are over.")
            if table.is_sealed and table.is_over
            else _("You can study a match when it is over.")
        )


# reading


def studies_of(user: User) -> QuerySet[Study]:
    return Study.objects.filter(owner=user)


def get_readable_study(key: str, user: Any) -> Study:
    """The study with this key.

    Raises:
        StudyNotFoundError: there is no such study that this person may read.
    """
    study = Study.objects.select_related("owner", "club").filter(key=key).first()
    if study is None or not _can_read(study, user):
        raise StudyNotFoundError
    return study


def _can_read(study: Study, user: Any) -> bool:
    if user is not None and user.pk is not None and user.pk == study.owner_id:
        return True
    if study.hidden_at is not None:
        return False
    if study.visibility == Study.Visibility.LINK:
        return True
    if study.visibility != Study.Visibility.CIRCLE or user is None or not user.is_authenticated:
        return False
    inside = Membership.objects.filter(club=study.club_id, user=user, club__closed_at=None)
    return inside.exists()


def get_chapter(study: Study, pk: int, user: Any) -> Chapter:
    """A chapter of a study that this person may read.

    Raises:
        StudyNotFoundError: the study has no such chapter, or the person may not see its table.
        MatchRunningError: its match is running again.
    """
    chapter = study.chapters.select_related("table").filter(pk=pk).first()
    if chapter is None or not is_visible_to(chapter.table, user):
        raise StudyNotFoundError
    chapter.study = study
    if not is_available(chapter):
        raise MatchRunningError(chapter.table)
    return chapter


def is_available(chapter: Chapter) -> bool:
    """Whether the match is over and has not been rolled back since the chapter was made."""
    table = chapter.table
    return has_public_seed(table) and chapter.version >= table.set_back_version


def load_tree(chapter: Chapter) -> Tree:
    return Tree.from_json(chapter.table.move_count, chapter.nodes, chapter.annotations)


def readable_texts(study: Study, user: Any) -> Iterator[str]:
    """The author's texts that this person may read: names, comments, labels of marks."""
    for chapter in study.chapters.select_related("table").defer("table__state"):
        if is_available(chapter) and is_visible_to(chapter.table, user):
            yield chapter.name
            for place, note in sorted(load_tree(chapter).notes.items()):
                if chapter.guess_start is None or place <= chapter.guess_start:
                    yield from filter(None, (note.comment, *(mark.label for mark in note.marks)))


def variation_to(chapter: Chapter, tree: Tree, place: int) -> Variation:
    """The path to a node as a variation, which is not saved."""
    after, path = tree.path(place)
    moves = [[tree.nodes[one].seat, tree.nodes[one].move] for one in path]
    return Variation(
        user=chapter.study.owner,
        table=chapter.table,
        after_move=after,
        seed=chapter.seed,
        moves=moves,
        position=len(moves),
    )


# changing a study


def create_study(user: User, name: str) -> Study:
    """Create a study without chapters.

    Raises:
        ActionError: the name is invalid, or the person has too many studies.
    """
    name = _clean_name(name)
    with transaction.atomic():
        lock_users(user)
        if studies_of(user).count() >= MOST_STUDIES:
            message = _("You already have %(n)d studies. Delete one first.")
            raise Conflict(message % {"n": MOST_STUDIES})
        return Study.objects.create(owner=user, name=name)


def lock_own_study(user: User, key: str) -> Study:
    """The study with this key, locked, if this person owns it.

    Raises:
        StudyNotFoundError: the person has no such study.
    """
    study = studies_of(user).select_for_update().filter(key=key).first()
    if study is None:
        raise StudyNotFoundError
    study.owner = user
    return study


def update_study(user: User, key: str, *, name: str, readers: str, club: str = "") -> None:
    """Rename a study and set who may read it; `club` is the key of a club of the person.

    Raises:
        ActionError: a value is invalid; nothing has changed.
    """
    name = _clean_name(name)
    if readers not in Study.Visibility.values:
        raise Invalid(_("Choose who can read the study."), code="bad_study")
    chosen = None
    if readers == Study.Visibility.CIRCLE:
        chosen = clubs_of(user).filter(key=club).first()
        if chosen is None:
            raise Invalid(_("You are not a member of this club."), code="bad_study")
    with transaction.atomic():
        study = lock_own_study(user, key)
        study.name, study.visibility, study.club = name, readers, chosen
        study.save(update_fields=["name", "visibility", "club"])


def delete_study(user: User, key: str) -> None:
    """Delete a study.

    Raises:
        StudyNotFoundError: the person has no such study.
    """
    with transaction.atomic():
        study = lock_own_study(user, key)
        over = [*study.chapters.values_list("table", flat=True)]
        study.delete()
        _delete_unused_set_ups(user, over)


def add_chapter(user: User, key: str, table: Table, name: str, **fields: Any) -> Chapter:
    """Add a chapter about a table at the end of a study.

    Raises:
        ActionError: the match is not over, or the study has too many chapters.
    """
    if not has_public_seed(table) or table.started_at is None:
        raise MatchRunningError(table)
    with transaction.atomic():
        study = lock_own_study(user, key)
        if study.chapters.count() >= MOST_CHAPTERS:
            message = _("A study can have at most %(n)d chapters.")
            raise Conflict(message % {"n": MOST_CHAPTERS})
        _touch(study)
        return Chapter.objects.create(
            study=study, table=table, version=table.version, name=_clean_name(name), **fields
        )


# changing a chapter


def play_moves(user: User, key: str, pk: int, at: int, texts: Sequence[str]) -> int:
    """Play moves for the seat to move from node `at`; return the node to which they lead.

    Raises:
        ActionError: a move is illegal or the page is out of date; nothing has changed.
    """
    if not texts:
        raise Conflict(_("There is nothing to play: choose a move first."))
    with _edit_chapter(user, key, pk) as (chapter, tree):
        _check_node(tree, at)
        table, line = chapter.table, variation_to(chapter, tree, at)
        with rules_guard(table):
            found, _done = position_of(table, line)
            seat = seat_to_move(line, found.match)
            match = found.match.copy()
            for number, text in enumerate(texts, 1):
                try:
                    match.play(0 if seat is None else seat, text)
                except rules.IllegalMove as error:
                    raise IllegalMoveError(
                        error, number, table, seat_names(seats_of(table))
                    ) from error
        assert seat is not None
        for text in texts:
            at = _child_node(table, tree, at, seat, text)
        chapter.current_node = at
    return at


def _child_node(table: Table, tree: Tree, at: int, seat: int, text: str) -> int:
    """The node after a move; if the move was played in the match, the node of the match."""
    if at < tree.match_length and table.moves.filter(number=at + 1, seat=seat, text=text).exists():
        return at + 1
    return tree.add(at, seat, text)


def set_current_node(user: User, key: str, pk: int, to: int) -> None:
    """Go to a node; the chapter opens there next time."""
    with _edit_chapter(user, key, pk) as (chapter, tree):
        _check_node(tree, to)
        chapter.current_node = to


def set_comment(user: User, key: str, pk: int, at: int, comment: str) -> None:
    """Set the comment on a node; an empty one removes it.

    Raises:
        ActionError: the comment is too long or the node does not exist; nothing has changed.
    """
    comment = unicodedata.normalize("NFC", comment).replace("\r\n", "\n").strip()
    if len(comment) > MAX_COMMENT_LENGTH:
        message = _("A comment can have at most %(n)d characters.")
        raise Invalid(message % {"n": MAX_COMMENT_LENGTH}, code="bad_study")
    with _edit_chapter(user, key, pk) as (chapter, tree):
        _check_node(tree, at)
        chapter.current_node = at
        tree.say(at, tree.notes.get(at, Annotation())._replace(comment=comment))


def toggle_mark(user: User, key: str, pk: int, at: int, thing: str, label: str) -> None:
    """Mark an element of a node's board, or remove its mark.

    Raises:
        ActionError: the mark is invalid or the node does not exist; nothing has changed.
    """
    (new,) = parse_marks([[thing, " ".join(label.split())]]) or (None,)
    if new is None:
        raise Invalid(_("This cannot be marked."), code="bad_study")
    with _edit_chapter(user, key, pk) as (chapter, tree):
        _check_node(tree, at)
        chapter.current_node = at
        note = tree.notes.get(at, Annotation())
        others = tuple(one for one in note.marks if one.id != new.id)
        marks: tuple[Mark, ...] = others if len(others) < len(note.marks) else (*others, new)
        tree.say(at, note._replace(marks=parse_marks(marks)))


def replace_marks(user: User, key: str, pk: int, at: int, given: Sequence[Sequence[str]]) -> None:
    """Replace all marks of a node by these: each an element's id and its label.

    Raises:
        ActionError: a mark is invalid or the node does not exist; nothing has changed.
    """
    marks = parse_marks(given)
    if len(marks) != len(given):
        raise Invalid(_("This cannot be marked."), code="bad_study")
    with _edit_chapter(user, key, pk) as (_chapter, tree):
        _check_node(tree, at)
        tree.say(at, tree.notes.get(at, Annotation())._replace(marks=marks))


def delete_branch(user: User, key: str, pk: int, at: int) -> None:
    """Delete a node that the study has added, and all nodes after it."""
    with _edit_chapter(user, key, pk) as (chapter, tree):
        _check_node(tree, at)
        if at not in tree.nodes:
            raise Conflict(_("You cannot delete the moves of the match itself."))
        before = tree.nodes[at].before
        tree.cut(at)
        chapter.current_node = chapter.current_node if chapter.current_node in tree else before
        if chapter.guess_start is not None and chapter.guess_start not in tree:
            chapter.guess_start = None


def set_guess_start(user: User, key: str, pk: int, at: int | None) -> None:
    """Let readers guess the moves after this node; None: they read everything."""
    with _edit_chapter(user, key, pk) as (chapter, tree):
        if at is not None:
            _check_node(tree, at)
            if not tree.after(at):
                raise Conflict(_("There are no moves to guess from here."))
        chapter.guess_start = at


def rename_chapter(user: User, key: str, pk: int, name: str) -> None:
    name = _clean_name(name)
    with _edit_chapter(user, key, pk) as (chapter, _tree):
        chapter.name = name


def delete_chapter(user: User, key: str, pk: int) -> None:
    """Delete a chapter, even one whose match is running again.

    Raises:
        StudyNotFoundError: the person has no such chapter.
    """
    with transaction.atomic():
        chapters = lock_own_study(user, key).chapters.filter(pk=pk)
        over = [*chapters.values_list("table", flat=True)]
        if not over:
            raise StudyNotFoundError
        chapters.delete()
        _delete_unused_set_ups(user, over)


@contextlib.contextmanager
def _edit_chapter(user: User, key: str, pk: int) -> Iterator[tuple[Chapter, Tree]]:
    """Yield a chapter and its tree to be changed; save both afterwards.

    Raises:
        ActionError: the person has no such chapter, its match is running, or the tree gets too big.
    """
    with transaction.atomic():
        study = lock_own_study(user, key)
        chapter = get_chapter(study, pk, user)
        tree = load_tree(chapter)
        try:
            yield chapter, tree
        except TreeFullError as full:
            message = _(
                "A chapter can have at most %(n)d added moves, and a variation at most %(long)d."
            )
            raise Conflict(message % {"n": MOST_NODES, "long": LONGEST_LINE}) from full
        chapter.nodes, chapter.annotations = tree.to_json()
        chapter.save(update_fields=["nodes", "annotations", "name", "current_node", "guess_start"])
        _touch(study)


def _check_node(tree: Tree, place: int) -> None:
    if place not in tree:
        raise Conflict(_("This study has changed in the meantime. Look again and choose again."))


def _touch(study: Study) -> None:
    study.changed_at = timezone.now()
    study.save(update_fields=["changed_at"])


def _clean_name(name: str) -> str:
    name = names.normalize_name(name, names.LONGEST)
    if not name or len(name) > names.LONGEST or not names.is_visible_line(name):
        message = _("A name must be one line of at most %(n)d characters.")
        raise Invalid(message % {"n": names.LONGEST}, code="bad_study")
    return name


def _delete_unused_set_ups(user: User, over: Sequence[int]) -> None:
    """Delete those of these tables that are set-ups without any chapter left."""
    set_ups = Table.objects.filter(pk__in=over, imported__imported_by=user, move_count=0)
    set_ups.filter(chapters=None).delete()


# for an account that is being deleted


def delete_for(user: User) -> None:
    studies_of(user).delete()


def exists_for(user: int) -> Exists:
    """Whether the user has any studies, as a subquery."""
    return Exists(Study.objects.filter(owner=user))
