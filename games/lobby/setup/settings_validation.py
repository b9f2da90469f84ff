"""Validation of table settings and names, by concern; the same for pages, API and saved settings.

Whether these people may open or join such a table is another question; see `eligibility.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

import games.rules as rules
from accounts.confusables import skeleton

from ... import bots, names
from ...availability import validation
from ...boards import translate_reason
from ...boards.translations import join_list
from ...clock_calendar import WeeklyHours
from ...models import Table
from ...ratings.reliability.requirements import Requirements, requirement_values
from ...time_controls import TimeControl
from ..pending import InvalidTableError
from ..table_settings import TableSettings

if TYPE_CHECKING:
    from accounts.models import User


def validate_settings(game: str, settings: TableSettings, *, has_date: bool) -> TableSettings:
    """Return the settings with a choice for every option of the game.

    Args:
        game: the key of the game.
        settings: the settings.
        has_date: whether the table has a scheduled start.

    Raises:
        InvalidTableError: a setting is not valid, or two do not fit each other.
    """
    options = check_options(get_game(game), settings.seats, settings.options)
    check_bot_levels(game, settings.seats, settings.bots)
    check_bot_speed(settings.clock, settings.bots)
    check_window(settings.window, settings.clock)
    if settings.start_when == Table.StartMode.DATE and not has_date:
        raise InvalidTableError(_("When should it start?"), "day")
    return replace(settings, options=options)


def get_game(key: str) -> rules.Game:
    """Return the game with this key.

    Raises:
        InvalidTableError: it is not installed.
    """
    try:
        return rules.get(key)
    except rules.OptionError as error:
        raise InvalidTableError(translate_reason(error.why, key), "options", error.why) from error


def check_options(game: rules.Game, seats: int, options: Mapping[str, str]) -> dict[str, str]:
    """Return the choice of every option of a game for this number of seats.

    Raises:
        InvalidTableError: the game cannot be played like this.
    """
    try:
        return game.check(seats, options)
    except rules.OptionError as error:
        message = translate_reason(error.why, game.key)
        raise InvalidTableError(message, "options", error.why) from error


def check_bot_levels(game: str, seats: int, levels: Sequence[str]) -> None:
    """Check the levels of bots for a table with this number of seats.

    Raises:
        InvalidTableError: the game has no such bot, or bots would take every seat.
    """
    for level in levels:
        check_bot_level(game, level, "bots")
    if len(levels) >= seats:
        raise InvalidTableError(_("Bots can take every seat but yours."), "bots")


def check_bot_level(game: str, level: str, field: str) -> None:
    """Check that a game has a bot of this level.

    Raises:
        InvalidTableError: it has none; the error names `field`.
    """
    known = bots.levels(game)
    if level not in known:
        raise InvalidTableError(
            _("This game has no bot %(level)s; it has: %(known)s.")
            % {"level": level, "known": join_list(known)},
            field,
        )


def check_bot_speed(clock: TimeControl, levels: Collection[str]) -> None:
    """Check that bots are fast enough for this clock.

    Raises:
        InvalidTableError: the best bot would think too long for a fast clock.
    """
    if bots.BEST in levels and clock.is_fast:
        raise InvalidTableError(
            _(
                "The best bot thinks for up to ten seconds per decision. Choose a "
                "clock with at least a minute per move, or another bot."
            ),
            "bots",
        )


def check_window(window: WeeklyHours | None, clock: TimeControl) -> None:
    """Check that a clock can have this play window.

    Raises:
        InvalidTableError: the clock does not run for days, or the window is too narrow for it.
    """
    if window is None:
        return
    if clock.is_live or clock.is_unlimited:
        raise InvalidTableError(_("A play window needs a clock in days."), "window_days")
    try:
        validation.check_window_width(window, clock)
    except validation.InvalidCalendarError as error:
        raise InvalidTableError(error.message, error.field) from error


def check_requirement_values(asks: Requirements) -> None:
    """Refuse requirements that contradict each other or that nobody can have.

    Raises:
        InvalidTableError: a value is out of range; the error names its field.
    """
    if wrong := asks.wrong():
        field, message = wrong
        raise InvalidTableError(message, field)


def check_requirements(asks: Requirements, host: User, game: str) -> None:
    """Refuse requirements that are not valid or that the host does not meet.

    Raises:
        InvalidTableError: the host may not require this; the error names its field.
    """
    check_requirement_values(asks)
    if asks:
        mine = requirement_values([(host.pk, game)])[host.pk, game]
        for field, message in asks.find_excessive(mine):
            lead = _("You must meet your own requirements.")
            raise InvalidTableError(f"{lead} {message}", field)


def clean_table_name(text: str) -> str:
    """Return a table name as it is stored: composed (NFC) and stripped; "" for none.

    Raises:
        InvalidTableError: the name is too long, not one visible line, or mixes scripts in a word.
    """
    text = names.normalize_name(text, names.LONGEST)
    if len(text) > names.LONGEST:
        message = _("A table's name can have at most %(n)d characters.") % {"n": names.LONGEST}
        raise InvalidTableError(message, "name")
    if text and not names.is_visible_line(text):
        message = _("A table's name must be one line of visible text.")
        raise InvalidTableError(message, "name")
    if not names.has_no_mixed_scripts(text):
        message = _("Each word of a table's name must be in one script: these letters look alike.")
        raise InvalidTableError(message, "name")
    return text


def clean_local_names(given: Sequence[str], host: User, places: int) -> list[str]:
    """Return the names of the other players on the host's device, one for each of `places` seats.

    Raises:
        InvalidTableError: the number of names is wrong, a name is not valid, or two look alike.
    """
    if len(given) != places:
        message = _("Enter a name for each of the %(n)d other seats without a bot.")
        raise InvalidTableError(message % {"n": places}, "local_names")
    found = [names.normalize_name(text, names.MAX_LOCAL_LENGTH) for text in given]
    for text in found:
        if not is_valid_local_name(text):
            message = _(
                "“%(name)s” cannot be a name here. A name must be one line of at most %(n)d "
                "characters."
            )
            shown = {"name": text[: names.MAX_LOCAL_LENGTH], "n": names.MAX_LOCAL_LENGTH}
            raise InvalidTableError(message % shown, "local_names")
    if len({skeleton(text) for text in (*found, host.display_name)}) <= len(found):
        raise InvalidTableError(_("Everyone on this device needs a different name."), "local_names")
    return found


def is_valid_local_name(text: str) -> bool:
    is_short = len(text) <= names.MAX_LOCAL_LENGTH
    return is_short and names.is_visible_line(text) and names.has_no_mixed_scripts(text)
