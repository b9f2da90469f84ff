"""Export contracts: taking, drawing and keeping them, fulfilling them, and what that brings.

Rules 5.4 (frames meat, rewards, keep, second), 5.5 (import coins), 6.
"""

from __future__ import annotations

from .components import (
    BEER_POUNDS,
    BUCHANAN_DRAWN,
    COIN_EVERY,
    CONTRACT_COST,
    CORNERS,
    COW,
    DRAWN,
    GOODS,
    GRAIN,
    IMPORTS,
    MOST_BEER,
    PORT_ANIMAL,
    PORT_OTHER,
    PORT_OTHER_COST,
    SHEEP,
    UNITS,
    Contract,
    contract,
)
from .maps import AT, SPACE_ID, spaces_of
from .notation import COPIED, FULFIL, KEEP, PREFIXES, SLAUGHTER, TAKE, pairs
from .player import Player
from .state import Bonus, Keep, Meat, Rewards, Second, State


def cost_now(match: State) -> int:
    """What a contract costs this round; below 0 it is money gained."""
    return CONTRACT_COST[match.round - 1]


# taking and keeping


def take_moves(match: State, p: Player) -> list[str]:
    boxes = p.free_boxes
    if not boxes or cost_now(match) > p.money:
        return []
    moves = [TAKE[number] for number in match.slots if number]
    if boxes == 2:
        moves += pairs("take", tuple(number for number in match.slots if number))
    return moves


