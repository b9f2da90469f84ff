"""Barter: a title made to be got wrong. It has all that can leak: a deck, closed hands, a secret
offer that all seats make at once, a die. Every decision is one move: nobody goes on after one that
reveals nothing.

Five rounds. First everybody with cards offers one in secret (`offer c`, which `withdraw` takes
back); when all have, each goes to the next seat. Then each seat in turn plays a card for its
number of points (`play c`), draws one (`draw`) or rolls the die for points (`roll`). The die is
rolled between rounds, too: so much more is a card worth in the next one.
"""

from __future__ import annotations

from typing import Any, TypedDict

import games.rules as rules
from games.rules import Dealer, IllegalMove, Score, UserInput, rank_scores
from games.rules.fields import Fields, fields
from games.rules.match import illegal_move
from games.rules.reasons import gettext_noop as _

CARDS = range(1, 31)
HAND = 3
ROUNDS = 5
NOTHING = 0
OFFERS, TURNS, OVER = "offers", "turns", "over"


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
    points: list[int]
    hand: list[int] | None
    offer: int | None


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

    def scores(self) -> list[Score]:
        return rank_scores([{"cards": cards, "luck": luck} for cards, luck in self.points])

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
            "points": [sum(own) for own in self.points],
            "hand": None if seat is None else self.hands[seat][:],
            "offer": None if seat is None else self.offers[seat],
        }

    def __str__(self) -> str:
        return f"Barter, round {self.round}, {self.phase}, points {self.points}"

    def _start(self) -> None:
        self.deck = self.chance.shuffle("deck", CARDS)
        self.hands = [[] for _ in range(self.seats)]
        self.points = [[0, 0] for _ in range(self.seats)]
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
        self.emit_score(seat, amount, ("cards", "luck")[key])

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
        return [*(f"play {card}" for card in hand), *(["draw"] if self.deck else []), "roll"]

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


GAME = rules.Game(
    key="barter",
    name="Barter",
    seats=range(2, 4),
    options=(),
    match=Barter,
    private_events=tuple(map(rules.PrivateEvent, ("drawn_card", "offered_card", "given_card"))),
    view=View,
    revealing_verbs=frozenset({"play"}),  # a card of the closed hand
)
