"""Remarks of move previews: effects that no number of the viewer shows."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence

from games.boards import Scene
from games.boards.move_preview import MovePreview, Numbers, Row
from games.boards.translations import change_text, change_texts, join_list
from games.rules import Event
from portal.translation_cache import cache_per_language

from ..rules import components as parts
from ..rules import wagon
from ..rules.match import CatanMatch
from ..rules.view import Offer, View
from . import card_counts, production, vocabulary
from .places import IslandPlaces, harbour
from .scene_access import match_of, view_of
from .translations import gettext as _
from .translations import gettext_lazy, ngettext

Parts = Iterable[str]
Amounts = Mapping[str, int]


class CatanPreview(MovePreview[CatanMatch, CatanMatch]):
    """A legal move, with the match before and after it as its seat knows it."""

    compares_worlds = False  # rows and `chance_verbs` leave out what is uncertain

    @property
    def land(self) -> IslandPlaces:
        return self.scene.compute_once(IslandPlaces)

    @property
    def view(self) -> View:
        return view_of(self.scene)


def hand_change_text(match: CatanMatch, seat: int, more: Amounts) -> str:
    """Describe the kinds of a hand that change when `more` cards are added (or removed if < 0)."""
    rows = zip(parts.RESOURCES, match.hands[seat], strict=True)
    return hand_after_text(match, seat, [n + more.get(ware, 0) for ware, n in rows])


def hand_after_text(match: CatanMatch, seat: int, after: Sequence[int]) -> str:
    level = match.level[seat] if match.traders else 0
    return _hand_after_text(tuple(match.hands[seat]), tuple(after), level)


@cache_per_language(functools.lru_cache(4096))
def _hand_after_text(before: tuple[int, ...], after: tuple[int, ...], level: int) -> str:
    """Describe the kinds that change, and what the seat can build then but not now."""
    had, has = (dict(zip(parts.RESOURCES, hand, strict=True)) for hand in (before, after))
    found = change_texts(map(vocabulary.WARES.get, had), before, after)
    new = [
        str(vocabulary.BUILDS[key])
        for key, cost in card_counts.build_costs(level).items()
        if card_counts.is_payable(has, cost) and not card_counts.is_payable(had, cost)
    ]
    if new:
        found.append(_("enough for: %(what)s") % {"what": join_list(new)})
    return join_list(part for part in found if part)


MOVEMENT = Numbers(gettext_lazy("movement points"), lambda match, seat: match.movement)
GOLD = Numbers(vocabulary.WARES["gold"], lambda match, seat: match.gold[seat])


# the island


def _production_text(look: CatanPreview) -> str:
    """What a building there produces: "lumber 2, ore 9: 5 pips"."""
    return _surroundings(look, look.land.board.spot_index[look.arguments[-1]])


def _surroundings(look: CatanPreview, spot: int) -> str:
    land, n = look.land, look.before.layout.pips[spot]
    hexes = [number for number in land.board.spot_hexes[spot] if land.hexes[number]["number"]]
    values = {"n": n, "what": join_list(map(land.hex_name, hexes))}
    found = [ngettext("%(what)s: %(n)s pip", "%(what)s: %(n)s pips", n) % values] if hexes else []
    port = land.harbours.get(land.board.spots[spot])
    return join_list([*found, harbour(port)] if port else found)


def _city(look: CatanPreview) -> Parts:
    text = _production_text(look)
    yield text if look.view["phase"] == "founding" else _("twice %(what)s") % {"what": text}


def _reachable_site(look: CatanPreview) -> Parts:
    """The best free site that this road reaches, or else one that the next road would reach."""
    board, seat, match = look.land.board, look.seat, look.before
    ends = board.ends[board.path_index[look.arguments[0]]]
    mine = match.reach[seat] | match.settlements[seat] | match.cities[seat]
    new = [spot for spot in ends if not mine >> spot & 1] or list(ends)
    sites = [spot for spot in new if match.open_spots >> spot & 1]
    form = _("a site: %(what)s")
    if not sites:
        steps = [near for spot in new for near, _path in board.steps[spot]]
        sites = [near for near in steps if match.open_spots >> near & 1]
        form = _("towards %(what)s")
    if sites:
        best = max(sites, key=lambda spot: match.layout.pips[spot])
        yield form % {"what": _surroundings(look, best)}


def _quake(look: CatanPreview) -> Parts:
    cost = vocabulary.wares(vocabulary.COSTS["road"])
    yield _("no new road until it is repaired: %(cost)s") % {"cost": cost}


def _neutral(look: CatanPreview) -> Parts:
    if look.arguments[1] in look.land.board.spot_index:
        yield _production_text(look)


# the robber and barbarians


def _robber(look: CatanPreview) -> Parts:
    """The owners whose production the robber stops, in pips, and the possible victims."""
    loses = production.blocked_pips(look.before, look.land.board.hex_index[look.arguments[0]])
    form, names = _("%(name)s %(n)s"), look.scene.names
    owners = join_list(form % {"name": names[seat], "n": n} for seat, n in loses.items())
    yield _("pips blocked: %(who)s") % {"who": owners} if owners else _("blocks nobody")
    yield _victims_text(look)


def _victims_text(look: CatanPreview) -> str:
    """The seats that a card is or may be taken from, with their hand sizes: "Emil (5)"."""
    top = look.after.stack[-1:]
    if top and top[0][0] == "steal":
        victims = top[0][1]
    else:  # the rules take the card from a single victim directly
        taken = look.effect.trial_events[1:2]
        victims = [event.data["victim"] for event in taken if event.kind == "steal"]
    form, names, hands = _("%(name)s (%(n)s)"), look.scene.names, look.before.hands
    who = join_list(form % {"name": names[one], "n": sum(hands[one])} for one in victims)
    return _("a card from: %(who)s") % {"who": who} if victims else _("no card to take")


def _steal(look: CatanPreview) -> Parts:
    n, mine = (sum(look.before.hands[one]) for one in (int(look.arguments[0]), look.seat))
    yield ngettext("%(n)s card to draw from", "one of %(n)s cards", n) % {"n": n}
    yield change_text(_("your cards"), mine, mine + 1)


def _toll_change(look: CatanPreview) -> str:
    road = look.land.road_text(look.arguments[-1]) or _("no road")
    values = {"n": wagon.GRAIN_POINTS, "road": road}
    return _("%(road)s: wagons need %(n)s more movement points here") % values


# the turn and its cards


def _roll(look: CatanPreview) -> Parts:
    cards = sum(look.before.hands[look.seat])
    if cards > parts.HAND_LIMIT:
        values = {"n": cards, "seven": parts.SEVEN, "half": cards // 2}
        yield _("you hold %(n)s cards: a %(seven)s would cost you %(half)s") % values


def _play(look: CatanPreview) -> Parts:
    card, *more = look.arguments
    if card == "road_building":
        left = min(parts.FREE_ROADS, parts.ROADS_EACH - look.before.roads[look.seat].bit_count())
        yield ngettext("%(n)s free road", "%(n)s free roads", left) % {"n": left}
    elif card == "monopoly" and not card_counts.held_by_others(look.view, more[0]):
        yield _("the others hold none")
    elif card == "swift":
        yield from MOVEMENT(look)


def _buy(look: CatanPreview) -> Parts:
    cards = vocabulary.cards_text(card_counts.unseen_cards(look.view))
    yield _("not seen yet: %(cards)s") % {"cards": cards}


def _faces(look: CatanPreview) -> Parts:
    faces = parts.DRIVE_OFF_FACES[look.after.level[look.seat]]
    yield _("drives barbarians off with %(faces)s") % {"faces": join_list(faces)}


def _end(look: CatanPreview) -> Parts:
    trip = look.view["trip"]
    goal = trip and trip.get("next_token")
    if goal is not None:
        yield _("you load the next good at the %(goal)s") % {"goal": vocabulary.GROUNDS[goal]}
    elif trip and trip["points"]:
        yield _("%(points)s lost") % {"points": vocabulary.movement(trip["points"])}


# trade


def offer_of(view: View) -> Offer:
    offer = view["offer"]
    assert offer is not None  # these moves are legal only in phases with an offer
    return offer


def trade_result(match: CatanMatch, seat: int, gives: Amounts, gets: Amounts) -> Parts:
    """The seat's cards and gold after a trade that others must still agree to."""
    more = {ware: gets.get(ware, 0) - gives.get(ware, 0) for ware in {**gives, **gets}}
    gold = match.gold[seat]
    yield hand_change_text(match, seat, more)
    yield change_text(vocabulary.WARES["gold"], gold, gold + more.get("gold", 0))


