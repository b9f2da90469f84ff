"""A game's declaration (key, name, seats, options) and the catalogue of all titles here."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games import registry

from .match import Match
from .reasons import OptionChoice, OptionName, Reason, UserInput
from .reasons import gettext_noop as _

Conflict = Callable[[int, Mapping[str, str]], Reason | None]
HidesAnything = Callable[[int, Mapping[str, str]], bool]

# So many colours and marks there are for seats (static/css/tokens.css).
MOST_SEATS = 5


class OptionError(ValueError):
    """An unknown game, option, choice or number of seats; the reason (`why`) says what there is."""

    def __init__(self, why: Reason) -> None:
        super().__init__(str(why))
        self.why = why


@dataclass(frozen=True)
class Option:
    """A declared option: its choices are the words used in records and in the API."""

    key: str
    choices: tuple[str, ...]
    default: str
    help: str


@dataclass(frozen=True)
class PrivateEvent:
    """Events that tell a secret: each of them has an audience, or it would be told to everybody.

    Attributes:
        kind: the kind of event.
        field, value: only events with this field in their data are meant, or only those that have
            this value in it; "" and None: all of the kind.
        only_with: an option and its choice without which nothing of it is secret.

    >>> PrivateEvent("done", "phase", "planning").covers("done", {"phase": "drawing"}, {})
    False
    """

    kind: str
    field: str = ""
    value: object = None
    only_with: tuple[str, str] | None = None

    def covers(self, kind: str, data: Mapping[str, Any], options: Mapping[str, str]) -> bool:
        """Whether an event with this kind and data, in a match with these options, is secret."""
        if kind != self.kind or (self.field and self.field not in data):
            return False
        if self.only_with is not None and options[self.only_with[0]] != self.only_with[1]:
            return False
        return self.value is None or data[self.field] == self.value


@dataclass(frozen=True)
class Game:
    """What the site needs to know of a game before a match starts.

    `version` goes up whenever a change of the rules would make an old record replay differently;
    matches that began under an older one, from `oldest` on, keep its behaviour.
    `conflict` returns a reason when options and seats do not go together, else None.
    `hides` says whether, with these seats and options, anything is hidden from anybody: where it
    is not, re-dealing changes nothing.
    `view` is the `TypedDict` of what `match.view` returns: the API's description shows it.
    `private` are the events that have an audience; all others are for everybody.
    `telling` are the verbs of moves that show others something of what a seat hides, as paying
    with cards from a closed hand does. Of all other moves that reveal nothing, others learn
    nothing but what the rules say of the move.
    `forgotten` are the kinds of events that tell everybody of things which go where they are hidden
    (a card bought openly into a closed hand), and which re-dealing need not remember. What any
    other event tells holds in every re-dealt world.
    `unguessed` are the names of reveals that show what others have chosen in secret and re-dealing
    does not choose for them: what follows from these, nobody is told before it happens.

    The examples read the declaration of barter, a small title of the tests.

    >>> from tests.titles.barter.rules import GAME as barter
    >>> barter.name, list(barter.seats)
    ('Barter', [2, 3])
    """

    key: str
    name: str
    seats: range
    options: tuple[Option, ...]
    match: type[Match]
    version: int = 1
    oldest: int = 1
    conflict: Conflict | None = field(default=None, compare=False)
    hides: HidesAnything = field(default=lambda seats, options: True, compare=False)
    private: tuple[PrivateEvent, ...] = ()
    telling: frozenset[str] = frozenset()
    forgotten: frozenset[str] = frozenset()
    unguessed: frozenset[str] = frozenset()
    view: type = dict

    def check(self, seats: int, options: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return every option with its choice.

        Raises:
            OptionError: an unknown option or choice, or a number of seats this game has not.

        >>> size = Option("size", ("small", "large"), "small", "how many pebbles")
        >>> pebbles = Game("pebbles", "Pebbles", range(2, 5), (size,), Match)
        >>> pebbles.check(2)
        {'size': 'small'}
        >>> pebbles.check(2, {"size": "huge"})
        Traceback (most recent call last):
        games.rules.game.OptionError: size of pebbles must be one of small, large, not 'huge'
        """
        if type(seats) is not int or seats not in self.seats:
            raise OptionError(
                Reason(
                    "seats",
                    _("%(game)s is for %(least)s to %(most)s seats, not %(given)s"),
                    game=self.key,
                    least=self.seats.start,
                    most=self.seats.stop - 1,
                    given=UserInput(seats),
                )
            )
        given = dict(options or {})
        chosen = {option.key: given.pop(option.key, option.default) for option in self.options}
        if given:
            raise OptionError(
                Reason(
                    "no_such_option",
                    _("%(game)s has no option %(given)s; it has: %(known)s"),
                    game=self.key,
                    given=UserInput(next(iter(given))),
                    known=tuple(OptionName(option.key) for option in self.options),
                )
            )
        for option in self.options:
            if chosen[option.key] not in option.choices:
                raise OptionError(
                    Reason(
                        "no_such_choice",
                        _("%(option)s of %(game)s must be one of %(choices)s, not %(given)s"),
                        option=OptionName(option.key),
                        game=self.key,
                        choices=tuple(OptionChoice(option.key, one) for one in option.choices),
                        given=UserInput(chosen[option.key]),
                    )
                )
        problem = self.conflict(seats, chosen) if self.conflict else None
        if problem:
            raise OptionError(problem)
        return chosen

    @property
    def versions(self) -> range:
        """The rules versions that can be played on.

        >>> Game("pebbles", "Pebbles", range(2, 5), (), Match, version=3, oldest=2).versions
        range(2, 4)
        """
        return range(self.oldest, self.version + 1)

    @functools.cached_property
    def private_kinds(self) -> frozenset[str]:
        """The kinds of events of which some or all are private.

        >>> from tests.titles.barter.rules import GAME as barter
        >>> sorted(barter.private_kinds)
        ['drawn_card', 'given_card', 'offered_card']
        """
        return frozenset(one.kind for one in self.private)

    def has_secrets(self, options: Mapping[str, str]) -> bool:
        """Whether a seat may know something in a match with these options that others do not.

        >>> private = (PrivateEvent("drawn", only_with=("hands", "closed")),)
        >>> pebbles = Game("pebbles", "Pebbles", range(2, 5), (), Match, private=private)
        >>> pebbles.has_secrets({"hands": "closed"}), pebbles.has_secrets({"hands": "open"})
        (True, False)
        """
        with_these = (one.only_with for one in self.private)
        return any(one is None or options[one[0]] == one[1] for one in with_these)

    def check_public(self, kind: str, data: Mapping[str, Any], options: Mapping[str, str]) -> None:
        """Check that an event for everybody is not declared private.

        Raises:
            ValueError: it is private.

        >>> from tests.titles.barter.rules import GAME as barter
        >>> barter.check_public("drawn", {"left": 23}, {})
        >>> barter.check_public("drawn_card", {"card": 25}, {})
        Traceback (most recent call last):
        ValueError: 'drawn_card' of barter tells a secret: it needs an audience
        """
        if self.is_private(kind, data, options):
            raise ValueError(f"{kind!r} of {self.key} tells a secret: it needs an audience")

    def is_private(self, kind: str, data: Mapping[str, Any], options: Mapping[str, str]) -> bool:
        """Whether an event is declared private: it must then have an audience.

        >>> from tests.titles.barter.rules import GAME as barter
        >>> barter.is_private("drawn_card", {"card": 25}, {})
        True
        >>> barter.is_private("drawn", {"left": 23}, {})
        False
        """
        return any(one.covers(kind, data, options) for one in self.private)


@functools.cache
def catalogue() -> dict[str, Game]:
    """All games that can be played here, by key; those that `registry.broken_modules()` names
    are not.
    """
    rooms = {key: registry.title_module(key, "rules") for key in registry.title_folders()}
    return {key: room.GAME for key, room in rooms.items() if room is not None}


def get(key: str) -> Game:
    """The game of this key.

    Raises:
        OptionError: there is no such game; the message lists those there are.
    """
    game = catalogue().get(key)
    if game is None:
        raise OptionError(
            Reason(
                "no_such_game",
                _("there is no game %(given)s; there are: %(known)s"),
                given=UserInput(key),
                known=tuple(catalogue()),
            )
        )
    return game
