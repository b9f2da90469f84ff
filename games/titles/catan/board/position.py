"""The position of Catan in words, as panels for readers who do not see the map."""

from __future__ import annotations

from collections.abc import Iterable

from games.boards.base import Scene
from games.boards.translations import capitalize_first, join_list
from games.boards.view_models import Panel, ScorePart, SeatPoints
from games.rules.primitives.turn_order import seats_from

from ..rules import components as parts
from ..rules.view import Neutral, Player, Trip
from . import rule_links, vocabulary
from .places import IslandPlaces, map_code
from .scene_access import view_of
from .translations import gettext as _

Row = tuple[str, str]
SPECIAL = ("largest_army", "longest_road", "harbourmaster")
ANSWERS = {
    "asked": lambda: _("has not answered yet"),
    "accepted": lambda: _("accepts"),
    "declined": lambda: _("declines"),
}


def panels(scene: Scene) -> list[Panel]:
    """Return everything that the viewer may see, the most important panels first."""
    land = IslandPlaces(scene)
    found = [_offer(scene), _own(scene), _turn(scene), _players(scene)]
    found += [_seat(scene, seat) for seat in _others(scene)]
    found += [_goals(scene), _levels(scene), _neutrals(scene), _bank(scene), _costs(scene)]
    found.append(_deck(scene))
    found += [_land(land), _harbours(land)]
    return [panel for panel in found if panel is not None]


def points(scene: Scene) -> list[SeatPoints]:
    """Public points of every seat; those of the viewer with hidden point cards."""
    found = []
    view = view_of(scene)
    own = view["own"]
    for player in view["players"]:
        counted = {key: n for key, n in player["breakdown"].items() if n}
        if own is not None and player["seat"] == scene.seat and own["hidden_points"]:
            counted["vp_cards"] = own["hidden_points"]
        parts = [
            ScorePart(key, capitalize_first(vocabulary.REASONS[key]), n)
            for key, n in counted.items()
        ]
        found.append(SeatPoints(sum(counted.values()), parts))
    return found


def _others(scene: Scene) -> list[int]:
    """All other seats, the next one first."""
    seats = len(scene.names)
    if scene.seat is None:
        return list(range(seats))
    return seats_from(scene.seat + 1, seats)[:-1]


# the turn


def _offer(scene: Scene) -> Panel | None:
    offer = view_of(scene)["offer"]
    if offer is None:
        return None
    rows = [
        (_("Gives"), vocabulary.wares(offer["give"])),
        (_("Wants"), vocabulary.wares(offer["want"])),
    ]
    answers = offer["answers"] or {}
    rows += [(scene.names[int(seat)], ANSWERS[word]()) for seat, word in answers.items()]
    if scene.seat == offer["by"]:
        return Panel(_("Your offer"), rows=rows, seat=offer["by"], wide=True)
    title = _("Offer from %(name)s") % {"name": scene.names[offer["by"]]}
    return Panel(title, rows=rows, seat=offer["by"], wide=True)


def _turn(scene: Scene) -> Panel:
    view = view_of(scene)
    rows = [
        (_("Round"), str(view["round"])),
        (_("Player to move"), scene.names[view["active"]]),
        (_("Points to win"), str(view["target"])),
    ]
    if view["event"]:
        rows.append((_("Event card"), rule_links.event(view["event"]["event"])))
        rows.append((_("Event number"), str(view["event"]["number"])))
        effect = vocabulary.event_effect(view["event"]["event"], view["scenario"])
        rows.append((_("Event effect"), effect))
    if view["events_left"] is not None:
        rows.append((_("Cards until the new year"), str(view["events_left"])))
    if view["dice"]:
        one, other = view["dice"]
        values = {"number": one + other, "one": one, "other": other}
        rows.append((_("Last roll"), _("%(number)s (%(one)s + %(other)s)") % values))
    return Panel(_("Turn"), rows=[*rows, *_limits(scene), *_trip(scene)])


def _limits(scene: Scene) -> list[Row]:
    """The limits that are used up in this turn."""
    view = view_of(scene)
    limits = view["limits"]
    rows = []
    if limits["card_played"]:
        rows.append((_("Development card"), _("played this turn")))
    if "offers_left" in limits and view["phase"] != "founding":
        rows.append((_("Offers left"), str(limits["offers_left"])))
    if "purchases_left" in limits:
        rows.append((_("Cards left to buy for gold"), str(limits["purchases_left"])))
    if limits.get("token_used"):
        rows.append((_("Trade token"), _("used this turn")))
    if limits.get("retired"):
        rows.append((_("Knight"), _("retired this turn")))
    return rows


