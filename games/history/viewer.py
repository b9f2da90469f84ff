"""The viewer: one reader steps through a match again, move by move.

The page works without scripts: every step is a link. Its script requests one position after another
(`replay_step`), only the chunks that it does not have yet, and replaces the board.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

import games.rules as rules
from portal.http.input_validation import InvalidInputError, parse_whole_number
from portal.translation_cache import pin_language

from ..boards import Presenter, presenter, rendering
from ..boards.fallback import LogLine, fallback_presenter
from ..models import Move, Seat, Table, names_for_move
from ..move_comments.comments import readable_comments
from ..move_comments.models import MoveComment
from ..table import notes
from ..table.access import viewing_seat_of
from ..table.errors import MatchLoadError
from ..table.session import journal
from ..table.session.loader import rules_guard, seats_of
from ..table.session.move_numbers import MoveNumbering, numbering_for
from ..table.views.page_context import label_move_before, render_on_hold, seat_names, seat_number
from ..table.views.pages import get_visible_table, has_words_open, page_piece_hashes
from ..table.views.scenes import build_scene
from ..table.views.seat_strip import Player, build_players, points_filter
from . import embeds, score_curve

#: A log filter built by `points_filter`: the moves that earned a seat points of one key.
POINTS_KIND = re.compile(r"points-(?P<seat>[0-9]+)-(?P<key>[a-z0-9_]+)")

MAX_ROUND_LABELS = 12  # rounds with a number on the scrubber

#: The filters of the log, besides the moves of one player.
KINDS: dict[str, Promise] = {
    "decisions": gettext_lazy("Decisions"),
    "points": gettext_lazy("Points"),
    "moments": gettext_lazy("Highlights"),
    "automatic": gettext_lazy("Automatic steps"),
    "site": gettext_lazy("The site"),
}

logger = logging.getLogger(__name__)


class ViewerState(NamedTuple):
    """A reader and the moment of the match that they see.

    Attributes:
        own: the reader's own seat; None for onlookers.
        eyes: the seat whose view is shown; after the end it may be any seat.
        counted: how this reader counts the moves.
        visible_number: the last shown move, as this reader counts.
        after: the same move as the journal counts.
    """

    table: Table
    seats: list[Seat]
    own: int | None
    eyes: int | None
    counted: MoveNumbering
    visible_number: int
    after: int

    @property
    def names(self) -> list[str]:
        return seat_names(self.seats)

    def query(self, **more: object) -> str:
        """The query of an address that shows this match from the same seat."""
        seat = {} if self.eyes == self.own else {"seat": self.eyes}
        return urlencode({**more, **seat})


def viewer_state_of(request: HttpRequest, key: str) -> ViewerState:
    """Return the state that a request asks for.

    Raises:
        Http404: there is no such table, or it has not started.
        InvalidInputError: there is no such move or seat, or the reader may not see this seat's
            view.
    """
    table = get_visible_table(request, key)
    if table.started_at is None:
        raise Http404(_("This match has not started."))
    seats = seats_of(table)
    own = eyes = seat_number(viewing_seat_of(seats, request.user))
    if chosen := request.GET.get("seat", ""):
        eyes = parse_whole_number(chosen, "seat", most=len(seats) - 1)
        if eyes != own and not table.is_over:
            raise InvalidInputError(
                _("While a match is running, you can only see it from your own seat.")
            )
    counted = numbering_for(table, own)
    given = request.GET.get("move", "")
    visible_number = (
        min(parse_whole_number(given, "move"), counted.moves) if given else counted.moves
    )
    return ViewerState(
        table, seats, own, eyes, counted, visible_number, counted.journal_number(visible_number)
    )


class RenderedPosition(NamedTuple):
    """A moment as it is shown: its board, the move that led to it in words, and that move's seat.

    `status` is 409 if the match cannot be loaded; the board then says why.
    """

    board: SafeString
    text: str = ""
    seat: int | None = None
    status: int = 200


def render_position(look: ViewerState, have: frozenset[str], *, words: bool) -> RenderedPosition:
    """Render a past position from this seat's view, without the chunks that the page has."""
    with pin_language(), rendering.track_sent_chunks(have):
        try:
            return _render(look, words=words)
        except MatchLoadError as held:
            return RenderedPosition(render_on_hold(look.table, held), status=held.status)


