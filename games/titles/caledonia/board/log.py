"""The log of Clans of Caledonia: sentences and highlights by kind of event."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from django.utils.functional import Promise

from games.boards.sentences import (
    By,
    Each,
    Fields,
    Placeholders,
    Plural,
    Sentence,
    Table,
    When,
    of,
    seat_name,
)
from games.boards.translations import join_list

from ..rules.components import ROUNDS
from . import vocabulary
from .translations import gettext, ngettext
from .translations import gettext_lazy as _


def _cost_text(cost: int) -> str:
    """A contract's cost in a sentence: "for £5", "and gets £5"."""
    if not cost:
        return gettext("for free")
    text = gettext("for %(pounds)s") if cost > 0 else gettext("and gets %(pounds)s")
    return text % {"pounds": vocabulary.pounds(abs(cost))}


def _contracts(numbers: Sequence[int]) -> str:
    return "; ".join(map(vocabulary.contract_of, numbers))


def _clans(data: Fields) -> list[str]:
    return [vocabulary.clan(clan) for clan, _tile in data["sets"] if clan]


def _income_text(money: int, goods: Mapping[str, int]) -> str:
    parts = [vocabulary.pounds(money)] if money else []
    return join_list([*parts, vocabulary.goods(goods)] if goods else parts)


def _products(data: Fields) -> dict[str, int]:
    return {good: data[good] for good in ("cheese", "bread", "whisky")}


def _import_money(data: Fields) -> int:
    return int(data["money"] + data["coins"])


def _imports_nothing(data: Fields) -> bool:
    imports = vocabulary.imports_text(data["imports"], data["hops"])
    return imports == vocabulary.join_or_dash([])


def _is_for(reason: str) -> Callable[[Fields], bool]:
    """Whether points have this reason: "port" is that of "port:a"."""
    return lambda data: data["reason"].partition(":")[0] == reason


def _with_stewart(sentence: Promise) -> Sentence:
    """The sentence of a trade, followed by what clan Stewart gets from it."""
    trade = Sentence(sentence, pounds="money")
    return Sentence(
        When("stewart", _("%(sentence)s Clan Stewart gets %(pounds)s.")),
        trade,
        sentence=trade,
        pounds="stewart",
        price="new_price",
    )


# the gain from a port tile, if the tile leaves a choice
PORT_EFFECT = Sentence(
    When(lambda data: "gained" in data, _("%(given)s for %(goods)s")),
    When(
        lambda data: "steps" in data,
        Sentence(
            When(
                lambda data: data["steps"] > 0,
                _("the price of %(good)s rises %(steps)s to %(price)s"),
            ),
            _("the price of %(good)s falls %(steps)s to %(price)s"),
        ),
    ),
    When(lambda data: "animal" in data, _("one %(unit)s is spared")),
    By("effect", vocabulary.PORTS),
    given=lambda good: vocabulary.goods({good: 1}),
    goods=of(vocabulary.goods, "gained"),
    steps=lambda n: vocabulary.steps(abs(n)),
    price="new_price",
    unit="animal",
)
SHARE = Sentence(_("%(name)s %(n)s"), name=seat_name("key"), n="value")

