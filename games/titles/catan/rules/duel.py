"""Catan for two: what the neutrals build, token actions, retiring knights (rules 5.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import building, cards, robber
from .components import NEUTRALS, RESOURCES
from .grid import bits
from .tokens import gain_tokens, supply

if TYPE_CHECKING:
    from .match import CatanMatch

RETIRED_KNIGHT_TOKENS = 2


# what the neutrals build


def neutral_places(match: CatanMatch) -> tuple[str, list[int]]:
    """What may be placed now: the kind of piece and for each neutral the set of places."""
    first = match.seats
    if match.stack[-1][1] == "settlement":
        spots = [building.settlement_places(match, first + i) for i in range(2)]
        if any(spots):
            return "settlement", spots
    return "road", [building.road_places(match, first + i) for i in range(2)]


def neutral_actors(match: CatanMatch) -> tuple[int, ...]:
    """The active seat if it has a choice; a single place is taken by itself."""
    piece, places = neutral_places(match)
    count = sum(mask.bit_count() for mask in places)
    if count == 0:
        match.stack.pop()
        return ()
    if count == 1:
        which = 0 if places[0] else 1
        place_neutral(match, which, piece, places[which].bit_length() - 1)
        return ()
    return match.only_active()


def neutral_moves(match: CatanMatch, seat: int) -> list[str]:
    """`neutral n p` or `neutral n v`."""
    piece, places = neutral_places(match)
    words = match.notation
    menus = words.neutral_settlement if piece == "settlement" else words.neutral_road
    return [move for menu, mask in zip(menus, places, strict=True) for move in menu(mask)]


def neutral(match: CatanMatch, seat: int, tokens: list[str]) -> None:
    """`neutral n …`: a path gets a road, an intersection a settlement."""
    which = NEUTRALS.index(tokens[1])
    spot = match.board.spot_index.get(tokens[2])
    if spot is not None:
        place_neutral(match, which, "settlement", spot)
    else:
        place_neutral(match, which, "road", match.board.path_index[tokens[2]])


def place_neutral(match: CatanMatch, which: int, piece: str, place: int) -> None:
    match.stack.pop()
    board = match.board
    at = board.spots[place] if piece == "settlement" else board.paths[place]
    data = {"neutral": NEUTRALS[which], "piece": piece, "at": at}
    match.emit("neutral", match.active, data)
    if piece == "settlement":
        building.raise_building(match, match.seats + which, place)
    else:
        building.lay_road(match, match.seats + which, place)


# trade tokens


def token_price(match: CatanMatch, seat: int) -> int:
    """1 if one's public points are not above the opponent's, else 2."""
    return 1 if match.points[seat] <= match.points[1 - seat] else 2


def token_moves(match: CatanMatch, seat: int) -> list[str]:
    """The token action of the turn, and retiring a knight."""
    moves: list[str] = []
    if not match.token_used and match.tokens[seat] >= token_price(match, seat):
        if can_force_trade(match, seat):
            moves.append("token trade")
        if not match.traders:
            if match.robber != match.layout.desert:
                moves.append("token robber")
        else:
            places = list(bits(match.open_paths & robber.paths_without_barbarian(match)))
            for here in sorted(match.barbarians):
                row = match.notation.token_barbarian[here]
                moves += [row[there] for there in places]
    if not match.retired and match.knights[seat] and supply(match):
        moves.append("retire")
    return moves


def can_force_trade(match: CatanMatch, seat: int) -> bool:
    """The opponent has cards, and afterwards one has two to give back."""
    theirs = sum(match.hands[1 - seat])
    return theirs > 0 and min(theirs, 2) + sum(match.hands[seat]) >= 2


def token(match: CatanMatch, seat: int, tokens: list[str]) -> None:
    """`token …`: one action a turn."""
    cost = token_price(match, seat)
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


def force_trade(match: CatanMatch, seat: int) -> None:
    """Two random cards of the opponent; then two of one's choice go back."""
    other = 1 - seat
    theirs = match.hands[other]
    items = [word for word, count in zip(RESOURCES, theirs, strict=True) for _ in range(count)]
    drawn = match.chance.draw("forced", items, min(2, len(items)))
    for word in drawn:
        theirs[RESOURCES.index(word)] -= 1
        match.hands[seat][RESOURCES.index(word)] += 1
    match.emit("forced", seat, {"from": other, "count": len(drawn)})
    for witness in range(match.seats):
        match.emit("forced_cards", seat, {"from": other, "resources": drawn}, witness)
    match.stack.append(("return",))


def return_actors(match: CatanMatch) -> tuple[int, ...]:
    """The active seat; exactly two cards in hand are no choice."""
    hand = match.hands[match.active]
    if sum(hand) == 2:
        give_back(match, match.active, [kind for kind in range(5) for _ in range(hand[kind])])
        return ()
    return match.only_active()


def return_moves(match: CatanMatch, seat: int) -> list[str]:
    """Any two own cards."""
    hand = match.hands[seat]
    return [
        f"return {RESOURCES[one]} {RESOURCES[other]}"
        for one in range(5)
        for other in range(one, 5)
        if (hand[one] and hand[other] if one != other else hand[one] > 1)
    ]


def return_(match: CatanMatch, seat: int, tokens: list[str]) -> None:
    """`return r r`."""
    give_back(match, seat, [RESOURCES.index(word) for word in tokens[1:]])


def give_back(match: CatanMatch, seat: int, kinds: list[int]) -> None:
    match.stack.pop()
    for kind in kinds:
        match.hands[seat][kind] -= 1
        match.hands[1 - seat][kind] += 1
    match.emit("return", seat, {"to": 1 - seat, "count": len(kinds)})
    for witness in range(match.seats):
        data = {"to": 1 - seat, "resources": [RESOURCES[kind] for kind in kinds]}
        match.emit("returned_cards", seat, data, witness)


def retire(match: CatanMatch, seat: int, tokens: list[str]) -> None:
    """`retire`: a played knight leaves for 2 tokens; the Largest Army may go with it."""
    match.retired = True
    match.knights[seat] -= 1
    match.emit("retire", seat, {"card": "knight", "knights": match.knights[seat]})
    gain_tokens(match, seat, RETIRED_KNIGHT_TOKENS)
    cards.set_army_aside(match)
