"""The template context of a table's page, built only from what its viewer may see."""

from __future__ import annotations

import functools
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

import games.rules as rules
from portal.byte_lru import MIB, ByteLRUCache
from portal.dates import day_text
from portal.translation_cache import get_language

from ... import rulebook
from ...availability import descriptions
from ...boards import Presenter, Scene, presenter, rendering
from ...boards.cached_urls import url
from ...boards.fallback import fallback_presenter
from ...boards.hud import Stat
from ...boards.translations import gettext as _
from ...boards.translations import ngettext
from ...models import LONGEST_SLEEP, Seat, Table
from ...rulebook import rules_tips, rules_versions
from .. import rematch_series, tutorial
from ..access import has_public_seed
from ..actions import suggestions
from ..agreements.panel import proposal_panel
from ..conditional_moves import actions
from ..errors import MatchLoadError
from ..session import journal, seat_clock
from ..session.drafts import Pov
from ..session.loader import rules_guard
from ..session.move_numbers import MoveNumbering, numbering_for
from ..vacancies import has_vacancies, vacant_seats
from . import rating_explanations, result, tips
from .menu import build_menu
from .scenes import build_scene
from .seat_strip import build_jump_row, build_players, on_hold_players

MAX_SINCE_CHIPS = 6  # people do not read more; the log has all moves
SETTINGS_SUMMARY_SIZE = 4000  # approximate bytes of a cached summary
LABEL_SIZE = 800  # approximate bytes of a cached label, without the draft in its key

logger = logging.getLogger(__name__)


class DraftStep(NamedTuple):
    """A drafted move as a chip; `is_removable` if the rest of the draft is legal without it."""

    move: str
    label: str
    is_removable: bool


class NewsChip(NamedTuple):
    """What a seat did since the viewer's last move, in one line; `move` is its first move."""

    seat: int | None
    move: int
    text: str


class SinceStrip(NamedTuple):
    """The strip of news since the viewer's last move, newest last.

    `replay` and `whole` are the addresses that replay and describe these moves. `close` is the
    address that dismisses the strip, "" for viewers who do not play. `seen` is the number of the
    last move that it includes.
    """

    chips: tuple[NewsChip, ...]
    replay: str
    whole: str
    close: str
    seen: int


def seat_names(seats: Sequence[Seat]) -> list[str]:
    return [seat.name for seat in seats]


def table_context(turn: Pov, since: int | None = None, *, in_words: bool = True) -> dict[str, Any]:
    """Return the context of a running or finished table's fragment.

    Views set `refused` if they refuse a move, and `warning` if they warn of one. For a signed-in
    person they also set `waiting`, the number of tables that wait for them.

    Args:
        since: the number of moves that they have seen; later moves are marked as new.
        in_words: whether to render the folded parts too: the board and the legal moves in words.

    Raises:
        MatchLoadError: the rules fail on this match.
    """
    table, seat = turn.table, turn.seat
    names = seat_names(turn.seats)
    number = seat_number(seat)
    past = journal.recent_tail(table, since)
    later = [move for move in past.moves if since is not None and move.number > since]
    new_moves = [move for move in later if journal.is_news(move, number)]
    news = [
        e
        for m in new_moves
        for e in journal.visible_events(journal.stored_events(m), number, over=False)
    ]
    log = journal.build_log(table, past, number, names, since)
    counted = numbering_for(table, number, past.moves)
    with rules_guard(table):
        legal = turn.legal_moves()
        scene = build_scene(turn.position, number, names, legal, news, in_words=in_words, turn=turn)
    context = {
        **_frame_context(table, turn.seats, seat, log, past, counted, since),
        "turn": turn,
        "is_playing": is_playing(seat, table),
        "leaving": resign_consequence(turn) if seat is not None else "",
        **board_context(turn, scene),
        "in_words": in_words,
        "legal": legal,
        "arms": seat is not None and should_double_confirm(seat, legal),
        "since_strip": build_since_strip(table, log, closes=is_playing(seat, table)),
        "guide": tutorial.tutorial_message(turn),
        "advice": (advice := suggestions.suggestion_for(turn, past.log_messages)),
        "takes_back": advice is not None
        and any(m.seat == number and m.version > table.revealed_version for m in past.moves),
        "legal_words": (
            ngettext("%(n)s possible move", "%(n)s possible moves", len(legal)) % {"n": len(legal)}
        ),
    }
    return {**context, "menu": build_menu(context)}