SENTENCES: Table = {
    # The match.
    "setup": Sentence(
        When(_clans, _("The match begins. Clans: %(clans)s. Contracts: %(contracts)s.")),
        _("The match begins. Contracts: %(contracts)s."),
        clans=of(join_list, _clans),
        contracts=of(lambda all: vocabulary.contract_list([n for n in all if n]), "contracts"),
    ),
    "order": _("The first workers are placed in this order: %(names)s. Then in reverse."),
    "round": Sentence(_("Round %(n)s begins. Order: %(names)s."), n="round"),
    "price": Sentence(_("The price of %(good)s moves: now %(pounds)s."), pounds="new_price"),
    "refill": _("New contracts: %(contracts)s."),
    "removed": Sentence(_("Contract %(number)s is removed from the game."), number="contract"),
    "scoring": Sentence(
        _("Scoring of round %(n)s, %(tile)s: %(shares)s."), n="round", shares=Each("glory", SHARE)
    ),
    "score": Sentence(
        When(_is_for("auction"), _("%(name)s loses the bid of %(points)s.")),
        When(
            _is_for("scoring_tile"), _("%(name)s gets %(points)s of glory from the scoring tile.")
        ),
        When(_is_for("port"), _("%(name)s gets %(points)s of glory at port %(corner)s.")),
        _("%(name)s gets %(points)s: %(reason)s."),
        points=of(lambda n: vocabulary.points(abs(n)), "amount"),
        reason=lambda reason: str(vocabulary.BREAKDOWN[reason.partition(":")[0]]),
        corner=of(lambda reason: vocabulary.corner(reason.partition(":")[2]), "reason"),
    ),
    "end": Sentence(_("The match is over. Points: %(shares)s."), shares=Each("totals", SHARE)),
    # The opening.
    "choose": Sentence(
        When("clan", _("%(name)s leads clan %(clan)s and starts with %(start)s.")),
        _("%(name)s starts with %(start)s."),
    ),
    "bid": Sentence(_("%(name)s bids %(points)s."), points="bid"),
    "fold": _("%(name)s leaves the auction."),
    "place": Sentence(_("%(name)s places a %(unit)s on %(space)s for %(pounds)s."), pounds="cost"),
    # Main actions.
    "expand": Sentence(
        When(
            "discount",
            _("%(name)s expands: %(unit)s on %(space)s for %(pounds)s, saving %(discount)s."),
        ),
        _("%(name)s expands: %(unit)s on %(space)s for %(pounds)s."),
        pounds="cost",
    ),
    "buy": _with_stewart(
        _("%(name)s buys %(n)s %(good)s for %(pounds)s; the price is now %(price)s.")
    ),
    "nbuy": _with_stewart(
        _(
            "%(name)s buys %(n)s %(good)s from neighbours for %(pounds)s; the price is now "
            "%(price)s."
        )
    ),
    "sell": _with_stewart(
        _("%(name)s sells %(n)s %(good)s for %(pounds)s; the price is now %(price)s.")
    ),
    "take": _("%(name)s takes a contract %(cost)s: %(contracts)s."),
    "ship": _("%(name)s improves shipping to %(level)s, %(cost)s."),
    "tech": _("%(name)s flips the %(tech)s, %(cost)s."),
    "hire": _("%(name)s hires a merchant, %(cost)s: now %(merchants)s in stock."),
    "pass": _("%(name)s passes and gets %(pounds)s."),
    "end_turn": _("%(name)s ends the turn."),
    # Contracts.
    "fulfil": _("%(name)s fulfils contract %(contract)s."),
    "slaughter": _("%(name)s slaughters the %(unit)s on %(space)s."),
    "imports": Sentence(
        When(lambda data: not _import_money(data), _("%(name)s imports %(imports)s.")),
        When(_imports_nothing, _("%(name)s gets %(pounds)s.")),
        _("%(name)s imports %(imports)s and gets %(pounds)s."),
        pounds=of(vocabulary.pounds, _import_money),
    ),
    "recall": _("%(name)s calls a merchant back from %(good)s."),
    "brew": _("%(name)s brews %(n)s beer for %(pounds)s."),
    "bonus": Sentence(
        When(
            lambda data: data["draws"] and data["goods"],
            _("%(name)s may buy %(goods)s from neighbours and has a building bonus."),
        ),
        When("draws", _("%(name)s has a building bonus.")),
        _("%(name)s may buy from neighbours: %(goods)s."),
        goods=lambda goods: join_list(vocabulary.GOODS[good] for good in goods),
    ),
    "draw": _("%(name)s draws %(contracts)s."),
    "keep": Sentence(
        When("contracts", _("%(name)s keeps a contract %(cost)s: %(contracts)s.")),
        _("%(name)s keeps no contract."),
    ),
    "done": By(
        "frame",
        {
            "rewards": _("%(name)s leaves the rest of the rewards."),
            "bonus": _("%(name)s leaves the rest of the bonus."),
            "second": _("%(name)s does not fulfil a second contract."),
            "swap": _("%(name)s stops exchanging units."),
        },
    ),
    # Free actions.
    "port": Sentence(
        When("cost", _("%(name)s uses port %(corner)s for %(pounds)s: %(effect)s.")),
        _("%(name)s uses port %(corner)s: %(effect)s."),
        pounds="cost",
        effect=PORT_EFFECT,
    ),
    "swap": Sentence(
        _("%(name)s exchanges the %(old)s on %(space)s for a %(new)s."),
        old=of(vocabulary.UNITS, "from"),
        new=of(vocabulary.UNITS, "to"),
    ),
    "row": Sentence(
        _("%(name)s rows a fisherman from %(start)s to %(target)s."),
        start=of(vocabulary.space, "from"),
        target=of(vocabulary.space, "to"),
    ),
    "withdraw": Sentence(
        When("money", _("%(name)s takes a whisky out of the cellar and gets %(pounds)s.")),
        _("%(name)s takes a whisky out of the cellar."),
    ),
    # Production.
    "age": _("The whisky in %(name)s's cellar ages."),
    "income": Sentence(
        When(lambda data: data["money"] or data["goods"], _("%(name)s's income: %(goods)s.")),
        _("%(name)s has no income."),
        goods=of(_income_text, "money", "goods"),
    ),
    "produce": Sentence(
        When(
            lambda data: not any(_products(data).values()),
            _("%(name)s makes no cheese, bread or whisky."),
        ),
        When("money", _("%(name)s makes %(goods)s and gets %(pounds)s for the whisky.")),
        _("%(name)s makes %(goods)s."),
        goods=of(vocabulary.goods, _products),
    ),
    "cellar": Sentence(
        When("laid_down", _("%(name)s puts one whisky in the cellar.")),
        _("%(name)s puts no whisky in the cellar."),
    ),
    "butter": Sentence(
        When("count", _("%(name)s sells no butter."), equals=0),
        Plural(
            "count",
            lambda n: ngettext(
                "%(name)s sells %(n)s milk as butter for %(pounds)s.",
                "%(name)s sells %(n)s milk as butter for %(pounds)s.",
                n,
            ),
        ),
    ),
}
PLACEHOLDERS: Placeholders = {
    "clan": vocabulary.clan,
    "contract": vocabulary.contract_of,
    "contracts": _contracts,
    "corner": vocabulary.corner,
    "cost": _cost_text,
    "discount": vocabulary.pounds,
    "good": vocabulary.GOODS,
    "imports": of(vocabulary.imports_text, "imports", "hops"),
    "level": vocabulary.shipping,
    "merchants": vocabulary.merchants,
    "n": "count",
    "names": of(lambda order, names: join_list(names[seat] for seat in order), "order", "names"),
    "points": of(vocabulary.points, "amount"),
    "pounds": of(vocabulary.pounds, "money"),
    "price": vocabulary.pounds,
    "space": of(vocabulary.space, "at"),
    "start": of(vocabulary.start_text, "money", "goods"),
    "tech": vocabulary.TECHS,
    "tile": vocabulary.SCORING,
    "unit": vocabulary.UNITS,
}
HIGHLIGHTS: Table = {
    "fulfil": _("Contract fulfilled"),
    "round": Sentence(When("round", _("The last round"), equals=ROUNDS)),
}
