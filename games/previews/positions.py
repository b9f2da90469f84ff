"""The position that an address names, as an anonymous visitor may see it."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser

import games.rules as rules
from portal.errors import ActionError

from ..models import Table
from ..studies import actions
from ..studies.analysis import variations
from ..studies.analysis.positions import position_of
from ..studies.chapter_page import ChapterPosition
from ..studies.models import Variation
from ..table.session import journal
from ..table.session.loader import rules_guard
from ..table.session.move_numbers import numbering_for
from . import image_urls
from .image_urls import ImageSubject

ANONYMOUS = AnonymousUser()


class PositionGoneError(Exception):
    """The position no longer exists or is not public; `game` is its game, if that may be known."""

    def __init__(self, game: str = image_urls.SITE) -> None:
        super().__init__(game)
        self.game = game


class Position:
    """A position that may be shown; its match is loaded on demand."""

    def __init__(self, table: Table, find: Callable[[], rules.Match]) -> None:
        self.game = table.game
        self._table = table
        self._find = find

    @property
    def match(self) -> rules.Match:
        """The match in this position.

        Raises:
            PositionGoneError: the installed rules cannot load the match.
        """
        try:
            with rules_guard(self._table):
                return self._find()
        except ActionError as error:
            raise PositionGoneError(self.game) from error


def find_position(named: ImageSubject) -> Position:
    """The position of a picture.

    Raises:
        PositionGoneError: there is none that may be shown.
    """
    try:
        return FINDERS[named.kind](named)
    except (Table.DoesNotExist, Variation.DoesNotExist, ActionError) as error:
        raise PositionGoneError from error


def _table_position(named: ImageSubject) -> Position:
    table = Table.objects.get(key=named.which)
    if not image_urls.can_be_shown(table):
        raise PositionGoneError
    counted = numbering_for(table, None)
    if named.version != table.set_back_version or named.at > counted.moves:
        raise PositionGoneError(table.game)
    return Position(table, lambda: journal.replay_to(table, counted.journal_number(named.at)).match)


def _variation_position(named: ImageSubject) -> Position:
    table = Variation.objects.select_related("table").get(token=named.which).table
    if not image_urls.can_be_shown(table):
        raise PositionGoneError
    line = variations.get_shared(table, named.which)
    if named.version != image_urls.path_checksum(line, named.at):
        raise PositionGoneError(table.game)
    return Position(table, lambda: position_of(table, line, named.at)[0].match)


def _chapter_position(named: ImageSubject) -> Position:
    key, _, pk = named.which.partition("-")
    chapter = actions.get_chapter(actions.get_readable_study(key, ANONYMOUS), int(pk), ANONYMOUS)
    look = ChapterPosition(chapter, named.at)
    if named.version != image_urls.path_checksum(look.line, look.line.position):
        raise PositionGoneError(look.table.game)
    return Position(look.table, lambda: look.position_at(look.at)[0].match)


FINDERS = {"table": _table_position, "line": _variation_position, "chapter": _chapter_position}
