"""The robber of the base game and the barbarians of the scenario (rules 5.3, 5.4, 5.10)."""

from __future__ import annotations

from games.rules.match import illegal_move
from games.rules.primitives.bag import expand_counts
from games.rules.primitives.bitsets import members
from games.rules.reasons import Place, SeatNumber
from games.rules.reasons import gettext_noop as _

from .components import PROTECTED_UP_TO, RESOURCES
from .notation import ROB, STEAL
from .shared_refusals import OptionalRefusal
from .state import State

ALL_HEXES = (1 << 19) - 1


# The friendly robber


def protected_up_to(match: State) -> int:
    """The most public points with which the friendly robber spares a seat."""
    return PROTECTED_UP_TO[match.options["scenario"]]


def protected_seats(match: State) -> tuple[int, ...]:
    """Seats that the friendly robber spares."""
    if match.options["friendly_robber"] == "off":
        return ()
    most = protected_up_to(match)
    return tuple(seat for seat in range(match.seats) if match.points[seat] <= most)


def robber_places(match: State) -> int:
    """The set of hexes to which the robber may move; empty if all others are protected."""
    places = ALL_HEXES & ~(1 << match.robber)
    for seat in protected_seats(match):
        for spot in members(match.settlements[seat] | match.cities[seat]):
            for hex in match.board.spot_hexes[spot]:
                places &= ~(1 << hex)
    return places


def barbarian_places(match: State) -> int:
    """The set of paths to which a barbarian may move."""
    places = paths_without_barbarian(match)
    for seat in protected_seats(match):
        places &= ~match.roads[seat]
    return places


def paths_without_barbarian(match: State) -> int:
    """The set of all paths without a barbarian."""
    one, two, three = match.barbarians
    return match.board.all_paths & ~(1 << one | 1 << two | 1 << three)


# The phases of the robber


def robber_actors(match: State) -> tuple[int, ...]:
    """The active seat if it has a choice; move the robber directly if it has none."""
    if match.options["friendly_robber"] == "on":
        places = robber_places(match)
        if not places & (places - 1):
            # Rules 5.10: if every other hex is protected, the robber goes to the desert.
            move_robber(match, places.bit_length() - 1 if places else match.layout.desert)
            return ()
    return match.active_actor()


def robber_moves(match: State, seat: int) -> list[str]:
    """A `robber` move for every other hex that is not protected."""
    return list(match.notation.robber(robber_places(match)))


def play_robber(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `robber h`."""
    move_robber(match, match.board.hex_index[tokens[1]])


def robber_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    place = Place(tokens[1])
    if match.board.hex_index[tokens[1]] == match.robber:
        message = _("the robber is already on %(place)s: move it to another hex")
        return illegal_move("no_change", message, "5.3", place=place)
    message = _(
        "%(place)s is protected: a player with at most %(points)s points has a building there"
    )
    return illegal_move("protected", message, "5.10", place=place, points=protected_up_to(match))


def move_robber(match: State, hex: int) -> None:
    """Move the robber, then steal a card from a seat with a building there."""
    match.stack.pop()
    hexes = match.board.hexes
    match.emit("robber", match.active, {"from": hexes[match.robber], "to": hexes[hex]})
    match.robber = hex
    spared = protected_seats(match)
    victims = []
    for spot in match.board.hex_spots[hex]:
        seat = match.site[spot]
        if (
            0 <= seat < match.seats
            and seat != match.active
            and seat not in victims
            and seat not in spared
            and any(match.hands[seat])
        ):
            victims.append(seat)
    choose_victim(match, sorted(victims))


def choose_victim(match: State, victims: list[int]) -> None:
    """Steal a card from a single victim directly; let the active seat choose among several."""
    if len(victims) == 1:
        take_random_card(match, match.active, victims[0])
    elif victims:
        match.stack.append(("steal", tuple(victims)))


def steal_moves(match: State, seat: int) -> list[str]:
    """A `steal` move for each possible victim on the hex."""
    return [STEAL[victim] for victim in match.stack[-1][1]]


def play_steal(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `steal s`."""
    match.stack.pop()
    take_random_card(match, seat, int(tokens[1]))


def victim_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    return illegal_move(
        "nothing_to_take",
        _("%(seat)s has nothing to take here; possible: %(seats)s"),
        "5.3",
        seat=SeatNumber(tokens[1]),
        seats=tuple(map(SeatNumber, match.stack[-1][-1])),
    )


def take_random_card(match: State, thief: int, victim: int) -> None:
    """Move a random resource card from victim to thief; only these two see which it is."""
    hand = match.hands[victim]
    cards = expand_counts(zip(RESOURCES, hand, strict=True))
    card = match.chance.draw("steal", cards, 1)[0]
    kind = RESOURCES.index(card)
    hand[kind] -= 1
    match.hands[thief][kind] += 1
    match.emit("steal", thief, {"victim": victim})
    for witness in (thief, victim):
        data = {"thief": thief, "victim": victim, "resource": card}
        match.emit("stolen_card", thief, data, witness)


# The phase of the barbarians


def barbarian_moves(match: State, seat: int) -> list[str]:
    """A move for each barbarian to each allowed path without one."""
    places = members(barbarian_places(match))
    moves: list[str] = []
    for here in sorted(match.barbarians):
        row = match.notation.barbarian[here]
        moves += [row[there] for there in places]
    return moves


def play_barbarian(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `barbarian p q`: steal a card from the owner of a road there."""
    match.stack.pop()
    there = match.board.path_index[tokens[2]]
    move_barbarian(match, match.board.path_index[tokens[1]], there)
    owner = match.road[there]
    if 0 <= owner < match.seats and owner != seat and any(match.hands[owner]):
        take_random_card(match, seat, owner)


def barbarian_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    words = tokens[2:] if tokens[0] == "token" else tokens[1:]
    here, there = (match.board.path_index[word] for word in words)
    if here not in match.barbarians:
        standing = tuple(Place(match.board.paths[path]) for path in sorted(match.barbarians))
        message = _("there is no barbarian on %(place)s; they are on %(standing)s")
        return illegal_move(
            "no_barbarian", message, "5.4", place=Place(words[0]), standing=standing
        )
    place = Place(words[1])
    if there in match.barbarians:
        return illegal_move("taken", _("%(place)s already has a barbarian"), "5.4", place=place)
    if tokens[0] == "token":
        message = _("%(place)s has a road: send the barbarian to a path without one")
        return illegal_move("taken", message, "5.12", place=place)
    owner = match.road[there]
    if owner in protected_seats(match):
        message = _("the road on %(place)s belongs to %(owner)s, who is protected")
        return illegal_move("protected", message, "5.10", place=place, owner=SeatNumber(owner))
    return None


def move_barbarian(match: State, here: int, there: int) -> None:
    """Put a barbarian on another path; it keeps its index for the limits of the turn."""
    barbarians = list(match.barbarians)
    barbarians[barbarians.index(here)] = there
    match.barbarians = tuple(barbarians)
    paths = match.board.paths
    match.emit("barbarian", match.active, {"from": paths[here], "to": paths[there]})


# rob: an event lets a seat take a card from a seat of its choice (rules 5.9)


def rob_actors(match: State) -> tuple[int, ...]:
    """The seat that may rob, which is not always the active one."""
    thief: int = match.stack[-1][1]
    return (thief,)


def rob_moves(match: State, seat: int) -> list[str]:
    """A `rob` move for each other seat with cards."""
    return [ROB[victim] for victim in match.stack[-1][2]]


def play_rob(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `rob s`."""
    match.stack.pop()
    take_random_card(match, seat, int(tokens[1]))