def _render(look: ViewerState, *, words: bool) -> RenderedPosition:
    table, names = look.table, look.names
    with rules_guard(table):
        match, move, _size = journal.replay_to(table, look.after)
        news = journal.visible_events(journal.stored_events(move), look.eyes, over=table.is_over)
        scene = build_scene(match, look.eyes, names, news=news, in_words=words)

    def draw_position(show: Presenter) -> RenderedPosition:
        board = rendering.RenderedBoard(show, scene)
        around = {
            "players": [
                _without_clock(one) for one in build_players(show, look.seats, scene, board, match)
            ],
            "is_live": False,
            "table": table,
        }
        strip = render_to_string("games/table/seat_strip.html", around)
        return RenderedPosition(
            SafeString(f"{strip}{board.html}"), _move_text(show, look, move), move.seat
        )

    try:
        return draw_position(presenter(table.game))
    except Exception:
        logger.exception("the board of %s failed: table %s, move %s", table.game, table.key, move)
        return draw_position(fallback_presenter(table.game))


def _without_clock(player: Player) -> Player:
    """Return a player without the clock that runs now, because it is not that of a past moment."""
    head = player.head._replace(is_live=False, clock="", latest="", state="")
    return player._replace(head=head)


def _move_text(show: Presenter, look: ViewerState, move: Move) -> str:
    """Return a move as the log describes it, or else as its seat chose it if that is public.

    While the match runs, readers see only the name of another seat that has no log line.
    """
    players = names_for_move(look.table, look.names, move.number)
    entries = journal.log_entries(look.table, [move], [], look.own, look.names)
    text = " ".join(line.text for entry in entries for line in entry.lines)
    if text or move.seat is None:
        return text
    if not look.table.is_over and move.seat != look.own:
        return players[move.seat]
    before = journal.replay_to(look.table, look.after - 1).match
    label = label_move_before(show, before, move.seat, move.text, look.names)
    return _("%(name)s: %(move)s") % {"name": players[move.seat], "move": label}


@require_safe
def replay_step(request: HttpRequest, key: str) -> HttpResponse:
    """Return the board after a move, for a script, without the chunks that it has."""
    look = viewer_state_of(request, key)
    found = render_position(look, page_piece_hashes(request), words=has_words_open(request))
    # The page knows whether there are comments, so that steps of other matches read none.
    comments = read_comments(request, look) if "comments" in request.GET else []
    parts = {"look": look, "shown": found, **comment_context(request, look, comments)}
    html = render_to_string("games/viewer/step.html", parts)
    return HttpResponse(html, status=found.status)


def read_comments(request: HttpRequest, look: ViewerState) -> list[MoveComment]:
    """Return the comments of the match that this reader may read, in the order of its moves."""
    return list(readable_comments(look.table, request.user))


def comment_context(
    request: HttpRequest, look: ViewerState, comments: Sequence[MoveComment]
) -> dict[str, Any]:
    """Return what a step shows of the comments: those on its move, and where others are."""
    numbers = [one.move.number for one in comments]
    return {
        "reader": request.user,
        "comments": [one for one in comments if one.move.number == look.after],
        "previous_comment": next((one for one in reversed(numbers) if one < look.after), None),
        "next_comment": next((one for one in numbers if one > look.after), None),
    }


@require_safe
def replay(request: HttpRequest, key: str) -> HttpResponse:
    """Step through a match: from my own seat while it runs, from any seat after the end."""
    look = move_to_last_scoring(request, viewer_state_of(request, key))
    table = look.table
    found, parts = viewer_context(request, look)
    if embeds.can_be_embedded(table):
        parts["embed"] = embeds.embed_code(table)
    context: dict[str, Any] = {
        "table": table,
        "presenter": presenter(table.game),
        "after": look.visible_number,
        "last": look.counted.moves,
        "viewer": SafeString(render_to_string("games/viewer/viewer.html", parts, request)),
        **notes.note_context(request.user, table),
    }
    return render(request, "games/history/replay.html", context, status=found.status)


