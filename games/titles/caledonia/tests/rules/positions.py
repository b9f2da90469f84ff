"""Positions for the tests: a table with the clans and tiles one wants, ready for round 1.

The tests say what stands where; the table does the rest. Modules show side 1 unless told.
"""

from __future__ import annotations

from typing import Any

import games.rules as rules

from ...rules.components import CLANS, CORNERS, GOOD_ID, ROUNDS, UNIT_COUNT, UNIT_ID, UNITS
from ...rules.maps import AT, SPACE_ID
from ...rules.match import Caledonia
from ...rules.player import Player

PLAIN = ("cunningham", "campbell", "buchanan", "stewart")


class Table:
    """A match with helpers that read like the table talk of a test."""

    def __init__(self, match: Caledonia) -> None:
        self.match = match

    def __getitem__(self, seat: int) -> Player:
        return self.match.players[seat]

    def put(self, seat: int, unit: str, *spaces: str) -> Table:
        """Units of a seat from its board onto the map, for nothing."""
        player, match = self[seat], self.match
        for at in spaces:
            bit = 1 << SPACE_ID[at]
            assert not match.occupied & bit, f"{at} is taken"
            assert match.board.fits[SPACE_ID[at]] >> UNIT_ID[unit] & 1, f"{unit} not on {at}"
            player.put(UNIT_ID[unit], SPACE_ID[at], match.board.reach[player.shipping])
            match.occupied |= bit
        return self.clear_caches()

    def give(self, seat: int, **amounts: Any) -> Table:
        """Set goods and numbers of a seat: give(0, money=12, whisky=2, merchants=3)."""
        player = self[seat]
        for name, amount in amounts.items():
            if name in GOOD_ID:
                player.goods[GOOD_ID[name]] = amount
            else:
                setattr(player, name, amount)
        player.update_reach(self.match.board.reach[player.shipping])
        for corner, space in enumerate(self.match.board.port_at):
            if player.ports >> corner & 1:
                player.use_port(corner, space)
        return self.clear_caches()

    def box(self, seat: int, *contracts: int) -> Table:
        """Contracts into the boxes of a seat, out of wherever they lie."""
        match = self.match
        match.pile = tuple(k for k in match.pile if k not in contracts)
        match.slots = tuple(0 if k in contracts else k for k in match.slots)
        self[seat].boxes = contracts
        return self.clear_caches()

    def turn(self, seat: int) -> Table:
        """Make it this seat's turn."""
        self.match.begin_turn(seat)
        self.match.actors = (seat,)
        return self.clear_caches()

    def price(self, good: str, position: int) -> Table:
        self.match.market[GOOD_ID[good]] = position
        return self.clear_caches()

    def clear_caches(self) -> Table:
        """Forget the moves that were listed before a change of the position."""
        self.match._ready = {}
        self.match._lists.clear()
        return self

    def play(self, seat: int, *moves: str) -> list[rules.Event]:
        """Play moves of one seat; the events of all of them."""
        events: list[rules.Event] = []
        for move in moves:
            events += self.match.play(seat, move)
        return events

    def legal(self, seat: int, verb: str = "") -> list[str]:
        """The legal moves of a seat that begin with these words."""
        words = verb.split()
        return [
            move for move in self.match.legal_moves(seat) if move.split(" ")[: len(words)] == words
        ]

    def goods(self, seat: int) -> dict[str, int]:
        return {good: self[seat].goods[k] for good, k in GOOD_ID.items() if self[seat].goods[k]}

    def units(self, seat: int) -> dict[str, list[str]]:
        """Where the units of a seat stand, by type."""
        found: dict[str, list[str]] = {}
        for entry in self.match.view(None)["units"]:
            if entry["seat"] == seat:
                found.setdefault(entry["unit"], []).append(entry["at"])
        return found

    def refuse(self, seat: int, move: str) -> rules.IllegalMove:
        """What a refused move says; checks that nothing changed."""
        before = self.match.dump()
        try:
            self.match.play(seat, move)
        except rules.IllegalMove as error:
            assert self.match.dump() == before
            return error
        raise AssertionError(f"{move} was accepted")

    def refusal(self, seat: int, move: str) -> str:
        """The reason why a move is refused."""
        return self.refuse(seat, move).reason

    def all_pass(self) -> list[rules.Event]:
        """Everybody who still plays passes; decisions of the production are left open."""
        events: list[rules.Event] = []
        number = self.match.round
        while self.match.phase == "action" and self.match.round == number:
            events += self.match.play(self.match.turn, "pass")
        return events