def acceptance_result(scene: Scene) -> Parts:
    """The result of accepting the proposed offer."""
    assert scene.seat is not None
    offer = offer_of(view_of(scene))
    yield from trade_result(match_of(scene), scene.seat, offer["want"], offer["give"])
    yield _("binding until the offer ends")


def _propose(look: CatanPreview) -> Parts:
    offer = offer_of(look.view)
    return trade_result(look.before, look.seat, offer["give"], offer["want"])


def _trade(look: CatanPreview) -> Parts:
    if "asked" in (offer_of(look.view)["answers"] or {}).values():
        yield _("not everyone has answered yet")


def _cancel(look: CatanPreview) -> Parts:
    n = look.view["limits"]["offers_left"]
    yield ngettext("%(n)s offer left this turn", "%(n)s offers left this turn", n) % {"n": n}


def _gift(look: CatanPreview) -> Parts:
    yield _("goes to %(name)s") % {"name": look.scene.names[(look.seat + 1) % look.view["seats"]]}


def _token(look: CatanPreview) -> Parts:
    if look.arguments[0] == "trade":
        n = sum(look.before.hands[1 - look.seat])
        values = {"n": n, "two": min(2, n)}
        yield _("draw %(two)s of %(n)s cards, then give two back") % values
    elif look.arguments[0] == "barbarian":
        yield _toll_change(look)


