"""Why a move is refused, in words: what is wrong, and what would be right."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.match import IllegalMove

from .act_refusals import why_no_act
from .board import FITS, GROUP_OF, SPAN, Board
from .components import (
    BREAD,
    CRAFTSMAN,
    DEED_ID,
    FARMER,
    FOOD,
    GOOD_ID,
    GOOD_WORDS,
    HARVEST_FINE,
    LOOSE,
    MONK,
    NEUTRAL,
    PLACE_ID,
    PLACES,
    SLOT_TYPES,
    THEATER,
    TILE_ID,
    TILES,
    TOWER,
    TOWN_HALL,
    TYPE_OF,
    TYPES,
)
from .deeds import SLOT_BITS
from .land import TOWN_ID
from .state import ACTIONS, FOLLOWERS, PLANNING, State
from .technology import CANDIDATES, asked_kind, open_groups
from .tracks import FIRST, LATER

# verb -> (its form, the words it may have, when it is made)
FORMS = {
    "draw": ("draw N", (1,), "followers phase"),
    "recall": ("recall TILE PLACE SLOT", (3,), "followers phase"),
    "place": ("place TILE PLACE SLOT", (3,), "planning phase"),
    "tech": ("tech PLACE SLOT", (2,), "planning phase or after a pass"),
    "done": ("done", (0,), "followers or planning phase"),
    "act": ("act PLACE …", (1, 2, 3, 4, 5, 6, 7), "action phase"),
    "pass": ("pass", (0,), "action phase"),
    "deed": ("deed TILE DEED [coin|development]", (2, 3), "action of a town hall or tower"),
    "finish": ("finish", (0,), "action of a town hall or tower"),
    "settle": ("settle TILE PLACE SLOT or settle none", (1, 3), "action of a bathhouse"),
    "keep": ("keep", (0,), "laying of technology after a pass"),
    "shield": ("shield", (0,), "event phase"),
    "suffer": ("suffer", (0,), "event phase"),
    "feed": ("feed GOOD", (1,), "harvest"),
    "pay": ("pay", (0,), "harvest"),
    "torture": ("torture WHAT [WHICH]", (1, 2), "torture"),
}

Reason = str | None
SECTIONS = {
    "draw": "5.3",
    "recall": "5.3",
    "place": "5.4",
    "tech": "5.5.5",
    "act": "5.5.1",
    "deed": "5.5.3",
    "settle": "5.5.4",
    "feed": "5.6",
    "pay": "5.6",
    "torture": "5.7",
}


def refusal(state: State, seat: int, tokens: list[str]) -> IllegalMove | None:
    """The reason why this seat, which has something to decide, may not play these tokens."""
    verb, args = tokens[0], tokens[1:]
    if verb not in FORMS:
        return None
    form, arities, when = FORMS[verb]
    verbs = {move.split(" ")[0] for move in state.legal_moves(seat)}
    if verb not in verbs and not belongs(state, seat, verb):
        now = f"the {state.step} step" if state.step else f"the {state.phase} phase"
        possible = ", ".join(sorted(verbs))
        return IllegalMove(f"{verb!r} belongs to the {when}; now, in {now}: {possible}", "6")
    if len(args) not in arities:
        return IllegalMove(f"{verb!r} has another form: {form}", "6")
    reason = REASONS[verb](state, seat, args) if verb in REASONS else None
    return IllegalMove(reason, SECTIONS[verb]) if reason else None


def belongs(state: State, seat: int, verb: str) -> bool:
    """Whether the verb is one of this phase though nothing of it is possible now."""
    board = state.boards[seat]
    if state.phase == FOLLOWERS:
        return verb in ("draw", "recall")
    if state.phase == PLANNING:
        return verb in ("place", "tech")
    if state.phase == ACTIONS:
        return verb == "act" and not state.step
    return verb in ("feed", "pay") and board.due > 0


def number(word: str) -> int | None:
    """A plain whole number from 1 to 99, else None."""
    plain = word.isascii() and word.isdecimal() and len(word) <= 2 and word[0] != "0"
    return int(word) if plain else None


# words of the data


def no_tile(word: str) -> Reason:
    if word in TILE_ID:
        return None
    return f"there is no follower {word!r}: followers are {', '.join(TILES)}"


def no_slot(board: Board, place: str, slot: str) -> Reason:
    """The place is unknown or not owned, or has no such slot."""
    if place not in PLACE_ID:
        return f"there is no place {place!r}"
    if not board.owns(PLACE_ID[place]):
        return f"you do not own {place}; your tiles: {own_tiles(board)}"
    slots = PLACES[PLACE_ID[place]].slots
    if not slots:
        return f"{place} has no slots: it works without followers"
    if (place, slot) not in GROUP_OF:
        return f"{place} has no slot {slot!r}: its slots are {slot_words(slots)}"
    return None


def own_tiles(board: Board) -> str:
    return ", ".join(PLACES[tile].key for tile in board.tiles) or "none"


def slot_words(slots: tuple[int, ...]) -> str:
    return ", ".join(SLOT_TYPES[slot] for slot in slots)


def taken(board: Board, place: str, slot: str) -> Reason:
    """No free slot of this type."""
    if board.free_slot(GROUP_OF[place, slot]) >= 0:
        return None
    number_ = PLACES[PLACE_ID[place]].slots.count(SLOT_TYPES.index(slot))
    return f"no free {slot} slot on {place}: {number_} of {number_} taken"


def misfit(board: Board, tile: str, place: str, slot: str) -> Reason:
    """The follower may not stand on this slot."""
    if FITS[board.passive][TILE_ID[tile]][GROUP_OF[place, slot]]:
        return None
    if PLACE_ID[place] in (TOWN_HALL, TOWER):
        return f"{tile} may not go to {place}: it takes neutral followers only"
    if slot == SLOT_TYPES[MONK]:
        return f"{tile} does not fit the monk slot of {place}: it takes monks only"
    if PLACE_ID[place] == THEATER:
        return f"{tile} does not fit the {slot} slot of theater: it takes exactly a {slot}"
    return (
        f"{tile} does not fit the {slot} slot of {place}: "
        f"a {slot}, a monk or an allowed substitute does"
    )


# verb by verb


def why_not_draw(state: State, seat: int, args: list[str]) -> Reason:
    board = state.boards[seat]
    count = number(args[0])
    if count is None:
        return f"{args[0]!r} is not a number of followers: draw 1 or more"
    limits = {
        "rights": (board.rights, "you have {} rights left"),
        "room": (board.room, "your market has room for {}"),
        "bag": (sum(board.bag), "your bag holds {}"),
    }
    for most, words in limits.values():
        if count > most:
            return f"{count} followers cannot be drawn: {words.format(most)}"
    return None


def why_not_recall(state: State, seat: int, args: list[str]) -> Reason:
    board = state.boards[seat]
    tile, place, slot = args
    reason = no_tile(tile) or no_slot(board, place, slot)
    if reason:
        return reason
    if PLACE_ID[place] == TOWER:
        return "followers come back from the gunpowder tower by themselves"
    lying = [TILES[other] for other in board.tiles_on(PLACE_ID[place])]
    return f"no {tile} lies on the {slot} slot of {place}; there: {', '.join(lying) or 'nothing'}"


def why_not_place(state: State, seat: int, args: list[str]) -> Reason:
    board = state.boards[seat]
    tile, place, slot = args
    reason = no_tile(tile)
    if reason:
        return reason
    if not board.market[TILE_ID[tile]]:
        there = ", ".join(
            f"{count} {TILES[other]}" for other, count in enumerate(board.market) if count
        )
        return f"no {tile} on your market; there: {there or 'nothing'}"
    return (
        no_slot(board, place, slot) or misfit(board, tile, place, slot) or taken(board, place, slot)
    )


def why_not_tech(state: State, seat: int, args: list[str]) -> Reason:
    board = state.boards[seat]
    if not (board.held_first or board.held_later):
        return "you hold no technology tile"
    place, slot = args
    reason = no_slot(board, place, slot)
    if reason:
        return reason
    number_ = PLACE_ID[place]
    if number_ in LOOSE:
        return f"{place} takes no technology tile"
    if slot == SLOT_TYPES[MONK]:
        return f"a monk slot takes no technology tile: {place}"
    if not CANDIDATES[number_]:
        return f"{place} has a single slot: technology needs a place with two or more"
    if board.has_technology(number_):
        return f"{place} has a technology tile already: one to a place"
    reason = taken(board, place, slot)
    if reason:
        return reason
    if state.phase == PLANNING:
        only_first = not board.held_later
    else:
        only_first = asked_kind(state) == FIRST
    if only_first:
        return f"your first technology tile goes on a farmer slot, not on {slot}"
    if not open_groups(board, LATER):
        return "no technology can be laid before your first step on the craftsman track"
    if board.tracks[CRAFTSMAN] == 1 and slot != SLOT_TYPES[FARMER]:
        return f"at craftsman position 1 technology goes on farmer slots only, not on {slot}"
    return None


def why_not_deed(state: State, seat: int, args: list[str]) -> Reason:
    return why_no_deed(state, seat, state.using, args)


def why_no_deed(state: State, seat: int, place: int, args: list[str]) -> Reason:
    board = state.boards[seat]
    tile, deed = args[0], args[1]
    reason = no_tile(tile)
    if reason:
        return reason
    if deed not in DEED_ID:
        return f"there is no deed {deed!r}: deeds are {', '.join(DEED_ID)}"
    key = PLACES[place].key
    if TILE_ID[tile] + 1 not in board.slots[SPAN[place]]:
        return f"no {tile} lies on {key}"
    if TILE_ID[tile] < NEUTRAL:
        return f"{tile} is one of your own four followers: they never go to deeds"
    kind = TYPE_OF[TILE_ID[tile]]
    bits = SLOT_BITS[DEED_ID[deed]][kind]
    if not bits:
        return f"{deed} takes no {tile}"
    if not bits & ~state.deeds[DEED_ID[deed]]:
        number_ = bits.bit_count()
        return f"no free {TYPES[kind]} slot on {deed}: {number_} of {number_} taken"
    if deed == "canalisation":
        return "canalisation needs a last word: coin, or development below space 30"
    return f"{deed} pays coins: no last word is needed"


def why_not_settle(state: State, seat: int, args: list[str]) -> Reason:
    board = state.boards[seat]
    if len(args) == 1:
        return "settle TILE PLACE SLOT, or settle none"
    tile, place, slot = args
    reason = no_tile(tile)
    if reason:
        return reason
    drawn = [TILES[other] for other in state.drawn]
    if tile not in drawn:
        return f"{tile} was not drawn; drawn: {', '.join(drawn)}"
    reason = no_slot(board, place, slot)
    if reason:
        return reason
    if place in ("bathhouse", "gunpowder_tower"):
        return f"a drawn follower cannot be settled on {place}"
    return misfit(board, tile, place, slot) or taken(board, place, slot)


def why_not_feed(state: State, seat: int, args: list[str]) -> Reason:
    board = state.boards[seat]
    good = GOOD_ID.get(args[0])
    if good is None:
        return f"there is no good {args[0]!r}: food is grain, cheese, wine and bread"
    if good not in (*FOOD, BREAD):
        return f"{args[0]} is no food: grain, cheese, wine and bread are"
    return None if count_of(board, good) else f"you have no {args[0]}; {stock_of(board)}"


def why_not_pay(state: State, seat: int, args: list[str]) -> Reason:
    board = state.boards[seat]
    if board.coins >= HARVEST_FINE:
        return None
    return f"the fine costs {HARVEST_FINE} coins, you have {board.coins}"


def count_of(board: Board, good: int) -> int:
    return board.bread if good == BREAD else board.goods[good]


def stock_of(board: Board) -> str:
    owned = [
        f"{count} {GOOD_WORDS[good]}"
        for good in range(len(GOOD_WORDS))
        if (count := count_of(board, good))
    ]
    return f"you have {', '.join(owned) or 'no goods'}"


WHAT = ("station", "follower", "development", "good", "place", "technology")


def why_not_torture(state: State, seat: int, args: list[str]) -> Reason:
    board = state.boards[seat]
    what = args[0]
    which = args[1] if len(args) > 1 else ""
    if what not in WHAT:
        return f"{what!r} cannot be given up: {', '.join(WHAT)} can"
    if what in ("follower", "development"):
        if which:
            return f"torture {what} has no further word"
        if what == "follower":
            return "no neutral follower is in your bag"
        return "your development marker stands on 0"
    if not which:
        return f"torture {what} needs to know which"
    return {
        "station": why_no_station,
        "good": why_no_good,
        "place": why_no_place,
        "technology": why_no_technology,
    }[what](board, which)


def why_no_station(board: Board, which: str) -> str:
    if which == "supply":
        return "no station is left in your supply"
    if which == "country_road":
        return "you have no station on country_road"
    if which not in TOWN_ID:
        return f"there is no town {which!r}"
    return f"you have no station in {which}"


def why_no_good(board: Board, which: str) -> str:
    if which not in GOOD_ID:
        return f"there is no good {which!r}: goods are {', '.join(GOOD_WORDS)}"
    return f"you have no {which}; {stock_of(board)}"


def why_no_place(board: Board, which: str) -> str:
    if which not in PLACE_ID:
        return f"there is no place {which!r}"
    return f"{which} is not one of your place tiles: {own_tiles(board)}"


def why_no_technology(board: Board, which: str) -> str:
    if which == "held":
        return "you hold no technology tile"
    if which not in PLACE_ID:
        return f"there is no place {which!r}"
    if not board.owns(PLACE_ID[which]):
        return f"you do not own {which}"
    return f"no technology tile lies on {which}"


def why_not_act(state: State, seat: int, args: list[str]) -> Reason:
    if args[0] in ("town_hall", "gunpowder_tower") and len(args) > 2:
        place = PLACE_ID[args[0]]
        if state.boards[seat].owns(place) and any(state.boards[seat].slots[SPAN[place]]):
            return why_no_deed(state, seat, place, args[1:])
    return why_no_act(state, seat, args)


REASONS: dict[str, Callable[[State, int, list[str]], Reason]] = {
    "draw": why_not_draw,
    "recall": why_not_recall,
    "place": why_not_place,
    "tech": why_not_tech,
    "act": why_not_act,
    "deed": why_not_deed,
    "settle": why_not_settle,
    "feed": why_not_feed,
    "pay": why_not_pay,
    "torture": why_not_torture,
}
