"""The effect of a move in words: a line for the turn bar, and a short total for the spot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.boards import Scene
from games.boards.translations import PART_SEPARATOR, capitalize_first, join_list

from . import vocabulary
from .forecast import FeatureForecast, Forecast, TileForecast, Tokens
from .translations import gettext as _

#: The marks of the seats as characters, as `figures.MARKS` draws them.
SIGNS = "●■▲◆✚"


def preview_text(move: str, scene: Scene) -> str:
    """Return the line of a legal move of the viewer; "" if there is nothing to say."""
    outlook, names = scene.compute_once(Forecast), scene.names
    kind, where, *_more = move.split(" ")
    if kind == "place":
        return tile_text(outlook.tile_forecast(move), names)
    if where == "none":
        gains = _payment_texts(outlook.points_without_piece(), names)
        return PART_SEPARATOR.join(gains) or _("The tile completes nothing")
    left = outlook.pieces_left(kind)
    return piece_text(outlook.piece_forecast(move), left, kind, outlook.seat, names)


def tile_total(forecast: TileForecast, me: int) -> str:
    """Return the points that a placement scores at once, those of others with marks: "+8 +4■"."""
    return " ".join(
        f"+{points}{'' if seat == me else SIGNS[seat]}"
        for seat, points in sorted(forecast.gains, key=lambda one: one[0] != me)
    )


def piece_total(forecast: FeatureForecast) -> str:
    """Return the points of a spot for the viewer: "+4" at once, else "3→6" (now, when complete)."""
    if forecast.is_complete:
        return f"+{forecast.then}"
    return str(forecast.now) if forecast.now == forecast.then else f"{forecast.now}→{forecast.then}"


def tile_text(forecast: TileForecast, names: Sequence[str]) -> str:
    """Return what a placement joins and scores."""
    complete = [_completed_text(one, names) for one in forecast.joined if one.is_complete]
    grown = [_grown_text(one, names) for one in forecast.joined if not one.is_complete]
    form = _("%(feature)s complete and unclaimed: %(points)s for a follower on it")
    free = [
        form % {"feature": _feature(kind), "points": vocabulary.points(points)}
        for kind, points in forecast.free
    ]
    texts = [*complete, *free, *grown] or [_("It joins no feature with followers")]
    if not forecast.can_take_piece:
        texts.append(_("none of my pieces can go there"))
    return PART_SEPARATOR.join(texts)


def piece_text(
    forecast: FeatureForecast, left: int, kind: str, me: int, names: Sequence[str]
) -> str:
    """Return what a piece of the viewer gains; `left` counts its kind before the move."""
    texts = [_piece_value_text(forecast)]
    if forecast.goods:
        texts.append(_goods(forecast.goods))
    if kind == "builder":
        texts.append(_("extending it earns a second tile"))
    after = left if forecast.is_complete else left - 1
    texts.append(
        _("%(piece)s %(before)s → %(after)s")
        % {"piece": vocabulary.PIECES[kind], "before": left, "after": after}
    )
    mine = forecast.then if forecast.is_complete else 0
    besides = ((seat, n - mine if seat == me else n) for seat, n in forecast.gains)
    return PART_SEPARATOR.join([*texts, *_payment_texts(besides, names)])


def _feature(kind: str) -> str:
    return capitalize_first(vocabulary.TERRAIN[kind])


def _piece_value_text(forecast: FeatureForecast) -> str:
    values = {"feature": _feature(forecast.kind), "points": vocabulary.points(forecast.then)}
    if forecast.is_complete:
        return _("%(feature)s complete: %(points)s at once") % values
    values |= {"now": vocabulary.points(forecast.now), "then": str(forecast.then)}
    if forecast.kind != "farm":
        return _("%(feature)s: %(now)s now, %(then)s when finished") % values
    form = _("%(feature)s, %(done)s of %(all)s cities finished: %(now)s now, %(then)s at most")
    return form % {**values, "done": forecast.towns[0], "all": forecast.towns[1]}


def _completed_text(one: FeatureForecast, names: Sequence[str]) -> str:
    values = {"feature": _feature(one.kind), "points": vocabulary.points(one.then)}
    values["names"] = vocabulary.join_names(names, one.leaders)
    text = _("%(feature)s complete: %(points)s for %(names)s") % values
    return join_list([text, _goods(one.goods)]) if one.goods else text


def _grown_text(one: FeatureForecast, names: Sequence[str]) -> str:
    form = _("%(feature)s of %(names)s: %(before)s → %(now)s, %(then)s when finished")
    if not one.before:
        form = _("%(feature)s goes to %(names)s")
    elif one.now == one.then:
        form = _("%(feature)s of %(names)s: %(before)s → %(now)s")
    return form % {
        "feature": _feature(one.kind),
        "names": vocabulary.join_names(names, one.leaders),
        "before": " + ".join(map(str, one.before)),
        "now": one.now,
        "then": one.then,
    }


def _goods(goods: Tokens) -> str:
    return join_list(
        _("%(n)s %(good)s for me") % {"n": n, "good": vocabulary.GOODS[good]} for good, n in goods
    )


def _payment_texts(gains: Iterable[tuple[int, int]], names: Sequence[str]) -> list[str]:
    return [
        _("%(points)s for %(names)s") % {"points": vocabulary.points(n), "names": names[seat]}
        for seat, n in gains
        if n
    ]
