"""The interface of every game: a match, its moves, events and scores.

A rules package subclasses `Match` and implements the hooks at its end (`_start`, `_list`, `_play`,
`_refusal`, `_copy`, `_dump`, `_load`, `_redeal`) and the public `scores`, `view` and `__str__`.
When an actor runs out of time, the site plays `auto_move`: the first listed move by default. The
base class keeps the journal, checks every move against the list, and makes sure that a refused move
changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from .chance import Chance, Dealer, FairChance, FastChance, copy_journal
from .reasons import MoveSyntax, Notation, Reason, SeatNumber, UserInput, Verb
from .reasons import gettext_noop as _

if TYPE_CHECKING:
    from .game import Game

MATCH_FORMAT = "longtable-match/1"
RECORD_FORMAT = "longtable-record/1"
LONGEST_MOVE = 200  # characters, the limit of stored journals


class IllegalMove(Exception):
    """The move is not in the list of legal moves.

    Attributes:
        why: the reason with its code and values, for pages and programs.
        reason: what is wrong and what would be right, as an English sentence.
        section: the section of the rules sheet that says so ("5.8"), or "".
    """

    def __init__(self, why: Reason, section: str = "") -> None:
        reason = str(why)
        super().__init__(f"{reason} (rules {section})" if section else reason)
        self.why = why
        self.reason = reason
        self.section = section


class Event(NamedTuple):
    """Something that happened. Only the seat `audience` may know it; None: everyone may."""

    kind: str
    seat: int | None
    data: dict[str, Any]
    audience: int | None = None


#: `Event(…)` without calling its constructor, because matches make thousands of events.
as_event = tuple.__new__


class StoredEvent(Event):
    """An event from a journal, with the version of the rules that emitted it."""

    rules_version: int

    @classmethod
    def of(cls, kind: str, seat: int | None, data: dict[str, Any], *more: Any) -> StoredEvent:
        """The event in a journal row: [kind, seat, data, audience, rules version].

        The oldest rows do not say the version, which was 1.
        """
        audience, version = (*more, 1)[:2]
        event = cls(kind, seat, data, audience)
        event.rules_version = version
        return event


def illegal_move(code: str, message: str, section: str = "", /, **params: Any) -> IllegalMove:
    """The refusal of a move: a reason, and the section of the rules sheet that says so."""
    return IllegalMove(Reason(code, message, **params), section)


def malformed_move(section: str, tokens: Sequence[str], *forms: str) -> IllegalMove:
    """The refusal of a move with too few or too many words; `forms` are the valid forms."""
    return illegal_move(
        "bad_form",
        _("%(given)s is not a valid form of this move; valid forms: %(forms)s"),
        section,
        given=UserInput(" ".join(tokens)),
        forms=tuple(map(MoveSyntax, forms)),
    )


class Score(NamedTuple):
    """The points of a seat: `breakdown` sums to `total`; ranks start at 1, true ties share one."""

    seat: int
    total: int
    breakdown: dict[str, int]
    tiebreak: tuple[int, ...]
    rank: int


def rank_scores(
    breakdowns: Sequence[dict[str, int]], tiebreaks: Sequence[tuple[int, ...]] | None = None
) -> list[Score]:
    """Scores in seat order with ranks: more points are better, then a higher tie-break.

    >>> [score.rank for score in rank_scores([{"a": 3}, {"a": 5}, {"a": 3}])]
    [2, 1, 2]
    """
    ties = list(tiebreaks) if tiebreaks is not None else [()] * len(breakdowns)
    totals = [sum(breakdown.values()) for breakdown in breakdowns]
    keys = list(zip(totals, ties, strict=True))
    return [
        Score(
            seat, totals[seat], dict(breakdown), ties[seat], 1 + sum(k > keys[seat] for k in keys)
        )
        for seat, breakdown in enumerate(breakdowns)
    ]


class Match:
    """One play of a game: options, chance and the moves so far.

    Attributes:
        game: the game's declaration.
        seats: number of seats; seat numbers are 0 … seats - 1 in the starting turn order.
        options: every declared option with its choice.
        rules_version: the version of the rules with which the match began and which it keeps.
        chance: the source of random outcomes.
        moves: journal of (seat, notation) since the start (or since a load without history).
        actors: seats that must decide now, ascending; () when the match is over.
        opening: events of the set-up (only in the match that `new_match` returned).
        complete: whether `moves` and the chance's journal go back to the start.

    The examples play barter, a small title of the tests: each seat has three cards, and everyone
    first offers one in secret.

    >>> from tests.titles.barter.rules import GAME as barter
    >>> match = barter.match(barter, 2, {}, FairChance("a secret"))
    >>> match.actors
    (0, 1)
    """

    __slots__ = (
        "_events",
        "_lists",
        "actors",
        "chance",
        "complete",
        "game",
        "moves",
        "opening",
        "options",
        "rules_version",
        "seats",
    )

    game: Game
    seats: int
    options: Mapping[str, str]
    rules_version: int
    chance: Chance
    moves: list[tuple[int, str]]
    actors: tuple[int, ...]
    opening: list[Event]
    complete: bool

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, str],
        chance: Chance,
        rules_version: int | None = None,
    ) -> None:
        self.game = game
        self.rules_version = game.version if rules_version is None else rules_version
        self.seats = seats
        self.options = options
        self.chance = chance
        self.moves = []
        self.actors = ()
        self.complete = True
        self._events: list[Event] = []
        self._lists: dict[int, list[str]] = {}
        self._start()
        self.opening = self._events

    # what every caller uses

    @property
    def over(self) -> bool:
        """Whether the match has ended: no seat has to decide.

        >>> from tests.titles.barter.rules import GAME as barter
        >>> match = barter.match(barter, 2, {}, FairChance("a secret"))
        >>> match.over
        False
        """
        return not self.actors

    @property
    def reveals(self) -> int:
        """The number of chance outcomes plus hidden things that became visible, so far.

        A move that increases it cannot be taken back. The set-up of barter shuffles the deck and
        deals six cards:

        >>> from tests.titles.barter.rules import GAME as barter
        >>> match = barter.match(barter, 2, {}, FairChance("a secret"))
        >>> match.reveals
        7
        """
        return self.chance.reveals

    def legal_moves(self, seat: int) -> list[str]:
        """The moves that `play` accepts from this seat now, in the sheet's notation and order.

        >>> from tests.titles.barter.rules import GAME as barter
        >>> match = barter.match(barter, 2, {}, FairChance("a secret"))
        >>> match.legal_moves(0)
        ['offer 3', 'offer 16', 'offer 27']

        Raises:
            ValueError: the match has no such seat.
        """
        listed = self._lists.get(seat)
        return (self._legal(seat) if listed is None else listed)[:]

    def play(self, seat: int, move: str) -> list[Event]:
        """Play a listed move and return its events.

        Raises:
            IllegalMove: the move is not in `legal_moves(seat)`; nothing has changed.
            ScriptError: a scripted outcome is impossible; nothing has changed.

        >>> from tests.titles.barter.rules import GAME as barter
        >>> match = barter.match(barter, 2, {}, FairChance("a secret"))
        >>> for event in match.play(0, "offer 3"):
        ...     print(event.kind, event.data, event.audience)
        offered {} None
        offered_card {'card': 3} 0
        >>> match.play(1, "roll")
        Traceback (most recent call last):
        games.rules.match.IllegalMove: 'roll' is not possible now; possible: offer
        """
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise illegal_move(
                "no_such_seat",
                _("there is no seat %(given)s: seats are 0 to %(last)s"),
                given=UserInput(seat),
                last=self.seats - 1,
            )
        listed = self._lists.get(seat)
        if move not in (self._legal(seat) if listed is None else listed):
            raise self._refusal_error(seat, move)
        if not self.chance.is_scripted:
            return self._carry_out(seat, move)
        before = self.copy()
        try:
            return self._carry_out(seat, move)
        except Exception:
            self._copy_from(before)
            raise

    def record(self) -> dict[str, Any]:
        """The portable record (format longtable-record/1), including outcomes and seed.

        It contains everything hidden: while the match runs, it must not leave the server.

        Raises:
            ValueError: the match was loaded without its history, or its chance is not a
                `FairChance`.

        >>> from tests.titles.barter.rules import GAME as barter
        >>> match = barter.match(barter, 2, {}, FairChance("a secret"))
        >>> events = match.play(0, "offer 3")
        >>> record = match.record()
        >>> record["seed"], record["moves"]
        ('a secret', [[0, 'offer 3']])
        """
        if not self.complete or not isinstance(self.chance, FairChance):
            raise ValueError("this match does not know its whole history: load it with its history")
        data: dict[str, Any] = {
            "format": RECORD_FORMAT,
            "game": self.game.key,
            "rules": self.rules_version,
            "seats": self.seats,
            "options": dict(self.options),
            "chance": copy_journal(self.chance.outcomes),
            "moves": [[seat, move] for seat, move in self.moves],
            "seed": self.chance.seed,
        }
        if self.chance.script:
            data["script"] = copy_journal(self.chance.script)
        return data

    def dump(self, *, history: bool = True) -> dict[str, Any]:
        """The exact state as a JSON-ready dict; without `history`, its size does not grow.

        >>> from tests.titles.barter.rules import GAME as barter
        >>> match = barter.match(barter, 2, {}, FairChance("a secret"))
        >>> dumped = match.dump()
        >>> dumped["actors"], dumped["state"]["hands"]
        ([0, 1], [[3, 16, 27], [5, 17, 2]])
        >>> "moves" in dumped, "moves" in match.dump(history=False)
        (True, False)
        """
        data: dict[str, Any] = {
            "format": MATCH_FORMAT,
            "game": self.game.key,
            "rules": self.rules_version,
            "seats": self.seats,
            "options": dict(self.options),
            "actors": list(self.actors),
            "chance": self.chance.dump(history=history and self.complete),
            "state": self._dump(),
        }
        if history and self.complete:
            data["moves"] = [[seat, move] for seat, move in self.moves]
        return data

    def copy(self) -> Self:
        """An independent match in the same position.

        >>> from tests.titles.barter.rules import GAME as barter
        >>> match = barter.match(barter, 2, {}, FairChance("a secret"))
        >>> twin = match.copy()
        >>> events = twin.play(0, "offer 3")
        >>> twin.moves, match.moves
        ([(0, 'offer 3')], [])
        """
        return self._copy_with_chance(self.chance.copy())

    def determinize(self, seat: int | None, chance: Dealer) -> Self:
        """A copy whose hidden parts are re-dealt consistently with what `seat` knows.

        `seat` None is a spectator. The copy goes on with `chance` itself if that is a `Chance`,
        else with a `FastChance`. The copy knows no earlier moves, because some of them may be
        secret.

        >>> from tests.titles.barter.rules import GAME as barter
        >>> match = barter.match(barter, 2, {}, FairChance("a secret"))
        >>> world = match.determinize(0, FairChance("another secret"))
        >>> match.view(0)["hand"], world.view(0)["hand"]
        ([3, 16, 27], [3, 16, 27])
        >>> match.view(1)["hand"], world.view(1)["hand"]
        ([5, 17, 2], [11, 28, 6])
        """
        further = chance if isinstance(chance, Chance) else FastChance(chance.roll("seed", 2**31))
        twin = self._copy_with_chance(further)
        twin.moves = []
        twin.complete = False
        reveals = self.chance.reveals
        twin._redeal(seat, chance)
        further.reveals = reveals
        return twin

    # what the game's rules use

    def emit(
        self, kind: str, seat: int | None, data: dict[str, Any], audience: int | None = None
    ) -> None:
        """Add an event to those of the set-up or of the move being played.

        Args:
            kind: the kind of event, as the title names it.
            seat: the seat that the event is about; None for an event of no seat.
            data: what the log and the page need to know, JSON-ready.
            audience: the one seat that may see it; None for everyone.

        Raises:
            ValueError: the event is declared private but has no audience.

        >>> from tests.titles.barter.rules import GAME as barter
        >>> match = barter.match(barter, 2, {}, FairChance("a secret"))
        >>> match.emit("drawn", 1, {"left": 23})
        >>> match.emit("drawn_card", 1, {"card": 25}, audience=1)
        >>> match.opening[-1]
        Event(kind='drawn_card', seat=1, data={'card': 25}, audience=1)
        """
        if audience is None and kind in self.game.private_kinds:
            self.game.check_public(kind, data, self.options)
        self._events.append(as_event(Event, (kind, seat, data, audience)))

    def emit_score(
        self, seat: int, amount: int, reason: str, audience: int | None = None, **more: Any
    ) -> None:
        """Add a score event. Per seat, the amounts of all of them sum to the total of `scores()`.

        >>> from tests.titles.barter.rules import GAME as barter
        >>> match = barter.match(barter, 2, {}, FairChance("a secret"))
        >>> match.emit_score(1, 4, "luck")
        >>> match.opening[-1]
        Event(kind='score', seat=1, data={'amount': 4, 'reason': 'luck'}, audience=None)
        """
        self.emit("score", seat, {"amount": amount, "reason": reason, **more}, audience)

    # inside

    def _legal(self, seat: int) -> list[str]:
        listed = self._lists.get(seat)
        if listed is None:
            if not 0 <= seat < self.seats:
                raise ValueError(f"there is no seat {seat}: seats are 0 to {self.seats - 1}")
            listed = self._lists[seat] = self._list(seat) if self.actors else []
        return listed

    def _carry_out(self, seat: int, move: str) -> list[Event]:
        events = self._events = []
        lists = self._lists
        lists.clear()
        self._play(seat, move.split(" "))
        lists.clear()
        self.moves.append((seat, move))
        return events

    def _refusal_error(self, seat: int, move: object) -> IllegalMove:
        if not self.actors:
            return illegal_move("over", _("the match is over: no more moves are possible"))
        listed = self._legal(seat)
        if not listed:
            return illegal_move(
                "not_your_turn",
                _("%(seat)s has nothing to decide now; to move: %(actors)s"),
                seat=SeatNumber(seat),
                actors=tuple(map(SeatNumber, self.actors)),
            )
        # The example is from the seat's own list: those of other seats may reveal what they hide.
        example = Notation(listed[0])
        if not isinstance(move, str):
            return illegal_move(
                "not_text",
                _("a move is text such as %(example)s, not %(given)s"),
                example=MoveSyntax(example),
                given=UserInput(move),
            )
        if not move.strip() or " ".join(move.split()) != move:
            return illegal_move(
                "not_a_move",
                _("%(given)s is not a move: tokens are separated by one space"),
                given=UserInput(move),
            )
        tokens = move.split(" ")
        known = self._refusal(seat, tokens)
        if known is not None:
            return known
        verbs = {one.split(" ")[0] for one in listed}
        if tokens[0] not in verbs:
            return illegal_move(
                "not_now",
                _("%(given)s is not possible now; possible: %(verbs)s"),
                given=UserInput(tokens[0]),
                verbs=tuple(map(Verb, sorted(verbs))),
            )
        return illegal_move(
            "not_listed",
            _("%(given)s is not possible now; for example %(example)s is"),
            given=UserInput(move),
            example=example,
        )

    def _copy_with_chance(self, chance: Chance) -> Self:
        twin = type(self).__new__(type(self))
        self._copy_into(twin, chance)
        return twin

    def _copy_from(self, other: Self) -> None:
        other._copy_into(self, other.chance)

    def _copy_into(self, twin: Self, chance: Chance) -> None:
        """Put `twin` into this position."""
        twin.game = self.game
        twin.seats = self.seats
        twin.options = self.options
        twin.rules_version = self.rules_version
        twin.chance = chance
        twin.moves = self.moves[:]
        twin.actors = self.actors
        twin.opening = []
        twin.complete = self.complete
        twin._events = []
        twin._lists = {}
        self._copy(twin)

    # what each game fills in

    def scores(self) -> list[Score]:
        """Points of every seat, in seat order; before the end, the points that are certain so far.

        >>> from tests.titles.barter.rules import GAME as barter
        >>> match = barter.match(barter, 2, {}, FairChance("a secret"))
        >>> events = match.play(0, "offer 3"), match.play(1, "offer 5"), match.play(0, "roll")
        >>> [(score.total, score.breakdown, score.rank) for score in match.scores()]
        [(4, {'cards': 0, 'luck': 4, 'town': 0}, 1), (0, {'cards': 0, 'luck': 0, 'town': 0}, 2)]
        """
        raise NotImplementedError

    def view(self, seat: int | None) -> dict[str, Any]:
        """What this seat (None: a spectator) may see, JSON-ready, and nothing more.

        >>> from tests.titles.barter.rules import GAME as barter
        >>> match = barter.match(barter, 2, {}, FairChance("a secret"))
        >>> match.view(0)["hand"], match.view(None)["hand"], match.view(None)["hands"]
        ([3, 16, 27], None, [3, 3])
        """
        raise NotImplementedError

    def auto_move(self, seat: int) -> str:
        """The move that the site plays for an actor whose time ran out (auto-play of the sheet).

        This is the first listed move, unless the title chooses another one.

        >>> from tests.titles.barter.rules import GAME as barter
        >>> match = barter.match(barter, 2, {}, FairChance("a secret"))
        >>> match.auto_move(0)
        'offer 3'
        """
        return self._legal(seat)[0]

    def auto_answers(self, seat: int) -> list[str]:
        """Automatic answers that this seat may choose in advance, so that nobody waits for it.

        A title that supports automatic answers lists them; barter has none.

        >>> from tests.titles.barter.rules import GAME as barter
        >>> match = barter.match(barter, 2, {}, FairChance("a secret"))
        >>> match.auto_answers(0)
        []
        """
        return []

    def auto_answer(self, seat: int, chosen: Sequence[str]) -> str | None:
        """The listed move with which these automatic answers answer an actor's decision, or None.

        Barter has no automatic answers, so the seat decides itself.

        >>> from tests.titles.barter.rules import GAME as barter
        >>> match = barter.match(barter, 2, {}, FairChance("a secret"))
        >>> match.auto_answer(0, []) is None
        True
        """
        return None

    def _start(self) -> None:
        """Set up the match: draw from `self.chance`, `emit`, set `self.actors`."""
        raise NotImplementedError

    def _list(self, seat: int) -> list[str]:
        """The legal moves of a seat in a match that is not over; [] if it has none."""
        raise NotImplementedError

    def _play(self, seat: int, tokens: list[str]) -> None:
        """Carry out a listed move: change the state, `emit`, set `self.actors`."""
        raise NotImplementedError

    def _refusal(self, seat: int, tokens: list[str]) -> IllegalMove | None:
        """The reason why a move of a seat that has moves is not listed; None for no special one."""
        raise NotImplementedError

    def _copy(self, twin: Self) -> None:
        """Copy the slots of the game's own class into a fresh twin."""
        raise NotImplementedError

    def _dump(self) -> dict[str, Any]:
        """The game's own state as JSON-ready data: string keys, lists, no tuples."""
        raise NotImplementedError

    def _load(self, state: Mapping[str, Any]) -> None:
        """Set the slots of the game's own class from what `_dump` returned."""
        raise NotImplementedError

    def _redeal(self, seat: int | None, chance: Dealer) -> None:
        """Re-deal in place whatever `seat` does not know."""
        raise NotImplementedError
