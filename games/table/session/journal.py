"""The journal of a table: its log in sentences, any earlier position, and its record.

All events that are shown pass through `visible_events`: an event is for everyone or for one seat.
The text of a move is visible only to its own seat until the match is over.
"""

from __future__ import annotations

import json
import logging
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any, NamedTuple

from django.utils import timezone

import games.rules as rules
from portal import repository
from portal.byte_lru import MIB, ByteLRUCache
from portal.dates import moment_text
from portal.translation_cache import get_language

from ...boards import Presenter, presenter
from ...boards.cached_urls import url
from ...boards.fallback import LogLine, fallback_log_lines
from ...boards.translations import gettext as _
from ...models import SNAPSHOT_EVERY, Message, Move, Seat, Snapshot, Table, names_at, names_for_move
from ...rulebook import rules_versions
from ...time_controls import format_duration
from ..agreements import texts
from .move_numbers import MoveNumbering, numbering_for

LOG_LENGTH = 12  # moves that a page shows first: more than fit into its panel
LOG_PART_LENGTH = 20  # earlier moves that one request fetches
MAX_NEWS_MOVES = 40  # moves that a board may show as new
# Approximate bytes in memory, for the sizes of caches.
MOVE_SIZE, EVENT_SIZE, LOG_LINE_SIZE, SENTENCE_SIZE = 1800, 800, 2000, 300
MATCH_SIZE = 8  # for each character of the stored text

RESEED_KEYS = ("after", "seed", "commitment")

logger = logging.getLogger(__name__)


class LogEntry(NamedTuple):
    """One entry of the log: a move with its events, or a log line of the site.

    `number` is the move number that its reader sees (`move_numbers`), like all numbers that leave
    the journal. `is_site_line` is True for log lines of the site.
    """

    number: int
    seat: int | None
    by: str
    at: datetime
    lines: tuple[LogLine, ...]
    is_new: bool = False
    is_site_line: bool = False


class LogEntryPiece(NamedTuple):
    """A log entry with everything else, except the language, on which its HTML depends."""

    entry: LogEntry
    replay: str
    time_zone: str


def log_pieces(table: Table, log: Sequence[LogEntry]) -> list[LogEntryPiece]:
    """Return log entries in the form that the page renders once and caches."""
    replay = url("games:replay", table.key)
    zone = timezone.get_current_timezone_name()
    return [LogEntryPiece(entry, replay, zone) for entry in log]


def stored_events(move: Move) -> list[rules.StoredEvent]:
    return [rules.StoredEvent.of(*row) for row in move.events]


def visible_events(
    events: Sequence[rules.Event], seat: int | None, *, over: bool
) -> list[rules.Event]:
    """Return the events that this seat (None: a spectator) may know."""
    return [e for e in events if over or e.audience is None or e.audience == seat]


def is_news(move: Move, seat: int | None) -> bool:
    """Return whether a move is news to this seat: everything except its person's own moves."""
    return move.seat != seat or move.by != Move.Source.PERSON


@dataclass(frozen=True)
class JournalTail:
    """The end of a table's journal at a version.

    Attributes:
        version: the version of the table.
        start: the number before the first move.
        moves: all moves after `start`, oldest first.
        log_messages: the log lines of the site in that part.
    """

    version: int
    start: int
    moves: tuple[Move, ...]
    log_messages: tuple[Message, ...]

    @property
    def size(self) -> int:
        """The approximate bytes in memory."""
        events = sum(len(move.events) for move in self.moves)
        return (
            MOVE_SIZE * len(self.moves)
            + EVENT_SIZE * events
            + LOG_LINE_SIZE * len(self.log_messages)
        )

    def since(self, start: int) -> JournalTail:
        moves = self.moves[bisect_right(self.moves, start, key=attrgetter("number")) :]
        log_messages = tuple(
            log_message for log_message in self.log_messages if log_message.after_move >= start
        )
        # The last log line is kept: its key says up to where log lines have been read.
        return JournalTail(self.version, start, moves, log_messages or self.log_messages[-1:])

    def extend(
        self, version: int, moves: Sequence[Move], log_messages: Sequence[Message]
    ) -> JournalTail:
        """Return this tail with later moves and log lines.

        Log lines have no version. Those that this tail already has are skipped.
        """
        last = self.log_messages[-1].pk if self.log_messages else 0
        later = (log_message for log_message in log_messages if log_message.pk > last)
        return JournalTail(version, self.start, (*self.moves, *moves), (*self.log_messages, *later))


