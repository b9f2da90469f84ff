"""What the page of a table shows: everything its templates need, from one person's view alone."""

from __future__ import annotations

import functools
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import games.rules as rules
from portal.quick.kept import MIB, Kept
from portal.quick.words import get_language

from .. import rulebook
from ..boards import Presenter, Scene, drawing, presenter
from ..boards.fallback import plain
from ..clocks import Clock, sentence
from ..models import LONGEST_SLEEP, RatingChange, Seat, Table
from ..rulebook import notes
from . import journal
from .door import CannotLoad, asking
from .drafts import Turn

LABEL_SIZE = 800  # bytes that a kept label takes, besides the draft in its key, roughly

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Player:
    """A seat as the page shows it."""

    seat: Seat
    name: str
    is_me: bool
    is_actor: bool
    total: int | None
    rank: int | None
    breakdown: list[tuple[str, Any]]
    note: str = ""


def names_of(seats: Sequence[Seat]) -> list[str]:
    return [seat.name for seat in seats]


def scene_of(
    show: Presenter,
    match: rules.Match,
    seat: int | None,
    names: Sequence[str],
    legal: Sequence[str] = (),
    news: Sequence[rules.Event] = (),
    *,
    in_words: bool = True,
    turn: Turn | None = None,
) -> Scene:
    """What a presenter draws of a position; `turn`: whose draft stands in it."""
    return Scene(
        view=match.view(seat),
        legal=legal,
        seat=seat,
        names=names,
        actors=match.actors,
        options=dict(match.options),
        over=match.over,
        news=news,
        in_words=in_words,
        rules_version=match.rules_version,
        drafted=turn.draft if turn else (),
        removable=turn.removable if turn else frozenset(),
        alternatives=turn.alternatives if turn else (),
    )


def table_context(turn: Turn, since: int | None = None, *, in_words: bool = True) -> dict[str, Any]:
    """The context of a running or finished table's fragment.

    A view that refuses a move says so in `refused`, one that warns in `warning`; `waiting` is the
    number of tables that wait for the person, where it is one.
    `since` is the number of moves that this person had seen: later ones are marked as new.
    `in_words`: whether the board is told in words, too.

    Raises:
        CannotLoad: the match does not answer.
    """
    table, seat = turn.table, turn.seat
    show = presenter(table.game)
    names = names_of(turn.seats)
    number = number_of(seat)
    past = journal.recent(table, since)
    later = [move for move in past.moves if since is not None and move.number > since]
    new_moves = [move for move in later if journal.is_news(move, number)]
    news = [e for m in new_moves for e in journal.visible(journal.events_of(m), number, over=False)]
    log = journal.log(table, past, number, names, since)
    with asking(table):
        legal = turn.legal_moves()
        scene = scene_of(show, turn.shown, number, names, legal, news, in_words=in_words, turn=turn)
    return {
        **_around(table, turn.seats, seat, log, since),
        "turn": turn,
        "is_playing": plays(seat, table),
        "leaving": leaving(turn) if seat is not None else "",
        **drawn(turn, scene),
        "legal_count": len(legal),
        "legal_words": (
            ngettext("%(n)s possible move", "%(n)s possible moves", len(legal)) % {"n": len(legal)}
        ),
    }


def held_context(
    table: Table, seats: Sequence[Seat], seat: Seat | None, held: CannotLoad, since: int | None
) -> dict[str, Any]:
    """The context of the fragment of a table whose match cannot be loaded.

    Nothing can be played there; seats, log and results are what the database holds of them.
    """
    show = presenter(table.game)
    names = names_of(seats)
    past = journal.recent(table, since)
    log = journal.log(table, past, number_of(seat), names, since)
    return {
        **_around(table, seats, seat, log, since),
        "turn": None,
        "is_playing": False,
        "leaving": "",
        "board_html": held_board(table, held),
        "prompt": (
            _("This match is on hold: it cannot be loaded.")
            if table.is_running
            else _("The match is over.")
        ),
        "groups": [],
        "draft": [],
        "orders": [],
        "players": held_players(show, seats, seat),
    }


