"""Clans of Caledonia: 1 to 4 clans farm, trade and export whisky in five rounds.

`map.json` holds the map and `contracts.json` the contract tiles; all other tables are in
`components.py`. Start reading at `state.py`, which defines the state of a match. Each phase or
concept has a module with its actions (see `action_type.py`). `available_actions.py` says when
each action is possible, and `match.py` advances a match from one decision to the next.

These are the events besides `score` (amount, reason). Automatic ones carry `auto: true`:

- the match: `setup` (modules, ports, scoring, contracts, sets), `order` and `round` (order),
  `price` (good, die, steps, new_price), `refill` (contracts, slots), `removed` (contract, slot),
  `scoring` (tile, round, glory per seat), `end` (totals);
- the opening: `choose` (clan, tile, money, goods), `bid`, `fold`, `place` (unit, at, cost);
- main actions: `buy`, `sell` and `nbuy` (good, count, price, money, stewart, new_price), `take`
  (contracts, cost), `expand` (unit, at, cost, discount), `ship` (level, cost), `tech`, `hire`,
  `pass` (money, place), `end_turn`;
- contracts: `fulfil` (contract, paid), `slaughter` (unit, at), `imports` (imports, hops, coins,
  money), `recall` (good), `brew` (count, money), `bonus` (goods, draws), `draw` (contracts),
  `keep` (contracts, cost, returned), `done` (frame);
- free actions: `port` (corner, tile, effect, cost and what it gave), `swap` (at, from, to),
  `row` (from, to), `withdraw` (place, money);
- production: `age` (places), `income` (money, goods), `produce` (cheese, bread, whisky, money),
  `cellar` (laid_down), `butter` (count, money).

Since version 2 of the rules MacKenzie may take out barrels at any moment of the own turn
(`clans.py`).
"""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.game import Game, Option
from games.rules.reasons import Reason
from games.rules.reasons import gettext_noop as _

from .match import Caledonia
from .view_types import View


def _conflict(seats: int, options: Mapping[str, str]) -> Reason | None:
    if seats == 1 and options["clans"] == "auction":
        message = _(
            "clans are auctioned with 2 to 4 seats: in a solo game there is nobody to bid against"
        )
        return Reason("nobody_to_bid_against", message)
    return None


GAME = Game(
    key="caledonia",
    name="Clans of Caledonia",
    seats=range(1, 5),
    options=(
        Option(
            "kickstarter",
            ("off", "on"),
            "off",
            "Adds the clan MacEwen, port tile 9 and scoring tile 9 to what is drawn from.",
        ),
        Option(
            "clans",
            ("draft", "none", "auction"),
            "draft",
            "How clans are dealt: chosen in turn, not at all, or auctioned for points.",
        ),
        Option(
            "imports",
            ("scarce", "fixed"),
            "scarce",
            "Cotton, tobacco and sugar are worth 3, 4 and 5 by rarity, or 4 points each.",
        ),
        Option("ports", ("on", "off"), "on", "Port tiles in the corners of the map."),
        Option("scoring", ("on", "off"), "on", "A scoring tile at the end of every round."),
    ),
    match=Caledonia,
    version=2,
    conflict=_conflict,
    view=View,
)