def _trip(scene: Scene) -> list[Row]:
    trip = view_of(scene)["trip"]
    if trip is None:
        return []
    rows = [(_("Movement points left"), str(trip["points"]))]
    if trip["arrived"]:
        rows.append((_("Trip"), _("has arrived")))
    if trip.get("delivered"):
        rows.append((_("Next good"), _next_good(trip)))
    if trip["grain_used"]:
        rows.append((_("Grain"), _("fed this turn")))
    if trip["tried"]:
        rows.append((_("Barbarians tried"), join_list(map(map_code, trip["tried"]))))
    return rows


def _next_good(trip: Trip) -> str:
    """What the end of the turn loads after a delivery (rules 5.8)."""
    goal = trip.get("next_token")
    if goal is None:
        return _("none where the wagon is now")
    return _("when the turn ends, here at the %(goal)s") % {"goal": vocabulary.GROUNDS[goal]}


# the players


def _own(scene: Scene) -> Panel | None:
    """The viewer's cards with the bank's rates, and everything public about that seat."""
    view = view_of(scene)
    own = view["own"]
    if own is None or scene.seat is None:
        return None
    player = view["players"][scene.seat]
    table = [
        [rule_links.ware(ware), str(n), f"{player['rates'][ware]}:1"]
        for ware, n in own["hand"].items()
    ]
    rows = [(_("Development cards"), vocabulary.cards_text(own["cards"]))]
    rows += _card_effects(own["cards"], view["scenario"])
    if own["new_cards"]:
        rows.append((_("Bought this turn"), vocabulary.cards_text(own["new_cards"])))
    if own["hidden_points"]:
        rows.append((_("Points, including hidden ones"), str(own["points"])))
    else:
        rows.append((_("Points"), str(own["points"])))
    rows += _public(scene, player)
    head = [_("Your cards"), _("In hand"), _("Bank rates")]
    title = _("%(name)s (you)") % {"name": scene.names[scene.seat]}
    return Panel(title, rows=rows, head=head, table=table, seat=scene.seat)


def _seat(scene: Scene, seat: int) -> Panel:
    """Everything public about a seat."""
    player = view_of(scene)["players"][seat]
    rows = [
        (_("Points"), str(player["points"])),
        (_("Resource cards"), str(player["cards"])),
        (_("Development cards"), _unplayed_text(player)),
        *_public(scene, player),
    ]
    better = [
        f"{capitalize_first(vocabulary.WARES[ware])} {rate}:1"
        for ware, rate in player["rates"].items()
        if rate < 4
    ]
    if better:
        rows.append((_("Harbours"), join_list(better)))
    return Panel(scene.names[seat], rows=rows, seat=seat)


def _unplayed_text(player: Player) -> str:
    if player.get("point_cards"):
        values = {"n": player["development"], "cards": vocabulary.cards_text(player["point_cards"])}
        return _("%(n)s, including %(cards)s") % values
    if player["new_development"]:
        values = {"n": player["development"], "new": player["new_development"]}
        return _("%(n)s (%(new)s new)") % values
    return str(player["development"])


def _card_effects(cards: Iterable[str], scenario: str) -> list[Row]:
    """The effects of development cards, each with its name."""
    return [(rule_links.card(card), vocabulary.card_effect(card, scenario)) for card in cards]


def _public(scene: Scene, player: Player) -> list[Row]:
    """The rows that the viewer's seat and other seats share."""
    rows = []
    if player["played"]:
        rows.append((_("Played cards"), vocabulary.cards_text(player["played"])))
    rows += [(_("Special card"), rule_links.special(key)) for key in SPECIAL if player.get(key)]
    if "road_length" in player:
        rows.append((_("Road length"), str(player["road_length"])))
    if scene.options["harbourmaster"] == "on":
        rows.append((_("Harbour points"), str(player["harbour_points"])))
    if "wagon" in player:
        rows += _wagon(player)
    if "tokens" in player:
        rows.append((rule_links.rule_link("trade_token", _("Trade tokens")), str(player["tokens"])))
    values = {
        "roads": player["roads_left"],
        "settlements": player["settlements_left"],
        "cities": player["cities_left"],
    }
    left = _("roads %(roads)s, settlements %(settlements)s, cities %(cities)s") % values
    rows.append((_("Pieces left"), left))
    if player["protected"]:
        label = rule_links.rule_link("option:friendly_robber", _("Friendly robber"))
        rows.append((label, _("protected")))
    return rows