def script(
    seats: int,
    *,
    clans: tuple[str, ...] = PLAIN,
    tiles: tuple[int, ...] = (1, 2, 3, 4),
    modules: tuple[int, ...] = (1, 1, 1, 1),
    ports: tuple[int, ...] = (5, 2, 4, 8),
    scoring: tuple[int, ...] = (1, 2, 3, 4, 5),
    contracts: tuple[int, ...] = (),
    spare: int = 1,
    **more: Any,
) -> dict[str, list[Any]]:
    """Chance outcomes under which seat i can take the i-th clan with the i-th tile."""
    rest = [clan for clan in CLANS if clan not in clans[:seats] and clan != "macewen"]
    further = [tile for tile in range(1, 10) if tile not in tiles[:seats]]
    return {
        "module": list(modules),
        "ports": [list(ports)],
        "scoring": [list(scoring)],
        "contracts": [list(contracts)],
        "clans": [[*clans[:seats], *rest[:spare]]],
        "tiles": [[*tiles[:seats], *further[:spare]]],
        **more,
    }


def fresh_table(
    seats: int = 2,
    options: dict[str, str] | None = None,
    rules_version: int | None = None,
    **chances: Any,
) -> Table:
    """A fresh match before its first choice, with scripted chance, by the newest rules."""
    options = dict(options or {})
    if options.get("clans") == "auction":
        chances["spare"] = 0
    outcomes = script(seats, **chances)
    if options.get("clans") == "none":
        del outcomes["clans"]
    for option in ("ports", "scoring"):
        if options.get(option) == "off":
            del outcomes[option]
    kickstarter = "macewen" in outcomes.get("clans", [[]])[0] or 9 in (
        *outcomes.get("ports", [[]])[0],
        *outcomes.get("scoring", [[]])[0],
    )
    if kickstarter:
        options["kickstarter"] = "on"
    match = rules.new_match(
        "caledonia", seats, options, seed="test", script=outcomes, rules_version=rules_version
    )
    assert isinstance(match, Caledonia)
    return Table(match)


def round_1_table(seats: int = 2, options: dict[str, str] | None = None, **chances: Any) -> Table:
    """Round 1, nobody has a unit on the map; the sets are taken as `script` says."""
    table = fresh_table(seats, options, **chances)
    match = table.match
    sets = match.sets
    for seat in reversed(range(seats)):
        clan, tile = sets[seat]
        match.play(seat, f"choose {clan or f'tile:{tile}'}")
    match.queue = ()
    match._settle()
    table.clear_caches()
    assert match.phase == "action"
    return table


def table_at_round(number: int, seats: int = 2, **chances: Any) -> Table:
    """As `round_1_table`, but in a later round."""
    assert 1 <= number <= ROUNDS
    table = round_1_table(seats, **chances)
    table.match.round = number
    return table.clear_caches()


def unit_totals(match: Caledonia) -> list[dict[str, int]]:
    """Per seat: units on the map and on the board, by type."""
    totals = []
    for player in match.players:
        totals.append(
            {
                unit: player.supply[number] + player.by_unit[number].bit_count()
                for number, unit in enumerate(UNITS)
            }
        )
    return totals


__all__ = [
    "AT",
    "CORNERS",
    "SPACE_ID",
    "Table",
    "UNIT_COUNT",
    "table_at_round",
    "fresh_table",
    "round_1_table",
    "script",
    "unit_totals",
]
