"""A game's declaration (key, name, seats, options) and the catalogue of all titles."""

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

# The number of seat colours and marks in static/css/tokens.css.
MOST_SEATS = 5


class OptionError(ValueError):
    """The game, option, choice or number of seats is invalid; the reason `why` lists valid ones."""

    def __init__(self, why: Reason) -> None:
        super().__init__(str(why))
        self.why = why


@dataclass(frozen=True)
class Option:
    """A declared option. Its choices are the words that records and the API use."""

    key: str
    choices: tuple[str, ...]
    default: str
    help: str


@dataclass(frozen=True)
class PrivateEvent:
    """Events that reveal a secret: each must have an audience, or everyone would see it.

    Attributes:
        kind: the kind of event.
        field, value: restrict the declaration to events whose data have this field, or this value
            in it; with "" and None all events of the kind are meant.
        only_with_option: (option, choice): the events are secret only in matches with this choice.

    >>> PrivateEvent("done", "phase", "planning").covers("done", {"phase": "drawing"}, {})
    False
    """

    kind: str
    field: str = ""
    value: object = None
    only_with_option: tuple[str, str] | None = None

    def covers(self, kind: str, data: Mapping[str, Any], options: Mapping[str, str]) -> bool:
        """Whether an event with this kind and data, in a match with these options, is secret."""
        if kind != self.kind or (self.field and self.field not in data):
            return False
        if (
            self.only_with_option is not None
            and options[self.only_with_option[0]] != self.only_with_option[1]
        ):
            return False
        return self.value is None or data[self.field] == self.value


@dataclass(frozen=True)
class Game:
    """What the site needs to know of a game before a match starts.

    Attributes:
        version: the rules version. It goes up whenever a change of the rules would make an old
            record replay differently. Matches that began under an older one keep its behaviour.
        oldest_version: the oldest rules version that can still be played.
        conflict: returns a reason when options and seats do not go together, else None.
        has_hidden_parts: whether anything is hidden from anyone with these seats and options. If
            not, re-dealing changes nothing.
        private_events: the events that have an audience; all others are for everyone.
        revealing_verbs: the verbs of moves that show others part of what a seat hides, such as
            paying with cards from a closed hand. From any other move that reveals nothing, others
            learn only what the rules say about it.
        forgettable_event_kinds: the kinds of events that show everyone something that then becomes
            hidden, such as a card bought openly into a closed hand. Re-dealing may ignore these
            events. What any other event shows holds in every re-dealt world.
        reveals_not_redealt: the names of reveals of secret choices that re-dealing does not make
            for the other seats. The effects of such a reveal are shown to nobody before it happens.
        suits_duplicate: whether matches with the same seed can be compared: the set-up is equal,
            and each name of chance brings the same.
        view: the `TypedDict` that `match.view` returns; the API description shows it.

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
    oldest_version: int = 1
    conflict: Conflict | None = field(default=None, compare=False)
    has_hidden_parts: HidesAnything = field(default=lambda seats, options: True, compare=False)
    private_events: tuple[PrivateEvent, ...] = ()
    revealing_verbs: frozenset[str] = frozenset()
    forgettable_event_kinds: frozenset[str] = frozenset()
    reveals_not_redealt: frozenset[str] = frozenset()
    suits_duplicate: bool = False
    view: type = dict

    def check(self, seats: int, options: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return every option with its choice.

        Raises:
            OptionError: an option or choice is unknown, or the game does not have this number of
                seats, or the options and seats do not go together.

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
        """The rules versions that can still be played.

        >>> Game("pebbles", "Pebbles", range(2, 5), (), Match, version=3, oldest_version=2).versions
        range(2, 4)
        """
        return range(self.oldest_version, self.version + 1)

    @functools.cached_property
    def private_kinds(self) -> frozenset[str]:
        """The kinds of events of which some or all are private.

        >>> from tests.titles.barter.rules import GAME as barter
        >>> sorted(barter.private_kinds)
        ['drawn_card', 'given_card', 'offered_card']
        """
        return frozenset(one.kind for one in self.private_events)

    def has_secrets(self, options: Mapping[str, str]) -> bool:
        """Whether, in a match with these options, a seat may know something that others do not.

        >>> private = (PrivateEvent("drawn", only_with_option=("hands", "closed")),)
        >>> pebbles = Game("pebbles", "Pebbles", range(2, 5), (), Match, private_events=private)
        >>> pebbles.has_secrets({"hands": "closed"}), pebbles.has_secrets({"hands": "open"})
        (True, False)
        """
        with_these = (one.only_with_option for one in self.private_events)
        return any(one is None or options[one[0]] == one[1] for one in with_these)

    def check_public(self, kind: str, data: Mapping[str, Any], options: Mapping[str, str]) -> None:
        """Check that an event for everyone is not declared private.

        Raises:
            ValueError: the event is private.

        >>> from tests.titles.barter.rules import GAME as barter
        >>> barter.check_public("drawn", {"left": 23}, {})
        >>> barter.check_public("drawn_card", {"card": 25}, {})
        Traceback (most recent call last):
        ValueError: 'drawn_card' of barter reveals a secret: it needs an audience
        """
        if self.is_private(kind, data, options):
            raise ValueError(f"{kind!r} of {self.key} reveals a secret: it needs an audience")

    def is_private(self, kind: str, data: Mapping[str, Any], options: Mapping[str, str]) -> bool:
        """Whether an event is declared private; it must then have an audience.

        >>> from tests.titles.barter.rules import GAME as barter
        >>> barter.is_private("drawn_card", {"card": 25}, {})
        True
        >>> barter.is_private("drawn", {"left": 23}, {})
        False
        """
        return any(one.covers(kind, data, options) for one in self.private_events)


@functools.cache
def catalogue() -> dict[str, Game]:
    """All games that can be played here, by key.

    Games that `registry.broken_modules()` names are left out.
    """
    modules = {key: registry.title_module(key, "rules") for key in registry.title_folders()}
    return {key: module.GAME for key, module in modules.items() if module is not None}


def get(key: str) -> Game:
    """The game with this key.

    Raises:
        OptionError: there is no such game; the message lists the existing ones.
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
