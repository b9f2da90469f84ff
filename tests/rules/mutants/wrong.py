"""Barter got wrong, in one place each; the docstring says how. `WRONG` says which law each breaks.

Nothing else is wrong with them: were they all right but for this, the law would have to notice.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Self

from games.rules import Dealer, Event, IllegalMove, Score
from tests.rules import contract
from tests.titles.barter.rules import OFFERS, TURNS, Barter


class DrawIsPublic(Barter):
    """Everybody is told the card that was drawn."""

    __slots__ = ()

    def emit_draw(self, seat: int, card: int) -> None:
        self._events.append(Event("drawn_card", seat, {"card": card}))


class OfferIsPublic(Barter):
    """Everybody is told the card that was offered."""

    __slots__ = ()

    def emit_offer(self, seat: int, card: int) -> None:
        self._events.append(Event("offered_card", seat, {"card": card}))


class OfferIsPublicUnderAnotherName(Barter):
    """The card is in an event of a kind that nobody has declared."""

    __slots__ = ()

    def emit_offer(self, seat: int, card: int) -> None:
        self.emit("offered", seat, {"card": card})


class SecretIsNotDeclared(Barter):
    """An audience for an event of which no declaration says that it is private."""

    __slots__ = ()

    def emit_offer(self, seat: int, card: int) -> None:
        self.emit("offered", seat, {}, seat)


class RedealsNothing(Barter):
    """Every re-dealt world is the real one."""

    __slots__ = ()

    def _redeal(self, seat: int | None, chance: Dealer) -> None:
        pass


class RedealsTheDeckAlone(Barter):
    """The hands stay as they are."""

    __slots__ = ()

    def _redeal(self, seat: int | None, chance: Dealer) -> None:
        self.deck = chance.shuffle("deck", self.deck)


class RedealsOwnHandToo(Barter):
    """A seat's own cards are others in a re-dealt world."""

    __slots__ = ()

    def _redeal(self, seat: int | None, chance: Dealer) -> None:
        super()._redeal(None, chance)


class RedealsNoOffers(Barter):
    """The hands are others, but for the cards that are offered: bots would know what they get."""

    __slots__ = ()

    def _redeal(self, seat: int | None, chance: Dealer) -> None:
        offers = self.offers[:]
        others = [other for other in range(self.seats) if other != seat]
        kept = {other: card for other in others if (card := offers[other])}
        for other, card in kept.items():
            self.hands[other].remove(card)
            self.offers[other] = 0
        super()._redeal(seat, chance)
        for other, card in kept.items():
            self.hands[other].append(card)
        self.offers = offers


class DrawIsPublicWithTheDeck(Barter):
    """Everybody is told the card together with what is left, and hands are re-dealt without it."""

    __slots__ = ()

    def emit_drawn(self, seat: int, card: int) -> None:
        self.emit("drawn", seat, {"left": len(self.deck), "card": card})


class DumpIsTheMatch(Barter):
    """A dump hands out the match's own lists."""

    __slots__ = ()

    def _dump(self) -> dict[str, Any]:
        return super()._dump() | {"hands": self.hands}


class LoadKeepsWhatItWasGiven(Barter):
    """A loaded match plays on with the lists of the dump."""

    __slots__ = ()

    def _load(self, state: Mapping[str, Any]) -> None:
        super()._load(state)
        self.hands = state["hands"]


class LoadForgetsTheRound(Barter):
    """Every loaded match is in its first round."""

    __slots__ = ()

    def _load(self, state: Mapping[str, Any]) -> None:
        super()._load(state)
        self.round = 1


class CopySharesTheDeck(Barter):
    """A copy draws from the original's deck."""

    __slots__ = ()

    def _copy(self, twin: Self) -> None:
        super()._copy(twin)
        twin.deck = self.deck


class CopySharesThePoints(Barter):
    """What a copy scores, the original has."""

    __slots__ = ()

    def _copy(self, twin: Self) -> None:
        super()._copy(twin)
        twin.points = self.points


class DrawIsNoReveal(Barter):
    """The top card comes to light, and nothing is said to be revealed."""

    __slots__ = ()

    def draw(self, seat: int) -> None:
        before = self.chance.reveals
        super().draw(seat)
        self.chance.reveals = before


class RevealsIfOthersOfferMuch(Barter):
    """Whether the last offer reveals tells what the others have offered."""

    __slots__ = ()

    def exchange(self) -> None:
        before, most = self.chance.reveals, max(self.offers)
        super().exchange()
        if most < CARD_OF_WORTH:
            self.chance.reveals = before


class RevealsGoDown(Barter):
    """The die takes reveals away."""

    __slots__ = ()

    def roll(self) -> int:
        number = super().roll()
        self.chance.reveals -= 2
        return number


class FieldWithoutSlot(Barter):
    """A field that no slot names, and so a refused script would not put back."""

    def begin_round(self) -> None:
        self.begun = True
        super().begin_round()


class SeedInView(Barter):
    """Everybody sees what decides the deck."""

    __slots__ = ()

    def view(self, seat: int | None) -> dict[str, Any]:
        return super().view(seat) | {"fair": getattr(self.chance, "seed", None)}