def _around(
    table: Table,
    seats: Sequence[Seat],
    seat: Seat | None,
    log: journal.Log,
    since: int | None,
) -> dict[str, Any]:
    """What the fragment shows around the board, whatever the board is."""
    finished = table.status == Table.Status.FINISHED
    return {
        "table": table,
        "clock": table.clock,
        "clock_sentence": sentence(table.clock),
        "seat": seat,
        "may_call_off": plays(seat, table),
        "can_come_back": (
            seat is not None and seat.left == Seat.Left.TIMED_OUT and table.is_running
        ),
        "asleep": asleep(table),
        "log": log,
        "since": table.move_count if since is None else since,
        "rating_changes": rating_changes(table, seats) if finished else [],
        "waiting": None,
        "refused": "",
        "refused_by": None,
        "note_of": functools.partial(notes.about, table.game),
        "rules_of": rules_of(table),
        "warning": None,
    }


def rules_of(table: Table) -> dict[str, Any] | None:
    """Where the rules of this table's game are told: as a whole, and of each of its options."""
    if rulebook.book(table.game) is None:
        return None
    show = presenter(table.game)
    chosen = []
    for option in show.game.options:
        choice = table.options.get(option.key)
        address = notes.address_of(table.game, f"option:{option.key}")
        if address and choice in option.choices:
            chosen.append((address, show.told_choice(option, choice)))
    return {"address": reverse("games:game", args=[table.game]), "options": chosen}


def plays(seat: Seat | None, table: Table) -> bool:
    """Whether the person at this seat plays a match that runs."""
    return seat is not None and not seat.bot and table.is_running


def number_of(seat: Seat | None) -> int | None:
    return None if seat is None else seat.number


def held_board(table: Table, held: CannotLoad) -> SafeString:
    """What stands in the board's place: what is missing, and what becomes of the match."""
    context = {"missing": held.message, "table": table}
    return SafeString(render_to_string("games/held.html", context))


def held_players(show: Presenter, seats: Sequence[Seat], me: Seat | None) -> list[Player]:
    """Seats with the points that were stored at the end; nothing is known of a match that runs."""
    return [
        Player(
            seat=seat,
            name=seat.name,
            is_me=me is not None and seat.pk == me.pk,
            is_actor=False,
            total=seat.total,
            rank=seat.rank,
            breakdown=[(show.breakdown_label(key), n) for key, n in seat.breakdown.items()],
        )
        for seat in seats
    ]


def drawn(turn: Turn, scene: Scene) -> dict[str, Any]:
    """What the game's presenter makes of a position, or the plain one where that fails."""
    try:
        return _drawn(presenter(turn.table.game), turn, scene)
    except Exception:
        logger.exception(
            "the board of %s failed: table %s, version %s, seat %s, draft %s",
            *(turn.table.game, turn.table.key, turn.table.version, scene.seat, turn.draft),
        )
        return _drawn(plain(turn.table.game), turn, scene)


def _drawn(show: Presenter, turn: Turn, scene: Scene) -> dict[str, Any]:
    return {
        "board_html": drawing.board(show, scene),
        "prompt": show.prompt(scene),
        "groups": show.groups(scene) if scene.legal else [],
        "draft": draft_labels(show, turn, scene.names),
        "orders": orders(show, turn),
        "players": players(show, turn, scene),
    }


# Labels of drafted moves: a draft grows, and what was said of its beginning stays as it was.
_labels: Kept[tuple[object, ...], str] = Kept(2 * MIB)


def draft_labels(show: Presenter, turn: Turn, names: Sequence[str]) -> list[tuple[str, str]]:
    """The drafted moves, each with its label: (notation, in words).

    A move is told as it was when it was chosen, so its label is made once, on the position before
    it: afterwards its step may be the last of a track, its piece gone, its price another.
    """
    if turn.seat is None:
        return []
    moves = turn.drafted.moves
    table, number = turn.table, turn.seat.number
    where = (type(show), table.key, table.version, number, tuple(names), get_language())
    found = []
    for n, (text, before) in enumerate(zip(moves, turn.drafted.before, strict=True), 1):
        key = (*where, tuple(moves[:n]))
        label = _labels.get(key)
        if label is None:
            label = label_of(show, before, number, text, names)
            _labels.put(key, label, LABEL_SIZE + 60 * n)
        found.append((text, label))
    return found