MOVES_QUERY = repository.PreparedQuery(
    lambda table, after, until: Move.objects.filter(
        table=table, number__gt=after, number__lte=until
    )
)
SNAPSHOTS_QUERY = repository.PreparedQuery(
    lambda table, after: Snapshot.objects.filter(table=table, after__lte=after).order_by("-after")[
        :1
    ]
)
LOG_LINES_QUERY = repository.PreparedQuery(
    lambda table, after: Message.objects.filter(table=table, pk__gt=after).exclude(log_code="")
)


class StoredMatch(NamedTuple):
    """A match with its stored text, which is the key of comparison in the cache."""

    state: str
    match: rules.Match


class ReplayPosition(NamedTuple):
    """A match after a move, that move, and their approximate bytes in memory."""

    match: rules.Match
    move: Move
    size: int


MATCHES: ByteLRUCache[str, StoredMatch] = ByteLRUCache(2 * MIB)
# Keys: the table's key, the version of its last rollback, and the number of the move.
REPLAY_CACHE: ByteLRUCache[tuple[str, int, int], ReplayPosition] = ByteLRUCache(4 * MIB)

# A journal only grows, except by a rollback. So cached rows stay valid, and only new ones are read.
# A move number together with the version of the move identifies one move for ever.
PASTS: ByteLRUCache[str, JournalTail] = ByteLRUCache(13 * MIB)
SENTENCE_CACHE: ByteLRUCache[tuple[object, ...], tuple[LogLine, ...]] = ByteLRUCache(
    8 * MIB
)  # the log lines of a move for one seat


def recent_tail(table: Table, since: int | None = None) -> JournalTail:
    """Return the last moves, oldest first, with their log lines.

    It has at least the `LOG_LENGTH` moves of the log. With `since`, it goes back to that journal
    number, but to at most `MAX_NEWS_MOVES` moves.
    """
    start = table.move_count - LOG_LENGTH
    if since is not None:
        start = max(min(start, since), table.move_count - MAX_NEWS_MOVES)
    start = max(start, -1)
    kept = PASTS.get(table.key)
    known = range(table.set_back_version, table.version + 1)
    if kept is None or kept.start > start or kept.version not in known:
        kept = JournalTail(table.version, start, (), ())
    elif kept.version == table.version:
        return kept.since(start)
    past = _load_newer(table, kept)
    _cache_tail(table, past)
    return past.since(start)


def moves_since(table: Table, after: int) -> tuple[int, list[Move]]:
    """Return new moves after this journal number, oldest first, at most `MAX_NEWS_MOVES`.

    Returns:
        The number before the first returned move, and the moves.
    """
    begin = max(after, table.move_count - MAX_NEWS_MOVES)
    return begin, _moves_between(table, begin, table.move_count)


def load_log_part(table: Table, before: int) -> JournalTail:
    """Return up to `LOG_PART_LENGTH` moves before this journal number, with their log lines."""
    before = min(before, table.move_count + 1)
    start = max(before - LOG_PART_LENGTH, 0) - 1
    moves = MOVES_QUERY.all(table.pk, start, before - 1)
    site_messages = table.messages.exclude(log_code="").select_related("user")
    log_messages = site_messages.filter(after_move__gt=start, after_move__lt=before)
    return JournalTail(table.version, start, tuple(moves), tuple(log_messages))


class Log(NamedTuple):
    """A part of the log, newest first.

    Attributes:
        pieces: the entries.
        first: the number of the first move; earlier moves are in other parts.
        last: the number of the last move.
        earlier_url: the address of the part before, "" if there is none.
        unseen: how many moves in earlier parts are new to the reader.

    Numbers are those that the reader sees.
    """

    pieces: list[LogEntryPiece]
    first: int
    last: int
    earlier_url: str
    unseen: int


def build_log(
    table: Table,
    past: JournalTail,
    seat: int | None,
    names: Sequence[str],
    since: int | None = None,
    most: int = LOG_LENGTH,
) -> Log:
    """Return a part of the log as one seat may read it.

    Args:
        table: the table.
        past: the part of its journal.
        seat: the number of the seat, None for a spectator.
        names: the names of all seats.
        since: the last move that the reader has seen; later moves are marked as new.
        most: show at most this many of the last moves.
    """
    moves = past.moves[-most:]
    counted = numbering_for(table, seat, past.moves)
    visible_number = counted.visible_number
    first, last = (
        (visible_number(moves[0].number), visible_number(moves[-1].number)) if moves else (0, 0)
    )
    earlier = ""
    if first > 0:
        seen = "" if since is None else f"&since={visible_number(since)}"
        earlier = f"{url('games:log', table.key)}?before={first}{seen}"
    found = _build_entries(table, counted, moves, past.log_messages, seat, names, since)
    unseen = 0 if since is None else max(0, first - 1 - visible_number(since))
    return Log(log_pieces(table, found), first, last, earlier, unseen)