def _wagon(player: Player) -> list[Row]:
    wagon = player["wagon"]
    values = {
        "level": wagon["level"],
        "points": vocabulary.movement(wagon["movement"]),
        "gold": vocabulary.gold(wagon["delivery_gold"]),
    }
    rows: list[Row] = [
        (rule_links.ware("gold"), str(player["gold"])),
        (
            rule_links.rule_link("wagon", _("Wagon")),
            _("level %(level)s: %(points)s, %(gold)s per delivery") % values,
        ),
    ]
    if wagon["drives_off"]:
        rows.append((_("Drives off with"), join_list(wagon["drives_off"])))
    if wagon["at"]:
        rows.append((_("Wagon at"), map_code(wagon["at"])))
    if wagon["load"] and wagon["destination"]:
        load = {
            "good": vocabulary.GOODS[wagon["load"]],
            "goal": vocabulary.GROUNDS[wagon["destination"]],
        }
        rows.append((_("Load"), _("%(good)s for the %(goal)s") % load))
    rows.append((_("Deliveries"), str(player["delivered"])))
    return rows


def _players(scene: Scene) -> Panel:
    """All players side by side."""
    traders = scene.options["scenario"] == "traders"
    head = [_("Player"), _("Points"), _("Cards"), _("Dev. cards"), _("Knights")]
    head += [_("Gold"), _("Level"), _("Deliveries")] if traders else [_("Road")]
    table = []
    for player in view_of(scene)["players"]:
        shown = (player["points"], player["cards"], player["development"], player["knights"])
        row = [scene.names[player["seat"]], *map(str, shown)]
        if traders:
            row += [str(player["gold"]), str(player["wagon"]["level"]), str(player["delivered"])]
        else:
            row.append(str(player["road_length"]))
        table.append(row)
    return Panel(_("Players at a glance"), head=head, table=table, wide=True)


def _neutrals(scene: Scene) -> Panel | None:
    neutrals = view_of(scene)["neutrals"]
    if not neutrals:
        return None
    traders = scene.options["scenario"] == "traders"
    head = [_("Neutral"), _("Roads left"), _("Settlements left")]
    head += [] if traders else [_("Road length")]
    table = []
    for neutral in neutrals:
        row: list[str] = [rule_links.neutral(neutral["name"])]
        row += [str(neutral["roads_left"]), str(neutral["settlements_left"])]
        if not traders:
            row.append(_length(neutral))
        table.append(row)
    return Panel(_("Neutrals"), head=head, table=table)


def _length(neutral: Neutral) -> str:
    if neutral["longest_road"]:
        return _("%(n)s, has the card") % {"n": neutral["road_length"]}
    return str(neutral["road_length"])


# the bank, the decks and the island


def _goals(scene: Scene) -> Panel | None:
    goals = view_of(scene)["goals"]
    if not goals:
        return None
    table = [
        [
            rule_links.ground(goal),
            map_code(place["plaza"]),
            _goods(place["accepts"]),
            str(place["left"]),
        ]
        for goal, place in goals.items()
    ]
    head = [_("Building"), _("Place"), _("Wants"), _("Goods left")]
    return Panel(_("Wagon destinations"), head=head, table=table)


def _goods(found: list[str]) -> str:
    """Goods in one line; a single one links to its section of the rules."""
    if len(found) == 1:
        return rule_links.good(found[0])
    return join_list(vocabulary.GOODS[good] for good in found)


