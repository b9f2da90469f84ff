"""An example of each widget in each state, for the style guide."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.safestring import SafeString

from portal.translation_cache import get_language

from .rendering import render_template
from .spots import Spot
from .widgets import Amount, Card, Hex, MarketRow, MoveButton, Slot, Step, Stock

LIT = Spot("take flag", "Take a flag", "1 → 2")
OTHER = Spot("take flag", "Take a flag instead", keep=0)
DRAFTED = Spot("take flag", "Take back: take a flag", undo=0)
NAMES = ("Anna", "Benedikt", "Chihiro")


class Examples(NamedTuple):
    """The values that `widgets/examples.html` draws; `id` begins its ids."""

    id: str
    names: tuple[str, ...] = NAMES
    stocks: tuple[Stock, ...] = (
        Stock("flag", 3),
        Stock("eye", 0),
        Stock("flag", 1, spot=LIT),
        Stock("flag", 1, spot=OTHER),
        Stock("flag", 2, ghost=DRAFTED),
    )
    amounts: tuple[Amount, ...] = (Amount("flag", "+2", "2 flags"), Amount("", "–", "nothing"))
    buttons: tuple[MoveButton, ...] = (
        MoveButton(LIT, "flag", "+1"),
        MoveButton(OTHER, "eye"),
    )
    cards: tuple[Card, ...] = (
        Card("a", "7", "flag"),
        Card("b", "8", "flag", spot=LIT),
        Card("c", "9", "flag", spot=OTHER),
        Card("d", "4", "eye", ghost=DRAFTED),
        Card("e", "5", "eye", why="2 short"),
        Card("", is_back=True),
    )
    slots: tuple[Slot, ...] = (Slot("flag"), Slot(), Slot(spot=LIT), Slot("flag", ghost=DRAFTED))
    steps: tuple[Step, ...] = (
        Step("0", (2,)),
        Step("1", (0, 1)),
        Step("2", icon="flag", is_next=True),
        Step("3", spot=LIT),
    )
    rows: tuple[MarketRow, ...] = (
        MarketRow("flag", (3, 4, 5, 6), 1, 2, buy=LIT, sell=LIT),
        MarketRow("eye", (2, 3, 5, 8), 3, 0, no_buy="£3 short", no_sell="none"),
    )
    hexes: tuple[Hex, ...] = (
        Hex(0, 0, "flag", "a1"),
        Hex(1, 0, "eye", "a2", spot=LIT),
        Hex(2, 0, "flag", "a3", seat=1),
        Hex(0, 1, "eye", "b1", spot=OTHER),
        Hex(1, 1, "flag", "b2", ghost=DRAFTED),
    )
    choices: tuple[Spot, ...] = (LIT, OTHER)


def widget_examples(id_: str) -> SafeString:
    """The examples as HTML, with pictures of the site."""
    context = {"piece": Examples(id_)}
    return render_template(get_language(), "games/boards/widgets/examples.html", context)
