"""Barter: a title made to be got wrong. It has all that can leak: a deck, closed hands, a secret
offer that all seats make at once, a die. Every decision is one move: nobody goes on after one that
reveals nothing.

Five rounds. First everybody with cards offers one in secret (`offer c`, which `withdraw` takes
back); when all have, each goes to the next seat. Then each seat in turn plays a card for its
number of points (`play c`), draws one (`draw`) or rolls the die for points (`roll`). The die is
rolled between rounds, too: so much more is a card worth in the next one.

Since version 2 there is a town, and a turn can also be a deal on its market or a house. A good
costs its price, which then goes up a step, and brings it when it is sold, after which it goes down
(`buy cloth`, `sell cloth`). A house costs the good of its hex and takes its seat a step up the
track of renown, for points (`build a2`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Self, TypedDict

import games.rules as rules
from games.rules import Dealer, IllegalMove, Score, UserInput, rank_scores
from games.rules.fields import Fields, MatchPart, fields
from games.rules.match import illegal_move
from games.rules.reasons import gettext_noop as _

CARDS = range(1, 31)
HAND = 3
ROUNDS = 5
NOTHING = 0
FREE = -1
OFFERS, TURNS, OVER = "offers", "turns", "over"
REASONS = ("cards", "luck", "town")  # of points


class Hex(NamedTuple):
    """A place of the town in axial coordinates, and the good that a house there costs."""

    q: int
    r: int
    good: str


GOODS = ("cloth", "salt")
PRICES = (1, 2, 3, 4, 5, 6)
FIRST_PRICE = 1  # its place among the prices
COINS = 5
RENOWN = (0, 2, 5, 9, 14, 20)  # points after so many houses: one for each round
HEXES = {
    "a1": Hex(0, -1, "salt"),
    "a2": Hex(1, -1, "cloth"),
    "b1": Hex(-1, 0, "cloth"),
    "b2": Hex(0, 0, "salt"),
    "b3": Hex(1, 0, "salt"),
    "c1": Hex(-1, 1, "salt"),
    "c2": Hex(0, 1, "cloth"),
}


class TownView(TypedDict):
    """What everybody sees of the town.

    `purses` holds coins and goods by seat, `prices` places among PRICES, `houses` seats by hex, and
    `renown` the places of seats on the track.
    """

    purses: list[dict[str, int]]
    prices: dict[str, int]
    houses: dict[str, int]
    renown: list[int]


class View(TypedDict):
    """What a seat sees; `hand` and `offer` are its own, None for spectators."""

    phase: str
    round: int
    turn: int
    bonus: int
    actors: list[int]
    deck: int
    hands: list[int]
    offered: list[bool]
    scores: list[int]
    hand: list[int] | None
    offer: int | None
    town: TownView | None


@fields
class Town(MatchPart):
    """The market and the houses; `goods` is by kind and seat, `owners` a seat or FREE by hex."""

    coins: list[int]
    goods: list[list[int]]
    prices: list[int]
    owners: list[int]

    @classmethod
    def start(cls, seats: int) -> Self:
        town = cls()
        town.coins = [COINS] * seats
        town.goods = [[1] * seats for _ in GOODS]
        town.prices = [FIRST_PRICE for _ in GOODS]
        town.owners = [FREE for _ in HEXES]
        return town

    def view(self) -> dict[str, Any]:
        return {
            "purses": [
                {"coins": coins, **dict(zip(GOODS, goods, strict=True))}
                for coins, *goods in zip(self.coins, *self.goods, strict=True)
            ],
            "prices": dict(zip(GOODS, self.prices, strict=True)),
            "houses": {
                place: owner
                for place, owner in zip(HEXES, self.owners, strict=True)
                if owner != FREE
            },
            "renown": [self.owners.count(seat) for seat in range(len(self.coins))],
        }

    def list_moves(self, seat: int) -> list[str]:
        stock = dict(zip(GOODS, (own[seat] for own in self.goods), strict=True))
        hexes = zip(HEXES.items(), self.owners, strict=True)
        return [
            *(
                f"buy {good}"
                for good, price in zip(GOODS, self.prices, strict=True)
                if PRICES[price] <= self.coins[seat]
            ),
            *(f"sell {good}" for good in GOODS if stock[good]),
            *(
                f"build {place}"
                for (place, found), owner in hexes
                if owner == FREE and stock[found.good]
            ),
        ]

    def deal(self, seat: int, good: int, number: int) -> int:
        """Buy or sell (1 or -1) a good for its price, which then goes up or down; return it."""
        price = PRICES[self.prices[good]]
        self.coins[seat] -= number * price
        self.goods[good][seat] += number
        self.prices[good] = min(max(self.prices[good] + number, 0), len(PRICES) - 1)
        return price

    def build(self, seat: int, place: str) -> int:
        """Build a house, and return the points of the next step of renown."""
        built = self.owners.count(seat)
        self.goods[GOODS.index(HEXES[place].good)][seat] -= 1
        self.owners[list(HEXES).index(place)] = seat
        return RENOWN[built + 1] - RENOWN[built]


@fields
class Barter(rules.Match, Fields):
    """See the module; `deck` has its top at the end, `offers` a card or NOTHING by seat."""

    bonus: int
    deck: list[int]
    hands: list[list[int]]
    offers: list[int]
    phase: str
    points: list[list[int]]
    round: int
    turn: int
    town: Town | None

    def scores(self) -> list[Score]:
        return rank_scores([dict(zip(REASONS, own, strict=False)) for own in self.points])

    def _dump(self) -> dict[str, Any]:
        """The state; without a town as it was before there could be one."""
        return {key: value for key, value in self.dump_fields().items() if value is not None}

    def _load(self, state: Mapping[str, Any]) -> None:
        self.load_fields({"town": None, **state})

    def view(self, seat: int | None) -> dict[str, Any]:
        return {
            "phase": self.phase,
            "round": self.round,
            "turn": self.turn,
            "bonus": self.bonus,
            "actors": list(self.actors),
            "deck": len(self.deck),
            "hands": [len(hand) for hand in self.hands],
            "offered": [offer != NOTHING for offer in self.offers],
            "scores": [sum(own) for own in self.points],
            "hand": None if seat is None else self.hands[seat][:],
            "offer": None if seat is None else self.offers[seat],
            "town": None if self.town is None else self.town.view(),
        }

    def __str__(self) -> str:
        return f"Barter, round {self.round}, {self.phase}, points {self.points}"

    def _start(self) -> None:
        self.deck = self.chance.shuffle("deck", CARDS)
        self.hands = [[] for _ in range(self.seats)]
        self.town = Town.start(self.seats) if has_town(self) else None
        self.points = [[0, 0, 0] if has_town(self) else [0, 0] for _ in range(self.seats)]
        self.bonus = 0
        self.round = 0
        for _card in range(HAND):
            for seat in range(self.seats):
                self.draw(seat)
        self.begin_round()

    def begin_round(self) -> None:
        self.round += 1
        self.turn = 0
        self.offers = [NOTHING] * self.seats
        self.phase = OFFERS
        self.wait()

    def wait(self) -> None:
        """Ask whoever can offer a card and has not; then come the turns."""
        self.actors = tuple(
            seat for seat, hand in enumerate(self.hands) if hand and not self.offers[seat]
        )
        if self.actors:
            return
        if any(self.offers):
            self.exchange()
        self.phase = TURNS
        self.actors = (0,)

    def exchange(self) -> None:
        """Every offered card goes to the next seat; giver and receiver see it."""
        self.chance.reveal("offers")
        for seat, card in enumerate(self.offers):
            if card:
                receiver = (seat + 1) % self.seats
                self.hands[seat].remove(card)
                self.hands[receiver].append(card)
                self.emit("given", seat, {"to": receiver})
                for witness in (seat, receiver):
                    self.emit("given_card", seat, {"card": card}, witness)
        self.offers = [NOTHING] * self.seats

    def draw(self, seat: int) -> None:
        card = self.deck.pop()
        self.chance.reveal("deck")
        self.hands[seat].append(card)
        self.emit_drawn(seat, card)
        self.emit_draw(seat, card)

    def emit_drawn(self, seat: int, card: int) -> None:
        self.emit("drawn", seat, {"left": len(self.deck)})

    def emit_draw(self, seat: int, card: int) -> None:
        self.emit("drawn_card", seat, {"card": card}, seat)

    def emit_offer(self, seat: int, card: int) -> None:
        self.emit("offered", seat, {})
        self.emit("offered_card", seat, {"card": card}, seat)

    def roll(self) -> int:
        return self.chance.roll("die")

    def score(self, seat: int, key: int, amount: int) -> None:
        self.points[seat][key] += amount
        self.emit_score(seat, amount, REASONS[key])

    def end_turn(self) -> None:
        self.turn += 1
        self.actors = (self.turn,)
        if self.turn == self.seats:
            if self.round < ROUNDS:
                self.bonus = self.roll()
                self.emit("bonus", None, {"number": self.bonus})
                self.begin_round()
            else:
                self.phase = OVER
                self.actors = ()
                self.emit("over", None, {})

    def _list(self, seat: int) -> list[str]:
        hand = self.hands[seat]
        if self.phase == OFFERS:
            if self.offers[seat]:
                return ["withdraw"]
            return [f"offer {card}" for card in hand]
        if seat != self.turn:
            return []
        town = [] if self.town is None else self.town.list_moves(seat)
        return [*(f"play {card}" for card in hand), *(["draw"] if self.deck else []), "roll", *town]

    def _play(self, seat: int, tokens: list[str]) -> None:
        verb, *args = tokens
        if verb == "offer":
            self.offers[seat] = int(args[0])
            self.emit_offer(seat, int(args[0]))
            self.wait()
        elif verb == "withdraw":
            self.offers[seat] = NOTHING
            self.emit("withdraw", seat, {})
            self.wait()
        else:
            if verb == "play":
                self.hands[seat].remove(int(args[0]))
                self.emit("play", seat, {"card": int(args[0])})
                self.score(seat, 0, int(args[0]) + self.bonus)
            elif verb == "draw":
                self.draw(seat)
            elif self.town is not None and verb in ("buy", "sell"):
                price = self.town.deal(seat, GOODS.index(args[0]), 1 if verb == "buy" else -1)
                self.emit(verb, seat, {"good": args[0], "price": price})
            elif self.town is not None and verb == "build":
                points = self.town.build(seat, args[0])
                self.emit("build", seat, {"place": args[0]})
                self.score(seat, 2, points)
            else:
                number = self.roll()
                self.emit("roll", seat, {"number": number})
                self.score(seat, 1, number)
            self.end_turn()

    def _refusal(self, seat: int, tokens: list[str]) -> IllegalMove | None:
        verbs = {move.split(" ")[0] for move in self._list(seat)}
        if tokens[0] in verbs & {"offer", "play"}:
            return illegal_move(
                "not_in_hand",
                _("%(given)s names no card of your hand: %(hand)s"),
                given=UserInput(" ".join(tokens)),
                hand=tuple(self.hands[seat]),
            )
        return None

    def _redeal(self, seat: int | None, chance: Dealer) -> None:
        """The deck, the hands of the others, and which of their cards they offer."""
        others = [other for other in range(self.seats) if other != seat]
        pool = [*self.deck, *(card for other in others for card in self.hands[other])]
        pool = chance.shuffle("deck", pool)
        for other in others:
            self.hands[other] = [pool.pop() for _ in self.hands[other]]
            if self.offers[other]:
                self.offers[other] = chance.draw("offer", self.hands[other])[0]
        self.deck = pool


def has_town(match: Barter) -> bool:
    """There is a town since version 2."""
    return match.rules_version >= 2


GAME = rules.Game(
    key="barter",
    name="Barter",
    seats=range(2, 4),
    options=(),
    version=2,
    match=Barter,
    private_events=tuple(map(rules.PrivateEvent, ("drawn_card", "offered_card", "given_card"))),
    suits_duplicate=True,
    view=View,
    revealing_verbs=frozenset({"play"}),  # a card of the closed hand
)
