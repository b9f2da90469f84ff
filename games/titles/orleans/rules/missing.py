"""Refusals that many decisions share: no such word, not yours, taken, used up, too dear."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.reasons import Form, Given, Reason
from games.rules.reasons import marked as _

from .board import Board
from .components import GOOD_ID, GOOD_WORDS, GOODS, PLACE_ID, PLACES, TILE_ID, TILES, TYPES
from .land import TOWN_ID, TOWN_KEYS
from .state import State

Why = Reason | None

NOTHING = Reason("nothing", _("nothing"))


def listed(words: Iterable[str]) -> tuple[str, ...] | Reason:
    """What there is, as a value of a reason."""
    return tuple(words) or NOTHING


def bad_form(given: list[str], form: str) -> Reason:
    message = _("%(given)s is not possible; the form is: %(form)s")
    return Reason("bad_form", message, given=Given(" ".join(given)), form=Form(form))


# words


def no_tile(word: str) -> Why:
    if word in TILE_ID:
        return None
    message = _("there is no follower %(given)s: followers are %(known)s")
    return Reason("no_such_follower", message, given=Given(word), known=TILES)


def no_place(word: str) -> Why:
    if word in PLACE_ID:
        return None
    return Reason("no_such_place", _("there is no place %(given)s"), given=Given(word))


def no_place_tile(word: str) -> Why:
    if word in PLACE_ID and PLACES[PLACE_ID[word]].level:
        return None
    return Reason("no_such_tile", _("there is no place tile %(given)s"), given=Given(word))


def no_town(word: str) -> Why:
    if word in TOWN_ID:
        return None
    message = _("there is no town %(given)s: towns are %(known)s")
    return Reason("no_such_town", message, given=Given(word), known=TOWN_KEYS)


def no_good(word: str, known: tuple[str, ...] = GOOD_WORDS) -> Why:
    if word in known:
        return None
    message = _("there is no good %(given)s: goods are %(known)s")
    return Reason("no_such_good", message, given=Given(word), known=known)


# what a seat has


def not_owned(board: Board, word: str) -> Why:
    """No place of this board, nor one of its place tiles."""
    reason = no_place(word)
    if reason or board.owns(PLACE_ID[word]):
        return reason
    tiles = listed(PLACES[tile].key for tile in board.tiles)
    message = _("you do not own %(place)s; your place tiles: %(tiles)s")
    return Reason("not_owned", message, place=word, tiles=tiles)


def not_own_good(board: Board, word: str) -> Why:
    reason = no_good(word)
    if reason:
        return reason
    stock = (*board.goods, board.bread)
    if stock[GOOD_ID[word]]:
        return None
    owned = listed(good for good, count in zip(GOOD_WORDS, stock, strict=True) if count)
    message = _("you have no %(good)s; what you have: %(owned)s")
    return Reason("no_good", message, good=word, owned=owned)


def no_technology_on(board: Board, place: str) -> Why:
    if board.has_technology(PLACE_ID[place]):
        return None
    return Reason("no_technology", _("no technology tile lies on %(place)s"), place=place)


def no_station_left(board: Board) -> Why:
    return None if board.stock else Reason("no_station", _("no station is left in your supply"))


def too_dear(purse: int, price: int, what: str | Reason) -> Why:
    if purse >= price:
        return None
    message = _("not enough coins for %(what)s: it costs %(price)s, you have %(money)s")
    return Reason("too_dear", message, what=what, price=price, money=purse)


# what the supply and the slots have


def used_up(what: str) -> Reason:
    return Reason("used_up", _("no %(what)s is left in the supply"), what=what)


def no_follower(state: State, kind: int) -> Why:
    return None if state.followers[kind] else used_up(TYPES[kind])


def no_good_left(state: State, good: int) -> Why:
    return None if state.goods[good] else used_up(GOODS[good])


def no_technology_left(state: State) -> Why:
    if state.technology:
        return None
    return Reason("used_up", _("no technology tile is left in the supply"))


def slots_taken(slot: str, where: str, count: int) -> Reason:
    message = _("no free %(slot)s slot on %(where)s: %(count)s of %(count)s taken")
    return Reason("slot_taken", message, slot=slot, where=where, count=count)
