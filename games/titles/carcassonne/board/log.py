"""The log of Carcassonne: sentences and highlights by kind of event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import games.rules as rules
from games.boards.sentences import By, Each, Fields, Placeholders, Plural, Sentence, Table, When, of
from games.boards.translations import join_list

from . import vocabulary
from .translations import gettext, ngettext
from .translations import gettext_lazy as _


def merge_events(events: Sequence[rules.Event]) -> Sequence[rules.Event]:
    """Merge a seat's final points for all features of one kind into one event with `shares`."""
    merged: dict[object, rules.Event] = {}
    for number, event in enumerate(events):
        if event.kind != "score" or event.data["reason"] not in ("unfinished", "farms"):
            merged[number] = event
            continue
        fields = {**event.data, "seat": event.seat}
        place = event.seat, _feature(fields)
        before = merged.setdefault(place, event)
        if before is not event:
            data = {**before.data, "amount": before.data["amount"] + fields["amount"]}
            data["shares"] = [*_shares({**before.data, "seat": event.seat}), *_shares(fields)]
            merged[place] = before._replace(data=data)
    return list(merged.values())


def _own_follower(data: Fields) -> Sequence[Any]:
    return next(follower for follower in data["followers"] if follower[3] == data["seat"])


def _feature(data: Fields) -> str:
    return str(_own_follower(data)[2]).partition(":")[0]


def _shares(data: Fields) -> list[Fields]:
    """The points for each feature, with the cell where the seat has a follower."""
    return data.get("shares") or [{"n": data["amount"], "cell": _own_follower(data)[:2]}]


def _places(shares: Sequence[Fields]) -> str:
    form = gettext("%(n)s: %(cell)s") if len(shares) > 1 else "%(cell)s"
    return vocabulary.join_lines(
        form % {"n": share["n"], "cell": vocabulary.cell(*share["cell"])} for share in shares
    )


def _returned_pieces(pieces: Sequence[Sequence[str]], names: Sequence[str]) -> str:
    owners: dict[int, list[str]] = {}
    for _x, _y, _segment, seat, kind in pieces:
        owners.setdefault(int(seat), []).append(str(vocabulary.PIECES[kind]))
    return join_list(
        f"{names[seat]} ({vocabulary.join_with_and(kinds)})" for seat, kinds in owners.items()
    )


def _scores(scores: Sequence[int], names: Sequence[str]) -> str:
    return join_list(f"{one} {total}" for one, total in zip(names, scores, strict=False))


UNFINISHED: dict[str, Callable[[int], str]] = {
    "road": lambda n: ngettext(
        "%(name)s gets %(points)s for an unfinished road (%(where)s).",
        "%(name)s gets %(points)s for %(n)s unfinished roads (%(where)s).",
        n,
    ),
    "city": lambda n: ngettext(
        "%(name)s gets %(points)s for an unfinished city (%(where)s).",
        "%(name)s gets %(points)s for %(n)s unfinished cities (%(where)s).",
        n,
    ),
    "monastery": lambda n: ngettext(
        "%(name)s gets %(points)s for an unfinished monastery (%(where)s).",
        "%(name)s gets %(points)s for %(n)s unfinished monasteries (%(where)s).",
        n,
    ),
    "farm": lambda n: ngettext(
        "%(name)s gets %(points)s for a farm (%(where)s).",
        "%(name)s gets %(points)s for %(n)s farms (%(where)s).",
        n,
    ),
}
AT_END = Sentence(
    By(
        _feature,
        {kind: Plural(lambda data: len(_shares(data)), form) for kind, form in UNFINISHED.items()},
    ),
    where=of(_places, _shares),
)
SENTENCES: Table = {
    "draw": Sentence(
        When("tile", _("%(name)s draws: %(tile)s.")),
        _("%(name)s draws a tile."),
    ),
    "discard": Plural(
        lambda data: len(data["tiles"]),
        lambda n: ngettext(
            "%(name)s has a tile that fits nowhere; it leaves the game: %(tiles)s.",
            "%(name)s has tiles that fit nowhere; they leave the game: %(tiles)s.",
            n,
        ),
    ),
    "place": Sentence(
        _("%(name)s places a tile at %(cell)s: %(tile)s."),
        tile=of(vocabulary.tile, "tile", "rotation"),
    ),
    "piece": _("%(name)s places a %(piece)s on the %(segment)s."),
    "skip": Sentence(
        When("auto", _("%(name)s cannot place a follower there.")),
        _("%(name)s places no follower."),
    ),
    "score": By(
        "reason",
        {
            "roads": _("%(name)s gets %(points)s for a finished road."),
            "cities": _("%(name)s gets %(points)s for a finished city."),
            "monasteries": _("%(name)s gets %(points)s for a finished monastery."),
            "goods": _("%(name)s gets %(points)s for the most %(good)s."),
            "unfinished": AT_END,
            "farms": AT_END,
        },
    ),
    "return": _("Back in the supply: %(pieces)s."),
    "goods": _("%(name)s takes goods: %(tokens)s."),
    "extra": _("%(name)s's builder earns a second tile."),
    "over": Sentence(_("The match is over: %(scores)s."), scores=of(_scores, "scores", "names")),
}
PLACEHOLDERS: Placeholders = {
    "cell": lambda cell: vocabulary.cell(*cell),
    "good": vocabulary.GOODS,
    "piece": of(vocabulary.PIECES, "kind"),
    "pieces": of(_returned_pieces, "pieces", "names"),
    "points": of(vocabulary.points, "amount"),
    "segment": vocabulary.segment,
    "tile": vocabulary.tile,
    "tiles": lambda tiles: vocabulary.join_lines(map(vocabulary.tile, tiles)),
    "tokens": Each(
        "tokens",
        Sentence(_("%(n)s %(good)s"), n="value", good="key"),
        lambda parts: vocabulary.join_with_and(list(parts)),
    ),
}
HIGHLIGHTS: Table = {
    "score": Sentence(
        When("reason", _("City finished"), equals="cities"),
        When("reason", _("Monastery finished"), equals="monasteries"),
    ),
}