def _levels(scene: Scene) -> Panel | None:
    """The wagon at every level, which shows the value of an upgrade (rules 2.6)."""
    if scene.options["scenario"] != "traders":
        return None
    players = view_of(scene)["players"]
    mine = players[scene.seat]["wagon"]["level"] if scene.seat is not None else 0
    table = [
        [
            rule_links.rule_link(
                rule_links.level_anchor(level), f"▸ {level}" if level == mine else level
            ),
            vocabulary.wares(vocabulary.WAGON_COSTS.get(level, {})),
            str(parts.MOVEMENT[level]),
            str(parts.DELIVERY_GOLD[level]),
            join_list(parts.DRIVE_OFF_FACES[level]) or "–",
            vocabulary.points(1) if level == parts.TOP_LEVEL else "–",
        ]
        for level in range(1, parts.TOP_LEVEL + 1)
    ]
    head = [
        _("Level"),
        _("Upgrade costs"),
        _("Movement points"),
        _("Gold per delivery"),
        _("Drives off with"),
        _("Worth"),
    ]
    return Panel(_("Wagon levels"), head=head, table=table, wide=True)


def _deck(scene: Scene) -> Panel:
    """All kinds of development cards: their effects and numbers (rules 2.4)."""
    scenario = view_of(scene)["scenario"]
    table = [
        [rule_links.card(card), str(n), vocabulary.card_effect(card, scenario)]
        for card, n in parts.DEVELOPMENT[scenario].items()
    ]
    head = [_("Card"), _("Copies in the deck"), _("Effect")]
    return Panel(_("Development cards, one by one"), head=head, table=table, wide=True)


def _bank(scene: Scene) -> Panel:
    view = view_of(scene)
    rows: list[Row] = [(rule_links.ware(ware), str(n)) for ware, n in view["bank"].items()]
    rows.append((_("Development cards"), str(view["development_left"])))
    if view["gold_in_bank"] is not None:
        rows.append((rule_links.ware("gold"), str(view["gold_in_bank"])))
    if view["token_supply"] is not None:
        rows.append(
            (rule_links.rule_link("trade_token", _("Trade tokens")), str(view["token_supply"]))
        )
    return Panel(_("The bank"), rows=rows)


def _costs(scene: Scene) -> Panel:
    rows: list[Row] = []
    for key, cost in vocabulary.COSTS.items():
        name = (
            rule_links.rule_link("buy", _("development card"))
            if key == "card"
            else rule_links.piece(key)
        )
        rows.append((name, vocabulary.wares(cost)))
    return Panel(_("Costs"), rows=rows)


def _land(land: IslandPlaces) -> Panel:
    """Every hex with its number and the owners of buildings there."""
    table = []
    for number, one in enumerate(land.hexes):
        what = rule_links.ground(one["terrain"])
        gives = land.hex_name(number) if one["number"] else "–"
        table.append([map_code(one["at"]), what, gives, _occupants_text(land, number) or "–"])
    head = [_("Place"), _("Land"), _("Gives"), _("Buildings and figures")]
    return Panel(_("The land in words"), head=head, table=table, wide=True)


def _occupants_text(land: IslandPlaces, number: int) -> str:
    """The buildings at a hex, and the robber."""
    found = []
    place = land.hexes[number]["at"]
    for spot in land.board.hex_spots[number]:
        building = land.buildings.get(land.board.spots[spot])
        if building is not None:
            values = {
                "piece": vocabulary.PIECES[building["piece"]],
                "name": vocabulary.owner(building["owner"], land.scene.names),
                "code": map_code(building["at"]),
            }
            found.append(_("%(name)s's %(piece)s (%(code)s)") % values)
    if land.view["robber"] == place:
        found.append(_("the robber"))
    return join_list(found)


def _harbours(land: IslandPlaces) -> Panel:
    rows: list[Row] = []
    for port in land.view["harbours"]:
        places = _("%(one)s and %(other)s") % {
            "one": map_code(port["spots"][0]),
            "other": map_code(port["spots"][1]),
        }
        rows.append((rule_links.harbour(port["type"]), places))
    items = [_("Barbarian at %(place)s") % {"place": land.path(p)} for p in land.view["barbarians"]]
    roads: dict[str, list[str]] = {}
    for road in land.view["roads"]:
        who = vocabulary.owner(road["owner"], land.scene.names)
        roads.setdefault(who, []).append(map_code(road["at"]))
    items += [
        _("%(name)s's roads: %(places)s") % {"name": who, "places": join_list(places)}
        for who, places in roads.items()
    ]
    return Panel(_("Harbours and roads in words"), rows=rows, items=items)