def cache_commit(
    table: Table,
    version: int,
    moves: Sequence[Move],
    log_messages: Sequence[Message],
    match: rules.Match | None = None,
) -> None:
    """Add a commit to the caches, so that readers need no query for it.

    Args:
        table: the table after the commit.
        version: its version before the commit.
        moves: the new moves.
        log_messages: the new log lines.
        match: the match of the table's new state; None if the state is unchanged.
    """
    kept = PASTS.get(table.key)
    if kept is not None and kept.version == version < table.version:
        _cache_tail(table, kept.extend(table.version, moves, log_messages))
    if match is not None:
        twin = match.copy()
        twin.moves, twin.complete = [], False  # as in the stored state
        _cache_match(table, twin)


def _load_newer(table: Table, past: JournalTail) -> JournalTail:
    """Return a cached tail with everything newer, in two queries."""
    last = past.moves[-1].number if past.moves else past.start
    log_message = past.log_messages[-1].pk if past.log_messages else 0
    moves = MOVES_QUERY.all(table.pk, last, table.move_count)
    return past.extend(table.version, moves, LOG_LINES_QUERY.all(table.pk, log_message))


def _cache_tail(table: Table, past: JournalTail) -> None:
    kept = PASTS.get(table.key)
    if kept is None or kept.version <= past.version:
        shown = past.since(max(past.start, table.move_count - MAX_NEWS_MOVES))
        PASTS.put(table.key, shown, shown.size)


def log_entries(
    table: Table,
    moves: Sequence[Move],
    messages: Sequence[Message],
    seat: int | None,
    names: Sequence[str],
    since: int | None = None,
) -> list[LogEntry]:
    """Return the log of these moves and log lines, newest first."""
    return _build_entries(
        table, numbering_for(table, seat, moves), moves, messages, seat, names, since
    )


def _build_entries(
    table: Table,
    counted: MoveNumbering,
    moves: Sequence[Move],
    messages: Sequence[Message],
    seat: int | None,
    names: Sequence[str],
    since: int | None,
) -> list[LogEntry]:
    found: list[LogEntry] = []
    visible_number = counted.visible_number
    for move in moves:
        players = names_for_move(table, names, move.number)
        reader = (table.key, seat, tuple(players), get_language(), table.is_over)
        lines = SENTENCE_CACHE.get((move.number, move.version, reader))
        if lines is None:
            show = presenter(table.game)
            lines = tuple(move_lines(show, move, seat, players, over=table.is_over))
            SENTENCE_CACHE.put(
                (move.number, move.version, reader), lines, SENTENCE_SIZE * (len(lines) + 1)
            )
        if lines:
            is_new = since is not None and move.number > since and is_news(move, seat)
            found.append(
                LogEntry(visible_number(move.number), move.seat, move.by, move.at, lines, is_new)
            )
    first = moves[0].number if moves else 0
    for message in messages:
        if message.log_code and message.after_move >= first:
            line = LogLine(log_line_text(table, message, names_at(table, names, message.at)))
            after = visible_number(message.after_move)
            found.append(LogEntry(after, None, "", message.at, (line,), is_site_line=True))
    return sorted(found, key=lambda e: (e.number, e.at, not e.is_site_line), reverse=True)


def move_lines(
    show: Presenter, move: Move, seat: int | None, names: Sequence[str], *, over: bool
) -> list[LogLine]:
    """Return the log lines of a move that one seat may read.

    Those of the set-up (move 0) say so if the match is played by an older version of the rules.
    """
    events = stored_events(move)
    seen = visible_events(events, seat, over=over)
    lines = fallback_log_lines(show, seen, names)
    if move.number == 0 and events:
        older = rules_versions.version_text(show.game.key, events[0].rules_version)
        lines += [LogLine(older)] if older else []
    return lines


