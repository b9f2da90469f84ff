"""The log of Clans of Caledonia in sentences: one function for each kind of event."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import games.rules as rules
from games.boards.translations import join_list

from ..rules.components import ROUNDS
from . import vocabulary
from .translations import gettext as _
from .translations import ngettext
from .vocabulary import Data

Names = Sequence[str]


def log_line(event: rules.Event, names: Names) -> str:
    """Return the sentence of an event."""
    name = names[event.seat] if event.seat is not None else ""
    return LOG_LINES[event.kind](name, event.data, names)


# The match.


def _setup(name: str, data: Data, names: Names) -> str:
    params = {"contracts": vocabulary.contract_list([n for n in data["contracts"] if n])}
    clans = [vocabulary.clan(clan) for clan, _tile in data["sets"] if clan]
    if clans:
        params["clans"] = join_list(clans)
        return _("The match begins. Clans: %(clans)s. Contracts: %(contracts)s.") % params
    return _("The match begins. Contracts: %(contracts)s.") % params


def _order(name: str, data: Data, names: Names) -> str:
    params = {"names": join_list(names[seat] for seat in data["order"])}
    return _("The first workers are placed in this order: %(names)s. Then in reverse.") % params


def _round(name: str, data: Data, names: Names) -> str:
    params = {"n": data["round"], "names": join_list(names[seat] for seat in data["order"])}
    return _("Round %(n)s begins. Order: %(names)s.") % params


def _price(name: str, data: Data, names: Names) -> str:
    return _("The price of %(good)s moves: now %(pounds)s.") % {
        "good": vocabulary.GOODS[data["good"]],
        "pounds": vocabulary.pounds(data["new_price"]),
    }


def _refill(name: str, data: Data, names: Names) -> str:
    return _("New contracts: %(contracts)s.") % {
        "contracts": "; ".join(vocabulary.contract_of(n) for n in data["contracts"])
    }


def _removed_event(name: str, data: Data, names: Names) -> str:
    return _("Contract %(number)s is removed from the game.") % {"number": data["contract"]}


def _scoring_event(name: str, data: Data, names: Names) -> str:
    shares = [
        _("%(name)s %(n)s") % {"name": one, "n": n}
        for one, n in zip(names, data["glory"], strict=False)
    ]
    return _("Scoring of round %(n)s, %(tile)s: %(shares)s.") % {
        "n": data["round"],
        "tile": vocabulary.SCORING[data["tile"]],
        "shares": join_list(shares),
    }


def _score(name: str, data: Data, names: Names) -> str:
    params = {"name": name, "points": vocabulary.points(data["amount"])}
    reason, _colon, which = data["reason"].partition(":")
    if reason == "auction":
        params["points"] = vocabulary.points(-data["amount"])
        return _("%(name)s loses the bid of %(points)s.") % params
    if reason == "scoring_tile":
        return _("%(name)s gets %(points)s of glory from the scoring tile.") % params
    if reason == "port":
        return _("%(name)s gets %(points)s of glory at port %(corner)s.") % {
            **params,
            "corner": vocabulary.corner(which),
        }
    params["reason"] = str(vocabulary.BREAKDOWN[reason])
    return _("%(name)s gets %(points)s: %(reason)s.") % params


def _end(name: str, data: Data, names: Names) -> str:
    shares = [
        _("%(name)s %(n)s") % {"name": one, "n": n}
        for one, n in zip(names, data["totals"], strict=False)
    ]
    return _("The match is over. Points: %(shares)s.") % {"shares": join_list(shares)}


# The opening.


def _choose(name: str, data: Data, names: Names) -> str:
    start = vocabulary.join_or_dash(
        [vocabulary.pounds(data["money"]), vocabulary.goods(data["goods"])]
    )
    params = {"name": name, "clan": vocabulary.clan(data["clan"]), "start": start}
    if data["clan"]:
        return _("%(name)s leads clan %(clan)s and starts with %(start)s.") % params
    return _("%(name)s starts with %(start)s.") % params


def _bid(name: str, data: Data, names: Names) -> str:
    return _("%(name)s bids %(points)s.") % {"name": name, "points": vocabulary.points(data["bid"])}


def _fold(name: str, data: Data, names: Names) -> str:
    return _("%(name)s leaves the auction.") % {"name": name}


def _placement_params(data: Data) -> Data:
    return {
        "unit": vocabulary.UNITS[data["unit"]],
        "space": vocabulary.space(data["at"]),
        "pounds": vocabulary.pounds(data["cost"]),
    }


def _place(name: str, data: Data, names: Names) -> str:
    params = {"name": name, **_placement_params(data)}
    return _("%(name)s places a %(unit)s on %(space)s for %(pounds)s.") % params


# Main actions.


def _expand(name: str, data: Data, names: Names) -> str:
    params = {"name": name, **_placement_params(data)}
    if data["discount"]:
        params["discount"] = vocabulary.pounds(data["discount"])
        return (
            _("%(name)s expands: %(unit)s on %(space)s for %(pounds)s, saving %(discount)s.")
            % params
        )
    return _("%(name)s expands: %(unit)s on %(space)s for %(pounds)s.") % params


def _trade_params(name: str, data: Data) -> Data:
    return {
        "name": name,
        "n": data["count"],
        "good": vocabulary.GOODS[data["good"]],
        "pounds": vocabulary.pounds(data["money"]),
        "price": vocabulary.pounds(data["new_price"]),
    }


def _buy(name: str, data: Data, names: Names) -> str:
    text = _("%(name)s buys %(n)s %(good)s for %(pounds)s; the price is now %(price)s.")
    return _with_stewart(text % _trade_params(name, data), data)


def _nbuy(name: str, data: Data, names: Names) -> str:
    text = _(
        "%(name)s buys %(n)s %(good)s from neighbours for %(pounds)s; the price is now %(price)s."
    )
    return _with_stewart(text % _trade_params(name, data), data)


def _sell(name: str, data: Data, names: Names) -> str:
    text = _("%(name)s sells %(n)s %(good)s for %(pounds)s; the price is now %(price)s.")
    return _with_stewart(text % _trade_params(name, data), data)


def _with_stewart(sentence: str, data: Data) -> str:
    if not data["stewart"]:
        return sentence
    return _("%(sentence)s Clan Stewart gets %(pounds)s.") % {
        "sentence": sentence,
        "pounds": vocabulary.pounds(data["stewart"]),
    }


def _cost_text(cost: int) -> str:
    """A contract's cost in a sentence: "for £5", "and gets £5"."""
    if cost < 0:
        return _("and gets %(pounds)s") % {"pounds": vocabulary.pounds(-cost)}
    return _("for %(pounds)s") % {"pounds": vocabulary.pounds(cost)} if cost else _("for free")