def label_of(
    show: Presenter, before: rules.Match, seat: int, text: str, names: Sequence[str]
) -> str:
    """A move in words, as its seat read them in the position before it."""
    return show.move_label(text, scene_of(show, before, seat, names, legal=(text,)))


def asleep(table: Table) -> str:
    """What is to be said of a table that sleeps; empty where it does not."""
    if table.asleep_until is None:
        return ""
    date = date_format(localtime(table.asleep_until))
    return _(
        "Nobody is left at this table: it sleeps, and no clock runs. It is called off on %(date)s "
        "unless somebody comes back."
    ) % {"date": date}


def leaving(turn: Turn) -> str:
    """What becomes of the match if this person resigns now."""
    others = [seat for seat in turn.seats if seat is not turn.seat]
    if any(seat.is_played_by_person for seat in others):
        return _("If you resign, a bot plays on for you and you have lost.")
    if any(seat.may_come_back for seat in others):
        return _(
            "Nobody else plays at the moment. If you resign, you have lost, and the table sleeps "
            "until somebody comes back; after %(n)d days it is called off."
        ) % {"n": LONGEST_SLEEP.days}
    if turn.table.rated:
        return _(
            "Nobody else is left. If you resign, the match ends here: whoever left before you has "
            "lost to you."
        )
    return _("Nobody else is left. If you resign, the match is called off and does not count.")


def orders(show: Presenter, turn: Turn) -> list[tuple[str, str, bool]]:
    """The standing orders that this person may give: (order, in words, given)."""
    seat = turn.seat
    if seat is None or seat.bot or not turn.table.is_running:
        return []
    offered = turn.match.standing_orders(seat.number)
    return [(order, show.order_label(order), order in seat.standing) for order in offered]


def players(show: Presenter, turn: Turn, scene: Scene) -> list[Player]:
    """Seats with what may be shown of their points: final ones, or what the view tells."""
    points = show.points(scene)
    final = {score.seat: score for score in turn.match.scores()} if turn.match.over else {}
    found = []
    for seat in turn.seats:
        rank = seat.rank  # of a match that was ended before its time
        total: int | None
        note = ""
        if seat.number in final:
            score = final[seat.number]
            total, rank = score.total, score.rank
            parts = [(show.breakdown_label(key), value) for key, value in score.breakdown.items()]
        else:
            now = points[seat.number]
            total, parts, note = now.total, list(now.parts), now.note
        found.append(
            Player(
                seat=seat,
                name=seat.name,
                is_me=turn.seat is not None and seat.pk == turn.seat.pk,
                is_actor=seat.waiting_since is not None,
                total=total,
                rank=rank,
                breakdown=parts,
                note=note,
            )
        )
    return found


@dataclass(frozen=True)
class RatingLine:
    change: RatingChange
    name: str
    opponents: list[str]


def rating_changes(table: Table, seats: Sequence[Seat]) -> list[RatingLine]:
    """The rating changes of a match, explained opponent by opponent."""
    names = {seat.user_id: seat.name for seat in seats if seat.user_id is not None}
    lines = []
    for change in table.rating_changes.all():
        opponents = [
            _("against %(name)s (%(rating)s): result %(result)s, expected %(expected)s: %(delta)s")
            % {
                "name": names.get(pair["user"], _("Former player")),
                "rating": pair["rating"],
                "result": f"{pair['result']:g}",
                "expected": f"{pair['expected']:.2f}",
                "delta": f"{pair['delta']:+.2f}",
            }
            for pair in change.pairs
        ]
        lines.append(RatingLine(change, names.get(change.user_id, ""), opponents))
    return lines


def card(table: Table, user: Any = None) -> dict[str, Any]:
    """What a list of tables shows of one table; its seats must be prefetched."""
    show = presenter(table.game)
    clock: Clock = table.clock
    seats = list(table.seat_set.all())
    declared = show.game.options
    options = [
        (show.option_label(option), show.choice_label(option, table.options[option.key]))
        for option in declared
        if table.options.get(option.key, option.default) != option.default
    ]
    mine = next((s for s in seats if user is not None and s.user_id == user.pk), None)
    return {
        "table": table,
        "presenter": show,
        "seats": seats,
        "free": sum(seat.is_free for seat in seats),
        "clock": clock,
        "clock_sentence": sentence(clock),
        "options": options,
        "mine": mine,
    }