def should_double_confirm(seat: Seat, legal: Sequence[str]) -> bool:
    """Return whether a final move needs a second tap: the settings say so, and it is not forced."""
    return len(legal) > 1 and seat.user is not None and seat.user.warn_reveal


def build_since_strip(table: Table, log: journal.Log, *, closes: bool = False) -> SinceStrip | None:
    """Return what others did since the viewer's last move; None if nothing.

    Consecutive moves of a seat make one chip. `log` is the end of the log; `closes` says whether
    the viewer may dismiss the strip.
    """
    chips: list[NewsChip] = []
    for entry in reversed([piece.entry for piece in log.pieces]):
        if not entry.is_new or entry.is_site_line:
            continue
        text = " ".join(line.text for line in entry.lines if not line.automatic)
        if not text:
            continue
        if chips and chips[-1].seat == entry.seat:
            chips[-1] = chips[-1]._replace(text=f"{chips[-1].text} {text}")
        else:
            chips.append(NewsChip(entry.seat, entry.number, text))
    if not chips:
        return None
    replay = url("games:replay", table.key)
    return SinceStrip(
        tuple(chips[-MAX_SINCE_CHIPS:]),
        f"{replay}?move={chips[0].move}",
        url("games:since", table.key),
        url("games:dismiss_news", table.key) if closes else "",
        log.last,
    )


def on_hold_context(
    table: Table, seats: Sequence[Seat], seat: Seat | None, held: MatchLoadError, since: int | None
) -> dict[str, Any]:
    """Return the context of the fragment of a table whose match cannot be loaded.

    Nobody can play there. Seats, log and results are shown as the database has them.
    """
    show = presenter(table.game)
    names = seat_names(seats)
    past = journal.recent_tail(table, since)
    log = journal.build_log(table, past, seat_number(seat), names, since)
    counted = numbering_for(table, seat_number(seat), past.moves)
    context = {
        **_frame_context(table, seats, seat, log, past, counted, since),
        "turn": None,
        "in_words": True,
        "is_playing": False,
        "leaving": "",
        "board_html": render_on_hold(table, held),
        "prompt": (
            _("This match is on hold: it cannot be loaded.")
            if table.is_running
            else _("The match is over.")
        ),
        "groups": [],
        "legal": (),
        "draft": [],
        "draft_sum": (),
        "auto_answers": [],
        "conditional_moves": None,
        "jump": None,
        "purse": (),
        "dock_html": "",
        "since_strip": None,
        "guide": None,
        "advice": None,
        "takes_back": False,
        "tip": None,
        "result": result.build_result(show, table, seats, None, seat_number(seat)),
        "picture": "",
        "arms": False,
        "players": on_hold_players(show, seats, seat),
    }
    return {**context, "menu": build_menu(context)}


