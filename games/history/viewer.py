"""The viewer: a match looked at again, move by move, by one person.

The page is whole without scripts: every step is a link. Its script asks for a position after the
other (`step`), of each only what it has not got yet, and puts it in the board's place.
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
from portal.http.input_validation import Unreadable, whole_number
from portal.performance.translation_cache import reading

from ..boards import Presenter, presenter, rendering
from ..boards.fallback import Line, plain
from ..models import Move, Seat, Table
from ..social import notes
from ..table.access import seat_of
from ..table.errors import CannotLoad
from ..table.session import journal
from ..table.session.loader import asking, seats_of
from ..table.session.move_numbers import Count, count
from ..table.views.page_context import held_board, label_of, names_of, number_of
from ..table.views.pages import find, have_of, reads_words
from ..table.views.scenes import scene_of
from ..table.views.seat_strip import Player, players, points_kind
from . import embeds, score_curve

#: A kind of the log that `points_kind` names: the moves that earned a seat points of one key.
POINTS = re.compile(r"points-(?P<seat>[0-9]+)-(?P<key>[a-z0-9_]+)")

MOST_LABELS = 12  # rounds that are numbered on the scrubber

#: What the log can be narrowed to, besides the moves of one player.
KINDS: dict[str, Promise] = {
    "decisions": gettext_lazy("Decisions"),
    "points": gettext_lazy("Points"),
    "moments": gettext_lazy("Great moments"),
    "automatic": gettext_lazy("Automatic steps"),
    "site": gettext_lazy("The site"),
}

logger = logging.getLogger(__name__)


class Look(NamedTuple):
    """Who looks at which moment of a match.

    Attributes:
        own: the seat from which its person looks; None for onlookers.
        eyes: the seat whose view is shown: after the end it may be anybody's.
        counted: how this reader counts the moves.
        told: after which move, as this reader counts.
        after: the same in the journal.
    """

    table: Table
    seats: list[Seat]
    own: int | None
    eyes: int | None
    counted: Count
    told: int
    after: int

    @property
    def names(self) -> list[str]:
        return names_of(self.seats)

    def query(self, **more: object) -> str:
        """The query of an address that shows this match in the same eyes."""
        seat = {} if self.eyes == self.own else {"seat": self.eyes}
        return urlencode({**more, **seat})


def look_of(request: HttpRequest, key: str) -> Look:
    """What a request for a moment of a match asks to see.

    Raises:
        Http404: there is no such table, or it has not started.
        Unreadable: it asks for what is no move or seat, or looks through eyes that are not its own.
    """
    table = find(request, key)
    if table.started_at is None:
        raise Http404(_("This match has not started."))
    seats = seats_of(table)
    own = eyes = number_of(seat_of(seats, request.user))
    if chosen := request.GET.get("seat", ""):
        eyes = whole_number(chosen, "seat", most=len(seats) - 1)
        if eyes != own and not table.is_over:
            raise Unreadable(_("While a match runs, everybody sees it from their own seat."))
    counted = count(table, own)
    given = request.GET.get("move", "")
    told = min(whole_number(given, "move"), counted.moves) if given else counted.moves
    return Look(table, seats, own, eyes, counted, told, counted.real(told))


class Shown(NamedTuple):
    """A moment as it is shown: its board, what led to it in words, and whose move that was.

    `status` is 409 where the match cannot be loaded, and the board says why.
    """

    board: SafeString
    text: str = ""
    seat: int | None = None
    status: int = 200


def shown(look: Look, have: frozenset[str], *, words: bool) -> Shown:
    """A past position as these eyes may see it, without the pieces that the page has."""
    with reading(), rendering.sending(have):
        try:
            return _shown(look, words=words)
        except CannotLoad as held:
            return Shown(held_board(look.table, held), status=held.status)


def _shown(look: Look, *, words: bool) -> Shown:
    table, names = look.table, look.names
    with asking(table):
        match, move, _size = journal.reached(table, look.after)
        news = journal.visible(journal.events_of(move), look.eyes, over=table.is_over)
        scene = scene_of(match, look.eyes, names, news=news, in_words=words)

    def drawn(show: Presenter) -> Shown:
        board = rendering.Board(show, scene)
        around = {
            "players": [_at_rest(one) for one in players(show, look.seats, scene, board, match)],
            "is_live": False,
            "table": table,
        }
        strip = render_to_string("games/table/strip.html", around)
        return Shown(SafeString(f"{strip}{board.html}"), _told(show, look, move), move.seat)

    try:
        return drawn(presenter(table.game))
    except Exception:
        logger.exception("the board of %s failed: table %s, move %s", table.game, table.key, move)
        return drawn(plain(table.game))


def _at_rest(player: Player) -> Player:
    """A seat without the clock that runs now: it is not that of a past moment."""
    head = player.head._replace(is_live=False, clock="", latest="", state="")
    return player._replace(head=head)


def _told(show: Presenter, look: Look, move: Move) -> str:
    """A move as the log tells it; else as its seat chose it, for who may read that."""
    entries = journal.entries(look.table, [move], [], look.own, look.names)
    text = " ".join(line.text for entry in entries for line in entry.lines)
    if text or move.seat is None:
        return text
    if not look.table.is_over and move.seat != look.own:
        return look.names[move.seat]
    before = journal.reached(look.table, look.after - 1).match
    label = label_of(show, before, move.seat, move.text, look.names)
    return _("%(name)s: %(move)s") % {"name": look.names[move.seat], "move": label}


@require_safe
def step(request: HttpRequest, key: str) -> HttpResponse:
    """The board after a move, for a script: what it has of it is not sent again."""
    look = look_of(request, key)
    found = shown(look, have_of(request), words=reads_words(request))
    html = render_to_string("games/viewer/step.html", {"look": look, "shown": found})
    return HttpResponse(html, status=found.status)


@require_safe
def page(request: HttpRequest, key: str) -> HttpResponse:
    """Step through a match: from my seat while it runs, with everything after the end."""
    look = at_points(request, look_of(request, key))
    table = look.table
    found, parts = parts_of(request, look)
    if embeds.may_be_embedded(table):
        parts["embed"] = embeds.code(table)
    context: dict[str, Any] = {
        "table": table,
        "presenter": presenter(table.game),
        "after": look.told,
        "last": look.counted.moves,
        "viewer": SafeString(render_to_string("games/viewer/viewer.html", parts, request)),
        **notes.shown(request.user, table),
    }
    return render(request, "games/replay.html", context, status=found.status)


def at_points(request: HttpRequest, look: Look) -> Look:
    """Where a request asks for what earned points and names no move: the last of those moves."""
    if "move" in request.GET or POINTS.fullmatch(request.GET.get("kind", "")) is None:
        return look
    kind = request.GET["kind"]
    last = max((one.number for one in _moves(look) if kind in one.kinds), default=None)
    return look if last is None else look._replace(told=last, after=look.counted.real(last))


def _moves(look: Look) -> list[Told]:
    """The moves of a match that this reader knows of."""
    untold = set(look.counted.untold)
    return [Told(look, move) for move in look.table.moves.all() if move.number not in untold]


def parts_of(request: HttpRequest, look: Look) -> tuple[Shown, dict[str, Any]]:
    """A moment, and what the template of the viewer draws around it."""
    table = look.table
    found = shown(look, frozenset(), words=reads_words(request))
    player, kind = _filters(request, look)
    told = _moves(look)
    log = list(_log(look, told))
    kinds = [(one, str(name)) for one, name in KINDS.items()]
    if points := POINTS.fullmatch(kind):
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
        "last": look.counted.moves,
        "ways": _ways(look),
        "track": Track(look, told),
        "log": log,
        "players": list(enumerate(look.names)),
        "is_embedded": False,
        "embed": "",
        "kinds": kinds,
        "player": player,
        "kind": kind,
        "tries": request.user.is_authenticated and (table.is_over or look.own is not None),
        "story": score_curve.story(told, len(look.seats)) if table.is_over else None,
    }


def _filters(request: HttpRequest, look: Look) -> tuple[int | None, str]:
    """By whom and of which kind the entries of the log are to be that are shown.

    Raises:
        Unreadable: there is no such seat or kind.
    """
    given, kind = request.GET.get("player", ""), request.GET.get("kind", "")
    player = whole_number(given, "player", most=len(look.seats) - 1) if given else None
    points = POINTS.fullmatch(kind)
    if points is not None:
        whole_number(points["seat"], "seat", most=len(look.seats) - 1)
    elif kind and kind not in KINDS:
        raise Unreadable(_("kind must be one of: %(kinds)s.") % {"kinds": ", ".join(KINDS)})
    return player, kind


class Way(NamedTuple):
    """A button that leads to another move; `leads` is false where there is none."""

    id: str
    icon: str
    label: str
    key: str
    leads: bool
    query: str


def _ways(look: Look) -> list[Way]:
    told, last = look.told, look.counted.moves
    back, on = told > 0, told < last
    return [
        Way("first", "to-start", _("Start"), "Home", back, look.query(move=0)),
        Way("previous", "step-back", _("One back"), "ArrowLeft", back, look.query(move=told - 1)),
        Way("next", "step-on", _("One on"), "ArrowRight", on, look.query(move=told + 1)),
        Way("last", "to-end", _("Latest"), "End", on, look.query(move=last)),
    ]


class Told:
    """A move as this reader knows of it."""

    def __init__(self, look: Look, move: Move) -> None:
        self.move = move
        self.number = look.counted.told(move.number)
        events = journal.visible(journal.events_of(move), look.own, over=look.table.is_over)
        self.round = max((_round(event) for event in events), default=0)
        scores = [event for event in events if event.kind == "score" and event.seat is not None]
        self.scored: Sequence[tuple[int, int]] = [
            (event.seat or 0, event.data["amount"]) for event in scores
        ]
        key = presenter(look.table.game).points_key
        #: The kinds of points that it brought (`points_kind`).
        self.kinds = frozenset(points_kind(event.seat or 0, key(event)) for event in scores)


def _round(event: rules.Event) -> int:
    """The round that an event begins or belongs to; 0 where it says nothing of it."""
    found = event.data.get("round")
    return found if isinstance(found, int) else 0


class LogLine(NamedTuple):
    """An entry of the log beside the board; `kinds` are its kinds of `KINDS` and `POINTS`."""

    number: int
    seat: int | None
    lines: tuple[Line, ...]
    kinds: frozenset[str]
    query: str
    is_notice: bool

    def is_shown(self, player: int | None, kind: str) -> bool:
        """Whether it is of this player (None: of any) and kind ("": of any)."""
        return player in (None, self.seat) and (not kind or kind in self.kinds)


def _log(look: Look, told: Sequence[Told]) -> Iterator[LogLine]:
    """Everything that this reader may know, oldest first."""
    table = look.table
    notices = table.messages.exclude(notice="").select_related("user")
    moves = [one.move for one in told]
    scoring = {one.number: one.kinds for one in told if one.scored}
    for entry in reversed(journal.entries(table, moves, list(notices), look.own, look.names)):
        kinds = {
            "site": entry.notice or entry.by != Move.By.PERSON,
            "points": not entry.notice and entry.number in scoring,
            "moments": any(line.moment for line in entry.lines),
            "automatic": any(line.automatic for line in entry.lines),
            "decisions": entry.seat is not None and not all(line.automatic for line in entry.lines),
        }
        yield LogLine(
            entry.number,
            entry.seat,
            entry.lines,
            frozenset(kind for kind, is_so in kinds.items() if is_so)
            | (frozenset() if entry.notice else scoring.get(entry.number, frozenset())),
            look.query(move=entry.number),
            entry.notice,
        )


class Round(NamedTuple):
    """Where a round begins, as a move and in hundredths of the scrubber.

    `label` is "" where there are too many to name them all.
    """

    number: int
    x: float
    label: str


class Track:
    """What is drawn along the scrubber: a lane of moves for each seat, and where rounds begin."""

    lane = 8  # units from one lane to the next

    def __init__(self, look: Look, told: Sequence[Told]) -> None:
        self.wide = max(1, look.counted.moves)
        self.seats = range(len(look.seats))
        starts: list[tuple[int, int | None]] = []  # (move, seat) where another seat's begin
        rounds: list[tuple[int, int]] = []  # (move, round) where it begins
        for one in told:
            if not starts or starts[-1][1] != one.move.seat:
                starts.append((one.number, one.move.seat))
            if one.round > (rounds[-1][1] if rounds else 0):
                rounds.append((one.number, one.round))
        if rounds and rounds[0][1] > 1:  # nothing tells that the first one begins
            rounds.insert(0, (0, rounds[0][1] - 1))
        paths: dict[int, list[str]] = {}
        ends = [number for number, _seat in starts[1:]] + [self.wide + 1]
        for (number, seat), end in zip(starts, ends, strict=True):
            if seat is not None:
                long = end - number
                at = f"M{number - 1} {seat * self.lane + 1}"
                paths.setdefault(seat, []).append(f"{at}h{long}v{self.lane - 2}h{-long}z")
        self.runs = [(seat, "".join(paths[seat])) for seat in sorted(paths)]
        every = -(-len(rounds) // MOST_LABELS) or 1
        self.rounds = [
            Round(number, round(100 * number / self.wide, 1), "" if index % every else str(named))
            for index, (number, named) in enumerate(rounds)
        ]
