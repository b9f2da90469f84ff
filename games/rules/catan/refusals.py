"""Why a move is refused: what is wrong and what would be right, in words.

Nothing here decides legality; the list does. A function is asked only about a move of its verb,
in a phase that knows the verb, with arguments of the right shape, that is not listed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..match import IllegalMove
from . import building, duel, robber, wagon
from .components import (
    CARD_COST,
    CARDS,
    CITIES_EACH,
    CITY_COST,
    FIRST_POINT_CARD,
    GOLD,
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

Answer = tuple[str, str] | None  # reason and section


def refusal(match: CatanMatch, seat: int, tokens: list[str]) -> IllegalMove | None:
    """The reason why this move is not listed, or None where the general one serves."""
    answer = shape(match, tokens) or wrong_phase(match, tokens[0])
    if answer is None and tokens[0] in REASONS:
        answer = REASONS[tokens[0]](match, seat, tokens)
    return IllegalMove(*answer) if answer else None


def shape(match: CatanMatch, tokens: list[str]) -> Answer:
    """An unknown verb, too many or too few arguments, or a word that means nothing here."""
    verb, words = tokens[0], tokens[1:]
    shapes = SHAPES.get(verb)
    if shapes is None:
        return f"{verb!r} is no move of Catan; there are: {', '.join(SHAPES)}", "6"
    fitting = [one.split() for one in shapes if len(one.split()) == len(words)]
    if not fitting:
        right = " or ".join(f"{verb} {one}".strip() for one in shapes)
        return f"{verb} takes other arguments than {' '.join(words) or 'none'!r}: {right}", "6"
    for kind, word in zip(fitting[0], words, strict=True):
        known = vocabulary(match, kind)
        if kind == "count":
            if not (word.isascii() and word.isdigit()) or len(word) > 2:
                return f"{word!r} is not a number of cards", "6"
        elif kind == "place":
            if word not in match.board.path_index and word not in match.board.spot_index:
                return f"{word!r} is neither a path nor an intersection of this board", "2.1"
        elif word not in known:
            return not_in(match, kind, word, known)
    return None


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


def not_in(match: CatanMatch, kind: str, word: str, known: tuple[str, ...]) -> tuple[str, str]:
    """A word that is none of its kind; for a place, what it is instead."""
    if kind not in ("hex", "spot", "path"):
        return f"{word!r} is no {kind}; there are: {', '.join(known)}", "6"
    board = match.board
    names = {"hex": "a hex", "spot": "an intersection", "path": "a path"}
    for other, places in (("hex", board.hexes), ("spot", board.spots), ("path", board.paths)):
        if word in places:
            return f"{word} is {names[other]}, not {names[kind]}", "2.1"
    return f"{word!r} is not {names[kind]} of this board; {known[0]} is one", "2.1"


def wrong_phase(match: CatanMatch, verb: str) -> Answer:
    """A verb that belongs to another phase, scenario, option or number of seats."""
    if verb in ("upgrade", "purchase", "travel", "go", "grain", "drive", "banish", "barbarian"):
        if not match.traders:
            return f"{verb} belongs to the scenario traders; this is the base game", "6"
    elif verb == "robber" and match.traders:
        return "there is no robber in traders: barbarians are moved", "5.4"
    elif verb in ("neutral", "token", "retire", "return") and not match.duel:
        return f"{verb} belongs to the game for two; this one has {match.seats} seats", "5.12"
    elif verb in ("roll", "event") and verb != match.first_move:
        return f"this match plays with {match.first_move}, not with {verb}", "3"
    phase = match.stack[-1][0]
    phases = PHASES.get(verb, ("main",))
    if phase in phases:
        return None
    if phase == "start":
        return f"{match.first_move} comes first: {verb} is for {' or '.join(phases)}", "5.1"
    if phase == "offer":
        return f"finish the offer first (propose or cancel): {verb} is for {phases[0]}", "5.7"
    return f"{verb} is for the phase {' or '.join(phases)}; this is {phase}", "5.1"


# costs and supplies


def lacking(match: CatanMatch, seat: int, what: str, cost: Cost) -> Answer:
    """Resources that are not there."""
    hand = match.hands[seat]
    for kind, count in cost:
        if hand[kind] < count:
            price = " + ".join(f"{n} {RESOURCES[k]}" for k, n in cost)
            return f"{what} costs {price}; you have {hand[kind]} {RESOURCES[kind]}", "2.5"
    return None


def settlement(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    spot = match.board.spot_index[tokens[1]]
    founding = match.stack[-1][0] == "founding"
    if founding and match.stack[-1][2] >= 0:
        return "a road at the new building comes first", "4"
    if founding and match.traders and match.stack[-1][1] >= match.seats:
        return "the second founding is a city in traders", "4"
    return building_site(match, tokens[1], spot) or (
        None if founding else paid_settlement(match, seat, tokens[1], spot)
    )


def building_site(match: CatanMatch, name: str, spot: int) -> Answer:
    """Occupied, a plaza, or too near."""
    board = match.board
    if board.plazas >> spot & 1:
        return f"{name} is the plaza of a goal hex: nothing is built there", "2.2"
    if match.built >> spot & 1:
        return f"{name} is taken by {owner_text(match, match.site[spot])}", "5.5"
    for near, _ in board.steps[spot]:
        if match.built >> near & 1:
            owner = owner_text(match, match.site[near])
            return f"{name} is too near: {board.spots[near]} next to it is taken by {owner}", "5.5"
    return None


def owner_text(match: CatanMatch, owner: int) -> str:
    return f"seat {owner}" if owner < match.seats else str(match.owner_name(owner))


def paid_settlement(match: CatanMatch, seat: int, name: str, spot: int) -> Answer:
    if match.settlements[seat].bit_count() >= SETTLEMENTS_EACH:
        return f"all {SETTLEMENTS_EACH} settlements are on the board", "2.5"
    if not match.reach[seat] >> spot & 1:
        return f"no own road leads to {name}", "5.5"
    if building.spots_at(match, match.damaged) >> spot & 1:
        return f"a damaged road touches {name}", "5.9"
    return lacking(match, seat, "a settlement", SETTLEMENT_COST)


def city(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    spot = match.board.spot_index[tokens[1]]
    if match.stack[-1][0] == "founding":
        if match.stack[-1][2] >= 0:
            return "a road at the new building comes first", "4"
        if not match.traders or match.stack[-1][1] < match.seats:
            return "this founding is a settlement", "4"
        return building_site(match, tokens[1], spot)
    if not match.settlements[seat] >> spot & 1:
        return f"there is no own settlement on {tokens[1]}", "5.5"
    if match.cities[seat].bit_count() >= CITIES_EACH:
        return f"all {CITIES_EACH} cities are on the board", "2.5"
    return lacking(match, seat, "a city", CITY_COST)


def road(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    path = match.board.path_index[tokens[1]]
    phase = match.stack[-1][0]
    if match.road[path] >= 0:
        return f"{tokens[1]} has a road of {owner_text(match, match.road[path])} already", "5.5"
    if phase == "founding":
        spot = match.stack[-1][2]
        if spot < 0:
            return "the building comes first, then its road", "4"
        return f"{tokens[1]} does not touch the new building on {match.board.spots[spot]}", "4"
    if match.roads[seat].bit_count() >= ROADS_EACH:
        return f"all {ROADS_EACH} roads are on the board", "2.5"
    broken = match.roads[seat] & match.damaged
    if broken:
        name = match.board.paths[broken.bit_length() - 1]
        return f"the own road {name} is damaged: repair it first", "5.9"
    if not match.frontier[seat] >> path & 1:
        return f"{tokens[1]} does not connect to an own building or road", "5.5"
    return lacking(match, seat, "a road", ROAD_COST) if phase == "main" else None


def repair(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    path = match.board.path_index[tokens[1]]
    if not match.roads[seat] & match.damaged & 1 << path:
        return f"{tokens[1]} is not a damaged road of yours", "5.9"
    return lacking(match, seat, "a repair", ROAD_COST)


def quake(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    return f"{tokens[1]} is not a road of yours", "5.9"


# cards


def buy(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    if match.bought >= len(match.deck):
        return f"the deck is empty: all {len(match.deck)} cards are bought", "2.4"
    return lacking(match, seat, "a development card", CARD_COST)


def play(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    kind = CARDS.index(tokens[1])
    if kind >= FIRST_POINT_CARD:
        return f"{tokens[1]} is a point card: it counts by itself and is never played", "5.5"
    if not match.cards[seat][kind]:
        return f"you hold no {tokens[1]}", "5.5"
    if match.cards[seat][kind] <= (match.fresh[kind] if seat == match.active else 0):
        return f"your {tokens[1]} was bought this turn: it can be played next turn", "5.5"
    if match.card_played:
        return "one development card a turn: one was played already", "5.5"
    in_wagon = match.stack[-1][0] == "wagon"
    if in_wagon != (kind == SWIFT):
        return "swift is played during the trip, every other card before it", "5.5"
    if kind == SWIFT and not match.gone:
        return "swift gives a second trip: take at least one step of the first", "5.8"
    resources = tokens[2:]
    wanted = {"plenty": 2, "monopoly": 1}.get(tokens[1], 0)
    if len(resources) != wanted and not (tokens[1] == "plenty" and sum(match.bank) == 1):
        return f"{tokens[1]} names {wanted} resources, not {len(resources)}", "6"
    if tokens[1] == "road_building":
        return "no free road can be built now", "5.5"
    if tokens[1] == "plenty":
        indices = [RESOURCES.index(word) for word in resources]
        if indices != sorted(indices):
            return "name the two resources in the order brick lumber wool grain ore", "6"
        return not_in_bank(match, indices)
    return None


def not_in_bank(match: CatanMatch, indices: list[int]) -> Answer:
    for kind in indices:
        if match.bank[kind] < indices.count(kind):
            return f"the bank has {match.bank[kind]} {RESOURCES[kind]}", "5.7"
    return None


# robber and barbarians


def discard(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    kind, count = RESOURCES.index(tokens[1]), int(tokens[2])
    due, held = match.stack[-1][1][seat], match.hands[seat][kind]
    if count < 1 or str(count) != tokens[2]:
        return f"{tokens[2]} is not a number of cards to discard", "6"
    if count > held:
        return f"you have {held} {tokens[1]}", "5.2"
    return f"you owe {due} more, not {count}", "5.2"


def robber_(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    if match.board.hex_index[tokens[1]] == match.robber:
        return f"the robber is on {tokens[1]}: it must move to another hex", "5.3"
    return f"a seat with at most 2 points has a building on {tokens[1]}: it is protected", "5.10"


def chosen_seat(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    frame = match.stack[-1]
    victims = ", ".join(str(one) for one in frame[-1])
    return f"seat {tokens[1]} has nothing to take here; possible: {victims}", "5.3"


def barbarian(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    words = tokens[2:] if tokens[0] == "token" else tokens[1:]
    here, there = (match.board.path_index[word] for word in words)
    if here not in match.barbarians:
        standing = ", ".join(match.board.paths[path] for path in sorted(match.barbarians))
        return f"no barbarian is on {words[0]}; they are on {standing}", "5.4"
    if there in match.barbarians:
        return f"{words[1]} has a barbarian already", "5.4"
    if tokens[0] == "token":
        return f"{words[1]} has a road: a token sends a barbarian to a path without one", "5.12"
    owner = match.road[there]
    if owner in robber.protected(match):
        return f"the road on {words[1]} is of seat {owner}, which is protected", "5.10"
    return None


# trade


def bank(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    give, get = WARE_INDEX[tokens[1]], WARE_INDEX[tokens[2]]
    rate, held = match.rates[seat][give], match.hands[seat][give]
    if give == get:
        return f"{tokens[1]} for {tokens[1]} is no trade", "5.7"
    if held < rate:
        return f"the bank takes {rate} {tokens[1]}; you have {held}", "5.7"
    if get == GOLD:
        return "the bank has no gold left", "5.7"
    return f"the bank has no {tokens[2]} left", "5.7"


def purchase(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    if match.purchases >= PURCHASES_PER_TURN:
        return f"gold buys {PURCHASES_PER_TURN} resources a turn, both were bought", "5.7"
    if match.gold[seat] < PURCHASE_PRICE:
        return f"a resource costs {PURCHASE_PRICE} gold; you have {match.gold[seat]}", "5.7"
    return f"the bank has no {tokens[1]} left", "5.7"


def offer(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    if match.offers >= OFFERS_PER_TURN:
        return f"{OFFERS_PER_TURN} offers a turn, all were made", "5.7"
    if not any(match.hands[seat]) and not match.gold[seat]:
        return "you have nothing to give", "5.7"
    return "nobody else has anything to give", "5.7"


def give(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    ware = WARE_INDEX[tokens[1]]
    if match.stack[-1][2][ware]:
        return f"{tokens[1]} is wanted in this offer: it cannot be given too", "5.7"
    return f"you have {wares_of(match, seat)[ware]} {tokens[1]}", "5.7"


def want(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    ware = WARE_INDEX[tokens[1]]
    if match.stack[-1][1][ware]:
        return f"{tokens[1]} is given in this offer: it cannot be wanted too", "5.7"
    most = elsewhere(match, seat, ware)
    return f"the others have {most} {tokens[1]}: more cannot be wanted", "5.7"


def propose(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    _, giving, wanting = match.stack[-1]
    for side, words in ((giving, "give"), (wanting, "want")):
        if not any(side):
            return f"the offer says nothing yet of what you {words}", "5.7"
    return f"nobody else has enough for {named(wanting)}", "5.7"


def answer(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    if seat == match.active:
        return "your own offer is answered by the others", "5.7"
    return f"you do not have {named(match.stack[-1][2])}: only decline is possible", "5.7"


def cancel(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    return f"only seat {match.active}, whose offer it is, may cancel it", "5.7"


def trade(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    if seat != match.active:
        return f"only seat {match.active}, whose offer it is, may conclude it", "5.7"
    willing = [str(one) for one, reply in enumerate(match.stack[-1][3]) if reply == ACCEPTED]
    return f"seat {tokens[1]} has not accepted; accepted: {', '.join(willing) or 'nobody'}", "5.7"


# wagons


def upgrade(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    level = match.level[seat]
    if level == TOP_LEVEL:
        return f"the wagon has the top level, {TOP_LEVEL}", "2.6"
    return lacking(match, seat, f"level {level + 1}", UPGRADE_COST[level + 1])


def go(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    board, here = match.board, match.wagons[seat]
    there = board.spot_index[tokens[1]]
    if match.arrived:
        return "the trip has ended at the plaza", "5.8"
    ways = [path for near, path in board.steps[here] if near == there]
    if not ways:
        return f"{tokens[1]} is not next to the wagon on {board.spots[here]}", "5.8"
    points, toll = wagon.price(match, seat, ways[0])
    if points > match.movement:
        return f"the step costs {points} movement points; {match.movement} are left", "5.8"
    owner = owner_text(match, toll)
    return f"the road of {owner} costs a toll of 1 gold; you have none", "5.8"


def grain(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    if match.arrived:
        return "the trip has ended at the plaza", "5.8"
    if match.grain_used:
        return "grain feeds the wagon once a turn, and did", "5.8"
    return "you have no grain", "5.8"


def drive(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    path = match.board.path_index[tokens[1]]
    here = match.wagons[seat]
    if match.arrived:
        return "the trip has ended at the plaza", "5.8"
    if path not in match.barbarians:
        return f"no barbarian is on {tokens[1]}", "5.8"
    if match.level[seat] < 2:
        return f"a wagon of level 1 ({MOVEMENT[1]} points) drives nobody off; level 2 does", "2.6"
    if not match.board.spot_paths[here] >> path & 1:
        return f"{tokens[1]} does not touch the wagon on {match.board.spots[here]}", "5.8"
    return f"the barbarian on {tokens[1]} was tried this turn already", "5.8"


def banish(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    return f"{tokens[1]} has a barbarian: choose a path without one", "5.8"


# events


def take(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    return f"the bank has no {tokens[1]} left", "5.9"


def own_card(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    return f"you have no {tokens[-1]}", "5.9"


def aid(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    most = max(match.points)
    if match.points[int(tokens[1])] >= most:
        return f"seat {tokens[1]} has as many points as the leaders, {most}", "5.9"
    return own_card(match, seat, tokens)


# two seats


def neutral(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    piece, places = duel.neutral_places(match)
    which = NEUTRALS.index(tokens[1])
    is_spot = tokens[2] in match.board.spot_index
    if is_spot != (piece == "settlement"):
        return f"a {piece} is due for a neutral; {tokens[2]} is no place for one", "5.12"
    names = match.board.spots if is_spot else match.board.paths
    right = ", ".join(names[place] for place in bits(places[which])) or "nothing"
    return f"{tokens[1]} can build a {piece} on: {right}", "5.12"


def token(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    price = duel.token_price(match, seat)
    if match.token_used:
        return "one token action a turn: it was used already", "5.12"
    if match.tokens[seat] < price:
        return f"a token action costs {price} tokens; you have {match.tokens[seat]}", "5.12"
    if (tokens[1] == "barbarian") != (len(tokens) == 4):
        return "it is: token trade, token robber or token barbarian path path", "6"
    if tokens[1] == "trade":
        return "a forced trade needs cards in the other hand, and two to give back", "5.12"
    if tokens[1] == "robber":
        if match.traders:
            return "there is no robber in traders: token barbarian path path", "5.12"
        return "the robber is in the desert already", "5.12"
    if not match.traders:
        return "there are no barbarians in the base game", "5.12"
    return barbarian(match, seat, tokens)


def return_(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    one, other = (RESOURCES.index(word) for word in tokens[1:])
    if one > other:
        return "name the two resources in the order brick lumber wool grain ore", "6"
    for kind, count in ((one, 1 + (one == other)), (other, 1 + (one == other))):
        if match.hands[seat][kind] < count:
            return f"you have {match.hands[seat][kind]} {RESOURCES[kind]}", "5.12"
    return None


def retire(match: CatanMatch, seat: int, tokens: list[str]) -> Answer:
    if match.retired:
        return "one knight retires a turn", "5.12"
    if not match.knights[seat]:
        return "you have no played knight", "5.12"
    return "no trade token is left in the supply", "5.12"


Reason = Callable[["CatanMatch", int, list[str]], Answer]

REASONS: dict[str, Reason] = {
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