def _contracts(data: Data) -> str:
    return "; ".join(vocabulary.contract_of(number) for number in data["contracts"])


def _take(name: str, data: Data, names: Names) -> str:
    return _("%(name)s takes a contract %(cost)s: %(contracts)s.") % {
        "name": name,
        "cost": _cost_text(data["cost"]),
        "contracts": _contracts(data),
    }


def _ship(name: str, data: Data, names: Names) -> str:
    return _("%(name)s improves shipping to %(level)s, %(cost)s.") % {
        "name": name,
        "level": vocabulary.shipping(data["level"]),
        "cost": _cost_text(data["cost"]),
    }


def _tech(name: str, data: Data, names: Names) -> str:
    return _("%(name)s flips the %(tech)s, %(cost)s.") % {
        "name": name,
        "tech": vocabulary.TECHS[data["tech"]],
        "cost": _cost_text(data["cost"]),
    }


def _hire(name: str, data: Data, names: Names) -> str:
    return _("%(name)s hires a merchant, %(cost)s: now %(merchants)s in stock.") % {
        "name": name,
        "cost": _cost_text(data["cost"]),
        "merchants": vocabulary.merchants(data["merchants"]),
    }


def _pass(name: str, data: Data, names: Names) -> str:
    return _("%(name)s passes and gets %(pounds)s.") % {
        "name": name,
        "pounds": vocabulary.pounds(data["money"]),
    }


# Contracts.


def _fulfil(name: str, data: Data, names: Names) -> str:
    return _("%(name)s fulfils contract %(contract)s.") % {
        "name": name,
        "contract": vocabulary.contract_of(data["contract"]),
    }


