"""The view of Puerto Rico arranged into the pieces of the board."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from games.boards.base import Scene
from portal.quick.kept import MIB, each, kept
from portal.quick.words import get_language

from ..rules.components import BUILDINGS, CITY_SPACES, GOODS, HOUSE_SPACES, SETUPS, TILES
from ..rules.view import BoardView, DraftView, RoleView, ScoreView, ShipView, View
from . import asking, pieces, words
from .news import changed
from .seen import view_of
from .wording import gettext as _

COLUMNS = (1, 2, 3, 4)
FACTS = {building.key: building for building in BUILDINGS}
COSTLESS = ("total", "rank")

# numbers by building: hashable, as the market is made once for each
Numbers = tuple[tuple[str, int], ...]

# the drawing of a cargo ship: a place for a barrel is SPACE wide, bow and stern take BOW each
SPACE = 22
BOW = 22

# where each kind of decision is made; the ids of these sections are "pr-" and the part
PARTS = {
    "pick": "roles",
    "settle": "fields",
    "mayor_privilege": "supplies",
    "placement": "mine",
    "craftsman_privilege": "supplies",
    "trade": "house",
    "build": "market",
    "load": "harbor",
    "store": "mine",
}
PLACES: dict[str, Callable[[], str]] = {
    "fields": lambda: _("To the plantations"),
    "harbor": lambda: _("To the ships"),
    "house": lambda: _("To the trading house"),
    "supplies": lambda: _("To the supplies"),
    "mine": lambda: _("To your island"),
    "market": lambda: _("To the buildings"),
}
LYING_NOWHERE = ("privilege worker", "privilege none", "pass", "reopen")


def board(scene: Scene) -> pieces.Board:
    """Everything that is drawn."""
    view, say = view_of(scene), words.lexicon()
    players = tuple(_player(scene, say, seat) for seat in range(len(view["seats"])))
    first = scene.seat or 0
    around = (*players[first:], *players[:first])
    return pieces.Board(
        status=_status(scene),
        roles=pieces.Roles(
            _part(scene, "roles"),
            tuple(_role(scene, say, key, card) for key, card in view["roles"].items()),
        ),
        plantations=_plantations(scene, say),
        harbor=pieces.Harbor(
            _part(scene, "harbor"),
            tuple(_ship(scene, say, key, ship) for key, ship in view["ships"].items()),
            _wharf(scene),
        ),
        house=_house(scene, say),
        supplies=_supplies(scene, say),
        mine=_mine(scene, players[scene.seat]) if scene.seat is not None else None,
        market=_market(scene),
        players=players,
        others=around if scene.seat is None else around[1:],
        notes=_notes(
            get_language(),
            tuple(view["costs"].items()),
            tuple((view["prices"] or view["costs"]).items()),
            tuple(view["display"].items()),
        ),
        news=" ".join(sorted(changed(scene.news))),
    )


def _part(scene: Scene, part: str) -> pieces.Part:
    if PARTS.get(view_of(scene)["step"]) != part:
        return pieces.Part(False, ())
    moves = [move for move in LYING_NOWHERE if move in scene.legal]
    deeds = [pieces.Deed(move, label, label) for move in moves for label in [_label(move, scene)]]
    return pieces.Part(part != "mine" or bool(scene.legal), tuple(deeds))


def _label(move: str, scene: Scene) -> str:
    return asking.label(move, scene)


def _legal(scene: Scene, move: str) -> tuple[str, str]:
    """The move and its label where it is legal, else two empty texts."""
    return (move, _label(move, scene)) if move in scene.legal else ("", "")


# the status line


def _status(scene: Scene) -> pieces.Status:
    view = view_of(scene)
    active = PARTS.get(view["step"], "")
    return pieces.Status(
        round=view["round"],
        phase=_phase(scene),
        picker="" if view["picker"] is None else scene.names[view["picker"]],
        governor=scene.names[view["governor"]],
        order=tuple(
            pieces.Turn(seat, scene.names[seat], seat in scene.actors, seat == view["governor"])
            for seat in view["order"]
        ),
        limits=tuple(_limits(view)),
        endings=tuple(words.first_upper(words.ENDINGS[one]) for one in view["ending"]),
        over=scene.over,
        active=active,
        jump=PLACES[active]() if scene.legal and active in PLACES else "",
    )


def _phase(scene: Scene) -> str:
    role = view_of(scene)["role"]
    if scene.over:
        return _("The match is over")
    if role is None:
        return _("Picking a role")
    return str(words.PHASES[role])


def _limits(view: View) -> Iterator[pieces.Limit]:
    """The three ends of the match, and how near they are."""
    setup, met = SETUPS[len(view["seats"])], view["ending"]
    city = min(seat["city_free"] for seat in view["seats"])
    yield pieces.Limit(
        _("Victory points left"), "chip", view["chips_left"], setup.chips, "chips" in met
    )
    yield pieces.Limit(
        _("Workers left"), "worker", view["worker_supply"], setup.worker_supply, "workers" in met
    )
    yield pieces.Limit(
        _("Free spaces in the fullest city"), "city", city, CITY_SPACES, "city" in met
    )


# the middle


def _role(scene: Scene, say: words.Lexicon, key: str, card: RoleView) -> pieces.Role:
    move, label = _legal(scene, f"pick {key}")
    taken_by = card["taken_by"]
    return pieces.Role(
        key=key,
        art=key.removesuffix("_2"),
        title=say.role_cards[key],
        action=say.role_actions[key],
        privilege=say.privileges[key],
        doubloons=card["doubloons"],
        taken_by=taken_by,
        taker=scene.names[taken_by] if taken_by is not None else "",
        is_now=view_of(scene)["role"] == key,
        move=move,
        label=label,
    )


def _good(say: words.Lexicon, key: str, n: int, **more: Any) -> pieces.Good:
    return pieces.Good(key, say.goods[key], say.letters[key], n, **more)


def _plantations(scene: Scene, say: words.Lexicon) -> pieces.Plantations:
    view = view_of(scene)
    move, label = _legal(scene, "draw")
    return pieces.Plantations(
        part=_part(scene, "fields"),
        row=tuple(_tile(scene, say, kind) for kind in view["row"]),
        gaps=range(SETUPS[len(view["seats"])].row - len(view["row"])),
        quarry=_tile(scene, say, "quarry"),
        quarries=view["quarries"],
        stack=view["stack"],
        draw=pieces.Deed(move, label, _("Draw")) if move else None,
        discard=tuple(_good(say, good, n) for good, n in view["discard"].items() if n),
        ask_worker=_offers_worker(scene, "take"),
    )


def _offers_worker(scene: Scene, verb: str) -> bool:
    return any(one.startswith(verb) and one.endswith(" worker") for one in scene.legal)


def _tile(scene: Scene, say: words.Lexicon, kind: str) -> pieces.Tile:
    name = say.tiles[kind]
    plain, together = _legal(scene, f"take {kind}"), _legal(scene, f"take {kind} worker")
    return pieces.Tile(kind, name, *plain, *together)


def _ship(scene: Scene, say: words.Lexicon, key: str, ship: ShipView) -> pieces.Ship:
    capacity, n, good = int(key), ship["n"], ship["good"] or ""
    told = {"ship": key, "n": n, "good": say.goods[good] if good else "", "capacity": capacity}
    spoken = _("Ship %(ship)s: empty, %(capacity)s spaces") % told
    if good:
        spoken = _("Ship %(ship)s: %(n)s of %(capacity)s spaces filled with %(good)s") % told
    width = 2 * BOW + SPACE * capacity
    return pieces.Ship(
        key=key,
        title=_("Ship %(ship)s") % told,
        good=good,
        letter=say.letters[good] if good else "",
        n=n,
        capacity=capacity,
        spaces=tuple(
            pieces.Space(BOW + SPACE * place, good if place < n else "")
            for place in range(capacity)
        ),
        width=width,
        hull=_hull(width),
        mast=width // 2,
        words=spoken,
        deeds=_loads(scene, key),
    )


@functools.cache
def _hull(width: int) -> str:
    """The outline of a hull: stern on the left, raised bow on the right."""
    deck, keel = width - 34, width - 50
    return f"M5 40 l6 4 h{deck} q14 0 22 -10 l0 6 q-4 26 -22 32 h-{keel} q-16 0 -22 -16 z"


def _loads(scene: Scene, ship: str) -> tuple[pieces.Deed, ...]:
    deeds = []
    for good in GOODS:
        move = f"load {good} {ship}"
        if scene.seat is not None and move in scene.legal:
            n = asking.load(view_of(scene), scene.seat, good, ship)
            deeds.append(pieces.Deed(move, _label(move, scene), str(n), good))
    return tuple(deeds)


def _wharf(scene: Scene) -> pieces.Wharf | None:
    """My own wharf, in the phase where it matters."""
    if scene.seat is None or view_of(scene)["step"] != "load":
        return None
    mine = view_of(scene)["seats"][scene.seat]
    if not mine["city"].get("wharf"):
        return None
    return pieces.Wharf(mine["wharf_used"], _loads(scene, "wharf"))


def _house(scene: Scene, say: words.Lexicon) -> pieces.TradingHouse:
    view, deeds = view_of(scene), []
    for good in GOODS:
        move = f"sell {good}"
        if scene.seat is not None and move in scene.legal:
            price = asking.sale(view, scene.seat, good)
            deeds.append(pieces.Deed(move, _label(move, scene), str(price), good))
    return pieces.TradingHouse(
        part=_part(scene, "house"),
        sold=tuple(_good(say, good, 1) for good in view["house"]),
        free=range(HOUSE_SPACES - len(view["house"])),
        prices=tuple(_good(say, good, price) for good, price in view["goods_prices"].items()),
        deeds=tuple(deeds),
    )


def _supplies(scene: Scene, say: words.Lexicon) -> pieces.Supplies:
    view, goods = view_of(scene), []
    for good, n in view["goods"].items():
        move, label = _legal(scene, f"privilege {good}")
        goods.append(_good(say, good, n, move=move, label=label))
    return pieces.Supplies(
        part=_part(scene, "supplies"),
        goods=tuple(goods),
        worker_ship=view["worker_ship"],
        worker_need=view["worker_need"],
        worker_supply=view["worker_supply"],
        chips=view["chips_left"],
    )


# the market


def _market(scene: Scene) -> pieces.Market:
    view = view_of(scene)
    return pieces.Market(
        part=_part(scene, "market"),
        columns=_columns(
            get_language(),
            tuple(view["costs"].items()),
            tuple((view["prices"] or view["costs"]).items()),
            tuple(view["display"].items()),
            _buyer(scene),
            frozenset(move for move in scene.legal if move.startswith("build ")),
        ),
        for_me=scene.seat is not None,
        ask_worker=_offers_worker(scene, "build"),
    )


class Buyer(NamedTuple):
    """What decides which buildings a seat could buy now."""

    city: frozenset[str]
    doubloons: int
    spaces: int


def _buyer(scene: Scene) -> Buyer | None:
    if scene.seat is None:
        return None
    mine = view_of(scene)["seats"][scene.seat]
    spaces = 0 if scene.over else mine["city_free"]
    return Buyer(frozenset(mine["city"]), mine["doubloons"], spaces)


@kept(3 * MIB, each(30_000))
def _columns(
    language: str | None,
    costs: Numbers,
    prices: Numbers,
    copies: Numbers,
    buyer: Buyer | None,
    builds: frozenset[str],
) -> tuple[pieces.Column, ...]:
    """The buildings on the market: most moves leave them as they are."""
    say, cost, price, left = words.lexicon(), dict(costs), dict(prices), dict(copies)
    columns: dict[int, list[pieces.Lot]] = {column: [] for column in COLUMNS}

    def offer(move: str, key: str) -> tuple[str, str]:
        return (move, asking.said(move, price[key])) if move in builds else ("", "")

    for building in BUILDINGS:
        key = building.key
        plain, together = offer(f"build {key}", key), offer(f"build {key} worker", key)
        is_mine = buyer is not None and key in buyer.city
        columns[building.column].append(
            pieces.Lot(
                key=key,
                name=say.buildings[key],
                kind=building.good or building.kind,
                cost=cost[key],
                price=price[key],
                points=building.column,
                circles=range(building.circles),
                copies=left[key],
                is_mine=is_mine,
                is_affordable=(
                    buyer is not None
                    and not is_mine
                    and left[key] > 0
                    and price[key] <= buyer.doubloons
                    and building.spaces <= buyer.spaces
                ),
                move=plain[0],
                label=plain[1],
                with_worker=together[0],
                with_worker_label=together[1],
            )
        )
    return tuple(pieces.Column(column, tuple(lots)) for column, lots in columns.items())


@kept(3 * MIB, each(30_000))
def _notes(
    language: str | None, costs: Numbers, prices: Numbers, copies: Numbers
) -> tuple[pieces.Note, ...]:
    say, cost, price, left = words.lexicon(), dict(costs), dict(prices), dict(copies)
    return tuple(
        pieces.Note(
            key=building.key,
            name=say.buildings[building.key],
            kind=building.good or building.kind,
            effect=say.effects[building.key],
            cost=cost[building.key],
            price=price[building.key],
            points=building.column,
            circles=building.circles,
            copies=left[building.key],
        )
        for building in BUILDINGS
    )


# the seats


def _mine(scene: Scene, player: pieces.Player) -> pieces.Mine:
    view, mine = view_of(scene), view_of(scene)["mine"]
    placement = None
    if mine is not None and not mine["done"] and scene.legal:
        start = [view["round"], view["picker"], mine["pool"], mine["at"], mine["fixed"]]
        placement = pieces.Placement(mine["pool"], tuple(mine["fixed"]), str(start))
    return pieces.Mine(_part(scene, "mine"), player, placement)


def _player(scene: Scene, say: words.Lexicon, seat: int) -> pieces.Player:
    view, data = view_of(scene), view_of(scene)["seats"][seat]
    is_me = seat == scene.seat
    # my own workers as I place them; everybody else's as they were
    placing = view["mine"] if is_me else None
    is_open = placing is not None and not placing["done"] and bool(scene.legal)
    score = view["scores"][seat]
    circles = sum(tile["n"] for tile in data["tiles"].values()) + sum(data["circles"].values())
    return pieces.Player(
        seat=seat,
        name=scene.names[seat],
        is_me=is_me,
        is_actor=seat in scene.actors,
        is_governor=seat == view["governor"],
        placing=data["placing"] or "",
        doubloons=data["doubloons"],
        goods=tuple(_barrels(scene, say, seat, good, n) for good, n in data["goods"].items()),
        island=pieces.Island(
            seat, tuple(_fields(say, data, placing)), range(data["island_free"]), is_open
        ),
        town=pieces.Town(
            seat,
            tuple(_houses(say, data, placing)),
            range(data["city_free"]),
            placing["pool"] if placing else data["san_juan"],
            is_open,
        ),
        workers=data["workers"],
        circles=circles,
        building_points=data["building_points"],
        chips=data["chips"],
        total=score["total"],
        result=_result(score) if scene.over else (),
        is_winner=score.get("rank") == 1,
    )


def _result(score: ScoreView) -> tuple[tuple[str, int], ...]:
    return tuple(
        (words.first_upper(words.WORDS[key]), points)
        for key, points in score.items()
        if key not in COSTLESS
        and isinstance(points, int)
        and (points or key in ("chips", "buildings"))
    )


def _barrels(scene: Scene, say: words.Lexicon, seat: int, good: str, n: int) -> pieces.Good:
    """Barrels of a seat; mine can be sold, loaded (if one place takes them), stored and kept."""
    move = label = ""
    if seat == scene.seat:
        loads = [one for one in scene.legal if one.startswith(f"load {good} ")]
        others = [f"{verb} {good}" for verb in ("sell", "store", "keep")]
        possible = [one for one in others if one in scene.legal] or loads
        if len(possible) == 1:
            move, label = possible[0], _label(possible[0], scene)
    return _good(
        say,
        good,
        n,
        produces=view_of(scene)["seats"][seat]["production"][good],
        move=move,
        label=label,
    )


def _fields(
    say: words.Lexicon, data: BoardView, placing: DraftView | None
) -> Iterator[pieces.Field]:
    for kind in TILES:
        tile = data["tiles"].get(kind)
        if tile is None:
            continue
        name, letter = say.plantations[kind], say.letters[kind]
        workers = placing["at"][kind] if placing else tile["occupied"]
        for number in range(1, tile["n"] + 1):
            yield pieces.Field(kind, name, letter, number <= workers, number, number == tile["n"])


def _houses(
    say: words.Lexicon, data: BoardView, placing: DraftView | None
) -> Iterator[pieces.House]:
    for key, workers in data["city"].items():
        facts = FACTS[key]
        at = placing["at"][key] if placing else workers
        yield pieces.House(
            key=key,
            name=say.buildings[key],
            kind=facts.good or facts.kind,
            circles=tuple(number < at for number in range(facts.circles)),
            is_large=facts.spaces == 2,
        )