# the wagon


def _toll(look: CatanPreview) -> Parts:
    step = look.land.step(look.arguments[0])
    if step is not None and step[1] is not None:
        values = {"name": vocabulary.owner(step[1], look.scene.names), "n": parts.TOLL}
        yield _("toll to %(name)s: %(n)s") % values


def arrival(events: Iterable[Event]) -> Parts:
    """Describe the delivery and the loading among the events of a move."""
    for event in events:
        if event.kind == "deliver":
            values = {"good": vocabulary.GOODS[event.data["good"]]}
            values["gold"] = vocabulary.gold(event.data["gold"])
            yield _("delivers %(good)s: %(gold)s") % values
        if event.kind == "load":
            yield _("loads the top good")


def _drive(look: CatanPreview) -> Parts:
    faces = parts.DRIVE_OFF_FACES[look.before.level[look.seat]]
    values = {"faces": join_list(faces), "n": len(faces), "six": 6}
    yield _("drives it off with %(faces)s: %(n)s of %(six)s") % values


#: By verb, the remarks about a move.
MOVE_REMARKS: dict[str, tuple[Row[CatanPreview], ...]] = {
    "settlement": (lambda look: [_production_text(look)],),
    "city": (_city,),
    "road": (_reachable_site,),
    "roll": (_roll,),
    "play": (_play,),
    "robber": (_robber,),
    **dict.fromkeys(("steal", "rob"), (_steal,)),
    "barbarian": (lambda look: [_toll_change(look), _victims_text(look)],),
    "banish": (lambda look: [_toll_change(look), _("nothing is stolen")],),
    "buy": (_buy,),
    "upgrade": (
        Numbers(gettext_lazy("movement points"), lambda m, seat: parts.MOVEMENT[m.level[seat]]),
        Numbers(
            gettext_lazy("gold per delivery"), lambda m, seat: parts.DELIVERY_GOLD[m.level[seat]]
        ),
        _faces,
    ),
    "repair": (lambda look: [_("you can build roads again")],),
    "purchase": (
        Numbers(
            gettext_lazy("cards left to buy for gold"),
            lambda match, seat: parts.PURCHASES_PER_TURN - match.purchases,
        ),
    ),
    "propose": (_propose,),
    "cancel": (_cancel,),
    "accept": (lambda look: acceptance_result(look.scene),),
    "trade": (_trade,),
    "travel": (
        lambda look: [vocabulary.movement(look.after.movement)],
        lambda look: [_("no more building or trading this turn")],
    ),
    "go": (MOVEMENT, _toll, lambda look: arrival(look.effect.trial_events)),
    "grain": (MOVEMENT,),
    "drive": (_drive,),
    "gift": (_gift,),
    "quake": (_quake,),
    "neutral": (_neutral,),
    "token": (_token,),
    "end": (_end,),
}
