"""The position that an address names, for somebody of whom nothing is known."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser

import games.rules as rules

from ..analysis import variations
from ..analysis.positions import reached
from ..models import Line, Table
from ..studies import actions
from ..studies.chapter_page import Look
from ..table.errors import Refused
from ..table.session import journal
from ..table.session.loader import asking
from ..table.session.move_numbers import count
from . import image_urls
from .image_urls import Named

NOBODY = AnonymousUser()


class Gone(Exception):
    """There is no such position any more, or not for everybody; `game` as far as that is told."""

    def __init__(self, game: str = image_urls.SITE) -> None:
        super().__init__(game)
        self.game = game


class Place:
    """A position that may be shown; it is loaded when it is to be drawn."""

    def __init__(self, table: Table, find: Callable[[], rules.Match]) -> None:
        self.game = table.game
        self._table = table
        self._find = find

    @property
    def match(self) -> rules.Match:
        """The match as it was or would be there.

        Raises:
            Gone: what is installed here cannot load it.
        """
        try:
            with asking(self._table):
                return self._find()
        except Refused as error:
            raise Gone(self.game) from error


def find(named: Named) -> Place:
    """The position that is meant.

    Raises:
        Gone: there is none to be shown.
    """
    try:
        return PLACES[named.kind](named)
    except (Table.DoesNotExist, Line.DoesNotExist, Refused) as error:
        raise Gone from error


def _of_table(named: Named) -> Place:
    table = Table.objects.get(key=named.which)
    if not image_urls.may_be_shown(table):
        raise Gone
    counted = count(table, None)
    if named.version != table.set_back_version or named.at > counted.moves:
        raise Gone(table.game)
    return Place(table, lambda: journal.reached(table, counted.real(named.at)).match)


def _of_line(named: Named) -> Place:
    table = Line.objects.select_related("table").get(token=named.which).table
    if not image_urls.may_be_shown(table):
        raise Gone
    line = variations.shared(table, named.which)
    if named.version != image_urls.way(line, named.at):
        raise Gone(table.game)
    return Place(table, lambda: reached(table, line, named.at)[0].match)


def _of_chapter(named: Named) -> Place:
    key, _, pk = named.which.partition("-")
    chapter = actions.chapter_of(actions.readable(key, NOBODY), int(pk), NOBODY)
    look = Look(chapter, named.at)
    if named.version != image_urls.way(look.line, look.line.at):
        raise Gone(look.table.game)
    return Place(look.table, lambda: look.reached(look.at)[0].match)


PLACES = {"table": _of_table, "line": _of_line, "chapter": _of_chapter}
