"""Catan for two: neutral pieces, token actions and retired knights (rules 5.12)."""

from __future__ import annotations

from games.rules.match import illegal_move, malformed_move
from games.rules.primitives.bag import expand_counts
from games.rules.primitives.bitsets import members
from games.rules.reasons import Place
from games.rules.reasons import gettext_noop as _

from . import building, cards, robber
from .components import NEUTRALS, RESOURCES
from .shared_refusals import NOTHING, TRADERS, OptionalRefusal, too_few_refusal, wrong_order_refusal
from .state import State
from .tokens import gain_tokens, supply

RETIRED_KNIGHT_TOKENS = 2


# Neutral pieces


def neutral_places(match: State) -> tuple[str, list[int]]:
    """The kind of piece to place now, and for each neutral the set of places for it."""
    first = match.seats
    if match.stack[-1][1] == "settlement":
        spots = [building.settlement_places(match, first + i) for i in range(2)]
        if any(spots):
            return "settlement", spots
    return "road", [building.road_places(match, first + i) for i in range(2)]


def neutral_actors(match: State) -> tuple[int, ...]:
    """The active seat if it has a choice; place the piece directly if only one place is legal."""
    piece, places = neutral_places(match)
    count = sum(mask.bit_count() for mask in places)
    if count == 0:
        match.stack.pop()
        return ()
    if count == 1:
        which = 0 if places[0] else 1
        place_neutral(match, which, piece, places[which].bit_length() - 1)
        return ()
    return match.active_actor()


def neutral_moves(match: State, seat: int) -> list[str]:
    """The moves `neutral n p` or `neutral n v`."""
    piece, places = neutral_places(match)
    words = match.notation
    menus = words.neutral_settlement if piece == "settlement" else words.neutral_road
    return [move for menu, mask in zip(menus, places, strict=True) for move in menu(mask)]


