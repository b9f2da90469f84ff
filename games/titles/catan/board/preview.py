"""What a move changes, before → after, in one line for the turn bar."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import cast

from games.boards import Scene
from portal.quick.words import get_language

from ..rules import components as parts
from ..rules.components import pips
from ..rules.duel import RETIRED_KNIGHT_TOKENS
from ..rules.grid import bits
from ..rules.view import FoundingPending, Offer, View
from ..rules.wagon import GRAIN_POINTS
from . import outlook, words
from .places import Land, harbour
from .seen import view_of
from .wording import gettext as _
from .wording import ngettext

BETWEEN = " · "
Parts = list[str]
Amounts = Mapping[str, int]


class Look:
    """A scene as previews ask for it: the seat that would move, and its hand."""

    def __init__(self, scene: Scene, seat: int) -> None:
        self.scene = scene
        self.seat = seat
        self.view: View = view_of(scene)
        self.player = self.view["players"][seat]
        own = self.view["own"]
        self.hand: dict[str, int] = own["hand"] if own else {}

    @functools.cached_property
    def land(self) -> Land:
        return Land(self.scene)


# of the last scene: a page asks for one move after another
_last: tuple[Scene | None, Look | None] = (None, None)


def line(move: str, scene: Scene) -> str:
    """The line of a legal move of the person who looks; "" where there is nothing to say."""
    global _last
    if scene.seat is None:
        return ""
    known, look = _last
    if known is not scene or look is None:
        look = Look(scene, scene.seat)
        _last = (scene, look)
    verb, *arguments = move.split(" ")
    return words.first_upper(BETWEEN.join(part for part in LINES[verb](arguments, look) if part))


def change(what: object, before: int, after: int) -> str:
    """ "points 4 → 5"; "" where nothing changes."""
    if before == after:
        return ""
    return _("%(what)s %(before)s → %(after)s") % {"what": what, "before": before, "after": after}


def _points(look: Look, more: int) -> str:
    own = look.view["own"]
    now = own["points"] if own else look.player["points"]
    told = change(_("points"), now, now + more)
    if more and now + more >= look.view["target"]:
        return _("%(change)s: you win") % {"change": told}
    return told


# hands


def hand_after(look: Look, more: Amounts) -> str:
    """The kinds of my hand that change, and what I can build then that I cannot now."""
    hand = tuple(look.hand.items())
    changed = tuple(more.items())
    level = look.player["wagon"]["level"] if "wagon" in look.player else 0
    return _hand_after(get_language(), hand, changed, level)


@functools.lru_cache(4096)
def _hand_after(
    language: str | None,
    hand: tuple[tuple[str, int], ...],
    more: tuple[tuple[str, int], ...],
    level: int,
) -> str:
    before = dict(hand)
    after = before.copy()
    for ware, n in more:
        if ware in after:
            after[ware] += n
    found = [change(words.WARES[ware], before[ware], after[ware]) for ware in before]
    costs = dict(words.COSTS)
    if 0 < level < parts.TOP_LEVEL:
        costs["upgrade"] = words.WAGON_COSTS[level + 1]
    new = [
        str(words.BUILDS[key])
        for key, cost in costs.items()
        if outlook.payable(after, cost) and not outlook.payable(before, cost)
    ]
    if new:
        found.append(_("enough for: %(what)s") % {"what": ", ".join(new)})
    return ", ".join(part for part in found if part)


def _paid(look: Look, cost: Amounts) -> str:
    return hand_after(look, {ware: -n for ware, n in cost.items()})


def _gold(look: Look, more: int) -> str:
    now = look.player.get("gold", 0)
    return change(words.WARES["gold"], now, now + more)


# the island


def _yields(look: Look, spot: str) -> str:
    """What a building there brings: "lumber 2, ore 9: 5 pips"."""
    land = look.land
    hexes = land.board.spot_hexes[land.board.spot_index[spot]]
    names = [land.hex_name(number) for number in hexes if land.hexes[number]["number"]]
    n = sum(pips(land.hexes[number]["number"] or 0) for number in hexes)
    told = {"n": n, "what": ", ".join(names)}
    found = [ngettext("%(what)s: %(n)s pip", "%(what)s: %(n)s pips", n) % told] if names else []
    port = land.harbours.get(spot)
    return ", ".join([*found, harbour(port)] if port else found)


def _first_cards(look: Look, spot: str) -> str:
    """What the second founding brings to the hand."""
    land = look.land
    gains: dict[str, int] = {}
    for number in land.board.spot_hexes[land.board.spot_index[spot]]:
        ware = words.PRODUCES.get(land.hexes[number]["terrain"])
        if ware:
            gains[ware] = gains.get(ware, 0) + 1
    return _("you get %(wares)s") % {"wares": words.wares(gains)} if gains else ""


def _tokens_of(look: Look, spot: str) -> str:
    """Trade tokens for a new building (rules 5.12)."""
    if look.view["token_supply"] is None:
        return ""
    board, index = look.land.board, look.land.board.spot_index[spot]
    grounds = {look.land.hexes[number]["terrain"] for number in board.spot_hexes[index]}
    earned = (board.coast >> index & 1) + 2 * ("desert" in grounds)
    earned += board.goal_spots >> index & 1
    n = min(earned, look.view["token_supply"])
    now = look.player["tokens"]
    return change(words.NAMES["trade_token"], now, now + n)


def _cuts(look: Look, spot: str) -> Parts:
    """Whose road a settlement interrupts."""
    cut, holder = outlook.cut_by(look.view, look.seat, spot)
    now = outlook.lengths(look.view)
    found = [
        change(
            _("cuts the road of %(name)s:") % {"name": words.owner(owner, look.scene.names)},
            now[owner],
            length,
        )
        for owner, length in cut.items()
    ]
    before = outlook.road_holder(look.view)
    if holder != before:
        told = {"card": words.REASONS["longest_road"]}
        told["name"] = words.owner(holder, look.scene.names)
        found.append(_("%(card)s: %(name)s") % told)
    return found


def _settlement(arguments: Parts, look: Look) -> Parts:
    spot = arguments[0]
    if look.view["phase"] == "founding":
        number = cast(FoundingPending, look.view["pending"])["number"]
        second = number > look.view["seats"]
        return [
            _yields(look, spot),
            _first_cards(look, spot) if second else "",
            _tokens_of(look, spot),
        ]
    more = outlook.gain(f"settlement {spot}", look.scene)
    return [
        _points(look, more),
        _yields(look, spot),
        *_cuts(look, spot),
        _tokens_of(look, spot),
        _paid(look, words.COSTS["settlement"]),
    ]


def _city(arguments: Parts, look: Look) -> Parts:
    if look.view["phase"] == "founding":
        return _settlement(arguments, look)
    more = outlook.gain(f"city {arguments[0]}", look.scene)
    return [
        _points(look, more),
        _("twice %(what)s") % {"what": _yields(look, arguments[0])},
        _paid(look, words.COSTS["city"]),
    ]


def _road(arguments: Parts, look: Look) -> Parts:
    path = arguments[0]
    phase = look.view["phase"]
    found = [] if phase == "founding" else _road_length(look, path)
    found.append(_leads_to(look, path))
    if phase == "main":
        found.append(_paid(look, words.COSTS["road"]))
    return found


def _road_length(look: Look, path: str) -> Parts:
    if not outlook.lengths(look.view):
        return []
    before, after, comes = outlook.road_after(look.view, look.seat, path)
    found = [change(_("road length"), before, after)]
    if comes:
        found += [_comes("longest_road"), _points(look, parts.SPECIAL_CARD_POINTS)]
    return found


def _comes(card: str) -> str:
    return _("%(card)s comes to you") % {"card": words.REASONS[card]}


def _leads_to(look: Look, path: str) -> str:
    """The best free site that this road reaches, or that the next one would."""
    works = outlook.works(look.view)
    board = works.board
    ends = board.ends[board.path_index[path]]
    mine = works.settlements[look.seat] | works.cities[look.seat]
    for road in bits(works.roads[look.seat]):
        mine |= board.ends_mask[road]
    new = [spot for spot in ends if not mine >> spot & 1] or list(ends)
    sites = [spot for spot in new if works.is_open(spot)]
    form = _("a site: %(what)s")
    if not sites:
        sites = [near for spot in new for near, _path in board.steps[spot] if works.is_open(near)]
        form = _("towards %(what)s")
    if not sites:
        return ""
    told = {board.spots[spot]: _weight(look, spot) for spot in sites}
    return form % {"what": _yields(look, max(told, key=lambda place: told[place]))}


def _weight(look: Look, spot: int) -> int:
    hexes = look.land.hexes
    return sum(pips(hexes[number]["number"] or 0) for number in look.land.board.spot_hexes[spot])


def _repair(arguments: Parts, look: Look) -> Parts:
    return [_("you may build roads again"), _paid(look, words.COSTS["road"])]


def _quake(arguments: Parts, look: Look) -> Parts:
    cost = words.wares(words.COSTS["road"])
    return [_("no new road until it is repaired: %(cost)s") % {"cost": cost}]


def _neutral(arguments: Parts, look: Look) -> Parts:
    who, place = arguments
    if place in look.land.board.spot_index:
        return [_yields(look, place)]
    now = outlook.lengths(look.view)
    if not now:
        return []
    after = max(now[who], outlook.works(look.view).length_with(who, place))
    return [change(_("road length"), now[who], after)]


# robbers


def _robber(arguments: Parts, look: Look) -> Parts:
    """Whose production the robber stops, in pips, and from whom I take a card."""
    place, land = arguments[0], look.land
    number = land.board.hex_index[place]
    loses: dict[str, int] = {}
    weight = pips(land.hexes[number]["number"] or 0)
    for spot in land.board.hex_spots[number]:
        building = land.buildings.get(land.board.spots[spot])
        if building is not None and isinstance(building["owner"], int) and weight:
            name = words.owner(building["owner"], look.scene.names)
            amount = weight * (2 if building["piece"] == "city" else 1)
            loses[name] = loses.get(name, 0) + amount
    told = ", ".join(_("%(name)s %(n)s") % {"name": name, "n": n} for name, n in loses.items())
    found = [_("blocks, in pips: %(who)s") % {"who": told}] if told else [_("blocks nobody")]
    return [*found, _from_whom(look, outlook.victims(look.scene, place))]


def _from_whom(look: Look, seats: list[int]) -> str:
    if not seats:
        return _("no card to take")
    told = ", ".join(_hand_of(look, seat) for seat in seats)
    return _("a card from: %(who)s") % {"who": told}


def _hand_of(look: Look, seat: int) -> str:
    """A seat and the cards in its hand: "Emil (5)"."""
    told = {"name": look.scene.names[seat], "n": look.view["players"][seat]["cards"]}
    return _("%(name)s (%(n)s)") % told


def _steal(arguments: Parts, look: Look) -> Parts:
    n = look.view["players"][int(arguments[0])]["cards"]
    mine = look.player["cards"]
    return [
        ngettext("%(n)s card to draw from", "one of %(n)s cards", n) % {"n": n},
        change(_("your cards"), mine, mine + 1),
    ]


def _barbarian(arguments: Parts, look: Look) -> Parts:
    victim = outlook.victim_on(look.scene, arguments[-1])
    return [_toll_change(look, arguments[-1]), _from_whom(look, [] if victim is None else [victim])]


def _toll_change(look: Look, path: str) -> str:
    told = {"n": GRAIN_POINTS, "road": look.land.road_on(path) or _("no road")}
    return _("%(road)s: wagons pay %(n)s more here") % told


def _banish(arguments: Parts, look: Look) -> Parts:
    return [_toll_change(look, arguments[0]), _("nothing is stolen")]


# the turn and its cards


def _roll(arguments: Parts, look: Look) -> Parts:
    cards = look.player["cards"]
    if cards <= parts.HAND_LIMIT:
        return []
    told = {"n": cards, "seven": parts.SEVEN, "half": cards // 2}
    return [_("you hold %(n)s cards: a %(seven)s would cost you %(half)s") % told]


def _play(arguments: Parts, look: Look) -> Parts:
    card, *more = arguments
    if card == "knight":
        n = look.player["knights"] + 1
        found = [change(_("knights"), n - 1, n)]
        if outlook.army_comes(look.view, look.seat, n):
            found += [_comes("largest_army"), _points(look, parts.SPECIAL_CARD_POINTS)]
        return found
    if card == "road_building":
        left = min(parts.FREE_ROADS, look.player["roads_left"])
        return [ngettext("%(n)s free road", "%(n)s free roads", left) % {"n": left}]
    if card == "plenty":
        return [hand_after(look, {ware: more.count(ware) for ware in more})]
    if card == "monopoly":
        n = outlook.elsewhere(look.view, more[0])
        return [hand_after(look, {more[0]: n}) or _("the others hold none")]
    return [_movement(look, look.player["wagon"]["movement"])]


def _buy(arguments: Parts, look: Look) -> Parts:
    left = look.view["development_left"]
    told = words.cards(outlook.unseen(look.view))
    return [
        _("not seen yet: %(cards)s") % {"cards": told},
        change(_("cards in the deck"), left, left - 1),
        _paid(look, words.COSTS["card"]),
    ]


def _bank(arguments: Parts, look: Look) -> Parts:
    give, get = arguments
    paid = {give: -look.player["rates"][give]}
    if get == "gold":
        return [hand_after(look, paid), _gold(look, 1)]
    return [hand_after(look, {**paid, get: 1})]


def _purchase(arguments: Parts, look: Look) -> Parts:
    left = look.view["limits"]["purchases_left"]
    return [
        hand_after(look, {arguments[0]: 1}),
        _gold(look, -parts.PURCHASE_PRICE),
        change(_("cards for gold, still"), left, left - 1),
    ]


def _upgrade(arguments: Parts, look: Look) -> Parts:
    level = look.player["wagon"]["level"]
    new = level + 1
    found = [
        _points(look, outlook.gain("upgrade", look.scene)),
        change(_("movement points"), parts.MOVEMENT[level], parts.MOVEMENT[new]),
        change(_("gold per delivery"), parts.DELIVERY_GOLD[level], parts.DELIVERY_GOLD[new]),
    ]
    faces = ", ".join(map(str, parts.DRIVES_OFF[new]))
    found.append(_("drives barbarians off with %(faces)s") % {"faces": faces})
    return [*found, _paid(look, words.WAGON_COSTS[new])]


def _end(arguments: Parts, look: Look) -> Parts:
    trip = look.view["trip"]
    if trip is None:
        return []
    goal = trip.get("next_token")
    if goal is not None:
        return [_("you load the next good at the %(goal)s") % {"goal": words.GROUNDS[goal]}]
    if trip["points"]:
        return [_("%(points)s are lost") % {"points": words.movement(trip["points"])}]
    return []


# trade


def offer_of(view: View) -> Offer:
    offer = view["offer"]
    assert offer is not None  # of the phases in which these moves are listed
    return offer


def _exchange(look: Look, gives: Amounts, gets: Amounts) -> Parts:
    """My hand after a bargain."""
    more = {ware: gets.get(ware, 0) - gives.get(ware, 0) for ware in {**gives, **gets}}
    return [hand_after(look, more), _gold(look, more.get("gold", 0))]


def _accept(arguments: Parts, look: Look) -> Parts:
    offer = offer_of(look.view)
    return [*_exchange(look, offer["want"], offer["give"]), _("binding until the offer ends")]


def _trade(arguments: Parts, look: Look) -> Parts:
    offer = offer_of(look.view)
    found = _exchange(look, offer["give"], offer["want"])
    if "asked" in (offer["answers"] or {}).values():
        found.append(_("not everybody has answered yet"))
    return found


def _propose(arguments: Parts, look: Look) -> Parts:
    offer = offer_of(look.view)
    return _exchange(look, offer["give"], offer["want"])


def _cancel(arguments: Parts, look: Look) -> Parts:
    n = look.view["limits"]["offers_left"]
    return [ngettext("%(n)s offer left this turn", "%(n)s offers left this turn", n) % {"n": n}]


def _none(arguments: Parts, look: Look) -> Parts:
    return []


# cards that come and go


def _gets(arguments: Parts, look: Look) -> Parts:
    return [hand_after(look, {arguments[-1]: 1})]


def _gives(arguments: Parts, look: Look) -> Parts:
    return [hand_after(look, {arguments[-1]: -1})]


def _gift(arguments: Parts, look: Look) -> Parts:
    other = look.scene.names[(look.seat + 1) % look.view["seats"]]
    return [_("goes to %(name)s") % {"name": other}, *_gives(arguments, look)]


def _discard(arguments: Parts, look: Look) -> Parts:
    return [hand_after(look, {arguments[0]: -int(arguments[1])})]


def _return(arguments: Parts, look: Look) -> Parts:
    return [hand_after(look, {ware: -arguments.count(ware) for ware in arguments})]


def token_price(view: View, seat: int) -> int:
    """What a token action costs this seat (rules 5.12)."""
    mine, theirs = (view["players"][one]["points"] for one in (seat, 1 - seat))
    return 1 if mine <= theirs else 2


def _token(arguments: Parts, look: Look) -> Parts:
    price = token_price(look.view, look.seat)
    now = look.player["tokens"]
    found = [change(words.NAMES["trade_token"], now, now - price)]
    if arguments[0] == "trade":
        n = look.view["players"][1 - look.seat]["cards"]
        told = {"n": n, "two": min(2, n)}
        found.append(_("%(two)s of %(n)s cards, then you give two back") % told)
    if arguments[0] == "barbarian":
        found.append(_toll_change(look, arguments[2]))
    return found


def _retire(arguments: Parts, look: Look) -> Parts:
    now, n = look.player["tokens"], look.player["knights"]
    more = min(RETIRED_KNIGHT_TOKENS, look.view["token_supply"] or 0)
    return [
        change(words.NAMES["trade_token"], now, now + more),
        change(_("knights"), n, n - 1),
    ]


# the wagon


def _movement(look: Look, after: int) -> str:
    trip = look.view["trip"]
    return change(_("movement points"), trip["points"] if trip else 0, after)


def _go(arguments: Parts, look: Look) -> Parts:
    place, land, trip = arguments[0], look.land, look.view["trip"]
    here = look.player["wagon"]["at"]
    if trip is None or here is None:
        return []
    cost, owner = land.step_cost(here, place)
    goal = outlook.goal_at(look.view, place)
    found = [_movement(look, 0 if goal else trip["points"] - cost)]
    if owner is not None:
        told = {"name": words.owner(owner, look.scene.names), "n": parts.TOLL}
        found += [_gold(look, -parts.TOLL), _("toll to %(name)s: %(n)s") % told]
    if goal is None:
        return found
    if outlook.delivers(look.view, look.player, place):
        load = look.player["wagon"]["load"]
        told = {"good": words.GOODS[load or "sand"]}
        told["gold"] = words.gold(look.player["wagon"]["delivery_gold"])
        found += [_points(look, 1), _("delivers %(good)s: %(gold)s") % told]
    elif outlook.loads(look.view, look.player, place):
        found.append(_("loads what lies on top"))
    return found


def _grain(arguments: Parts, look: Look) -> Parts:
    trip = look.view["trip"]
    now = trip["points"] if trip else 0
    return [_movement(look, now + GRAIN_POINTS), hand_after(look, {"grain": -1})]


def _drive(arguments: Parts, look: Look) -> Parts:
    faces = look.player["wagon"]["drives_off"]
    told = {"faces": ", ".join(map(str, faces)), "n": len(faces), "six": 6}
    return [_("drives it off with %(faces)s: %(n)s of %(six)s") % told]


def _travel(arguments: Parts, look: Look) -> Parts:
    points = words.movement(look.player["wagon"]["movement"])
    return [points, _("no more building or trading this turn")]


LINES: dict[str, Callable[[Parts, Look], Parts]] = {
    "settlement": _settlement,
    "city": _city,
    "road": _road,
    "roll": _roll,
    "event": _none,
    "play": _play,
    "discard": _discard,
    "robber": _robber,
    "steal": _steal,
    "rob": _steal,
    "barbarian": _barbarian,
    "banish": _banish,
    "buy": _buy,
    "upgrade": _upgrade,
    "repair": _repair,
    "bank": _bank,
    "purchase": _purchase,
    "offer": _none,
    "give": _none,
    "want": _none,
    "propose": _propose,
    "cancel": _cancel,
    "accept": _accept,
    "decline": _none,
    "trade": _trade,
    "travel": _travel,
    "go": _go,
    "grain": _grain,
    "drive": _drive,
    "take": _gets,
    "gift": _gift,
    "aid": _gives,
    "quake": _quake,
    "neutral": _neutral,
    "token": _token,
    "return": _return,
    "retire": _retire,
    "end": _end,
}
