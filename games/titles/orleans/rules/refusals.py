"""Why a move is refused: what is wrong, and what would be right."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.match import IllegalMove, misspelt, no
from games.rules.reasons import Form, Given, Phase, Reason, Verb
from games.rules.reasons import marked as _

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
    LAST_SPACE,
    LOOSE,
    MARKET_SIZE,
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
from .missing import (
    Why,
    bad_form,
    listed,
    no_good,
    no_place,
    no_station_left,
    no_technology_on,
    no_tile,
    no_town,
    not_own_good,
    not_owned,
    slots_taken,
    too_dear,
)
from .planning import tower_closed
from .state import (
    ACTIONS,
    DEED_STEP,
    EVENT,
    FOLLOWERS,
    PLANNING,
    SETTLE_STEP,
    TECHNOLOGY_STEP,
    State,
)
from .technology import CANDIDATES, asked_kind, open_groups
from .tracks import FIRST, LATER

# verb -> (its form, how many words it may have, the phases or steps in which it is made)
FORMS = {
    "draw": ("draw N", (1,), (FOLLOWERS,)),
    "recall": ("recall TILE PLACE SLOT", (3,), (FOLLOWERS,)),
    "place": ("place TILE PLACE SLOT", (3,), (PLANNING,)),
    "tech": ("tech PLACE SLOT", (2,), (TECHNOLOGY_STEP,)),
    "done": ("done", (0,), (FOLLOWERS, PLANNING)),
    "act": ("act PLACE …", (1, 2, 3, 4, 5, 6, 7), (ACTIONS,)),
    "pass": ("pass", (0,), (ACTIONS,)),
    "deed": ("deed TILE DEED [coin|development]", (2, 3), (DEED_STEP,)),
    "finish": ("finish", (0,), (DEED_STEP,)),
    "settle": ("settle TILE PLACE SLOT|none", (1, 3), (SETTLE_STEP,)),
    "keep": ("keep", (0,), (TECHNOLOGY_STEP,)),
    "shield": ("shield", (0,), (EVENT,)),
    "suffer": ("suffer", (0,), (EVENT,)),
    "feed": ("feed GOOD", (1,), ("harvest",)),
    "pay": ("pay", (0,), ("harvest",)),
    "torture": ("torture WHAT [WHICH]", (1, 2), ("torture",)),
}
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
        return no(
            "wrong_phase",
            _("“%(verb)s” belongs to: %(when)s; now it is: %(now)s; possible: %(possible)s"),
            "6",
            verb=Verb(verb),
            when=tuple(map(Phase, (*also_in(state, verb), *when))),
            now=Phase(state.step or state.phase),
            possible=tuple(map(Verb, sorted(verbs))),
        )
    if len(args) not in arities:
        return misspelt("6", tokens, form)
    reason = REASONS[verb](state, seat, args) if verb in REASONS else None
    return IllegalMove(reason, SECTIONS[verb]) if reason else None


def also_in(state: State, verb: str) -> tuple[str, ...]:
    """Phases in which older rules let the verb be made as well."""
    return (PLANNING,) if verb == "tech" and not state.technology_waits_for_pass else ()


def belongs(state: State, seat: int, verb: str) -> bool:
    """Whether the verb is one of this phase though nothing of it is possible now."""
    board = state.boards[seat]
    if state.phase == FOLLOWERS:
        return verb in ("draw", "recall")
    if state.phase == PLANNING:
        return verb == "place" or PLANNING in also_in(state, verb)
    if state.phase == ACTIONS:
        return verb == "act" and not state.step
    return verb in ("feed", "pay") and board.due > 0


def number(word: str) -> int | None:
    """A plain whole number from 1 to 99, else None."""
    plain = word.isascii() and word.isdecimal() and len(word) <= 2 and word[0] != "0"
    return int(word) if plain else None


# slots


def no_slot(board: Board, place: str, slot: str) -> Why:
    """The place is unknown or not owned, or has no such slot."""
    reason = not_owned(board, place)
    if reason:
        return reason
    slots = PLACES[PLACE_ID[place]].slots
    if not slots:
        message = _("%(place)s has no slots: it works without followers")
        return Reason("no_slots", message, place=place)
    if (place, slot) in GROUP_OF:
        return None
    message = _("%(place)s has no slot %(given)s: its slots are %(slots)s")
    found = tuple(SLOT_TYPES[one] for one in slots)
    return Reason("no_such_slot", message, place=place, given=Given(slot), slots=found)


def taken(board: Board, place: str, slot: str) -> Why:
    """No free slot of this type."""
    if board.free_slot(GROUP_OF[place, slot]) >= 0:
        return None
    return slots_taken(slot, place, PLACES[PLACE_ID[place]].slots.count(SLOT_TYPES.index(slot)))


def misfit(board: Board, tile: str, place: str, slot: str) -> Why:
    """The follower may not stand on this slot."""
    if FITS[board.passive][TILE_ID[tile]][GROUP_OF[place, slot]]:
        return None
    if PLACE_ID[place] in (TOWN_HALL, TOWER):
        message = _("%(tile)s may not go to %(place)s: it takes neutral followers only")
    elif slot == SLOT_TYPES[MONK]:
        message = _("%(tile)s does not fit the %(slot)s slot of %(place)s: it takes monks only")
    elif PLACE_ID[place] == THEATER:
        message = _(
            "%(tile)s does not fit the %(slot)s slot of %(place)s: it takes exactly a %(slot)s"
        )
    else:
        message = _(
            "%(tile)s does not fit the %(slot)s slot of %(place)s: "
            "a %(slot)s, a monk or an allowed substitute does"
        )
    return Reason("does_not_fit", message, tile=tile, place=place, slot=slot)


# verb by verb


def why_not_draw(state: State, seat: int, args: list[str]) -> Why:
    board = state.boards[seat]
    count = number(args[0])
    if count is None:
        message = _("%(given)s is not a number of followers: 1 or more are drawn")
        return Reason("not_a_number", message, given=Given(args[0]))
    limits = (
        (board.rights, _("too many followers, %(count)s: you may draw %(most)s more")),
        (board.room, _("too many followers, %(count)s: your market has room for %(most)s")),
        (sum(board.bag), _("too many followers, %(count)s: your bag holds %(most)s")),
    )
    for most, message in limits:
        if count > most:
            return Reason("too_many", message, count=count, most=most)
    return None


def why_not_recall(state: State, seat: int, args: list[str]) -> Why:
    board = state.boards[seat]
    tile, place, slot = args
    reason = no_tile(tile) or no_slot(board, place, slot)
    if reason:
        return reason
    if PLACE_ID[place] == TOWER:
        message = _("followers come back from %(place)s by themselves")
        return Reason("by_itself", message, place=place)
    return Reason(
        "no_follower",
        _("no %(tile)s lies on the %(slot)s slot of %(place)s; there: %(lying)s"),
        tile=tile,
        slot=slot,
        place=place,
        lying=listed(TILES[other] for other in board.tiles_on(PLACE_ID[place])),
    )


def why_not_place(state: State, seat: int, args: list[str]) -> Why:
    board = state.boards[seat]
    tile, place, slot = args
    reason = no_tile(tile)
    if reason:
        return reason
    if not board.market[TILE_ID[tile]]:
        there = listed(TILES[other] for other, count in enumerate(board.market) if count)
        message = _("no %(tile)s on your market; there: %(there)s")
        return Reason("no_follower", message, tile=tile, there=there)
    return (
        no_slot(board, place, slot)
        or misfit(board, tile, place, slot)
        or taken(board, place, slot)
        or no_overflow(state, board, place)
    )


def no_overflow(state: State, board: Board, place: str) -> Why:
    """The tower takes no more followers than the market had above its own spaces."""
    if PLACE_ID[place] != TOWER or not tower_closed(state, board):
        return None
    message = _(
        "%(place)s takes only as many followers as your market had above %(size)s "
        "when planning began: %(most)s"
    )
    most = len(board.tiles_on(TOWER))
    return Reason("no_overflow", message, place=place, size=MARKET_SIZE, most=most)


def why_not_tech(state: State, seat: int, args: list[str]) -> Why:
    board = state.boards[seat]
    if not (board.held_first or board.held_later):
        return NONE_HELD
    place, slot = args
    return (
        no_slot(board, place, slot)
        or no_room_for_technology(board, place, slot)
        or taken(board, place, slot)
        or too_early_for_technology(state, board, slot)
    )


NONE_HELD = Reason("no_technology", _("you hold no technology tile"))


def no_room_for_technology(board: Board, place: str, slot: str) -> Why:
    """Technology never lies there (rules 5.5.5)."""
    place_id = PLACE_ID[place]
    if place_id in LOOSE:
        message = _("%(place)s takes no technology tile")
    elif slot == SLOT_TYPES[MONK]:
        message = _("a monk slot takes no technology tile: %(place)s")
    elif not CANDIDATES[place_id]:
        message = _("%(place)s has a single slot: technology needs a place with two or more")
    elif board.has_technology(place_id):
        message = _("%(place)s has a technology tile already: one to a place")
    else:
        return None
    return Reason("not_for_technology", message, place=place)


def too_early_for_technology(state: State, board: Board, slot: str) -> Why:
    """The craftsman track does not allow this slot yet."""
    if state.phase == PLANNING:
        only_first = not board.held_later
    else:
        only_first = asked_kind(state) == FIRST
    if only_first:
        message = _("your first technology tile goes on a farmer slot, not on %(slot)s")
    elif not open_groups(board, LATER):
        message = _("no technology can be laid before your first step on the craftsman track")
    elif board.tracks[CRAFTSMAN] == 1 and slot != SLOT_TYPES[FARMER]:
        message = _("at craftsman position 1 technology goes on farmer slots only, not on %(slot)s")
    else:
        return None
    return Reason("too_early", message, slot=slot)


def why_not_deed(state: State, seat: int, args: list[str]) -> Why:
    return why_no_deed(state, seat, state.using, args)


def why_no_deed(state: State, seat: int, place: int, args: list[str]) -> Why:
    tile, deed = args[0], args[1]
    reason = no_tile(tile)
    if reason:
        return reason
    if deed not in DEED_ID:
        message = _("there is no deed %(given)s: deeds are %(known)s")
        return Reason("no_such_deed", message, given=Given(deed), known=tuple(DEED_ID))
    if TILE_ID[tile] + 1 not in state.boards[seat].slots[SPAN[place]]:
        message = _("no %(tile)s lies on %(place)s")
        return Reason("no_follower", message, tile=tile, place=PLACES[place].key)
    if TILE_ID[tile] < NEUTRAL:
        message = _("%(tile)s is one of your own four followers: they never go to deeds")
        return Reason("own_follower", message, tile=tile)
    kind = TYPE_OF[TILE_ID[tile]]
    bits = SLOT_BITS[DEED_ID[deed]][kind]
    if not bits:
        return Reason("does_not_fit", _("%(deed)s takes no %(tile)s"), deed=deed, tile=tile)
    if not bits & ~state.deeds[DEED_ID[deed]]:
        return slots_taken(TYPES[kind], deed, bits.bit_count())
    if deed == "canalisation":
        message = _("%(deed)s needs a last word, %(forms)s: the latter below space %(last)s")
        forms = (Form("coin"), Form("development"))
        return Reason("bad_form", message, deed=deed, forms=forms, last=LAST_SPACE)
    return Reason("bad_form", _("%(deed)s pays coins: no last word is needed"), deed=deed)


def why_not_settle(state: State, seat: int, args: list[str]) -> Why:
    board = state.boards[seat]
    drawn = tuple(TILES[other] for other in state.drawn)
    if args == ["none"]:
        message = _("one follower must be settled: each that was drawn fits somewhere (%(drawn)s)")
        return Reason("must_settle", message, drawn=drawn)
    if len(args) == 1:
        return bad_form(["settle", *args], FORMS["settle"][0])
    tile, place, slot = args
    reason = no_tile(tile)
    if reason:
        return reason
    if tile not in drawn:
        message = _("%(tile)s was not drawn; drawn: %(drawn)s")
        return Reason("not_drawn", message, tile=tile, drawn=drawn)
    reason = no_slot(board, place, slot)
    if reason:
        return reason
    if place in ("bathhouse", "gunpowder_tower"):
        message = _("a drawn follower cannot be settled on %(place)s")
        return Reason("not_for_settling", message, place=place)
    return misfit(board, tile, place, slot) or taken(board, place, slot)


def why_not_feed(state: State, seat: int, args: list[str]) -> Why:
    reason = no_good(args[0])
    if reason:
        return reason
    if GOOD_ID[args[0]] not in (*FOOD, BREAD):
        food = tuple(GOOD_WORDS[good] for good in (*FOOD, BREAD))
        message = _("%(good)s is no food: %(food)s are")
        return Reason("no_food", message, good=args[0], food=food)
    return not_own_good(state.boards[seat], args[0])


def why_not_pay(state: State, seat: int, args: list[str]) -> Why:
    return too_dear(state.boards[seat].coins, HARVEST_FINE, Reason("fine", _("the fine")))


def why_not_torture(state: State, seat: int, args: list[str]) -> Why:
    what, *which = args
    if what in LOST_WITHOUT_NAME:
        if which:
            return bad_form(["torture", *args], f"torture {what}")
        return LOST_WITHOUT_NAME[what]
    if what not in LOST_BY_NAME:
        message = _(
            "%(given)s cannot be given up: a station, a follower, development, a good, "
            "a place tile or technology can"
        )
        return Reason("no_such_thing", message, given=Given(what))
    if not which:
        return bad_form(["torture", what], f"torture {what} WHICH")
    return LOST_BY_NAME[what](state.boards[seat], which[0])


def why_no_station(board: Board, which: str) -> Why:
    if which == "supply":
        return no_station_left(board)
    if which == "country_road":
        message = _("you have no station on %(place)s")
        return Reason("no_station", message, place=which)
    message = _("you have no station in %(town)s")
    return no_town(which) or Reason("no_station", message, town=which)


def why_no_place(board: Board, which: str) -> Why:
    message = _("%(place)s is not one of your place tiles")
    return no_place(which) or Reason("not_a_tile", message, place=which)


def why_no_technology(board: Board, which: str) -> Why:
    if which == "held":
        return NONE_HELD
    return not_owned(board, which) or no_technology_on(board, which)


# what torture takes
LOST_WITHOUT_NAME = {
    "follower": Reason("no_follower", _("no neutral follower is in your bag")),
    "development": Reason("no_development", _("your development marker stands on 0")),
}
LOST_BY_NAME: dict[str, Callable[[Board, str], Why]] = {
    "station": why_no_station,
    "good": not_own_good,
    "place": why_no_place,
    "technology": why_no_technology,
}


def why_not_act(state: State, seat: int, args: list[str]) -> Why:
    if args[0] in ("town_hall", "gunpowder_tower") and len(args) > 2:
        place = PLACE_ID[args[0]]
        if state.boards[seat].owns(place) and any(state.boards[seat].slots[SPAN[place]]):
            return why_no_deed(state, seat, place, args[1:])
    return why_no_act(state, seat, args)


REASONS: dict[str, Callable[[State, int, list[str]], Why]] = {
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
