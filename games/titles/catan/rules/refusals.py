"""Why a move is refused: what is wrong and what would be right, in words.

Nothing here decides legality; the list does. A function is asked only about a move of its verb,
in a phase that knows the verb, with arguments of the right shape, that is not listed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from games.rules.match import IllegalMove, misspelt, no
from games.rules.reasons import Form, Given, OptionChoice, Phase, Place, Reason, SeatNumber, Verb
from games.rules.reasons import marked as _

from . import building, duel, robber, wagon
from .components import (
    CARD_COST,
    CARDS,
    CITIES_EACH,
    CITY_COST,
    FIRST_POINT_CARD,
    MOVEMENT,
    NEUTRALS,
    OFFERS_PER_TURN,
    PURCHASE_PRICE,
    PURCHASES_PER_TURN,
    RESOURCES,
    ROAD_COST,
    ROADS_EACH,
    SETTLEMENT_COST,
    SETTLEMENTS_EACH,
    SWIFT,
    TOP_LEVEL,
    UPGRADE_COST,
    WARE_INDEX,
    WARES,
    Cost,
)
from .grid import bits
from .trade import ACCEPTED, elsewhere, named, wares_of

if TYPE_CHECKING:
    from .match import CatanMatch

# by verb: the shapes its arguments may have
SHAPES: dict[str, tuple[str, ...]] = {
    "settlement": ("spot",),
    "city": ("spot",),
    "road": ("path",),
    "roll": ("",),
    "event": ("",),
    "play": ("card", "card resource", "card resource resource"),
    "discard": ("resource count",),
    "robber": ("hex",),
    "steal": ("seat",),
    "barbarian": ("path path",),
    "buy": ("",),
    "upgrade": ("",),
    "repair": ("path",),
    "bank": ("resource ware",),
    "purchase": ("resource",),
    "offer": ("",),
    "give": ("ware",),
    "want": ("ware",),
    "propose": ("",),
    "cancel": ("",),
    "accept": ("",),
    "decline": ("",),
    "trade": ("seat",),
    "travel": ("",),
    "go": ("spot",),
    "grain": ("",),
    "drive": ("path",),
    "banish": ("path",),
    "take": ("resource",),
    "gift": ("resource",),
    "aid": ("seat resource",),
    "rob": ("seat",),
    "quake": ("path",),
    "neutral": ("neutral place",),
    "token": ("action", "action path path"),
    "return": ("resource resource",),
    "retire": ("",),
    "end": ("",),
}
# by verb: the phases that know it (rules 6)
PHASES: dict[str, tuple[str, ...]] = {
    "settlement": ("founding", "main"),
    "city": ("founding", "main"),
    "road": ("founding", "main", "free_roads"),
    "roll": ("start",),
    "event": ("start",),
    "play": ("start", "main", "wagon"),
    "discard": ("discard",),
    "robber": ("robber",),
    "steal": ("steal",),
    "barbarian": ("barbarian",),
    "give": ("offer",),
    "want": ("offer",),
    "propose": ("offer",),
    "cancel": ("offer", "answers"),
    "accept": ("answers",),
    "decline": ("answers",),
    "trade": ("answers",),
    "go": ("wagon",),
    "grain": ("wagon",),
    "drive": ("wagon",),
    "banish": ("banish",),
    "take": ("take",),
    "gift": ("gift",),
    "aid": ("aid",),
    "rob": ("rob",),
    "quake": ("quake",),
    "neutral": ("neutral",),
    "token": ("start", "main"),
    "return": ("return",),
    "retire": ("start", "main"),
    "end": ("main", "wagon"),
}
TOKEN_ACTIONS = ("trade", "robber", "barbarian")

Answer = IllegalMove | None

TRADERS = OptionChoice("scenario", "traders")
NOTHING = Reason("nothing", _("nothing"))
NOBODY = Reason("nobody", _("nobody"))


def refusal(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    """The reason why this move is not listed, or None where the general one serves."""
    if tokens[0] not in SHAPES:
        return no_such_move(match, seat, tokens[0])
    answer = shape(match, tokens) or wrong_phase(match, tokens[0])
    if answer is None and tokens[0] in REASONS:
        answer = REASONS[tokens[0]](match, seat, tokens)
    return answer


def no_such_move(match: CatanMatch, seat: int, verb: str) -> IllegalMove:
    verbs = sorted({move.split(" ")[0] for move in match.legal_moves(seat)})
    message = _("%(given)s is no move of Catan; possible now: %(verbs)s")
    return no("no_such_move", message, "6", given=Given(verb), verbs=tuple(map(Verb, verbs)))


def shape(match: CatanMatch, tokens: list[str]) -> Answer:
    """Too many or too few arguments, or a word that means nothing here."""
    verb, words = tokens[0], tokens[1:]
    shapes = SHAPES[verb]
    fitting = [one.split() for one in shapes if len(one.split()) == len(words)]
    if not fitting:
        return misspelt("6", tokens, *(f"{verb} {one}".strip() for one in shapes))
    for kind, word in zip(fitting[0], words, strict=True):
        known = vocabulary(match, kind)
        if kind == "count":
            if not (word.isascii() and word.isdigit()) or len(word) > 2:
                return no_count(word)
        elif kind == "place":
            if word not in match.board.path_index and word not in match.board.spot_index:
                message = _("%(given)s is neither a path nor an intersection of this board")
                return no("no_such_place", message, "2.1", given=Given(word))
        elif word not in known:
            return not_in(match, kind, word, known)
    return None


def no_count(word: str) -> IllegalMove:
    message = _("%(given)s is not a number of cards to discard")
    return no("no_such_number", message, "6", given=Given(word))


def vocabulary(match: CatanMatch, kind: str) -> tuple[str, ...]:
    """The words that an argument of this kind may be."""
    board = match.board
    words: dict[str, tuple[str, ...]] = {
        "hex": board.hexes,
        "spot": board.spots,
        "path": board.paths,
        "resource": RESOURCES,
        "ware": WARES if match.traders else RESOURCES,
        "card": CARDS,
        "seat": tuple(str(seat) for seat in range(match.seats)),
        "neutral": NEUTRALS,
        "action": TOKEN_ACTIONS,
    }
    return words.get(kind, ())


# by kind of argument: that a word is none of them
NOT_IN = {
    "resource": _("%(given)s is no resource; there are: %(known)s"),
    "ware": _("%(given)s is no ware; there are: %(known)s"),
    "card": _("%(given)s is no card; there are: %(known)s"),
    "seat": _("%(given)s is no seat; there are: %(known)s"),
    "neutral": _("%(given)s is no neutral; there are: %(known)s"),
    "action": _("%(given)s is nothing that trade tokens do; there are: %(known)s"),
}
NO_PLACE = {
    "hex": _("%(given)s is not a hex of this board; %(example)s is one"),
    "spot": _("%(given)s is not an intersection of this board; %(example)s is one"),
    "path": _("%(given)s is not a path of this board; %(example)s is one"),
}
PLACE_KINDS = {
    "hex": Reason("hex", _("a hex")),
    "spot": Reason("intersection", _("an intersection")),
    "path": Reason("path", _("a path")),
}


def not_in(match: CatanMatch, kind: str, word: str, known: tuple[str, ...]) -> IllegalMove:
    """A word that is none of its kind; for a place, what it is instead."""
    if kind in NOT_IN:
        shown: tuple[object, ...] = known
        if kind == "seat":
            shown = tuple(SeatNumber(seat) for seat in range(match.seats))
        elif kind == "action":
            shown = tuple(map(Form, known))
        return no(f"no_such_{kind}", NOT_IN[kind], "6", given=Given(word), known=shown)
    board = match.board
    for other, places in (("hex", board.hexes), ("spot", board.spots), ("path", board.paths)):
        if word in places:
            told = {"kind": PLACE_KINDS[other], "needed": PLACE_KINDS[kind]}
            message = _("%(place)s is %(kind)s, not %(needed)s")
            return no("wrong_place", message, "2.1", place=Place(word), **told)
    return no("no_such_place", NO_PLACE[kind], "2.1", given=Given(word), example=Form(known[0]))


TRADERS_ONLY = ("upgrade", "purchase", "travel", "go", "grain", "drive", "banish", "barbarian")
DUEL_ONLY = ("neutral", "token", "retire", "return")


def wrong_phase(match: CatanMatch, verb: str) -> Answer:
    """A verb that belongs to another phase, scenario, option or number of seats."""
    word = Verb(verb)
    if verb in TRADERS_ONLY and not match.traders:
        message = _("%(verb)s belongs to the scenario %(scenario)s; this is the base game")
        return no("other_scenario", message, "6", verb=word, scenario=TRADERS)
    if verb == "robber" and match.traders:
        message = _("there is no robber in %(scenario)s: barbarians are moved")
        return no("other_scenario", message, "5.4", scenario=TRADERS)
    if verb in DUEL_ONLY and not match.duel:
        message = _("%(verb)s belongs to the game for two; this one has %(seats)s seats")
        return no("only_for_two", message, "5.12", verb=word, seats=match.seats)
    first = Verb(match.first_move)
    if verb in ("roll", "event") and verb != first:
        message = _("this match plays with %(first)s, not with %(verb)s")
        return no("other_option", message, "3", first=first, verb=word)
    phase = match.stack[-1][0]
    phases = tuple(map(Phase, PHASES.get(verb, ("main",))))
    if phase in phases:
        return None
    told = {"verb": word, "phases": phases}
    if phase == "start":
        message = _("%(first)s comes first: %(verb)s is for %(phases)s")
        return no("turn_not_begun", message, "5.1", first=first, **told)
    if phase == "offer":
        message = _("finish the offer first (propose or cancel): %(verb)s is for %(phases)s")
        return no("offer_open", message, "5.7", **told)
    message = _("%(verb)s is for the phase %(phases)s; this is %(phase)s")
    return no("other_phase", message, "5.1", phase=Phase(phase), **told)


# costs and supplies


def lacking(match: CatanMatch, seat: int, cost: Cost, message: str, **told: int) -> Answer:
    """Resources that are not there; `message`: what costs %(price)s."""
    hand = match.hands[seat]
    for kind, count in cost:
        if hand[kind] < count:
            price = tuple(amount(n, RESOURCES[k]) for k, n in cost)
            have = amount(hand[kind], RESOURCES[kind])
            return no("too_dear", message, "2.5", price=price, have=have, **told)
    return None


def amount(n: int, ware: str) -> Reason:
    """So much of a ware, for a reason."""
    return Reason("amount", _("%(n)s %(ware)s"), n=n, ware=ware)


def amounts(wares: dict[str, int]) -> tuple[Reason, ...]:
    return tuple(amount(n, ware) for ware, n in wares.items())


def you_have(section: str, n: int, ware: str) -> IllegalMove:
    return no("too_few", _("you have %(n)s %(ware)s"), section, n=n, ware=ware)


def bank_has_none(section: str, ware: str) -> IllegalMove:
    return no("none_left", _("the bank has no %(ware)s left"), section, ware=ware)


def settlement(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    spot = match.board.spot_index[tokens[1]]
    founding = match.stack[-1][0] == "founding"
    if founding and match.stack[-1][2] >= 0:
        return road_comes_first()
    if founding and match.traders and match.stack[-1][1] >= match.seats:
        message = _("the second founding is a city in %(scenario)s")
        return no("city_is_due", message, "4", scenario=TRADERS)
    return building_site(match, tokens[1], spot) or (
        None if founding else paid_settlement(match, seat, tokens[1], spot)
    )


def road_comes_first() -> IllegalMove:
    return no("road_is_due", _("a road at the new building comes first"), "4")


def building_site(match: CatanMatch, name: str, spot: int) -> Answer:
    """Occupied, a plaza, or too near."""
    board, place = match.board, Place(name)
    if board.plazas >> spot & 1:
        message = _("%(place)s is the plaza of a goal hex: nothing is built there")
        return no("plaza", message, "2.2", place=place)
    if match.built >> spot & 1:
        owner = owner_word(match, match.site[spot])
        message = _("%(place)s is taken by %(owner)s")
        return no("taken", message, "5.5", place=place, owner=owner)
    for near, _path in board.steps[spot]:
        if match.built >> near & 1:
            return no(
                "too_near",
                _("%(place)s is too near: %(near)s next to it is taken by %(owner)s"),
                "5.5",
                place=place,
                near=Place(board.spots[near]),
                owner=owner_word(match, match.site[near]),
            )
    return None


def owner_word(match: CatanMatch, owner: int) -> SeatNumber | str:
    """A seat, or the word of a neutral."""
    return SeatNumber(owner) if owner < match.seats else str(match.owner_name(owner))


def paid_settlement(match: CatanMatch, seat: int, name: str, spot: int) -> Answer:
    if match.settlements[seat].bit_count() >= SETTLEMENTS_EACH:
        message = _("all %(n)s settlements are on the board")
        return no("none_left", message, "2.5", n=SETTLEMENTS_EACH)
    if not match.reach[seat] >> spot & 1:
        message = _("no own road leads to %(place)s")
        return no("not_connected", message, "5.5", place=Place(name))
    if building.spots_at(match, match.damaged) >> spot & 1:
        message = _("a damaged road touches %(place)s")
        return no("damaged_road", message, "5.9", place=Place(name))
    message = _("a settlement costs %(price)s; you have %(have)s")
    return lacking(match, seat, SETTLEMENT_COST, message)


def city(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    spot = match.board.spot_index[tokens[1]]
    if match.stack[-1][0] == "founding":
        if match.stack[-1][2] >= 0:
            return road_comes_first()
        if not match.traders or match.stack[-1][1] < match.seats:
            return no("settlement_is_due", _("this founding is a settlement"), "4")
        return building_site(match, tokens[1], spot)
    if not match.settlements[seat] >> spot & 1:
        message = _("there is no own settlement on %(place)s")
        return no("needs_settlement", message, "5.5", place=Place(tokens[1]))
    if match.cities[seat].bit_count() >= CITIES_EACH:
        message = _("all %(n)s cities are on the board")
        return no("none_left", message, "2.5", n=CITIES_EACH)
    return lacking(match, seat, CITY_COST, _("a city costs %(price)s; you have %(have)s"))


def road(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    path, place = match.board.path_index[tokens[1]], Place(tokens[1])
    phase = match.stack[-1][0]
    if match.road[path] >= 0:
        message = _("%(place)s has a road of %(owner)s already")
        owner = owner_word(match, match.road[path])
        return no("taken", message, "5.5", place=place, owner=owner)
    if phase == "founding":
        spot = match.stack[-1][2]
        if spot < 0:
            return no("building_is_due", _("the building comes first, then its road"), "4")
        message = _("%(place)s does not touch the new building on %(building)s")
        built = Place(match.board.spots[spot])
        return no("not_connected", message, "4", place=place, building=built)
    if match.roads[seat].bit_count() >= ROADS_EACH:
        return no("none_left", _("all %(n)s roads are on the board"), "2.5", n=ROADS_EACH)
    broken = match.roads[seat] & match.damaged
    if broken:
        message = _("the own road %(place)s is damaged: repair it first")
        damaged = Place(match.board.paths[broken.bit_length() - 1])
        return no("damaged_road", message, "5.9", place=damaged)
    if not match.frontier[seat] >> path & 1:
        message = _("%(place)s does not connect to an own building or road")
        return no("not_connected", message, "5.5", place=place)
    if phase != "main":
        return None
    return lacking(match, seat, ROAD_COST, _("a road costs %(price)s; you have %(have)s"))


def repair(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    path = match.board.path_index[tokens[1]]
    if not match.roads[seat] & match.damaged & 1 << path:
        message = _("%(place)s is not a damaged road of yours")
        return no("not_yours", message, "5.9", place=Place(tokens[1]))
    return lacking(match, seat, ROAD_COST, _("a repair costs %(price)s; you have %(have)s"))


def quake(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    return no("not_yours", _("%(place)s is not a road of yours"), "5.9", place=Place(tokens[1]))


# cards


def buy(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    if match.bought >= len(match.deck):
        message = _("the deck is empty: all %(n)s cards are bought")
        return no("none_left", message, "2.4", n=len(match.deck))
    message = _("a development card costs %(price)s; you have %(have)s")
    return lacking(match, seat, CARD_COST, message)


def play(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    card, resources = tokens[1], tokens[2:]
    kind = CARDS.index(card)
    known = unplayable(match, seat, kind)
    if known is not None:
        return known
    wanted = {"plenty": 2, "monopoly": 1}.get(card, 0)
    if len(resources) != wanted and not (card == "plenty" and sum(match.bank) == 1):
        message = _("%(card)s names %(wanted)s resources, not %(n)s")
        return no("bad_form", message, "6", card=card, wanted=wanted, n=len(resources))
    if card == "road_building":
        return no("no_place_left", _("no free road can be built now"), "5.5")
    if card == "plenty":
        indices = [RESOURCES.index(word) for word in resources]
        return wrong_order() if indices != sorted(indices) else not_in_bank(match, indices)
    return None


def unplayable(match: CatanMatch, seat: int, kind: int) -> Answer:
    """What forbids a card whatever it is played for."""
    card = CARDS[kind]
    if kind >= FIRST_POINT_CARD:
        message = _("%(card)s is a point card: it counts by itself and is never played")
        return no("point_card", message, "5.5", card=card)
    if not match.cards[seat][kind]:
        return no("have_none", _("you hold no %(card)s"), "5.5", card=card)
    if match.cards[seat][kind] <= (match.fresh[kind] if seat == match.active else 0):
        message = _("your %(card)s was bought this turn: it can be played next turn")
        return no("bought_this_turn", message, "5.5", card=card)
    if match.card_played:
        message = _("one development card a turn: one was played already")
        return no("card_played", message, "5.5")
    if (match.stack[-1][0] == "wagon") != (kind == SWIFT):
        message = _("%(swift)s is played during the trip, every other card before it")
        return no("other_phase", message, "5.5", swift=CARDS[SWIFT])
    if kind == SWIFT and not match.gone:
        message = _("%(swift)s gives a second trip: take at least one step of the first")
        return no("trip_not_begun", message, "5.8", swift=card)
    return None


def wrong_order() -> IllegalMove:
    message = _("name the two resources in this order: %(order)s")
    return no("wrong_order", message, "6", order=RESOURCES)


def not_in_bank(match: CatanMatch, indices: list[int]) -> Answer:
    for kind in indices:
        if match.bank[kind] < indices.count(kind):
            message = _("the bank has %(n)s %(ware)s")
            return no("none_left", message, "5.7", n=match.bank[kind], ware=RESOURCES[kind])
    return None


# robber and barbarians


def discard(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    kind, count = RESOURCES.index(tokens[1]), int(tokens[2])
    due, held = match.stack[-1][1][seat], match.hands[seat][kind]
    if count < 1 or str(count) != tokens[2]:
        return no_count(tokens[2])
    if count > held:
        return you_have("5.2", held, tokens[1])
    return no("too_many", _("you owe %(due)s more, not %(n)s"), "5.2", due=due, n=count)


def robber_(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    place = Place(tokens[1])
    if match.board.hex_index[tokens[1]] == match.robber:
        message = _("the robber is on %(place)s: it must move to another hex")
        return no("no_change", message, "5.3", place=place)
    message = _(
        "somebody with at most %(points)s points has a building on %(place)s: it is protected"
    )
    return no("protected", message, "5.10", place=place, points=robber.spared_points(match))


def chosen_seat(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    return no(
        "nothing_to_take",
        _("%(seat)s has nothing to take here; possible: %(seats)s"),
        "5.3",
        seat=SeatNumber(tokens[1]),
        seats=tuple(map(SeatNumber, match.stack[-1][-1])),
    )


def barbarian(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    words = tokens[2:] if tokens[0] == "token" else tokens[1:]
    here, there = (match.board.path_index[word] for word in words)
    if here not in match.barbarians:
        standing = tuple(Place(match.board.paths[path]) for path in sorted(match.barbarians))
        message = _("no barbarian is on %(place)s; they are on %(standing)s")
        return no("no_barbarian", message, "5.4", place=Place(words[0]), standing=standing)
    place = Place(words[1])
    if there in match.barbarians:
        return no("taken", _("%(place)s has a barbarian already"), "5.4", place=place)
    if tokens[0] == "token":
        message = _("%(place)s has a road: a token sends a barbarian to a path without one")
        return no("taken", message, "5.12", place=place)
    owner = match.road[there]
    if owner in robber.protected(match):
        message = _("the road on %(place)s is of %(owner)s, which is protected")
        return no("protected", message, "5.10", place=place, owner=SeatNumber(owner))
    return None


# trade


def bank(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    give, get = WARE_INDEX[tokens[1]], WARE_INDEX[tokens[2]]
    rate, held = match.rates[seat][give], match.hands[seat][give]
    if give == get:
        return no("no_trade", _("%(ware)s for %(ware)s is no trade"), "5.7", ware=tokens[1])
    if held < rate:
        message = _("the bank takes %(rate)s %(ware)s; you have %(n)s")
        return no("too_dear", message, "5.7", rate=rate, ware=tokens[1], n=held)
    return bank_has_none("5.7", tokens[2])


def purchase(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    if match.purchases >= PURCHASES_PER_TURN:
        message = _("gold buys %(n)s resources a turn: all were bought")
        return no("limit_reached", message, "5.7", n=PURCHASES_PER_TURN)
    if match.gold[seat] < PURCHASE_PRICE:
        message = _("a resource costs %(price)s gold; you have %(n)s")
        return no("too_dear", message, "5.7", price=PURCHASE_PRICE, n=match.gold[seat])
    return bank_has_none("5.7", tokens[1])


def offer(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    if match.offers >= OFFERS_PER_TURN:
        message = _("%(n)s offers a turn, all were made")
        return no("limit_reached", message, "5.7", n=OFFERS_PER_TURN)
    if not any(match.hands[seat]) and not match.gold[seat]:
        return no("have_none", _("you have nothing to give"), "5.7")
    return no("others_have_none", _("nobody else has anything to give"), "5.7")


def give(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    ware = WARE_INDEX[tokens[1]]
    if match.stack[-1][2][ware]:
        message = _("%(ware)s is wanted in this offer: it cannot be given too")
        return no("given_and_wanted", message, "5.7", ware=tokens[1])
    return you_have("5.7", wares_of(match, seat)[ware], tokens[1])


def want(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    ware = WARE_INDEX[tokens[1]]
    if match.stack[-1][1][ware]:
        message = _("%(ware)s is given in this offer: it cannot be wanted too")
        return no("given_and_wanted", message, "5.7", ware=tokens[1])
    message = _("the others have %(n)s %(ware)s: more cannot be wanted")
    return no("too_many", message, "5.7", n=elsewhere(match, seat, ware), ware=tokens[1])


def propose(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    _kind, giving, wanting = match.stack[-1]
    if not any(giving):
        return no("offer_unfinished", _("the offer says nothing yet of what you give"), "5.7")
    if not any(wanting):
        return no("offer_unfinished", _("the offer says nothing yet of what you want"), "5.7")
    message = _("nobody else has enough for %(wares)s")
    return no("others_have_too_few", message, "5.7", wares=amounts(named(wanting)))


def answer(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    if seat == match.active:
        return no("own_offer", _("your own offer is answered by the others"), "5.7")
    message = _("you do not have %(wares)s: only decline is possible")
    return no("too_few", message, "5.7", wares=amounts(named(match.stack[-1][2])))


def cancel(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    message = _("only %(seat)s, whose offer it is, may cancel it")
    return no("not_your_offer", message, "5.7", seat=SeatNumber(match.active))


def trade(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    if seat != match.active:
        message = _("only %(seat)s, whose offer it is, may conclude it")
        return no("not_your_offer", message, "5.7", seat=SeatNumber(match.active))
    replies = match.stack[-1][3]
    willing = tuple(SeatNumber(one) for one, reply in enumerate(replies) if reply == ACCEPTED)
    message = _("%(seat)s has not accepted; accepted: %(willing)s")
    other = SeatNumber(tokens[1])
    return no("not_accepted", message, "5.7", seat=other, willing=willing or NOBODY)


# wagons


def upgrade(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    level = match.level[seat]
    if level == TOP_LEVEL:
        message = _("the wagon has the top level, %(level)s")
        return no("top_level", message, "2.6", level=TOP_LEVEL)
    message = _("level %(level)s costs %(price)s; you have %(have)s")
    return lacking(match, seat, UPGRADE_COST[level + 1], message, level=level + 1)


def go(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    board, here = match.board, match.wagons[seat]
    there = board.spot_index[tokens[1]]
    if match.arrived:
        return trip_has_ended()
    ways = [path for near, path in board.steps[here] if near == there]
    if not ways:
        message = _("%(place)s is not next to the wagon on %(wagon)s")
        wagon_at = Place(board.spots[here])
        return no("not_connected", message, "5.8", place=Place(tokens[1]), wagon=wagon_at)
    points, toll = wagon.price(match, seat, ways[0])
    if points > match.movement:
        message = _("the step costs %(points)s movement points; %(left)s are left")
        return no("too_far", message, "5.8", points=points, left=match.movement)
    message = _("the road of %(owner)s costs a toll of 1 gold; you have none")
    return no("too_dear", message, "5.8", owner=owner_word(match, toll))


def trip_has_ended() -> IllegalMove:
    return no("arrived", _("the trip has ended at the plaza"), "5.8")


def grain(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    if match.arrived:
        return trip_has_ended()
    if match.grain_used:
        return no("limit_reached", _("grain feeds the wagon once a turn, and did"), "5.8")
    return no("have_none", _("you have no %(ware)s"), "5.8", ware="grain")


def drive(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    path, place = match.board.path_index[tokens[1]], Place(tokens[1])
    here = match.wagons[seat]
    if match.arrived:
        return trip_has_ended()
    if path not in match.barbarians:
        return no("no_barbarian", _("no barbarian is on %(place)s"), "5.8", place=place)
    if match.level[seat] < 2:
        message = _("a wagon of level 1 (%(points)s points) drives nobody off; level 2 does")
        return no("level_too_low", message, "2.6", points=MOVEMENT[1])
    if not match.board.spot_paths[here] >> path & 1:
        message = _("%(place)s does not touch the wagon on %(wagon)s")
        wagon_at = Place(match.board.spots[here])
        return no("not_connected", message, "5.8", place=place, wagon=wagon_at)
    message = _("the barbarian on %(place)s was tried this turn already")
    return no("limit_reached", message, "5.8", place=place)


def banish(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    message = _("%(place)s has a barbarian: choose a path without one")
    return no("taken", message, "5.8", place=Place(tokens[1]))


# events


def take(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    return bank_has_none("5.9", tokens[1])


def own_card(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    return no("have_none", _("you have no %(ware)s"), "5.9", ware=tokens[-1])


def aid(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    most = max(match.points)
    if match.points[int(tokens[1])] >= most:
        message = _("%(seat)s has as many points as the leaders, %(points)s")
        return no("not_behind", message, "5.9", seat=SeatNumber(tokens[1]), points=most)
    return own_card(match, seat, tokens)


# two seats


def neutral(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    piece, places = duel.neutral_places(match)
    which = NEUTRALS.index(tokens[1])
    is_spot = tokens[2] in match.board.spot_index
    if is_spot != (piece == "settlement"):
        message = _("a %(piece)s is due for a neutral; %(place)s is no place for one")
        return no("wrong_place", message, "5.12", piece=piece, place=Place(tokens[2]))
    names = match.board.spots if is_spot else match.board.paths
    right = tuple(Place(names[place]) for place in bits(places[which]))
    message = _("%(neutral)s can build a %(piece)s on: %(places)s")
    told = {"neutral": tokens[1], "piece": piece, "places": right or NOTHING}
    return no("not_connected", message, "5.12", **told)


def token(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    price = duel.token_price(match, seat)
    if match.token_used:
        message = _("one token action a turn: it was used already")
        return no("limit_reached", message, "5.12")
    if match.tokens[seat] < price:
        message = _("a token action costs %(price)s tokens; you have %(n)s")
        return no("too_dear", message, "5.12", price=price, n=match.tokens[seat])
    action = tokens[1]
    if (action == "barbarian") != (len(tokens) == 4):
        return misspelt("6", tokens, "token trade", "token robber", "token barbarian path path")
    if action == "trade":
        message = _("a forced trade needs cards in the other hand, and two to give back")
        return no("too_few", message, "5.12")
    if action == "robber":
        if match.traders:
            message = _("there is no robber in %(scenario)s: a token sends a barbarian away")
            return no("other_scenario", message, "5.12", scenario=TRADERS)
        return no("no_change", _("the robber is in the desert already"), "5.12")
    if not match.traders:
        return no("other_scenario", _("there are no barbarians in the base game"), "5.12")
    return barbarian(match, seat, tokens)


def return_(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    one, other = (RESOURCES.index(word) for word in tokens[1:])
    if one > other:
        return wrong_order()
    for kind, count in ((one, 1 + (one == other)), (other, 1 + (one == other))):
        if match.hands[seat][kind] < count:
            return you_have("5.12", match.hands[seat][kind], RESOURCES[kind])
    return None


def retire(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    if match.retired:
        return no("limit_reached", _("one knight retires a turn"), "5.12")
    if not match.knights[seat]:
        return no("have_none", _("you have no played knight"), "5.12")
    return no("none_left", _("no trade token is left in the supply"), "5.12")


Why = Callable[["CatanMatch", int, list[str]], Answer]

REASONS: dict[str, Why] = {
    "settlement": settlement,
    "city": city,
    "road": road,
    "repair": repair,
    "quake": quake,
    "buy": buy,
    "play": play,
    "discard": discard,
    "robber": robber_,
    "steal": chosen_seat,
    "rob": chosen_seat,
    "barbarian": barbarian,
    "bank": bank,
    "purchase": purchase,
    "offer": offer,
    "give": give,
    "want": want,
    "propose": propose,
    "accept": answer,
    "decline": answer,
    "cancel": cancel,
    "trade": trade,
    "upgrade": upgrade,
    "go": go,
    "grain": grain,
    "drive": drive,
    "banish": banish,
    "take": take,
    "gift": own_card,
    "aid": aid,
    "neutral": neutral,
    "token": token,
    "return": return_,
    "retire": retire,
}