def log_line_text(table: Table, message: Message, names: Sequence[str]) -> str:
    """Return a log line of the site as a sentence in the reader's language."""
    number = message.data.get("seat")
    name = names[number] if number is not None and number < len(names) else ""
    sentences = {
        "started": _(
            "The match has started. Seats were drawn at random, and so was the seed for "
            "dice and draws."
        ),
        "started_easy": _(
            "The match has started. Seats were drawn at random, and so was the seed "
            "for dice and draws. Easy bots make some moves without thinking ahead."
        ),
        "started_guided": _(
            "The match has started. It is a tutorial: its dice and draws are fixed in advance."
        ),
        "started_again": _(
            "The match has started. Everyone moves to the next seat, and the seed "
            "for dice and draws was drawn at random."
        ),
        "timed_out": _("%(name)s ran out of time. The site moved for them."),
        "bot_next": _(
            "%(name)s ran out of time twice in a row. One more time, and a bot takes "
            "over. A move in time resets the count."
        ),
        "bot_took_over": {
            Seat.LeaveReason.RESIGNED: _("%(name)s resigned. A bot takes over."),
            "released": _("A moderator gave the seat of %(name)s to a bot."),
        }.get(
            message.data.get("why", ""),
            _("%(name)s ran out of time three times in a row. A bot takes over."),
        ),
        "substitute": _("Another person takes over the seat of %(name)s.")
        if table.is_anonymous
        else _("%(staff)s takes over the seat of %(name)s."),
        "offers_seat": _("%(name)s offers their seat to others, and plays until it is taken."),
        "keeps_seat": _("%(name)s no longer offers their seat."),
        "came_back": _("%(name)s is back and playing again."),
        "call_off_yes": _("%(name)s would like to call the match off."),
        "call_off_no": _("%(name)s no longer wants to call the match off."),
        "fell_asleep": _("Nobody is left at this table. It is asleep until someone comes back."),
        "ended_by_last": _(
            "%(name)s was the last player at this table and ended the match. "
            "Everyone who left earlier loses to them."
        ),
        "called_off": _("The match was called off. It does not count."),
        "annulled": _("A moderator annulled the result: it does not count for any rating."),
        "counts_again": _("The result counts again."),
        "set_back": _(
            "%(staff)s (staff) rolled the table back from move %(from)s to move %(to)s: %(reason)s"
        ),
        "opened": _("%(staff)s (staff) viewed the hidden information of this match: %(reason)s"),
        "given_back": _("%(name)s has taken their seat back from the bot."),
        "held": _("This match cannot be loaded. It is on hold, and nobody's clock is running."),
        "goes_on": _(
            "The match can be loaded again and continues. Everyone has the same time "
            "left as before."
        ),
        "hint": _("%(name)s asked for a suggestion."),
        "taken_back": _("%(name)s took back their last turn."),
        "more_time": _("%(by)s gives %(name)s one more day."),
        "offers_time": _(
            "%(by)s agrees to give %(name)s one more day. Everyone else has to agree, too."
        ),
        "proposed": _("%(name)s proposes %(what)s."),
        "proposal_agreed": _("%(name)s agrees to the proposal."),
        "proposal_declined": _("%(name)s declines the proposal."),
        "proposal_withdrawn": _("%(name)s withdraws the proposal."),
        "proposal_expired": _("Not everyone agreed in time. The proposal has expired."),
        "paused": _("Everyone agreed to pause. No clock runs until %(when)s."),
        "pause_over": _("The pause is over. The clocks run again."),
        "clock_changed": _("The clock has changed. Everyone has its full time: %(clock)s."),
        "ended_by_agreement": _("Everyone agreed to end the match. It is ranked as it stood."),
        "time_back": _(
            "The site was down for %(span)s. Everyone whose clock was running got that time back."
        ),
    }
    staff = message.data.get("staff", "") if message.user is None else message.user.display_name
    away = format_duration(message.data.get("seconds", 0))
    giver = message.data.get("by")
    by = names[giver] if giver is not None and giver < len(names) else ""
    known = {**message.data, "name": name, "by": by, "staff": staff, "span": away}
    known |= _agreement_values(message)
    return sentences.get(message.log_code, message.log_code) % known


def _agreement_values(message: Message) -> dict[str, str]:
    """Return the values of log lines about proposals and what followed from them."""
    data = message.data
    match message.log_code:
        case "proposed":
            return {"what": texts.proposal_text(data["kind"], data["terms"])}
        case "paused":
            return {"when": moment_text(datetime.fromisoformat(data["until"]))}
        case "clock_changed":
            return {"clock": texts.clock_text(texts.clock_of(data))}
    return {}