def _frame_context(
    table: Table,
    seats: Sequence[Seat],
    seat: Seat | None,
    log: journal.Log,
    past: journal.JournalTail,
    counted: MoveNumbering,
    since: int | None,
) -> dict[str, Any]:
    """Return the parts of the context that do not depend on the board."""
    finished = table.status == Table.Status.FINISHED
    return {
        "table": table,
        "is_live": table.is_running,
        "is_over": table.is_over,
        "has_public_seed": has_public_seed(table),
        "again": rematch_series.next_match_for(table, seat),
        "terms": settings_summary(table),
        "seat": seat,
        "may_call_off": is_playing(seat, table),
        "vacant": vacant_seats(table, seats, timezone.now()) if is_playing(seat, table) else [],
        # Onlookers get the link whether or not a seat is vacant: to some, none may seem so.
        "may_take_over": seat is None and has_vacancies(table),
        "may_offer": is_playing(seat, table) and has_vacancies(table),
        "offer_effect": offer_consequence(table),
        "proposal": proposal_panel(table, seats, seat, timezone.now()),
        "has_tips": seat is not None and is_playing(seat, table) and tips.has_tips_on(seat),
        "can_come_back": (
            seat is not None
            and seat.leave_reason == Seat.LeaveReason.TIMED_OUT
            and table.is_running
        ),
        "asleep": asleep_text(table),
        "log": log,
        "moves": counted.moves,
        "since": counted.moves if since is None else counted.visible_number(since),
        "rating_changes": rating_explanations.rating_change_rows(table, seats) if finished else [],
        "absences": rating_explanations.timeout_sentences(table, seats) if finished else [],
        "has_review": result.has_review(table),
        "waiting": None,
        "next_label": "",
        "gifts": possible_time_gifts(table, seats, seat, past),
        "others_here": other_hot_seats(seats, seat),
        "keys": seat is not None and seat.user is not None and seat.user.has_key_shortcuts,
        "refused": "",
        "refused_by": None,
        "note_of": functools.partial(rules_tips.move_rules_url, table.game),
        "warning": None,
    }


class TimeGift(NamedTuple):
    """One more day for an opponent, and whether this person has agreed to it."""

    to: Seat
    has_agreed: bool


def possible_time_gifts(
    table: Table, seats: Sequence[Seat], seat: Seat | None, past: journal.JournalTail
) -> list[TimeGift]:
    """Return one more day for each opponent whose clock in days runs and who may get more."""
    if seat is None or not is_playing(seat, table):
        return []
    if table.clock.is_live or table.on_hold_since is not None:
        return []
    found = []
    for other in seats:
        if other is seat or other.due_at is None or other.bot:
            continue
        given, agreed = seat_clock.time_gifts_to(other, past.log_messages)
        if given < seat_clock.MAX_EXTRA_DAYS:
            found.append(TimeGift(other, seat.number in agreed))
    return found


class SettingsSummary(NamedTuple):
    """What a table plays, and with which time control.

    Attributes:
        rules: the address of the game's rules, "" if it has no rules sheet.
        one_page: the address of the summary of the game on one page, "" if there is none.
        options: the chosen options with a section in the rules, as pairs of address and text.
        version: a sentence if the match plays older rules than new matches do, otherwise "".
        differences: the sections in which those rules differ, as pairs of address and heading.
        series: the number of the match in its rematch series.
    """

    game: str
    title: str
    is_rated: bool
    clock: str
    rules: str
    one_page: str
    options: tuple[tuple[str, str], ...]
    version: str
    differences: tuple[tuple[str, str], ...]
    series: int


# After the start, only its name, its clock and whether it is rated can change.
_settings_summary_cache: ByteLRUCache[tuple[object, ...], SettingsSummary] = ByteLRUCache(MIB)


def settings_summary(table: Table) -> SettingsSummary:
    key = (table.key, table.title, table.rated, table.clock, get_language())
    terms = _settings_summary_cache.get(key)
    if terms is None:
        terms = _build_settings_summary(table)
        _settings_summary_cache.put(key, terms, SETTINGS_SUMMARY_SIZE)
    return terms


def _build_settings_summary(table: Table) -> SettingsSummary:
    show = presenter(table.game)
    options = []
    for option in show.game.options:
        choice = table.options.get(option.key)
        address = rules_tips.rules_url_or_empty(table.game, f"option:{option.key}")
        if address and choice in option.choices:
            options.append((address, show.choice_text(option, choice)))
    rules = "" if rulebook.load_rulebook(table.game) is None else url("games:game", table.game)
    return SettingsSummary(
        show.name(),
        table.title,
        table.rated,
        descriptions.time_rules_text(table),
        rules,
        url("games:one_page", table.game) if rulebook.one_page(table.game) else "",
        tuple(options),
        rules_versions.version_text(table.game, table.rules_version),
        tuple(
            (rules_tips.rules_url_or_empty(table.game, part.number), part.heading)
            for part in rules_versions.version_differences(table.game, table.rules_version)
        ),
        table.series_number,
    )