def play_neutral(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `neutral n …`: a path gets a road, an intersection a settlement."""
    which = NEUTRALS.index(tokens[1])
    spot = match.board.spot_index.get(tokens[2])
    if spot is not None:
        place_neutral(match, which, "settlement", spot)
    else:
        place_neutral(match, which, "road", match.board.path_index[tokens[2]])


def neutral_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    piece, places = neutral_places(match)
    which = NEUTRALS.index(tokens[1])
    is_spot = tokens[2] in match.board.spot_index
    if is_spot != (piece == "settlement"):
        message = _("you must place a neutral %(piece)s; %(place)s is not possible")
        return illegal_move("wrong_place", message, "5.12", piece=piece, place=Place(tokens[2]))
    names = match.board.spots if is_spot else match.board.paths
    right = tuple(Place(names[place]) for place in members(places[which]))
    message = _("%(neutral)s can build a %(piece)s on: %(places)s")
    params = {"neutral": tokens[1], "piece": piece, "places": right or NOTHING}
    return illegal_move("not_connected", message, "5.12", **params)


def place_neutral(match: State, which: int, piece: str, place: int) -> None:
    match.stack.pop()
    board = match.board
    at = board.spots[place] if piece == "settlement" else board.paths[place]
    data = {"neutral": NEUTRALS[which], "piece": piece, "at": at}
    match.emit("neutral", match.active, data)
    if piece == "settlement":
        building.place_building(match, match.seats + which, place)
    else:
        building.place_road(match, match.seats + which, place)


# Trade tokens


def token_cost(match: State, seat: int) -> int:
    """The price of a token action: 1 if the seat has no more public points, else 2."""
    return 1 if match.points[seat] <= match.points[1 - seat] else 2


def token_moves(match: State, seat: int) -> list[str]:
    """The moves of the token action of this turn, and `retire`."""
    moves: list[str] = []
    if not match.token_used and match.tokens[seat] >= token_cost(match, seat):
        if can_force_trade(match, seat):
            moves.append("token trade")
        if not match.traders:
            if match.robber != match.layout.desert:
                moves.append("token robber")
        else:
            places = members(match.open_paths & robber.paths_without_barbarian(match))
            for here in sorted(match.barbarians):
                row = match.notation.token_barbarian[here]
                moves += [row[there] for there in places]
    if not match.retired and match.knights[seat] and supply(match):
        moves.append("retire")
    return moves


def can_force_trade(match: State, seat: int) -> bool:
    """Return whether the opponent has cards and the seat would then have two to give back."""
    theirs = sum(match.hands[1 - seat])
    return theirs > 0 and min(theirs, 2) + sum(match.hands[seat]) >= 2


def play_token(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `token …`: the one token action of the turn."""
    cost = token_cost(match, seat)
    match.tokens[seat] -= cost
    match.token_used = True
    match.emit("token", seat, {"action": tokens[1], "price": cost, "left": match.tokens[seat]})
    if tokens[1] == "trade":
        force_trade(match, seat)
    elif tokens[1] == "robber":
        hexes = match.board.hexes
        there = match.layout.desert
        match.emit("robber", seat, {"from": hexes[match.robber], "to": hexes[there]})
        match.robber = there
    else:
        index = match.board.path_index
        robber.move_barbarian(match, index[tokens[2]], index[tokens[3]])


def token_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    price = token_cost(match, seat)
    if match.token_used:
        message = _("one token action per turn: you have already used it")
        return illegal_move("limit_reached", message, "5.12")
    if match.tokens[seat] < price:
        message = _("a token action costs %(price)s tokens; you have %(n)s")
        return illegal_move("too_dear", message, "5.12", price=price, n=match.tokens[seat])
    action = tokens[1]
    if (action == "barbarian") != (len(tokens) == 4):
        return malformed_move(
            "5.12", tokens, "token trade", "token robber", "token barbarian path path"
        )
    if action == "trade":
        message = _("a forced trade needs cards in the other hand, and two to give back")
        return illegal_move("too_few", message, "5.12")
    if action == "robber":
        if match.traders:
            message = _(
                "there is no robber in %(scenario)s: with a token you send a barbarian away"
            )
            return illegal_move("other_scenario", message, "5.12", scenario=TRADERS)
        return illegal_move("no_change", _("the robber is already in the desert"), "5.12")
    if not match.traders:
        return illegal_move("other_scenario", _("there are no barbarians in the base game"), "5.12")
    return robber.barbarian_refusal(match, seat, tokens)


def force_trade(match: State, seat: int) -> None:
    """Take two random cards of the opponent; the seat then chooses two to give back."""
    other = 1 - seat
    theirs = match.hands[other]
    items = expand_counts(zip(RESOURCES, theirs, strict=True))
    drawn = match.chance.draw("forced", items, min(2, len(items)))
    for word in drawn:
        theirs[RESOURCES.index(word)] -= 1
        match.hands[seat][RESOURCES.index(word)] += 1
    match.emit("forced", seat, {"from": other, "count": len(drawn)})
    for witness in range(match.seats):
        match.emit("forced_cards", seat, {"from": other, "resources": drawn}, witness)
    match.stack.append(("return",))


def return_actors(match: State) -> tuple[int, ...]:
    """The active seat; if it has exactly two cards, give them back directly."""
    hand = match.hands[match.active]
    if sum(hand) == 2:
        give_back(match, match.active, expand_counts(enumerate(hand)))
        return ()
    return match.active_actor()


def return_moves(match: State, seat: int) -> list[str]:
    """A `return` move for any two own cards."""
    hand = match.hands[seat]
    return [
        f"return {RESOURCES[one]} {RESOURCES[other]}"
        for one in range(5)
        for other in range(one, 5)
        if (hand[one] and hand[other] if one != other else hand[one] > 1)
    ]


def play_return(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `return r r`."""
    give_back(match, seat, [RESOURCES.index(word) for word in tokens[1:]])


def return_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    one, other = (RESOURCES.index(word) for word in tokens[1:])
    if one > other:
        return wrong_order_refusal()
    for kind, count in ((one, 1 + (one == other)), (other, 1 + (one == other))):
        if match.hands[seat][kind] < count:
            return too_few_refusal("5.12", match.hands[seat][kind], RESOURCES[kind])
    return None


def give_back(match: State, seat: int, kinds: list[int]) -> None:
    match.stack.pop()
    for kind in kinds:
        match.hands[seat][kind] -= 1
        match.hands[1 - seat][kind] += 1
    match.emit("return", seat, {"to": 1 - seat, "count": len(kinds)})
    for witness in range(match.seats):
        data = {"to": 1 - seat, "resources": [RESOURCES[kind] for kind in kinds]}
        match.emit("returned_cards", seat, data, witness)


def play_retire(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `retire`: a played knight leaves for 2 tokens; this can cost the Largest Army."""
    match.retired = True
    match.knights[seat] -= 1
    match.emit("retire", seat, {"card": "knight", "knights": match.knights[seat]})
    gain_tokens(match, seat, RETIRED_KNIGHT_TOKENS)
    cards.reassess_army(match)


def retire_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    if match.retired:
        return illegal_move("limit_reached", _("you can retire one knight per turn"), "5.12")
    if not match.knights[seat]:
        return illegal_move("have_none", _("you have no played knight"), "5.12")
    return illegal_move("none_left", _("no trade token is left in the supply"), "5.12")