def parse_match(table: Table, state: str) -> rules.Match:
    """Return the match that an earlier or current state of the table stores.

    Raises:
        RecordError: the installed games cannot read it.
    """
    try:
        dumped = json.loads(state)
    except ValueError as error:
        raise rules.BrokenStateError(table.game, error) from error
    return rules.load(table.game, dumped)


def current_match(table: Table) -> rules.Match:
    """Return a copy of the table's current match, which the caller may change.

    Raises:
        RecordError: the installed games cannot read it.
    """
    kept = MATCHES.get(table.key)
    if (
        kept is None
        or kept.state != table.state
        or kept.match.game is not rules.playable_game(table.game)
    ):
        kept = _cache_match(table, parse_match(table, table.state))
    return kept.match.copy()


def _cache_match(table: Table, match: rules.Match) -> StoredMatch:
    kept = StoredMatch(table.state, match)
    MATCHES.put(table.key, kept, MATCH_SIZE * len(table.state))
    return kept


def position_after(table: Table, after: int) -> rules.Match:
    """Return a copy of the match after this many moves, which the caller may change.

    Raises:
        RecordError: the installed games cannot read it.
        IllegalMove: the journal does not fit the stored position.
        ValueError: the match has fewer moves.
    """
    return replay_to(table, after).match.copy()


def replay_to(table: Table, after: int) -> ReplayPosition:
    """Return the match after this many moves, read-only, with the last of them.

    It is played from the nearest cached position or snapshot. All positions on the way are cached,
    because a reader who steps through a match needs the neighbours next.

    Raises: as `position_after`.
    """
    if not 0 <= after <= table.move_count:
        raise ValueError(f"moves go from 0 to {table.move_count}, not {after}")
    for before in range(after, max(-1, after - SNAPSHOT_EVERY), -1):
        found = REPLAY_CACHE.get((table.key, table.set_back_version, before))
        if found is not None and found.match.game is rules.playable_game(table.game):
            moves = _moves_between(table, before, after)
            break
    else:
        nearest = SNAPSHOTS_QUERY.all(table.pk, after)
        assert nearest, "a started table has a snapshot of its set-up"
        before, state = nearest[0].after, nearest[0].state
        match = parse_match(table, state)
        last, *moves = _moves_between(table, before - 1, after)
        found = ReplayPosition(match, last, MATCH_SIZE * len(state) + MOVE_SIZE)
        REPLAY_CACHE.put((table.key, table.set_back_version, before), found, found.size)
    for move in moves:
        assert move.seat is not None
        match = found.match.copy()
        match.play(move.seat, move.text)
        found = ReplayPosition(match, move, found.size)
        REPLAY_CACHE.put((table.key, table.set_back_version, move.number), found, found.size)
    return found


def _moves_between(table: Table, after: int, until: int) -> list[Move]:
    """Return the moves after one number up to another; no query if the cache has them all."""
    kept = PASTS.get(table.key)
    known = range(table.set_back_version, table.version + 1)
    if kept is None or kept.start > after or kept.version not in known:
        return MOVES_QUERY.all(table.pk, after, until) if until > after else []
    found = [move for move in kept.moves if after < move.number <= until]
    return found if len(found) == until - after else MOVES_QUERY.all(table.pk, after, until)


def export_record(table: Table, until: int | None = None) -> dict[str, Any]:
    """Return the portable record of a table, with seed and commitment.

    Only for matches that are over, because it reveals everything. `until` is the number of the
    last move in the record.
    """
    last = table.move_count if until is None else until
    chance: dict[str, list[Any]] = {}
    moves = []
    for move in table.moves.filter(number__lte=last):
        for name, outcomes in move.outcomes.items():
            chance.setdefault(name, []).extend(outcomes)
        if move.number:
            moves.append([move.seat, move.text])
    later = [
        {name: part[name] for name in RESEED_KEYS}
        for part in table.reseeds
        if part["after"] <= last
    ]
    return {
        "format": "longtable-record/1",
        "game": table.game,
        "rules": table.rules_version,
        "seats": table.seat_count,
        "options": table.options,
        "chance": chance,
        "moves": moves,
        "seed": table.seed,
        "commitment": table.commitment,
        **({"reseeded": later} if later else {}),
        "table": table.key,
        "players": [seat.name for seat in table.seat_set.select_related("user")],
    }