def move_to_last_scoring(request: HttpRequest, look: ViewerState) -> ViewerState:
    """If a request filters by points and names no move, go to the last move that earned them."""
    if "move" in request.GET or POINTS_KIND.fullmatch(request.GET.get("kind", "")) is None:
        return look
    kind = request.GET["kind"]
    last = max((one.number for one in _visible_moves(look) if kind in one.kinds), default=None)
    return (
        look
        if last is None
        else look._replace(visible_number=last, after=look.counted.journal_number(last))
    )


def _visible_moves(look: ViewerState) -> list[VisibleMove]:
    """Return the moves of a match that this reader may know of."""
    hidden_numbers = set(look.counted.hidden_numbers)
    return [
        VisibleMove(look, move)
        for move in look.table.moves.all()
        if move.number not in hidden_numbers
    ]


def viewer_context(
    request: HttpRequest, look: ViewerState
) -> tuple[RenderedPosition, dict[str, Any]]:
    """Return a rendered moment, and the template context of the viewer."""
    table = look.table
    found = render_position(look, frozenset(), words=has_words_open(request))
    player, kind = _filters(request, look)
    comments = read_comments(request, look)
    visible_moves = _visible_moves(look)
    log = list(_log_entries(look, visible_moves))
    kinds = [(one, str(name)) for one, name in KINDS.items()]
    if points := POINTS_KIND.fullmatch(kind):
        if any(kind in entry.kinds for entry in log):
            seat, key = look.names[int(points["seat"])], points["key"]
            label = {"name": seat, "key": presenter(table.game).breakdown_label(key)}
            kinds.append((kind, _("Points of %(name)s: %(key)s") % label))
        else:
            kind = ""
    return found, {
        "presenter": presenter(table.game),
        "look": look,
        "shown": found,
        **comment_context(request, look, comments),
        "all_comments": comments,
        "last": look.counted.moves,
        "step_buttons": _step_buttons(look),
        "track": ScrubberTrack(look, visible_moves),
        "log": log,
        "players": list(enumerate(look.names)),
        "is_embedded": False,
        "embed": "",
        "kinds": kinds,
        "player": player,
        "kind": kind,
        "tries": request.user.is_authenticated and (table.is_over or look.own is not None),
        "story": score_curve.score_curve(visible_moves, len(look.seats)) if table.is_over else None,
    }


def _filters(request: HttpRequest, look: ViewerState) -> tuple[int | None, str]:
    """Return the player and the kind by which the log is filtered.

    Raises:
        InvalidInputError: there is no such seat or kind.
    """
    given, kind = request.GET.get("player", ""), request.GET.get("kind", "")
    player = parse_whole_number(given, "player", most=len(look.seats) - 1) if given else None
    points = POINTS_KIND.fullmatch(kind)
    if points is not None:
        parse_whole_number(points["seat"], "seat", most=len(look.seats) - 1)
    elif kind and kind not in KINDS:
        raise InvalidInputError(_("kind must be one of: %(kinds)s.") % {"kinds": ", ".join(KINDS)})
    return player, kind


class StepButton(NamedTuple):
    """A button that leads to another move; `leads` is false if there is none."""

    id: str
    icon: str
    label: str
    key: str
    leads: bool
    query: str


def _step_buttons(look: ViewerState) -> list[StepButton]:
    current, last = look.visible_number, look.counted.moves
    has_previous, has_next = current > 0, current < last
    return [
        StepButton("first", "to-start", _("Start"), "Home", has_previous, look.query(move=0)),
        StepButton(
            "previous",
            "step-back",
            _("Previous move"),
            "ArrowLeft",
            has_previous,
            look.query(move=current - 1),
        ),
        StepButton(
            "next", "step-on", _("Next move"), "ArrowRight", has_next, look.query(move=current + 1)
        ),
        StepButton("last", "to-end", _("Latest"), "End", has_next, look.query(move=last)),
    ]


