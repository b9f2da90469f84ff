"""The abilities of the clans, in words."""

from __future__ import annotations

from games.boards.translations import lazy_format
from games.boards.view_models import Text

from ..rules import components as parts
from .translations import gettext_lazy
from .vocabulary import FIRST_LOCH_LEVEL

ABILITIES: dict[str, Text] = {
    "buchanan": lazy_format(
        gettext_lazy(
            "Two export boxes. Takes or keeps two contracts for the cost of one, "
            "draws %(n)s for a building bonus, and can fulfil two contracts in one "
            "turn."
        ),
        n=parts.BUCHANAN_DRAWN,
    ),
    "campbell": lazy_format(
        gettext_lazy(
            "The first building of a type costs £%(first)s less, the second £%(second)s, the "
            "third £%(third)s, the fourth £%(fourth)s."
        ),
        **dict(zip(("first", "second", "third", "fourth"), parts.CAMPBELL_DISCOUNT, strict=True)),
    ),
    "cunningham": lazy_format(
        gettext_lazy("After production, you can sell milk as butter for £%(n)s each."),
        n=parts.MILK_POUNDS,
    ),
    "fergusson": lazy_format(
        gettext_lazy(
            "Three starting workers on border spaces. Ships over %(n)s lochs from "
            "the start (with at most %(few)s players: %(small)s)."
        ),
        n=parts.FERGUSSON_SHIPPING[False] - FIRST_LOCH_LEVEL + 1,
        few=parts.SMALL_MAP_SEATS,
        small=parts.FERGUSSON_SHIPPING[True] - FIRST_LOCH_LEVEL + 1,
    ),
    "macdonald": lazy_format(
        gettext_lazy(
            "%(n)s workers for £%(cost)s and £%(income)s income each, also on lochs "
            "and ports as fishermen. One fisherman can row each turn. No technology."
        ),
        n=parts.MACDONALD_COUNT[parts.WORKER],
        cost=parts.UNIT_COST[parts.WORKER],
        income=parts.WORKER_INCOME,
    ),
    "mackenzie": lazy_format(
        gettext_lazy(
            "£%(n)s for each whisky produced, and a cellar where whisky ages to "
            "£%(old)s and then £%(oldest)s. You can take barrels out at any time on "
            "your own turn."
        ),
        n=parts.WHISKY_POUNDS,
        old=parts.CELLAR[1],
        oldest=parts.CELLAR[2],
    ),
    "robertson": lazy_format(
        gettext_lazy(
            "Units on delta spaces cost £%(n)s less (with at most %(few)s players: £%(small)s)."
        ),
        n=parts.ROBERTSON_DISCOUNT[False],
        few=parts.SMALL_MAP_SEATS,
        small=parts.ROBERTSON_DISCOUNT[True],
    ),
    "stewart": lazy_format(
        gettext_lazy(
            "%(merchants)s merchants and shipping on rivers from the start. £%(n)s "
            "before every trade."
        ),
        merchants=parts.STEWART_MERCHANTS,
        n=parts.STEWART_POUND,
    ),
    "macewen": lazy_format(
        gettext_lazy(
            "With each fulfilled contract, up to %(most)s of its hops turn grain into beer for "
            "£%(n)s each."
        ),
        most=parts.MAX_BEER,
        n=parts.BEER_POUNDS,
    ),
}