def is_playing(seat: Seat | None, table: Table) -> bool:
    """Return whether a person, not a bot, plays this seat in a running match."""
    return seat is not None and not seat.bot and table.is_running


def seat_number(seat: Seat | None) -> int | None:
    return None if seat is None else seat.number


def render_on_hold(table: Table, held: MatchLoadError) -> SafeString:
    """Render what replaces the board: what is missing, and how the match will continue."""
    context = {"missing": held.message, "table": table}
    return SafeString(render_to_string("games/table/on_hold.html", context))


def cover_context(request: HttpRequest, turn: Pov, seat: Seat) -> dict[str, Any]:
    """Return the context that replaces the board until the player of a hot seat has the device."""
    context = {"table": turn.table, "seat": seat, "others": other_hot_seats(turn.seats, seat)}
    return {
        "board_html": SafeString(
            render_to_string("games/table/hot_seat_cover.html", context, request)
        ),
        "prompt": _("Give the device to %(name)s.") % {"name": seat.name},
        "jump": None,
    }


def other_hot_seats(seats: Sequence[Seat], seat: Seat | None) -> list[Seat]:
    """Return the other hot seats on the device of this one, in a running match."""
    if seat is None or not seat.local_name or not seat.table.is_running:
        return []
    return [other for other in seats if other.local_name and other is not seat]


def board_context(turn: Pov, scene: Scene) -> dict[str, Any]:
    """Return the board as the game's presenter renders it, or as the fallback does if it fails."""
    try:
        return _render_board(presenter(turn.table.game), turn, scene)
    except Exception:
        logger.exception(
            "the board of %s failed: table %s, version %s, seat %s, draft %s",
            *(turn.table.game, turn.table.key, turn.table.version, scene.seat, turn.draft),
        )
        return _render_board(
            fallback_presenter(turn.table.game), turn, replace(scene, consequences=None)
        )


def _render_board(show: Presenter, turn: Pov, scene: Scene) -> dict[str, Any]:
    board = rendering.RenderedBoard(show, scene)
    closing = show.closing_moves(scene)
    groups = (
        show.move_groups(scene) if scene.legal and (scene.is_in_words or not show.is_drawn) else []
    )
    shown = scene.legal if groups else [choice.move for choice in closing]
    me, brings = scene.seat, draft_effect(show, turn, scene)
    everybody = build_players(show, turn.seats, scene, board, turn.match)
    return {
        "presenter": show,
        "board_html": board.html,
        "dock_html": board.dock,
        "is_drawn": show.is_drawn,
        "prompt": _prompt(show, turn.table, scene),
        "tip": tips.tip_for(show, turn, scene),
        "groups": groups,
        "selectors": [show.press_selectors(group.choices[0].move) for group in groups],
        "closing": [(choice, show.preview_text(choice.move, scene)) for choice in closing],
        "finals": {move for move in shown if scene.is_revealing(move)},
        "unfinished_warning": show.unfinished_warning(scene) if turn.must_confirm else "",
        "jump": build_jump_row(everybody, show.zones(scene)),
        "purse": () if me is None or scene.over else dock_stats(show.stats(scene, me), brings),
        "draft": draft_steps(show, turn, scene.names),
        "draft_sum": brings,
        "auto_answers": auto_answer_options(show, turn),
        "conditional_moves": actions.describe_conditional_moves(turn),
        "players": everybody,
        "result": result.build_result(show, turn.table, turn.seats, turn.match, me),
        "picture": rendering.render_thumbnail(show, turn.match) if scene.over else "",
    }


def dock_stats(stats: Sequence[Stat], changed: tuple[Stat, ...]) -> tuple[Stat, ...]:
    """Return the viewer's numbers for the dock; those that their draft changes come first."""
    changed_keys = {stat.key for stat in changed}
    return (*changed, *(stat for stat in stats if stat.key not in changed_keys))