class VisibleMove:
    """A move as this reader may know of it."""

    def __init__(self, look: ViewerState, move: Move) -> None:
        self.move = move
        self.number = look.counted.visible_number(move.number)
        events = journal.visible_events(
            journal.stored_events(move), look.own, over=look.table.is_over
        )
        self.round = max((_round_of_event(event) for event in events), default=0)
        scores = [event for event in events if event.kind == "score" and event.seat is not None]
        self.scores: Sequence[tuple[int, int]] = [
            (event.seat or 0, event.data["amount"]) for event in scores
        ]
        key = presenter(look.table.game).points_key
        #: The kinds of points that it earned (`points_filter`).
        self.kinds = frozenset(points_filter(event.seat or 0, key(event)) for event in scores)


def _round_of_event(event: rules.Event) -> int:
    """Return the round that an event begins or belongs to; 0 if it has none."""
    found = event.data.get("round")
    return found if isinstance(found, int) else 0


class ViewerLogEntry(NamedTuple):
    """An entry of the log next to the board; `kinds` are its kinds of `KINDS` and `POINTS_KIND`."""

    number: int
    seat: int | None
    lines: tuple[LogLine, ...]
    kinds: frozenset[str]
    query: str
    is_site_line: bool

    def is_shown(self, player: int | None, kind: str) -> bool:
        """Whether it is of this player (None: any) and kind ("": any)."""
        return player in (None, self.seat) and (not kind or kind in self.kinds)


def _log_entries(
    look: ViewerState, visible_moves: Sequence[VisibleMove]
) -> Iterator[ViewerLogEntry]:
    """Yield all log entries that this reader may know, the oldest first."""
    table = look.table
    log_messages = table.messages.exclude(log_code="").select_related("user")
    moves = [one.move for one in visible_moves]
    scoring = {one.number: one.kinds for one in visible_moves if one.scores}
    for entry in reversed(
        journal.log_entries(table, moves, list(log_messages), look.own, look.names)
    ):
        kinds = {
            "site": entry.is_site_line or entry.by != Move.Source.PERSON,
            "points": not entry.is_site_line and entry.number in scoring,
            "moments": any(line.highlight for line in entry.lines),
            "automatic": any(line.automatic for line in entry.lines),
            "decisions": entry.seat is not None and not all(line.automatic for line in entry.lines),
        }
        yield ViewerLogEntry(
            entry.number,
            entry.seat,
            entry.lines,
            frozenset(kind for kind, is_so in kinds.items() if is_so)
            | (frozenset() if entry.is_site_line else scoring.get(entry.number, frozenset())),
            look.query(move=entry.number),
            entry.is_site_line,
        )


class RoundMark(NamedTuple):
    """The beginning of a round, as a move and in per cent of the scrubber.

    `label` is "" if there are too many to name them all.
    """

    number: int
    x: float
    label: str


class ScrubberTrack:
    """The drawing along the scrubber: a lane of moves for each seat, and where rounds begin."""

    lane = 8  # units from one lane to the next

    def __init__(self, look: ViewerState, visible_moves: Sequence[VisibleMove]) -> None:
        self.wide = max(1, look.counted.moves)
        self.seats = range(len(look.seats))
        starts: list[tuple[int, int | None]] = []  # (move, seat) where another seat begins
        rounds: list[tuple[int, int]] = []  # (move, round) where it begins
        for one in visible_moves:
            if not starts or starts[-1][1] != one.move.seat:
                starts.append((one.number, one.move.seat))
            if one.round > (rounds[-1][1] if rounds else 0):
                rounds.append((one.number, one.round))
        if rounds and rounds[0][1] > 1:  # no event says that the first one begins
            rounds.insert(0, (0, rounds[0][1] - 1))
        paths: dict[int, list[str]] = {}
        ends = [number for number, _seat in starts[1:]] + [self.wide + 1]
        for (number, seat), end in zip(starts, ends, strict=True):
            if seat is not None:
                long = end - number
                at = f"M{number - 1} {seat * self.lane + 1}"
                paths.setdefault(seat, []).append(f"{at}h{long}v{self.lane - 2}h{-long}z")
        self.runs = [(seat, "".join(paths[seat])) for seat in sorted(paths)]
        every = -(-len(rounds) // MAX_ROUND_LABELS) or 1
        self.rounds = [
            RoundMark(
                number, round(100 * number / self.wide, 1), "" if index % every else str(named)
            )
            for index, (number, named) in enumerate(rounds)
        ]