def _slaughter(name: str, data: Data, names: Names) -> str:
    return _("%(name)s slaughters the %(unit)s on %(space)s.") % {
        "name": name,
        "unit": vocabulary.UNITS[data["unit"]],
        "space": vocabulary.space(data["at"]),
    }


def _imports(name: str, data: Data, names: Names) -> str:
    params: Data = {"name": name, "imports": vocabulary.imports_text(data["imports"], data["hops"])}
    money = data["money"] + data["coins"]
    if not money:
        return _("%(name)s imports %(imports)s.") % params
    params["pounds"] = vocabulary.pounds(money)
    if params["imports"] == vocabulary.join_or_dash([]):
        return _("%(name)s gets %(pounds)s.") % params
    return _("%(name)s imports %(imports)s and gets %(pounds)s.") % params


def _recall(name: str, data: Data, names: Names) -> str:
    return _("%(name)s calls a merchant back from %(good)s.") % {
        "name": name,
        "good": vocabulary.GOODS[data["good"]],
    }


def _brew(name: str, data: Data, names: Names) -> str:
    return _("%(name)s brews %(n)s beer for %(pounds)s.") % {
        "name": name,
        "n": data["count"],
        "pounds": vocabulary.pounds(data["money"]),
    }


def _bonus(name: str, data: Data, names: Names) -> str:
    params = {"name": name, "goods": join_list(vocabulary.GOODS[good] for good in data["goods"])}
    if data["draws"] and data["goods"]:
        return _("%(name)s may buy %(goods)s from neighbours and has a building bonus.") % params
    if data["draws"]:
        return _("%(name)s has a building bonus.") % params
    return _("%(name)s may buy from neighbours: %(goods)s.") % params


def _draw(name: str, data: Data, names: Names) -> str:
    return _("%(name)s draws %(contracts)s.") % {"name": name, "contracts": _contracts(data)}


def _keep(name: str, data: Data, names: Names) -> str:
    if not data["contracts"]:
        return _("%(name)s keeps no contract.") % {"name": name}
    return _("%(name)s keeps a contract %(cost)s: %(contracts)s.") % {
        "name": name,
        "cost": _cost_text(data["cost"]),
        "contracts": _contracts(data),
    }


FRAMES: dict[str, Callable[[], str]] = {
    "rewards": lambda: _("%(name)s leaves the rest of the rewards."),
    "bonus": lambda: _("%(name)s leaves the rest of the bonus."),
    "second": lambda: _("%(name)s does not fulfil a second contract."),
    "swap": lambda: _("%(name)s stops exchanging units."),
}


def _done_line(name: str, data: Data, names: Names) -> str:
    return FRAMES[data["frame"]]() % {"name": name}


# Free actions.


def _port(name: str, data: Data, names: Names) -> str:
    params = {
        "name": name,
        "corner": vocabulary.corner(data["corner"]),
        "effect": str(vocabulary.PORTS[data["effect"]]),
    }
    detail = _port_detail(data)
    if detail:
        params["effect"] = detail
    if data["cost"]:
        params["pounds"] = vocabulary.pounds(data["cost"])
        return _("%(name)s uses port %(corner)s for %(pounds)s: %(effect)s.") % params
    return _("%(name)s uses port %(corner)s: %(effect)s.") % params


def _port_detail(data: Data) -> str:
    """The gain from a port tile, if the tile leaves a choice."""
    if "gained" in data:
        params: Data = {
            "given": vocabulary.goods({data["given"]: 1}),
            "goods": vocabulary.goods(data["gained"]),
        }
        return _("%(given)s for %(goods)s") % params
    if "steps" in data:
        params = {
            "good": vocabulary.GOODS[data["good"]],
            "steps": vocabulary.steps(abs(data["steps"])),
            "price": vocabulary.pounds(data["new_price"]),
        }
        if data["steps"] > 0:
            return _("the price of %(good)s rises %(steps)s to %(price)s") % params
        return _("the price of %(good)s falls %(steps)s to %(price)s") % params
    if "animal" in data:
        return _("one %(unit)s is spared") % {"unit": vocabulary.UNITS[data["animal"]]}
    return ""