# Labels of drafted moves: when a draft grows, the labels of its earlier moves stay valid.
LABEL_CACHE: ByteLRUCache[tuple[object, ...], str] = ByteLRUCache(2 * MIB)


def _prompt(show: Presenter, table: Table, scene: Scene) -> str:
    """Return the prompt; a match that people ended early has no decision any more."""
    return _("The match is over.") if table.is_over and not scene.over else show.prompt(scene)


def draft_steps(show: Presenter, turn: Pov, names: Sequence[str]) -> list[DraftStep]:
    """Return the drafted moves, each with its label.

    A label describes the move as it was chosen, so it is made in the position before the move.
    Afterwards, for example, its piece may be gone or its price may have changed.
    """
    if turn.seat is None:
        return []
    moves = turn.drafted.moves
    table, number = turn.table, turn.seat.number
    where = (type(show), table.key, table.version, number, tuple(names), get_language())
    found = []
    for place, (text, before) in enumerate(zip(moves, turn.drafted.before, strict=True)):
        key = (*where, tuple(moves[: place + 1]))
        label = LABEL_CACHE.get(key)
        if label is None:
            label = label_move_before(show, before, number, text, names)
            LABEL_CACHE.put(key, label, LABEL_SIZE + 60 * (place + 1))
        found.append(DraftStep(text, label, place in turn.removable))
    return found


def draft_effect(show: Presenter, turn: Pov, scene: Scene) -> tuple[Stat, ...]:
    """Return how the whole draft changes the numbers of its seat: stored match → draft."""
    if not turn.draft or scene.seat is None:
        return ()
    return tuple(show.changed_stats(build_scene(turn.match, scene.seat, scene.names), scene))


def label_move_before(
    show: Presenter, before: rules.Match, seat: int, text: str, names: Sequence[str]
) -> str:
    """Return a move in words, as its seat saw it in the position before the move."""
    return show.move_label(text, build_scene(before, seat, names, legal=(text,)))


def asleep_text(table: Table) -> str:
    """Return a sentence about a sleeping table, "" if it is awake."""
    if table.asleep_until is None:
        return ""
    return _(
        "Nobody is left at this table. It is asleep and no clock is running. It will "
        "be called off on %(date)s unless someone comes back."
    ) % {"date": day_text(table.asleep_until)}


def resign_consequence(turn: Pov) -> str:
    """Return a sentence that says what happens to the match if this person resigns now."""
    if turn.table.is_hot_seat:
        return _("If you resign, the match ends here for everyone on this device.")
    others = [seat for seat in turn.seats if seat is not turn.seat]
    if any(seat.is_played_by_person for seat in others):
        return _("If you resign, a bot plays for you and you lose.")
    if any(seat.may_come_back for seat in others):
        return _(
            "Nobody else is playing at the moment. If you resign, you lose, and the "
            "table is asleep until someone comes back. After %(n)d days it is called "
            "off."
        ) % {"n": LONGEST_SLEEP.days}
    if turn.table.rated:
        return _(
            "Nobody else is left. If you resign, the match ends here, and everyone "
            "who left earlier loses to you."
        )
    return _("Nobody else is left. If you resign, the match is called off and does not count.")


def offer_consequence(table: Table) -> str:
    """Return a sentence that says what happens to a player whose offered seat is taken over."""
    if table.rated:
        return _(
            "When someone takes it over, you leave the match and lose, as if you had resigned. "
            "Your draft, conditional moves and note about this table are deleted."
        )
    return _(
        "When someone takes it over, you leave the match. "
        "Your draft, conditional moves and note about this table are deleted."
    )


def auto_answer_options(show: Presenter, turn: Pov) -> list[tuple[str, str, bool]]:
    """Return the automatic answers that this person may set: (key, in words, whether set)."""
    seat = turn.seat
    if seat is None or seat.bot or not turn.table.is_running:
        return []
    offered = turn.match.auto_answers(seat.number)
    return [(one, show.auto_answer_label(one), one in seat.auto_answers) for one in offered]