def play_take(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    taken = tuple(int(token) for token in tokens[1:])
    match.slots = tuple(0 if number in taken else number for number in match.slots)
    _into_boxes(match, p, seat, "take", taken)
    match.stage = "after"


def keep_moves(match: State, p: Player, frame: Keep) -> list[str]:
    moves = ["keep none"]
    boxes = p.free_boxes
    if boxes and cost_now(match) <= p.money:
        moves += [KEEP[number] for number in frame.tiles]
        if boxes == 2:
            moves += pairs("keep", frame.tiles)
    return moves


def play_keep(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    frame = match.frames.pop()
    assert isinstance(frame, Keep)
    kept = () if tokens[1] == "none" else tuple(int(token) for token in tokens[1:])
    back = tuple(number for number in frame.tiles if number not in kept)
    match.pile += back
    match.known += len(back)
    if kept:
        _into_boxes(match, p, seat, "keep", kept, back)
    else:
        match.emit("keep", seat, {"contracts": [], "cost": 0, "returned": list(back)})


def _into_boxes(
    match: State,
    p: Player,
    seat: int,
    kind: str,
    numbers: tuple[int, ...],
    back: tuple[int, ...] | None = None,
) -> None:
    cost = cost_now(match)
    p.money -= cost
    p.boxes += numbers
    data: dict[str, object] = {"contracts": list(numbers), "cost": cost}
    if back is not None:
        data["returned"] = list(back)
    match.emit(kind, seat, data)


def play_draw(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    frame = match.frames[-1]
    assert isinstance(frame, Bonus)
    match.frames[-1] = Bonus(frame.goods, frame.draws - 1)
    drawn = match.from_pile(BUCHANAN_DRAWN if p.clan == "buchanan" else DRAWN)
    match.frames.append(Keep(drawn))
    match.emit("draw", seat, {"contracts": list(drawn)})


# fulfilling


def waivers(match: State, p: Player) -> tuple[str, ...]:
    """The port moves that spare an animal: tile 1, and tile 9 used as tile 1 (ruling 22)."""
    if PORT_ANIMAL not in match.ports:
        return ()
    open_ports = p.open_ports(match.board.ports)
    animal = match.ports.index(PORT_ANIMAL)
    found = []
    for corner, tile in enumerate(match.ports):
        usable = open_ports >> match.board.port_at[corner] & 1
        if tile == PORT_ANIMAL and usable:
            found.append(PREFIXES[corner])
        elif tile == PORT_OTHER and usable and p.money >= PORT_OTHER_COST:
            found.append(COPIED[corner][animal])
    return tuple(found)


def missing_animals(p: Player, beef: int, mutton: int) -> int:
    """How many animals this seat has too few."""
    return max(0, beef - p.on_map(COW)) + max(0, mutton - p.on_map(SHEEP))


def can_fulfil(match: State, p: Player, tile: Contract) -> bool:
    goods = p.goods
    for good, count in enumerate(tile.goods):
        if goods[good] < count:
            return False
    missing = missing_animals(p, tile.beef, tile.mutton) if tile.beef or tile.mutton else 0
    return not missing or missing <= len(waivers(match, p))


def fulfil_moves(match: State, p: Player) -> list[str]:
    return [FULFIL[k] for k in sorted(p.boxes) if can_fulfil(match, p, contract(k))]


def play_fulfil(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    number = int(tokens[1])
    tile = contract(number)
    first = not match.frames
    if first:
        match.stage = "after"
        if p.clan == "buchanan":
            match.frames.append(Second(number))
    else:
        match.frames.pop()
    p.boxes = tuple(other for other in p.boxes if other != number)
    for good, count in enumerate(tile.goods):
        p.goods[good] -= count
    paid = {GOODS[good]: count for good, count in enumerate(tile.goods) if count}
    match.emit("fulfil", seat, {"contract": number, "paid": paid})
    if tile.beef or tile.mutton:
        match.frames.append(Meat(number, tile.beef, tile.mutton, waivers(match, p)))
    else:
        reward(match, p, seat, tile)


def reward(match: State, p: Player, seat: int, tile: Contract) -> None:
    """Imports and money first, then the frame for the rest (ruling 11)."""
    p.enlist(tile.id)
    coins = 0
    if match.options["imports"] == "scarce":
        for kind, amount in enumerate(tile.imports):
            before = match.imports[kind]
            match.imports[kind] += amount
            coins += (before + amount) // COIN_EVERY - before // COIN_EVERY
    p.money += tile.money + coins
    imports = {IMPORTS[kind]: amount for kind, amount in enumerate(tile.imports) if amount}
    match.emit(
        "imports",
        seat,
        {
            "contract": tile.id,
            "imports": imports,
            "hops": tile.hops,
            "coins": coins,
            "money": tile.money,
        },
    )
    beer = min(MOST_BEER, tile.hops) if p.clan == "macewen" else 0
    match.frames.append(Rewards(tile.id, tile.expand, tile.upgrade, beer))


# meat


def meat_moves(match: State, p: Player, frame: Meat) -> list[str]:
    spaces = 0
    if frame.mutton:
        spaces |= p.by_unit[SHEEP]
    if frame.beef:
        spaces |= p.by_unit[COW]
    moves = [SLAUGHTER[space] for space in spaces_of(spaces)]
    for waiver in frame.waivers:
        moves += [f"{waiver} {UNITS[kind]}" for kind in (COW, SHEEP) if _may_waive(p, frame, kind)]
    return moves


def _may_waive(p: Player, frame: Meat, kind: int) -> bool:
    beef, mutton = frame.beef - (kind == COW), frame.mutton - (kind == SHEEP)
    if min(beef, mutton) < 0:
        return False
    return missing_animals(p, beef, mutton) <= len(frame.waivers) - 1


def forced_slaughter(match: State, p: Player, seat: int, frame: Meat) -> bool:
    """Slaughter without asking where no waiver is possible and no choice is left (rules 5.4)."""
    if frame.waivers:
        return False
    for kind, needed in ((COW, frame.beef), (SHEEP, frame.mutton)):
        if needed and needed == p.on_map(kind):
            for space in spaces_of(p.by_unit[kind]):
                _slaughter(match, p, seat, kind, space, auto=True)
            return True
    return False


def play_slaughter(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    space = SPACE_ID[tokens[1]]
    kind = COW if p.by_unit[COW] >> space & 1 else SHEEP
    _slaughter(match, p, seat, kind, space)


def _slaughter(
    match: State, p: Player, seat: int, kind: int, space: int, *, auto: bool = False
) -> None:
    p.take_back(kind, space, match.board.reach[p.shipping])
    match.occupied ^= 1 << space
    _less_meat(match, kind)
    data: dict[str, object] = {"unit": UNITS[kind], "at": AT[space]}
    if auto:
        data["auto"] = True
    match.emit("slaughter", seat, data)


def waive(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    """Use a port tile to spare one animal."""
    frame = match.frames[-1]
    assert isinstance(frame, Meat)
    waiver = " ".join(tokens[:-1])
    left = tuple(other for other in frame.waivers if other != waiver)
    match.frames[-1] = frame._replace(waivers=left)
    corner = CORNERS.index(tokens[1])
    p.use_port(corner, match.board.port_at[corner])
    tile = match.ports[corner]
    cost = PORT_OTHER_COST if tile == PORT_OTHER else 0
    p.money -= cost
    kind = COW if tokens[-1] == UNITS[COW] else SHEEP
    _less_meat(match, kind)
    data = {"corner": tokens[1], "tile": tile, "effect": PORT_ANIMAL, "cost": cost}
    match.emit("port", seat, {**data, "animal": tokens[-1]})


def _less_meat(match: State, kind: int) -> None:
    frame = match.frames[-1]
    assert isinstance(frame, Meat)
    match.frames[-1] = frame._replace(
        beef=frame.beef - (kind == COW), mutton=frame.mutton - (kind == SHEEP)
    )


# rewards


def brew_moves(p: Player, frame: Rewards) -> list[str]:
    return [f"brew {n}" for n in range(1, min(frame.beer, p.goods[GRAIN]) + 1)]


def play_brew(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    count = int(tokens[1])
    frame = match.frames[-1]
    assert isinstance(frame, Rewards)
    match.frames[-1] = frame._replace(beer=frame.beer - count)
    p.goods[GRAIN] -= count
    p.money += count * BEER_POUNDS
    match.emit("brew", seat, {"count": count, "money": count * BEER_POUNDS})