def _swap(name: str, data: Data, names: Names) -> str:
    return _("%(name)s exchanges the %(old)s on %(space)s for a %(new)s.") % {
        "name": name,
        "old": vocabulary.UNITS[data["from"]],
        "space": vocabulary.space(data["at"]),
        "new": vocabulary.UNITS[data["to"]],
    }


def _row_event(name: str, data: Data, names: Names) -> str:
    return _("%(name)s rows a fisherman from %(start)s to %(target)s.") % {
        "name": name,
        "start": vocabulary.space(data["from"]),
        "target": vocabulary.space(data["to"]),
    }


def _withdraw(name: str, data: Data, names: Names) -> str:
    params = {"name": name, "pounds": vocabulary.pounds(data["money"])}
    if not data["money"]:
        return _("%(name)s takes a whisky out of the cellar.") % params
    return _("%(name)s takes a whisky out of the cellar and gets %(pounds)s.") % params


# Production.


def _aging_event(name: str, data: Data, names: Names) -> str:
    return _("The whisky in %(name)s's cellar ages.") % {"name": name}


def _income(name: str, data: Data, names: Names) -> str:
    parts = [vocabulary.pounds(data["money"])] if data["money"] else []
    if data["goods"]:
        parts.append(vocabulary.goods(data["goods"]))
    if not parts:
        return _("%(name)s has no income.") % {"name": name}
    return _("%(name)s's income: %(goods)s.") % {"name": name, "goods": join_list(parts)}


def _produce(name: str, data: Data, names: Names) -> str:
    made = {good: data[good] for good in ("cheese", "bread", "whisky")}
    params = {"name": name, "goods": vocabulary.goods(made)}
    if not any(made.values()):
        return _("%(name)s makes no cheese, bread or whisky.") % params
    if data["money"]:
        params["pounds"] = vocabulary.pounds(data["money"])
        return _("%(name)s makes %(goods)s and gets %(pounds)s for the whisky.") % params
    return _("%(name)s makes %(goods)s.") % params


def _cellar(name: str, data: Data, names: Names) -> str:
    if data["laid_down"]:
        return _("%(name)s puts one whisky in the cellar.") % {"name": name}
    return _("%(name)s puts no whisky in the cellar.") % {"name": name}


def _butter(name: str, data: Data, names: Names) -> str:
    params = {"name": name, "n": data["count"], "pounds": vocabulary.pounds(data["money"])}
    if not data["count"]:
        return _("%(name)s sells no butter.") % params
    return (
        ngettext(
            "%(name)s sells %(n)s milk as butter for %(pounds)s.",
            "%(name)s sells %(n)s milk as butter for %(pounds)s.",
            data["count"],
        )
        % params
    )


LOG_LINES: dict[str, Callable[[str, Data, Names], str]] = {
    "setup": _setup,
    "order": _order,
    "round": _round,
    "price": _price,
    "refill": _refill,
    "removed": _removed_event,
    "scoring": _scoring_event,
    "score": _score,
    "end": _end,
    "choose": _choose,
    "bid": _bid,
    "fold": _fold,
    "place": _place,
    "expand": _expand,
    "buy": _buy,
    "nbuy": _nbuy,
    "sell": _sell,
    "take": _take,
    "ship": _ship,
    "tech": _tech,
    "hire": _hire,
    "pass": _pass,
    "end_turn": lambda name, data, names: _("%(name)s ends the turn.") % {"name": name},
    "fulfil": _fulfil,
    "slaughter": _slaughter,
    "imports": _imports,
    "recall": _recall,
    "brew": _brew,
    "bonus": _bonus,
    "draw": _draw,
    "keep": _keep,
    "done": _done_line,
    "port": _port,
    "swap": _swap,
    "row": _row_event,
    "withdraw": _withdraw,
    "age": _aging_event,
    "income": _income,
    "produce": _produce,
    "cellar": _cellar,
    "butter": _butter,
}


def highlight(event: rules.Event) -> str:
    """Return the heading of an important event: a fulfilled contract or the last round; else ""."""
    if event.kind == "fulfil":
        return _("Contract fulfilled")
    if event.kind == "round" and event.data["round"] == ROUNDS:
        return _("The last round")
    return ""