class ActorsBackwards(Barter):
    """The last seat comes first."""

    __slots__ = ()

    def wait(self) -> None:
        super().wait()
        self.actors = self.actors[::-1]


class ListsTwice(Barter):
    """A move is listed twice."""

    __slots__ = ()

    def _list(self, seat: int) -> list[str]:
        listed = super()._list(seat)
        return listed + listed[:1]


class ListsWhatNoJournalHolds(Barter):
    """A move is longer than a journal's text."""

    __slots__ = ()

    def _list(self, seat: int) -> list[str]:
        listed = super()._list(seat)
        return [*listed, "roll " + "and roll " * 30 + "on"] if self.phase == TURNS else listed


class ListsWhatItRefuses(Barter):
    """A listed move is refused."""

    __slots__ = ()

    def _list(self, seat: int) -> list[str]:
        listed = super()._list(seat)
        return [*listed, "pass"] if self.phase == TURNS and listed else listed

    def _play(self, seat: int, tokens: list[str]) -> None:
        if tokens == ["pass"]:
            raise IllegalMove("nobody passes")
        super()._play(seat, tokens)


class RefusalChanges(Barter):
    """Asking in vain costs a point."""

    __slots__ = ()

    def _refusal(self, seat: int, tokens: list[str]) -> IllegalMove | None:
        self.points[seat][0] -= 1
        return super()._refusal(seat, tokens)


class RefusalTells(Barter):
    """The reason names a card of somebody else."""

    __slots__ = ()

    def _refusal(self, seat: int, tokens: list[str]) -> IllegalMove | None:
        return IllegalMove(f"not while {self.hands[1 - min(seat, 1)]} may be played")


class ScoreWithoutEvent(Barter):
    """Big cards score a point of which no event tells."""

    __slots__ = ()

    def score(self, seat: int, key: int, amount: int) -> None:
        super().score(seat, key, amount)
        self.points[seat][key] += amount > CARD_OF_WORTH


class EverybodyWins(Barter):
    """All ranks are 1."""

    __slots__ = ()

    def scores(self) -> list[Score]:
        return [score._replace(rank=1) for score in super().scores()]


class ListTellsTheTop(Barter):
    """The list of whoever may draw depends on the card that would come."""

    __slots__ = ()

    def _list(self, seat: int) -> list[str]:
        listed = super()._list(seat)
        return listed[::-1] if self.deck and self.deck[-1] % 2 else listed


class ViewTellsTheNeighbour(Barter):
    """A seat sees the highest card of another one."""

    __slots__ = ()

    def view(self, seat: int | None) -> dict[str, Any]:
        return super().view(seat) | {"highest": [max(hand, default=0) for hand in self.hands]}


class OwnDie(Barter):
    """The die is not the match's chance, and no record knows it."""

    __slots__ = ()

    def roll(self) -> int:
        self.chance.reveal("die")
        return random.randint(1, 6)


class RoundsWithoutEnd(Barter):
    """The last round is followed by another."""

    __slots__ = ()

    def begin_round(self) -> None:
        super().begin_round()
        self.round = 1


class NothingToOffer(Barter):
    """Whoever is asked for an offer has no move."""

    __slots__ = ()

    def _list(self, seat: int) -> list[str]:
        return [] if self.phase == OFFERS else super()._list(seat)


CARD_OF_WORTH = 20

WRONG: dict[type[Barter], str] = {
    DrawIsPublic: contract.PRIVATE,
    OfferIsPublic: contract.PRIVATE,
    OfferIsPublicUnderAnotherName: contract.ONLOOKERS,
    SecretIsNotDeclared: contract.PRIVATE,
    RedealsNothing: contract.REDEALING,
    RedealsTheDeckAlone: contract.REDEALING,
    RedealsOwnHandToo: contract.LEAKS,
    RedealsNoOffers: contract.SECRETS,
    DrawIsPublicWithTheDeck: contract.HEARSAY,
    DumpIsTheMatch: contract.SHARING,
    LoadKeepsWhatItWasGiven: contract.SHARING,
    LoadForgetsTheRound: contract.COPIES,
    CopySharesTheDeck: contract.SHARING,
    CopySharesThePoints: contract.SHARING,
    DrawIsNoReveal: contract.REVEALS,
    RevealsIfOthersOfferMuch: contract.REVEALS,
    RevealsGoDown: contract.REVEALS,
    FieldWithoutSlot: contract.SLOTS,
    SeedInView: contract.SEED,
    ActorsBackwards: contract.ACTORS,
    ListsTwice: contract.LISTS,
    NothingToOffer: contract.LISTS,
    ListsWhatNoJournalHolds: contract.TEXTS,
    ListsWhatItRefuses: contract.LISTED,
    RefusalChanges: contract.REFUSALS,
    RefusalTells: contract.LEAKS,
    ScoreWithoutEvent: contract.SCORE_EVENTS,
    EverybodyWins: contract.SCORES,
    ListTellsTheTop: contract.LEAKS,
    ViewTellsTheNeighbour: contract.LEAKS,
    OwnDie: contract.REPLAY,
    RoundsWithoutEnd: contract.ENDS,
}
