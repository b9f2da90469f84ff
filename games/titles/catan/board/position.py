"""The position of Catan in words, as panels for readers who do not see the map."""

from __future__ import annotations

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
from .translations import gettext_lazy

Row = tuple[str, str]
ANSWERS = {**vocabulary.ANSWERS, "asked": gettext_lazy("has not answered yet")}


def panels(scene: Scene) -> list[Panel]:
    """Return everything that the viewer may see, the most important panels first."""
    land = IslandPlaces(scene)
    seats = len(scene.names)
    others = range(seats) if scene.seat is None else seats_from(scene.seat + 1, seats)[:-1]
    found = [_offer(scene), _own(scene), _turn(scene), _players(scene)]
    found += [_seat(scene, seat) for seat in others]
    found += [_goals(scene), _levels(scene), _neutrals(scene), _bank(scene), _costs(), _deck(scene)]
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


def _rows(*rows: tuple[str, object]) -> list[Row]:
    """The rows that have a value, which may be the number 0."""
    return [(label, _cell(value)) for label, value in rows if value or type(value) is int]


def _cell(value: object) -> str:
    return value if isinstance(value, str) else str(value)  # `str` would unlink a RuleLink


def _cells(*values: object) -> list[str]:
    return list(map(_cell, values))


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
    rows += [(scene.names[int(seat)], str(ANSWERS[word])) for seat, word in answers.items()]
    title = _("Offer from %(name)s") % {"name": scene.names[offer["by"]]}
    title = _("Your offer") if scene.seat == offer["by"] else title
    return Panel(title, rows=rows, seat=offer["by"], wide=True)


def _turn(scene: Scene) -> Panel:
    view = view_of(scene)
    event, limits, roll = view["event"], view["limits"], ""
    if view["dice"]:
        one, other = view["dice"]
        values = {"number": one + other, "one": one, "other": other}
        roll = _("%(number)s (%(one)s + %(other)s)") % values
    offers = limits.get("offers_left") if view["phase"] != "founding" else None
    rows = _rows(
        (_("Round"), view["round"]),
        (_("Player to move"), scene.names[view["active"]]),
        (_("Points to win"), view["target"]),
        (_("Event card"), event and rule_links.event(event["event"])),
        (_("Event number"), event and event["number"]),
        (_("Event effect"), event and vocabulary.event_effect(event["event"], view["scenario"])),
        (_("Cards until the new year"), view["events_left"]),
        (_("Last roll"), roll),
        (_("Development card"), limits["card_played"] and _("played this turn")),
        (_("Offers left"), offers),
        (_("Cards left to buy for gold"), limits.get("purchases_left")),
        (_("Trade token"), limits.get("token_used") and _("used this turn")),
        (_("Knight"), limits.get("retired") and _("retired this turn")),
    )
    if trip := view["trip"]:
        rows += _rows(
            (_("Movement points left"), trip["points"]),
            (_("Trip"), trip["arrived"] and _("has arrived")),
            (_("Next good"), trip.get("delivered") and _next_good(trip)),
            (_("Grain"), trip["grain_used"] and _("fed this turn")),
            (_("Barbarians tried"), join_list(map(map_code, trip["tried"]))),
        )
    return Panel(_("Turn"), rows=rows)


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
    points = _("Points, including hidden ones") if own["hidden_points"] else _("Points")
    rows = _rows(
        (_("Development cards"), vocabulary.cards_text(own["cards"])),
        *(
            (rule_links.card(card), vocabulary.card_effect(card, view["scenario"]))
            for card in own["cards"]
        ),
        (_("Bought this turn"), own["new_cards"] and vocabulary.cards_text(own["new_cards"])),
        (points, own["points"]),
        *_public(scene, player),
    )
    head = [_("Your cards"), _("In hand"), _("Bank rates")]
    title = _("%(name)s (you)") % {"name": scene.names[scene.seat]}
    return Panel(title, rows=rows, head=head, table=table, seat=scene.seat)


def _seat(scene: Scene, seat: int) -> Panel:
    """Everything public about a seat."""
    player = view_of(scene)["players"][seat]
    rows = _rows(
        (_("Points"), player["points"]),
        (_("Resource cards"), player["cards"]),
        (_("Development cards"), _unplayed_text(player)),
        *_public(scene, player),
        (_("Harbours"), vocabulary.harbour_rates(player["rates"])),
    )
    return Panel(scene.names[seat], rows=rows, seat=seat)


def _unplayed_text(player: Player) -> str:
    if player.get("point_cards"):
        values = {"n": player["development"], "cards": vocabulary.cards_text(player["point_cards"])}
        return _("%(n)s, including %(cards)s") % values
    if player["new_development"]:
        values = {"n": player["development"], "new": player["new_development"]}
        return _("%(n)s (%(new)s new)") % values
    return str(player["development"])


