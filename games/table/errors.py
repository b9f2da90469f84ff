"""The errors of actions at a table that are caught by type, or have data of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

import games.rules as rules
from portal.errors import Conflict, Invalid

from ..boards import presenter, translate_reason
from ..boards.translations import join_list
from ..models import Table
from ..rulebook.rules_tips import course_url, rules_url_or_empty


class StaleVersionError(Conflict):
    code = "stale_version"

    def __init__(self, given: int, current: int) -> None:
        super().__init__(
            _(
                "The table has changed: your request was for version %(given)d, but "
                "it is now at version %(current)d. Nothing was played. Look again "
                "and choose again."
            )
            % {"given": given, "current": current}
        )
        self.current = current

    def data(self) -> dict[str, Any]:
        return super().data() | {"version": self.current}


class NotRunningError(Conflict):
    code = "not_running"


class ConfirmationRequiredError(Conflict):
    """The move cannot be undone, and the person's settings ask for a warning first."""

    code = "reveals"


class IllegalMoveError(Invalid):
    """The rules refuse the move; the message is their reason, translated.

    Attributes:
        why: the reason, as the rules give it.
        section: the section of the rules sheet that has this rule.
        game: the key of the game.
        number: the place of the move in the request, from 1.
    """

    code = "illegal_move"

    def __init__(
        self, error: rules.IllegalMove, number: int, table: Table, names: Sequence[str]
    ) -> None:
        super().__init__(translate_reason(error.why, table.game, names))
        self.why = error.why
        self.section = error.section or course_url(table.game)
        self.game = table.game
        self.number = number

    @property
    def url(self) -> str:
        """The address of that section of the rules, "" if the title has none."""
        return rules_url_or_empty(self.game, self.section)

    def data(self) -> dict[str, Any]:
        rule = {"section": self.section, "url": self.url}
        return super().data() | rule | {"number": self.number, "reason": self.why.data()}


class MatchLoadError(Conflict):
    """The installed games cannot load the match of this table.

    Neither the request nor the site is at fault, so the status is 409 (conflict): the state of the
    table does not allow the request, as before its start or after its end. `why` is the error of
    the rules, which says what is missing.
    """

    code = "cannot_be_loaded"

    def __init__(self, table: Table, why: rules.RecordError) -> None:
        super().__init__(missing_reason(table, why))
        self.why = why

    def data(self) -> dict[str, Any]:
        return super().data() | {"because": self.why.code}


def missing_reason(table: Table, why: rules.RecordError) -> str:
    """Return a sentence that says why the match of a table cannot be loaded."""
    values: dict[str, Any] = {"game": presenter(table.game).name()}
    match why:
        case rules.UnknownVersionError():
            values |= {"version": why.version, "known": join_list(why.known)}
            sentence = _(
                "This match is played by version %(version)s of the rules of "
                "%(game)s, which is not available here. Available: %(known)s."
            )
        case rules.MissingTitleError():
            sentence = _("The game of this match, %(game)s, is not installed here.")
        case rules.BrokenTitleError():
            sentence = _("The game of this match, %(game)s, is here but cannot be started.")
        case _unreadable:
            sentence = _("The stored data of this match of %(game)s is broken and cannot be read.")
    return sentence % values


def unplayable_error(table: Table) -> MatchLoadError | None:
    """Return why a match of this table's game cannot start here; None if it can."""
    try:
        rules.playable_game(table.game)
    except rules.RecordError as error:
        return MatchLoadError(table, error)
    return None