def _public(scene: Scene, player: Player) -> list[Row]:
    """The rows that the viewer's seat and other seats share."""
    harbour_points = player["harbour_points"] if scene.options["harbourmaster"] == "on" else None
    friendly = rule_links.rule_link("option:friendly_robber", _("Friendly robber"))
    token = rule_links.rule_link("trade_token", _("Trade tokens"))
    held = [key for key in vocabulary.SPECIAL_CARDS if player.get(key)]
    return _rows(
        (_("Played cards"), player["played"] and vocabulary.cards_text(player["played"])),
        *((_("Special card"), rule_links.special(key)) for key in held),
        (_("Road length"), player.get("road_length")),
        (_("Harbour points"), harbour_points),
        *(_wagon(player) if "wagon" in player else ()),
        (token, player.get("tokens")),
        (_("Pieces left"), vocabulary.pieces_left(player)),
        (friendly, player["protected"] and _("protected")),
    )


def _wagon(player: Player) -> list[Row]:
    wagon = player["wagon"]
    values = {
        "level": wagon["level"],
        "points": vocabulary.movement(wagon["movement"]),
        "gold": vocabulary.gold(wagon["delivery_gold"]),
    }
    load, goal = wagon["load"], wagon["destination"]
    goods = load and goal and {"good": vocabulary.GOODS[load], "goal": vocabulary.GROUNDS[goal]}
    says = _("level %(level)s: %(points)s, %(gold)s per delivery") % values
    return _rows(
        (rule_links.ware("gold"), player["gold"]),
        (rule_links.rule_link("wagon", _("Wagon")), says),
        (_("Drives off with"), join_list(wagon["drives_off"])),
        (_("Wagon at"), wagon["at"] and map_code(wagon["at"])),
        (_("Load"), goods and _("%(good)s for the %(goal)s") % goods),
        (_("Deliveries"), player["delivered"]),
    )


def _players(scene: Scene) -> Panel:
    """All players side by side."""
    traders = scene.options["scenario"] == "traders"
    head = [_("Player"), _("Points"), _("Cards"), _("Dev. cards"), _("Knights")]
    head += [_("Gold"), _("Level"), _("Deliveries")] if traders else [_("Road")]
    table = []
    for one in view_of(scene)["players"]:
        shown: tuple[int, ...] = (one["points"], one["cards"], one["development"], one["knights"])
        if traders:
            shown += (one["gold"], one["wagon"]["level"], one["delivered"])
        else:
            shown += (one["road_length"],)
        table.append([scene.names[one["seat"]], *map(str, shown)])
    return Panel(_("Players at a glance"), head=head, table=table, wide=True)


def _neutrals(scene: Scene) -> Panel | None:
    neutrals = view_of(scene)["neutrals"]
    if not neutrals:
        return None
    head = [_("Neutral"), _("Roads left"), _("Settlements left"), _("Road length")]
    columns = 3 if scene.options["scenario"] == "traders" else 4
    table = []
    for one in neutrals:
        pieces = one["roads_left"], one["settlements_left"]
        table.append(_cells(rule_links.neutral(one["name"]), *pieces, _length(one))[:columns])
    return Panel(_("Neutrals"), head=head[:columns], table=table)


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
        _cells(
            rule_links.ground(goal),
            map_code(place["plaza"]),
            _goods(place["accepts"]),
            place["left"],
        )
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
        _cells(
            rule_links.rule_link(
                rule_links.level_anchor(level), f"▸ {level}" if level == mine else level
            ),
            vocabulary.wares(vocabulary.WAGON_COSTS.get(level, {})),
            parts.MOVEMENT[level],
            parts.DELIVERY_GOLD[level],
            join_list(parts.DRIVE_OFF_FACES[level]) or "–",
            vocabulary.points(1) if level == parts.TOP_LEVEL else "–",
        )
        for level in range(1, parts.TOP_LEVEL + 1)
    ]
    head = [_("Level"), _("Upgrade costs"), _("Movement points"), _("Gold per delivery")]
    head += [_("Drives off with"), _("Worth")]
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
    rows = _rows(
        *((rule_links.ware(ware), n) for ware, n in view["bank"].items()),
        (_("Development cards"), view["development_left"]),
        (rule_links.ware("gold"), view["gold_in_bank"]),
        (rule_links.rule_link("trade_token", _("Trade tokens")), view["token_supply"]),
    )
    return Panel(_("The bank"), rows=rows)


def _costs() -> Panel:
    card = rule_links.rule_link("buy", _("development card"))
    rows: list[Row] = [
        (card if key == "card" else rule_links.piece(key), vocabulary.wares(cost))
        for key, cost in vocabulary.COSTS.items()
    ]
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
    found = [
        _("%(name)s's %(piece)s (%(code)s)")
        % {
            "piece": vocabulary.PIECES[one["piece"]],
            "name": vocabulary.owner(one["owner"], land.scene.names),
            "code": map_code(one["at"]),
        }
        for one in land.buildings_at(number)
    ]
    if land.view["robber"] == land.hexes[number]["at"]:
        found.append(_("the robber"))
    return join_list(found)


def _harbours(land: IslandPlaces) -> Panel:
    rows: list[Row] = []
    for port in land.view["harbours"]:
        one, other = map(map_code, port["spots"])
        places = _("%(one)s and %(other)s") % {"one": one, "other": other}
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
